"""Functions and methods that Bases have and Dataview has not, by their names in lower case.

Source: the documentation of Obsidian, “Functions” of Bases.
"""

from __future__ import annotations

import re
import statistics
from collections.abc import Mapping, Sequence
from datetime import datetime

from bookwheel.library.fields.notes import Note, NoteFile, ThisNote
from bookwheel.library.fields.queries.evaluation import Built, Evaluation, Lazy, Lookup
from bookwheel.library.fields.queries.expressions import Expression
from bookwheel.library.fields.queries.list_functions import LIST_FUNCTIONS, listed, numbers_in
from bookwheel.library.fields.queries.text_functions import (
    TEXT_FUNCTIONS,
    formatted,
    match,
    number_in,
    substitute,
    to_date,
)
from bookwheel.library.fields.queries.values import (
    Duration,
    Function,
    Link,
    Value,
    duration_words,
    is_less,
    is_true,
    items_of,
    number_of,
    type_of,
    words_of,
)

Arguments = Sequence[Value]


def note_of(run: Evaluation, value: Value) -> Note | None:
    """The note that a file or a link is of."""
    if isinstance(value, NoteFile):
        return value.note
    if isinstance(value, Link):
        found = run.page_of(value)
        return found if isinstance(found, Note) else None
    return value.note if isinstance(value, ThisNote) else value if isinstance(value, Note) else None


def _named_note(run: Evaluation, value: Value) -> Note | None:
    """The note that a file or a link is of, or that has this path or name."""
    return note_of(run, Link(value) if isinstance(value, str) else value)


def _has_tag(run: Evaluation, arguments: Arguments) -> Value:
    note = note_of(run, arguments[0])
    wanted = [words_of(tag) for argument in arguments[1:] for tag in listed(argument)]
    return note is not None and any(note.has_tag(f"#{tag.lstrip('#')}") for tag in wanted)


def _in_folder(run: Evaluation, arguments: Arguments) -> Value:
    note, folder = note_of(run, arguments[0]), words_of(arguments[1]).strip("/")
    return note is not None and (not folder or note.path.startswith(f"{folder}/"))


def _has_link(run: Evaluation, arguments: Arguments) -> Value:
    note, target = note_of(run, arguments[0]), arguments[1]
    wanted = _named_note(run, target)
    return note is not None and wanted is not None and any(link.path == wanted.path for link in note.links)


def _has_property(run: Evaluation, arguments: Arguments) -> Value:
    note = note_of(run, arguments[0])
    return note is not None and words_of(arguments[1]) in note.header


def _as_link(run: Evaluation, arguments: Arguments) -> Value:
    note = note_of(run, arguments[0])
    text = words_of(arguments[1]) if len(arguments) > 1 else ""
    return Link(note.path, text) if note else None


def _holds(run: Evaluation, container: Value, wanted: Value) -> bool:
    items = items_of(container)
    if items is None:
        return words_of(wanted) in words_of(container)
    run.budget.step()
    return any(run.is_same(item, wanted) for item in items)


def _contains_each(run: Evaluation, arguments: Arguments, *, is_all: bool) -> Value:
    found = (_holds(run, arguments[0], wanted) for wanted in arguments[1:])
    return all(found) if is_all else any(found)


def _is_empty(_run: Evaluation, arguments: Arguments) -> Value:
    value = arguments[0]
    return value is None or (isinstance(value, str | list | tuple | dict) and not value)


def _fixed(_run: Evaluation, arguments: Arguments) -> Value:
    number = number_of(arguments[0])
    digits = int(number_of(arguments[1]) or 0) if len(arguments) > 1 else 0
    return None if number is None else f"{number:.{max(0, min(digits, 15))}f}"


def _repeat(run: Evaluation, arguments: Arguments) -> Value:
    return run.arithmetic("*", words_of(arguments[0]), number_of(arguments[1]) or 0)


def _relative(run: Evaluation, arguments: Arguments) -> Value:
    day = arguments[0]
    if not isinstance(day, datetime):
        return None
    seconds = (run.now - day).total_seconds()
    words = duration_words(Duration(0.0, abs(seconds) // 60 * 60)).partition(",")[0]
    return f"{words} ago" if seconds >= 0 else f"in {words}"


def _format(_run: Evaluation, arguments: Arguments) -> Value:
    return formatted(arguments[0], words_of(arguments[1]), is_luxon=False)


def _date(run: Evaluation, arguments: Arguments) -> Value:
    value = arguments[0]
    return value.replace(hour=0, minute=0, second=0) if isinstance(value, datetime) else to_date(run, value)


def _if(run: Evaluation, arguments: Sequence[Expression], lookup: Lookup) -> Value:
    if len(arguments) < 2:
        raise ValueError
    if is_true(run.value(arguments[0], lookup)):
        return run.value(arguments[1], lookup)
    return run.value(arguments[2], lookup) if len(arguments) > 2 else None


def _image(run: Evaluation, arguments: Arguments) -> Value:
    note = note_of(run, arguments[0])
    link = arguments[0]
    path = note.path if note is not None else link.path if isinstance(link, Link) else words_of(link)
    return Link(path, is_picture=True) if path else None


def _deviation(arguments: Arguments) -> Value:
    found = numbers_in(arguments)
    return statistics.pstdev(found) if found else None


def _median(arguments: Arguments) -> Value:
    found = sorted(numbers_in(arguments))
    middle = len(found) // 2
    return None if not found else found[middle] if len(found) % 2 else (found[middle - 1] + found[middle]) / 2


def _spread(arguments: Arguments) -> Value:
    found = numbers_in(arguments)
    days = [item for item in listed(arguments[0]) if isinstance(item, datetime)]
    if days and not found:
        return Duration(0.0, (max(days) - min(days)).total_seconds())
    return max(found) - min(found) if found else None


def _first_day(arguments: Arguments, *, is_last: bool) -> Value:
    days = [item for item in listed(arguments[0]) if isinstance(item, datetime)]
    best: Value = None
    for day in days:
        best = day if best is None or is_less(day, best) != is_last else best
    return best


def _pattern(run: Evaluation, arguments: Arguments) -> Value:
    """What `/…/` stands for."""
    written, flags = words_of(arguments[0]), words_of(arguments[1])
    inline = "".join(flag for flag in "ims" if flag in flags)
    pattern = f"(?{inline}){written}" if inline else written
    return Function(lambda given: match(run, pattern, words_of(given[0]), is_whole=False), pattern, "g" in flags)


def _replace(run: Evaluation, arguments: Arguments) -> Value:
    old = arguments[1]
    if isinstance(old, Function):
        return substitute(run, (arguments[0], old.pattern, arguments[2]), count=0 if old.is_global else 1)
    return TEXT_FUNCTIONS["replace"](run, arguments)


def _split(run: Evaluation, arguments: Arguments) -> Value:
    by = arguments[1]
    pattern = by.pattern if isinstance(by, Function) else re.escape(words_of(by))
    return TEXT_FUNCTIONS["split"](run, (arguments[0], pattern, *arguments[2:]))


LAZY: Mapping[str, Lazy] = {"if": _if}
BASE_FUNCTIONS: Mapping[str, Built] = {
    **LIST_FUNCTIONS,
    **TEXT_FUNCTIONS,
    "regex": _pattern,
    "matches": lambda run, arguments: run.call(arguments[0], arguments[1]),
    "replace": _replace,
    "split": _split,
    "hastag": _has_tag,
    "infolder": _in_folder,
    "haslink": _has_link,
    "hasproperty": _has_property,
    "linksto": _has_link,
    "aslink": _as_link,
    "asfile": lambda run, arguments: note.file if (note := note_of(run, arguments[0])) else None,
    "file": lambda run, arguments: note.file if (note := _named_note(run, arguments[0])) else None,
    "contains": lambda run, arguments: _holds(run, arguments[0], arguments[1]),
    "containsall": lambda run, arguments: _contains_each(run, arguments, is_all=True),
    "containsany": lambda run, arguments: _contains_each(run, arguments, is_all=False),
    "isempty": _is_empty,
    "istruthy": lambda _run, arguments: is_true(arguments[0]),
    "istype": lambda _run, arguments: type_of(arguments[0]) == words_of(arguments[1]).replace("list", "array"),
    "tostring": lambda _run, arguments: words_of(arguments[0]),
    "tofixed": _fixed,
    "title": lambda _run, arguments: words_of(arguments[0]).title(),
    "repeat": _repeat,
    "format": _format,
    "relative": _relative,
    "time": lambda _run, arguments: formatted(arguments[0], "HH:mm:ss", is_luxon=False),
    "date": _date,
    "now": lambda run, _arguments: run.now.replace(microsecond=0),
    "today": lambda run, _arguments: run.now.replace(hour=0, minute=0, second=0, microsecond=0),
    "number": lambda _run, arguments: number_in(arguments[0]),
    "keys": lambda _run, arguments: list(arguments[0]) if isinstance(arguments[0], dict) else [],
    "values": lambda _run, arguments: list(arguments[0].values()) if isinstance(arguments[0], dict) else [],
    "image": _image,
    "icon": lambda _run, _arguments: "",
    "html": lambda _run, arguments: words_of(arguments[0]),
    "escapehtml": lambda _run, arguments: words_of(arguments[0]),
    "mean": LIST_FUNCTIONS["average"],
}
SUMMARIES: Mapping[str, Built] = {
    "average": LIST_FUNCTIONS["average"],
    "sum": LIST_FUNCTIONS["sum"],
    "min": LIST_FUNCTIONS["min"],
    "max": LIST_FUNCTIONS["max"],
    "median": lambda _run, arguments: _median(arguments),
    "stddev": lambda _run, arguments: _deviation(arguments),
    "range": lambda _run, arguments: _spread(arguments),
    "earliest": lambda _run, arguments: _first_day(arguments, is_last=False),
    "latest": lambda _run, arguments: _first_day(arguments, is_last=True),
    "checked": lambda _run, arguments: sum(item is True for item in listed(arguments[0])),
    "unchecked": lambda _run, arguments: sum(item is False for item in listed(arguments[0])),
    "empty": lambda run, arguments: sum(bool(_is_empty(run, (item,))) for item in listed(arguments[0])),
    "filled": lambda run, arguments: sum(not _is_empty(run, (item,)) for item in listed(arguments[0])),
    "unique": lambda run, arguments: len(listed(LIST_FUNCTIONS["unique"](run, arguments))),
}
"""What stands under a column, by its name in lower case."""
