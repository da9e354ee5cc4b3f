"""Values of queries: what fields hold and expressions give, how they compare, and how they are shown."""

from __future__ import annotations

import calendar
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Protocol, cast

_DAY_S = 86_400.0
_MONTH_DAYS = 30.4375
"""Mean length of a month, for comparing durations of months with others."""


class Fields(Protocol):
    """Something with fields by name: a page, its file, a task."""

    def get(self, name: str) -> Value:
        """The value of a field, None where there is none."""
        ...


@dataclass(frozen=True, slots=True)
class Duration:
    """A span of time: months count apart, since they differ in length.

    What lies between two dates `is_difference`: Bases counts with it in milliseconds.
    """

    months: float = 0.0
    seconds: float = 0.0
    is_difference: bool = field(default=False, compare=False)

    @property
    def length(self) -> float:
        """The seconds that it takes on average."""
        return self.months * _MONTH_DAYS * _DAY_S + self.seconds


@dataclass(frozen=True, slots=True)
class Link:
    """A link to a document of the collection by its path, or by its name as written where there is none.

    `is_picture` has a base show the picture that it leads to.
    """

    path: str
    text: str = ""
    anchor: str = ""
    is_picture: bool = False

    @property
    def name(self) -> str:
        """What is shown: the words given, else the file's name."""
        if self.text:
            return self.text
        stem = self.path.rpartition("/")[2].removesuffix(".md")
        return f"{stem} > {self.anchor}" if self.anchor else stem


@dataclass(frozen=True, slots=True)
class Function:
    """A function written in a query: `(x) => x.due`.

    Of Bases' `/…/` it has the pattern, which `is_global` replaces everywhere.
    """

    call: Callable[[Sequence[Value]], Value]
    pattern: str = ""
    is_global: bool = False


Scalar = None | bool | int | float | str | datetime | Duration | Link
Value = Scalar | Function | Fields | Sequence["Value"] | Mapping[str, "Value"]
"""Texts are no lists; lists are Python lists or tuples."""

_TYPES: tuple[tuple[type | tuple[type, ...], str], ...] = (
    (bool, "boolean"),
    ((int, float), "number"),
    (str, "string"),
    (datetime, "date"),
    (Duration, "duration"),
    (Link, "link"),
    ((list, tuple), "array"),
    (Function, "function"),
)


def type_of(value: Value) -> str:
    """The name of a value's type, as Dataview calls it."""
    if value is None:
        return "null"
    return next((name for kind, name in _TYPES if isinstance(value, kind)), "object")


def items_of(value: Value) -> Sequence[Value] | None:
    """The items of a list; None for anything else."""
    return cast("Sequence[Value]", value) if isinstance(value, list | tuple) else None


def number_of(value: Value) -> float | int | None:
    """A number that is one; None for anything else, also for true and false."""
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None


def is_true(value: Value) -> bool:
    """Whether a value counts as true: not what is empty, null, zero or false."""
    if isinstance(value, Duration):
        return bool(value.length)
    if isinstance(value, Link):
        return bool(value.path)
    if isinstance(value, bool | int | float | str | list | tuple | dict):
        return bool(value)
    return value is not None


def rank(value: Value) -> tuple[object, ...]:
    """What values are compared by: nothing first, then by the name of the type, then by the value."""
    kind = type_of(value)
    if value is None:
        return ("",)
    if isinstance(value, str):
        return (kind, value.casefold(), value)
    if isinstance(value, Duration):
        return (kind, value.length)
    if isinstance(value, Link):
        return (kind, value.path.casefold(), value.anchor)
    if (items := items_of(value)) is not None:
        return (kind, tuple(rank(item) for item in items))
    if isinstance(value, bool | int | float | datetime):
        return (kind, value)
    shown = getattr(value, "identity", None)
    return (kind, str(shown) if shown is not None else repr(sorted(map(str, cast("Mapping[str, Value]", value)))))


def is_equal(one: Value, other: Value) -> bool:
    """Whether two values are the same."""
    return rank(one) == rank(other)


def is_less(one: Value, other: Value) -> bool:
    """Whether a value stands before another."""
    try:
        return rank(one) < rank(other)
    except TypeError:
        return False


def moved(day: datetime, by: Duration, sign: int) -> datetime | None:
    """A date so much later or earlier; None outside the years 1 to 9999."""
    months = day.year * 12 + day.month - 1 + sign * int(by.months)
    year, month = divmod(months, 12)
    if not 1 <= year <= 9999:
        return None
    last = calendar.monthrange(year, month + 1)[1]
    rest = sign * (by.seconds + (by.months - int(by.months)) * _MONTH_DAYS * _DAY_S)
    try:
        return day.replace(year=year, month=month + 1, day=min(day.day, last)) + timedelta(seconds=rest)
    except OverflowError:
        return None


_UNITS = (("year", 12.0, 0), ("month", 1.0, 0), ("day", 0.0, _DAY_S), ("hour", 0.0, 3600), ("minute", 0.0, 60))


def duration_words(value: Duration) -> str:
    """A duration in words, its greatest units first."""
    sign = "-" if value.length < 0 else ""
    months, seconds = abs(value.months), abs(value.seconds)
    parts: list[str] = []
    for name, in_months, in_seconds in _UNITS:
        whole = int(months // in_months) if in_months else int(seconds // in_seconds)
        months -= whole * in_months
        seconds -= whole * in_seconds
        if whole:
            parts.append(f"{whole} {name}{'s' if whole > 1 else ''}")
    if seconds or not parts:
        parts.append(f"{number_words(round(seconds, 3))} second{'s' if seconds != 1 else ''}")
    return sign + ", ".join(parts)


def date_words(value: datetime) -> str:
    """A date in ISO 8601, with its time unless that is midnight."""
    has_time = value.hour or value.minute or value.second
    return value.strftime("%Y-%m-%d %H:%M") if has_time else value.date().isoformat()


def number_words(value: float) -> str:
    """A number without digits that say nothing."""
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    return f"{value:.10g}" if isinstance(value, float) else str(value)


def words_of(value: Value, depth: int = 0) -> str:
    """A value as plain text."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return number_words(value)
    if isinstance(value, datetime):
        return date_words(value)
    if isinstance(value, Duration):
        return duration_words(value)
    if isinstance(value, Link):
        return value.name
    if isinstance(value, str):
        return value
    if depth > 4:
        return "…"
    if (items := items_of(value)) is not None:
        return ", ".join(words_of(item, depth + 1) for item in items[:200])
    if isinstance(value, dict):
        pairs = cast("Mapping[str, Value]", value).items()
        return ", ".join(f"{name}: {words_of(part, depth + 1)}" for name, part in list(pairs)[:50])
    if isinstance(value, Function):
        return "function"
    return words_of(cast("Fields", value).get("text") or cast("Fields", value).get("link"), depth + 1)
