"""The lock that makes one process the owner: held for life, freed by the system when the process dies."""

from __future__ import annotations

import time
from pathlib import Path

from filelock import FileLock, Timeout


def take(path: Path, timeout_s: float = 0.0) -> FileLock | None:
    """The lock, held until `release()` or the end of the process; None when another process holds it.

    Waits up to `timeout_s` for a dying holder.
    """
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    lock = FileLock(path, is_singleton=False)
    try:
        lock.acquire(timeout=timeout_s, poll_interval=0.02)
    except Timeout:
        return None
    return lock


def is_free(path: Path) -> bool:
    """Whether nobody holds the lock at this moment."""
    lock = take(path)
    if lock is None:
        return False
    lock.release()
    return True


def wait_until_free(path: Path, timeout_s: float) -> bool:
    """Whether the lock came free in time."""
    until = time.monotonic() + timeout_s
    while not is_free(path):
        if time.monotonic() > until:
            return False
        time.sleep(0.02)
    return True
