"""Places in a text: Qt counts UTF-16 units, Python characters; an emoji is two of the ones and one of the others."""

from __future__ import annotations


def unit_of(text: str, place: int) -> int:
    """The UTF-16 unit at which a character of a text begins."""
    return place + sum(letter > "\uffff" for letter in text[:place])


def place_of(text: str, unit: int) -> int:
    """The character of a text that begins at a UTF-16 unit, or the one after it when the unit lies within one."""
    if text.isascii():
        return min(unit, len(text))
    place = count = 0
    while place < len(text) and count < unit:
        count += 2 if text[place] > "\uffff" else 1
        place += 1
    return place
