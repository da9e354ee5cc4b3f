"""How fast a host is asked: so many requests a second, the delay that it wants, and a pause where it asks for one."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

_WHOLE = 1 - 1e-6
"""One request, but for what is lost in sums."""


@dataclass(slots=True)
class _Host:
    tokens: float
    filled_at: float
    paused_until: float = 0.0
    delay_s: float = 0.0
    lock: threading.Lock = field(default_factory=threading.Lock)


class Pace:
    """Lets requests go one after the other by host. Safe to use from several threads."""

    def __init__(
        self,
        per_s: float,
        now: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], object] = time.sleep,
    ) -> None:
        """`per_s` requests a second and host, of which those of two seconds may come at once."""
        self._per_s, self._now, self._sleep = per_s, now, sleep
        self._most = max(1.0, 2 * per_s)
        self._hosts: dict[str, _Host] = {}
        self._lock = threading.Lock()

    def wait(self, host: str) -> None:
        """Return when the host may be asked."""
        known = self._host(host)
        with known.lock:  # whoever waits keeps the others behind
            while (left := known.paused_until - self._now()) > 0:
                self._sleep(left)
            if known.delay_s:
                self._sleep(max(0.0, known.filled_at + known.delay_s - self._now()))
                known.filled_at = self._now()
                return
            self._fill(known)
            while known.tokens < _WHOLE:
                self._sleep((1 - known.tokens) / self._per_s)
                self._fill(known)
            known.tokens -= 1

    def delay(self, host: str, seconds: float) -> None:
        """Leave so many seconds between requests to a host from now on."""
        if seconds > 1 / self._per_s:
            self._host(host).delay_s = seconds

    def pause(self, host: str, seconds: float) -> None:
        """Ask a host nothing for so long."""
        known = self._host(host)
        known.paused_until = max(known.paused_until, self._now() + seconds)

    def _host(self, host: str) -> _Host:
        with self._lock:
            if host not in self._hosts:
                self._hosts[host] = _Host(self._most, self._now())
            return self._hosts[host]

    def _fill(self, known: _Host) -> None:
        now = self._now()
        known.tokens = min(self._most, known.tokens + (now - known.filled_at) * self._per_s)
        known.filled_at = now


def retry_after_s(headers: Mapping[str, str], now: datetime | None = None) -> float:
    """Seconds for which an answer asks to be left alone; 0 where it says none, or none that can be read."""
    written = headers.get("retry-after", "").strip()
    if written.isascii() and written.isdigit():
        return float(written[:9])
    try:
        at = parsedate_to_datetime(written)
    except (ValueError, TypeError, IndexError):
        return 0.0
    at = at if at.tzinfo else at.replace(tzinfo=UTC)
    return max(0.0, (at - (now or datetime.now(UTC))).total_seconds())
