"""Tables of a page: rows of words whose gaps stand below each other, with or without rules between them."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from statistics import median

from bookwheel.parsing.formats.pdf.page_lines import Cell, Line
from bookwheel.parsing.formats.pdf.paragraphs import Block, blocks_of

PITCH = 3.2
"""The most that two rows of one table are apart, in sizes of their letters."""
PROSE = 32
"""Letters in a cell above which it is a line of text; a table has one such column at most."""
ALIGNED = 0.6
"""The least share of a table's cells that begin, end or are centred where others of their column do."""
_NEAR = 3.0
_ENTRY = re.compile(r"\(?(?:\d{1,3}|[a-z]|[ivx]{1,4})[.)]|[•●▪■◦○‣⁃∙·–—*-]", re.IGNORECASE)


@dataclass(slots=True)
class _Row:
    """Lines that stand beside each other, by their numbers on the page, and their cells from left to right."""

    lines: list[tuple[int, Line]]

    @property
    def size(self) -> float:
        return max(4.0, self.lines[0][1].size)

    @property
    def middle(self) -> float:
        return _middle(self.lines[0][1])

    @property
    def cells(self) -> list[Cell]:
        return sorted(cell for _, line in self.lines for cell in line.cells)

    @property
    def is_tabular(self) -> bool:
        return len(self.lines) > 1 or len(self.lines[0][1].cells) > 1


def blocks_with_tables(lines: Sequence[Line]) -> Iterator[Block]:
    """The blocks of a page's lines in their order, each table where its first line stands."""
    table_of = {number: block for numbers, block in _tables(lines) for number in numbers}
    others: list[Line] = []
    done: set[int] = set()
    for number, line in enumerate(lines):
        block = table_of.get(number)
        if block is None:
            others.append(line)
        elif id(block) not in done:
            done.add(id(block))
            yield from blocks_of(others)
            others = []
            yield block
    yield from blocks_of(others)


def _tables(lines: Sequence[Line]) -> Iterator[tuple[list[int], Block]]:
    """Each table with the numbers of its lines."""
    waiting = [region for region in _regions(_rows(lines)) if region]
    while waiting:
        rows = waiting.pop()
        columns = _columns(rows)
        if _is_table(rows, columns):
            own = sorted(number for row in rows for number, _ in row.lines)
            cells = tuple(_texts(row, columns) for row in rows)
            yield own, Block([lines[number] for number in own], cells)
        else:
            waiting += _parts(rows)


def _parts(rows: Sequence[_Row]) -> list[list[_Row]]:
    """The runs of rows between those with one cell alone; none where there is no such row."""
    parts = [list(run) for is_tabular, run in groupby(rows, lambda row: row.is_tabular) if is_tabular]
    return parts if len(parts) > 1 else []


def _rows(lines: Sequence[Line]) -> list[_Row]:
    """The lines from top to bottom, those at one height together; without those of code."""
    rows: list[_Row] = []
    for number, line in sorted(enumerate(lines), key=lambda pair: _middle(pair[1])):
        if line.is_fixed:
            continue
        if rows and _middle(line) - rows[-1].middle < 0.45 * min(rows[-1].size, max(4.0, line.size)):
            rows[-1].lines.append((number, line))
        else:
            rows.append(_Row([(number, line)]))
    return rows


def _middle(line: Line) -> float:
    return (line.box[1] + line.box[3]) / 2


def _regions(rows: Sequence[_Row]) -> Iterator[list[_Row]]:
    """Runs of rows that may be a table: they begin and end with more than one cell, and no two single ones follow."""
    region: list[_Row] = []
    for row in rows:
        if region and (
            row.middle - region[-1].middle > PITCH * row.size
            or not (row.is_tabular or region[-1].is_tabular)
            or not (row.is_tabular or (_begins_a_column(row, region) and row.size < 1.12 * region[-1].size))
        ):
            yield _trimmed(region)
            region = []
        if region or row.is_tabular:
            region.append(row)
    yield _trimmed(region)


def _begins_a_column(row: _Row, region: Sequence[_Row]) -> bool:
    left = row.cells[0][0]
    return any(abs(cell[0] - left) < _NEAR for above in region for cell in above.cells)


def _trimmed(region: list[_Row]) -> list[_Row]:
    while region and not region[-1].is_tabular:
        region = region[:-1]
    return region


def _columns(rows: Sequence[_Row]) -> list[tuple[float, float]]:
    """Left and right of each column: what lies between the gaps that go through almost all rows.

    A first row of fewer cells than others heads several columns at once, and says nothing of the gaps.
    """
    whole = [row.cells for row in rows if row.is_tabular]
    if len(whole) > 3 and len(whole[0]) < max(map(len, whole)):
        whole = whole[1:]
    cells = [cell for row in whole for cell in row]
    most = len(rows) // 10
    edges = sorted([(left, 1) for left, _, _ in cells] + [(right, -1) for _, right, _ in cells])
    columns: list[tuple[float, float]] = []
    depth, begin = 0, 0.0
    for at, step in edges:
        was, depth = depth, depth + step
        if was <= most < depth:
            begin = at
        elif depth <= most < was:
            columns.append((begin, at))
    return _without_strays(columns, whole)


def _without_strays(columns: list[tuple[float, float]], rows: Sequence[Sequence[Cell]]) -> list[tuple[float, float]]:
    """The columns, those of one cell alone joined to the one on their left."""
    if len(rows) < 4:
        return columns
    filled = Counter(_column_of(cell, columns) for row in rows for cell in row)
    joined: list[tuple[float, float]] = []
    for index, (left, right) in enumerate(columns):
        if joined and filled[index] < 2:
            joined[-1] = (joined[-1][0], right)
        else:
            joined.append((left, right))
    return joined


def _column_of(cell: Cell, columns: Sequence[tuple[float, float]]) -> int:
    """The column that the middle of a cell is in, or is nearest to."""
    middle = (cell[0] + cell[1]) / 2
    at = bisect_left(columns, middle, key=lambda column: column[1])
    if at == len(columns) or (at and middle - columns[at - 1][1] < columns[at][0] - middle):
        return at - 1
    return at


def _texts(row: _Row, columns: Sequence[tuple[float, float]]) -> tuple[str, ...]:
    texts = [""] * len(columns)
    for cell in row.cells:
        column = _column_of(cell, columns)
        texts[column] = f"{texts[column]} {cell[2]}".strip()
    return tuple(texts)


def _is_table(rows: Sequence[_Row], columns: Sequence[tuple[float, float]]) -> bool:
    tabular = [row for row in rows if row.is_tabular]
    if len(columns) < 2 or len(tabular) < (2 if len(columns) > 2 else 3):
        return False
    by_column: list[list[Cell]] = [[] for _ in columns]
    for row in tabular:
        for cell in row.cells:
            by_column[_column_of(cell, columns)].append(cell)
    by_column = [cells for cells in by_column if cells]
    if sum(median(len(cell[2]) for cell in cells) > PROSE for cells in by_column) > 1:
        return False
    if len(columns) == 2 and sum(bool(_ENTRY.fullmatch(cell[2])) for cell in by_column[0]) > 0.5 * len(tabular):
        return False  # a list whose marks stand apart
    return not _are_columns_of_text(tabular) and _alignment(by_column) >= ALIGNED


def _are_columns_of_text(rows: Sequence[_Row]) -> bool:
    """Whether these are columns of running text: its lines are long and are written one column after another."""
    apart = [row for row in rows if len(row.lines) > 1]
    if 2 * len(apart) < len(rows):
        return False
    far = sum(max(number for number, _ in row.lines) - min(number for number, _ in row.lines) > 8 for row in apart)
    letters = median(len(cell[2]) for row in apart for cell in row.cells)
    return 2 * far > len(apart) and letters > 18


def _alignment(by_column: Sequence[Sequence[Cell]]) -> float:
    """The share of cells that stand as the others of their column do: by their left, right or middle."""
    whole = sum(map(len, by_column))
    agreeing = 0
    for cells in by_column:
        edges = ([cell[0] for cell in cells], [cell[1] for cell in cells], [(cell[0] + cell[1]) / 2 for cell in cells])
        agreeing += max(_most_at_one_place(values) for values in edges)
    return agreeing / whole if whole else 0.0


def _most_at_one_place(values: Sequence[float]) -> int:
    counts = Counter(round(value / _NEAR) for value in values)
    return max(counts[at] + max(counts[at - 1], counts[at + 1]) for at in list(counts))
