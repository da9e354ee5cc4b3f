"""The entrance: a document with the things that it speaks of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from bookwheel.domain.document import Document
from bookwheel.parsing.things import field_entities, terms
from bookwheel.parsing.things.gathering import Gathering


def with_things(document: Document, header: Mapping[str, object], header_source: str) -> Document:
    """The document with its things and statements; `header` is its front matter, `header_source` as it is written."""
    found = Gathering()
    field_entities.gather(document, header, header_source, found)
    terms.gather(document, found)
    return replace(document, things=found.things, statements=found.statements)
