"""Chroma's server, asked over its HTTP interface (v2): one of its collections for each model and collection.

Not through `chromadb.HttpClient`: that waits for ever (its timeout is None), reads answers of any size, and reads the
environment and a `.env` file in the working directory.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import TypeVar
from urllib.parse import quote

import msgspec
import numpy as np

from bookwheel.domain.errors import EngineUnavailable
from bookwheel.indexes.vector_store.json_server import JsonServer
from bookwheel.indexes.vector_store.port import KEY_BYTES, NOTHING, Floats, Found, Model, merge

ROOT = "/api/v2/tenants/default_tenant/databases/default_database/collections"

GRAPH = {"space": "cosine", "max_neighbors": 32, "ef_construction": 200, "ef_search": 200}
"""As that of the index in a library."""

MOST_LISTED = 10_000
"""Keys of one answer."""

MOST_COLLECTIONS = 1000
"""Collections of one answer."""

_NOT_FOUND = 404


PUT_AT_ONCE = 250
"""Vectors of one call, which take half a second; twice that where the server has half a processor."""


class _Collection(msgspec.Struct):
    id: str
    name: str


class _Ids(msgspec.Struct):
    ids: list[str]
    embeddings: list[list[float]] | None = None


class _Nearest(msgspec.Struct):
    ids: list[list[str]]
    distances: list[list[float | None]]


T = TypeVar("T")


class ChromaServer:
    """See `port.Engine`."""

    def __init__(self, url: str, model: Model) -> None:
        """Ask nothing yet."""
        self._server = JsonServer(url, "Chroma's server")
        self._prefix, self._dimensions = f"bookwheel-{model.tag}-", model.dimensions
        self._known: dict[str, str] = {}
        self._lock = threading.Lock()

    def collections(self) -> frozenset[str]:
        """The collections of this model that hold vectors."""
        found: list[_Collection] = []
        while len(found) % MOST_COLLECTIONS == 0:
            path = f"{ROOT}?limit={MOST_COLLECTIONS}&offset={len(found)}"
            told = self._read("GET", path, None, list[_Collection]) or []
            found += told
            if not told:
                break
        own = {one.name.removeprefix(self._prefix): one.id for one in found if one.name.startswith(self._prefix)}
        with self._lock:
            self._known = dict(own)
        return frozenset(name for name in own if self.count(name))

    def keys(self, collection: str) -> set[bytes]:
        """The keys of a collection, 10,000 at a time."""
        found: set[bytes] = set()
        offset = 0
        while True:
            asked = {"limit": MOST_LISTED, "offset": offset, "include": list[str]()}
            told = self._ask(collection, "get", asked, _Ids)
            if told is None or not told.ids:
                return found
            found.update(_keys(told.ids))
            offset += len(told.ids)

    def count(self, collection: str) -> int:
        """How many vectors a collection holds."""
        return self._ask(collection, "count", None, int) or 0

    def put(self, collection: str, keys: Sequence[bytes], vectors: Floats) -> None:
        """Hold vectors, and replace those that are there."""
        for start in range(0, len(keys), PUT_AT_ONCE):
            part = slice(start, start + PUT_AT_ONCE)
            self._put(collection, {"ids": [key.hex() for key in keys[part]], "embeddings": vectors[part].tolist()})

    def drop(self, collection: str, keys: Sequence[bytes]) -> None:
        """Delete vectors."""
        self._ask(collection, "delete", {"ids": [key.hex() for key in keys]}, object)

    def drop_collection(self, collection: str) -> None:
        """Delete a collection."""
        status, content = self._server.call("DELETE", f"{ROOT}/{quote(self._prefix + collection)}")
        with self._lock:
            self._known.pop(collection, None)
        if status // 100 != 2 and status != _NOT_FOUND:
            raise _refusal(status, content)

    def get(self, collection: str, keys: Sequence[bytes]) -> dict[bytes, Floats]:
        """The vectors under keys."""
        asked = {"ids": [key.hex() for key in keys], "include": ["embeddings"]}
        told = self._ask(collection, "get", asked, _Ids)
        if told is None:
            return {}
        vectors = told.embeddings or []
        if len(vectors) != len(told.ids):
            raise _unusable("it gave keys without vectors")
        return {key: np.array(vector, np.float32) for key, vector in zip(_keys(told.ids), vectors, strict=True)}

    def near(self, vector: Floats, count: int, collections: Sequence[str]) -> Found:
        """The nearest of whole collections, asked one after the other."""
        return merge([self._nearest(vector, count, name, {}) for name in collections], count)

    def near_among(self, vector: Floats, count: int, collection: str, keys: Sequence[bytes]) -> Found:
        """The nearest of some keys of one collection."""
        ids = [key.hex() for key in keys]
        try:
            return self._nearest(vector, count, collection, {"ids": ids})
        except EngineUnavailable:  # chromadb 1.5 answers "Error finding id" where one of them is not there
            told = self._ask(collection, "get", {"ids": ids, "include": list[str]()}, _Ids)
            if told is None or not told.ids:
                return NOTHING
            if len(told.ids) == len(ids):
                raise
            return self._nearest(vector, count, collection, {"ids": told.ids})

    def close(self) -> None:
        """Close the connections."""
        self._server.close()

    def _put(self, collection: str, rows: object) -> None:
        for _ in range(3):
            self._make(collection)
            if self._ask(collection, "upsert", rows, object) is not None:
                return
        raise _unusable("a collection was deleted again and again")

    def _nearest(self, vector: Floats, count: int, collection: str, among: dict[str, list[str]]) -> Found:
        asked = {"query_embeddings": [vector.tolist()], "n_results": count, "include": ["distances"], **among}
        told = self._ask(collection, "query", asked, _Nearest)
        if told is None:
            return NOTHING
        if len(told.ids) != 1 or len(told.distances) != 1 or len(told.ids[0]) != len(told.distances[0]):
            raise _unusable("it gave keys without distances")
        distances = [np.nan if one is None else one for one in told.distances[0]]
        cosines = np.float32(1) - np.array(distances, np.float32)
        return Found(tuple((collection, key) for key in _keys(told.ids[0])), cosines)

    def _ask(self, collection: str, action: str, body: object, kind: type[T]) -> T | None:
        """The answer of a collection; None where it is not there, also where another process deleted it."""
        method = "GET" if action == "count" else "POST"
        for _ in range(2):  # it may have been made again since it was asked last, under another id
            key = self._id_of(collection)
            if key is None:
                return None
            told = self._read(method, f"{ROOT}/{key}/{action}", body, kind)
            if told is not None:
                return told
            with self._lock:
                self._known.pop(collection, None)
        return None

    def _id_of(self, collection: str) -> str | None:
        with self._lock:
            key = self._known.get(collection)
        if key is None:
            told = self._read("GET", f"{ROOT}/{quote(self._prefix + collection)}", None, _Collection)
            key = self._remember(collection, told) if told is not None else None
        return key

    def _make(self, collection: str) -> None:
        with self._lock:
            if collection in self._known:
                return
        name = self._prefix + collection
        told = self._read("POST", ROOT, {"name": name, "get_or_create": True, "configuration": {"hnsw": GRAPH}},
                          _Collection)  # fmt: skip
        if told is None:
            raise _unusable("it makes no collection")
        self._remember(collection, told)

    def _remember(self, collection: str, told: _Collection) -> str:
        key = quote(told.id, safe="")
        with self._lock:
            self._known[collection] = key
        return key

    def _read(self, method: str, path: str, body: object, kind: type[T]) -> T | None:
        """What the server answers, in the shape that is wanted; None for what is not there."""
        status, content = self._server.call(method, path, body)
        if status == _NOT_FOUND:
            return None
        if status // 100 != 2:
            raise _refusal(status, content)
        try:
            return msgspec.json.decode(content, type=kind)
        except (msgspec.DecodeError, RecursionError):
            raise _unusable("it answered what no server of this kind does") from None


def _keys(ids: Sequence[str]) -> list[bytes]:
    try:
        keys = [bytes.fromhex(one) for one in ids]
    except ValueError:
        keys = [b""]
    if any(len(key) != KEY_BYTES for key in keys):
        raise _unusable("it gave keys of another kind")
    return keys


def _refusal(status: int, content: bytes) -> EngineUnavailable:
    said = " ".join(content[:200].decode("utf-8", "replace").split())
    printable = "".join(letter for letter in said if letter.isprintable())
    return _unusable(f"status {status}: {printable}" if printable else f"status {status}")


def _unusable(reason: str) -> EngineUnavailable:
    return EngineUnavailable(
        "Chroma's server did not do what was asked ({reason}). Check its address and its log.", reason=reason
    )
