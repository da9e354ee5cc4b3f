"""The counted terms of some sections: as arrays, as bytes that travel with a published document, and put together."""

# pyright: standard
# NumPy's arrays of numbers are not typed by what they hold.

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, count, pairwise

import msgspec
import numpy as np
import Stemmer

from bookwheel.indexes.keyword.schema import ANALYSIS, FIELDS

STAMP = f"{ANALYSIS} {unicodedata.unidata_version} {Stemmer.version()}"
"""What the terms of a text depend upon: our analysis, Python's table of letters, and the stemmers."""

LONGEST_TERM_BYTES = 255
MOST_BYTES = 8_000_000
"""Bytes of the packed terms of one document; those of a larger one are counted where they are needed."""

MOST_WORDS = 2**26
"""Length of a field at most; a term's weight is at most a few times that."""

MOST_KEY = 2**62
WEIGHT_PER_WORD = 8
"""How much weight a term may have for each word of its field: parts of an identifier may repeat."""

_STEP = 0.5
"""Weights are counts of words, of which a part of a compound is half a one."""

_FIRST_LETTER = 0x21
_DELETE = 0x7F
_WIDTHS = {1: "u1", 2: "<u2", 4: "<u4", 8: "<u8"}


@dataclass(frozen=True, slots=True)
class TermCounts:
    """Terms of sections, which are numbered from 0.

    `terms` rise, as bytes in UTF-8. `words` has the length of each field by section (int64, fields by sections).
    `keys` (int64, rising) are postings: (place of the field in FIELDS * number of terms + place of the term) * number
    of sections + section. `weights` (float64) has a weight for each.
    """

    terms: Sequence[bytes]
    words: np.ndarray
    keys: np.ndarray
    weights: np.ndarray

    @property
    def sections(self) -> int:
        """How many sections there are."""
        return self.words.shape[1]


class _Packed(msgspec.Struct, frozen=True, array_like=True):
    """Counted terms as bytes: sizes and letters of the terms, steps between keys, weights in halves, and lengths.

    Steps and weights take the same number of bytes each, which is told by their size and number.
    """

    stamp: str
    sizes: bytes
    letters: bytes
    count: int
    steps: bytes
    weights: bytes
    words: bytes


_PACKED = msgspec.msgpack.Decoder(_Packed)


def pack(counts: TermCounts) -> bytes:
    """Return counted terms as bytes, the same for the same terms; empty where they cannot be packed."""
    sizes = [len(term) for term in counts.terms]
    halves = counts.weights / _STEP
    if max(sizes, default=0) > LONGEST_TERM_BYTES or (halves != np.floor(halves)).any():
        return b""
    steps, words = _narrow(np.diff(counts.keys, prepend=-1)), counts.words.astype("<u4").tobytes()
    letters, weights = b"".join(counts.terms), _narrow(halves.astype(np.int64))
    packed = msgspec.msgpack.encode(_Packed(STAMP, bytes(sizes), letters, len(counts.keys), steps, weights, words))
    return packed if len(packed) <= MOST_BYTES else b""


def unpack(packed: bytes, sections: int) -> TermCounts | None:
    """Return counted terms of so many sections; None where another version of the analysis counted them.

    Raises:
        ValueError: for what no text gives: terms that are none, weights that do not go with the lengths.
    """
    if len(packed) > MOST_BYTES:
        raise ValueError("too many terms")
    try:
        read = _PACKED.decode(packed)
    except (msgspec.MsgspecError, RecursionError):
        raise ValueError("no counted terms") from None
    if read.stamp != STAMP:
        return None
    words = _wide(read.words, len(FIELDS) * sections, 4).reshape(len(FIELDS), sections)
    terms = _terms(read)
    steps, halves = _wide(read.steps, read.count), _wide(read.weights, read.count)
    if len(steps) and (steps.min() < 1 or halves.min() < 1):
        raise ValueError("postings do not rise, or weigh nothing")
    if words.max(initial=0) > MOST_WORDS or int(steps.max(initial=0)) * len(steps) > MOST_KEY:
        raise ValueError("lengths or steps are too large")
    counts = TermCounts(terms, words, np.cumsum(steps) - 1, halves * _STEP)
    _check_postings(counts)
    return counts


def section_counts(counts: TermCounts, section: int) -> tuple[list[int], dict[tuple[int, bytes], float]]:
    """Return the lengths of the fields of one section, and its weights by field and term."""
    at = np.flatnonzero(counts.keys % counts.sections == section)
    fields, terms = np.divmod(counts.keys[at] // counts.sections, max(1, len(counts.terms)))
    pairs = zip(fields.tolist(), terms.tolist(), counts.weights[at].tolist(), strict=True)
    return counts.words[:, section].tolist(), {(field, counts.terms[term]): weight for field, term, weight in pairs}


def merge(parts: Sequence[TermCounts]) -> TermCounts:
    """Return the terms of all parts, whose sections follow one another."""
    if len(parts) == 1:
        return parts[0]
    numbers: defaultdict[bytes, int] = defaultdict(count().__next__)
    of_parts = chain.from_iterable(map(numbers.__getitem__, part.terms) for part in parts)
    number_of = np.fromiter(of_parts, np.int64, sum(len(part.terms) for part in parts))
    terms = sorted(numbers)
    ranks = np.empty(len(terms), np.int64)
    ranks[np.fromiter(map(numbers.__getitem__, terms), np.int64, len(terms))] = np.arange(len(terms))
    sizes = np.array([(len(part.keys), len(part.terms), part.sections) for part in parts], np.int64).reshape(-1, 3)
    lengths = sizes[:, 0]
    first_terms, first_sections = (np.cumsum(column) - column for column in sizes[:, 1:].T)
    own_terms, own_sections = (np.maximum(column, 1).repeat(lengths) for column in sizes[:, 1:].T)
    pairs, sections = np.divmod(np.concatenate([part.keys for part in parts] or [_NONE]), own_sections)
    fields, places = np.divmod(pairs, own_terms)
    places += first_terms.repeat(lengths)
    sections += first_sections.repeat(lengths)
    keys = (fields * len(terms) + ranks[number_of[places]]) * int(sizes[:, 2].sum()) + sections
    order = np.argsort(keys)
    weights = np.concatenate([part.weights for part in parts] or [_NONE])[order]
    words = np.concatenate([part.words for part in parts] or [np.zeros((len(FIELDS), 0), np.int64)], axis=1)
    return TermCounts(terms, words, keys[order], weights)


def reorder(counts: TermCounts, order: np.ndarray) -> TermCounts:
    """Return the same with the sections in another order, of which `order` has their numbers."""
    numbers = np.empty(len(order), np.int64)
    numbers[order] = np.arange(len(order))
    pairs, sections = np.divmod(counts.keys, max(1, counts.sections))
    keys = pairs * counts.sections + numbers[sections]
    at = np.argsort(keys)
    return TermCounts(counts.terms, counts.words[:, order], keys[at], counts.weights[at])


def _terms(read: _Packed) -> list[bytes]:
    """The terms, which rise, are letters of UTF-8 each, and hold neither space nor control."""
    sizes, letters = np.frombuffer(read.sizes, np.uint8).astype(np.int64), np.frombuffer(read.letters, np.uint8)
    ends = np.cumsum(sizes)
    if (int(ends[-1]) if len(ends) else 0) != len(letters) or (sizes < 1).any():
        raise ValueError("terms do not go with their sizes")
    if (letters < _FIRST_LETTER).any() or (letters == _DELETE).any() or (letters[ends - sizes] & 0xC0 == 0x80).any():
        raise ValueError("terms hold what is no letter")
    read.letters.decode()  # a ValueError where it is no UTF-8
    bounds = [0, *ends.tolist()]
    terms = [read.letters[start:end] for start, end in pairwise(bounds)]
    if any(before >= after for before, after in pairwise(terms)):
        raise ValueError("terms do not rise")
    return terms


def _check_postings(counts: TermCounts) -> None:
    """Refuse postings of no term, or whose weight does not go with the length of their field.

    Raises:
        ValueError: with what is wrong.
    """
    if not len(counts.keys):
        return
    terms, sections = len(counts.terms), counts.sections
    if counts.keys[-1] >= len(FIELDS) * terms * sections:
        raise ValueError("postings of no term")
    fields = counts.keys // (terms * sections)
    lengths = counts.words[fields, counts.keys % sections]
    if (counts.weights > WEIGHT_PER_WORD * lengths).any():
        raise ValueError("weights do not go with the lengths")


def _narrow(numbers: np.ndarray) -> bytes:
    """Numbers, 0 or more, in as few bytes each as the largest needs."""
    most = int(numbers.max(initial=0))
    width = next(width for width in _WIDTHS if most < 1 << 8 * width)
    return numbers.astype(_WIDTHS[width]).tobytes()


def _wide(packed: bytes, number: int, width: int = 0) -> np.ndarray:
    """So many numbers (int64) of the same number of bytes each."""
    width = width or len(packed) // max(1, number)
    if number < 0 or (number and width not in _WIDTHS) or len(packed) != number * width:
        raise ValueError("numbers are missing")
    numbers = np.frombuffer(packed, _WIDTHS.get(width, "u1"))
    if width == 8 and numbers.max(initial=0) > MOST_KEY:
        raise ValueError("a number is too large")
    return numbers.astype(np.int64)


_NONE = np.zeros(0, np.int64)
