"""Rows of a sheet as tables of Markdown in sections of some hundred rows, each row with its place in the sheet."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, datetime, time, timedelta

from bookwheel.domain.messages import Message
from bookwheel.domain.places import PlaceKind
from bookwheel.parsing.formats import markdown_writer as md
from bookwheel.parsing.formats.markdown_writer import Writer

MOST_ROWS, MOST_COLUMNS = 5_000, 200
SECTION_ROWS = 200
LONGEST_CELL = 2_000

_NUMBER = re.compile(r"[-+]?[\d.,\s]*\d[\d.,\s]*%?")

Cell = str | int | float | bool | None | date | datetime | time | timedelta


def write_sheet(
    writer: Writer,
    name: str,
    rows: Sequence[Sequence[Cell]],
    *,
    first_row: int = 1,
    first_column: int = 0,
    level: int = 2,
) -> list[Message]:
    """Write the rows of one sheet; `first_row` (from 1) and `first_column` (from 0) say where the first cell stands.

    A sheet without a name is written without a heading of its own. Returns what was left out.
    """
    cells = [[shown(cell) for cell in row] for row in rows[: MOST_ROWS + 1]]
    kept, top, left, width = _trimmed(cells)
    if name:
        writer.at(PlaceKind.SHEET, first_row + top, first_row + top, _label(name, first_column + left, width))
        writer.add(md.heading(level, md.escaped(md.one_line(name))))
    if not kept:
        return []
    label = _label(name, first_column + left, min(width, MOST_COLUMNS))
    has_header = _is_header(kept)
    head = kept[0] if has_header else [_letters(first_column + left + at) for at in range(min(width, MOST_COLUMNS))]
    begin = 1 if has_header else 0
    whole = len(kept) - begin
    for start in range(begin, len(kept), SECTION_ROWS):
        part = kept[start : start + SECTION_ROWS]
        row = first_row + top + start
        if whole > SECTION_ROWS:
            writer.at(PlaceKind.SHEET, row, row, label)
            writer.add(md.heading(level + 1, f"Rows {row}–{row + len(part) - 1}"))
        writer.at(PlaceKind.SHEET, first_row + top if has_header else row, label=label)
        _mark_rows(writer, part, row, label)
        filled = [line for line in part if any(line)]
        writer.add(md.table([[_cell(cell) for cell in line[:MOST_COLUMNS]] for line in (head, *filled)]))
    if has_header and not whole:
        writer.add(md.table([[_cell(cell) for cell in head[:MOST_COLUMNS]]]))
    return _left_out(name, len(rows), width)


def _mark_rows(writer: Writer, rows: Sequence[Sequence[str]], number: int, label: str) -> None:
    """Note the places of the rows that follow below a table's head, empty ones left out."""
    below, begun = 2, -1
    for at, row in enumerate([*rows, []]):
        if any(row) and begun < 0:
            begun = at
        elif not any(row) and begun >= 0:
            writer.at(PlaceKind.SHEET, number + begun, number + at - 1, label, below=below, rises=True)
            below, begun = below + at - begun, -1


def shown(cell: Cell) -> str:
    """A value as a person reads it: dates in ISO form, whole numbers without a point."""
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "TRUE" if cell else "FALSE"
    if isinstance(cell, float):
        return str(int(cell)) if cell.is_integer() and abs(cell) < 1e15 else f"{cell:.12g}"
    if isinstance(cell, datetime):
        return cell.date().isoformat() if cell.time() == time() else cell.isoformat(" ", "seconds")
    if isinstance(cell, (date, time)):
        return cell.isoformat()
    return str(cell)[:LONGEST_CELL].strip()


def _cell(text: str) -> str:
    return md.escaped(md.one_line(text))


def _trimmed(cells: list[list[str]]) -> tuple[list[list[str]], int, int, int]:
    """The rows without empty ones around and between and without empty columns at the left; where they begin, width."""
    filled = [at for at, row in enumerate(cells) if any(row)]
    if not filled:
        return [], 0, 0, 1
    top, bottom = filled[0], filled[-1]
    left = min(next(at for at, cell in enumerate(cells[row]) if cell) for row in filled)
    width = max(max(at for at, cell in enumerate(cells[row]) if cell) for row in filled) - left + 1
    rows = [row[left : left + width] for row in cells[top : bottom + 1]]
    return [[*row, *([""] * (width - len(row)))] for row in rows], top, left, width


def _is_header(rows: Sequence[Sequence[str]]) -> bool:
    """Whether the first row names the columns: words in it, no two the same, no number among them."""
    first = [cell for cell in rows[0] if cell]
    if not first or len(first) < 0.5 * len(rows[0]) or len(set(first)) < len(first):
        return False
    return not any(_NUMBER.fullmatch(cell) for cell in first)


def _label(name: str, left: int, width: int) -> str:
    columns = f"{_letters(left)}:{_letters(left + max(1, width) - 1)}"
    return f"{name}!{columns}" if name else columns


def _letters(column: int) -> str:
    """A column's name: A, B … Z, AA, AB …"""
    made = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        made = chr(65 + rest) + made
    return made


def _left_out(name: str, rows: int, width: int) -> list[Message]:
    made: list[Message] = []
    sheet = name or "A1"
    if rows > MOST_ROWS + 1:
        most, count = f"{MOST_ROWS:,}", f"{rows:,}"
        made.append(
            Message("Only the first {most} of {count} rows of {sheet} were read.", most=most, count=count, sheet=sheet)
        )
    if width > MOST_COLUMNS:
        most, count = f"{MOST_COLUMNS:,}", f"{width:,}"
        made.append(
            Message(
                "Only the first {most} of {count} columns of {sheet} were read.", most=most, count=count, sheet=sheet
            )
        )
    return made
