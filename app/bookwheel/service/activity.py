"""The activity list: every call that a person would count, kept and announced without slowing the call."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime

from bookwheel.domain.service import (
    Activity,
    ActivityAnswer,
    ActivityRequest,
    Unanswered,
    UnansweredAnswer,
    UnansweredRequest,
)
from bookwheel.indexes.state import State
from bookwheel.service.agents.cleaning import clean

WORDED = ("search", "context")
"""The tools that are asked in words which a person could search for."""

OWN = ("window", "cli", "")
"""The person's own programs, which are no agents."""

SETTLE_S = 1.2
"""Seconds without a further key press after which a query typed letter by letter counts as asked."""

_BATCH_S = 0.25

logger = logging.getLogger(__name__)


class ActivityLog:
    """Keeps calls in the state (written together, in a thread of its own) and announces each."""

    def __init__(self, state: State, announce: Callable[[Activity], None]) -> None:
        """Number on from what the state holds."""
        self._state, self._announce = state, announce
        self._last = state.last_call()
        self._waiting: list[Activity] = []
        self._typed: dict[str, threading.Timer] = {}
        self._lock = threading.Lock()
        self._writing = threading.Lock()
        self._wake, self._is_closed = threading.Event(), False
        self._thread = threading.Thread(target=self._write, name="activity", daemon=True)
        self._thread.start()

    def record(self, activity: Activity) -> None:
        """Keep and announce a call; its sequence number, and its time if it has none, are set here."""
        with self._lock:
            if self._is_closed:
                return
            self._last += 1
            at = activity.at or datetime.now(UTC).isoformat(timespec="milliseconds")
            said = {"tool": clean(activity.tool), "query": clean(activity.query)}  # it is read in terminals too
            kept = replace(activity, sequence=self._last, at=at, **said)
            self._waiting.append(kept)
        self._announce(kept)
        self._wake.set()

    def record_settled(self, activity: Activity) -> None:
        """Record a query that is still being typed, once its client has paused."""
        at = datetime.now(UTC).isoformat(timespec="milliseconds")
        timer = threading.Timer(SETTLE_S, self.record, (replace(activity, at=at),))
        timer.daemon = True
        with self._lock:
            earlier = self._typed.pop(activity.client, None)
            self._typed[activity.client] = timer
        if earlier is not None:
            earlier.cancel()
        timer.start()

    def listed(self, request: ActivityRequest) -> ActivityAnswer:
        """Calls, newest first."""
        self.flush()
        return ActivityAnswer(self._state.activity(max(1, min(request.limit, 2000)), request.before))

    def unanswered(self, request: UnansweredRequest, days: int) -> UnansweredAnswer:
        """What agents asked for in words and did not find; spaces and capitals make no difference."""
        self.flush()
        found: dict[str, Unanswered] = {}
        for call in self._state.calls_without_hits(WORDED):
            query = " ".join(call.query.split())
            if call.client in OWN or not query:
                continue
            known = found.get(query.casefold(), Unanswered(query, 0, call.at, ()))
            clients = known.clients if call.client in known.clients else (*known.clients, call.client)
            found[query.casefold()] = replace(known, times=known.times + 1, clients=clients)
        ranked = sorted(found.values(), key=lambda one: (one.times, one.last_at), reverse=True)
        return UnansweredAnswer(tuple(ranked[: max(1, min(request.limit, 2000))]), len(ranked), days)

    def flush(self) -> None:
        """Write what waits."""
        with self._writing:
            with self._lock:
                calls, self._waiting = self._waiting, []
            if calls:
                self._state.log_activity(calls)

    def prune(self, days: int) -> None:
        """Drop calls older than some days, those that wait to be written included."""
        self.flush()
        self._state.prune_activity(days, datetime.now(UTC))

    def close(self) -> None:
        """Write what waits and stop the thread."""
        for timer in self._typed.values():
            timer.cancel()
        with self._lock:
            self._is_closed = True
        self._wake.set()
        self._thread.join()
        self.flush()

    def _write(self) -> None:
        while not self._is_closed:
            self._wake.wait()
            self._wake.clear()
            try:
                self.flush()
            except Exception:  # the thread's edge: a full disk may lose calls, but never the list
                logger.exception("Calls could not be kept.")
            if not self._is_closed:
                time.sleep(_BATCH_S)
