"""Tells errors of the system (a full disk, too many open files) from damage: what they hit is whole and stays."""

from __future__ import annotations

import errno

from bookwheel.domain.errors import IndexDamaged, StorageUnavailable, StoreUnusable
from bookwheel.domain.messages import NO_MESSAGE, Message

FULL = Message("The disk that holds the library is full. Free some space; Bookwheel then continues automatically.")
FULL_AT_START = Message(
    "The service cannot start because the disk that holds the library is full. Free some space on it and try again."
)
READ_ONLY = Message("The library's folder is not writable. Make it writable; Bookwheel then continues automatically.")
FAILING = Message("The disk that holds the library reports an error. Check the disk; Bookwheel retries automatically.")
FILES = Message(
    "The system has no more file handles for Bookwheel. Close other programs; Bookwheel retries automatically."
)
MEMORY = Message("The system has no more memory for Bookwheel. Close other programs; Bookwheel retries automatically.")
BUSY = Message("Another program is using a file of the library. Close it; Bookwheel then retries automatically.")

_BY_ERRNO = {
    errno.ENOSPC: FULL, getattr(errno, "EDQUOT", errno.ENOSPC): FULL, errno.EFBIG: FULL,
    errno.EROFS: READ_ONLY, errno.EACCES: READ_ONLY, errno.EPERM: READ_ONLY,
    errno.EIO: FAILING, errno.EMFILE: FILES, errno.ENFILE: FILES, errno.ENOMEM: MEMORY,
}  # fmt: skip

_BY_SQLITE = {13: FULL, 8: READ_ONLY, 3: READ_ONLY, 10: FAILING, 14: FILES, 7: MEMORY, 5: BUSY, 6: BUSY, 15: BUSY}
"""SQLite's primary result codes (https://sqlite.org/rescode.html): FULL, READONLY, PERM, IOERR, CANTOPEN, NOMEM, …"""

_SQLITE_FULL = frozenset({778, 4874})
"""IOERR_WRITE and IOERR_SHMSIZE: what SQLite says when a full disk refuses a file beside the database."""

_SQLITE_TORN = frozenset({522, 8202})
"""IOERR_SHORT_READ and IOERR_DATA: the file itself is torn."""

_BY_TEXT = (
    ("no space left on device", FULL), ("disk quota exceeded", FULL), ("disk is full", FULL), ("file too large", FULL),
    ("read-only file system", READ_ONLY), ("readonly database", READ_ONLY), ("permission denied", READ_ONLY),
    ("input/output error", FAILING), ("disk i/o error", FAILING),
    ("too many open files", FILES), ("unable to open database file", FILES),
    ("cannot allocate memory", MEMORY), ("out of memory", MEMORY), ("database is locked", BUSY),
)  # fmt: skip
"""Engines in other languages pass the system's own words on, without a number."""


def find_storage_error(error: BaseException) -> StorageUnavailable | None:
    """Return what the system refused, when that is why an engine or a file failed; None for damage and for bugs."""
    seen: BaseException | None = error
    while seen is not None:
        if isinstance(seen, StorageUnavailable):
            return seen
        reason = _find_reason(seen)
        if reason:
            return StorageUnavailable(reason)
        seen = seen.__cause__
    return None


def explain(error: BaseException, damage: IndexDamaged) -> StoreUnusable:
    """Return what to raise for a store that failed: the system's refusal where that is why, else `damage`."""
    return find_storage_error(error) or damage


def _find_reason(error: BaseException) -> Message:
    if isinstance(error, MemoryError):
        return MEMORY
    code = getattr(error, "sqlite_errorcode", None)
    if isinstance(code, int):
        if code in _SQLITE_TORN:
            return NO_MESSAGE
        return FULL if code in _SQLITE_FULL else _BY_SQLITE.get(code & 0xFF, NO_MESSAGE)
    if isinstance(error, OSError) and error.errno is not None:
        return _BY_ERRNO.get(error.errno, NO_MESSAGE)
    text = str(error).lower()
    return next((reason for words, reason in _BY_TEXT if words in text), NO_MESSAGE)
