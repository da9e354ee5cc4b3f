"""Sends spans to a collector in batches, by a thread that no call waits for."""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass

from bookwheel.domain.errors import BookwheelError, CollectorUnavailable
from bookwheel.domain.team import TracesConfig
from bookwheel.service.team.traces.collector import Collector
from bookwheel.service.team.traces.otlp import count_rejected, encode
from bookwheel.service.team.traces.recording import Span

MOST_WAITING = 4_096
"""Spans that wait to be sent; beyond them the oldest are counted and lost."""

BATCH = 256
EVERY_S = 5.0
"""Seconds for which spans are gathered, unless a batch is full before."""

SEND_S = 5.0
"""Seconds that a collector has for taking a batch."""

LONGEST_RETRY_S = 60.0
CLOSE_S = 2.0
"""Seconds that the end waits for what is not sent yet."""

_LEAST_S = 0.05

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class SpanCounts:
    """How many spans were sent, lost, and are still waiting."""

    sent: int
    lost: int
    waiting: int


def check(config: TracesConfig) -> None:
    """Send a message without spans.

    Raises:
        CollectorUnavailable: when the collector does not answer.
        ConfigurationRefused: when it refuses, or the file of headers cannot be read.
    """
    with closing(Collector(config)) as collector:
        collector.send(encode((), {}), SEND_S)


class Exporter:
    """Takes spans from any thread."""

    def __init__(self, collector: Collector, resource: Mapping[str, str]) -> None:
        """Send nothing yet; `start` does. `resource` says of which program spans are."""
        self._collector, self._resource = collector, resource
        self._changed = threading.Condition()
        self._waiting: deque[Span] = deque()
        self._sent = self._lost = 0
        self._closes_at = 0.0
        self._trouble, self._is_good = "", True
        self._thread = threading.Thread(target=self._work, name="traces", daemon=True)

    @property
    def counts(self) -> SpanCounts:
        """How far sending is."""
        with self._changed:
            return SpanCounts(self._sent, self._lost, len(self._waiting))

    def start(self) -> None:
        """Begin to send."""
        self._thread.start()

    def take(self, spans: Sequence[Span]) -> None:
        """Have spans sent; never waits."""
        with self._changed:
            self._waiting.extend(spans)
            self._drop_oldest()
            if len(self._waiting) >= BATCH:
                self._changed.notify_all()

    def close(self) -> None:
        """Send what waits, for `CLOSE_S` at most."""
        with self._changed:
            self._closes_at = time.monotonic() + CLOSE_S
            self._changed.notify_all()
        if self._thread.is_alive():
            self._thread.join(CLOSE_S)
        self._collector.close()  # a batch that is still being sent fails now
        counts = self.counts
        if counts.waiting:
            logger.warning("%d spans could not be sent to the trace collector.", counts.waiting)

    def _work(self) -> None:
        pause_s = EVERY_S
        while True:
            with self._changed:
                self._changed.wait_for(self._may_go_on, pause_s)
                is_last = self._closes_at > 0
            self._is_good = self._send_all()
            if is_last:
                return
            pause_s = EVERY_S if self._is_good else min(LONGEST_RETRY_S, pause_s * 2)

    def _may_go_on(self) -> bool:
        return self._closes_at > 0 or (self._is_good and len(self._waiting) >= BATCH)

    def _send_all(self) -> bool:
        """Send what waits; whether that went well. What was not sent waits on, in its order."""
        while True:
            with self._changed:
                time_s = min(SEND_S, self._closes_at - time.monotonic()) if self._closes_at else SEND_S
                is_over = time_s < _LEAST_S
                batch = [] if is_over else [self._waiting.popleft() for _ in range(min(BATCH, len(self._waiting)))]
            if not batch:
                return True
            try:
                rejected = min(len(batch), count_rejected(self._collector.send(self._encode(batch), time_s)))
                self._note_trouble("")
            except CollectorUnavailable as error:
                self._note_trouble(str(error.message))
                with self._changed:
                    self._waiting.extendleft(reversed(batch))
                    self._drop_oldest()
                return False
            except BookwheelError as error:
                self._note_trouble(str(error.message))
                rejected = len(batch)
            except Exception:  # the thread's edge: later spans are sent
                logger.exception("Spans could not be sent.")
                rejected = len(batch)
            with self._changed:
                self._sent += len(batch) - rejected
                self._lost += rejected

    def _encode(self, batch: Sequence[Span]) -> bytes:
        return encode(batch, self._resource)

    def _drop_oldest(self) -> None:
        while len(self._waiting) > MOST_WAITING:
            self._waiting.popleft()
            self._lost += 1

    def _note_trouble(self, reason: str) -> None:
        if reason and reason != self._trouble:  # said once, not at every try
            logger.warning("%s", reason)
        self._trouble = reason
