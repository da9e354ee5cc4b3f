"""TOML as values with the lines of their keys."""

from __future__ import annotations

import re
import tomllib

from bookwheel.parsing.things.structured.values import Budget, Unreadable, Value, values_of

_LINE = re.compile(
    r"^[ \t]*(?:\[(?P<list>\[)?[ \t]*(?P<table>[^\]\n]{1,300}?)[ \t]*\]|(?P<key>[\w.\"'@/-]{1,200})[ \t]*=)",
    re.MULTILINE,
)


def read_toml(text: str) -> Value:
    """The table of a file; what stands deeper than its keys has the line of the key above.

    Raises:
        Unreadable: for what is no TOML, or too much.
    """
    try:
        found = values_of(tomllib.loads(text), 1, Budget())
    except (ValueError, RecursionError) as error:
        raise Unreadable from error
    return _placed(found, (), _lines(text), 1)


def _lines(text: str) -> dict[tuple[str, ...], int]:
    """The line of each key and table by its path; rows of a list of tables have their number in it."""
    found: dict[tuple[str, ...], int] = {}
    rows: dict[tuple[str, ...], int] = {}
    above: tuple[str, ...] = ()
    line, at = 1, 0
    for match in _LINE.finditer(text):
        line += text.count("\n", at, match.start())
        at = match.start()
        if match["table"] is not None:
            path = _path(match["table"])
            above = _numbered(path, rows)
            if match["list"]:
                rows[above] = rows.get(above, -1) + 1
                above = (*above, str(rows[above]))
            found.setdefault(above, line)
        else:
            found.setdefault((*above, *_path(match["key"])), line)
    return found


def _numbered(path: tuple[str, ...], rows: dict[tuple[str, ...], int]) -> tuple[str, ...]:
    """A path through lists of tables, which goes on in the last row of each."""
    found: tuple[str, ...] = ()
    for number, key in enumerate(path):
        found = (*found, key)
        if found in rows and number + 1 < len(path):
            found = (*found, str(rows[found]))
    return found


def _path(dotted: str) -> tuple[str, ...]:
    parts = re.findall(r"\"[^\"]*\"|'[^']*'|[^.\s\"']+", dotted)
    return tuple(part.strip("\"'") for part in parts)


def _placed(value: Value, path: tuple[str, ...], lines: dict[tuple[str, ...], int], line: int) -> Value:
    line = lines.get(path, line)
    if value.fields is not None:
        fields = {key: _placed(one, (*path, key), lines, line) for key, one in value.fields.items()}
        return Value(line, fields=fields)
    if value.items is not None:
        items = [_placed(one, (*path, str(number)), lines, line) for number, one in enumerate(value.items)]
        return Value(line, items=items)
    return value.at_line(line)
