"""Reads files inside a folder only: no symlink leads out of it, not even one swapped in while a file is opened."""

from __future__ import annotations

import os
import stat
from pathlib import Path, PurePath

from bookwheel.domain.messages import Message


def read_inside(root: Path, disk_path: str, most_bytes: int) -> tuple[bytes, os.stat_result]:
    """A regular file's bytes and status, never through a symlink that leads out of the root (itself a real path).

    Raises:
        OSError: when it cannot be read, is no regular file, lies outside the root or is larger than `most_bytes`.
    """
    real = _real_inside(root / disk_path, root)
    if not real:
        raise OSError(Message("it lies outside the folder"))
    with os.fdopen(_opened(root, real), "rb") as file:
        status = os.fstat(file.fileno())
        if not stat.S_ISREG(status.st_mode):
            raise OSError(Message("it is not a regular file"))
        if status.st_size > most_bytes:
            raise OSError(Message("it is larger than {size} MB", size=f"{most_bytes / 1000000.0:.0f}"))
        return file.read(most_bytes + 1), status


def _opened(root: Path, real: str) -> int:
    """A descriptor of the file at a real path, found folder by folder: a link swapped in just now is not followed."""
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    if os.open not in os.supports_dir_fd:
        return os.open(real, flags)
    *folders, name = os.path.relpath(real, root).split(os.sep)
    looking = getattr(os, "O_PATH", os.O_RDONLY) | os.O_DIRECTORY
    above = os.open(root, looking)
    try:
        for folder in folders:
            below = os.open(folder, looking | os.O_NOFOLLOW, dir_fd=above)
            os.close(above)
            above = below
        return os.open(name, flags | os.O_NOFOLLOW, dir_fd=above)
    finally:
        os.close(above)


def is_inside(path: PurePath, root: PurePath) -> bool:
    """Whether a path, once every symlink is followed, lies in the root (itself a real path)."""
    return bool(_real_inside(path, root))


def is_on_same_drive(path: PurePath, root: PurePath) -> bool:
    """Whether a path that a document names may be looked at: Windows would sign in to the computer of a share."""
    return path.drive.lower() == root.drive.lower()


def _real_inside(path: PurePath, root: PurePath) -> str:
    """The real path, empty where it lies outside."""
    if not is_on_same_drive(path, root):
        return ""
    real, base = os.path.realpath(path), str(root)
    return real if real == base or real.startswith(base.rstrip(os.sep) + os.sep) else ""


def describe(error: OSError) -> Message:
    """Return why a file cannot be read: the system's words, or the message that `read_inside` gave."""
    if error.strerror:
        return Message.verbatim(error.strerror.lower())
    return Message.verbatim(error.args[0] if error.args else type(error).__name__)
