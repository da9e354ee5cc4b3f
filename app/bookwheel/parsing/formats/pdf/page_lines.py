"""The lines of a page with their fonts and boxes."""

from __future__ import annotations

import ctypes
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass

from bookwheel.parsing.formats.pdf.pdfium import Box, C, Page

MOST_CHARACTERS = 200_000
"""Characters of a page that are read."""

SPARSE = 0.52
"""A line that is wider than this many times its letters and their size has gaps, and may be a row of a table."""
GAP = 0.9
"""The least width of a gap between two cells of a line, in sizes of its letters."""

_TWO_LINES = 1.7
"""A line that is higher than this many sizes of its letters may be several: pdfium takes a short line and a heading
below it for one."""

Cell = tuple[float, float, str]
"""Left and right on the page as shown (points), and the words."""

_BREAK = re.compile(r"[\r\n]+")
_SPACES = re.compile(r"\s+")
_FIXED = 1
_BOLD = 600
_BOLD_NAME = re.compile(rb"bold|black|heavy|demi|-medi\b|\bcm(?:ss)?bx", re.IGNORECASE)
_LONGEST_NAME = 128


@dataclass(slots=True)
class Line:
    """One line: its words, the size (points), weight and pitch of its letters, and its box on the page as shown.

    `cells` are its words between wide gaps, from left to right.
    """

    text: str
    size: float
    is_bold: bool
    is_fixed: bool
    box: Box
    page: int
    cells: tuple[Cell, ...] = ()


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
            line = _line(page, text.strip(), first, last, index)
            if line.box[3] - line.box[1] > _TWO_LINES * line.size and " " in line.text:
                found += _split(page, line, first, index)
            else:
                found.append(line)
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
    name = ctypes.create_string_buffer(_LONGEST_NAME)
    size_of_name = C.FPDFText_GetFontInfo(page.text, middle, name, _LONGEST_NAME, flags)
    size = max(C.FPDFText_GetFontSize(page.text, first), 0.0) * _scale(page, first)
    high = box[3] - box[1]
    size = size if 1.5 < size < 400 and size < 4 * max(high, 2) else high
    # Many files state no weight, or a wrong one.
    is_named_bold = 0 < size_of_name <= _LONGEST_NAME and _BOLD_NAME.search(name.value) is not None
    is_bold = is_named_bold or C.FPDFText_GetFontWeight(page.text, middle) >= _BOLD
    cells = ((box[0], box[2], text),)
    if box[2] - box[0] > SPARSE * size * len(text):
        cells = _cells(page, text, first, size)
    return Line(text, round(size, 1), is_bold, bool(flags.value & _FIXED), box, index, cells)


def _split(page: Page, line: Line, first: int, index: int) -> Iterator[Line]:
    """A line cut where its words go on further down and to the left; `first` is the index of its first letter."""
    left, right, bottom, top = (ctypes.c_double() for _ in range(4))
    start = 0
    for gap in _SPACES.finditer(line.text):
        C.FPDFText_GetCharBox(page.text, first + gap.start() - 1, left, right, bottom, top)
        before = left.value, top.value
        C.FPDFText_GetCharBox(page.text, first + gap.end(), left, right, bottom, top)
        if left.value < before[0] and before[1] - top.value > 0.7 * line.size:
            yield _line(page, line.text[start : gap.start()], first + start, first + gap.start() - 1, index)
            start = gap.end()
    yield _line(page, line.text[start:], first + start, first + len(line.text) - 1, index) if start else line


def _scale(page: Page, at: int) -> float:
    """How much larger a letter is shown than its font's size says; pages printed by browsers scale all of it."""
    matrix = C.FS_MATRIX()
    return math.hypot(matrix.c, matrix.d) if C.FPDFText_GetMatrix(page.text, at, matrix) else 1.0


def _cells(page: Page, text: str, first: int, size: float) -> tuple[Cell, ...]:
    """The words of a line between its wide gaps; `first` is the index of its first letter on the page."""
    left, right, bottom, top = (ctypes.c_double() for _ in range(4))
    box = C.FPDFText_GetCharBox
    found: list[Cell] = []
    begin, start = 0, 0.0
    for gap in _SPACES.finditer(f"{text} "):
        if not begin and not found:
            box(page.text, first, left, right, bottom, top)
            start = left.value
        box(page.text, first + gap.start() - 1, left, right, bottom, top)
        end = right.value
        if gap.end() <= len(text):
            box(page.text, first + gap.end(), left, right, bottom, top)
            if left.value - end <= GAP * size:
                continue
        ends = page.shown(start, bottom.value, end, top.value)
        found.append((ends[0], ends[2], text[begin : gap.start()]))
        begin, start = gap.end(), left.value
    return tuple(found)
