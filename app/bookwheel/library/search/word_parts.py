"""How much sections share with a query in parts of words: compounds, endings, spellings that no stem brings together.

Parts are runs of five letters of one word with its edges (" kett", "kette", "ette " of Kette). Source of the idea:
McNamee & Mayfield, Information Retrieval 7, 2004.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from bookwheel.indexes.keyword.analysis import folded, normalised

LENGTH = 5
"""Letters of a part, the word's edges among them."""

MOST_TEXT = 20_000
"""Characters of a text that are looked at."""

_K1, _B = 1.2, 0.75
_FACTOR = np.uint64(0x9E3779B97F4A7C15)
_SIFTED = 1 << 16
_TABLE = 0x10000
_EDGE, _NOTHING = 0x20, 0
_WITH_OTHERS = (range(0x3400), range(0x4DC0, 0x4E00), range(0xA000, 0xAC00), range(0xD7A4, _TABLE))
"""All of the first plane but Chinese characters and Korean syllables, which are letters and stay as they are."""

Floats = NDArray[np.float64]
_Letters = NDArray[np.uint32]
_Hashes = NDArray[np.uint64]


def shared_parts(words: Mapping[str, float], texts: Sequence[str]) -> Floats:
    """How much of the words' parts each text has, 0 to 1 for the one that has most.

    Each word has a weight, its rarity, which its parts share; capitals and accents make no difference.
    """
    weight_of: dict[int, float] = {}
    for word, weight in words.items():
        parts = {*_hashes(_letters([word])[0]).tolist()}
        for part in parts:
            weight_of[part] = max(weight_of.get(part, 0.0), weight / len(parts) ** 0.5)
    scores = np.zeros(len(texts))
    if not weight_of or not texts:
        return scores
    wanted = np.array(sorted(weight_of), np.uint64)
    weights = np.array([weight_of[part] for part in wanted.tolist()])
    letters, text_of = _letters([text[:MOST_TEXT] for text in texts])
    every = _hashes(letters)
    # Nearly nothing is wanted: a look at sixteen bits tells that faster than a search among all that is.
    is_likely = np.zeros(_SIFTED, np.bool_)
    is_likely[wanted % _SIFTED] = True
    likely = np.flatnonzero(is_likely[every % _SIFTED])
    part = np.minimum(np.searchsorted(wanted, every[likely]), len(wanted) - 1)
    is_wanted = wanted[part] == every[likely]
    cells = text_of[likely[is_wanted]] * len(wanted) + part[is_wanted]
    often = np.bincount(cells, minlength=len(texts) * len(wanted)).reshape(len(texts), len(wanted)).astype(np.float64)
    sizes = np.bincount(text_of, minlength=len(texts))
    length = _K1 * (1 - _B + _B * sizes / max(sizes.mean(), 1))
    scores = (often * (_K1 + 1) / (often + length[:, np.newaxis])) @ weights
    return scores / max(scores.max(), 1e-9)


def _letters(texts: Sequence[str]) -> tuple[_Letters, NDArray[np.intp]]:
    """The folded letters of all texts, an edge around each word, and of which text each is."""
    each = [np.frombuffer(f" {text} ".encode("utf-32-le", "replace"), np.uint32) for text in texts]
    letters = np.concatenate(each)
    is_listed = letters < _TABLE
    letters = np.where(is_listed, _folds()[np.where(is_listed, letters, _EDGE)], letters)
    kept = np.flatnonzero(letters != _NOTHING)
    return letters[kept], np.repeat(np.arange(len(texts)), [len(one) for one in each])[kept]


def _hashes(letters: _Letters) -> _Hashes:
    """A number for each run of letters, those over the edge of two words among them, which match nothing."""
    count = max(len(letters) - LENGTH + 1, 0)
    mixed = letters[:count].astype(np.uint64)
    for place in range(1, LENGTH):
        mixed *= _FACTOR
        mixed += letters[place : place + count]
    mixed ^= mixed >> np.uint64(29)
    return mixed


@cache
def _folds() -> _Letters:
    """What each character of the first plane counts as: a letter or digit, an edge, or nothing (accents apart)."""
    table = np.arange(_TABLE, dtype=np.uint32)
    for code in (code for codes in _WITH_OTHERS for code in codes):
        letter = chr(code)
        table[code] = _EDGE
        plain = normalised(letter)
        if not plain or 0x300 <= code <= 0x36F:
            table[code] = _NOTHING
        elif letter.isalnum():
            table[code] = ord(folded(plain)[0])
    return table
