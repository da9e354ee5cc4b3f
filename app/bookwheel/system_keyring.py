"""The system's keyring, asked within bounded time: it may wait for a person, or for a bus that never answers."""

from __future__ import annotations

import importlib
import logging
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Protocol, TypeVar, cast

T = TypeVar("T")

SERVICE = "Bookwheel"
"""The name under which the keyring shows what it keeps."""

WAIT_S = 10.0
"""Seconds that an answer of the keyring is waited for."""

_BACKENDS = {
    "linux": ("keyring.backends.SecretService", "Secret Service"),
    "darwin": ("keyring.backends.macOS", "macOS Keychain"),
    "win32": ("keyring.backends.Windows", "Windows Credential Locker"),
}
"""The only backends used: those that encrypt. No plugin, no configuration file and no environment names another."""

logger = logging.getLogger(__name__)


class Backend(Protocol):
    """What a keyring does."""

    def get_password(self, service: str, username: str) -> str | None:
        """A password, None when none is kept."""
        ...

    def set_password(self, service: str, username: str, password: str) -> None:
        """Keep a password."""
        ...

    def delete_password(self, service: str, username: str) -> None:
        """Forget a password."""
        ...


class KeyringUnavailable(Exception):
    """The keyring is missing, locked, refuses or does not answer in time.

    `is_in_doubt` says that it may do later what it was asked, `is_missing` that this system has none.
    """

    def __init__(self, reason: str, *, is_in_doubt: bool = False, is_missing: bool = False) -> None:
        super().__init__(reason)
        self.is_in_doubt, self.is_missing = is_in_doubt, is_missing


def find_backend() -> Backend | None:
    """The system's keyring, None where there is none that encrypts."""
    module, _ = _BACKENDS.get(sys.platform, ("", ""))
    if not module:
        return None
    try:
        kind = importlib.import_module(module).Keyring
        return cast("Backend", kind()) if kind.priority > 0 else None
    except Exception as error:  # whatever a bus or a driver raises, there is no keyring then
        logger.info("The system has no keyring that can be used (%s).", type(error).__name__)
        return None


class SystemKeyring:
    """Calls the backend on threads of their own, one at a time; safe to use from any thread.

    A call that does not end in time is left behind, and until it ends the keyring counts as unavailable.
    """

    def __init__(self, find: Callable[[], Backend | None] = find_backend, wait_s: float = WAIT_S) -> None:
        """`find` gives the backend and is asked at every call, for a keyring may come later than the service."""
        self._find, self._wait_s = find, wait_s
        self._lock = threading.Lock()
        self._left_behind: Future[object] | None = None

    @property
    def name(self) -> str:
        """What the keyring of this system is called."""
        return _BACKENDS.get(sys.platform, ("", "keyring"))[1]

    def get(self, username: str, wait_s: float = 0.0) -> str | None:
        """A password, None when none is kept.

        Raises:
            KeyringUnavailable: when the keyring does not say.
        """
        return self._ask(lambda backend: backend.get_password(SERVICE, username), wait_s)

    def set(self, username: str, password: str) -> None:
        """Keep a password.

        Raises:
            KeyringUnavailable: when it is not known to be kept.
        """
        self._ask(lambda backend: backend.set_password(SERVICE, username, password))

    def delete(self, username: str) -> None:
        """Forget a password, if it is kept.

        Raises:
            KeyringUnavailable: when it may still be kept.
        """

        def delete(backend: Backend) -> None:
            if backend.get_password(SERVICE, username) is not None:
                backend.delete_password(SERVICE, username)

        self._ask(delete)

    def _ask(self, call: Callable[[Backend], T], wait_s: float = 0.0) -> T:
        with self._lock:
            if self._left_behind is not None and not self._left_behind.done():
                raise KeyringUnavailable("busy")
            self._left_behind = None
            answer: Future[T] = Future()
            threading.Thread(target=self._run, args=(call, answer), name="keyring", daemon=True).start()
            try:
                return answer.result(wait_s or self._wait_s)
            except TimeoutError:
                self._left_behind = cast("Future[object]", answer)
                raise KeyringUnavailable("no answer", is_in_doubt=True) from None

    def _run(self, call: Callable[[Backend], T], answer: Future[T]) -> None:
        try:
            backend = self._find()
            if backend is None:
                raise KeyringUnavailable("none", is_missing=True)
            answer.set_result(call(backend))
        except KeyringUnavailable as error:
            answer.set_exception(error)
        except Exception as error:  # each backend has errors of its own; their texts are not passed on
            answer.set_exception(KeyringUnavailable(type(error).__name__))
