"""How a collection was published last, so that a person need not write it again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PublishingChoice:
    """Where a collection is published to, under which name, which documents of it, and whether with their assets."""

    target: str = ""
    publisher: str = ""
    scope: str = ""
    has_assets: bool = False


def read_choice(written: object) -> PublishingChoice:
    """Return the choice that was written down; an empty one for what is none."""
    if not isinstance(written, Mapping):
        return PublishingChoice()
    target, publisher, scope = (str(written.get(name, "")) for name in ("target", "publisher", "scope"))
    return PublishingChoice(target, publisher, scope, written.get("has_assets") is True)
