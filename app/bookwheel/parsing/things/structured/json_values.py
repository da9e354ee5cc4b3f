"""JSON as values with their lines, and files of one JSON value a line."""

from __future__ import annotations

import json
from bisect import bisect_right
from dataclasses import dataclass, field

from bookwheel.parsing.formats.code.json_code import RELAXED_TOKEN, TOKEN, is_relaxed
from bookwheel.parsing.things.structured.values import Budget, Unreadable, Value, values_of


@dataclass(slots=True)
class _Open:
    """A list or table that is being read, with the key and the line of what comes next."""

    line: int
    items: list[Value] | None = None
    fields: dict[str, Value] = field(default_factory=dict[str, Value])
    key: str = ""
    key_line: int = 0
    expects: str = ""  # key, colon, value, comma


def read_json(text: str, path: str) -> Value:
    """The value of a file; comments are read where its name allows them.

    Raises:
        Unreadable: for what is no JSON, or too much.
    """
    match_at = (RELAXED_TOKEN if is_relaxed(path) else TOKEN).match
    reading = _Reading(text)
    at = 0
    while True:
        match = match_at(text, at)
        if match is None:
            raise Unreadable
        kind = match.lastindex or 0
        start, at = match.span(kind)
        if kind == 4:
            break
        if kind == 2:
            reading.on_sign(text[start], start)
        else:
            reading.on_scalar(text[start:at], start, is_string=kind == 1)
    if reading.open or reading.top is None:
        raise Unreadable
    return reading.top


class _Reading:
    """One pass over the tokens of a text; never recurses."""

    def __init__(self, text: str) -> None:
        self._ends = [at for at, sign in enumerate(text) if sign == "\n"]
        self._budget = Budget()
        self.open: list[_Open] = []
        self.top: Value | None = None

    def on_sign(self, sign: str, at: int) -> None:
        """Take in a bracket, colon or comma."""
        above = self.open[-1] if self.open else None
        if sign in "{[":
            self._begin(self._line(at), is_list=sign == "[")
        elif above is None:
            raise Unreadable
        elif sign == ":" and above.expects == "colon":
            above.expects = "value"
        elif sign == "," and above.expects == "comma":
            above.expects = "value" if above.items is not None else "key"
        elif sign in "]}" and (sign == "]") == (above.items is not None) and above.expects != "colon":
            if above.items is None and above.expects == "value":
                raise Unreadable
            self.open.pop()
            made = Value(above.line, items=above.items) if sign == "]" else Value(above.line, fields=above.fields)
            self._put(made)
        else:
            raise Unreadable

    def on_scalar(self, written: str, at: int, *, is_string: bool) -> None:
        """Take in a key or a value."""
        above = self.open[-1] if self.open else None
        text = _string(written) if is_string else "" if written == "null" else written
        if above is not None and above.expects == "key":
            above.key, above.key_line, above.expects = text, self._line(at), "colon"
            return
        self._expect(above)
        self._budget.spend(len(self.open))
        self._put(Value(self._line(at), text))

    def _begin(self, line: int, *, is_list: bool) -> None:
        self._expect(self.open[-1] if self.open else None)
        self._budget.spend(len(self.open))
        self.open.append(_Open(line, [] if is_list else None, expects="value" if is_list else "key"))

    def _expect(self, above: _Open | None) -> None:
        if self.top is not None or (above is not None and above.expects != "value"):
            raise Unreadable

    def _put(self, value: Value) -> None:
        if not self.open:
            self.top = value
            return
        above = self.open[-1]
        above.expects = "comma"
        if above.items is not None:
            above.items.append(value)
        else:
            above.fields[above.key] = value.at_line(above.key_line)

    def _line(self, at: int) -> int:
        return bisect_right(self._ends, at - 1) + 1


def read_json_lines(text: str, most: int) -> tuple[list[Value], int]:
    """The tables of a file of one JSON value a line, as many as asked for, and how many lines follow.

    A line that is no JSON is passed over; the file's warnings name it.
    """
    found: list[Value] = []
    budget = Budget()
    lines = text.split("\n")
    for number, line in enumerate(lines, 1):
        if len(found) >= most:
            return found, sum(1 for one in lines[number - 1 :] if one.strip())
        if not line.strip():
            continue
        try:
            found.append(values_of(json.loads(line), number, budget))
        except (ValueError, RecursionError):
            continue
    return found, 0


def _string(written: str) -> str:
    inner = written[1:-1]
    if "\\" not in inner:
        return inner
    try:
        return str(json.loads(f'"{inner}"', strict=False))
    except ValueError:
        return inner
