"""Functions over texts, dates and links, shared by Dataview and Bases."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime

from bookwheel.domain.messages import Message
from bookwheel.library.fields.queries.budget import QueryFailed
from bookwheel.library.fields.queries.evaluation import Built, Evaluation
from bookwheel.library.fields.queries.list_functions import listed
from bookwheel.library.fields.queries.literals import named_day, parse_date, parse_duration, parse_link
from bookwheel.library.fields.queries.patterns import compile_pattern
from bookwheel.library.fields.queries.values import (
    Duration,
    Link,
    Value,
    is_equal,
    is_true,
    items_of,
    number_of,
    type_of,
    words_of,
)

Arguments = Sequence[Value]
_NUMBER = re.compile(r"-?\d{1,15}(?:\.\d{1,15})?")
_LUXON = re.compile(r"'([^']*)'|(yyyy|yy|MMMM|MMM|MM|M|dd|d|HH|H|hh|h|mm|m|ss|s|EEEE|EEE|cccc|ccc|WW|W|kkkk|q|o|a)")
_MOMENT = re.compile(r"\[([^\]]*)\]|(YYYY|YY|MMMM|MMM|MM|M|DD|D|HH|H|hh|h|mm|m|ss|s|dddd|ddd|WW|W|Q|A|a)")
_CODES = {
    "yyyy": "%Y", "yy": "%y", "MMMM": "%B", "MMM": "%b", "MM": "%m", "dd": "%d", "HH": "%H", "hh": "%I", "mm": "%M",
    "ss": "%S", "EEEE": "%A", "EEE": "%a", "cccc": "%A", "ccc": "%a", "WW": "%V", "kkkk": "%G", "a": "%p", "A": "%p",
    "YYYY": "%Y", "YY": "%y", "DD": "%d", "dddd": "%A", "ddd": "%a",
}  # fmt: skip
_BARE = {"M": "%m", "d": "%d", "D": "%d", "H": "%H", "h": "%I", "m": "%M", "s": "%S", "W": "%V", "o": "%j"}


def _over(rule: Callable[[str], Value]) -> Built:
    """A function of a text, of each text where it gets a list."""

    def run(_run: Evaluation, arguments: Arguments) -> Value:
        items = items_of(arguments[0])
        if items is not None:
            return [rule(words_of(item)) for item in items]
        return None if arguments[0] is None else rule(words_of(arguments[0]))

    return run


def contains(container: Value, wanted: Value, *, folds: bool = False, is_exact: bool = False) -> bool:
    """Whether a text holds another, a list an item (or a text that holds it), an object a name."""
    if isinstance(container, str) or (isinstance(container, Link) and not isinstance(wanted, Link)):
        whole, part = words_of(container), words_of(wanted)
        return part.casefold() in whole.casefold() if folds else part in whole
    items = items_of(container)
    if items is not None:
        if is_exact:
            return any(is_equal(item, wanted) for item in items)
        return any(is_equal(item, wanted) or contains(item, wanted, folds=folds) for item in items)
    if isinstance(container, dict):
        return words_of(wanted) in container
    return False


def _contains(name: str) -> Built:
    def run(_run: Evaluation, arguments: Arguments) -> Value:
        folds, is_exact = name == "icontains", name == "econtains"
        items = items_of(arguments[1])
        if items is not None and not is_exact and items_of(arguments[0]) is None:
            return [contains(arguments[0], item, folds=folds) for item in items]
        return contains(arguments[0], arguments[1], folds=folds, is_exact=is_exact)

    return run


def _has_word(_run: Evaluation, arguments: Arguments) -> Value:
    words = words_of(arguments[1]).casefold()
    found = [words in re.findall(r"\w+", words_of(item).casefold()) for item in listed(arguments[0])]
    return found if items_of(arguments[0]) is not None else any(found)


def match(run: Evaluation, pattern: str, text: str, *, is_whole: bool) -> bool:
    """Whether a pattern is found in a text, or is all of it."""
    run.budget.look()
    compiled, longest = compile_pattern(pattern)
    if len(text) > longest:
        raise QueryFailed(Message("A text is too long for the pattern “{pattern}”.", pattern=pattern[:60]))
    return bool(compiled.fullmatch(text) if is_whole else compiled.search(text))


def _match(*, is_whole: bool) -> Built:
    def run(run: Evaluation, arguments: Arguments) -> Value:
        return match(run, words_of(arguments[0]), words_of(arguments[1]), is_whole=is_whole)

    return run


def substitute(run: Evaluation, arguments: Arguments, *, count: int = 0) -> Value:
    """A text (first) with what a pattern finds replaced, everywhere or so often.

    Raises:
        QueryFailed: for a pattern that is wrong or too complex, or a text that is too long.
    """
    text, pattern = words_of(arguments[0]), words_of(arguments[1])
    match(run, pattern, text, is_whole=False)
    run.budget.text(len(words_of(arguments[2])) * (len(text) + 1) // 8)
    put = re.sub(r"\$(\d)", r"\\\1", words_of(arguments[2]).replace("\\", "\\\\"))
    try:
        found = compile_pattern(pattern)[0].sub(put, text, count=count)
    except re.error:
        raise ValueError from None
    run.budget.text(len(found))
    return found


def _replace(run: Evaluation, arguments: Arguments) -> Value:
    text, old, new = (words_of(argument) for argument in arguments[:3])
    run.budget.text(len(text) + (text.count(old) if old else 0) * len(new))
    return text.replace(old, new) if old else text


def _split(run: Evaluation, arguments: Arguments) -> Value:
    text, separator = words_of(arguments[0]), words_of(arguments[1])
    limit = int(number_of(arguments[2]) or 0) if len(arguments) > 2 else 0
    if re.escape(separator) == separator:
        parts = text.split(separator) if separator else list(text)
    else:
        match(run, separator, text, is_whole=False)
        parts = [part or "" for part in compile_pattern(separator)[0].split(text)]
    return parts[:limit] if limit else parts


def _pad(run: Evaluation, arguments: Arguments, *, is_left: bool) -> Value:
    text, width = words_of(arguments[0]), int(number_of(arguments[1]) or 0)
    run.budget.text(width)
    letter = (words_of(arguments[2]) if len(arguments) > 2 else " ")[:1] or " "
    return text.rjust(width, letter) if is_left else text.ljust(width, letter)


def _truncate(_run: Evaluation, arguments: Arguments) -> Value:
    text, length = words_of(arguments[0]), int(number_of(arguments[1]) or 0)
    suffix = words_of(arguments[2]) if len(arguments) > 2 else "..."
    return text if len(text) <= length else text[: max(0, length - len(suffix))] + suffix


def _substring(_run: Evaluation, arguments: Arguments) -> Value:
    end = int(number_of(arguments[2]) or 0) if len(arguments) > 2 else None
    return words_of(arguments[0])[int(number_of(arguments[1]) or 0) : end]


def number_in(value: Value) -> Value:
    """The first number in a text, or a number as it is."""
    if (number := number_of(value)) is not None or value is None:
        return number
    if isinstance(value, bool):
        return int(value)
    if isinstance(value, datetime):
        return value.timestamp() * 1000
    found = _NUMBER.search(words_of(value))
    return (float(found[0]) if "." in found[0] else int(found[0])) if found else None


def to_date(run: Evaluation, value: Value) -> Value:
    """A date of a text, of a link to a daily note, or as it is."""
    if isinstance(value, datetime) or value is None:
        return value
    text = value.name if isinstance(value, Link) else words_of(value).strip()
    found = parse_date(text) or named_day(text.lower(), run.now)
    if found is None and (day := re.search(r"\d{4}-\d{2}-\d{2}", text)):
        found = parse_date(day[0])
    return found


def formatted(value: Value, pattern: str, *, is_luxon: bool) -> Value:
    """A date by a pattern, of Luxon (`yyyy-MM-dd`) or of Moment (`YYYY-MM-DD`)."""
    if not isinstance(value, datetime):
        return None
    day = value

    def put(found: re.Match[str]) -> str:
        if found[1] is not None:
            return found[1]
        code = found[2]
        if code in ("q", "Q"):
            return str((day.month + 2) // 3)
        if code in _BARE:
            return str(int(day.strftime(_BARE[code])))
        return day.strftime(_CODES[code])

    return (_LUXON if is_luxon else _MOMENT).sub(put, pattern[:200])


def _duration_format(_run: Evaluation, arguments: Arguments) -> Value:
    value = arguments[0]
    if not isinstance(value, Duration):
        return None
    left, text = value.length, words_of(arguments[1])
    for letter, seconds in (
        ("y", 31_557_600),
        ("M", 2_629_800),
        ("w", 604_800),
        ("d", 86_400),
        ("h", 3600),
        ("m", 60),
        ("s", 1),
    ):
        found = re.search(rf"(?<![A-Za-z]){letter}+(?![A-Za-z])", text)
        if found:
            whole, left = divmod(left, seconds)
            text = text.replace(found[0], str(int(whole)).zfill(len(found[0])), 1)
    return text


def _link(_run: Evaluation, arguments: Arguments) -> Value:
    target = arguments[0]
    text = words_of(arguments[1]) if len(arguments) > 1 and arguments[1] is not None else ""
    if isinstance(target, Link):
        return Link(target.path, text or target.text, target.anchor)
    return parse_link(words_of(target)) or Link(words_of(target), text)


def _default(_run: Evaluation, arguments: Arguments) -> Value:
    return arguments[1] if arguments[0] is None else arguments[0]


def _choice(_run: Evaluation, arguments: Arguments) -> Value:
    return arguments[1] if is_true(arguments[0]) else arguments[2] if len(arguments) > 2 else None


def _meta(_run: Evaluation, arguments: Arguments) -> Value:
    link = arguments[0]
    if not isinstance(link, Link):
        return None
    kind = "block" if link.anchor.startswith("^") else "header" if link.anchor else "file"
    return {
        "display": link.text or None,
        "path": link.path,
        "subpath": link.anchor or None,
        "type": kind,
        "embed": False,
    }


TEXT_FUNCTIONS: Mapping[str, Built] = {
    **{name: _contains(name) for name in ("contains", "icontains", "econtains")},
    "containsword": _has_word,
    "lower": _over(str.lower),
    "upper": _over(str.upper),
    "trim": _over(str.strip),
    "startswith": lambda _run, arguments: words_of(arguments[0]).startswith(words_of(arguments[1])),
    "endswith": lambda _run, arguments: words_of(arguments[0]).endswith(words_of(arguments[1])),
    "regexmatch": _match(is_whole=True),
    "regextest": _match(is_whole=False),
    "regexreplace": substitute,
    "replace": _replace,
    "split": _split,
    "padleft": lambda run, arguments: _pad(run, arguments, is_left=True),
    "padright": lambda run, arguments: _pad(run, arguments, is_left=False),
    "truncate": _truncate,
    "substring": _substring,
    "string": lambda _run, arguments: words_of(arguments[0]),
    "number": lambda _run, arguments: number_in(arguments[0]),
    "date": lambda run, arguments: to_date(run, arguments[0]),
    "dur": lambda _run, arguments: (
        arguments[0] if isinstance(arguments[0], Duration) else parse_duration(words_of(arguments[0]))
    ),
    "duration": lambda _run, arguments: parse_duration(words_of(arguments[0])),
    "dateformat": lambda run, arguments: formatted(to_date(run, arguments[0]), words_of(arguments[1]), is_luxon=True),
    "durationformat": _duration_format,
    "striptime": lambda _run, arguments: (
        arguments[0].replace(hour=0, minute=0, second=0, microsecond=0) if isinstance(arguments[0], datetime) else None
    ),
    "localtime": lambda _run, arguments: arguments[0],
    "typeof": lambda _run, arguments: type_of(arguments[0]),
    "link": _link,
    "elink": lambda _run, arguments: words_of(arguments[1] if len(arguments) > 1 else arguments[0]),
    "default": _default,
    "ldefault": _default,
    "choice": _choice,
    "meta": _meta,
    "display": lambda _run, arguments: words_of(arguments[0]),
    "object": lambda _run, arguments: {
        words_of(name): value for name, value in zip(arguments[::2], arguments[1::2], strict=True)
    },
    "extract": lambda run, arguments: {words_of(name): run.member(arguments[0], name) for name in arguments[1:]},
}
