"""Tables of AsciiDoc as tables of Markdown."""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping, Sequence
from typing import Protocol

from bookwheel.parsing.formats.markup import blocks
from bookwheel.parsing.formats.markup.blocks import Block

_CELL = re.compile(
    r"(?:(?<=\s)|\A)(?P<spec>(?:\d{1,3}(?:\.\d{1,3})?|\.\d{1,3})?[+*]?[<^>]?(?:\.[<^>])?[aehlmdsv]?)(?<!\\)\|"
)
_MOST_COLUMNS = 500


class Style(Protocol):
    """What is said of a table above it."""

    named: dict[str, str]

    def has(self, option: str) -> bool:
        """Whether an option is set."""
        ...


class InlineWriter(Protocol):
    """What writes the words of cells."""

    def write(self, text: str, *, block: bool = True) -> str:
        """Markdown of a text."""
        ...


def write_table(inline: InlineWriter, lines: Sequence[tuple[int, str]], style: Style, sign: str, first: int) -> Block:
    """A table from its lines between the marks; `sign` is the first letter of these."""
    if sign in ",:" or style.named.get("format") in ("csv", "dsv"):
        rows = list(csv.reader([line for _, line in lines if line.strip()], delimiter=":" if sign == ":" else ","))
        places = [number for number, line in lines if line.strip()][: len(rows)]
        places += [first] * (len(rows) - len(places))
        has_header = style.has("header") or _is_header_apart(lines)
    else:
        cells = _cells(lines if sign == "|" else [(number, line.replace("!", "|")) for number, line in lines])
        width = _width(style.named, cells)
        rows, places = _rows(cells, width)
        has_header = style.has("header") or (_is_header_apart(lines) and not style.has("noheader"))
    written = [
        [inline.write(re.sub(r"\s+", " ", cell.replace("\\|", "|")), block=False) for cell in row] for row in rows
    ]
    if not written:
        return Block("")
    if not has_header:
        written.insert(0, [])
        places.insert(0, places[0])
    return blocks.table(written, [(place, place) for place in places])


def _is_header_apart(lines: Sequence[tuple[int, str]]) -> bool:
    return len(lines) > 2 and bool(lines[0][1].strip()) and not lines[1][1].strip()


def _cells(lines: Sequence[tuple[int, str]]) -> list[tuple[int, int, str]]:
    """The cells as line, number among those of their line, and text."""
    found: list[tuple[int, int, str]] = []
    parts: list[str] = []

    def close() -> None:
        if found and parts:
            number, index, text = found[-1]
            found[-1] = (number, index, " ".join([text, *parts]).strip())
        parts.clear()

    for number, line in lines:
        marks = list(_CELL.finditer(line))
        opening = line[: marks[0].start()] if marks else line
        if opening.strip():
            parts.append(opening.strip())
        for index, mark in enumerate(marks):
            close()
            end = marks[index + 1].start() if index + 1 < len(marks) else len(line)
            wide = re.match(r"(\d+)(?:\.\d+)?([+*])", mark["spec"])
            text = line[mark.end() : end].strip()
            count = min(int(wide[1]), _MOST_COLUMNS) if wide else 1
            copies = [text] * count if wide and wide[2] == "*" else [text, *([""] * (count - 1))]
            found += [(number, index, copy) for copy in copies]
    close()
    return found


def _width(named: Mapping[str, str], cells: Sequence[tuple[int, int, str]]) -> int:
    if columns := named.get("cols", ""):
        repeated = re.fullmatch(r"(\d+)\*.*", columns)
        if repeated:
            return max(1, min(int(repeated[1]), _MOST_COLUMNS))
        count = sum(
            int(match[1]) if (match := re.match(r"(\d{1,3})\*", one.strip())) else 1 for one in columns.split(",")
        )
        return max(1, min(count, _MOST_COLUMNS))
    return max(1, sum(number == cells[0][0] for number, _, _ in cells)) if cells else 1


def _rows(cells: Sequence[tuple[int, int, str]], width: int) -> tuple[list[list[str]], list[int]]:
    rows = [[text for _, _, text in cells[at : at + width]] for at in range(0, len(cells), width)]
    return rows, [cells[at][0] for at in range(0, len(cells), width)]
