"""Files that may be of any size and kind, read as far as they may be large."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

_READ = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
"""Opens no link, waits for nobody at a pipe, and changes no line ends."""


def read_bounded(path: Path, most_bytes: int) -> bytes | None:
    """Return the content of a file; None when it is larger than that.

    Raises:
        OSError: when it cannot be read, or is a link, a pipe or a folder.
    """
    handle = os.open(path, _READ)
    with os.fdopen(handle, "rb") as file:
        status = os.fstat(handle)
        if not stat.S_ISREG(status.st_mode):
            raise OSError(errno.EINVAL, "It is not a file")
        if status.st_size > most_bytes:
            return None
        content = file.read(status.st_size + 1)  # reading more than there is would take the memory for all of it
    return content if len(content) <= most_bytes else None
