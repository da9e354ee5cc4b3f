"""What one caller may use at a time: calls a second, calls at once, listening streams, bytes sent, tokens read."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from dataclasses import dataclass, field

from bookwheel.domain.errors import TooMany
from bookwheel.settings import AgentSettings

WAIT_S = 5.0
"""A call beyond those at once waits so long for its turn before it is refused."""

RATE_WAIT_S = 1.0
"""A call beyond those of a second waits for the next one, if that comes so soon; a steady flood is refused."""

WAITING = 32
"""So many calls of one caller may wait."""


@dataclass(slots=True)
class _Store:
    """An allowance that fills up again at a steady rate."""

    left: float
    at: float

    def has(self, amount: float, most: float, per_s: float) -> bool:
        """Whether so much is there now; `most` is what it holds when full."""
        now = time.monotonic()
        self.left = min(most, self.left + (now - self.at) * per_s)
        self.at = now
        return self.left >= amount


@dataclass(slots=True)
class _Meter:
    calls_left: _Store
    bytes_left: _Store
    tokens_left: _Store
    calls: int = 0
    streams: int = 0
    waiting: deque[asyncio.Future[None]] = field(default_factory=deque["asyncio.Future[None]"])
    delayed: int = 0


@dataclass(frozen=True, slots=True)
class Slot:
    """A place held by one call until it leaves."""

    _meter: _Meter
    _is_stream: bool

    def spend(self, tokens: int) -> None:
        """Count the tokens of an answer; what is spent beyond the allowance delays the calls that follow."""
        self._meter.tokens_left.left -= tokens

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

    async def enter(self, name: str, limits: AgentSettings, *, is_stream: bool, size_bytes: int = 0) -> Slot:
        """Hold a place for a call of this size under the limits of this moment; leave it when the call is done.

        Raises:
            TooMany: at the limit, for calls at once after a short wait.
        """
        meter = self._meters.get(name)
        if meter is None:
            meter = self._meters[name] = _new_meter(limits)
        if delay_s := _spend(meter, limits, size_bytes):
            await _delay(meter, delay_s)
        if is_stream:
            if meter.streams >= limits.concurrent_streams:
                raise TooMany(f"The limit of {limits.concurrent_streams} event streams is reached. Close one first.")
            meter.streams += 1
        elif meter.calls < limits.concurrent_calls:
            meter.calls += 1
        else:
            await _turn(meter, limits)
        return Slot(meter, is_stream)


def _new_meter(limits: AgentSettings) -> _Meter:
    now = time.monotonic()
    return _Meter(
        _Store(max(1.0, limits.calls_per_s), now),
        _Store(limits.mb_per_minute * 2**20, now),
        _Store(float(limits.tokens_per_minute), now),
    )


def _spend(meter: _Meter, limits: AgentSettings, size_bytes: int) -> float:
    """Take a call of this size from what is left; return the seconds that it must wait for its share.

    Raises:
        TooMany: when too little is left.
    """
    delay_s = 0.0
    if not meter.calls_left.has(1.0, max(1.0, limits.calls_per_s), limits.calls_per_s):
        delay_s = (1.0 - meter.calls_left.left) / limits.calls_per_s
        if delay_s > RATE_WAIT_S or meter.delayed >= WAITING:
            raise TooMany(
                f"The limit of {limits.calls_per_s:g} calls per second is reached. Wait a moment and try again."
            )
    most_bytes, most_tokens = limits.mb_per_minute * 2**20, float(limits.tokens_per_minute)
    if not meter.bytes_left.has(size_bytes, most_bytes, most_bytes / 60):
        raise TooMany(f"The limit of {limits.mb_per_minute:g} MB per minute is reached. Wait a moment and send less.")
    if not meter.tokens_left.has(1.0, most_tokens, most_tokens / 60):
        raise TooMany(
            f"The limit of {limits.tokens_per_minute:,} tokens per minute is reached. Wait a moment and ask for less."
        )
    meter.calls_left.left -= 1.0
    meter.bytes_left.left -= size_bytes
    return delay_s


async def _delay(meter: _Meter, delay_s: float) -> None:
    """Wait for the call's share of the next second, which is taken already; one that is given up gives it back."""
    meter.delayed += 1
    try:
        await asyncio.sleep(delay_s)
    except asyncio.CancelledError:
        meter.calls_left.left += 1.0
        raise
    finally:
        meter.delayed -= 1


async def _turn(meter: _Meter, limits: AgentSettings) -> None:
    refusal = TooMany(f"The limit of {limits.concurrent_calls} calls at the same time is reached. Wait until one ends.")
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
