"""Words that must stand in one part of a section: its document's title, its headings, its text or its code."""

from __future__ import annotations

from dataclasses import replace

from bookwheel.indexes.catalogue import DocumentRow, SectionRow
from bookwheel.indexes.keyword.schema import FIELDS
from bookwheel.settings import KeywordSettings


def weights_in(field: str, weights: KeywordSettings) -> KeywordSettings:
    """The weights under which a word counts in one field of the index alone."""
    own = float(getattr(weights, field)) or 1.0
    return replace(weights, **{**dict.fromkeys(FIELDS, 0.0), field: own})


def texts_in(field: str, row: SectionRow, document: DocumentRow | None) -> tuple[str, ...]:
    """The texts of a section in which a phrase may stand: those of a field, all of them without one."""
    title = document.title if document is not None else ""
    fields = {
        "title": (title,),
        "headings": (row.title, *row.heading_path),
        "body": (row.prose,),
        "code": (row.code,),
    }
    return fields.get(field, (row.title, title, row.prose, row.code))
