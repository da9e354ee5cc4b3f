"""Functions over lists and numbers, shared by Dataview and Bases."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import cmp_to_key

from bookwheel.library.fields.queries.budget import LONGEST_TEXT
from bookwheel.library.fields.queries.evaluation import Built, Evaluation
from bookwheel.library.fields.queries.values import (
    Function,
    Value,
    is_equal,
    is_less,
    is_true,
    items_of,
    number_of,
    words_of,
)

Arguments = Sequence[Value]


def listed(value: Value) -> Sequence[Value]:
    """The items of a list; nothing is an empty one, anything else a list of itself."""
    items = items_of(value)
    return items if items is not None else [] if value is None else [value]


def numbers_in(arguments: Arguments) -> list[float]:
    """The numbers among arguments, and in lists among them."""
    found = [number_of(item) for argument in arguments for item in listed(argument)]
    return [number for number in found if number is not None]


def _extreme(arguments: Arguments, *, is_least: bool) -> Value:
    values = [item for argument in arguments for item in listed(argument) if item is not None]
    best: Value = values[0] if values else None
    for value in values[1:]:
        best = value if is_less(value, best) == is_least and not is_equal(value, best) else best
    return best


def _extreme_by(run: Evaluation, arguments: Arguments, *, is_least: bool) -> Value:
    best: Value = None
    best_key: Value = None
    for item in listed(arguments[0]):
        key = run.call(arguments[1], item)
        if key is not None and (best_key is None or (is_less(key, best_key) == is_least and key != best_key)):
            best, best_key = item, key
    return best


def _rounded(_run: Evaluation, arguments: Arguments) -> Value:
    number = number_of(arguments[0])
    digits = int(number_of(arguments[1]) or 0) if len(arguments) > 1 else 0
    if number is None or abs(number) > 1e300:
        return number
    scale = 10.0 ** max(-15, min(digits, 15))
    found = math.floor(number * scale + 0.5) / scale
    return found if digits > 0 else int(found)


def _whole(rule: Callable[[float], int]) -> Built:
    def run(_run: Evaluation, arguments: Arguments) -> Value:
        number = number_of(arguments[0])
        return None if number is None else rule(number)

    return run


def _mean(_run: Evaluation, arguments: Arguments) -> Value:
    found = numbers_in(arguments[:1])
    return sum(found) / len(found) if found else None


def _check(run: Evaluation, arguments: Arguments) -> list[bool]:
    """Which of the items are true, or fit the function that follows the list."""
    if len(arguments) == 2 and isinstance(arguments[1], Function):
        return [is_true(run.call(arguments[1], item)) for item in listed(arguments[0])]
    items = listed(arguments[0]) if len(arguments) == 1 else arguments
    return [is_true(item) for item in items]


def _filter(run: Evaluation, arguments: Arguments) -> Value:
    items = listed(arguments[0])
    run.budget.items(len(items))
    return [item for place, item in enumerate(items) if is_true(run.call(arguments[1], item, place))]


def _map(run: Evaluation, arguments: Arguments) -> Value:
    items = listed(arguments[0])
    run.budget.items(len(items))
    return [run.call(arguments[1], item, place) for place, item in enumerate(items)]


def _reduce(run: Evaluation, arguments: Arguments) -> Value:
    """`reduce(list, "+")` of Dataview, or `list.reduce(acc + value, 0)` of Bases."""
    items = listed(arguments[0])
    if isinstance(arguments[1], Function):
        gathered: Value = arguments[2] if len(arguments) > 2 else None
        for place, item in enumerate(items):
            gathered = run.call(arguments[1], item, place, gathered)
        return gathered
    total: Value = items[0] if items else None
    for item in items[1:]:
        total = run.arithmetic(words_of(arguments[1]), total, item)
    return total


def _flat(run: Evaluation, arguments: Arguments) -> Value:
    depth = int(number_of(arguments[1]) or 1) if len(arguments) > 1 else 1
    items = list(listed(arguments[0]))
    for _ in range(min(depth, 20)):
        items = [inner for item in items for inner in (listed(item) if items_of(item) is not None else [item])]
        run.budget.items(len(items))
    return items


def _unique(run: Evaluation, arguments: Arguments) -> Value:
    found: list[Value] = []
    for item in sort_values(run, listed(arguments[0])):
        if not found or not is_equal(found[-1], item):
            found.append(item)
    return found


def sort_values(run: Evaluation, values: Sequence[Value]) -> list[Value]:
    """Values in their order."""
    run.budget.items(len(values))

    def order(one: Value, other: Value) -> int:
        run.budget.step()
        return compare(one, other)

    return sorted(values, key=cmp_to_key(order))


def compare(one: Value, other: Value) -> int:
    """-1 where a value stands before another, 1 where it stands after it, else 0."""
    return -1 if is_less(one, other) else 1 if is_less(other, one) else 0


def _sort(run: Evaluation, arguments: Arguments) -> Value:
    items = listed(arguments[0])
    if len(arguments) > 1:
        keyed: list[Value] = [[run.call(arguments[1], item), place] for place, item in enumerate(items)]
        return [items[int(number_of(run.member(pair, 1)) or 0)] for pair in sort_values(run, keyed)]
    return sort_values(run, items)


def _slice(_run: Evaluation, arguments: Arguments) -> Value:
    bounds = [*arguments[1:3], None, None][:2]
    start, end = (None if bound is None else int(number_of(bound) or 0) for bound in bounds)
    value = arguments[0]
    return value[start:end] if isinstance(value, str) else list(listed(value))[start:end]


def _reverse(_run: Evaluation, arguments: Arguments) -> Value:
    value = arguments[0]
    return value[::-1] if isinstance(value, str) else list(reversed(listed(value)))


def _join(run: Evaluation, arguments: Arguments) -> Value:
    separator = words_of(arguments[1]) if len(arguments) > 1 else ", "
    parts: list[str] = []
    length = 0
    for item in listed(arguments[0]):
        parts.append(words_of(item))
        length += len(parts[-1]) + len(separator)
        if length > LONGEST_TEXT:
            break
    run.budget.text(length)
    return separator.join(parts)


def _length(_run: Evaluation, arguments: Arguments) -> Value:
    value = arguments[0]
    return len(value) if isinstance(value, str | list | tuple | dict) else 0 if value is None else 1


def _product(_run: Evaluation, arguments: Arguments) -> Value:
    return math.prod(map(float, numbers_in(arguments[:1])))


def _list(_run: Evaluation, arguments: Arguments) -> Value:
    return list(listed(arguments[0])) if len(arguments) == 1 else list(arguments)


def _sum(run: Evaluation, arguments: Arguments) -> Value:
    total: Value = None
    for item in listed(arguments[0]):
        total = item if total is None else total if item is None else run.arithmetic("+", total, item)
    return total


LIST_FUNCTIONS: Mapping[str, Built] = {
    "sum": _sum,
    "product": _product,
    "average": _mean,
    "min": lambda _run, arguments: _extreme(arguments, is_least=True),
    "max": lambda _run, arguments: _extreme(arguments, is_least=False),
    "minby": lambda run, arguments: _extreme_by(run, arguments, is_least=True),
    "maxby": lambda run, arguments: _extreme_by(run, arguments, is_least=False),
    "any": lambda run, arguments: any(_check(run, arguments)),
    "all": lambda run, arguments: all(_check(run, arguments)),
    "none": lambda run, arguments: not any(_check(run, arguments)),
    "round": _rounded,
    "floor": _whole(math.floor),
    "ceil": _whole(math.ceil),
    "trunc": _whole(math.trunc),
    "abs": lambda _run, arguments: abs(number_of(arguments[0]) or 0),
    "filter": _filter,
    "map": _map,
    "reduce": _reduce,
    "flat": _flat,
    "unique": _unique,
    "sort": _sort,
    "slice": _slice,
    "reverse": _reverse,
    "join": _join,
    "length": _length,
    "list": _list,
    "array": _list,
    "nonnull": lambda _run, arguments: [item for item in listed(arguments[0]) if item is not None],
    "firstvalue": lambda _run, arguments: next((item for item in listed(arguments[0]) if item is not None), None),
}
