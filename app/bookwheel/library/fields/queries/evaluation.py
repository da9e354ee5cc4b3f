"""Expressions evaluated over fields: one evaluator for Dataview and Bases."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import cast

from bookwheel.domain.messages import Message
from bookwheel.library.fields.queries.budget import Budget, QueryFailed, no_function, too_deep
from bookwheel.library.fields.queries.expressions import (
    Binary,
    Call,
    Expression,
    Lambda,
    ListOf,
    Literal,
    Member,
    Name,
    ObjectOf,
    Unary,
)
from bookwheel.library.fields.queries.literals import parse_date, parse_duration
from bookwheel.library.fields.queries.values import (
    Duration,
    Fields,
    Function,
    Link,
    Value,
    is_equal,
    is_less,
    is_true,
    items_of,
    moved,
    number_of,
    words_of,
)

Lookup = Callable[[str], Value]
Built = Callable[["Evaluation", Sequence[Value]], Value]
Lazy = Callable[["Evaluation", Sequence[Expression], Lookup], Value]

_COMPARED: Mapping[str, Callable[[Value, Value], bool]] = {
    "=": is_equal,
    "!=": lambda one, other: not is_equal(one, other),
    "<": is_less,
    ">": lambda one, other: is_less(other, one),
    "<=": lambda one, other: not is_less(other, one),
    ">=": lambda one, other: not is_less(one, other),
}


class Evaluation:
    """Evaluates the expressions of one query; of one thread."""

    def __init__(
        self,
        budget: Budget,
        functions: Mapping[str, Built],
        page_of: Callable[[Link], Fields | None],
        now: datetime,
        lazy: Mapping[str, Lazy] | None = None,
        *,
        is_base: bool = False,
    ) -> None:
        """`page_of` gives the document that a link leads to; `lazy` functions evaluate their arguments themselves.

        In a base durations are compared with texts and numbers, and the span between two dates counts in milliseconds.
        """
        self.budget, self.now, self.page_of = budget, now, page_of
        self._is_base = is_base
        self._functions, self._lazy = functions, lazy or {}
        self._depth = 0

    def value(self, of: Expression, lookup: Lookup) -> Value:
        """What an expression gives, with the names that `lookup` knows.

        Raises:
            QueryFailed: for a function that there is not, or when it takes too much.
        """
        self.budget.step()
        if isinstance(of, Literal):
            return of.value
        if isinstance(of, Name):
            return lookup(of.name)
        if isinstance(of, Member):
            return self.member(self.value(of.of, lookup), self.value(of.key, lookup))
        if isinstance(of, Binary):
            return self._binary(of, lookup)
        if isinstance(of, Unary):
            return self._unary(of, lookup)
        if isinstance(of, Call):
            return self._call(of, lookup)
        if isinstance(of, ListOf):
            self.budget.items(len(of.items))
            return [self.value(item, lookup) for item in of.items]
        if isinstance(of, ObjectOf):
            return {name: self.value(part, lookup) for name, part in of.pairs}
        return self._function(of, lookup)

    def call(self, function: Value, *arguments: Value) -> Value:
        """What a function gives that was written in the query."""
        if not isinstance(function, Function):
            raise QueryFailed(Message("A function such as (x) => x is missing here."))
        self._depth += 1
        if self._depth > 20:
            raise too_deep()
        try:
            return function.call(arguments)
        finally:
            self._depth -= 1

    def member(self, of: Value, key: Value) -> Value:
        """A field of something; of a list, that of each item, and an item by its number."""
        self.budget.step()
        if of is None or key is None:
            return None
        if (items := items_of(of)) is not None:
            position = number_of(key)
            if position is not None:
                return items[int(position)] if -len(items) <= position < len(items) else None
            if key == "length":
                return len(items)
            return _flat([self.member(item, key) for item in items])
        if isinstance(of, Link):
            page = self.page_of(of)
            return page.get(str(key)) if page is not None else None
        if isinstance(of, datetime):
            return _part_of_date(of, str(key))
        if isinstance(of, Duration):
            return _part_of_duration(of, str(key))
        if isinstance(of, str):
            if key == "length":
                return len(of)
            position = number_of(key)
            return of[int(position)] if position is not None and 0 <= position < len(of) else None
        if isinstance(of, bool | int | float | Function):
            return None
        if isinstance(of, dict):
            return field_in(cast("Mapping[str, Value]", of), words_of(key))
        return cast("Fields", of).get(words_of(key))

    def _function(self, of: Lambda, lookup: Lookup) -> Function:
        def call(arguments: Sequence[Value]) -> Value:
            named = dict(zip(of.names, arguments, strict=False))
            return self.value(of.body, lambda name: named[name] if name in named else lookup(name))

        return Function(call)

    def _call(self, of: Call, lookup: Lookup) -> Value:
        lazy = self._lazy.get(of.name)
        if lazy is not None:
            return lazy(self, of.arguments, lookup)
        function = self._functions.get(of.name)
        if function is None:
            raise no_function(of.written or of.name)
        arguments = [self.value(argument, lookup) for argument in of.arguments]
        try:
            return function(self, arguments)
        except (IndexError, TypeError, ValueError, OverflowError, ZeroDivisionError, AttributeError):
            name = (of.written or of.name)[:40]
            raise QueryFailed(Message("The arguments of “{name}” are not understood.", name=name)) from None

    def _unary(self, of: Unary, lookup: Lookup) -> Value:
        value = self.value(of.of, lookup)
        if of.operator == "!":
            return not is_true(value)
        if isinstance(value, Duration):
            return Duration(-value.months, -value.seconds)
        number = number_of(value)
        return None if number is None else -number

    def _binary(self, of: Binary, lookup: Lookup) -> Value:
        left = self.value(of.left, lookup)
        if of.operator == "and":
            return is_true(left) and is_true(self.value(of.right, lookup))
        if of.operator == "or":
            return is_true(left) or is_true(self.value(of.right, lookup))
        right = self.value(of.right, lookup)
        if of.operator in _COMPARED:
            return self._compare(of.operator, left, right)
        return self.arithmetic(of.operator, left, right)

    def _compare(self, operator: str, left: Value, right: Value) -> bool:
        """Compare two values; a date with a text that is one, since fields write dates so."""
        self.budget.step()
        if isinstance(left, datetime) and isinstance(right, str):
            right = parse_date(right) or right
        elif isinstance(right, datetime) and isinstance(left, str):
            left = parse_date(left) or left
        elif self._is_base and isinstance(left, Duration) != isinstance(right, Duration):
            left, right = (self._measured(side) for side in (left, right))
        else:
            left, right = self._comparable(left), self._comparable(right)
        return _COMPARED[operator](left, right)

    def is_same(self, one: Value, other: Value) -> bool:
        """Whether two values are the same; links and files are where they lead to one document."""
        return is_equal(self._comparable(one), self._comparable(other))

    def _comparable(self, value: Value) -> Value:
        """A link or a file as a link to its document; anything else as it is."""
        link = value if isinstance(value, Link) else getattr(value, "note_link", None)
        return self._led(link) if isinstance(link, Link) else value

    def _measured(self, value: Value) -> Value:
        """A duration in milliseconds, a text that is one too."""
        found = parse_duration(value) if isinstance(value, str) else value
        return found.length * 1000 if isinstance(found, Duration) else found

    def _led(self, link: Link) -> Link:
        page = self.page_of(link)
        found = page.get("link") if page is not None else None
        return Link(found.path, "", link.anchor) if isinstance(found, Link) else Link(link.path, "", link.anchor)

    def arithmetic(self, operator: str, left: Value, right: Value) -> Value:
        """What numbers, dates, durations, texts and lists give together; nothing where they do not fit."""
        one, other = number_of(left), number_of(right)
        if one is not None and other is not None:
            return _calculated(operator, one, other)
        if operator in ("+", "-"):
            sign = 1 if operator == "+" else -1
            if isinstance(left, datetime):
                return _shifted(left, right, sign)
            if isinstance(left, Duration) and isinstance(right, Duration):
                return Duration(left.months + sign * right.months, left.seconds + sign * right.seconds)
            if operator == "+" and isinstance(right, datetime) and isinstance(left, Duration):
                return moved(right, left, 1)
        if operator == "+" and (isinstance(left, str) or isinstance(right, str)):
            text = words_of(left) + words_of(right)
            self.budget.text(len(text))
            return text
        if operator == "+" and (first := items_of(left)) is not None and (second := items_of(right)) is not None:
            self.budget.items(len(first) + len(second))
            return [*first, *second]
        if operator == "*" and isinstance(left, str) and other is not None:
            self.budget.text(int(len(left) * max(0.0, other)))
            return left * int(other)
        if operator == "/" and isinstance(left, Duration) and isinstance(right, Duration) and right.length:
            return left.length / right.length
        if self._is_base and isinstance(left, Duration) and left.is_difference and other is not None:
            return _calculated(operator, left.length * 1000, other)
        if operator in ("*", "/") and isinstance(left, Duration) and other:
            factor = other if operator == "*" else 1 / other
            return Duration(left.months * factor, left.seconds * factor)
        return None


def field_in(fields: Mapping[str, Value], name: str) -> Value:
    """A field by its name as written, or in any case with dashes for spaces."""
    return fields[name] if name in fields else fields.get(canonical(name))


def canonical(name: str) -> str:
    """A field's name in lower case with dashes for spaces and nothing else that is neither letter nor digit."""
    joined = "-".join(name.strip().casefold().split())
    return "".join(letter for letter in joined if letter.isalnum() or letter in "-_" or ord(letter) > 0x2000)


def _flat(values: Sequence[Value]) -> list[Value]:
    """The values with the items of lists among them in their place, without what is missing."""
    found: list[Value] = []
    for value in values:
        items = items_of(value)
        if items is not None:
            found.extend(items)
        elif value is not None:
            found.append(value)
    return found


def _calculated(operator: str, one: float, other: float) -> Value:
    try:
        match operator:
            case "+":
                return one + other
            case "-":
                return one - other
            case "*":
                return one * other if max(abs(one), abs(other)) < 1e150 else float(one) * float(other)
            case "/":
                return one / other if other else None
            case _:
                return one % other if other else None
    except OverflowError:
        return None


def _shifted(day: datetime, by: Value, sign: int) -> Value:
    if isinstance(by, str):  # Bases writes `date + "1d"`
        by = parse_duration(by)
    if isinstance(by, Duration):
        return moved(day, by, sign)
    if isinstance(by, datetime) and sign < 0:
        return Duration(0.0, (day - by).total_seconds(), is_difference=True)
    return None


def _part_of_date(day: datetime, name: str) -> Value:
    match name:
        case "year" | "month" | "day" | "hour" | "minute" | "second":
            return int(getattr(day, name))
        case "weekday":
            return day.isoweekday()
        case "week" | "weeknumber":
            return day.isocalendar()[1]
        case "weekyear":
            return day.isocalendar()[0]
        case "quarter":
            return (day.month + 2) // 3
        case "millisecond":
            return day.microsecond // 1000
        case _:
            return None


_SECONDS_OF = {"weeks": 604_800, "days": 86_400, "hours": 3600, "minutes": 60, "seconds": 1, "milliseconds": 0.001}


def _part_of_duration(value: Duration, name: str) -> Value:
    if name in ("years", "months"):
        months = value.length / 86_400 / 30.4375
        return round(months / (12 if name == "years" else 1), 6)
    seconds = _SECONDS_OF.get(name if name.endswith("s") else f"{name}s")
    return None if seconds is None else round(value.length / seconds, 6)
