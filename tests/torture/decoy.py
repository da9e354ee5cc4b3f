"""A file that nothing may read: it notices when it is opened, and its one word is looked for in what was read."""

from __future__ import annotations

import ctypes
import os
import secrets
import sys
from pathlib import Path

_OPENED = 0x00000020  # IN_OPEN of inotify(7)


class Decoy:
    """A secret file outside of everything that was handed over; on Linux the system tells when it is opened."""

    def __init__(self, folder: Path) -> None:
        """Make the file."""
        folder.mkdir(parents=True, exist_ok=True)
        self.path = folder / "secret.txt"
        self.word = f"zebra{secrets.token_hex(8)}"
        self.path.write_text(f"{self.word}\n", "utf-8")
        self._watch = _watch(self.path)

    def was_opened(self) -> bool:
        """Whether something opened the file since the last question."""
        if self._watch < 0:
            return False
        try:
            return bool(os.read(self._watch, 4096))
        except BlockingIOError:
            return False


def _watch(path: Path) -> int:
    """A handle of inotify that reads something once the file is opened; -1 where there is none."""
    if sys.platform != "linux":
        return -1
    library = ctypes.CDLL(None, use_errno=True)
    handle = int(library.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC))
    if handle < 0 or library.inotify_add_watch(handle, os.fsencode(path), _OPENED) < 0:
        raise OSError(ctypes.get_errno(), "inotify")
    return handle
