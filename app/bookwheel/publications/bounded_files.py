"""Files that may be of any size, read as far as they may be large."""

from __future__ import annotations

import os
from pathlib import Path


def read_bounded(path: Path, most_bytes: int) -> bytes | None:
    """Return the content of a file that is no symlink; None when it is larger than that.

    Raises:
        OSError: when it cannot be read.
    """
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0))
    with os.fdopen(handle, "rb") as file:
        size = os.fstat(handle).st_size
        if size > most_bytes:
            return None
        content = file.read(size + 1)  # a read of more bytes than there are would take the memory for all of them
    return content if len(content) <= most_bytes else None
