"""The two passages of a finding: their sections, lines and a few words of each."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache

from bookwheel.domain.diagnostics import LinkFinding
from bookwheel.indexes.catalogue import CatalogueReader, SectionRow
from bookwheel.library.search.snippets import cleaned

LONGEST, SHORTEST = 240, 80
"""Characters of a passage, and below which the next lines of its paragraph are added."""

_MOST_KEPT = 64
"""Documents whose texts are kept while findings are filled in."""

_UNTOLD = re.compile(
    r"\s*(?:$|#|---|===|\.\. |:::|<!--|<[a-z/!][^>]*>\s*$|<td|\{\{|\[[^\]]+\]:|import |!\[|\|"
    r"|[-*] +[*_]*[A-Z][\w ]{1,24}:[*_]*(?:\s|$)|[>*_`~-]+\s*$)",
    re.IGNORECASE,
)
"""Lines that say nothing by themselves: headings, rules, directives, tags, pictures, tables, fields."""

_FENCE = re.compile(r"\s*(?:```|~~~)")


class Passages:
    """Passages of documents at one revision; of one thread."""

    def __init__(self, catalogue: CatalogueReader) -> None:
        """Read nothing yet."""
        self._catalogue = catalogue
        self._document = lru_cache(_MOST_KEPT)(self._read)

    def filled(self, finding: LinkFinding) -> LinkFinding:
        """A finding with both of its passages around the words that it names.

        Where no line is named, the first words of prose count.
        """
        one, two = finding.section or finding.doc, finding.other_section or finding.other
        section, line, text = self._passage(one, finding.line, finding.text)
        other, other_line, other_text = self._passage(two, finding.other_line, finding.other_text)
        return replace(
            finding, section=section, line=line, text=text, other_section=other, other_line=other_line,
            other_text=other_text,
        )  # fmt: skip

    def _passage(self, id: str, line: int, named: str) -> tuple[str, int, str]:
        doc, _, anchor = id.rpartition("#") if "#" in id else (id, "", "")
        lines, sections = self._document(doc or id)
        own = [section for section in sections if section.anchor == anchor] if anchor else []
        if not line:
            line = first_told(lines, own or sections) or (own[0].start_line if own else min(1, len(lines)))
        if not own:
            own = [section for section in sections if section.start_line <= line <= section.end_line]
        last = own[-1].end_line if own else line  # a field of the front matter stands alone
        return (f"{own[-1].doc}#{own[-1].anchor}" if own else doc or id), line, _words(lines, line, last, named)

    def _read(self, doc: str) -> tuple[Sequence[str], Sequence[SectionRow]]:
        row = self._catalogue.document(doc)
        if row is None:
            return (), ()
        return self._catalogue.text_of(row.key).split("\n"), self._catalogue.sections_of(row.key)


def first_told(lines: Sequence[str], sections: Iterable[SectionRow]) -> int:
    """The first line of prose of some sections; 0 where there is none."""
    for section in sections:
        is_code = False
        for number in range(section.start_line, min(section.end_line, len(lines)) + 1):
            line = lines[number - 1]
            is_fence = _FENCE.match(line) is not None
            is_code ^= is_fence
            if not (is_code or is_fence or _UNTOLD.match(line)):
                return number
    return 0


def _words(lines: Sequence[str], line: int, last: int, named: str) -> str:
    """The words of a line around those named; with those of the lines after it while they are few."""
    if not 0 < line <= len(lines):
        return ""
    words = _excerpt(lines[line - 1], named)
    for number in range(line + 1, min(last, len(lines)) + 1):
        if len(words) >= SHORTEST or _UNTOLD.match(lines[number - 1]):
            break
        words = f"{words} {_excerpt(lines[number - 1], '')}"
    return _excerpt(words, "")


def _excerpt(line: str, named: str) -> str:
    """The part of a line that fits, around some words of it, on one line and cut between words."""
    place = max(0, line.find(named)) if named else 0
    first = max(0, min(place - LONGEST // 3, len(line) - LONGEST)) if place + len(named) > LONGEST else 0
    part = line[first : first + LONGEST]
    if first + LONGEST < len(line):
        part = f"{part.rpartition(' ')[0] or part}…"
    if first:
        part = f"… {part.partition(' ')[2] or part}"
    return cleaned(part)
