"""An encoder that needs no model: words that two texts share make them near."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from bookwheel.indexes.embedding import Identity

DIMENSIONS = 64


class WordEncoder:
    """Each word is a direction of its own; a text is the mean of its words. `fails` is a word that it cannot read."""

    def __init__(self, name: str = "words", fails: str = "") -> None:
        self.identity = Identity(name, "0" * 64, "fake", DIMENSIONS, 64, languages=("en",))
        self.fails = fails
        self.asked: list[str] = []

    def encode(self, texts: Sequence[str], *, is_query: bool = False) -> NDArray[np.float32]:
        self.asked.extend(texts)
        if self.fails and any(self.fails in text for text in texts):
            raise RuntimeError("it cannot be computed")
        if not texts:
            return np.empty((0, DIMENSIONS), np.float32)
        made = np.stack([sum((_direction(word) for word in _words(text)), np.zeros(DIMENSIONS)) for text in texts])
        made[:, 0] += 1e-3
        return (made / np.linalg.norm(made, axis=1, keepdims=True)).astype(np.float32)

    def count(self, text: str) -> int:
        return len(_words(text))

    def pieces(self, text: str, most_tokens: int) -> list[str]:
        words = text.split()
        return [" ".join(words[at : at + most_tokens]) for at in range(0, len(words), most_tokens)]


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.lower())


def _direction(word: str) -> NDArray[np.float64]:
    seed = int.from_bytes(hashlib.sha256(word.encode()).digest()[:8])
    return np.random.default_rng(seed).normal(size=DIMENSIONS)
