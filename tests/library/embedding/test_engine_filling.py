from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
import pytest

from bookwheel.indexes.vectors import ChunkRow, VectorsWriter
from bookwheel.library.embedding import engine_filling
from bookwheel.library.embedding.engine_filling import EngineFilling
from bookwheel.library.embedding.key_table import KeyTable
from bookwheel.library.embedding.shared_view import SharedView
from bookwheel.library.embedding.stored_tables import StoredTables
from tests.library.embedding.embedded_vectors import EmbeddedVectors
from tests.library.encoders import DIMENSIONS, WordEncoder
from tests.vectors import always, numbered_hashes, unit_vectors

LABEL = "0123456789abcdef0123456789abcdef"
OTHER = "f" * 32


class Watched(EmbeddedVectors):
    """An engine in a folder that counts what is put."""

    puts = 0

    def put(self, collection, keys, vectors):
        self.puts += len(keys)
        super().put(collection, keys, vectors)


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Watched]:
    opened = Watched(tmp_path / "engine", WordEncoder())
    yield opened
    opened.close()


@pytest.fixture
def stored(tmp_path: Path) -> Iterator[StoredTables[KeyTable]]:
    """30 vectors, of sections of three chunks each."""
    encoder, keys, rows = WordEncoder(), numbered_hashes(30), unit_vectors(1, 30, DIMENSIONS)
    writer = VectorsWriter(tmp_path / "vectors.sqlite", 1)
    model = writer.model(encoder.identity.key, "words", DIMENSIONS)
    chunks = [ChunkRow(1 + row // 3, row % 3, 3, key) for row, key in enumerate(keys)]
    writer.put(model, dict(zip(keys, rows, strict=True)), chunks)
    writer.close()
    tables = StoredTables(tmp_path / "vectors.sqlite", lambda _: KeyTable.empty(), KeyTable.grown)
    yield tables
    tables.close()


def _view(stored: StoredTables[KeyTable], engine: Watched, labels: tuple[str, ...] = (LABEL,)) -> SharedView:
    encoder = WordEncoder()
    model, table = stored.read(1)[encoder.identity.key]
    parts = np.array_split(np.arange(table.size), len(labels))
    return SharedView(encoder, frozenset(("a",)), table, stored, model, engine, dict(zip(labels, parts, strict=True)))


def test_a_second_reader_puts_nothing_that_is_there(stored: StoredTables[KeyTable], engine: Watched) -> None:
    first, second = EngineFilling(engine), EngineFilling(engine)
    view = _view(stored, engine)
    assert first.count_lacking(view) == 30 and not first.is_full(view)
    first.fill(view, always)
    assert first.is_full(view) and engine.keys(LABEL) == set(numbered_hashes(30))
    engine.puts = 0
    second.fill(view, always)
    assert second.is_full(view) and engine.puts == 0


def test_what_was_lost_is_put_again(stored: StoredTables[KeyTable], engine: Watched) -> None:
    filling, view = EngineFilling(engine), _view(stored, engine)
    filling.fill(view, always)
    engine.drop(LABEL, numbered_hashes(3))
    filling.forget()
    filling.fill(view, always)
    assert filling.count_lacking(view) == 0


def test_nothing_is_put_that_is_not_wanted(stored: StoredTables[KeyTable], engine: Watched) -> None:
    filling, view = EngineFilling(engine), _view(stored, engine)
    filling.fill(view, lambda: False)
    assert not filling.is_full(view) and engine.count(LABEL) == 0


def test_a_publication_is_dropped_once_no_reader_noted_it_for_two_months(
    stored: StoredTables[KeyTable], engine: Watched
) -> None:
    EngineFilling(engine).fill(_view(stored, engine, (LABEL, OTHER)), always)
    now = datetime.now(UTC)
    for note in [name for name in engine.collections() if name.startswith("used-") and name.endswith(OTHER[:24])]:
        engine.drop_collection(note)
    last = now.replace(day=1) - timedelta(days=1)
    engine.put(f"used-{last:%Y%m}-{OTHER[:24]}", numbered_hashes(1), unit_vectors(1, 1, DIMENSIONS))
    engine.put("not-ours", numbered_hashes(1), unit_vectors(1, 1, DIMENSIONS))
    reader = EngineFilling(engine)
    reader.fill(_view(stored, engine), always)
    assert engine.count(OTHER) == 15  # noted last month
    engine.drop_collection(f"used-{last:%Y%m}-{OTHER[:24]}")
    engine.put("used-200001-" + OTHER[:24], numbered_hashes(1), unit_vectors(1, 1, DIMENSIONS))
    reader.forget()
    reader.fill(_view(stored, engine), always)
    assert engine.collections() == {LABEL, f"used-{now:%Y%m}-{LABEL[:24]}", "not-ours"}


def test_what_a_newer_state_has_not_is_dropped_a_day_later_by_who_showed_it(
    stored: StoredTables[KeyTable], engine: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    filling, view = EngineFilling(engine), _view(stored, engine)
    filling.fill(view, always)
    newer = _view(stored, engine, (LABEL, OTHER))  # of LABEL the first half alone
    behind = EngineFilling(engine)
    behind.fill(newer, always)
    filling.fill(newer, always)
    assert engine.count(LABEL) == 30
    monkeypatch.setattr(engine_filling, "RETIRED_S", 0.0)
    behind.forget()
    behind.fill(newer, always)
    assert engine.count(LABEL) == 30  # it never showed them
    filling.forget()
    filling.fill(newer, always)
    assert engine.count(LABEL) == 15


def test_nearest_sections_are_scored_by_the_file_and_narrowed_before_ranking(
    stored: StoredTables[KeyTable], engine: Watched
) -> None:
    view, rows = _view(stored, engine), unit_vectors(1, 30, DIMENSIONS)
    EngineFilling(engine).fill(view, always)
    keys, cosines = view.nearest(rows[4], 30)
    wanted = (rows @ rows[4]).reshape(10, 3).max(axis=1)
    assert keys.tolist() == list(range(1, 11)) and np.allclose(cosines, wanted, atol=0.01)
    among = np.zeros(12, np.bool_)
    among[[3, 5]] = True
    keys, cosines = view.nearest(rows[4], 2, among)
    assert keys.tolist() == [3, 5] and np.allclose(cosines, wanted[[2, 4]], atol=0.01)
    assert view.exact(rows[4], np.array([2, 99]))[0].tolist() == [2]
    mean = view.mean_of(np.array([1, 2]))
    assert mean is not None and abs(np.linalg.norm(mean) - 1) < 1e-3 and view.mean_of(np.array([99])) is None
