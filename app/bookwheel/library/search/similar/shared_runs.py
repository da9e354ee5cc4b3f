"""What texts share: which runs of words that follow each other, for many texts at once."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from collections.abc import Set as AbstractSet

import numpy as np
from numpy.typing import NDArray

from bookwheel.library.search.similar.cut_words import Hashes, cut_words

RUN = 4
"""Words that follow each other and are compared as one."""

_FACTORS = np.array([0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9, 0xD6E8FEB86659FD93], np.uint64)
"""Odd numbers by which the words of a run are told apart, to 64 bits."""

Bools = NDArray[np.bool_]
Numbers = NDArray[np.intp]

FindWords = Callable[[AbstractSet[str]], Collection[str]]
"""Gives those of some words, in lower case, that are found."""


class SharedRuns:
    """The runs of some texts, which are named by their places in the list."""

    def __init__(self, texts: Sequence[str], find_words: FindWords, distance: int) -> None:
        """Cut texts; runs within `distance` words of one that `find_words` gives are near."""
        self._find_words, self._distance = find_words, distance
        self._words = words = cut_words(texts)
        self._starts = np.flatnonzero(np.arange(len(words.hashes)) + RUN <= words.end)
        different, self._runs = np.unique(_hash_runs(words.hashes)[self._starts], return_inverse=True)
        has = np.zeros((len(texts), len(different)), np.bool_)
        has[words.text_of[self._starts], self._runs] = True
        self._counts = np.count_nonzero(has, axis=1)
        self._has = np.packbits(has, axis=1)

    def same(self, texts: Numbers, others: Numbers, least: int, share: float) -> Bools:
        """Which texts have such a share of the longer one's runs in common with the other, and so many, and all near.

        Texts and others go by pairs. Near are the runs of the text, so it is not the same each way round.
        """
        fewer = np.minimum(self._counts[texts], self._counts[others])
        more = np.maximum(self._counts[texts], self._counts[others])
        shared = np.bitwise_count(self._has[texts] & self._has[others]).sum(axis=1, dtype=np.int64)
        is_same = (fewer >= least) & (shared >= share * more)
        differing = np.flatnonzero(is_same & (shared < self._counts[texts]))
        if len(differing):
            near, row_of = self._near(np.unique(texts[differing]))
            is_same[differing] = ~(near[row_of[texts[differing]]] & ~self._has[others[differing]]).any(axis=1)
        return is_same

    def _near(self, texts: Numbers) -> tuple[NDArray[np.uint8], Numbers]:
        """The runs near found words, as bits by text, and in which row those of each text stand."""
        row_of = np.full(len(self._counts), -1, np.intp)
        row_of[texts] = np.arange(len(texts))
        rows = row_of[self._words.text_of]
        is_near = self._are_near(np.flatnonzero(rows >= 0))[self._starts]
        near = np.zeros((len(texts), 8 * self._has.shape[1]), np.bool_)
        near[rows[self._starts[is_near]], self._runs[is_near]] = True
        return np.packbits(near, axis=1), row_of

    def _are_near(self, asked: Numbers) -> Bools:
        """Which of the words that are asked for have a found word among the next, or so many words before or after.

        All words of a text are asked for, or none. Of scripts without spaces also each two characters are a word, as
        they are indexed.
        """
        different, numbers = self._words.spell(asked)
        found_words = self._find_words(set(different))
        found = np.array([word in found_words for word in different], np.bool_)[numbers]
        is_short = np.array([len(word) == 1 for word in different], np.bool_)[numbers]
        text_of = self._words.text_of[asked]
        pairs = np.flatnonzero(is_short[:-1] & is_short[1:] & (text_of[:-1] == text_of[1:]))
        written = [different[numbers.item(place)] + different[numbers.item(place + 1)] for place in pairs.tolist()]
        found_words = self._find_words(set(written))
        marked = np.zeros((2, len(self._words.hashes)), np.bool_)
        marked[0, asked] = found
        marked[1, asked[pairs]] = [pair in found_words for pair in written]
        before, after = self._distance - RUN + 1, self._distance
        return self._around(marked[0], before, after) | self._around(marked[1], before, after - 1)

    def _around(self, marked: Bools, before: int, after: int) -> Bools:
        """Which words have a marked one of the same text so many words before them at most, or after them."""
        sums = np.concatenate([[0], np.cumsum(marked)])
        places = np.arange(len(marked))
        last = np.minimum(places + after + 1, self._words.end)
        return sums[last] > sums[np.maximum(places - before, self._words.first)]


def _hash_runs(words: Hashes) -> Hashes:
    """A number for the run that begins at each word; 0 for the last words, where none does."""
    count = max(len(words) - RUN + 1, 0)
    hashes = np.zeros(len(words), np.uint64)
    for place, factor in enumerate(_FACTORS):
        hashes[:count] += words[place : place + count] * factor
    return hashes
