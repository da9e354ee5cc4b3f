"""Finds the passage of an annotation again: where its section says, else by its own words, else it is lost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from bookwheel.domain.annotations.annotation import Annotation, AnnotationEntry
from bookwheel.domain.places import place_at
from bookwheel.indexes.catalogue import DocumentRow, SectionRow
from bookwheel.library.annotations.quote_search import FoundQuote, LetterText
from bookwheel.library.snapshot.lookup import breadcrumb, uri_of
from bookwheel.library.snapshot.reanchor import anchored
from bookwheel.library.snapshot.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class PassagePlace:
    """A passage in a document: the section that holds its beginning (None for a whole document) and its lines."""

    row: DocumentRow
    section: SectionRow | None
    lines: tuple[int, int]


class KnownDocuments:
    """The documents of a snapshot, each read once: a list may hold hundreds of annotations of one."""

    def __init__(self, snapshot: Snapshot) -> None:
        self.snapshot = snapshot
        catalogue = snapshot.catalogue
        self.document = cache(catalogue.document)
        self.places_of = cache(catalogue.places_of)
        self.text_of = cache(catalogue.text_of)
        self._sections = cache(catalogue.sections_of)
        self.letters_of = lru_cache(maxsize=4)(self._read_letters)

    def sections_of(self, document_key: int) -> Sequence[SectionRow]:
        """A document's sections in source order."""
        return self._sections(document_key)

    def _read_letters(self, document_key: int) -> LetterText:
        return LetterText(self.text_of(document_key))


def find_passage(annotation: Annotation, known: KnownDocuments) -> PassagePlace | None:
    """Where an annotation's passage stands now; None when it is lost.

    In a section whose text is as it was, it stands where it stood. In any other its own words must be found, in that
    section or else in the whole document; words that stand there several times are not guessed at.
    """
    found = anchored(known, annotation.section, annotation.heading_path, annotation.text_hash)
    row = found[0] if found is not None else known.document(annotation.doc)
    if row is None or (found is None and not annotation.quote):
        return None
    if found is not None:
        _, sections, at = found
        section = None if at is None else sections[at]
        if not annotation.quote or (section is not None and section.text_hash == annotation.text_hash):
            return PassagePlace(row, section, _kept_lines(annotation, section))
        if section is not None:
            own = find_in_section(annotation, row, section, known)
            if own is not None:
                return own
    return find_in_document(annotation.quote, annotation.prefix, annotation.suffix, row, known)


def find_in_section(
    annotation: Annotation, row: DocumentRow, section: SectionRow, known: KnownDocuments, *, is_sure: bool = False
) -> PassagePlace | None:
    """Where an annotation's words stand in one section."""
    text = section_text(known, row, section)
    found = LetterText(text).find(annotation.quote, annotation.prefix, annotation.suffix, is_sure=is_sure)
    return None if found is None else PassagePlace(row, section, _lines_of(found, text, section.start_line))


def find_in_document(
    quote: str, prefix: str, suffix: str, row: DocumentRow, known: KnownDocuments
) -> PassagePlace | None:
    """Where words stand in a whole document."""
    found = known.letters_of(row.key).find(quote, prefix, suffix)
    if found is None:
        return None
    lines = _lines_of(found, known.text_of(row.key), 1)
    return PassagePlace(row, _section_at(known.sections_of(row.key), lines[0]), lines)


def section_text(known: KnownDocuments, row: DocumentRow, section: SectionRow) -> str:
    """The source of one section."""
    text = known.text_of(row.key).encode()
    return text[section.start_byte : section.end_byte].decode("utf-8", "replace")


def build_entry(annotation: Annotation, found: PassagePlace | None, known: KnownDocuments) -> AnnotationEntry:
    """An annotation as it is listed."""
    if found is None:
        return AnnotationEntry(annotation, "", annotation.title, annotation.heading_path, (0, 0), "", is_lost=True)
    row, section = found.row, found.section
    anchor = section.anchor if section is not None else ""
    return AnnotationEntry(
        annotation,
        f"{row.doc}#{anchor}" if anchor else row.doc,
        row.title,
        breadcrumb(known.snapshot, row, section),
        found.lines,
        uri_of(row.doc, anchor),
        place_at(known.places_of(row.key), found.lines),
    )


def _section_at(sections: Sequence[SectionRow], line: int) -> SectionRow | None:
    above = [section for section in sections if section.start_line <= line] or list(sections[:1])
    return above[-1] if above else None


def _kept_lines(annotation: Annotation, section: SectionRow | None) -> tuple[int, int]:
    if section is None:
        return 1, 1
    if not annotation.quote:
        return section.start_line, section.end_line
    line = min(section.start_line + annotation.line, section.end_line)
    return line, line


def _lines_of(found: FoundQuote, text: str, first_line: int) -> tuple[int, int]:
    start = first_line + text.count("\n", 0, found.start)
    return start, start + text.count("\n", found.start, found.end)
