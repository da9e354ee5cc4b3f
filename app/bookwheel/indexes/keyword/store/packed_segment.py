"""Counted sections as a database keeps them: a row for the segment, and a row for each term."""

# pyright: standard
# NumPy's arrays of any shape, as in the rest of this room.

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from bookwheel.indexes.keyword import vocabulary
from bookwheel.indexes.keyword.packed_postings import TermPostings, pack, unpack
from bookwheel.indexes.keyword.postings import bytes_of
from bookwheel.indexes.keyword.schema import FIELDS
from bookwheel.indexes.keyword.store.checks import checked_keys
from bookwheel.indexes.keyword.term_counts import TermCounts
from bookwheel.indexes.keyword.vocabulary import Vocabulary
from bookwheel.indexes.keyword.writer import CountedSections

LONGEST_KEY = 200
"""Bytes of a term by which its row is known; a longer one is known by so many and a hash: an index holds no more."""

_HASH_BYTES = 16


@dataclass(frozen=True, slots=True)
class SegmentRow:
    """A segment without its postings, each part as bytes.

    `keys` are int64, `lengths` a byte for each field and section, `lexicon` a packed vocabulary, and `frequencies`
    uint32 by term: how many sections have it in the field that has most of them. All are little-endian.
    """

    size: int
    keys: bytes
    lengths: bytes
    lexicon: bytes
    frequencies: bytes


@dataclass(frozen=True, slots=True)
class PackedSegment:
    """A segment's row, and the rows of its terms: keys and packed postings."""

    row: SegmentRow
    terms: list[tuple[bytes, bytes]]


@dataclass(frozen=True, slots=True)
class ReadSegment:
    """A segment's row read again: keys (int64), length bytes (uint8, fields by sections), terms and frequencies."""

    keys: np.ndarray
    length_bytes: np.ndarray
    lexicon: Vocabulary
    frequencies: np.ndarray


def term_key(term: bytes) -> bytes:
    """What a term's row is known by."""
    if len(term) <= LONGEST_KEY:
        return term
    return term[:LONGEST_KEY] + hashlib.blake2b(term, digest_size=_HASH_BYTES).digest()


def pack_segment(sections: CountedSections) -> PackedSegment:
    """Return counted sections as rows.

    Raises:
        WordsRefused: for keys that cannot be held.
    """
    keys, counts = checked_keys(sections), sections.counts
    fields_of: dict[bytes, int] = {}
    frequencies: list[int] = []
    rows: list[tuple[bytes, bytes]] = []
    for term, fields, field_counts, documents, weights in _by_term(counts):
        fields_of[term] = sum(1 << field for field in fields)
        frequencies.append(max(field_counts))
        rows.append((term_key(term), pack(fields, field_counts, documents, weights)))
    row = SegmentRow(
        len(keys), keys.astype("<i8").tobytes(), bytes_of(counts.words).tobytes(), vocabulary.pack(fields_of),
        np.array(frequencies, "<u4").tobytes(),
    )  # fmt: skip
    return PackedSegment(row, rows)


def read_segment(row: SegmentRow) -> ReadSegment:
    """Return what a segment's row holds.

    Raises:
        ValueError: when it is something else.
    """
    keys = np.frombuffer(row.keys, "<i8").astype(np.int64)
    lengths = np.frombuffer(row.lengths, np.uint8).reshape(len(FIELDS), row.size)
    lexicon = Vocabulary(row.lexicon)
    frequencies = np.frombuffer(row.frequencies, "<u4")
    if len(keys) != row.size or len(frequencies) != len(lexicon):
        raise ValueError("not a segment")
    return ReadSegment(keys, lengths, lexicon, frequencies)


def read_postings(block: bytes, size: int) -> TermPostings:
    """Return a term's postings in a segment of so many sections.

    Raises:
        ValueError: when they are something else.
    """
    try:
        fields, documents, weights = unpack(block)
    except IndexError:
        raise ValueError("no postings") from None
    if not len(documents) or len(fields) != len(documents) or fields.max() >= len(FIELDS):
        raise ValueError("no postings")
    if documents.min() < 0 or documents.max() >= size or not np.isfinite(weights).all():
        raise ValueError("postings of no section")
    return fields, documents, weights


def _by_term(counts: TermCounts) -> Iterator[tuple[bytes, bytes, list[int], np.ndarray, np.ndarray]]:
    """Terms that have postings, in order: fields, how many postings each has, section numbers and weights."""
    pairs, sections = np.divmod(counts.keys, max(1, counts.sections))
    fields, terms = np.divmod(pairs, max(1, len(counts.terms)))
    order = np.argsort(terms, kind="stable")  # fields rise within a term, and sections within a field
    fields, terms = fields[order], terms[order]
    documents, weights = sections[order].astype(np.int32), counts.weights[order].astype(np.float32)
    runs = np.flatnonzero(np.diff(terms * len(FIELDS) + fields, prepend=-1))
    run_fields, run_terms = fields[runs].astype(np.uint8), terms[runs]
    run_sizes = np.diff(runs, append=len(terms)).tolist()
    firsts = [*np.flatnonzero(np.diff(run_terms, prepend=-1)).tolist(), len(runs)]
    starts = [*runs.tolist(), len(terms)]
    for first, last in pairwise(firsts):
        here = slice(starts[first], starts[last])
        term = counts.terms[int(run_terms[first])]
        yield term, run_fields[first:last].tobytes(), run_sizes[first:last], documents[here], weights[here]
