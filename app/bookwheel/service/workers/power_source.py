"""Whether the computer runs on battery, looked at now and then."""

from __future__ import annotations

import time
from collections.abc import Callable

import psutil

LOOK_S = 5.0
"""Seconds between two looks."""


def is_on_battery() -> bool:
    """Whether the system says so; False where it has no battery, or does not say."""
    ask = getattr(psutil, "sensors_battery", None)  # not on every system
    try:
        battery = ask() if ask is not None else None
    except (OSError, ValueError, RuntimeError, NotImplementedError):  # what drivers say may be anything
        return False
    return battery is not None and battery.power_plugged is False


class PowerSource:
    """Remembers for a while what the system says; of one thread."""

    def __init__(self, look: Callable[[], bool] = is_on_battery, every_s: float = LOOK_S) -> None:
        """Look at nothing yet."""
        self._look, self._every_s = look, every_s
        self._looked_at, self._is_on_battery = -every_s, False

    @property
    def is_battery(self) -> bool:
        """Whether it was the battery at the last look."""
        now = time.monotonic()
        if now - self._looked_at >= self._every_s:
            self._looked_at, self._is_on_battery = now, self._look()
        return self._is_on_battery
