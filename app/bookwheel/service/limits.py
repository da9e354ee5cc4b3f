"""What one caller may use at a time: calls a second, calls at once, listening streams."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from dataclasses import dataclass, field

from bookwheel.domain.errors import TooMany
from bookwheel.settings import AgentSettings

WAIT_S = 1.0
"""A call beyond those at once waits so long for its turn before it is refused."""

WAITING = 32
"""So many calls of one caller may wait."""


@dataclass(slots=True)
class _Meter:
    allowance: float
    at: float
    calls: int = 0
    streams: int = 0
    waiting: deque[asyncio.Future[None]] = field(default_factory=deque["asyncio.Future[None]"])


@dataclass(frozen=True, slots=True)
class Slot:
    """A place held by one call until it leaves."""

    _meter: _Meter
    _is_stream: bool

    def leave(self) -> None:
        """Give the place to the next call that waits."""
        if self._is_stream:
            self._meter.streams -= 1
            return
        while self._meter.waiting:
            future = self._meter.waiting.popleft()
            if not future.done():
                future.set_result(None)
                return
        self._meter.calls -= 1


class Meters:
    """A meter for every caller by name; belongs to one event loop."""

    def __init__(self) -> None:
        """Nobody has called."""
        self._meters: dict[str, _Meter] = {}

    async def enter(self, name: str, limits: AgentSettings, *, is_stream: bool) -> Slot:
        """Hold a place under the limits of this moment; leave it when the call is done.

        Raises:
            TooMany: at the limit, for calls at once after a short wait.
        """
        burst = max(1.0, limits.calls_per_s)
        now = time.monotonic()
        meter = self._meters.setdefault(name, _Meter(burst, now))
        meter.allowance = min(burst, meter.allowance + (now - meter.at) * limits.calls_per_s)
        meter.at = now
        if meter.allowance < 1.0:
            raise TooMany(f"More than {limits.calls_per_s:g} calls a second; wait a moment and ask again.")
        meter.allowance -= 1.0
        if is_stream:
            if meter.streams >= limits.concurrent_streams:
                raise TooMany(f"More than {limits.concurrent_streams} listening streams; close one first.")
            meter.streams += 1
        elif meter.calls < limits.concurrent_calls:
            meter.calls += 1
        else:
            await _turn(meter, limits)
        return Slot(meter, is_stream)


async def _turn(meter: _Meter, limits: AgentSettings) -> None:
    refusal = TooMany(f"More than {limits.concurrent_calls} calls at the same time; wait for one to end.")
    if len(meter.waiting) >= WAITING:
        raise refusal
    future = asyncio.get_running_loop().create_future()
    meter.waiting.append(future)
    try:
        async with asyncio.timeout(WAIT_S):
            await future
    except TimeoutError:
        _withdraw(meter, future)
        raise refusal from None
    except asyncio.CancelledError:
        _withdraw(meter, future)
        raise


def _withdraw(meter: _Meter, future: asyncio.Future[None]) -> None:
    """Leave the queue, and pass on a place that was handed over at that very moment."""
    if future.done() and not future.cancelled():
        Slot(meter, _is_stream=False).leave()
    elif future in meter.waiting:
        meter.waiting.remove(future)
