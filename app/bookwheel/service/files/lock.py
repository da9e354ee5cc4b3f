"""The lock that makes one process the owner: held for life, freed by the system when the process dies."""

from __future__ import annotations

from pathlib import Path

from filelock import FileLock, Timeout


def take(path: Path, timeout_s: float = 0.0) -> FileLock | None:
    """The lock, held until `release()` or the end of the process; None when another process holds it.

    Waits up to `timeout_s` for a dying holder. Makes no folder: a child must not bring back one that was deleted.
    """
    lock = FileLock(path, is_singleton=False)
    try:
        lock.acquire(timeout=timeout_s, poll_interval=0.02)
    except Timeout:
        return None
    return lock
