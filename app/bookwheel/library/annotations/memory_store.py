"""Memories where they lie: in the state, and in memory with their words and vectors once one is asked for."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

import numpy as np

from bookwheel.domain.annotations.memory import Memory
from bookwheel.domain.errors import ModelUnavailable, StorageUnavailable
from bookwheel.domain.messages import Message
from bookwheel.indexes.embedding import Encoder
from bookwheel.indexes.state import State
from bookwheel.library.annotations import memory_ranking
from bookwheel.library.annotations.memory_ranking import Shelf
from bookwheel.library.search.semantic_leg import UNREAD
from bookwheel.parsing.languages import vote
from bookwheel.settings import FusionSettings

READ_AT_ONCE = 8
"""Memories that a model reads in one go, in the background."""

BACKUP_S = 60.0
"""Seconds at least between two backups while memories are only added."""

NO_MODEL = Message("No embedding model is loaded, so this answer uses keyword search.")

log = logging.getLogger(__name__)


class MemoryStore:
    """All memories of a library; any thread. Hold `lock` over what must not change between two calls."""

    def __init__(self, state: State, encoder: Callable[[], Encoder | None]) -> None:
        """Read nothing yet; `encoder` gives the model that is loaded, None while there is none."""
        self._state, self._encoder = state, encoder
        self.lock = threading.RLock()
        self._all: dict[str, Memory] | None = None
        self._shelf = Shelf()
        self._touched: set[str] = set()
        self._is_backup_due = self._is_backup_wanted = False
        self._backed_up_at = time.monotonic()
        self.version = 0
        """Grows with every memory that is kept, edited or forgotten."""

    def get(self, id: str) -> Memory | None:
        """A memory by its id."""
        with self.lock:
            return self._known().get(id)

    def of(self, client: str) -> list[Memory]:
        """The memories of a client, of all clients when it is empty, in the order in which they were kept."""
        with self.lock:
            known = self._known().values()
            return [one for one in known if one.client == client] if client else list(known)

    def change(self, kept: Sequence[Memory], gone: Iterable[str] = ()) -> None:
        """Keep memories (in place of those of the same id) and forget others, in one write; `read` comes next."""
        dropped = tuple(gone)
        with self.lock:
            known = self._known()
            is_edited = any(one.id in known for one in kept)
            self._is_backup_due = self._is_backup_due or bool(dropped) or is_edited
            self._is_backup_wanted = True
            self._state.change_memories(kept, dropped, is_edited=is_edited)
            self.version += 1
            for id in dropped:
                known.pop(id, None)
                self._shelf.drop(id)
                self._touched.discard(id)
            for memory in kept:
                known[memory.id] = memory
                self._shelf.put(memory.id, memory_ranking.entry(memory.content, memory.tags))

    def touch(self, ids: Iterable[str], now: str) -> None:
        """Note that memories were read; `settle` writes it."""
        with self.lock:
            known = self._known()
            for id in ids:
                if id in known:
                    known[id] = replace(known[id], read_at=now)
                    self._touched.add(id)

    def rank(
        self, query: str, memories: Sequence[Memory], settings: FusionSettings
    ) -> tuple[list[tuple[str, float]], tuple[Message, ...]]:
        """Ids and scores of those that answer a query, best first, and what was missing for it."""
        encoder, vector = self._encoder(), None
        notices: tuple[Message, ...] = ()
        if encoder is None:
            notices = (NO_MODEL,)
        elif not encoder.identity.reads(vote(query)):
            notices = (UNREAD,)
        elif memories:
            try:
                vector = encoder.encode([query], is_query=True)[0]
            except ModelUnavailable as error:
                notices = (error.message,)
        model = encoder.identity.key if encoder is not None else ""
        with self.lock:
            return self._shelf.rank(query, [one.id for one in memories], model, vector, settings), notices

    def read(self, ids: Sequence[str]) -> int:
        """Let the model that is loaded read memories, and keep what it made of them; how many it read."""
        encoder = self._encoder()
        if encoder is None:
            return 0
        identity = encoder.identity
        made: list[tuple[str, bytes]] = []
        for id in ids:
            with self.lock:
                memory, entry = self._known().get(id), self._shelf.of(id)
            if memory is None or entry is None:
                continue
            try:
                vectors = memory_ranking.encoded(memory.content, entry.language, encoder)
            except ModelUnavailable as error:
                log.warning("a memory could not be read: %s", error.message)
                break
            with self.lock:
                if self._shelf.of(id) is entry:  # not edited meanwhile
                    self._shelf.read(id, identity.key, vectors)
                    made.append((id, vectors.tobytes()))
        if made:
            self._state.put_memory_vectors(f"{identity.dimensions} {identity.key}", made)
        return len(made)

    def settle(self, *, is_last: bool = False) -> bool:
        """Write reading times, let the model read what it has not, renew the backup; whether more is to be done.

        The backup is renewed at once when something was forgotten or edited, else once a minute and the last time.
        """
        with self.lock:
            known = self._all or {}
            touched = [known[id] for id in self._touched if id in known]
            is_late = is_last or time.monotonic() - self._backed_up_at > BACKUP_S
            is_due = self._is_backup_due or (self._is_backup_wanted and is_late)
            if is_due:
                self._is_backup_due = self._is_backup_wanted = False
                self._backed_up_at = time.monotonic()
            encoder = self._encoder() if known else None
            waiting = self._shelf.unread(encoder.identity.key, READ_AT_ONCE) if encoder is not None else ()
            if touched:
                self._state.change_memories(touched)
            self._touched.clear()
        if is_due:
            try:
                self._state.back_up()
            except StorageUnavailable:
                self._is_backup_due = True  # what was forgotten must leave the backup too
                raise
        return self.read(waiting) == READ_AT_ONCE

    def _known(self) -> dict[str, Memory]:
        if self._all is None:
            read = {memory.id: memory for memory in self._state.memories()}
            vectors = self._state.memory_vectors()
            for memory in read.values():
                self._shelf.put(memory.id, memory_ranking.entry(memory.content, memory.tags))
                stamp, made = vectors.get(memory.id, ("", b""))
                width, _, model = stamp.partition(" ")
                if width.isdigit():
                    self._shelf.read(memory.id, model, np.frombuffer(made, np.float16).reshape(-1, int(width)))
            self._all = read
        return self._all
