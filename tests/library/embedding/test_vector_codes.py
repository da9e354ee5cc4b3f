"""Codes of vectors: alike vectors have alike codes, and the rows that are likely near are found by them."""

from __future__ import annotations

import numpy as np
import pytest

from bookwheel.indexes.vectors import Rows
from bookwheel.library.embedding import nearest_rule, vector_codes, vector_table
from bookwheel.library.embedding.model_view import ModelView
from bookwheel.library.embedding.vector_table import VectorTable
from tests.library.encoders import WordEncoder

DIMENSIONS = 96


def _unit(rows: np.ndarray) -> np.ndarray:
    return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)


def _clustered(count: int) -> np.ndarray:
    chance = np.random.default_rng(7)
    centres = chance.standard_normal((60, DIMENSIONS))
    return _unit(centres[chance.integers(0, 60, count)] + chance.standard_normal((count, DIMENSIONS)))


def test_a_code_says_of_each_number_which_bounds_it_is_above():
    bound = 0.67 / np.sqrt(4)
    codes = vector_codes.encode(np.array([[0.9, -0.9, bound / 2, -bound / 2]], np.float32))
    bits = np.unpackbits(np.ascontiguousarray(codes.T).view(np.uint8))[:12]
    assert codes.shape == (1, 1)
    assert bits.reshape(3, 4).tolist() == [[1, 0, 1, 1], [1, 0, 1, 0], [1, 0, 0, 0]]


def test_likely_rows_are_those_with_the_nearest_codes():
    vectors = _clustered(500)
    codes = vector_codes.encode(vectors)
    found = vector_codes.likely_rows(codes, vectors[3], 40)
    differing = np.bitwise_count(codes ^ codes[:, 3:4]).sum(axis=0)
    assert 3 in found and len(found) >= 40 and sorted(found) == found.tolist()
    assert differing[found].max() < np.delete(differing, found).min()


@pytest.mark.parametrize("portion", [700, 6000], ids=["grown", "at once"])
def test_of_many_vectors_the_nearest_sections_are_those_of_all_compared(monkeypatch: pytest.MonkeyPatch, portion: int):
    monkeypatch.setattr(nearest_rule, "MOST_FULL_BYTES", 1000 * DIMENSIONS * 4)
    vectors = _clustered(6000).astype(np.float16)
    sections = np.arange(6000) // 3 + 10
    table = VectorTable.empty(DIMENSIONS)
    for start in range(0, len(vectors), portion):
        part = slice(start, start + portion)
        hashes = tuple(int(number).to_bytes(16) for number in range(6000)[part])
        table = table.grown(Rows(sections[part], hashes, vectors[part], np.zeros(0, np.int64), part.stop, True))
    query = _unit(vectors[1234:1235].astype(np.float32))[0]
    whole = table.best(query, 20)
    monkeypatch.setattr(nearest_rule, "FEWEST_COMPARED", 600)
    compared: list[int] = []
    cosines_of = vector_table._cosines  # pyright: ignore[reportPrivateUsage]

    def count_compared(rows: vector_table.Matrix, vector: vector_table.Floats) -> vector_table.Floats:
        compared.append(len(rows))
        return cosines_of(rows, vector)

    monkeypatch.setattr(vector_table, "_cosines", count_compared)
    keys, cosines = table.best(query, 20)
    assert compared[0] < 1500 and keys[0] == sections[1234]
    assert keys.tolist() == whole[0].tolist() and np.allclose(cosines, whole[1])
    later, _ = table.best(query, 5, after_row=3000)
    assert (later >= sections[3000]).all()


def test_of_a_wide_scope_the_nearest_are_found_by_codes_and_nothing_hidden_is(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(nearest_rule, "MOST_FULL_BYTES", 0)
    monkeypatch.setattr(nearest_rule, "FEWEST_COMPARED", 600)
    vectors, sections = _clustered(6000).astype(np.float16), np.arange(6000) // 3 + 10
    hashes = tuple(int(number).to_bytes(16) for number in range(6000))
    table = VectorTable.empty(DIMENSIONS).grown(Rows(sections, hashes, vectors, np.zeros(0, np.int64), 1, True))
    view = ModelView(WordEncoder(), frozenset(("notes",)), table)
    mask = np.ones(2010, np.bool_)
    mask[::3] = False
    query = _unit(vectors[1234:1235].astype(np.float32))[0]
    for among in (mask, None):
        every = table.section_keys if among is None else table.section_keys[among[table.section_keys]]
        keys, cosines = table.scores(query, every)
        wanted = keys[np.argsort(-cosines, kind="stable")[:20]]
        found, theirs = view.nearest(query, 50, among)
        assert len(found) == 50 and np.isin(found, every).all() and np.all(np.diff(theirs) <= 0)
        assert found[:20].tolist() == wanted.tolist()
    narrow = np.zeros(2010, np.bool_)
    narrow[[12, 500, 2009]] = True
    assert view.nearest(query, 50, narrow)[0].tolist() == [12, 500, 2009]
    assert not len(view.nearest(query, 50, np.zeros(5, np.bool_))[0])
