"""The words by which topics are told apart and called: those of titles, headings and keywords, stems merged."""

from __future__ import annotations

import re
import zlib
from collections import Counter
from collections.abc import Sequence

import numpy as np

from bookwheel.domain.topics import TopicDocument
from bookwheel.indexes.keyword.analysis import stem
from bookwheel.library.topics.clusters import Floats, unit
from bookwheel.parsing.extracts import han_words
from bookwheel.parsing.stop_words import EVERY_STOP_WORD

DIMENSIONS = 512

_WORD = re.compile(r"[^\W\d_][\w'’.+#-]*[\w+#]|[^\W\d_]{2,}")
_HAN = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
_ENDINGS = ("'s", "’s")
_MOST_HEADINGS = 60
_REPEATED, _REPEATED_SHARE = 3, 0.02
"""Headings that more documents have, and more than this share, belong to their form: "Before you begin"."""


class DocumentWords:
    """The terms of some documents, with their weights; a term is a stem, or two that stand together."""

    def __init__(self, documents: Sequence[TopicDocument]) -> None:
        """Look through titles (weight 3), keywords (2), headings and summaries (1)."""
        self._spellings: dict[str, Counter[str]] = {}
        repeated = Counter(heading for one in documents for heading in set(one.headings))
        most = max(_REPEATED, _REPEATED_SHARE * len(documents))
        self._repeated = {heading for heading, count in repeated.items() if count > most}
        self.of = [self._terms(one) for one in documents]
        self.holding = Counter(term for terms in self.of for term in terms)
        """How many documents have each term."""
        self.titles = [{term for term, _ in _cut(one.title, one.language)} for one in documents]
        """By document the terms of its title."""

    def spelling(self, term: str) -> str:
        """A term as it is written most often."""
        ways = self._spellings[term]
        return max(ways, key=lambda way: (ways[way], way))

    def vectors(self) -> Floats:
        """Unit vectors (n, DIMENSIONS) of the terms, each weighted by its rarity and put in a place by its hash."""
        count = len(self.of)
        rows = np.zeros((count, DIMENSIONS), np.float32)
        for row, terms in enumerate(self.of):
            for term, weight in terms.items():
                held = self.holding[term]
                if held < 2 or held > 0.5 * count:
                    continue
                place = zlib.crc32(term.encode())
                sign = 1.0 if place & 1 else -1.0
                rows[row, (place >> 1) % DIMENSIONS] += sign * np.sqrt(weight) * np.log(count / held)
        return unit(rows)

    def _terms(self, one: TopicDocument) -> dict[str, float]:
        found: dict[str, float] = {}
        parts = [(one.title, 3.0), *((word, 2.0) for word in one.keywords), (one.summary, 1.0)]
        headings = [heading for heading in one.headings[:_MOST_HEADINGS] if heading not in self._repeated]
        parts += [(heading, 1.0) for heading in headings]
        for text, weight in parts:
            for term, written in _cut(text, one.language):
                found[term] = found.get(term, 0.0) + weight
                self._spellings.setdefault(term, Counter())[written] += 1
        return found


def _cut(text: str, language: str) -> list[tuple[str, str]]:
    """The terms of a text and how each is written: single words, and pairs that stand together."""
    found: list[tuple[str, str]] = []
    if _HAN.search(text):
        found += [(word, word) for word in han_words(text)]
        text = _HAN.sub(" ", text)
    before, end = "", -1
    for match in _WORD.finditer(text):
        written = match[0]
        for ending in _ENDINGS:
            written = written.removesuffix(ending)
        folded = written.casefold()
        if folded in EVERY_STOP_WORD or len(folded) < 2:
            before = ""
            continue
        found.append((stem(folded, language), written))
        if before and match.start() - end <= 1:
            found.append((f"{stem(before.casefold(), language)} {stem(folded, language)}", f"{before} {written}"))
        before, end = written, match.end()
    return found
