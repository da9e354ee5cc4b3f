"""Agents' tokens: one for each client, revocable, kept in a file that only its owner may read."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock

import msgspec

from bookwheel.domain import scopes
from bookwheel.domain.errors import BadRequest, NotFound, Unauthorised
from bookwheel.domain.messages import Message
from bookwheel.domain.service.agents import AgentClient
from bookwheel.service.files.backed_file import BackedFile

CONNECTED_S = 120
"""A client counts as connected this long after its last call."""

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
_PREFIX = "bw_"


@dataclass(frozen=True, slots=True)
class _Entry:
    name: str
    token: str
    collections: tuple[str, ...] | None
    created_at: str
    seen_at: str = ""
    may_remember: bool = False
    filter: str = scopes.DEFAULT
    may_read_annotations: bool = False
    may_write: tuple[str, ...] = ()

    def client(self, now: datetime) -> AgentClient:
        is_connected = bool(self.seen_at) and (now - datetime.fromisoformat(self.seen_at)).total_seconds() < CONNECTED_S
        return AgentClient(
            *(self.name, self.collections, self.created_at, self.seen_at, is_connected, self.may_remember, self.filter),
            may_read_annotations=self.may_read_annotations,
            may_write=self.may_write,
        )


@dataclass(frozen=True, slots=True)
class _File:
    clients: tuple[_Entry, ...] = ()
    revoked: tuple[str, ...] = ()


_FILE = msgspec.json.Decoder(_File)


def _now() -> datetime:
    return datetime.now(UTC)


def _digest(token: str) -> bytes:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()


class Tokens:
    """The clients of one library by their tokens; thread-safe.

    The service alone writes the file; a stdio bridge reads its own token there.
    """

    def __init__(self, path: Path, clock: Callable[[], datetime] = _now) -> None:
        """Read the file, if there is one; a damaged one is set aside and its backup taken instead."""
        advice = Message("Connect your agents again.")
        self.file = BackedFile(
            path, Message("The agent token file"), advice, lambda content: _decoded(content) is not None
        )
        self._clock = clock
        self._lock = Lock()
        self._entries: dict[str, _Entry] = {}
        self._revoked: set[str] = set()
        self._by_digest: list[tuple[bytes, _Entry]] = []
        content = self.file.read()
        read = _decoded(content) if content is not None else None
        if read is None:
            return
        self._entries = {entry.name: entry for entry in read.clients}
        self._revoked = set(read.revoked)
        self._index()

    def client_of(self, token: str) -> AgentClient | None:
        """The client whose token this is; takes the same time for every wrong one."""
        asked, found = _digest(token), None
        for digest, entry in self._by_digest:
            if hmac.compare_digest(digest, asked):
                found = entry
        return None if found is None else found.client(self._clock())

    def seen(self, name: str) -> None:
        """Note that a client called just now; written with the next change."""
        with self._lock:
            entry = self._entries.get(name)
            if entry is not None:
                self._entries[name] = replace(entry, seen_at=self._clock().isoformat(timespec="seconds"))

    def make(
        self,
        name: str,
        collections: tuple[str, ...] | None = None,
        *,
        is_unasked: bool = False,
        may_remember: bool | None = None,
        filter: str | None = None,
        may_read_annotations: bool | None = None,
        may_write: tuple[str, ...] | None = None,
    ) -> str:
        """Make a client, or change the scope of a known one, which keeps its token.

        With `is_unasked` a known one keeps its scope too, and a new one reads alone. `may_remember`,
        `may_read_annotations` and `may_write` None leave a known one as it is.

        Raises:
            BadRequest: for a name that is no plain word, or a filter that is none.
            Unauthorised: with `is_unasked`, for a client that was revoked.
        """
        if not _NAME.fullmatch(name):
            raise BadRequest("A client name can have up to 64 letters, digits, dots, dashes and underscores.")
        scopes.filters_of(filter or "")
        with self._lock:
            known = self._entries.get(name)
            if is_unasked and name in self._revoked:
                raise Unauthorised(
                    "Access for client {name} was revoked. Run `bookwheel connect` to allow it again.", name=name
                )
            if known is not None:
                entry = known if is_unasked else replace(known, collections=collections)
            else:
                created_at = self._clock().isoformat(timespec="seconds")
                entry = _Entry(name, _PREFIX + secrets.token_urlsafe(32), collections, created_at)
            if may_remember is not None and not is_unasked:
                entry = replace(entry, may_remember=may_remember)
            if may_read_annotations is not None and not is_unasked:
                entry = replace(entry, may_read_annotations=may_read_annotations)
            if may_write is not None and not is_unasked:
                entry = replace(entry, may_write=tuple(dict.fromkeys(may_write)))
            if filter is not None and not is_unasked:
                entry = replace(entry, filter=filter.strip())
            self._entries[name] = entry
            self._revoked.discard(name)
            self._save()
            return entry.token

    @property
    def has_clients(self) -> bool:
        """Whether any client has a token."""
        return bool(self._entries)

    def token_of(self, name: str) -> str | None:
        """A client's token, None for an unknown client."""
        entry = self._entries.get(name)
        return None if entry is None else entry.token

    def forget_collection(self, slug: str) -> None:
        """Let no client write to a collection that is removed: another may get its slug."""
        with self._lock:
            for name, entry in self._entries.items():
                if slug in entry.may_write:
                    left = tuple(one for one in entry.may_write if one != slug)
                    self._entries[name] = replace(entry, may_write=left)
            self._save()

    def revoke(self, name: str) -> None:
        """Forget a client; its token is worthless from now on.

        Its name stays in the file, so that a bridge does not make the client anew without the person.

        Raises:
            NotFound: for an unknown client.
        """
        with self._lock:
            if name not in self._entries:
                raise NotFound("There is no client {name}.", name=name, did_you_mean=sorted(self._entries)[:5])
            del self._entries[name]
            self._revoked.add(name)
            self._save()

    def all(self) -> tuple[AgentClient, ...]:
        """Every client by name."""
        now = self._clock()
        return tuple(entry.client(now) for _, entry in sorted(self._entries.items()))

    def repair(self) -> None:
        """Write the file and its backup again, setting aside what was found instead."""
        with self._lock:
            self._save()

    def close(self) -> None:
        """Write when the clients were last seen."""
        with self._lock:
            if self._entries:
                self._save()

    def _index(self) -> None:
        self._by_digest = [(_digest(entry.token), entry) for entry in self._entries.values()]

    def _save(self) -> None:
        self._index()
        entries = tuple(entry for _, entry in sorted(self._entries.items()))
        self.file.write(_encoded(_File(entries, tuple(sorted(self._revoked)))))


_MARK = b',\n "checksum": "'


def _encoded(file: _File) -> bytes:
    """The file as JSON whose last field is the checksum of all before it."""
    head = msgspec.json.format(msgspec.json.encode(file), indent=1).removesuffix(b"\n}")
    return head + _MARK + hashlib.sha256(head).hexdigest().encode() + b'"\n}\n'


def _decoded(content: bytes) -> _File | None:
    """What the file holds; None when it is damaged. Files of earlier versions have no checksum."""
    head, mark, tail = content.rpartition(_MARK)
    if mark and tail != hashlib.sha256(head).hexdigest().encode() + b'"\n}\n':
        return None
    try:
        content.decode()  # msgspec passes over what it does not read
        return _FILE.decode(content)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None
