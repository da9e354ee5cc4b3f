"""Tables of Org: rows and rules; lines that only align or compute are left out."""

from __future__ import annotations

import re
from collections.abc import Callable

from bookwheel.parsing.formats.markup import blocks
from bookwheel.parsing.formats.markup.blocks import Block
from bookwheel.parsing.formats.markup.source_lines import Lines

_CELLS = re.compile(r"(?<!\\)\|")
_ALIGNED = re.compile(r"<[lrc]?\d*>|")
_MARKING = ("/", "!", "^", "_", "$")
"""The first cell of a row that says something of the table itself."""


def table_of(lines: Lines, write: Callable[[str], str]) -> Block | None:
    """The table of some lines, its header what stands above the first rule; None where no row has words.

    `write` makes Markdown of a cell.
    """
    rows: list[list[str]] = []
    places: list[tuple[int, int]] = []
    header = 0
    for number, line in lines:
        if re.match(r"\s*\|-", line):
            header = header or len(rows)
            continue
        cells = [cell.strip() for cell in _CELLS.split(line.strip().strip("|"))]
        if all(_ALIGNED.fullmatch(cell) for cell in cells) or cells[0] in _MARKING:
            continue
        rows.append([write(cell.replace("\\vert{}", "|")) for cell in cells])
        places.append((number, number))
    if rows and not header:
        rows.insert(0, [])
        places.insert(0, places[0])
    return blocks.table(rows, places) if rows else None
