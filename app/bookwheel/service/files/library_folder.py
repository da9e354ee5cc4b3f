"""The library's folder as the service took it, and the end of a service whose folder is there no longer."""

from __future__ import annotations

import contextlib
import logging
import os
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import psutil

from bookwheel.domain.messages import NO_MESSAGE, Message
from bookwheel.paths import LibraryPaths

LOOK_S = 0.1
"""Seconds between two looks at the folder."""

UNAVAILABLE = 3
"""Exit code when the service cannot run."""

_Identity = tuple[int, int] | None

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class LibraryFolder:
    """The folder and its lock file by device and file number, so that another folder of the same name is told apart."""

    root: Path
    lock: Path
    folder_identity: _Identity
    lock_identity: _Identity

    def find_loss(self) -> Message:
        """Say why the folder at the library's path is not the service's any more; empty while it is.

        A file system that cannot answer right now is no loss.
        """
        try:
            folder, lock = _identify(self.root), _identify(self.lock)
        except OSError:
            return NO_MESSAGE
        if folder is None:
            return Message(
                "The library's folder {folder} was deleted or moved, so its service has stopped.", folder=self.root
            )
        if folder != self.folder_identity:
            return Message(
                "The library's folder {folder} was replaced by another one, so its service has stopped.",
                folder=self.root,
            )
        if lock != self.lock_identity:
            return Message(
                "The files of the library in {folder} were deleted or replaced, so its service has stopped.",
                folder=self.root,
            )
        return NO_MESSAGE


def identify(paths: LibraryPaths) -> LibraryFolder:
    """Return the folder as it is now."""
    return LibraryFolder(paths.root, paths.lock, _identify(paths.root), _identify(paths.lock))


class Watch:
    """Look at the folder until `close`, and call `on_lost` once with the reason, from a thread of its own."""

    def __init__(self, folder: LibraryFolder, on_lost: Callable[[Message], None]) -> None:
        """Begin at once."""
        self._folder, self._on_lost = folder, on_lost
        self._is_closed = threading.Event()
        self._thread = threading.Thread(target=self._look, name="library folder", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Look no more."""
        self._is_closed.set()
        self._thread.join(2)

    def _look(self) -> None:
        while not self._is_closed.wait(LOOK_S):
            reason = self._folder.find_loss()
            if reason:
                self._on_lost(reason)
                return


def leave(reason: Message, notify: Callable[[], object]) -> None:
    """End this process and its children at once, as a crash would: an orderly end writes into the folder by its path.

    `notify` tells the clients first, and returns when they were told; the reason goes to the log and the error stream
    as well.
    """
    children = psutil.Process().children(recursive=True)
    for child in children:
        with contextlib.suppress(psutil.Error):
            child.suspend()  # killed now, it would be started again
    with contextlib.suppress(Exception):  # whatever state the rest is in, the process ends
        notify()
    for child in children:
        with contextlib.suppress(psutil.Error):
            child.kill()
    logger.error("%s", reason)
    with contextlib.suppress(OSError, ValueError):
        print(f"bookwheel: {reason}", file=sys.stderr, flush=True)
    os._exit(UNAVAILABLE)


def _identify(path: Path) -> _Identity:
    try:
        found = path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return None
    return found.st_dev, found.st_ino
