"""The passwords that are known, by what they open; the state remembers of which hashes or hosts, never a password."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from bookwheel import wire
from bookwheel.domain.errors import BadRequest
from bookwheel.domain.service.passwords import FilePassword, Keeper
from bookwheel.indexes.state import State
from bookwheel.system_keyring import KeyringUnavailable, SystemKeyring

MARK = "passwords"
"""The state's mark that holds the record."""

LOAD_WAIT_S = 120.0
"""Seconds for which the start waits, on a thread of its own, for a person who unlocks the keyring."""


@dataclass(frozen=True, slots=True)
class _Record:
    """Of which contents the keyring may hold a password for this library, and which of these it is to forget.

    A hash is written down before its password is, so that none can stay behind in the keyring unknown. `opened` are all
    contents that a password opened, also where no keyring keeps it.
    """

    library: str = ""
    kept: tuple[str, ...] = ()
    forgotten: tuple[str, ...] = ()
    opened: tuple[str, ...] = ()


class Passwords:
    """Keeps passwords for as long as the service runs, and in the keyring where there is one.

    Safe to use from any thread; the lock is never held while the keyring is asked.
    """

    def __init__(self, state: State, keyring: SystemKeyring, mark: str = MARK) -> None:
        """Know none yet; `start` asks the keyring. `mark` tells these passwords from others of the library."""
        self._state, self.keyring, self._mark = state, keyring, mark
        self._lock = threading.Lock()
        self._known: dict[str, str] = {}
        self._record = _read(state, mark)
        self._is_closed = False
        self.on_loaded: Callable[[], None] = lambda: None
        """Told when the keyring gave passwords at the start."""

    def all(self) -> tuple[FilePassword, ...]:
        """Every password by the hash of what it opens."""
        with self._lock:
            return tuple(FilePassword(hash, password) for hash, password in self._known.items())

    def get(self, hash: str) -> str:
        """The password of a content, empty when none is known."""
        with self._lock:
            return self._known.get(hash, "")

    def opened(self) -> frozenset[str]:
        """The hashes of all contents that a password opened, whether it is known now or not."""
        with self._lock:
            return frozenset((*self._record.opened, *self._record.kept, *self._known))

    def start(self) -> None:
        """Ask the keyring for what it keeps, if it was given anything; returns at once."""
        if self._record.kept or self._record.forgotten:
            threading.Thread(target=self._load, name="load passwords", daemon=True).start()

    def close(self) -> None:
        """Write nothing into the state any more; a keyring that answers later is not heard."""
        with self._lock:
            self._is_closed = True

    def keep(self, hash: str, password: str) -> Keeper:
        """Keep a password; where it is kept is the answer."""
        with self._lock:
            self._known[hash] = password
            record = self._record
            was_kept = hash in record.kept
            kept = tuple(dict.fromkeys((*record.kept, hash)))
            forgotten = tuple(other for other in record.forgotten if other != hash)
            opened = tuple(dict.fromkeys((*record.opened, hash)))
            self._write(_Record(record.library or secrets.token_hex(8), kept, forgotten, opened))
        try:
            self.keyring.set(self._username(hash), password)
        except KeyringUnavailable as error:
            if not was_kept and not error.is_in_doubt:
                with self._lock:
                    kept = tuple(other for other in self._record.kept if other != hash)
                    self._write(replace(self._record, kept=kept))
            return Keeper.MEMORY
        return Keeper.KEYRING

    def forget(self, hashes: Iterable[str]) -> bool:
        """Forget passwords here and in the keyring; False while the keyring has not done so, for it is asked again."""
        gone = set(hashes)
        with self._lock:
            for hash in gone:
                self._known.pop(hash, None)
            record = self._record
            owed = tuple(dict.fromkeys((*record.forgotten, *(hash for hash in record.kept if hash in gone))))
            kept, opened = (tuple(hash for hash in some if hash not in gone) for some in (record.kept, record.opened))
            self._write(_Record(record.library, kept, owed, opened))
        return self._settle()

    def prune(self, known_hashes: Callable[[Iterable[str]], set[str]]) -> tuple[str, ...]:
        """Forget the passwords of contents that no collection holds any more; the hashes of these."""
        with self._lock:
            kept = {*self._record.kept, *self._record.opened, *self._known}
        gone = tuple(sorted(kept - known_hashes(kept))) if kept else ()
        if gone:
            self.forget(gone)
        return gone

    def _load(self) -> None:
        self._settle()
        found = False
        for hash in self._record.kept:
            try:
                password = self.keyring.get(self._username(hash), LOAD_WAIT_S)
            except KeyringUnavailable:
                break
            with self._lock:
                if self._is_closed:
                    return
                if password is not None and hash in self._record.kept:
                    self._known.setdefault(hash, password)
                    found = True
        if found:
            self.on_loaded()

    def _settle(self) -> bool:
        """Have the keyring forget what it was told to; whether it has."""
        with self._lock:
            owed = self._record.forgotten
        for hash in owed:
            try:
                self.keyring.delete(self._username(hash))
            except KeyringUnavailable:
                return False
            with self._lock:
                left = tuple(other for other in self._record.forgotten if other != hash)
                self._write(replace(self._record, forgotten=left))
        return True

    def _username(self, hash: str) -> str:
        return f"{self._record.library}/{hash}"

    def _write(self, record: _Record) -> None:
        if record != self._record and not self._is_closed:
            self._state.set_mark(self._mark, wire.encode(record).decode())
            self._record = record


def _read(state: State, mark: str) -> _Record:
    try:
        return wire.decode(state.mark(mark) or "{}", _Record)
    except BadRequest:
        return _Record()
