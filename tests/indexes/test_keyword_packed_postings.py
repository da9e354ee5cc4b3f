"""Postings in one block of bytes: the same arrays come out, however many there are and whatever they weigh."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from bookwheel.indexes.keyword.packed_postings import pack, unpack

WEIGHTS = st.one_of(st.integers(1, 255).map(lambda steps: steps / 2), st.floats(0.0, 4e6, width=32))
POSTINGS = st.lists(st.tuples(st.integers(0, 2**31 - 1), WEIGHTS), min_size=1, max_size=40)


@given(st.dictionaries(st.integers(0, 7), POSTINGS, min_size=1))
def test_the_same_postings_come_out_to_the_last_bit(by_field: dict[int, list[tuple[int, float]]]):
    numbers, counts = sorted(by_field), [len(by_field[number]) for number in sorted(by_field)]
    rows = [row for number in numbers for row in by_field[number]]
    ids = np.array([document for document, _ in rows], np.int32)
    weights = np.array([weight for _, weight in rows], np.float32)
    fields, documents, weighed = unpack(pack(bytes(numbers), counts, ids, weights))
    assert (fields.dtype, documents.dtype, weighed.dtype) == (np.uint8, np.int32, np.float32)
    assert fields.tolist() == np.repeat(numbers, counts).tolist()
    assert documents.tolist() == ids.tolist()
    assert weighed.tobytes() == weights.tobytes()


def test_counts_of_words_take_five_bytes_a_posting():
    ids, halves = np.arange(1000, dtype=np.int32), np.full(1000, 2.5, np.float32)
    assert len(pack(b"\x02", [1000], ids, halves)) < 5 * 1000 + 20
    assert len(pack(b"\x02", [1000], ids, halves * np.float32(1.1))) > 8 * 1000
