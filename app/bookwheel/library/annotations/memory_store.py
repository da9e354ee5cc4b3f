"""Memories where they are kept, and in this process with their words and vectors once one is asked for."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import TypeVar

import numpy as np

from bookwheel.domain.annotations.memory import Memory
from bookwheel.domain.errors import ModelUnavailable, ServiceUnavailable, StorageUnavailable
from bookwheel.domain.messages import Message
from bookwheel.indexes.embedding import Encoder
from bookwheel.indexes.state.memory_storage import UNREAD as NOTHING_READ
from bookwheel.indexes.state.memory_storage import MemoryStorage, Overtaken
from bookwheel.library.annotations import memory_ranking
from bookwheel.library.annotations.memory_ranking import Shelf
from bookwheel.library.search.semantic_leg import UNREAD
from bookwheel.parsing.languages import vote
from bookwheel.settings import FusionSettings

READ_AT_ONCE = 8
"""Memories that a model reads in one go, in the background."""

BACKUP_S = 60.0
"""Seconds at least between two backups while memories are only added."""

TRIES = 20
"""How often a change is decided again because another process was faster."""

NO_MODEL = Message("No embedding model is loaded, so this answer uses keyword search.")

log = logging.getLogger(__name__)

T = TypeVar("T")

Choice = tuple[Sequence[Memory], Sequence[str], T]
"""Memories to keep, ids to forget, and what to say then."""


class MemoryStore:
    """Memories that are kept in one place, as they were when last refreshed; any thread."""

    def __init__(self, kept: MemoryStorage, encoder: Callable[[], Encoder | None]) -> None:
        """Read nothing yet; `encoder` gives the model that is loaded, None while there is none."""
        self._kept, self._encoder = kept, encoder
        self._lock = threading.RLock()
        self._all: dict[str, Memory] = {}
        self._number = NOTHING_READ
        self._shelf = Shelf()
        self._touched: set[str] = set()
        self._is_backup_due = self._is_backup_wanted = False
        self._backed_up_at = time.monotonic()

    def for_client(self, client: str) -> MemoryStore:
        """Where the memories of a client are kept: all of them here."""
        return self

    def refresh(self) -> None:
        """Read what others changed."""
        with self._lock:
            stored = self._kept.read(self._number)
            if stored is None:
                return
            known = self._all | {memory.id: memory for memory in stored.changed}
            for memory in stored.changed:
                self._shelf.put(memory.id, memory_ranking.entry(memory.content, memory.tags))
                stamp, made = stored.vectors.get(memory.id, ("", b""))
                width, _, model = stamp.partition(" ")
                if width.isdigit():
                    self._shelf.read(memory.id, model, np.frombuffer(made, np.float16).reshape(-1, int(width)))
            self._all = {id: known[id] for id in stored.ids if id in known}
            for id in known.keys() - self._all.keys():
                self._let_go(id)
            self._number = stored.number

    def visible_to(self, client: str) -> tuple[int, list[Memory]]:
        """The memories of a client, as `of`, and a number that grows when any changes."""
        with self._lock:
            return self._number, self.of(client)

    def get(self, id: str) -> Memory | None:
        """A memory by its id."""
        with self._lock:
            return self._all.get(id)

    def of(self, client: str) -> list[Memory]:
        """The memories of a client, of all clients when it is empty, in the order in which they were kept."""
        with self._lock:
            return [one for one in self._all.values() if client in ("", one.client)]

    def decide(self, choose: Callable[[], Choice[T]]) -> T:
        """Keep memories (in place of those of the same id) and forget others, in one write; `read` comes next.

        `choose` says which, from what there is then; it is asked again where another process was faster.

        Raises:
            ServiceUnavailable: when others are faster again and again.
        """
        for _ in range(TRIES):
            with self._lock:
                self.refresh()
                kept, gone, said = choose()
                try:
                    self._change(kept, gone)
                except Overtaken:
                    continue
                return said
        raise ServiceUnavailable("These memories are being changed by other programs. Try again.")

    def _change(self, kept: Sequence[Memory], gone: Sequence[str]) -> None:
        if not kept and not gone:
            return
        is_edited = any(one.id in self._all for one in kept)
        self._is_backup_due = self._is_backup_due or bool(gone) or is_edited
        self._is_backup_wanted = True
        self._number = self._kept.change(self._number, kept, gone, is_edited=is_edited)
        for id in gone:
            self._all.pop(id, None)
            self._let_go(id)
        for memory in kept:
            self._all[memory.id] = memory
            self._shelf.put(memory.id, memory_ranking.entry(memory.content, memory.tags))

    def _let_go(self, id: str) -> None:
        self._shelf.drop(id)
        self._touched.discard(id)

    def touch(self, ids: Iterable[str], now: str) -> None:
        """Note that memories were read; `settle` writes it."""
        with self._lock:
            for id in ids:
                if id in self._all:
                    self._all[id] = replace(self._all[id], read_at=now)
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
        with self._lock:
            return self._shelf.rank(query, [one.id for one in memories], model, vector, settings), notices

    def read(self, ids: Sequence[str]) -> int:
        """Let the model that is loaded read memories, and keep what it made of them; how many it read."""
        encoder = self._encoder()
        if encoder is None:
            return 0
        identity = encoder.identity
        made: list[tuple[str, bytes]] = []
        for id in ids:
            with self._lock:
                memory, entry = self._all.get(id), self._shelf.of(id)
            if memory is None or entry is None:
                continue
            try:
                vectors = memory_ranking.encoded(memory.content, entry.language, encoder)
            except ModelUnavailable as error:
                log.warning("a memory could not be read: %s", error.message)
                break
            with self._lock:
                if self._shelf.of(id) is entry:  # not edited meanwhile
                    self._shelf.read(id, identity.key, vectors)
                    made.append((id, vectors.tobytes()))
        if made:
            self._kept.put_vectors(f"{identity.dimensions} {identity.key}", made)
        return len(made)

    def settle(self, *, is_last: bool = False) -> bool:
        """Write reading times, let the model read what it has not, renew the backup; whether more is to be done.

        The backup is renewed at once when something was forgotten or edited, else once a minute and the last time.
        """
        with self._lock:
            touched = [self._all[id] for id in self._touched if id in self._all]
            is_late = is_last or time.monotonic() - self._backed_up_at > BACKUP_S
            is_due = self._is_backup_due or (self._is_backup_wanted and is_late)
            if is_due:
                self._is_backup_due = self._is_backup_wanted = False
                self._backed_up_at = time.monotonic()
            encoder = self._encoder() if self._all else None
            waiting = self._shelf.unread(encoder.identity.key, READ_AT_ONCE) if encoder is not None else ()
            if touched:
                self._kept.touch(touched)
            self._touched.clear()
        if is_due:
            try:
                self._kept.back_up()
            except StorageUnavailable:
                self._is_backup_due = True  # what was forgotten must leave the backup too
                raise
        return self.read(waiting) == READ_AT_ONCE
