"""Tables of MediaWiki: rows, headers, captions, and cells over several columns and rows."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from bookwheel.parsing.formats.markup import blocks
from bookwheel.parsing.formats.markup import inline_text as inline
from bookwheel.parsing.formats.markup.blocks import Block
from bookwheel.parsing.formats.markup.source_lines import Lines
from bookwheel.parsing.formats.wiki.braces import arguments
from bookwheel.parsing.formats.wiki.inline_mediawiki import MediaWikiInline

_SPAN = re.compile(r"""\b(col|row)span\s*=\s*["']?\s*(\d{1,3})""", re.IGNORECASE)
_ATTRIBUTES = re.compile(r"""\s*(?:[\w-]{1,40}\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'|]+)\s*)+\Z|\s*(?:nowrap|scope)\s*\Z""")
_BULLET = re.compile(r"\A\s*[*#:;]+\s*")
_MOST_SPAN, _MOST_COLUMNS = 60, 500


@dataclass(slots=True)
class _Row:
    line: int
    last: int
    cells: list[str] = field(default_factory=list[str])
    is_header: bool = False


def end_of_table(lines: Lines, at: int) -> int:
    """The line after a table, tables in its cells counted; one that nothing closes ends at a heading."""
    depth = 0
    for index in range(at, len(lines)):
        text = lines[index][1].lstrip(" :*#")
        if text.startswith("{|"):
            depth += 1
        elif text.startswith("|}") and not text.startswith("|}}"):
            depth -= 1
            if depth <= 0:
                return index + 1
        elif index > at and text.startswith("==") and text.rstrip().endswith("=="):
            return index
    return len(lines)


def table_of(lines: Lines, writer: MediaWikiInline) -> list[Block]:
    """A table with its caption before it."""
    caption, rows = _rows_of(lines)
    made: list[Block] = []
    if caption:
        words = writer.write(_plain(caption[1]))
        made.append(blocks.placed(inline.emphasis(words, "**"), caption[0]))
    filled = [row for row in rows if row.cells]
    if not filled:
        return made
    cells = _spread([[*_cells_of(row, writer)] for row in filled])
    places = [(row.line, row.last) for row in filled]
    if not filled[0].is_header:
        cells.insert(0, [])
        places.insert(0, places[0])
    return [*made, blocks.table(cells, places)]


def _rows_of(lines: Lines) -> tuple[tuple[int, str] | None, list[_Row]]:
    """The caption, and the rows with the source of each cell."""
    caption: tuple[int, str] | None = None
    rows = [_Row(lines[0][0], lines[0][0])]
    depth = 0
    for number, raw in lines[1:]:
        line = raw.strip()
        row = rows[-1]
        row.last = number if row.cells else row.last
        is_end = line.startswith("|}") and not line.startswith("|}}")
        if line.startswith("{|") or depth:
            depth += line.startswith("{|") - is_end
            _go_on(row, " · ".join(_split(line.lstrip("|!{}-+"), line[:1])) if depth else "")
        elif is_end:
            break
        elif line.startswith("|-"):
            rows.append(_Row(number + 1, number + 1))
        elif line.startswith("|+"):
            caption = (number, line[2:])
        elif line.startswith(("|", "!")):
            if not row.cells:
                row.line = row.last = number
            row.is_header = row.is_header or (line[0] == "!" and not row.cells)
            row.cells += _split(line[1:], line[0])
        else:
            _go_on(row, line)
    return caption, rows


def _go_on(row: _Row, line: str) -> None:
    if row.cells and line:
        row.cells[-1] = f"{row.cells[-1]}\n{line}"


def _split(line: str, mark: str) -> list[str]:
    """The cells of a line; bars within links and templates divide nothing."""
    if mark == "!":
        line = line.replace("!!", "||")
    parts = arguments(line)
    cells = [""]
    at = 0
    while at < len(parts):
        if at and parts[at] == "" and at + 1 < len(parts):
            cells.append(parts[at + 1])
            at += 2
            continue
        cells[-1] = parts[at] if not at else f"{cells[-1]}|{parts[at]}"
        at += 1
    return cells


def _plain(cell: str) -> str:
    attributes, *content = arguments(cell)
    if content and _ATTRIBUTES.match(attributes):
        return "|".join(content).strip()
    return cell.strip()


def _cells_of(row: _Row, writer: MediaWikiInline) -> list[tuple[str, int, int]]:
    found: list[tuple[str, int, int]] = []
    for cell in row.cells:
        attributes = cell.partition("|")[0]
        spans = {name.lower(): min(int(count), _MOST_SPAN) for name, count in _SPAN.findall(attributes)}
        text = " ".join(_BULLET.sub("", line) for line in _plain(cell).split("\n"))
        found.append((writer.write(text), max(1, spans.get("col", 1)), max(1, spans.get("row", 1))))
    return found


def _spread(rows: Sequence[Sequence[tuple[str, int, int]]]) -> list[list[str]]:
    """The cells in their columns: those that others reach over are empty."""
    taken: dict[int, int] = {}
    made: list[list[str]] = []
    for row in rows:
        cells: list[str] = []
        below = {column: count - 1 for column, count in taken.items() if count > 1}
        for text, across, down in row:
            while len(cells) in taken and len(cells) < _MOST_COLUMNS:
                cells.append("")
            if len(cells) >= _MOST_COLUMNS:
                cells[-1] += f" {text}"
                continue
            if down > 1:
                below.update({len(cells) + column: down - 1 for column in range(across)})
            cells += [text, *([""] * (across - 1))]
        taken = below
        made.append(cells)
    return made
