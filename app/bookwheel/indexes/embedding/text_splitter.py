"""Long text cut into pieces of at most so many tokens, at the best borders there are."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass

from tokenizers import Tokenizer

BORDERS = (
    re.compile(r"\n[ \t]*\n\s*"),
    re.compile(r"\n\s*|(?<=[.!?…])\s+|(?<=[.!?…][\"'”’)\]])\s+|(?<=[。！？；])"),
    re.compile(r"\s+"),
)
"""Of paragraphs, of lines and sentences, of words: a cut falls before the match."""
EARLIEST = 0.6
"""A cut at a better border may come this much before the even length, as a share of it."""


def plain(tokenizer: Tokenizer) -> Tokenizer:
    """A copy that neither cuts nor pads, so that nobody else's setting changes what it counts."""
    copy = Tokenizer.from_str(tokenizer.to_str())
    copy.no_truncation()
    copy.no_padding()
    return copy


def count(tokenizer: Tokenizer, text: str) -> int:
    """The tokens of a text, without special ones."""
    return len(tokenizer.encode(text, add_special_tokens=False).ids)


def cut(tokenizer: Tokenizer, text: str, most_tokens: int) -> list[str]:
    """Slices of the text, in order, each at most `most_tokens` tokens and none blank; together they hold every word.

    The tokenizer is `plain`. The text is tokenised once; the slices again only where it was cut, because a slice may
    have a token more by itself than within the text. A single character of more tokens than that stays whole.
    """
    return list(_cut(tokenizer, text.strip(), most_tokens, most_tokens))


def _cut(tokenizer: Tokenizer, text: str, aim: int, most_tokens: int) -> list[str]:
    if not text:
        return []
    if len(text.encode("utf-8", "surrogatepass")) <= most_tokens:
        return [text]  # no tokenizer makes more tokens than bytes
    marks = _Marks.of(tokenizer, text)
    if len(marks.starts) <= aim:
        return [text]
    found: list[str] = []
    for slice_ in _slices(text, marks, aim):
        if count(tokenizer, slice_) <= most_tokens or len(slice_) == 1:
            found.append(slice_)
        else:
            found.extend(_cut(tokenizer, slice_, max(1, min(aim, len(marks.starts)) * 3 // 4), most_tokens))
    return found


@dataclass(frozen=True, slots=True)
class _Marks:
    """Where tokens start, and where the text may be cut, by kind of border, best first; in characters, ascending."""

    starts: list[int]
    borders: tuple[list[int], ...]

    @classmethod
    def of(cls, tokenizer: Tokenizer, text: str) -> _Marks:
        starts = [start for start, _ in tokenizer.encode(text, add_special_tokens=False).offsets]
        return cls(starts, tuple([match.start() for match in border.finditer(text)] for border in BORDERS))


def _slices(text: str, marks: _Marks, most_tokens: int) -> list[str]:
    found: list[str] = []
    at, token, count_ = 0, 0, len(marks.starts)
    while count_ - token > most_tokens:
        left = count_ - token
        even = -(-left // -(-left // most_tokens))  # all that is left, in as few and as equal parts as can be
        end = _border(marks, at, token, even, most_tokens)
        end = max(end, at + 1)
        if piece := text[at:end].strip():
            found.append(piece)
        at, token = end, bisect_left(marks.starts, end)
    if piece := text[at:].strip():
        found.append(piece)
    return found


def _border(marks: _Marks, at: int, token: int, even: int, most_tokens: int) -> int:
    """The character to cut at: the best kind of border near the even length, of that kind the nearest one."""
    last = marks.starts[token + most_tokens]
    wanted = marks.starts[token + even]
    first = max(marks.starts[token + int(even * EARLIEST)], at + 1)
    for places in marks.borders:
        near = places[bisect_left(places, first) : bisect_right(places, last)]
        if near:
            return min(near, key=lambda place: abs(place - wanted))
    return last
