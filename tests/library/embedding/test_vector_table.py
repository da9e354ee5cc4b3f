from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bookwheel.indexes.vectors import Rows
from bookwheel.library.embedding import nearest_rule, vector_table
from bookwheel.library.embedding.vector_table import VectorTable

DIMENSIONS = 8


def _rows(chunks: list[int], seed: int, newest: int) -> Rows:
    """Rows of chunks, given by their sections' keys, with random unit vectors."""
    vectors = np.random.default_rng(seed).normal(size=(len(chunks), DIMENSIONS))
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    hashes = tuple(f"{seed}-{number}".encode().ljust(16) for number in range(len(chunks)))
    return Rows(np.array(chunks, np.int64), hashes, vectors.astype(np.float16), np.zeros(0, np.int64), newest, True)


@pytest.fixture(params=[1 << 20, 0], ids=["float32", "float16"])
def kind(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nearest_rule, "MOST_FULL_BYTES", request.param)
    monkeypatch.setattr(vector_table, "BLOCK", 3)
    monkeypatch.setattr(vector_table, "HALF_BLOCK", 2)


counts = st.lists(st.integers(1, 4), min_size=1, max_size=12)


@settings(max_examples=30)
@given(parts=st.lists(counts, min_size=1, max_size=4), seed=st.integers(0, 1000), data=st.data())
@pytest.mark.usefixtures("kind")
def test_sections_score_as_their_best_chunk_in_a_full_comparison(
    parts: list[list[int]], seed: int, data: st.DataObject
):
    keys = data.draw(st.permutations(range(1, 1 + sum(len(part) for part in parts))))
    table, taken, vectors, chunks = VectorTable.empty(DIMENSIONS), 0, [], []
    for number, part in enumerate(parts):
        own = [key for key, count in zip(keys[taken:], part, strict=False) for _ in range(count)]
        taken += len(part)
        rows = _rows(own, seed + number, taken)
        before, seen = table, table.matrix.copy()
        table = table.grown(rows)
        assert np.array_equal(before.matrix, seen)
        vectors.append(rows.vectors)
        chunks += own
    query = _rows([1], seed + 99, 0).vectors[0].astype(np.float32)
    cosines = np.concatenate(vectors).astype(np.float32) @ query
    wanted = {
        key: max(cosine for one, cosine in zip(chunks, cosines, strict=True) if one == key) for key in set(chunks)
    }
    found, scores = table.best(query, len(wanted) + 5)
    assert np.allclose(scores, [wanted[key] for key in found.tolist()], atol=1e-5)
    assert sorted(found.tolist()) == sorted(wanted) and np.all(np.diff(scores) <= 1e-6)
    asked = np.array(sorted(data.draw(st.sets(st.integers(1, 60)))), np.int64)
    some, theirs = table.scores(query, asked)
    assert some.tolist() == [key for key in asked.tolist() if key in wanted]
    assert np.allclose(theirs, [wanted[key] for key in some.tolist()], atol=1e-5)


@pytest.mark.usefixtures("kind")
def test_numbers_of_half_the_length_are_scored_as_they_are():
    halves = np.array([[0.5, -0.25, 6e-8, 0.0], [-1.0, 3.1e-5, -0.0, 0.99902344], [6e-8, -6e-8, 0, 0]], np.float16)
    rows = Rows(
        np.array([1, 2, 3], np.int64), (b"a" * 16, b"b" * 16, b"c" * 16), halves, np.zeros(0, np.int64), 1, True
    )
    query = np.array([0.5, 0.25, 1.0, -1.0], np.float32)
    keys, cosines = VectorTable.empty(4).grown(rows).scores(query, np.array([1, 2, 3], np.int64))
    assert keys.tolist() == [1, 2, 3]
    assert cosines == pytest.approx(halves.astype(np.float64) @ query, rel=1e-5)


def test_room_to_grow_does_not_make_them_halves(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(nearest_rule, "MOST_FULL_BYTES", 10 * DIMENSIONS * 4)
    table = VectorTable.empty(DIMENSIONS)
    for newest, chunks in enumerate(([1] * 9, [2], [3])):
        assert table.is_full
        table = table.grown(_rows(chunks, newest, newest + 1))
    assert not table.is_full
