"""The ontology's stores on disk: numbered folders, the stamp of each, and how damage in one is told."""

from __future__ import annotations

import contextlib
import hashlib
import os
import time
from collections.abc import Callable, Generator
from pathlib import Path
from typing import TypeVar

import pyoxigraph as ox

from bookwheel import paths
from bookwheel.domain import storage
from bookwheel.domain.errors import IndexDamaged, StoreUnusable
from bookwheel.indexes.ontology.iris import LIBRARY, VOCABULARY
from bookwheel.indexes.ontology.triples import FORM

REVISION = ox.NamedNode(f"{VOCABULARY}revision")
VERSION = ox.NamedNode(f"{VOCABULARY}statementsVersion")

STATINGS = ox.NamedNode(f"{VOCABULARY}statings")
SIGN = ox.NamedNode(f"{VOCABULARY}statedAs")
LINKED = ox.NamedNode(f"{VOCABULARY}manualVersion")
TOPICS = ox.NamedNode(f"{VOCABULARY}topicsVersion")

LIBRARY_NODE = ox.NamedNode(LIBRARY)
DAMAGE = (OSError, RuntimeError)
"""What Oxigraph raises for files that it cannot read or write; corruption is a RuntimeError."""

_TRIES, _BETWEEN_S = 10, 0.02
"""Looks at a store, and seconds between them."""

REBUILT = "; it is rebuilt at the next start."
"""What becomes of a store that cannot be read."""

T = TypeVar("T")


def numbered(folder: Path) -> list[tuple[int, Path]]:
    """The stores in a folder, the newest last."""
    with contextlib.suppress(OSError):
        return sorted((int(place.name), place) for place in folder.iterdir() if place.name.isdecimal())
    return []


def identity_of(store: Path) -> str:
    """What tells the store in a folder from all others: it stays when the library is copied."""
    with contextlib.suppress(OSError):
        return (store / "IDENTITY").read_text("ascii", "replace").strip()
    return ""


def graph_files(folder: Path, store: int) -> list[Path]:
    """The files in which graphs read from one of a folder's stores are kept, the newest last."""
    with contextlib.suppress(OSError):
        found = [path for path in folder.glob(f"{store}.*.graph") if path.name.split(".")[1].isdecimal()]
        return sorted(found, key=lambda path: int(path.name.split(".")[1]))
    return []


def stamp_of(store: ox.Store) -> int:
    """The revision that a store was stamped with, -1 for none."""
    return int(text_of(store, REVISION) or -1)


def statings_of(store: ox.Store) -> int:
    """How often documents were stated in a store when it was stamped: while that stays, manual links alone change."""
    return int(text_of(store, STATINGS) or 0)


def version_of(store: ox.Store) -> str:
    """The version of vocabulary and statements that a store was stamped with, empty for none."""
    return text_of(store, VERSION)


def text_of(store: ox.Store, term: ox.NamedNode) -> str:
    """What a store's stamp says of itself, empty for nothing."""
    quad = next(iter(store.quads_for_pattern(LIBRARY_NODE, term, None)), None)
    return quad.object.value if quad is not None and isinstance(quad.object, ox.Literal) else ""


def topic_signs_of(store: ox.Store) -> dict[str, str]:
    """By the graph of a collection's topics, what tells the topics in a store from others."""
    stamps = (quad.object for quad in store.quads_for_pattern(LIBRARY_NODE, TOPICS, None))
    said = (stamp.value for stamp in stamps if isinstance(stamp, ox.Literal))
    return {graph: sign for graph, _, sign in (text.partition(" ") for text in said)}


def sync_logs(folder: Path) -> None:
    """Put on the disk what stands in the logs of the store in a folder."""
    for file in folder.glob("*.log"):
        with contextlib.suppress(FileNotFoundError), file.open("r+b") as log:  # one that has gone was flushed
            os.fsync(log.fileno())


def vocabulary_path() -> Path:
    """The vocabulary's file."""
    return paths.resources() / "ontology" / "bookwheel.ttl"


def version() -> str:
    """The version of vocabulary and statements: another vocabulary or form gives another."""
    text = vocabulary_path().read_bytes().replace(b"\r\n", b"\n")
    return f"{FORM}-{hashlib.blake2b(text, digest_size=8).hexdigest()}"


def damaged(error: BaseException, sentence: str) -> StoreUnusable:
    """Return the error for a store that cannot be used: damage, told by the sentence, or what the system refuses."""
    return storage.explain(error, IndexDamaged(sentence, next="bookwheel doctor --repair"))


def read_with_retries(read: Callable[[], T], advice: str) -> T:
    """Return what `read` gives; the writer's compaction takes files away, and a later look sees those in place.

    Raises:
        StoreUnusable: with `advice`, when the store cannot be read.
    """
    for attempt in range(_TRIES):
        try:
            return read()
        except DAMAGE as error:
            if attempt + 1 == _TRIES:
                raise damaged(error, f"The ontology cannot be read ({type(error).__name__}){advice}") from error
            time.sleep(_BETWEEN_S)
    raise AssertionError("unreachable")


@contextlib.contextmanager
def raising_damage() -> Generator[None]:
    """What Oxigraph raises for a store that cannot be used, as IndexDamaged or StorageUnavailable."""
    try:
        yield
    except DAMAGE as error:
        sentence = f"The ontology cannot be used ({type(error).__name__}); it must be rebuilt."
        raise damaged(error, sentence) from error
