"""Cursors: short opaque names of lists that are kept for ten minutes, so that a second page continues the first."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import secrets
import struct
import threading
import time
from collections import Counter, OrderedDict
from collections.abc import Callable
from copy import copy
from dataclasses import dataclass
from typing import TypeVar

from bookwheel.domain.errors import BadRequest, RevisionChanged
from bookwheel.domain.messages import Message

KEPT_S = 600.0
MOST_LISTS = 500
"""Of all callers; beyond, the oldest of the caller who has most of them goes, so that none drives out another's."""

_GONE, _AGAIN = Message("This list has expired. Start again from the first page."), "the same call without cursor"

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class _Kept:
    stamp: str
    content: object
    at: float
    owner: str


class Cursors:
    """The lists of one process; any thread. `clock` counts seconds."""

    def __init__(
        self, clock: Callable[[], float] = time.monotonic, secret: bytes = b"", most: int = MOST_LISTS
    ) -> None:
        """Start empty, with a secret of its own where none is given: cursors of another process are refused."""
        self._clock, self._most = clock, most
        self.secret = secret or secrets.token_bytes(32)
        self._lock = threading.Lock()
        self._lists: OrderedDict[bytes, _Kept] = OrderedDict()
        self._held: Counter[str] = Counter()
        self.owner = ""

    def of(self, owner: str) -> Cursors:
        """The same lists, where what is kept counts as this caller's."""
        own = copy(self)
        own.owner = owner
        return own

    def keep(self, stamp: str, content: object, offset: int) -> str:
        """A cursor into a new list. `stamp` says what was asked and by whom; only the same question may go on."""
        name = secrets.token_bytes(9)
        self._put(name, stamp, content)
        return self._signed(name, offset)

    def adopt(self, cursor: str, stamp: str, content: object) -> None:
        """Keep a list that a process with the same secret has given a cursor."""
        self._put(self._opened(cursor)[0], stamp, content)

    def taken(self, cursor: str, kind: type[T]) -> tuple[str, T]:
        """What was asked, and the list that a cursor names, which is kept no longer.

        Raises:
            RevisionChanged: when the list is gone.
        """
        with self._lock:
            kept = self._lists.get(self._opened(cursor)[0])
            if kept is None or not isinstance(kept.content, kind):
                raise RevisionChanged(_GONE, next=_AGAIN)
            self._drop(self._opened(cursor)[0])
        return kept.stamp, kept.content

    def _put(self, name: bytes, stamp: str, content: object) -> None:
        now = self._clock()
        with self._lock:
            self._lists[name] = _Kept(stamp, content, now, self.owner)
            self._held[self.owner] += 1
            while now - next(iter(self._lists.values())).at > KEPT_S:
                self._drop(next(iter(self._lists)))
            if len(self._lists) > self._most:
                greediest = max(self._held, key=self._held.__getitem__)
                self._drop(next(cursor for cursor, kept in self._lists.items() if kept.owner == greediest))

    def _drop(self, name: bytes) -> None:
        kept = self._lists.pop(name)
        self._held[kept.owner] -= 1
        if not self._held[kept.owner]:
            del self._held[kept.owner]

    def moved(self, cursor: str, offset: int) -> str:
        """The same list's cursor at another place."""
        return self._signed(self._opened(cursor)[0], offset)

    def back(self, cursor: str, count: int) -> str:
        """The same list's cursor, some places earlier."""
        name, offset = self._opened(cursor)
        return self._signed(name, max(0, offset - count))

    def resume(self, cursor: str, stamp: str, kind: type[T]) -> tuple[T, int]:
        """The list that a cursor names, and the place where it goes on.

        Raises:
            BadRequest: for what is no cursor of this process, or one of another question.
            RevisionChanged: when the list is gone.
        """
        name, offset = self._opened(cursor)
        with self._lock:
            kept = self._lists.get(name)
            if kept is None or self._clock() - kept.at > KEPT_S:
                if kept is not None:
                    self._drop(name)
                raise RevisionChanged(_GONE, next=_AGAIN)
        if kept.stamp != stamp or not isinstance(kept.content, kind):
            raise BadRequest("This cursor belongs to another request. Use the same arguments as before.")
        return kept.content, offset

    def _signed(self, name: bytes, offset: int) -> str:
        body = name + struct.pack("!I", offset)
        return base64.urlsafe_b64encode(body + self._signature(body)).decode().rstrip("=")

    def _opened(self, cursor: str) -> tuple[bytes, int]:
        try:
            raw = base64.urlsafe_b64decode(cursor.encode("ascii") + b"=" * (-len(cursor) % 4))
        except (ValueError, binascii.Error):
            raw = b""
        body, signature = raw[:13], raw[13:]
        if len(raw) != 23 or not hmac.compare_digest(signature, self._signature(body)):
            raise BadRequest("This cursor is not valid. Try again without one.")
        return body[:9], struct.unpack("!I", body[9:])[0]

    def _signature(self, body: bytes) -> bytes:
        return hmac.new(self.secret, body, hashlib.sha256).digest()[:10]
