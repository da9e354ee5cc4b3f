"""What git knows of the collections, read when the files are: when it is due, the child, and the rows that follow."""

from __future__ import annotations

import hashlib
import logging
import time
from collections.abc import Iterable, Mapping
from pathlib import Path

from bookwheel.domain.history import HistoryTask
from bookwheel.indexes.catalogue import CatalogueWriter
from bookwheel.library.history.history_child import HistoryChild
from bookwheel.library.history.repository import find_trace

log = logging.getLogger(__name__)

DOCUMENTS_EVERY_S = 600.0
"""Seconds between two readings of a history that did not change, for documents that are new since."""


class HistoryIntake:
    """Reads one history after the other; of the indexer's thread."""

    def __init__(self, folder: Path) -> None:
        """Read nothing yet; `folder` is where git works."""
        self._folder = folder
        self._roots: dict[str, str] = {}
        self._is_on = False
        self._due: dict[str, None] = {}
        self._read_at: dict[str, float] = {}
        self._child: HistoryChild | None = None
        self._reading = ("", "")

    def configure(self, roots: Mapping[str, str], *, is_on: bool) -> None:
        """Read the histories of these folders, or forget all."""
        is_same = self._roots == dict(roots) and self._is_on == is_on
        self._roots, self._is_on = dict(roots), is_on
        if self._reading[0] not in self._roots or not is_on:
            self.close()
        if not is_same:
            self._due = dict.fromkeys(self._roots)

    def look_again(self, slugs: Iterable[str]) -> None:
        """Look whether the histories of collections changed."""
        self._due.update(dict.fromkeys(slugs))

    def is_due(self) -> bool:
        """Whether there is a folder to look at, or a child that reads."""
        return self._child is not None or bool(self._due)

    def advance(self, catalogue: CatalogueWriter) -> bool:
        """Begin to read, or take in what was read; whether documents' histories changed."""
        if self._child is None:
            return self._begin(catalogue)
        if self._child.is_running:
            return False
        slug, marker = self._reading
        history = self._child.fetch()
        self._child = None
        if history is None or slug not in self._roots:
            return False  # what was known stays, and the next change has it read again
        if history.notice:
            log.info("history of %s: %s", slug, history.notice)
        return catalogue.set_history(slug, marker, history) > 0

    def close(self) -> None:
        """End the child; its collection is read again later."""
        if self._child is not None:
            self._child.close()
            self._child = None
            self._due.setdefault(self._reading[0])

    def _begin(self, catalogue: CatalogueWriter) -> bool:
        slug = next(iter(self._due), "")
        self._due.pop(slug, None)
        root = self._roots.get(slug)
        if root is None:
            return False
        trace = find_trace(Path(root)) if self._is_on else ""
        if not trace:
            return catalogue.drop_history(slug)
        paths = catalogue.paths(slug)
        if not paths:
            return False
        marker = f"{_hash(trace)} {_hash(chr(0).join(paths))}"
        before = catalogue.history_marker(slug)
        is_new = before.partition(" ")[0] != marker.partition(" ")[0]
        if before == marker or (not is_new and self._was_read_lately(slug)):
            return False
        self._read_at[slug] = time.monotonic()
        self._reading = (slug, marker)
        self._child = HistoryChild(HistoryTask(root, str(self._folder), tuple(paths)))
        return False

    def _was_read_lately(self, slug: str) -> bool:
        return time.monotonic() - self._read_at.get(slug, -DOCUMENTS_EVERY_S) < DOCUMENTS_EVERY_S


def _hash(text: str) -> str:
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
