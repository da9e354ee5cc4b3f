"""The passages of a long text that bear on a question: where its rarer words stand together."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

BLOCK = 480
"""Characters of a block, about: a few sentences. Blocks end at lines or sentences where they can."""

BESIDE = 0.3
"""What a block's neighbours add to it, as a share of their own words."""

WORTH = 0.35
"""A passage scores at least this share of the best one."""

MOST = 40
"""Passages of one text."""

_ENDS = re.compile(r"\n\s*|(?<=[.!?…])[\"'”’)\]]*\s+|(?<=[。！？；])")

Marks = Callable[[str], Sequence[tuple[int, int, int]]]
"""Start, end and number of the question's word for each match in a text."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A range of a text's characters and what it is worth, 0 to 1 for the best."""

    start: int
    end: int
    worth: float


def passages(text: str, marks: Marks) -> list[Passage]:
    """The passages worth reading, best first and apart; none where the question's words tell no part from another.

    A word counts by its rarity among the text's blocks, once a block, and a little for the blocks beside it.
    """
    blocks = _blocks(text)
    words: list[set[int]] = [set() for _ in blocks]
    at = 0
    for start, _, number in marks(text):
        while blocks[at][1] <= start:
            at += 1
        words[at].add(number)
    counts = Counter(number for found in words for number in found)
    rarity = {number: math.log(1 + len(blocks) / count) for number, count in counts.items()}
    own = [sum(rarity[number] for number in found) for found in words]
    scores = [
        score and score + sum(
            BESIDE * sum(rarity[number] for number in words[near] - words[place])
            for near in (place - 1, place + 1)
            if 0 <= near < len(words)
        )
        for place, score in enumerate(own)
    ]  # fmt: skip
    best = max(scores, default=0.0)
    if not best:
        return []
    found = [
        Passage(start, end, score / best)
        for (start, end), score in zip(blocks, scores, strict=True)
        if score >= WORTH * best
    ]
    if len(found) > len(blocks) // 2:
        return []
    return sorted(found, key=lambda passage: -passage.worth)[:MOST]


def _blocks(text: str) -> list[tuple[int, int]]:
    """The text in pieces of about BLOCK characters, one after the other, without a gap."""
    blocks: list[tuple[int, int]] = []
    start = last = 0
    for end in (*(match.end() for match in _ENDS.finditer(text)), len(text)):
        while end - start > 2 * BLOCK:
            # A sentence that does not end: cut where it is long enough, at a space if there is one.
            space = text.rfind(" ", start + BLOCK // 2, start + BLOCK) + 1
            cut = last if last - start >= BLOCK // 2 else space or start + BLOCK
            blocks.append((start, cut))
            start = last = cut
        last = end
        if end - start >= BLOCK:
            blocks.append((start, end))
            start = end
    if start < len(text):
        blocks.append((start, len(text)))
    return blocks
