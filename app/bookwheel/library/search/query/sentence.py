"""How much of a sentence a query is: a few words are a name, many say what they mean."""

from __future__ import annotations

import re

from bookwheel.indexes.keyword.analysis import UNSPACED, words

_RUN = re.compile(f"[{UNSPACED}]+")


def sentence_share(text: str, fewest: int, most: int) -> float:
    """0 for a query of at most the `fewest` words, 1 from the `most` on; two characters without spaces are a word."""
    unspaced = sum(len(run) for run in _RUN.findall(text))
    return between(len(words(_RUN.sub(" ", text))) + unspaced / 2, fewest, most)


def between(value: float, least: float, most: float) -> float:
    """How far a value lies on the way from the least to the most, 0 to 1."""
    return min(1.0, max(0.0, (value - least) / (most - least)))
