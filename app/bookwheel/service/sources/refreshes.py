"""Refreshes of sources: a queue of jobs, of which two run at once, and each source is fetched by one at a time."""

from __future__ import annotations

import contextlib
import logging
import threading
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime

from bookwheel.domain.collection import Collection
from bookwheel.domain.collection_source import SourceKind
from bookwheel.domain.errors import BadRequest, BookwheelError, InternalError, NotFound
from bookwheel.domain.jobs import Job, JobKind, JobState
from bookwheel.domain.messages import NO_MESSAGE, Message
from bookwheel.domain.publication_addresses import is_publication_address
from bookwheel.service.sources.jobs import Jobs
from bookwheel.service.sources.timetables import next_refresh

LOOK_S = 20.0
"""Seconds between two looks at what is due."""

CLOSE_S = 10.0
"""Seconds for which the end of the service waits for a fetch to end."""

AT_ONCE = 2
"""Sources that are fetched at once."""

Runner = Callable[[Job, Collection], None]
"""Fetches a source for a job, tells how far it is and asks whether it is wanted; raises BookwheelError if it fails."""

_FEEDS = (".rss", ".atom", "/feed", "/rss", "/atom", "/feed.xml", "/rss.xml", "/atom.xml", "/index.xml")
_LOG = logging.getLogger(__name__)


class Refreshes:
    """Safe to use from any thread."""

    def __init__(
        self,
        jobs: Jobs,
        find: Callable[[str], Collection],
        runners: Mapping[SourceKind, Runner] | None = None,
        *,
        collections: Callable[[], Iterable[Collection]] = tuple,
        may_refresh: Callable[[], bool] = lambda: True,
        stop: Callable[[], None] = lambda: None,
    ) -> None:
        """`find` gives a collection by its slug; `runners` fetch the kinds that can be fetched.

        `may_refresh` says whether `collections` that are due may be refreshed now without being asked for; `stop` ends
        what runs.
        """
        self._jobs, self._find, self._runners = jobs, find, dict(runners or {})
        self._changed = threading.Condition()
        self._waiting: deque[Job] = deque()
        self._running: set[str] = set()
        self._threads = 0
        self._is_closed = False
        self._collections, self._may_refresh, self._stop = collections, may_refresh, stop
        self._opened_at = datetime.now(UTC)
        self.on_fetched: Callable[[Collection], None] = lambda collection: None
        """Hears of a source after each refresh, also one that failed: a publication's mirror may hold another state."""

    def start(self) -> None:
        """Go on with the jobs that the last service left undone, and refresh sources when they are due from now on."""
        for job in self._jobs.unfinished(JobKind.REFRESH):
            self._queue(job)
        threading.Thread(target=self._keep_time, name="timetable", daemon=True).start()

    def close(self) -> None:
        """Begin no further job, and wait until those that run have ended; the next service goes on with them."""
        with self._changed:
            self._is_closed = True
            self._waiting.clear()
            self._changed.notify_all()
        self._stop()
        with self._changed:
            self._changed.wait_for(lambda: not self._running, CLOSE_S)

    def find_kind(self, address: str) -> SourceKind:
        """What lies behind an address, by its form; a site that turns out to be a feed is fetched as one."""
        path = address.strip().partition("?")[0].rstrip("/").lower()
        if is_publication_address(address):
            return SourceKind.PUBLICATION
        if path.endswith(".git"):
            return SourceKind.GIT
        return SourceKind.FEED if path.endswith(_FEEDS) else SourceKind.SITE

    def due_at(self, collection: Collection) -> str:
        """When a source is refreshed next by itself; empty for never, and for one that is being refreshed."""
        due = self._due(collection)
        return due.isoformat(timespec="seconds") if due is not None else ""

    def refresh_due(self) -> None:
        """Have all sources refreshed that are due, if that may be done without being asked for."""
        now = datetime.now(UTC)
        due = [one for one in self._collections() if (at := self._due(one)) is not None and at <= now]
        if due and self._may_refresh():
            for collection in due:
                self.ask(collection, "")

    def _due(self, collection: Collection) -> datetime | None:
        if collection.source is None:
            return None
        refreshes = (job for job in self._jobs.of(collection.slug) if job.kind is JobKind.REFRESH)
        return next_refresh(
            collection.source, max(refreshes, key=lambda job: job.created_at, default=None), self._opened_at
        )

    def _keep_time(self) -> None:
        while True:
            with self._changed:
                if self._changed.wait_for(lambda: self._is_closed, LOOK_S):
                    return
            try:
                self.refresh_due()
            except BookwheelError as error:
                _LOG.warning("A source that is due could not be refreshed: %s", error.message)

    def ask(self, collection: Collection, client: str) -> Job:
        """Have a source refreshed: the job that does it, which may be under way already.

        Raises:
            BadRequest: for a kind that cannot be fetched.
        """
        if collection.source is None or collection.source.kind not in self._runners:
            raise BadRequest("{name} cannot be fetched.", name=collection.name)
        with self._changed:
            known = self._jobs.running(collection.slug)
            if known is not None and known.kind is JobKind.REFRESH and self._jobs.is_wanted(known.id):
                return known
            job = self._jobs.create(JobKind.REFRESH, collection.slug, client)
        self._queue(job)
        return job

    def forget(self, slug: str) -> None:
        """End what is done for a source that is removed, before this returns; its jobs are unwanted already."""
        with self._changed:
            self._waiting = deque(job for job in self._waiting if job.collection != slug)
            self._changed.wait_for(lambda: slug not in self._running)

    def _queue(self, job: Job) -> None:
        with self._changed:
            if self._is_closed:
                return
            self._waiting.append(job)
            if self._threads < AT_ONCE:
                self._threads += 1
                threading.Thread(target=self._work, name="refresh", daemon=True).start()

    def _work(self) -> None:
        while (job := self._next()) is not None:
            try:
                self._run(job)
            finally:
                with self._changed:
                    self._running.discard(job.collection)
                    self._changed.notify_all()

    def _next(self) -> Job | None:
        """The oldest job whose source nothing else is fetching; None when the thread is not needed any more."""
        with self._changed:
            free = (job for job in self._waiting if job.collection not in self._running)
            job = None if self._is_closed else next(free, None)
            if job is None:
                self._threads -= 1
                return None
            self._waiting.remove(job)
            self._running.add(job.collection)
            return job

    def _run(self, job: Job) -> None:
        if not self._jobs.start(job.id):
            return
        state, message = JobState.DONE, NO_MESSAGE
        try:
            collection = self._find(job.collection)
            assert collection.source is not None, "a folder is never queued"
            try:
                self._runners[collection.source.kind](job, collection)
            finally:
                self._tell_fetched(job)
        except BookwheelError as error:
            state, message = JobState.FAILED, error.message
        except Exception:  # the thread's edge: other jobs go on
            _LOG.exception("A source could not be refreshed.")
            state, message = JobState.FAILED, InternalError(Message("The refresh failed. See the log.")).message
        if not self._is_closed:  # else the next service takes it up
            self._jobs.finish(job.id, state if self._jobs.is_wanted(job.id) else JobState.CANCELLED, message)

    def _tell_fetched(self, job: Job) -> None:
        if not self._is_closed:  # else the next service looks at every mirror
            with contextlib.suppress(NotFound):
                self.on_fetched(self._find(job.collection))
