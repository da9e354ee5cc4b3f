"""Where a hit's snippet comes from: the hit's own lines, else the first text below its heading."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from bookwheel.domain.document import TOP
from bookwheel.domain.search import Hit
from bookwheel.indexes.catalogue import CatalogueReader, DocumentRow, SectionRow
from bookwheel.library.snapshot.section_tree import branch_end

MOST_BELOW = 30
"""Sections below a bare heading that are looked at for the first text."""

_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_LETTER = re.compile(r"\w")

LONG = 60
"""Lines of a section from which on it is worth to say where in it a snippet stands."""

_WORD = re.compile(r"[^\W_]+")
_RUNS = (8, 4, 3)
_BETWEEN = re.compile(r"(?:\]\([^)\n]*\)|<[^>\n]*>|(?!\]\(|<)[\W_])+")
"""What stands between two words that follow each other: spaces, marks, where a link leads, tags."""

Excerpted = tuple[tuple[str, ...], tuple[int, int]]
"""Texts, the one to prefer first, and the lines in which they stand."""


def excerpted(row: SectionRow, document: DocumentRow, catalogue: CatalogueReader) -> Excerpted:
    """What a section shows of itself in a list of hits; no text when nothing stands under its heading.

    A bare heading shows the first text of its branch, and its lines reach to the end of that; the beginning of a
    document, the first text there is. What is no text, as the mark of an included file, is shown as it is written, and
    of a document that is a header alone, what it says of itself.
    """
    lines = (row.start_line, row.end_line)
    own = (row.prose, row.code)
    if any(text.strip() for text in own):
        return own, lines
    sections = catalogue.sections_of(row.document_key)
    first = next(number for number, section in enumerate(sections) if section.key == row.key)
    end = branch_end(sections, first) if row.level else len(sections)
    keys = [section.key for section in sections[first + 1 : end][:MOST_BELOW]]
    rows = catalogue.section_rows(keys)
    for below in (rows[key] for key in keys if key in rows):
        if below.prose.strip() or below.code.strip():
            return (below.prose, below.code), (row.start_line, below.end_line)
    written = _written(row, catalogue)
    if not written and row.anchor == TOP and len(sections) == 1 and document.description:
        return (document.description,), (1, max(1, row.start_line - 1))
    return (written,), lines


def located(hit: Hit, catalogue: CatalogueReader) -> Hit:
    """A hit with the line at which its snippet's first match stands, if its section is long and the words are found."""
    first, last = hit.lines
    document = catalogue.document(hit.doc) if last - first >= LONG else None
    if document is None:
        return hit
    line = line_of(hit, catalogue.text_of(document.key).split("\n"))
    return replace(hit, line=line) if line else hit


def line_of(hit: Hit, lines: Sequence[str]) -> int | None:
    """The line at which a snippet's first match stands in its section, by all lines of the document's text."""
    first, last = hit.lines
    source = "\n".join(lines[first - 1 : last])
    start = hit.spans[0][0] if hit.spans else 0
    words = _WORD.findall(hit.snippet[start : start + 200])[: _RUNS[0]]
    for count in _RUNS:
        at = _run_at(words[:count], source) if len(words) >= count else -1
        if at >= 0:
            return first + source.count("\n", 0, at)
    # The match may stand at the end of the section: what leads up to it tells where.
    words = _WORD.findall(hit.snippet[max(0, start - 200) : hit.spans[0][1]]) if hit.spans else []
    for count in (*_RUNS, 2):
        at = _run_at(words[-count:], source) if len(words) >= count else -1
        if at >= 0:
            return first + source.count("\n", 0, source.find(words[-1], at))
    return None


def _run_at(words: Sequence[str], source: str) -> int:
    """Where these words first follow each other, -1 for nowhere. A pattern of them would take longer to make."""
    at = source.find(words[0])
    while at >= 0:
        end = at + len(words[0])
        for word in words[1:]:
            gap = _BETWEEN.match(source, end)
            if gap is None or not source.startswith(word, gap.end()):
                break
            end = gap.end() + len(word)
        else:
            return at
        at = source.find(words[0], at + 1)
    return -1


def _written(row: SectionRow, catalogue: CatalogueReader) -> str:
    """The source under a section's heading, without comments; empty when it has no letter."""
    lines = catalogue.text_of(row.document_key).split("\n")
    source = _COMMENT.sub(" ", "\n".join(lines[row.start_line - (row.anchor == TOP) : row.end_line]))
    return source if _LETTER.search(source) else ""
