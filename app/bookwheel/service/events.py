"""Events: numbered, kept for a while in a ring, and streamed to everyone who listens."""

from __future__ import annotations

import asyncio
import itertools
import threading
import time
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, MutableMapping
from dataclasses import replace
from typing import Any

from bookwheel import wire
from bookwheel.domain.service.events import Event, EventKind

Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

KEPT = 2000
"""Events that can be replayed."""

WAITING = 1000
"""Events that may wait for one slow listener before it is dropped."""

BEAT_S = 10.0
"""Seconds of silence after which a comment line is sent."""


class Events:
    """The service's events. `publish` may be called from any thread; streams live on the server's loop.

    Sequence numbers start at the second of the service's start, so that a number from an earlier service is never
    mistaken for one of this.
    """

    def __init__(self, first: int) -> None:
        """Number events from `first` + 1."""
        self._numbers = itertools.count(first + 1)
        self._ring: deque[Event] = deque(maxlen=KEPT)
        self._listeners: dict[asyncio.Queue[Event | None], asyncio.AbstractEventLoop] = {}
        self._sent: dict[asyncio.Queue[Event | None], int] = {}
        self._lock = threading.Lock()
        self._is_closed = self._is_over = False
        self.last = first
        self.ear: Callable[[Event], None] = lambda event: None
        """Told of every event, in the thread that publishes it."""

    @property
    def listeners(self) -> int:
        """How many streams are open."""
        return len(self._listeners)

    def publish(self, event: Event, *, is_last: bool = False) -> Event:
        """Number an event, keep it and pass it to every listener; nothing is published after the last."""
        with self._lock:
            if self._is_over:  # nothing is said after the last words
                return event
            event = replace(event, sequence=next(self._numbers))
            self.last = event.sequence
            self._ring.append(event)
            for queue, loop in list(self._listeners.items()):
                try:
                    loop.call_soon_threadsafe(self._offer, queue, event)
                except RuntimeError:
                    self._listeners.pop(queue, None)
            self._is_over = is_last
        if not is_last:
            self.ear(event)
        return event

    def end_with(self, event: Event, timeout_s: float) -> bool:
        """Pass the last event to every listener and wait until they were handed it, as `wait_until_sent` does."""
        return self.wait_until_sent(self.publish(event, is_last=True).sequence, timeout_s)

    def wait_until_sent(self, sequence: int, timeout_s: float) -> bool:
        """Wait until every stream was handed the events up to `sequence`; False when the time is over before.

        Call from any thread but the server's loop.
        """
        until = time.monotonic() + timeout_s
        while any(sent < sequence for sent in list(self._sent.values())):
            if time.monotonic() > until:
                return False
            time.sleep(0.01)
        return True

    def close(self) -> None:
        """End every stream; call on the server's loop."""
        self._is_closed = True
        for queue in list(self._listeners):
            self._drop(queue)

    async def follow(self, last: int, revision: Callable[[], int]) -> AsyncIterator[Event | None]:
        """Events after the sequence number `last` (0: from now on), None for every beat of silence.

        RESYNC comes first when events in between are no longer kept.
        """
        queue: asyncio.Queue[Event | None] = asyncio.Queue(WAITING + KEPT)
        with self._lock:
            missed = self._since(last) if last else []
            self._listeners[queue] = asyncio.get_running_loop()
            self._sent[queue] = last if missed else self.last
            resync = Event(self.last, EventKind.RESYNC, revision())
        try:
            for event in [resync] if missed is None else missed:
                yield event
                self._sent[queue] = event.sequence
            while not self._is_closed:
                try:
                    event = await asyncio.wait_for(queue.get(), BEAT_S)
                except TimeoutError:
                    yield None
                    continue
                if event is None:
                    return
                yield event
                self._sent[queue] = event.sequence
        finally:
            self._listeners.pop(queue, None)
            self._sent.pop(queue, None)

    def _since(self, last: int) -> list[Event] | None:
        oldest = self._ring[0].sequence if self._ring else self.last + 1
        if last > self.last or last < min(oldest - 1, self.last):
            return None
        return [event for event in self._ring if event.sequence > last]

    def _offer(self, queue: asyncio.Queue[Event | None], event: Event) -> None:
        if queue.qsize() >= WAITING:
            self._drop(queue)
        elif queue in self._listeners:
            queue.put_nowait(event)

    def _drop(self, queue: asyncio.Queue[Event | None]) -> None:
        self._listeners.pop(queue, None)
        queue.put_nowait(None)


async def stream(events: AsyncIterator[Event | None], send: Send) -> None:
    """Answer a request with a server-sent event stream, until it ends or the listener goes."""
    headers = [(b"content-type", b"text/event-stream"), (b"cache-control", b"no-store")]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": b": hello\n\n", "more_body": True})
    async for event in events:
        body = b": beat\n\n" if event is None else b"id: %d\ndata: %s\n\n" % (event.sequence, wire.encode(event))
        await send({"type": "http.response.body", "body": body, "more_body": True})
    await send({"type": "http.response.body", "body": b""})
