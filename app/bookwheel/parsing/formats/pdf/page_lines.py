"""The lines of a page with their fonts and boxes."""

from __future__ import annotations

import ctypes
import re
from collections.abc import Iterator
from dataclasses import dataclass

from bookwheel.parsing.formats.pdf.pdfium import Box, C, Page

MOST_CHARACTERS = 200_000
"""Characters of a page that are read."""

_BREAK = re.compile(r"[\r\n]+")
_FIXED = 1
_BOLD = 600


@dataclass(slots=True)
class Line:
    """One line: its words, the size (points), weight and pitch of its letters, and its box on the page as shown."""

    text: str
    size: float
    is_bold: bool
    is_fixed: bool
    box: Box
    page: int


def lines_of(page: Page, index: int) -> list[Line]:
    """The lines of a page in the order in which its words are written."""
    words = page.words()[:MOST_CHARACTERS]
    found: list[Line] = []
    at = 0
    for end in _ends(words):
        raw = words[at:end]
        text = raw.replace("\x02", "\u00ad").replace("\ufffe", "\u00ad")
        if text.strip():
            first = at + len(raw) - len(raw.lstrip())
            last = at + len(raw.rstrip()) - 1
            found.append(_line(page, text.strip(), first, last, index))
        match = _BREAK.match(words, end)
        at = match.end() if match else end
    return found


def _ends(words: str) -> Iterator[int]:
    for match in _BREAK.finditer(words):
        yield match.start()
    yield len(words)


def _line(page: Page, text: str, first: int, last: int, index: int) -> Line:
    left, right, bottom, top = (ctypes.c_double() for _ in range(4))
    C.FPDFText_GetCharBox(page.text, first, left, right, bottom, top)
    middle = (first + last) // 2
    ends = [(left.value, bottom.value, right.value, top.value)]
    for at in {middle, last}:
        C.FPDFText_GetCharBox(page.text, at, left, right, bottom, top)
        ends.append((left.value, bottom.value, right.value, top.value))
    lefts, bottoms, rights, tops = zip(*ends, strict=True)
    box = page.shown(min(lefts), min(bottoms), max(rights), max(tops))
    flags = ctypes.c_int()
    C.FPDFText_GetFontInfo(page.text, middle, None, 0, flags)
    size = max(C.FPDFText_GetFontSize(page.text, first), 0.0)
    high = box[3] - box[1]
    size = size if 1.5 < size < 400 and size < 4 * max(high, 2) else high
    weight = C.FPDFText_GetFontWeight(page.text, middle)
    return Line(text, round(size, 1), weight >= _BOLD, bool(flags.value & _FIXED), box, index)
