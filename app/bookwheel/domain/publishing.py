"""What the service asks of the child that publishes a collection, and what the child tells it."""

from __future__ import annotations

from dataclasses import dataclass

from bookwheel.domain.collection import Collection
from bookwheel.domain.jobs import JobCounts, JobError
from bookwheel.domain.messages import NO_MESSAGE, Message
from bookwheel.domain.publications import PublishRequest, PublishSummary


@dataclass(frozen=True, slots=True)
class PublishTask:
    """Publish a collection as a request says; None to withdraw what stands at the request's target.

    `protected` are hashes of contents that a password opened: their documents are held back.
    """

    collection: Collection | None
    request: PublishRequest
    protected: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PublishPermission:
    """The answer to a child that asks whether it may write a manifest: for how long, 0 for not at all."""

    seconds: float


@dataclass(frozen=True, slots=True)
class PublishReport:
    """How far publishing is, in documents; `errors` are new: documents and files that are left out.

    The last report `is_end`: it has a summary, or the reason of a failure. One that `is_question` asks whether a
    manifest may be written now.
    """

    counts: JobCounts = JobCounts()
    errors: tuple[JobError, ...] = ()
    is_end: bool = False
    failure: Message = NO_MESSAGE
    summary: PublishSummary | None = None
    is_question: bool = False
