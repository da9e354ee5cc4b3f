"""What texts share: which runs of words that follow each other, for many texts at once."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from bookwheel.indexes.keyword.analysis import UNSPACED, normalised

RUN = 4
"""Words that follow each other and are compared as one."""

_TOKEN = re.compile(rf"[{UNSPACED}]|[^\W{UNSPACED}]+")
_PLAIN = "".join(chr(code).lower() if chr(code).isalnum() or chr(code) == "_" else " " for code in range(128))
"""What stands for each ASCII character before a text is split at spaces: a third of what the expression takes."""

_FACTORS = np.array([0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9, 0xD6E8FEB86659FD93], np.uint64)
"""Odd numbers by which the words of a run are told apart, to 64 bits."""

Bools = NDArray[np.bool_]
Numbers = NDArray[np.intp]


class SharedRuns:
    """The runs of some texts, which are named by their places in the list.

    Each character of a script without spaces is a word.
    """

    def __init__(self, texts: Sequence[str], is_found: Callable[[str], bool], distance: int) -> None:
        """Cut texts; runs within `distance` words of one that `is_found` are near."""
        cut = [_tokens(text) for text in texts]
        sizes = np.array([len(tokens) for tokens in cut], np.intp)
        tokens = list(chain.from_iterable(cut))
        text_of, ends = np.repeat(np.arange(len(texts)), sizes), np.cumsum(sizes)
        number_of = {word: number for number, word in enumerate(dict.fromkeys(tokens))}
        words = np.fromiter(map(number_of.__getitem__, tokens), np.uint64, len(tokens))
        starts = np.flatnonzero(np.arange(len(tokens)) + RUN <= ends[text_of])
        hashes = np.zeros(len(starts), np.uint64)
        for place, factor in enumerate(_FACTORS):
            hashes += words[starts + place] * factor
        different, runs = np.unique(hashes, return_inverse=True)
        has = np.zeros((2, len(texts), len(different)), np.bool_)
        has[0, text_of[starts], runs] = True
        is_near = _near(tokens, words, number_of, is_found, text_of, distance)[starts]
        has[1, text_of[starts[is_near]], runs[is_near]] = True
        self._counts = np.count_nonzero(has[0], axis=1)
        self._has, self._has_near = np.packbits(has, axis=2)

    def same(self, text: int, others: Numbers, least: int, share: float) -> Bools:
        """Which others share such a part of the longer one's runs, so many at least, and all that are near in the text.

        Not the same each way round.
        """
        fewer = np.minimum(self._counts[text], self._counts[others])
        more = np.maximum(self._counts[text], self._counts[others])
        shared = np.bitwise_count(self._has[text] & self._has[others]).sum(axis=1, dtype=np.int64)
        is_alike = (fewer >= least) & (shared >= share * more)
        return is_alike & ~(self._has_near[text] & ~self._has[others]).any(axis=1)


def _near(
    tokens: Sequence[str], words: NDArray[np.uint64], number_of: dict[str, int], is_found: Callable[[str], bool],
    text_of: Numbers, distance: int,
) -> Bools:  # fmt: skip
    """At which words runs begin that have a found word in them or so many words before or after them.

    Of scripts without spaces also each two characters are a word, as they are indexed.
    """
    found = np.fromiter(map(is_found, number_of), np.bool_, len(number_of))[words]
    is_short = np.fromiter((len(word) == 1 for word in number_of), np.bool_, len(number_of))[words]
    pairs = np.flatnonzero(is_short[:-1] & is_short[1:] & (text_of[:-1] == text_of[1:]))
    paired = np.zeros(len(tokens), np.bool_)
    paired[pairs] = [is_found(tokens[place] + tokens[place + 1]) for place in pairs.tolist()]
    before, after = distance - RUN + 1, distance
    return _around(found, text_of, before, after) | _around(paired, text_of, before, after - 1)


def _around(marked: Bools, text_of: Numbers, before: int, after: int) -> Bools:
    """Which places have a marked one of the same text so many places before them at most, or after them."""
    size = len(marked)
    sums = np.concatenate([[0], np.cumsum(marked)])
    starts, ends = np.searchsorted(text_of, text_of), np.searchsorted(text_of, text_of, "right")
    places = np.arange(size)
    return sums[np.minimum(places + after + 1, ends)] > sums[np.maximum(places - before, starts)]


def _tokens(text: str) -> list[str]:
    if text.isascii():
        return text.translate(_PLAIN).split()
    return _TOKEN.findall(normalised(text).lower())
