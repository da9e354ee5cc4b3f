"""A folder of Chroma's with the vectors of one model, under their chunks' hashes."""

from __future__ import annotations

import importlib
import importlib.metadata
import json
import logging
import secrets
import shutil
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bookwheel.domain import storage
from bookwheel.domain.errors import IndexDamaged
from bookwheel.domain.messages import NO_MESSAGE, Message

STAMP = "stamp"

GRAPH = {"space": "cosine", "max_neighbors": 32, "ef_construction": 200, "ef_search": 200}
"""As measured in `library.embedding.nearest_rule`."""

LAYOUT = 2
"""Grows when every index has to be made anew: those of 1 hold remnants of the memory of a process that knew secrets."""

log = logging.getLogger(__name__)


class ChromaFolder:
    """A folder of Chroma's with one collection. Calls take turns; `notice` says when another had to be replaced.

    Chroma's files hold whole blocks of this process's memory as they were, freed texts and secrets included: open it
    in a process that has none, and see `process_memory.blank`. (hnswlib allocates `data_level0` and writes it whole.)
    """

    is_lost = False

    def __init__(self, folder: Path, identity: str) -> None:
        """Open or make the index of the model with that identity; what is torn or of another version is replaced.

        Raises:
            StoreUnusable: when not even an empty one can be made.
        """
        self._folder, self._stamp = folder, _stamp(identity)
        self._place = ""
        self._lock = threading.Lock()
        self._client: Any = None
        self.notice = NO_MESSAGE
        known, self._place = _read(folder / STAMP)
        if known == self._stamp:
            try:
                self._open()
            except BaseException as error:
                _let_pass(error)
                if (refusal := storage.find_storage_error(error)) is not None:
                    raise refusal from error
                log.warning("chroma: %s", error)
                self._replace()
        else:
            is_new = not folder.exists()
            self._replace()
            self.notice = NO_MESSAGE if is_new else self.notice

    def close(self) -> None:
        """Let go of the folder."""
        with self._lock:
            self._shut()

    def ids(self) -> list[bytes]:
        """The hashes of all vectors there.

        Raises:
            StoreUnusable: when they cannot be read.
        """
        return [bytes.fromhex(one) for one in self._asked(lambda: self._collection.get(include=[])["ids"])]

    def add(self, hashes: Sequence[bytes], vectors: NDArray[np.float32]) -> None:
        """Add vectors that are not there.

        Raises:
            StoreUnusable: when they cannot be written.
        """
        ids = [one.hex() for one in hashes]
        self._asked(lambda: self._collection.add(ids=ids, embeddings=vectors))

    def delete(self, hashes: Sequence[bytes]) -> None:
        """Take vectors out.

        Raises:
            StoreUnusable: when that fails.
        """
        ids = [one.hex() for one in hashes]
        self._asked(lambda: self._collection.delete(ids=ids))

    def nearest(self, vector: NDArray[np.float32], count: int) -> tuple[list[bytes], NDArray[np.float32]]:
        """Hashes of the nearest vectors, nearest first, and their cosines.

        Raises:
            StoreUnusable: when they cannot be read.
        """
        found = self._asked(
            lambda: self._collection.query(query_embeddings=vector[np.newaxis], n_results=count, include=["distances"])
        )
        distances = np.array(found["distances"][0], np.float32)
        return [bytes.fromhex(one) for one in found["ids"][0]], np.float32(1.0) - distances

    def empty(self) -> None:
        """Begin anew with an empty index, so that nothing taken out is left in a file."""
        with self._lock:
            self._replace()
            self.notice = NO_MESSAGE

    def _asked(self, ask: Callable[[], Any]) -> Any:
        with self._lock:
            try:
                return ask()
            except BaseException as error:
                _let_pass(error)
                damage = IndexDamaged("The vector index could not be used ({reason}).", reason=error)
                raise storage.explain(error, damage) from error

    def _open(self) -> None:
        chromadb: Any = importlib.import_module("chromadb")
        config: Any = importlib.import_module("chromadb.config")
        folder = self._folder / self._place
        # Of all models, of this one, of this place; never the library's folder around them: it may have been deleted.
        for needed in (self._folder.parent, self._folder, folder):
            needed.mkdir(exist_ok=True, mode=0o700)
        # Not Settings(…): it reads the environment and a .env file in the working directory, and with CHROMA_API_IMPL
        # and CHROMA_SERVER_HOST there, all vectors would go to that server.
        settings = config.Settings.model_construct(is_persistent=True, anonymized_telemetry=False)
        self._client = chromadb.PersistentClient(path=str(folder), settings=settings)
        self._collection = self._client.get_or_create_collection(
            "vectors", embedding_function=None, configuration={"hnsw": GRAPH}
        )
        self._collection.count()
        (self._folder / STAMP).write_text(f"{self._place}\n{self._stamp}", "utf-8")

    def _replace(self) -> None:
        self._shut()
        shutil.rmtree(self._folder, ignore_errors=True)
        # Always a new place: Chroma remembers, by its path, a client that could not be opened.
        self._place = secrets.token_hex(4)
        try:
            self._open()
        except BaseException as error:
            _let_pass(error)
            damage = IndexDamaged("The vector index cannot be built ({reason}).", reason=error)
            raise storage.explain(error, damage) from error
        self.notice = Message(
            "The vector index was damaged or from another version; it is being rebuilt in the background."
        )

    def _shut(self) -> None:
        client, self._client = self._client, None
        if client is not None:
            try:
                client.close()
            except BaseException as error:
                _let_pass(error)
                log.exception("chroma did not close")


def _let_pass(error: BaseException) -> None:
    """Raise what ends the process; all else is Chroma's, whose panics are no Exception."""
    if isinstance(error, (KeyboardInterrupt, SystemExit, GeneratorExit)):
        raise error


def _stamp(identity: str) -> str:
    version = importlib.metadata.version("chromadb")
    return json.dumps({"chromadb": version, "identity": identity, "graph": GRAPH, "layout": LAYOUT}, sort_keys=True)


def _read(path: Path) -> tuple[str, str]:
    """The stamp, and the place within the folder; empty when there is none that can be read."""
    try:
        place, _, stamp = path.read_text("utf-8").partition("\n")
    except (OSError, ValueError):
        return "", ""
    return stamp, place
