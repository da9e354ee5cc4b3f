"""Waiting for another process."""

from __future__ import annotations

import time
from collections.abc import Callable

from tests.processes import Patience


def until(is_so: Callable[[], object], timeout_s: float = 60, *, tell: Callable[[], object] = str) -> None:
    """Return once it is so; what `tell` returns is said where it never is.

    Raises:
        AssertionError: if it is not so while the processes that the tests started do next to nothing for `timeout_s`.
    """
    patience = Patience(timeout_s)
    while not is_so():
        assert not patience.is_over(), f"it did not happen, and nothing moved for {timeout_s:g} s {tell()}"
        time.sleep(0.05)
