"""What each passage of some texts is worth for a question: by its words and those beside it, and by meaning."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bookwheel.indexes.keyword.postings import Recent
from bookwheel.library.context.passage_cuts import cut
from bookwheel.library.search.snippets import Matcher

K1, B = 1.2, 0.75
"""Of BM25 over passages."""

BESIDE = (0.3, 0.15)
"""What the words of the passage next to one and of the one after that count for it.

Spans recovered from half of `ir/chunking-eval` by words at 500 / 1,000 / 2,000 tokens, passages of 600 characters:
.702 / .880 / .945 so, .711 / .851 / .936 with the next alone, .681 / .832 / .921 with none.
"""

_WORD = re.compile(r"\w+(?:\u200c\w+)*")

Floats = NDArray[np.float32]
Numbers = NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class PassageWords:
    """A text's passages as character ranges, their lengths in words, and which words stand how often in which.

    The postings of `words[n]` are those from `starts[n]` to `starts[n + 1]` in `passages` and `counts`.
    """

    ranges: tuple[tuple[int, int], ...]
    lengths: Floats
    words: tuple[str, ...]
    starts: Numbers
    passages: Numbers
    counts: Floats

    @property
    def size_bytes(self) -> int:
        """About what it takes in memory."""
        return 500 + 90 * len(self.ranges) + 80 * len(self.words) + 8 * len(self.passages)


class CutTexts:
    """Texts cut into passages with their words, kept while they are asked for; any thread."""

    def __init__(self) -> None:
        """Start empty."""
        self._kept: Recent[str, PassageWords] = Recent(lambda words: words.size_bytes, 24 << 20)

    def of(self, name: str, text: str) -> PassageWords:
        """The passages of a text; `name` tells this text from every other."""
        found = self._kept.get(name)
        if found is None:
            found = _read(text)
            self._kept.put(name, found)
        return found


def _read(text: str) -> PassageWords:
    ranges = cut(text)
    lengths = np.ones(len(ranges), np.float32)
    postings: dict[str, list[tuple[int, int]]] = {}
    for number, (start, end) in enumerate(ranges):
        counted = Counter(_WORD.findall(text, start, end))
        lengths[number] = max(1, sum(counted.values()))
        for word, count in counted.items():
            postings.setdefault(word, []).append((number, count))
    starts = np.cumsum([0, *(len(found) for found in postings.values())], dtype=np.int32)
    flat = np.array([pair for found in postings.values() for pair in found], np.int32).reshape(-1, 2)
    return PassageWords(
        tuple(ranges), lengths, tuple(postings), starts, flat[:, 0].copy(), flat[:, 1].astype(np.float32)
    )


def score_words(texts: Sequence[PassageWords], matcher: Matcher) -> list[Floats]:
    """For each text the scores of its passages, 0 to 1 for the best of all: BM25 over all passages, with neighbours."""
    offsets = np.cumsum([0, *(len(text.ranges) for text in texts)])
    size = int(offsets[-1])
    lengths = np.concatenate([text.lengths for text in texts]) if texts else np.zeros(0, np.float32)
    frequencies = _frequencies(texts, offsets, matcher)
    norms = K1 * (1 - B + B * lengths / max(1.0, float(lengths.mean()))) if size else lengths
    scores = np.zeros(size, np.float32)
    for counted in frequencies.values():
        has = int(np.count_nonzero(counted))
        scores += np.log1p((size - has + 0.5) / (has + 0.5)) * counted * (K1 + 1) / (counted + norms)
    parts = [_with_neighbours(scores[start:end]) for start, end in zip(offsets, offsets[1:], strict=False)]
    best = max((float(part.max(initial=0.0)) for part in parts), default=0.0)
    return [part / np.float32(best) for part in parts] if best > 0 else parts


def _frequencies(texts: Sequence[PassageWords], offsets: NDArray[np.int_], matcher: Matcher) -> dict[int, Floats]:
    """How often each of the question's words stands in each passage."""
    found: dict[int, Floats] = {}
    for text, offset in zip(texts, offsets.tolist(), strict=False):
        for place, word in enumerate(text.words):
            for number in matcher.numbers_in(word):
                counted = found.get(number)
                if counted is None:
                    counted = found[number] = np.zeros(int(offsets[-1]), np.float32)
                part = slice(text.starts[place], text.starts[place + 1])
                counted[text.passages[part] + offset] += text.counts[part]
    return found


def _with_neighbours(scores: Floats) -> Floats:
    gained = scores.copy()
    for distance, share in enumerate(BESIDE, 1):
        gained[distance:] += share * scores[:-distance]
        gained[:-distance] += share * scores[distance:]
    return gained
