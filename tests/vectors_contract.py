"""What every adapter of the port `Vectors` holds, whatever lies behind it.

`CHECKS` are called with a function that opens the same vectors each time it is called; `put_until_killed` is for a
process that is killed while it puts.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence, Set
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bookwheel.domain.errors import VectorsRefused
from bookwheel.indexes.vector_store import Found, Mask, Vectors
from tests import waiting
from tests.vectors import numbered_hashes, unit_vectors

DIMENSIONS = 64
ROUNDED = 0.01

Open = Callable[[], Vectors]
Truth = dict[tuple[str, bytes], np.ndarray]

_KEYS = numbered_hashes(24)
_NAMES = ("one", "two-2", "3")
_UNIT = unit_vectors(7, 64, DIMENSIONS)

_rows = st.lists(st.tuples(st.sampled_from(_KEYS), st.integers(0, 63)), max_size=12)
_masks = st.dictionaries(st.sampled_from((*_NAMES, "none")), st.none() | st.frozensets(st.sampled_from(_KEYS)))
_steps = st.lists(
    st.one_of(
        st.tuples(st.just("put"), st.sampled_from(_NAMES), _rows),
        st.tuples(st.just("drop"), st.sampled_from(_NAMES), st.lists(st.sampled_from(_KEYS), max_size=8)),
        st.tuples(st.just("drop_collection"), st.sampled_from(_NAMES), st.none()),
        st.tuples(st.just("near"), st.tuples(st.integers(0, 63), st.integers(0, 30)), _masks),
    ),
    max_size=8,
)


def _clear(vectors: Vectors) -> None:
    for name in vectors.collections():
        vectors.drop_collection(name)


def _truly_near(truth: Truth, vector: np.ndarray, mask: Mask) -> dict[tuple[str, bytes], float]:
    def is_asked(name: str, key: bytes) -> bool:
        return name in mask and ((keys := mask[name]) is None or key in keys)

    return {row: float(there @ vector) for row, there in truth.items() if is_asked(*row)}


def check_found(found: Found, truth: Truth, vector: np.ndarray, count: int, mask: Mask) -> None:
    """An answer is the exact one, but for rounding."""
    wanted = _truly_near(truth, vector, mask)
    assert len(found.rows) == len(set(found.rows)) == min(count, len(wanted)) == len(found.cosines)
    assert set(found.rows) <= wanted.keys()
    own = np.array([wanted[row] for row in found.rows])
    assert np.allclose(found.cosines, own, atol=ROUNDED)
    assert np.all(np.diff(found.cosines) <= 1e-6)
    best = np.sort(np.array(list(wanted.values())))[::-1][: len(own)]
    assert np.allclose(np.sort(own)[::-1], best, atol=ROUNDED)


def sequences_agree_with_a_model(open_vectors: Open, examples: int | None = None) -> None:
    """`examples` are fewer than the profile's where each takes a server seconds."""
    vectors = open_vectors()

    @settings(max_examples=examples or settings().max_examples)
    @given(steps=_steps)
    def run(steps: Sequence[tuple[str, object, object]]) -> None:
        _clear(vectors)
        truth: Truth = {}
        for action, first, second in steps:
            _step(vectors, truth, action, first, second)
        assert vectors.collections() == {name for name, _ in truth}
        for name in _NAMES:
            there = {key for own, key in truth if own == name}
            assert vectors.keys(name) == there and vectors.count(name) == len(there)
            told = vectors.get(name, _KEYS)
            assert told.keys() == there
            assert all(np.allclose(told[key], truth[name, key], atol=0.002) for key in there)

    run()
    vectors.close()


def _step(vectors: Vectors, truth: Truth, action: str, first: object, second: object) -> None:
    match action, first, second:
        case "put", str(name), list(rows):
            vectors.put(name, [key for key, _ in rows], _UNIT[[number for _, number in rows]].reshape(-1, DIMENSIONS))
            truth.update({(name, key): _UNIT[number] for key, number in rows})
        case "drop", str(name), list(keys):
            vectors.drop(name, keys)
            for key in keys:
                truth.pop((name, key), None)
        case "drop_collection", str(name), _:
            vectors.drop_collection(name)
            for row in [row for row in truth if row[0] == name]:
                del truth[row]
        case "near", (int(number), int(count)), dict(mask):
            check_found(vectors.near(_UNIT[number], count, mask), truth, _UNIT[number], count, mask)
        case _:
            raise AssertionError(action)


def hostile_values_are_refused_and_nothing_is_lost(open_vectors: Open) -> None:
    vectors = open_vectors()
    _clear(vectors)
    vectors.put("one", _KEYS[:3], _UNIT[:3])
    for value in (np.nan, np.inf, -np.inf):
        bad = _UNIT[:2].copy()
        bad[1, 3] = value
        with pytest.raises(VectorsRefused):
            vectors.put("one", _KEYS[4:6], bad)
        with pytest.raises(VectorsRefused):
            vectors.near(bad[1], 3, {"one": None})
    for shape in ((2, DIMENSIONS + 1), (2, 0), (3, DIMENSIONS), (2,)):
        with pytest.raises(VectorsRefused):
            vectors.put("one", _KEYS[4:6], np.ones(shape, np.float32))
    for vector in (np.zeros(DIMENSIONS, np.float32), np.ones(DIMENSIONS - 1, np.float32), np.zeros(0, np.float32)):
        with pytest.raises(VectorsRefused):
            vectors.near(vector, 3, {"one": None})
    for key in (b"", b"short", bytes(17)):
        with pytest.raises(VectorsRefused):
            vectors.put("one", [key], _UNIT[:1])
        with pytest.raises(VectorsRefused):
            vectors.drop("one", [key])
        with pytest.raises(VectorsRefused):
            vectors.near(_UNIT[0], 3, {"one": frozenset((key,))})
    for name in ("", "One", "a b", "a/b", "..", "x" * 41, "o'one", 'one"; DROP', "-one", "one-"):
        with pytest.raises(VectorsRefused):
            vectors.put(name, _KEYS[:1], _UNIT[:1])
        with pytest.raises(VectorsRefused):
            vectors.near(_UNIT[0], 3, {name: None})
    assert vectors.keys("one") == set(_KEYS[:3]) and vectors.collections() == {"one"}
    vectors.close()


def extreme_but_finite_vectors_are_held_with_length_1(open_vectors: Open) -> None:
    vectors = open_vectors()
    _clear(vectors)
    rows = np.stack([_UNIT[0] * np.float32(1e38), _UNIT[1] * np.float32(1e-38)])
    vectors.put("one", _KEYS[:2], rows)
    told = vectors.get("one", _KEYS)
    assert all(abs(np.linalg.norm(told[key]) - 1) < ROUNDED for key in _KEYS[:2])
    assert vectors.near(_UNIT[0], 1, {"one": None}).rows == (("one", _KEYS[0]),)
    vectors.close()


def nothing_is_found_where_nothing_is_asked(open_vectors: Open) -> None:
    vectors = open_vectors()
    _clear(vectors)
    vectors.put("one", [], np.zeros((0, DIMENSIONS), np.float32))
    assert vectors.collections() == frozenset()
    vectors.put("one", _KEYS[:3], _UNIT[:3])
    masks: tuple[Mapping[str, Set[bytes] | None], ...]
    masks = ({}, {"none": None}, {"one": frozenset()}, {"one": frozenset(_KEYS[5:7])}, {"none": frozenset(_KEYS)})
    for mask in masks:
        assert not vectors.near(_UNIT[0], 3, mask).rows
    for count in (0, -1):
        assert not vectors.near(_UNIT[0], count, {"one": None}).rows
    assert len(vectors.near(_UNIT[0], 10**9, {"one": None}).rows) == 3
    vectors.drop("one", [])
    vectors.drop("none", _KEYS)
    vectors.drop_collection("none")
    assert vectors.get("none", _KEYS) == {} and vectors.get("one", []) == {} and vectors.keys("none") == set()
    vectors.close()


def the_last_of_duplicates_holds(open_vectors: Open) -> None:
    vectors = open_vectors()
    _clear(vectors)
    vectors.put("one", [_KEYS[0], _KEYS[1], _KEYS[0]], _UNIT[:3])
    assert vectors.count("one") == 2
    assert np.allclose(vectors.get("one", [_KEYS[0], _KEYS[0]])[_KEYS[0]], _UNIT[2], atol=0.002)
    vectors.put("two", [_KEYS[0]], _UNIT[5:6])
    assert np.allclose(vectors.get("one", _KEYS)[_KEYS[0]], _UNIT[2], atol=0.002)
    vectors.put("one", [_KEYS[0]], _UNIT[4:5])
    assert np.allclose(vectors.get("one", _KEYS)[_KEYS[0]], _UNIT[4], atol=0.002)
    vectors.close()


def ten_thousand_keys_go_in_and_out_at_once(open_vectors: Open) -> None:
    vectors = open_vectors()
    _clear(vectors)
    keys, rows = numbered_hashes(10_000), unit_vectors(1, 10_000, DIMENSIONS)
    vectors.put("one", keys, rows)
    vectors.put("one", keys[:500], rows[:500])
    assert vectors.count("one") == 10_000 and vectors.keys("one") == set(keys)
    found = vectors.near(rows[77], 5, {"one": frozenset(keys)})
    assert found.rows[0] == ("one", keys[77]) and len(found.rows) == 5
    assert len(vectors.get("one", keys)) == 10_000
    vectors.drop("one", keys[1:])
    assert vectors.keys("one") == {keys[0]}
    _clear(vectors)
    vectors.close()


def what_is_hidden_is_left_out_before_ranking(open_vectors: Open, rows: int = 10_000) -> None:
    """Recall at 1 row in 100 is .95 and more: by a small collection, and by keys of a large one."""
    vectors = open_vectors()
    _clear(vectors)
    keys, truth = numbered_hashes(rows), unit_vectors(2, rows, DIMENSIONS)
    generator = np.random.default_rng(3)
    small = rows // 100
    vectors.put("large", keys[small:], truth[small:])
    vectors.put("small", keys[:small], truth[:small])
    chosen = small + generator.choice(rows - small, small, replace=False)
    masks = ((np.arange(small), {"small": None}), (chosen, {"large": frozenset(keys[row] for row in chosen)}))
    for queries, (places, mask) in zip((unit_vectors(4, 20, DIMENSIONS),) * 2, masks, strict=True):
        recalls: list[float] = []
        for query in queries:
            wanted = places[np.argsort(-(truth[places] @ query))[:50]]
            told = {key for _, key in vectors.near(query, 50, mask).rows}
            recalls.append(len(told & {keys[row] for row in wanted}) / len(wanted))
        assert np.mean(recalls) >= 0.95, mask.keys()
    every = [keys[row] for row in np.argsort(-(truth[small:] @ query))[:50] + small]
    told = {key for _, key in vectors.near(query, 50, {"large": frozenset(keys[small + 1 :])}).rows}
    assert len(told & set(every)) >= 0.95 * 50 - 1
    _clear(vectors)
    vectors.close()


def another_opening_sees_what_was_put(open_vectors: Open) -> None:
    vectors = open_vectors()
    _clear(vectors)
    vectors.put("one", _KEYS[:5], _UNIT[:5])
    vectors.drop("one", _KEYS[:1])
    vectors.close()
    again = open_vectors()
    assert again.keys("one") == set(_KEYS[1:5])
    check_found(again.near(_UNIT[0], 9, {"one": None}), {("one", _KEYS[row]): _UNIT[row] for row in range(1, 5)},
                _UNIT[0], 9, {"one": None})  # fmt: skip
    again.close()


CHECKS = (
    sequences_agree_with_a_model,
    hostile_values_are_refused_and_nothing_is_lost,
    extreme_but_finite_vectors_are_held_with_length_1,
    nothing_is_found_where_nothing_is_asked,
    the_last_of_duplicates_holds,
    ten_thousand_keys_go_in_and_out_at_once,
    what_is_hidden_is_left_out_before_ranking,
    another_opening_sees_what_was_put,
)


def put_until_killed(vectors: Vectors) -> None:
    """Put batch after batch, and say the number of each once it is in."""
    batch = 0
    while True:
        vectors.put("killed", _batch_keys(batch), unit_vectors(batch, 40, DIMENSIONS))
        print(batch, flush=True)
        batch += 1


def check_kill(program: str, folder: Path, open_vectors: Open) -> None:
    """What a process had put is whole after it was killed, and a batch that it was putting can be put again."""
    told = folder / "told"
    with told.open("wb") as output, subprocess.Popen([sys.executable, "-c", program], stdout=output) as process:
        waiting.until(lambda: told.read_text("utf-8").count("\n") >= 5 or process.poll() is not None)
        process.kill()
    done = [int(line) for line in told.read_text("utf-8").splitlines()]
    assert len(done) >= 5
    vectors = open_vectors()
    vectors.put("killed", _batch_keys(done[-1] + 1), unit_vectors(done[-1] + 1, 40, DIMENSIONS))
    for batch in (*done, done[-1] + 1):
        keys, rows = _batch_keys(batch), unit_vectors(batch, 40, DIMENSIONS)
        there = vectors.get("killed", keys)
        assert all(np.allclose(there[key], row, atol=0.002) for key, row in zip(keys, rows, strict=True))
    assert set(_batch_keys(done[-1] + 1)) <= vectors.keys("killed")
    vectors.close()


def _batch_keys(batch: int) -> list[bytes]:
    return [(batch * 40 + number).to_bytes(16) for number in range(40)]
