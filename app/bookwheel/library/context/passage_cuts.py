"""Cuts a text into passages of some 60 to 150 words: at sentences and paragraphs, code, tables and lists whole."""

from __future__ import annotations

import re
from collections.abc import Iterator

AIM = 420
"""Characters from which a passage ends with the next sentence.

Spans recovered from half of `ir/chunking-eval` at 500 / 1,000 / 2,000 tokens: .702 / .880 / .945 at 600 characters,
.744 / .866 / .935 at 400.
"""

MOST_WHOLE = 1200
"""Characters up to which a block of code, a table or a list is one passage."""

_ENDS = re.compile(r"\n\s*|(?<=[.!?…])[\"'”’)\]]*\s+|(?<=[。！？；])")
_WHOLE = re.compile(
    r"^(?P<mark>```+|~~~+)[^\n]*\n(?s:.*?)(?:^(?P=mark)[`~]*[ \t]*(?:\n|\Z)|\Z)"
    r"|(?:^[ \t]*\|[^\n]*(?:\n|\Z))+"
    r"|(?:^[ \t]*(?:[-*+]|\d{1,3}[.)])[ \t][^\n]*(?:\n(?![ \t]*\n)[ \t]+[^\n]+)*(?:\n|\Z))+",
    re.MULTILINE,
)
_LINE_ENDS = re.compile(r"\n+")
_HEADING = re.compile(r"^ {0,3}#{1,6}[ \t][^\n]*\n\s*", re.MULTILINE)


def cut(text: str) -> list[tuple[int, int]]:
    """The text as ranges of characters, one after the other, without a gap; none for an empty text."""
    passages: list[tuple[int, int]] = []
    start = last = 0
    for end, is_whole in _ends(text):
        if is_whole and end - start > 2 * AIM and last - start >= AIM // 2:
            # What is whole stands alone rather than behind half a passage.
            passages.append((start, last))
            start = last
        while not is_whole and end - start > 2 * AIM:
            # A sentence that does not end: cut where it is long enough, at a space if there is one.
            space = text.rfind(" ", start + AIM // 2, start + AIM) + 1
            at = last if last - start >= AIM // 2 else space or start + AIM
            passages.append((start, at))
            start = last = at
        last = end
        if end - start >= AIM:
            passages.append((start, end))
            start = end
    if start < len(text):
        passages.append((start, len(text)))
    return passages


def _ends(text: str) -> Iterator[tuple[int, bool]]:
    """Where a passage may end, rising, and whether what ends there is a block that stays whole."""
    headings = {match.end() for match in _HEADING.finditer(text)}
    at = 0
    for block in _WHOLE.finditer(text):
        yield from _between(text, at, block.start(), headings)
        at = block.end()
        if at - block.start() <= MOST_WHOLE:
            yield at, True
        else:
            yield from ((line.end(), False) for line in _LINE_ENDS.finditer(text, block.start(), at))
    yield from _between(text, at, len(text), headings)
    yield len(text), False


def _between(text: str, start: int, end: int, headings: set[int]) -> Iterator[tuple[int, bool]]:
    """The ends of sentences and lines in a part of a text; a heading stays with what it heads."""
    for match in _ENDS.finditer(text, start, end):
        if match.end() > start and match.end() not in headings:
            yield match.end(), False
