"""The port over folders on this computer: an index of Whoosh's for each collection, written by one process."""

# pyright: standard
# NumPy's arrays of any shape, as in the rest of this room.

from __future__ import annotations

import shutil
import threading
from collections.abc import Sequence
from pathlib import Path

from bookwheel.indexes.keyword.folder_segments import read_segments
from bookwheel.indexes.keyword.postings import new_cache
from bookwheel.indexes.keyword.segments import WordRevision, WordSegment
from bookwheel.indexes.keyword.store.checks import (
    check_before,
    check_change,
    check_collection,
    check_unique,
    checked_keys,
)
from bookwheel.indexes.keyword.store.port import Change
from bookwheel.indexes.keyword.writer import KeywordWriter


class FolderWords:
    """See `port.Keyword`. Of each collection the revision applied last can be opened; calls take turns.

    A library's own index is one such folder, which `KeywordWriter` and `KeywordReader` open without this.
    """

    def __init__(self, folder: Path) -> None:
        """Use or make a folder."""
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        self._lock = threading.RLock()
        self._writers: dict[str, KeywordWriter] = {}
        self._opened: dict[str, WordRevision] = {}
        self._cache = new_cache()

    def collections(self) -> frozenset[str]:
        """The collections that have a revision."""
        names = [entry.name for entry in self._folder.iterdir() if entry.is_dir()]
        return frozenset(name for name in names if self.revisions(name))

    def revisions(self, collection: str) -> frozenset[int]:
        """The revision applied last."""
        check_collection(collection)
        with self._lock:
            writer = self._known_writer(collection)
            return frozenset((writer.revision,)) if writer is not None and writer.revision else frozenset()

    def apply(self, collection: str, revision: int, change: Change) -> None:
        """Make a revision out of the last one, or of nothing."""
        check_collection(collection)
        check_change(revision, change)
        with self._lock:
            there = self.revisions(collection)
            if revision in there:
                return
            check_before(change.before, there)
            sections = [part.read() for part in change.put]
            check_unique([checked_keys(one) for one in sections])
            writer = self._writers.get(collection) or KeywordWriter(self._folder / collection)
            self._writers[collection] = writer
            writer.apply(revision, (), change.dropped if change.before else writer.keys(), sections)

    def open(self, collection: str, revision: int) -> WordRevision | None:
        """The revision applied last, if it is this one."""
        with self._lock:
            if revision not in self.revisions(collection):
                return None
            known = self._opened.get(collection)
            if known is None or known.number != revision:
                segments = [segment for segment, _ in known.segments] if known is not None else []
                known = read_segments(self._folder / collection, {one.name: one for one in segments}, self._cache)
                self._opened[collection] = known
            return known

    def fetch(self, segments: Sequence[WordSegment], terms: Sequence[bytes]) -> None:
        """Read nothing: files are read when they are asked."""

    def drop_collection(self, collection: str) -> None:
        """Delete a collection's folder."""
        check_collection(collection)
        with self._lock:
            self._opened.pop(collection, None)
            writer = self._writers.pop(collection, None)
            if writer is not None:
                writer.close()
            shutil.rmtree(self._folder / collection, ignore_errors=True)

    def close(self) -> None:
        """Close every index."""
        with self._lock:
            self._opened.clear()
            for writer in self._writers.values():
                writer.close()
            self._writers.clear()

    def _known_writer(self, collection: str) -> KeywordWriter | None:
        writer = self._writers.get(collection)
        if writer is None and (self._folder / collection).is_dir():
            writer = self._writers[collection] = KeywordWriter(self._folder / collection)
        return writer
