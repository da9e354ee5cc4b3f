"""The rows of a CSV file as values: read from the tables of Markdown that its reader made, which has their lines."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from bookwheel.parsing.things.structured.values import Budget, Unreadable, Value

_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")
_RULE = re.compile(r"\|(?: --- \|)+\Z")


def read_table(text: str) -> tuple[Value, int]:
    """The rows as one list of tables by the names of the columns, as many as may be read, and how many follow.

    What stands beyond the last column is left out; a file without a row of names has no rows.
    """
    rows: list[Value] = []
    left = 0
    names: Sequence[str] = ()
    lines = text.split("\n")
    budget = Budget()
    for at, line in enumerate(lines):
        if not line.startswith("| ") or _RULE.match(line):
            continue
        if at + 1 < len(lines) and _RULE.match(lines[at + 1]):
            names = _names(list(_cells(line)))
        elif any(names):
            try:
                rows.append(_row(at + 1, names, line, budget))
            except Unreadable:
                left += 1
    return Value(1, items=rows), left


def _row(line: int, names: Sequence[str], text: str, budget: Budget) -> Value:
    fields: dict[str, Value] = {}
    for name, cell in zip(names, _cells(text), strict=False):
        if name:
            budget.spend(1)
            fields.setdefault(name, Value(line, cell))
    return Value(line, fields=fields)


def _names(cells: Sequence[str]) -> Sequence[str]:
    """The names of the columns; none where these are letters alone, which the reader gives to a table without names."""
    return () if [*cells] == [_letters(at) for at in range(len(cells))] else cells


def _letters(column: int) -> str:
    made = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        made = chr(65 + rest) + made
    return made


def _cells(line: str) -> Iterator[str]:
    for cell in line[2:].removesuffix(" |").split(" | "):
        yield _ESCAPED.sub(r"\1", cell.replace("\\|", "|")).strip()
