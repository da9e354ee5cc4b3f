"""Jobs: refreshes and batches, how far each is, and a history that outlives the service."""

from __future__ import annotations

import logging
import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime

from bookwheel.domain.errors import NotFound, StorageUnavailable
from bookwheel.domain.jobs import (
    ENDED,
    MOST_ERRORS,
    Job,
    JobCounts,
    JobError,
    JobKind,
    JobRequest,
    JobsAnswer,
    JobsRequest,
    JobState,
)
from bookwheel.domain.messages import NO_MESSAGE, Message
from bookwheel.domain.publications import PublishSummary
from bookwheel.indexes.state import State

KEPT = 200
"""Jobs of each collection that are kept."""
MOST_WAIT_S = 60.0
_LOG = logging.getLogger(__name__)
TOLD_EVERY_S = 0.25
"""Seconds between two events about a job's progress at least."""


def now() -> str:
    """The time of day, as jobs have it."""
    return datetime.now(UTC).isoformat(timespec="seconds")


class Jobs:
    """The jobs of one library; safe to use from any thread.

    Progress is kept in memory; a job's start and end are written to the state. Whoever runs a job asks `is_wanted`.
    """

    def __init__(self, state: State, tell: Callable[[], None]) -> None:
        """Read the history; `tell` says that a job changed."""
        self._state, self._tell = state, tell
        self._changed = threading.Condition()
        self._moving = threading.RLock()
        """Held while a job goes from one state to the next: both are read and written as one, disk included."""
        self._jobs = {job.id: job for job in state.jobs()}
        self._unwanted: set[str] = set()
        self._told_at = 0.0

    def create(self, kind: JobKind, collection: str, client: str = "", *, id: str = "") -> Job:
        """A new job of a collection (its slug), queued; the state has it before this returns."""
        job = Job(id or secrets.token_hex(8), kind, collection, JobState.QUEUED, now(), client=client)
        self._keep(job)
        return job

    def unfinished(self, kind: JobKind) -> tuple[Job, ...]:
        """The jobs of a kind that have not ended, oldest first: after a restart those that must run again."""
        with self._changed:
            return tuple(job for job in self._jobs.values() if job.kind is kind and job.state not in ENDED)

    def running(self, collection: str) -> Job | None:
        """The oldest job that brings something into a collection and has not ended."""
        with self._changed:
            return next((job for job in self._bringing(collection) if job.state not in ENDED), None)

    def last(self, collection: str) -> Job | None:
        """The job that brings something into a collection now, else the newest of these."""
        with self._changed:
            own = self._bringing(collection)
            return next((job for job in own if job.state is JobState.RUNNING), own[-1] if own else None)

    def of(self, collection: str) -> tuple[Job, ...]:
        """The jobs of a collection, oldest first."""
        with self._changed:
            return tuple(self._of(collection))

    def start(self, id: str) -> bool:
        """Note that a job runs; whether it is still wanted."""
        with self._moving:
            with self._changed:
                job = self._jobs.get(id)
            if job is None or not self.is_wanted(id):
                return False
            self._note(replace(job, state=JobState.RUNNING, started_at=job.started_at or now()))
            return True

    def update(self, id: str, counts: JobCounts, errors: tuple[JobError, ...] = ()) -> None:
        """Note how far a job is; `errors` come after those that it has."""
        with self._changed:
            job = self._jobs.get(id)
            if job is None or job.state in ENDED:
                return
            self._jobs[id] = replace(job, counts=counts, errors=(*job.errors, *errors)[:MOST_ERRORS])
            self._changed.notify_all()
            moment = time.monotonic()
            is_time = moment - self._told_at >= TOLD_EVERY_S
            self._told_at = moment if is_time else self._told_at
        if is_time:
            self._tell()

    def finish(
        self, id: str, state: JobState, message: Message = NO_MESSAGE, publication: PublishSummary | None = None
    ) -> None:
        """Note how a job ended; the first word counts, and a job that was cancelled is cancelled."""
        with self._moving:
            with self._changed:
                job = self._jobs.get(id)
                if job is None or job.state in ENDED:
                    return
                ended = JobState.CANCELLED if id in self._unwanted and state is not JobState.DONE else state
            self._note(replace(job, state=ended, ended_at=now(), message=message, publication=publication))

    def is_wanted(self, id: str) -> bool:
        """Whether a job should go on."""
        with self._changed:
            job = self._jobs.get(id)
            return job is not None and job.state not in ENDED and id not in self._unwanted

    def cancel(self, id: str) -> None:
        """Let a job end: one that is queued at once, one that runs as soon as it can.

        Raises:
            NotFound: for an unknown id.
        """
        with self._changed:
            job = self._find(id)
            if job.state not in ENDED:
                self._unwanted.add(job.id)
            self._changed.notify_all()
        with self._moving:  # one that is being started runs by now
            if (queued := self._jobs.get(id)) is not None and queued.state is JobState.QUEUED:
                self.finish(id, JobState.CANCELLED)

    def forget(self, collection: str) -> None:
        """Let go of the jobs of a collection that was removed; those that run are unwanted."""
        with self._moving, self._changed:
            for job in self._of(collection):
                del self._jobs[job.id]
            self._changed.notify_all()

    def answer(self, request: JobRequest) -> Job:
        """One job, cancelled if that is asked for, after waiting for its end likewise.

        Raises:
            NotFound: for an unknown id.
        """
        if request.is_cancelled:
            self.cancel(request.id)
        with self._changed:
            wait_s = max(0.0, min(request.wait_s, MOST_WAIT_S))
            self._changed.wait_for(lambda: self._find(request.id).state in ENDED, wait_s)
            return self._find(request.id)

    def listed(self, request: JobsRequest) -> JobsAnswer:
        """The jobs of a collection by its slug, or all, newest first."""
        with self._changed:
            jobs = self._of(request.collection) if request.collection else list(self._jobs.values())
        return JobsAnswer(tuple(jobs[::-1][: max(0, request.limit)]))

    def _of(self, collection: str) -> list[Job]:
        return [job for job in self._jobs.values() if job.collection == collection]

    def _bringing(self, collection: str) -> list[Job]:
        return [job for job in self._of(collection) if job.kind is not JobKind.PUBLISH]

    def _find(self, id: str) -> Job:
        job = self._jobs.get(id)
        if job is None:
            raise NotFound("There is no job {id}.", id=id, next="bookwheel jobs")
        return job

    def _note(self, job: Job) -> None:
        """Keep how a job is; where the state cannot be written, in memory alone: the next service goes on with it."""
        try:
            self._keep(job)
        except StorageUnavailable as error:
            _LOG.warning("A job could not be written: %s", error.message)
            self._show(job)

    def _keep(self, job: Job) -> None:
        self._state.put_job(job, KEPT)
        self._show(job)

    def _show(self, job: Job) -> None:
        with self._changed:
            self._jobs[job.id] = job
            if job.state in ENDED:
                self._unwanted.discard(job.id)
            own = self._of(job.collection)
            for old in own[: max(0, len(own) - KEPT)]:
                del self._jobs[old.id]
            self._changed.notify_all()
        self._tell()
