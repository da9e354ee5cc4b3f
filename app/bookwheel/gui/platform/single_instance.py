"""One process a library has its windows: a second start hands over what it was asked for, and ends."""

from __future__ import annotations

import hashlib
import json
import logging
import os
import sys
import time
from collections.abc import Sequence

from filelock import FileLock, Timeout
from PySide6.QtCore import QObject, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

from bookwheel.paths import LibraryPaths

_log = logging.getLogger(__name__)
_PATIENCE_S = 5.0
"""For a process that has just begun, or is busy, to take what is handed over."""
_LONGEST_PATH = 100
"""Bytes of a socket's path that every system takes."""
_MOST_BYTES = 100_000
_TAKEN = b"taken\n"


def lock(library: LibraryPaths) -> FileLock | None:
    """The right to have a library's windows, held until the process ends; None while another process has it."""
    library.root.mkdir(parents=True, exist_ok=True, mode=0o700)
    held = FileLock(library.window_lock, is_singleton=False, thread_local=False)
    try:
        held.acquire(timeout=0)
    except Timeout:
        return None
    return held


def begin(library: LibraryPaths, words: Sequence[str]) -> tuple[FileLock | None, bool]:
    """The right to have the windows, or none and whether their process took these links and folders and came forward.

    One that is just ending is waited for; where one neither answers nor ends, there is neither.
    """
    end = time.monotonic() + _PATIENCE_S
    while (held := lock(library)) is None:
        if hand_over(library, words):
            return None, True
        if time.monotonic() > end:
            return None, False
        time.sleep(0.1)
    return held, False


def hand_over(library: LibraryPaths, words: Sequence[str]) -> bool:
    """Give links and folders to the process that has the windows; whether it took them."""
    socket = QLocalSocket()
    socket.connectToServer(_name(library))
    if not socket.waitForConnected(500):
        return False
    socket.write(json.dumps(list(words)).encode() + b"\n")
    socket.flush()
    return socket.waitForReadyRead(int(_PATIENCE_S * 1000)) and bytes(socket.readAll().data()) == _TAKEN


class SingleInstance(QObject):
    """Listens for later starts; only the same user can reach it."""

    asked = Signal(list)
    """Links and folders of a later start; none, to be shown."""

    def __init__(self, library: LibraryPaths, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._meet)
        name = _name(library)
        QLocalServer.removeServer(name)  # left behind by a process that was killed: the lock says that there is none
        if not self._server.listen(name):
            _log.warning("Later starts cannot be received: %s", self._server.errorString())

    def close(self) -> None:
        """Listen no more."""
        self._server.close()

    def _meet(self) -> None:
        while (socket := self._server.nextPendingConnection()) is not None:
            socket.readyRead.connect(lambda one=socket: self._read(one))
            socket.disconnected.connect(socket.deleteLater)

    def _read(self, socket: QLocalSocket) -> None:
        if socket.bytesAvailable() > _MOST_BYTES:
            socket.abort()
            return
        if not socket.canReadLine():
            return
        try:
            words = json.loads(bytes(socket.readLine().data()))
        except ValueError:
            words = None
        if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
            socket.abort()
            return
        socket.write(_TAKEN)
        socket.flush()
        socket.disconnectFromServer()
        self.asked.emit(words)


def _name(library: LibraryPaths) -> str:
    """Where a library's windows are reached: beside the library, else, where that is no place, by a name of its own."""
    path = str(library.window_socket)
    if sys.platform != "win32" and len(os.fsencode(path)) <= _LONGEST_PATH:
        return path
    return f"bookwheel-{hashlib.sha256(os.fsencode(str(library.root))).hexdigest()[:24]}"
