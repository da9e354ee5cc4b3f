"""The lines of a page with their fonts and boxes."""

from __future__ import annotations

import ctypes
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from bookwheel.parsing.formats.pdf.pdfium import Box, C, Page

MOST_CHARACTERS = 200_000
"""Characters of a page that are read."""

_OTHER_SIZE = 1.25
"""How many times larger the letters of a title are than those beside it."""
_TITLE_AND_MORE = 2
"""Cells of a line that may be a title and something beside it; more are those of a table."""
SPARSE = 0.52
"""A line that is wider than this many times its letters and their size has gaps, and may be a row of a table."""
GAP = 0.9
"""The least width of a gap between two cells of a line, in sizes of its letters."""

_TWO_LINES = 1.7
"""A line that is higher than this many sizes of its letters may be several: pdfium takes a short line and a heading
below it for one."""

Cell = tuple[float, float, str]
"""Left and right on the page as shown (points), and the words."""

FEWEST_LETTERS = 20
"""A page with fewer is read as it is."""
_MOST_STRANGE, _MOST_UNNAMED = 0.3, 0.5
"""Shares of a page's letters above which it cannot be read. Of 49 ordinary PDFs, one had more than .01: .22 of 23."""
_SAMPLE = 64
_STRANGE = re.compile("[\ufffd\ue000-\uf8ff\x00-\x08\x0e-\x1f]")
_BREAK = re.compile(r"[\r\n]+")
# What pdfium writes into: a line has some five calls, and making these each time took a quarter of the time.
_LEFT, _RIGHT, _BOTTOM, _TOP = (ctypes.c_double() for _ in range(4))
_FLAGS, _MATRIX = ctypes.c_int(), C.FS_MATRIX()
_SPACES = re.compile(r"\s+")
_FIXED = 1
_BOLD = 600
_BOLD_NAME = re.compile(rb"bold|black|heavy|demi|-medi\b|\bcm(?:ss)?bx", re.IGNORECASE)
_LONGEST_NAME = 128
_NAME = ctypes.create_string_buffer(_LONGEST_NAME)


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


def is_readable(page: Page, words: str) -> bool:
    """Whether the fonts of a page say which letters it shows; `words` are all its characters.

    Where a font does not, pdfium gives the numbers of its shapes, which are control characters or any others.
    """
    shown = len("".join(words.split()))
    if shown < FEWEST_LETTERS:
        return True
    if len(_STRANGE.findall(words)) > _MOST_STRANGE * shown:
        return False
    sample = [at for at in range(0, len(words), 1 + len(words) // _SAMPLE) if not words[at].isspace()]
    return sum(C.FPDFText_HasUnicodeMapError(page.text, at) == 1 for at in sample) <= _MOST_UNNAMED * len(sample)


def lines_of(page: Page, index: int, words: str) -> list[Line]:
    """The lines of a page in the order in which its words are written; `words` are all its characters."""
    words = words[:MOST_CHARACTERS]
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
            elif len(line.cells) == _TITLE_AND_MORE:
                found += _parted(page, line, first, index)
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
    middle = (first + last) // 2
    lefts, bottoms, rights, tops = zip(*(_box(page, at) for at in {first, middle, last}), strict=True)
    box = page.shown(min(lefts), min(bottoms), max(rights), max(tops))
    size = max(C.FPDFText_GetFontSize(page.text, first), 0.0) * _scale(page, first)
    high = box[3] - box[1]
    size = size if 1.5 < size < 400 and size < 4 * max(high, 2) else high
    size_of_name = C.FPDFText_GetFontInfo(page.text, middle, _NAME, _LONGEST_NAME, _FLAGS)
    # Many files state no weight, or a wrong one.
    is_named_bold = 0 < size_of_name <= _LONGEST_NAME and _names_bold(_NAME.value)
    is_bold = is_named_bold or C.FPDFText_GetFontWeight(page.text, middle) >= _BOLD
    cells = ((box[0], box[2], text),)
    if box[2] - box[0] > SPARSE * size * len(text):
        cells = _cells(page, text, first, size)
    return Line(text, round(size, 1), is_bold, bool(_FLAGS.value & _FIXED), box, index, cells)


def _box(page: Page, at: int) -> Box:
    """Left, bottom, right and top of a letter in the page's own coordinates."""
    C.FPDFText_GetCharBox(page.text, at, _LEFT, _RIGHT, _BOTTOM, _TOP)
    return _LEFT.value, _BOTTOM.value, _RIGHT.value, _TOP.value


@lru_cache(maxsize=1000)
def _names_bold(font: bytes) -> bool:
    return _BOLD_NAME.search(font) is not None


def _split(page: Page, line: Line, first: int, index: int) -> Iterator[Line]:
    """A line cut where its words go on further down and to the left; `first` is the index of its first letter."""
    start = 0
    for gap in _SPACES.finditer(line.text):
        before, after = _box(page, first + gap.start() - 1), _box(page, first + gap.end())
        if after[0] < before[0] and before[3] - after[3] > 0.7 * line.size:
            yield _line(page, line.text[start : gap.start()], first + start, first + gap.start() - 1, index)
            start = gap.end()
    yield _line(page, line.text[start:], first + start, first + len(line.text) - 1, index) if start else line


def _parted(page: Page, line: Line, first: int, index: int) -> Iterator[Line]:
    """A line cut at a wide gap behind which letters are smaller, as between a title and what is beside it."""
    at = line.text.rfind(line.cells[1][2])
    if at <= 0 or line.size <= _OTHER_SIZE * C.FPDFText_GetFontSize(page.text, first + at) * _scale(page, first + at):
        yield line
        return
    before = line.text[:at].rstrip()
    yield _line(page, before, first, first + len(before) - 1, index)
    yield _line(page, line.text[at:], first + at, first + len(line.text) - 1, index)


def _scale(page: Page, at: int) -> float:
    """How much larger a letter is shown than its font's size says; pages printed by browsers scale all of it."""
    return math.hypot(_MATRIX.c, _MATRIX.d) if C.FPDFText_GetMatrix(page.text, at, _MATRIX) else 1.0


def _cells(page: Page, text: str, first: int, size: float) -> tuple[Cell, ...]:
    """The words of a line between its wide gaps; `first` is the index of its first letter on the page."""
    found: list[Cell] = []
    begin, start = 0, _box(page, first)[0]
    for gap in _SPACES.finditer(f"{text} "):
        end = after = _box(page, first + gap.start() - 1)
        if gap.end() <= len(text):
            after = _box(page, first + gap.end())
            if after[0] - end[2] <= GAP * size:
                continue
        ends = page.shown(start, end[1], end[2], end[3])
        found.append((ends[0], ends[2], text[begin : gap.start()]))
        begin, start = gap.end(), after[0]
    return tuple(found)
