"""Regular expressions of queries: those that end soon, as Python's can hold up all else without end."""

from __future__ import annotations

import re

from bookwheel.domain.messages import Message
from bookwheel.library.fields.queries.budget import QueryFailed

_STEPS = 3e8
"""How many steps one search may take at worst; with k repeats, a text of n characters can take n to the k + 1."""
_LONGEST_PATTERN = 500
_MOST_REPEATS = 6
_GROUP = re.compile(r"\(\?(?:[:=!]|<[=!]|[imsux]+\))")


def compile_pattern(pattern: str) -> tuple[re.Pattern[str], int]:
    """A pattern with the number of characters that it may be tried on.

    Raises:
        QueryFailed: for one that is wrong, or whose repeats hold repeats or choices.
    """
    repeats = _repeats_in(pattern) if len(pattern) <= _LONGEST_PATTERN else _MOST_REPEATS + 1
    if repeats > _MOST_REPEATS:
        raise QueryFailed(Message("The pattern “{pattern}” is too complex.", pattern=pattern[:60]))
    try:
        found = re.compile(pattern)
    except (re.error, OverflowError, RecursionError) as error:
        reason = Message("The pattern “{pattern}” is not valid ({reason}).", pattern=pattern[:60], reason=str(error))
        raise QueryFailed(reason) from None
    return found, int(_STEPS ** (1 / (repeats + 1)))


def _repeats_in(pattern: str) -> int:
    """How many repeats a pattern has; many where one holds another or a choice, or where it looks back."""
    groups: list[bool] = [False]
    repeats = position = 0
    is_risky = False
    while position < len(pattern):
        letter, last_group = pattern[position], False
        if letter == "\\":
            is_risky = is_risky or pattern[position + 1 : position + 2].isdigit()
            position += 2
        elif letter == "[":
            end = pattern.find("]", position + 2 if pattern[position + 1 : position + 2] != "^" else position + 3)
            position = len(pattern) if end < 0 else end + 1
        elif letter == "(":
            is_special = pattern.startswith("(?", position)
            is_risky = is_risky or (is_special and not _GROUP.match(pattern, position))
            groups.append(False)
            position += 1
        elif letter == ")":
            last_group = groups.pop() if len(groups) > 1 else False
            groups[-1] = groups[-1] or last_group
            position += 1
        elif letter == "|":
            groups[-1] = True
            position += 1
        else:
            position += 1
        if position < len(pattern) and pattern[position] in "*+?{":
            is_repeat = pattern[position] != "?"
            if is_repeat:
                is_risky = is_risky or last_group
                repeats += 1
            groups[-1] = groups[-1] or is_repeat
            position += 1
    return _MOST_REPEATS + 1 if is_risky else repeats
