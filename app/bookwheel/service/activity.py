"""The activity list: every call that a person would count, kept and announced without slowing the call."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from bookwheel.domain.messages import Message
from bookwheel.domain.service.activity import (
    Activity,
    ActivityAnswer,
    ActivityRequest,
    Unanswered,
    UnansweredAnswer,
    UnansweredRequest,
)
from bookwheel.indexes.activity import MOST_CALLS, ActivityStore, decode_calls
from bookwheel.indexes.state import State
from bookwheel.service.sanitising import clean

WORDED = ("search", "context")
"""The tools that are asked in words which a person could search for."""

OWN = ("window", "cli", "")
"""The person's own programs, which are no agents."""

SETTLE_S = 1.2
"""Seconds without a further key press after which a query typed letter by letter counts as asked."""

_BATCH_S = 0.25

_PORTION, _REST_S = 500, 0.02
"""Older calls that are moved together, some 20 ms of them, and seconds between two portions."""

logger = logging.getLogger(__name__)


class ActivityLog:
    """Keeps calls in their file (written together, in a thread of its own) and announces each.

    Calls that an earlier version kept in the state are moved in portions by another thread, newest first; until that is
    done the list is that of both.
    """

    def __init__(self, store: ActivityStore, state: State, announce: Callable[[Activity], None]) -> None:
        """Number on from what both hold; `begin` starts what a start must not wait for."""
        self._store, self._state, self._announce = store, state, announce
        self._last = max(store.last_call(), state.last_older_call())
        self._has_older = state.has_older_calls()
        self._waiting: list[Activity] = []
        self._typed: dict[str, threading.Timer] = {}
        self._lock = threading.Lock()
        self._writing, self._moving = threading.Lock(), threading.RLock()
        self._wake, self._is_closed = threading.Event(), False
        self._thread = threading.Thread(target=self._write, name="activity", daemon=True)
        self._thread.start()
        self._mover: threading.Thread | None = None

    @property
    def notices(self) -> tuple[Message, ...]:
        """What became of a damaged list."""
        return self._store.notices

    def begin(self, days: int) -> None:
        """Drop calls older than some days and move those of an earlier version, in the background."""
        self._mover = threading.Thread(target=self._keep_up, args=(days,), name="older calls", daemon=True)
        self._mover.start()

    def forget(self, slug: str) -> None:
        """Drop the calls that named a collection's sections; those in the state go with the collection there."""
        self.flush()
        with self._moving:
            self._store.forget(slug)

    def faults(self) -> tuple[str, ...]:
        """What is wrong with the file, after a look at all of it."""
        return self._store.faults()

    def begin_again(self) -> None:
        """Set a damaged file aside and begin an empty one."""
        self._store.begin_again()

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
        limit = max(1, min(request.limit, 2000))
        with self._moving:
            calls = self._store.calls(limit, request.before)
            if self._has_older and len(calls) < limit:
                before = calls[-1].sequence if calls else request.before
                older = self._state.older_calls(limit - len(calls), before)
                calls = (*calls, *decode_calls(record for _, record in older))
        return ActivityAnswer(calls)

    def unanswered(self, request: UnansweredRequest, days: int) -> UnansweredAnswer:
        """What agents asked for in words and did not find; spaces and capitals make no difference."""
        self.flush()
        found: dict[str, Unanswered] = {}
        with self._moving:
            calls = [*self._store.calls_without_hits(WORDED), *self._older_without_hits()]
        for call in calls:
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
                self._store.log(calls)

    def prune(self, days: int) -> None:
        """Drop calls older than some days, those that wait to be written included."""
        self.flush()
        now = datetime.now(UTC)
        with self._moving:
            self._store.prune(days, now)
            if self._has_older:
                self._state.drop_older_calls(before=(now - timedelta(days=days)).isoformat())

    def close(self) -> None:
        """Write what waits and stop the thread."""
        for timer in self._typed.values():
            timer.cancel()
        with self._lock:
            self._is_closed = True
        self._wake.set()
        self._thread.join()
        if self._mover is not None:
            self._mover.join()
        self.flush()
        self._store.close()

    def _older_without_hits(self) -> list[Activity]:
        if not self._has_older:
            return []
        older = decode_calls(record for _, record in self._state.older_calls(MOST_CALLS))
        return [call for call in older if call.tool in WORDED and not call.hits and not call.error]

    def _keep_up(self, days: int) -> None:
        try:
            self.prune(days)
            while self._has_older and not self._is_closed:
                self._move_portion()
                time.sleep(_REST_S)
        except Exception:  # the thread's edge: the next start goes on
            logger.exception("Calls of an earlier version could not be moved.")

    def _move_portion(self) -> None:
        """Copy the newest calls of the state, then drop them there: a crash in between copies them once more."""
        with self._moving:
            older = self._state.older_calls(_PORTION)
            if older:
                self._store.log(decode_calls(record for _, record in older))
                self._state.drop_older_calls(older[-1][0])
            else:
                self._store.compact()
                self._state.end_moving_calls()
                self._has_older = False

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
