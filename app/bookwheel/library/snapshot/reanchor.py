"""Finding a section again that was kept by its address: by its id, else by its headings, else by its text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from bookwheel.indexes.catalogue import DocumentRow, SectionRow
from bookwheel.library.snapshot.section_ids import split_id

Anchored = tuple[DocumentRow, Sequence[SectionRow], int | None]
"""A document, its sections, and which of them it is; None for the whole document."""


class Documents(Protocol):
    """What gives documents by their ids, and their sections."""

    def document(self, doc_id: str) -> DocumentRow | None:
        """A document by its id, or by one that it had before it was moved."""
        ...

    def sections_of(self, document_key: int) -> Sequence[SectionRow]:
        """A document's sections in source order."""
        ...


def anchored(catalogue: Documents, id: str, heading_path: Sequence[str], text_hash: str) -> Anchored | None:
    """Where what was kept stands now; None when it is lost.

    `heading_path` ends with the section's own title; without a `text_hash` the id is that of a whole document.
    """
    doc, anchor = split_id(id) if text_hash else (id, "")
    row = catalogue.document(doc)
    if row is None:
        return None
    sections = catalogue.sections_of(row.key)
    if not anchor:
        return row, sections, None
    signs = [(one.anchor, (*one.heading_path, one.title), one.text_hash) for one in sections]
    for number, sign in enumerate((anchor, tuple(heading_path), text_hash)):
        at = next((at for at, known in enumerate(signs) if known[number] == sign), None)
        if at is not None:
            return row, sections, at
    return None
