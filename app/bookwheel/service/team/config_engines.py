"""Reads the table of engines of a configuration."""

from __future__ import annotations

from bookwheel.domain.team import EnginesConfig
from bookwheel.indexes.vector_store import check_engine
from bookwheel.service.team.config_fields import Fields


def read_engines(fields: Fields | None) -> EnginesConfig:
    """The engines that the reader shares with others; none where there is no such table."""
    if fields is None:
        return EnginesConfig()
    vectors = fields.text("vectors", "")
    if vectors and (fault := check_engine(vectors)):
        fields.refuse("vectors", fault)
    return EnginesConfig(vectors)
