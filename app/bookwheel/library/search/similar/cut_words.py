"""Cuts texts into words, all at once: what takes 17 µs a text with strings takes 8 with arrays of their letters."""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bookwheel.indexes.keyword.analysis import UNSPACED, normalised

_TOKEN = re.compile(rf"[{UNSPACED}]|[^\W{UNSPACED}]+")
_IS_LETTER = np.array([code > 127 or chr(code).isalnum() or chr(code) == "_" for code in range(256)], np.bool_)
_LOWER = np.array([ord(chr(code).lower()) if code < 128 else code for code in range(256)], np.uint8)
_PLACES = 64
_VALUES = np.frombuffer(secrets.token_bytes(8 * 256 * _PLACES), np.uint64)
"""What a letter adds to its word's hash, by byte and place: others in each process, so that nobody can aim at one."""

Bools = NDArray[np.bool_]
Hashes = NDArray[np.uint64]
Numbers = NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class CutWords:
    """The words of some texts one after the other, in lower case, by their hashes; of which text each is.

    `first` and `end` say, for each word, where its text begins and ends among them. Each character of a script without
    spaces is a word. `letters` are all texts in UTF-8, in which words stand from `starts` to `stops`.
    """

    hashes: Hashes
    text_of: Numbers
    first: Numbers
    end: Numbers
    letters: bytes
    starts: Numbers
    stops: Numbers

    def spell(self, words: Numbers) -> tuple[list[str], Numbers]:
        """The different ones of some words, and which of them each is."""
        _, places, numbers = np.unique(self.hashes[words], return_index=True, return_inverse=True)
        starts, stops = self.starts[words[places]].tolist(), self.stops[words[places]].tolist()
        return [self.letters[start:stop].decode() for start, stop in zip(starts, stops, strict=True)], numbers


def cut_words(texts: Sequence[str]) -> CutWords:
    """The words of some texts."""
    parts = [_prepared(text) for text in texts]
    letters = np.frombuffer(b" ".join((b"", *parts, b"")), np.uint8)
    is_letter = _IS_LETTER[letters]
    edges = np.flatnonzero(is_letter[1:] != is_letter[:-1]) + 1
    starts, stops = edges[::2], edges[1::2]
    letters = _LOWER[letters]
    bounds = np.searchsorted(starts, np.cumsum([1, *(len(part) + 1 for part in parts)]))
    sizes = np.diff(bounds)
    text_of, first, end = (column.repeat(sizes) for column in (np.arange(len(texts)), bounds[:-1], bounds[1:]))
    hashes = _hash(letters, np.flatnonzero(is_letter), starts, stops - starts)
    return CutWords(hashes, text_of, first, end, letters.tobytes(), starts, stops)


def _prepared(text: str) -> bytes:
    """A text of which each run of bytes that stand for letters, digits or an underscore is a word."""
    if text.isascii():
        return text.encode()
    return " ".join(_TOKEN.findall(normalised(text).lower())).encode("utf-8", "replace")


def _hash(letters: NDArray[np.uint8], at: Numbers, starts: Numbers, lengths: Numbers) -> Hashes:
    """A number for each word, the same for the same; words have these lengths, all of them together stand `at`."""
    if not len(starts):
        return np.zeros(0, np.uint64)
    values = (at - starts.repeat(lengths)) & (_PLACES - 1)
    values |= letters[at].astype(np.intp) << 6
    return np.add.reduceat(_VALUES.take(values), np.cumsum(lengths) - lengths)
