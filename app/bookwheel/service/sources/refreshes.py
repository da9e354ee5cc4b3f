"""Refreshes of sources: a queue of jobs, of which two run at once, and each source is fetched by one at a time."""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable, Mapping

from bookwheel.domain.collection import Collection
from bookwheel.domain.collection_source import SourceKind
from bookwheel.domain.errors import BadRequest, BookwheelError, InternalError
from bookwheel.domain.jobs import Job, JobKind, JobState
from bookwheel.domain.messages import NO_MESSAGE, Message
from bookwheel.service.sources.jobs import Jobs

AT_ONCE = 2
"""Sources that are fetched at once."""

Runner = Callable[[Job, Collection], None]
"""Fetches a source for a job, tells how far it is and asks whether it is wanted; raises BookwheelError if it fails."""

_LOG = logging.getLogger(__name__)


class Refreshes:
    """Safe to use from any thread."""

    def __init__(
        self, jobs: Jobs, find: Callable[[str], Collection], runners: Mapping[SourceKind, Runner] | None = None
    ) -> None:
        """`find` gives a collection by its slug; `runners` fetch the kinds that can be fetched."""
        self._jobs, self._find, self._runners = jobs, find, dict(runners or {})
        self._changed = threading.Condition()
        self._waiting: deque[Job] = deque()
        self._running: set[str] = set()
        self._threads = 0
        self._is_closed = False

    def start(self) -> None:
        """Go on with the jobs that the last service left undone."""
        for job in self._jobs.unfinished(JobKind.REFRESH):
            self._queue(job)

    def close(self) -> None:
        """Begin no further job."""
        with self._changed:
            self._is_closed = True
            self._waiting.clear()
            self._changed.notify_all()

    def find_kind(self, address: str) -> SourceKind:
        """What lies behind an address, by its form."""
        path = address.strip().partition("?")[0].rstrip("/").lower()
        return SourceKind.GIT if path.endswith(".git") else SourceKind.SITE

    def due_at(self, collection: Collection) -> str:
        """When a source is refreshed next by itself; empty for never."""
        return ""

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
            self._runners[collection.source.kind](job, collection)
        except BookwheelError as error:
            state, message = JobState.FAILED, error.message
        except Exception:  # the thread's edge: other jobs go on
            _LOG.exception("A source could not be refreshed.")
            state, message = JobState.FAILED, InternalError(Message("The refresh failed. See the log.")).message
        if not self._is_closed:  # else the next service takes it up
            self._jobs.finish(job.id, state if self._jobs.is_wanted(job.id) else JobState.CANCELLED, message)
