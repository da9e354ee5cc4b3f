"""What an encoder is: its identity, and the two things it does with text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

SHOWN_HASH = 12


@dataclass(frozen=True, slots=True)
class Identity:
    """Which model made a vector, and by which rules: only vectors of one `key` can be compared."""

    name: str
    hash: str
    """Hexadecimal, over weights and tokenizer."""
    engine: str
    dimensions: int
    max_tokens: int
    """What one vector can hold, special tokens counted; the rest of a longer text is not seen."""
    query_prefix: str = ""
    passage_prefix: str = ""
    languages: tuple[str, ...] = ()
    """ISO 639 codes of what it reads; empty when it reads every language."""

    @property
    def key(self) -> str:
        """The short text that is stored with vectors."""
        return f"{self.name}@{self.hash[:SHOWN_HASH]}/{self.engine}"

    def reads(self, language: str) -> bool:
        """Whether meaning counts for text of this language ("" when it is not known)."""
        return not self.languages or not language or language.partition("-")[0].lower() in self.languages


class Encoder(Protocol):
    """Text to vectors; every method may be called from any thread."""

    @property
    def identity(self) -> Identity:
        """The model and its rules."""
        ...

    def encode(self, texts: Sequence[str], *, is_query: bool = False) -> NDArray[np.float32]:
        """One unit vector for each text, in their order, shape (n, dimensions); prefixes are added here."""
        ...

    def count(self, text: str) -> int:
        """How many tokens a text has, without the special ones around it."""
        ...

    def pieces(self, text: str, most_tokens: int) -> list[str]:
        """The text cut at the borders of paragraphs, sentences or words, each piece at most so many tokens by `count`.

        A text that fits is one piece; blank text is none. Pieces are slices of the text without the space around them.
        """
        ...


class Reranker(Protocol):
    """A query and a passage, read together, to one number; every method may be called from any thread."""

    @property
    def name(self) -> str:
        """What the model is called."""
        ...

    def scores(self, query: str, passages: Sequence[str], most_s: float) -> list[float]:
        """One score for each passage, the higher the better, in their order; fewer where the seconds end before."""
        ...
