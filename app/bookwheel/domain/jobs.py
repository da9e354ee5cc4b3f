"""Jobs: one refresh of a source or one batch of ingest, from its request to its end."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from bookwheel.domain.messages import NO_MESSAGE, Message
from bookwheel.domain.publications import PublishSummary


class JobKind(StrEnum):
    """What a job does."""

    REFRESH = "refresh"
    INGEST = "ingest"
    DELETE = "delete"
    PUBLISH = "publish"


class JobState(StrEnum):
    """Where a job is."""

    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"


ENDED = frozenset({JobState.DONE, JobState.FAILED, JobState.CANCELLED})
"""The states that a job does not leave."""

MOST_ERRORS = 100
"""Errors that a job keeps; `counts.failed` counts all."""


@dataclass(frozen=True, slots=True)
class JobCounts:
    """What became of a job's documents and entities, or a site's pages.

    `total` is how many are known so far, which may grow; 0 while nobody knows. `done` is the sum of the others.
    """

    total: int = 0
    new: int = 0
    changed: int = 0
    same: int = 0
    removed: int = 0
    failed: int = 0

    @property
    def done(self) -> int:
        """How many are finished."""
        return self.new + self.changed + self.same + self.removed + self.failed


@dataclass(frozen=True, slots=True)
class JobError:
    """What went wrong with one item: its index in the batch from 0 (-1 for a page), its id or address, and why."""

    index: int
    id: str
    message: Message


@dataclass(frozen=True, slots=True)
class Job:
    """A job; times are ISO 8601 in UTC, empty until then. `client` is the program that asked for it.

    `publication` says what a job that published did.
    """

    id: str
    kind: JobKind
    collection: str
    state: JobState
    created_at: str
    started_at: str = ""
    ended_at: str = ""
    client: str = ""
    counts: JobCounts = JobCounts()
    errors: tuple[JobError, ...] = ()
    message: Message = NO_MESSAGE
    publication: PublishSummary | None = None


@dataclass(frozen=True, slots=True)
class JobsRequest:
    """The jobs of a collection (all when empty), newest first."""

    collection: str = ""
    limit: int = 50


@dataclass(frozen=True, slots=True)
class JobsAnswer:
    """Jobs, newest first."""

    jobs: tuple[Job, ...]


@dataclass(frozen=True, slots=True)
class JobRequest:
    """One job by its id, which `is_cancelled` lets end.

    With `wait_s` the answer waits until the job has ended or the seconds (60 at most) are over.
    """

    id: str
    wait_s: float = 0.0
    is_cancelled: bool = False
