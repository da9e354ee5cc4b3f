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
    return unpack_all([packed], [sections])


def unpack_all(packed: Sequence[bytes], sections: Sequence[int]) -> TermCounts | None:
    """Return the counted terms of documents with so many sections each, put together as `merge` does.

    It takes a fraction of the time of one after the other. None where another version counted those of any document.

    Raises:
        ValueError: as `unpack`, for any document.
    """
    if any(len(one) > MOST_BYTES for one in packed):
        raise ValueError("too many terms")
    try:
        read = [_PACKED.decode(one) for one in packed]
    except (msgspec.MsgspecError, RecursionError):
        raise ValueError("no counted terms") from None
    if any(one.stamp != STAMP for one in read):
        return None
    pairs = list(zip(read, sections, strict=True))
    words = [_wide(one.words, len(FIELDS) * own, 4).reshape(len(FIELDS), own) for one, own in pairs]
    sizes = np.array([(one.count, len(one.sizes), own) for one, own in pairs], np.int64).reshape(-1, 3)
    steps = _joined([_wide(one.steps, one.count) for one in read])
    weights = _joined([_wide(one.weights, one.count) for one in read]) * _STEP
    if len(steps) and (steps.min() < 1 or weights.min() <= 0):
        raise ValueError("postings do not rise, or weigh nothing")
    lengths = np.concatenate([np.zeros((len(FIELDS), 0), np.int64), *words], axis=1)
    if lengths.max(initial=0) > MOST_WORDS or steps.sum(dtype=np.float64) > MOST_KEY:
        raise ValueError("lengths or steps are too large")
    sums = np.append(0, np.cumsum(steps))
    keys = sums[1:] - sums[np.cumsum(sizes[:, 0]) - sizes[:, 0]].repeat(sizes[:, 0]) - 1
    if (keys >= (len(FIELDS) * sizes[:, 1] * sizes[:, 2]).repeat(sizes[:, 0])).any():
        raise ValueError("postings of no term")
    terms, places = _ranked(_terms(read))
    is_first = np.zeros(len(places) + 1, np.bool_)
    is_first[np.cumsum(sizes[:, 1]) - sizes[:, 1]] = True
    if ((np.diff(places) <= 0) & ~is_first[1:-1]).any():
        raise ValueError("terms do not rise")
    fields, own_terms, own_sections = _apart(keys, sizes)
    if (weights > WEIGHT_PER_WORD * lengths[fields, own_sections]).any():
        raise ValueError("weights do not go with the lengths")
    return _in_order(terms, lengths, (fields, places[own_terms], own_sections), weights)


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
    terms, places = _ranked(list(chain.from_iterable(part.terms for part in parts)))
    sizes = np.array([(len(part.keys), len(part.terms), part.sections) for part in parts], np.int64).reshape(-1, 3)
    words = np.concatenate([np.zeros((len(FIELDS), 0), np.int64), *(part.words for part in parts)], axis=1)
    fields, own_terms, sections = _apart(_joined([part.keys for part in parts]), sizes)
    weights = np.concatenate([np.zeros(0), *(part.weights for part in parts)])
    return _in_order(terms, words, (fields, places[own_terms], sections), weights)


def reorder(counts: TermCounts, order: np.ndarray) -> TermCounts:
    """Return the same with the sections in another order, of which `order` has their numbers."""
    numbers = np.empty(len(order), np.int64)
    numbers[order] = np.arange(len(order))
    pairs, sections = np.divmod(counts.keys, max(1, counts.sections))
    keys = pairs * counts.sections + numbers[sections]
    at = np.argsort(keys)
    return TermCounts(counts.terms, counts.words[:, order], keys[at], counts.weights[at])


def _ranked(terms: Sequence[bytes]) -> tuple[list[bytes], np.ndarray]:
    """The different terms in order, and the place of each of the terms among them."""
    numbers: defaultdict[bytes, int] = defaultdict(count().__next__)
    number_of = np.fromiter(map(numbers.__getitem__, terms), np.int64, len(terms))
    ordered = sorted(numbers)
    ranks = np.empty(len(ordered), np.int64)
    ranks[np.fromiter(map(numbers.__getitem__, ordered), np.int64, len(ordered))] = np.arange(len(ordered))
    return ordered, ranks[number_of]


def _apart(keys: np.ndarray, sizes: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Field, place of the term and section of the postings of all parts, as if these stood in one row.

    `sizes` says how many postings, terms and sections each part has.
    """
    lengths = sizes[:, 0]
    first_terms, first_sections = (np.cumsum(column) - column for column in sizes[:, 1:].T)
    own_terms, own_sections = (np.maximum(column, 1).repeat(lengths) for column in sizes[:, 1:].T)
    pairs, sections = np.divmod(keys, own_sections)
    fields, places = np.divmod(pairs, own_terms)
    return fields, places + first_terms.repeat(lengths), sections + first_sections.repeat(lengths)


def _in_order(
    terms: list[bytes], words: np.ndarray, postings: tuple[np.ndarray, np.ndarray, np.ndarray], weights: np.ndarray
) -> TermCounts:
    """Counted terms of postings in any order: their fields, places of terms and sections."""
    fields, places, sections = postings
    keys = (fields * len(terms) + places) * words.shape[1] + sections
    order = np.argsort(keys)
    return TermCounts(terms, words, keys[order], weights[order])


def _terms(read: Sequence[_Packed]) -> list[bytes]:
    """The terms of each after the other; they are letters of UTF-8 each, and hold neither space nor control."""
    joined = b"".join(one.letters for one in read)
    sizes, letters = np.frombuffer(b"".join(one.sizes for one in read), np.uint8), np.frombuffer(joined, np.uint8)
    ends = np.cumsum(sizes, dtype=np.int64)
    if any(len(one.letters) != sum(one.sizes) for one in read) or (sizes < 1).any():
        raise ValueError("terms do not go with their sizes")
    if (letters < _FIRST_LETTER).any() or (letters == _DELETE).any() or (letters[ends - sizes] & 0xC0 == 0x80).any():
        raise ValueError("terms hold what is no letter")
    joined.decode()  # a ValueError where it is no UTF-8
    return [joined[start:end] for start, end in pairwise([0, *ends.tolist()])]


def _joined(arrays: Sequence[np.ndarray]) -> np.ndarray:
    return np.concatenate([_NONE, *arrays])


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
