"""The port `Vectors` over a library's own means: the vectors' file, tables in memory, and Chroma by `nearest_rule`.

A reader without an engine asks `ModelView` itself, by section keys; this is the same under the port's names.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from bookwheel.indexes.ann import NearestIndex
from bookwheel.indexes.embedding import Encoder
from bookwheel.indexes.vector_store import MOST_NEAR, Found, Mask, Model
from bookwheel.indexes.vector_store.port import merge
from bookwheel.indexes.vector_store.row_checks import check_name, unique_keys, unit_query, unit_rows
from bookwheel.indexes.vectors import ChunkRow, VectorsWriter
from bookwheel.library.embedding.model_view import ModelView
from bookwheel.library.embedding.stored_tables import StoredTables
from bookwheel.library.embedding.vector_table import Floats, VectorTable

_BIRTH = 1
_PART = 256


class EmbeddedVectors:
    """See `bookwheel.indexes.vector_store.Vectors`. One process alone; calls take turns.

    The file keeps each collection as a model of its own (`identity|collection`), each key as a section of one chunk.
    """

    def __init__(self, folder: Path, encoder: Encoder) -> None:
        """Open or make the file `vectors.sqlite` in a folder, for the vectors of an encoder."""
        folder.mkdir(parents=True, exist_ok=True)
        self._folder, self._encoder = folder, encoder
        self._model = Model(encoder.identity.key, encoder.identity.dimensions)
        self._writer = VectorsWriter(folder / "vectors.sqlite", _BIRTH)
        self._stored = StoredTables(folder / "vectors.sqlite", VectorTable.empty, VectorTable.grown)
        self._views: dict[str, ModelView] = {}
        self._near: dict[str, NearestIndex] = {}
        self._lock = threading.RLock()
        self._refresh()

    @property
    def model(self) -> Model:
        """What made the vectors."""
        return self._model

    def collections(self) -> frozenset[str]:
        """The collections that hold vectors."""
        with self._lock:
            return frozenset(name for name, view in self._views.items() if view.table.size)

    def keys(self, collection: str) -> set[bytes]:
        """The keys of a collection."""
        check_name(collection)
        with self._lock:
            view = self._views.get(collection)
            return set(view.table.hashes[: view.table.size]) if view is not None else set()

    def count(self, collection: str) -> int:
        """How many vectors a collection holds."""
        return len(self.keys(collection))

    def put(self, collection: str, keys: Sequence[bytes], vectors: Floats) -> None:
        """Hold vectors under keys; those that are there are replaced."""
        check_name(collection)
        names, rows = unit_rows(keys, vectors, self._model.dimensions)
        with self._lock:
            there = self.keys(collection)
            if known := [key for key in names if key in there]:
                self.drop(collection, known)
            if not names:
                return
            number = self._writer.model(self._identity(collection), self._encoder.identity.name, self._model.dimensions)
            first = max(self._writer.sections(number), default=0) + 1
            chunks = [ChunkRow(first + place, 0, 1, key) for place, key in enumerate(names)]
            self._writer.put(number, dict(zip(names, rows, strict=True)), chunks)
            self._refresh()

    def drop(self, collection: str, keys: Sequence[bytes]) -> None:
        """Delete vectors."""
        check_name(collection)
        with self._lock:
            gone = self.keys(collection) & set(unique_keys(keys))
            if gone:
                self._keep({collection: gone})

    def drop_collection(self, collection: str) -> None:
        """Delete all vectors of a collection."""
        check_name(collection)
        with self._lock:
            if collection in self._views:
                self._keep({collection: self.keys(collection)})

    def get(self, collection: str, keys: Sequence[bytes]) -> dict[bytes, Floats]:
        """The vectors under keys."""
        check_name(collection)
        asked = unique_keys(keys)
        with self._lock:
            view = self._views.get(collection)
        if view is None:
            return {}
        row_of = {key: row for row, key in enumerate(view.table.hashes[: view.table.size])}
        return {key: view.table.matrix[row_of[key]].astype(np.float32) for key in asked if key in row_of}

    def near(self, vector: Floats, count: int, mask: Mask) -> Found:
        """The nearest rows among those that the mask names, as `ModelView.nearest` finds them."""
        unit, most = unit_query(vector, self._model.dimensions), min(count, MOST_NEAR)
        parts: list[Found] = []
        for name, keys in mask.items():
            check_name(name)
            unique_keys(list(keys or ()))
            with self._lock:
                view = self._views.get(name)
            if view is not None and most > 0:
                parts.append(_nearest(view, name, unit, most, None if keys is None else set(keys)))
        return merge(parts, max(most, 0))

    def build(self) -> None:
        """Build Chroma's index of every collection that `nearest_rule` would ask it for."""
        with self._lock:
            for name, view in list(self._views.items()):
                if not view.asks_chroma or not view.table.size:
                    continue
                near = NearestIndex(self._folder / f"chroma-{name}", self._identity(name))
                there, table = near.ids(), view.table
                lacking = [row for row, key in enumerate(table.hashes[: table.size]) if key not in there]
                for start in range(0, len(lacking), _PART):
                    rows = lacking[start : start + _PART]
                    keys = [table.hashes[row] for row in rows]
                    near.add(keys, table.matrix[rows].astype(np.float32), lambda: True)
                self._near[name] = near
                self._views[name] = replace(view, near=near, near_rows=table.size)

    def close(self) -> None:
        """Close the file and Chroma."""
        with self._lock:
            for near in self._near.values():
                near.close()
            self._near.clear()
            self._stored.close()
            self._writer.close()

    def _keep(self, gone: dict[str, set[bytes]]) -> None:
        """Take out some keys, and every trace of a collection that has none left."""
        wanted: dict[int, list[int]] = {}
        numbers = {identity: number for number, identity in self._writer.models().items()}
        for name, view in self._views.items():
            size, out = view.table.size, gone.get(name, set())
            kept = [key for key, hash in zip(view.table.section_keys.tolist(), view.table.hashes[:size], strict=True)
                    if hash not in out]  # fmt: skip
            if kept:
                wanted[numbers[self._identity(name)]] = kept
        for name in gone:
            if (near := self._near.pop(name, None)) is not None:
                near.close()
        self._writer.keep(wanted)
        self._refresh()

    def _refresh(self) -> None:
        start = self._identity("")
        views: dict[str, ModelView] = {}
        for identity, (_, table) in self._stored.read(_BIRTH).items():
            if not identity.startswith(start):
                continue
            name = identity.removeprefix(start)
            known, near = self._views.get(name), self._near.get(name)
            rows = known.near_rows if known is not None and near is not None else 0
            views[name] = ModelView(self._encoder, frozenset((name,)), table, near if rows else None, rows)
        self._views = views

    def _identity(self, collection: str) -> str:
        return f"{self._model.identity}|{collection}"


def _nearest(view: ModelView, name: str, vector: Floats, count: int, keys: set[bytes] | None) -> Found:
    table, among = view.table, None
    if keys is not None:
        among = np.zeros(int(table.section_keys.max(initial=0)) + 1, np.bool_)
        places = [place for key in keys for place in table.places_by_hash.get(key, ())]
        among[table.section_keys[[place for place in places if place < len(table.section_keys)]]] = True
    sections, cosines = view.nearest(vector, count, among)
    if len(cosines) > count:
        top = np.argpartition(-cosines, count)[:count]
        sections, cosines = sections[top], cosines[top]
    order = np.searchsorted(table.section_keys, sections)  # keys are given in order, so that they rise
    return Found(tuple((name, table.hashes[int(table.starts[place])]) for place in order), cosines)
