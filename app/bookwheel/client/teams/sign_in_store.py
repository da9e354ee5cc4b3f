"""Keeps sign-ins between starts: in the system's keyring, else in files that only their owner may read."""

from __future__ import annotations

import contextlib
import time
from hashlib import sha256
from pathlib import Path

from filelock import FileLock

from bookwheel import paths, wire
from bookwheel.client.teams import sign_in
from bookwheel.client.teams.sign_in import Tokens
from bookwheel.domain.errors import BadRequest, Unauthorised
from bookwheel.domain.team import SignInDescription
from bookwheel.system_keyring import KeyringUnavailable, SystemKeyring

EARLY_S = 60.0
"""Seconds before its end in which an access token is renewed."""

LOCK_S = 60.0
"""Seconds for which another program's renewal is waited for."""

_LARGEST_FILE = 100_000


class SignInStore:
    """Tokens by the address of the team's reader. Safe to use from any thread, and from several programs."""

    def __init__(self, folder: Path, keyring: SystemKeyring) -> None:
        """`folder` is the person's own; nothing is made before something is kept."""
        self._folder, self._keyring = folder, keyring

    def get(self, address: str) -> Tokens | None:
        """The tokens for a reader; None where the person is not signed in."""
        written = self._read_file(address)  # there only where the keyring did not take what is newest
        if not written:
            with contextlib.suppress(KeyringUnavailable):
                written = self._keyring.get(_username(address)) or ""
        try:
            return wire.decode(written, Tokens) if written else None
        except BadRequest:
            return None

    def keep(self, address: str, tokens: Tokens) -> None:
        """Keep tokens in place of older ones."""
        written, file = wire.encode(tokens).decode(), self._file(address)
        try:
            self._keyring.set(_username(address), written)
        except KeyringUnavailable:
            file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            paths.make_private(file, written)
        else:
            file.unlink(missing_ok=True)

    def forget(self, address: str) -> bool:
        """Forget tokens; False where the keyring may still hold them."""
        file = self._file(address)
        was_in_file = file.exists()
        file.unlink(missing_ok=True)
        try:
            self._keyring.delete(_username(address))
        except KeyringUnavailable as error:
            return error.is_missing and was_in_file  # one that was never there holds nothing
        return True

    def token(self, address: str, description: SignInDescription) -> str:
        """Return an access token that holds for a while, renewed when it is about to end.

        Raises:
            Unauthorised: when the person must sign in.
            FetchFailed: when it must be renewed and the provider can't be reached.
        """
        tokens = self.get(address)
        if tokens is not None and _is_fresh(tokens):
            return tokens.access
        with self._alone(address):  # a provider takes a token for renewal once, and then distrusts whoever repeats it
            tokens = self.get(address)
            if tokens is None:
                raise Unauthorised("You are not signed in. Sign in first.")
            if not _is_fresh(tokens):
                tokens = sign_in.refresh(description, tokens)
                self.keep(address, tokens)
            return tokens.access

    def _alone(self, address: str) -> FileLock:
        self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        return FileLock(self._file(address).with_suffix(".lock"), timeout=LOCK_S)

    def _read_file(self, address: str) -> str:
        try:
            with self._file(address).open(encoding="utf-8") as file:
                return file.read(_LARGEST_FILE)
        except (OSError, ValueError):
            return ""

    def _file(self, address: str) -> Path:
        return self._folder / f"{sha256(address.encode()).hexdigest()[:32]}.json"


def _username(address: str) -> str:
    return f"team/{address}"


def _is_fresh(tokens: Tokens) -> bool:
    return not tokens.expires_s or time.time() < tokens.expires_s - EARLY_S
