"""The values of a data file with their lines, whatever its format: scalars, lists and tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from bookwheel.domain.things import LONGEST_LABEL

LARGEST = 8_000_000
"""Characters of a file whose values are looked at; larger ones are searched, but state nothing."""

MOST_VALUES = 300_000
"""Values of one file; what an alias repeats counts once."""

DEEPEST = 64
"""Lists and tables within each other."""

_MOST_STEPS = 2_000
"""Values of one record that are looked at; aliases may repeat a few of them many times."""


@dataclass(frozen=True, slots=True)
class Value:
    """A scalar by its text, a list or a table; `line` (from 1) is that of its key, or where it begins.

    The text of null is empty.
    """

    line: int
    text: str = ""
    items: Sequence[Value] | None = None
    fields: Mapping[str, Value] | None = None

    @property
    def is_scalar(self) -> bool:
        """Whether it is neither a list nor a table."""
        return self.items is None and self.fields is None

    def field(self, *path: str) -> Value:
        """What stands under a path of keys; an empty scalar where nothing does."""
        at = self
        for key in path:
            at = (at.fields or {}).get(key, NOTHING)
        return at

    def text_of(self, *path: str) -> str:
        """The text of the scalar under a path of keys, on one line; empty where there is none."""
        return " ".join(self.field(*path).text.split())

    def at_line(self, line: int) -> Value:
        """The same, found at another line."""
        return self if line == self.line else replace(self, line=line)


NOTHING = Value(0)


class Unreadable(Exception):
    """A file whose values cannot be told; nothing is stated of it."""


class TooMuch(Unreadable):
    """A file with more values than are read, or deeper ones."""


class Budget:
    """How many values of a file may still be read."""

    def __init__(self, most: int = MOST_VALUES) -> None:
        """All of them."""
        self._left = most

    def spend(self, depth: int) -> None:
        """Count a value.

        Raises:
            TooMuch: when there are too many, or it lies too deep.
        """
        self._left -= 1
        if self._left < 0 or depth > DEEPEST:
            raise TooMuch


def flattened(value: Value, skipped: Sequence[str] = (), most: int = 60) -> Iterator[tuple[str, Value]]:
    """The scalars of a table with their dotted names (`spec.replicas`), at most so many, each of a list under one name.

    Lists of names with values (`[{name: A, value: 1}]`) are read as tables. Names in `skipped` are left out with all
    that is below them; empty values and those over LONGEST_LABEL characters too.
    """
    pending: list[tuple[str, Value, int]] = [("", value, 0)]
    count = steps = 0
    while pending and count < most and steps < _MOST_STEPS:
        steps += 1
        name, one, depth = pending.pop()
        if name in skipped or depth > DEEPEST or len(name) > LONGEST_LABEL:
            continue
        if one.is_scalar:
            if name and one.text.strip() and len(one.text) <= LONGEST_LABEL:
                count += 1
                yield name, one
            continue
        below = named_values(one) or one.fields
        if below is not None:
            found = [(f"{name}.{key}" if name else key, inner, depth + 1) for key, inner in below.items() if key]
        else:
            items = one.items or ()
            is_plain = all(item.is_scalar for item in items)
            found = [(name if is_plain else f"{name}.{n}", item, depth + 1) for n, item in enumerate(items)]
        pending.extend(reversed(found[:_MOST_STEPS]))


def named_values(value: Value) -> Mapping[str, Value] | None:
    """A list of names with values as a table; None for what is none."""
    found: dict[str, Value] = {}
    for item in value.items or ():
        fields = item.fields or {}
        key = next((key for key in ("name", "key") if key in fields), "")
        if not key or set(fields) != {key, "value"} or not (fields[key].is_scalar and fields["value"].is_scalar):
            return None
        found[fields[key].text] = fields["value"]
    return found or None


def plain(value: Value, depth: int = 0) -> object:
    """Strings, lists and tables alone, without what lies deeper than some levels."""
    if value.is_scalar or depth > 4:
        return value.text
    if value.fields is not None:
        return {key: plain(one, depth + 1) for key, one in list(value.fields.items())[:200]}
    return [plain(one, depth + 1) for one in (value.items or ())[:200]]


def values_of(found: object, line: int, budget: Budget, depth: int = 0) -> Value:
    """What a parser without lines gave, all of it at one line.

    Raises:
        Unreadable: when it is too much.
    """
    budget.spend(depth)
    if isinstance(found, dict):
        pairs: dict[object, object] = found  # pyright: ignore[reportUnknownVariableType]
        return Value(line, fields={str(key): values_of(one, line, budget, depth + 1) for key, one in pairs.items()})
    if isinstance(found, list):
        items: list[object] = found  # pyright: ignore[reportUnknownVariableType]
        return Value(line, items=[values_of(one, line, budget, depth + 1) for one in items])
    if isinstance(found, bool):
        return Value(line, str(found).lower())
    return Value(line, "" if found is None else str(found))
