"""Linux's inotify without any library: one watch a folder, never through a symbolic link."""

from __future__ import annotations

import ctypes
import errno
import os
import select
import struct
from dataclasses import dataclass

MODIFY, ATTRIB, CLOSE_WRITE = 0x2, 0x4, 0x8
MOVED_FROM, MOVED_TO, CREATE, DELETE = 0x40, 0x80, 0x100, 0x200
QUEUE_OVERFLOW, IGNORED, IS_FOLDER = 0x4000, 0x8000, 0x40000000
_ONLY_FOLDERS, _NO_LINKS, _NO_UNLINKED = 0x1000000, 0x2000000, 0x4000000
_MASK = (
    MODIFY | ATTRIB | CLOSE_WRITE | MOVED_FROM | MOVED_TO | CREATE | DELETE | _ONLY_FOLDERS | _NO_LINKS | _NO_UNLINKED
)
_HEAD = struct.Struct("iIII")
_READ_BYTES = 1 << 18


@dataclass(frozen=True, slots=True)
class FolderEvent:
    """Something happened to `name` in a watched folder."""

    watch: int
    mask: int
    name: str


class Inotify:
    """One queue of events; of one thread."""

    def __init__(self) -> None:
        """Open the queue.

        Raises:
            OSError: EMFILE when the user has as many queues as the system allows.
        """
        self._libc = ctypes.CDLL(None, use_errno=True)
        self._descriptor = self._libc.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC)
        if self._descriptor < 0:
            raise _last_error("inotify")

    def add(self, folder: str) -> int:
        """Watch a folder, not what lies below its folders, and return the watch.

        Raises:
            OSError: ENOSPC at the system's limit; ENOTDIR or ELOOP for a link; ENOENT, EACCES.
        """
        watch = self._libc.inotify_add_watch(self._descriptor, os.fsencode(folder), ctypes.c_uint32(_MASK))
        if watch < 0:
            raise _last_error(folder)
        return int(watch)

    def remove(self, watch: int) -> None:
        """End a watch; one that has ended by itself is no error."""
        self._libc.inotify_rm_watch(self._descriptor, watch)

    def read(self, timeout_s: float) -> list[FolderEvent]:
        """Return the events that are there, or come in time."""
        if not select.select([self._descriptor], [], [], timeout_s)[0]:
            return []
        try:
            content = os.read(self._descriptor, _READ_BYTES)
        except BlockingIOError:
            return []
        events: list[FolderEvent] = []
        start = 0
        while start < len(content):
            watch, mask, _cookie, size = _HEAD.unpack_from(content, start)
            start += _HEAD.size
            name = content[start : start + size].rstrip(b"\0")
            start += size
            events.append(FolderEvent(watch, mask, os.fsdecode(name)))
        return events

    def close(self) -> None:
        """Close the queue with all its watches."""
        os.close(self._descriptor)


def is_at_limit(error: OSError) -> bool:
    """Whether the system allows no more watches."""
    return error.errno in (errno.ENOSPC, errno.EMFILE, errno.ENFILE, errno.ENOMEM)


def _last_error(path: str) -> OSError:
    number = ctypes.get_errno()
    return OSError(number, os.strerror(number), path)
