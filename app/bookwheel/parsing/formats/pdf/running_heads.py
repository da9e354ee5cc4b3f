"""Running heads, feet and page numbers: lines at the edge of many pages that say the same."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from bookwheel.parsing.formats.pdf.page_lines import Line

EDGE = 0.1
"""The share of a page's height at its top and foot in which they stand."""
LEAST_PAGES = 3

_DIGITS = re.compile(r"\d+|\b[ivxlc]+\b", re.IGNORECASE)
_NUMBER = re.compile(
    r"[-–—|\[( ]*(?:page|seite|p\.|s\.)?\s*(?:\d{1,4}|[ivxlc]{1,7})\s*(?:(?:of|von|/)\s*\d{1,4})?[-–—|\]) ]*",
    re.IGNORECASE,
)


def without_heads(pages: Sequence[Sequence[Line]], heights: Sequence[float]) -> list[list[Line]]:
    """The lines of each page but its running head and foot and its number."""
    by_height = zip(pages, heights, strict=True)
    edges = [[line for line in lines if _is_at_edge(line, height)] for lines, height in by_height]
    counts = Counter(key for lines in edges for key in {_key(line) for line in lines})
    numbers = _page_numbers(pages)
    least = max(LEAST_PAGES, len(pages) // 8)
    kept: list[list[Line]] = []
    for lines, at_edge in zip(pages, edges, strict=True):
        dropped = numbers | {
            id(line)
            for line in at_edge
            if (counts[_key(line)] >= least) or (len(pages) > 1 and _NUMBER.fullmatch(line.text.strip()))
        }
        kept.append([line for line in lines if id(line) not in dropped])
    return kept


def _page_numbers(pages: Sequence[Sequence[Line]]) -> set[int]:
    """The first or last lines of pages that count them, wherever the margin ends, by their `id`."""
    found: dict[int, list[int]] = {}
    for index, lines in enumerate(pages):
        if not lines:
            continue
        outer = {id(line): line for line in (min(lines, key=_top), max(lines, key=_top))}
        for line in outer.values():
            if line.text.strip().isdecimal() and len(line.text.strip()) <= 5:
                found.setdefault(int(line.text) - index, []).append(id(line))
    return {line for lines in found.values() if len(lines) > 1 for line in lines}


def _top(line: Line) -> float:
    return line.box[1]


def _is_at_edge(line: Line, height: float) -> bool:
    return height > 0 and (line.box[3] < EDGE * height or line.box[1] > (1 - EDGE) * height)


def _key(line: Line) -> tuple[str, int]:
    return _DIGITS.sub("#", line.text.casefold()).strip(), round(line.box[1] / 12)
