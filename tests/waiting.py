"""Waiting for another process."""

from __future__ import annotations

import time
from collections.abc import Callable


def until(is_so: Callable[[], object], timeout_s: float = 60) -> None:
    """Return once it is so.

    Raises:
        AssertionError: if it does not become so in time.
    """
    end = time.monotonic() + timeout_s
    while not is_so():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.05)
