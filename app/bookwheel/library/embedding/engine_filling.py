"""What an engine lacks is put, and what nobody shows any more is dropped.

A reader notes in the engine each month which publications it shows: a collection `used-MONTH-…` with one vector. What
no reader has noted in this month or the last is dropped by any reader that looks. A reader that was away for longer
puts its vectors again.
"""

from __future__ import annotations

import hashlib
import logging
import re
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import numpy as np

from bookwheel.indexes.vector_store import Vectors
from bookwheel.library.embedding.shared_view import SharedView

PART = 250
"""Vectors put at a time; between two parts it is asked whether more are wanted."""

LOOK_S = 3600.0
"""Seconds after which the engine is looked at again: another reader may have dropped what this one shows."""

RETIRED_S = 86_400.0
"""Seconds after which vectors are dropped that a newer state of a publication has not: all readers look daily."""

_NOTE, _SHORT = "used", 24
_LABEL = re.compile("[0-9a-f]{32}")

log = logging.getLogger(__name__)


class EngineFilling:
    """The vectors of one model in an engine, as one reader fills them; of one thread at a time."""

    def __init__(self, vectors: Vectors) -> None:
        """Ask nothing yet."""
        self.vectors = vectors
        self._filled: tuple[int, int, tuple[str, ...]] | None = None
        self._looked_at = 0.0
        self._shown: dict[str, set[bytes]] = {}
        self._retired: dict[tuple[str, bytes], float] = {}

    def is_full(self, view: SharedView) -> bool:
        """Whether the engine held the view's vectors when it was looked at last, not long ago."""
        return self._filled == _stamp(view) and time.monotonic() - self._looked_at < LOOK_S

    def forget(self) -> None:
        """Look again at the next occasion."""
        self._filled = None

    def count_lacking(self, view: SharedView) -> int:
        """How many vectors of the view the engine lacks now.

        Raises:
            EngineUnavailable: when the engine does not answer.
        """
        return sum(len(_keys(view, label) - self.vectors.keys(label)) for label in view.publications)

    def fill(self, view: SharedView, is_wanted: Callable[[], bool]) -> None:
        """Put what the engine lacks, as long as it is wanted; what another reader has put is not put again.

        Raises:
            EngineUnavailable: when the engine does not answer.
        """
        if self.is_full(view):
            return
        now = datetime.now(UTC)
        for label in view.publications:
            self._note(label, now)
            wanted = _keys(view, label)
            lacking = sorted(wanted - self.vectors.keys(label))
            for start in range(0, len(lacking), PART):
                if not is_wanted():
                    return
                self._put(view, label, lacking[start : start + PART])
            self._retire(label, wanted)
        self._drop_unused(now)
        self._filled, self._looked_at = _stamp(view), time.monotonic()

    def _put(self, view: SharedView, label: str, keys: list[bytes]) -> None:
        found = view.stored.vectors_under(view.model, keys)
        known = [key for key in keys if key in found]
        if known:
            rows = np.frombuffer(b"".join(found[key] for key in known), "<f2").reshape(len(known), -1)
            self.vectors.put(label, known, rows.astype(np.float32))
            log.info("%d vectors put into the engine", len(known))

    def _retire(self, label: str, wanted: set[bytes]) -> None:
        """Drop what this reader itself showed and has not shown for a day: one that is behind drops nothing newer."""
        now = time.monotonic()
        for key in self._shown.get(label, set()) - wanted:
            self._retired.setdefault((label, key), now)
        for key in wanted:
            self._retired.pop((label, key), None)
        self._shown[label] = wanted
        due = [row for row, since in self._retired.items() if row[0] == label and now - since >= RETIRED_S]
        self.vectors.drop(label, [key for _, key in due])
        for row in due:
            del self._retired[row]

    def _note(self, label: str, now: datetime) -> None:
        """Note that this publication is shown this month."""
        name = _note_name(label, now)
        if not self.vectors.count(name):
            direction = np.zeros((1, self.vectors.model.dimensions), np.float32)
            direction[0, 0] = 1
            self.vectors.put(name, [hashlib.blake2b(label.encode(), digest_size=16).digest()], direction)

    def _drop_unused(self, now: datetime) -> None:
        """Drop the publications that no reader noted in this month or the last, and older notes."""
        names = self.vectors.collections()
        months = (now, now.replace(day=1) - timedelta(days=1))
        notes = {name for name in names if name.startswith(f"{_NOTE}-")}
        for name in sorted(name for name in names if _LABEL.fullmatch(name)):
            if not any(_note_name(name, month) in notes for month in months):
                log.info("a publication that no reader shows any more is dropped from the engine")
                self.vectors.drop_collection(name)
        for name in notes:
            if not any(name.startswith(f"{_NOTE}-{month:%Y%m}-") for month in months):
                self.vectors.drop_collection(name)


def _note_name(label: str, month: datetime) -> str:
    return f"{_NOTE}-{month:%Y%m}-{label[:_SHORT]}"


def _keys(view: SharedView, label: str) -> set[bytes]:
    return set(view.table.keys_at(view.publications[label]))


def _stamp(view: SharedView) -> tuple[int, int, tuple[str, ...]]:
    return view.table.newest, view.table.size, tuple(sorted(view.publications))
