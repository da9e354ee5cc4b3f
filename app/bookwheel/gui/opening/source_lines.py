"""The line of a file at which something stands that a page, a hit or a link shows."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from bookwheel.client.connection import Client
from bookwheel.domain.errors import BookwheelError
from bookwheel.domain.places import FilePlace, PlaceKind
from bookwheel.domain.reading import Passage, ReadRequest
from bookwheel.gui.shell.edit_target import EditTarget

_BUDGET = 20_000
"""Tokens of a section that are searched for words."""
_MOST_WORDS = 8
_WORD = re.compile(r"\w+")
_BETWEEN = 12
"""Words of markup (an address of a link, say) that may stand between two words of a page."""


def find_line(client: Client, target: EditTarget) -> int:
    """The line in the target's file, 1 where it is not known; takes as long as the service does."""
    if target.line > 0:
        return target.line
    if target.place is not None:
        return _line_of(target.place)
    if not target.section and not target.words:
        return 1
    try:
        answer = client.read(ReadRequest((target.section or target.doc,), budget_tokens=_BUDGET))
    except BookwheelError:  # the section may be gone by now: the file opens at its start
        return 1
    if not answer.passages:
        return 1
    passage = answer.passages[0]
    if passage.place is not None:
        return _line_of(passage.place)
    return max(1, passage.lines[0]) + (_offset_of(target.words, passage) if target.words else 0)


def _line_of(place: FilePlace) -> int:
    return max(1, place.first) if place.kind is PlaceKind.LINE else 1


def _offset_of(words: str, passage: Passage) -> int:
    """Lines from the start of a passage to the one where words begin; 0 where they are not found."""
    wanted = [word.casefold() for word in _WORD.findall(words)][:_MOST_WORDS]
    found = [
        (word.casefold(), number)
        for number, line in enumerate(passage.text.split("\n"))
        for word in _WORD.findall(line)
    ]
    words_of_passage = [word for word, _ in found]
    for count in range(len(wanted), 0, -1):
        start = _find(wanted[:count], words_of_passage)
        if start is not None:
            return found[start][1]
        if count == 1 or len(wanted[0]) + len(wanted[1]) < 4:
            break
    return 0


def _find(wanted: Sequence[str], words: Sequence[str]) -> int | None:
    """Where some words (one at least) first come one after another, with little between them."""
    starts = (place for place, word in enumerate(words) if word == wanted[0])
    return next((start for start in starts if _follows(wanted, words, start)), None)


def _follows(wanted: Sequence[str], words: Sequence[str], start: int) -> bool:
    place = start
    for _, word in pairwise(wanted):
        try:
            place = words.index(word, place + 1, place + 2 + _BETWEEN)
        except ValueError:
            return False
    return True
