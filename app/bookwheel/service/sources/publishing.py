"""Publishing: collections are published one after the other, each by a child, as jobs that a person follows."""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from bookwheel.domain.collection import Collection, CollectionCard
from bookwheel.domain.collection_source import SourceKind
from bookwheel.domain.errors import BadRequest, BookwheelError, InternalError, NotAllowed, NotReady
from bookwheel.domain.jobs import Job, JobKind, JobState
from bookwheel.domain.messages import NO_MESSAGE, Message
from bookwheel.domain.publications import PublisherKeyAnswer, PublisherKeyRequest, PublishRequest, PublishSummary
from bookwheel.domain.publishing import PublishPermission, PublishReport, PublishTask
from bookwheel.domain.scopes import filters_of
from bookwheel.paths import LibraryPaths
from bookwheel.service.sources.jobs import Jobs
from bookwheel.service.sources.watched_child import LOOK_S, watched
from bookwheel.service.workers.task_child import TaskChild

WAITED_FOR = frozenset({"", "unknown", "counting", "indexing"})
"""States of a collection, empty before the library is open, whose end is waited for: all of it shall be published."""

CLOSE_S = 10.0
"""Seconds for which the end of the service waits for the child to end."""

LONGEST_NAME = 200
"""Letters of a publisher's name."""

Permit = Callable[[], float]
"""Tells for how many seconds a manifest may be written from now on; 0 for not at all."""

ALWAYS_S = 3600.0
"""What a publication that nothing limits is permitted."""


def always() -> float:
    """Permit every manifest."""
    return ALWAYS_S


FIRST_S = 5.0
"""Seconds at most for which what nobody waits for leaves the processors to a collection that is being published."""

STOPPED = Message("Bookwheel ended before the collection was published. Publish it again.")
_LOG = logging.getLogger(__name__)


class Publishing:
    """Safe to use from any thread."""

    def __init__(
        self,
        paths: LibraryPaths,
        command: Sequence[str],
        jobs: Jobs,
        find: Callable[[str], Collection],
        protected: Callable[[], Iterable[str]] = tuple,
    ) -> None:
        """`command` starts a child; `find` gives a collection by its slug or name.

        `protected` gives the hashes of contents that a password opened: their documents are never published.
        """
        self._paths, self._command, self._jobs, self._find = paths, command, jobs, find
        self._protected = protected
        self.cards: Callable[[], Iterable[CollectionCard]] = tuple
        """Every collection with its state; none before the library is open."""
        self.count_waiting_files: Callable[[str], int | None] = lambda slug: 0
        """How many files of a collection are still to be read; None while they are being counted."""
        self._changed = threading.Condition()
        self._waiting: deque[tuple[Job, PublishTask, Permit]] = deque()
        self._is_working = self._is_closed = False
        self._cut_short = jobs.unfinished(JobKind.PUBLISH)

    def start(self) -> None:
        """Say of the jobs that the last service left undone that they failed: nobody knows whether they still hold."""
        for job in self._cut_short:
            self._jobs.finish(job.id, JobState.FAILED, STOPPED)
        self._cut_short = ()

    @property
    def is_working(self) -> bool:
        """Whether a collection is being published, or waits for it."""
        return self._is_working

    def wait(self, most_s: float = FIRST_S) -> None:
        """Wait until nothing is published any more, at most so long."""
        with self._changed:
            self._changed.wait_for(lambda: self._is_closed or not self._is_working, most_s)

    def close(self) -> None:
        """End what runs, and begin nothing more."""
        with self._changed:
            self._is_closed = True
            self._waiting.clear()
            self._changed.notify_all()
            self._changed.wait_for(lambda: not self._is_working, CLOSE_S)

    def ask(self, request: PublishRequest, permit: Permit = always) -> Job:
        """Publish a collection: the job that does it; `permit` is asked before each manifest that is written.

        Raises:
            NotFound: with near slugs.
            BadRequest: without a target, for what is no filter, or for a name that is too long.
            NotAllowed: for a subscription.
            NotReady: while indexing is paused before the whole collection was read.
        """
        if not request.target.strip():
            raise BadRequest("Name the folder or the bucket to publish to.")
        if len(request.publisher) > LONGEST_NAME:
            raise BadRequest("The publisher's name is longer than {most} letters.", most=LONGEST_NAME)
        filters_of(request.scope)
        collection = None if request.is_revocation else self._find(request.collection)
        if collection is not None:
            self._check(collection)
        job = self._jobs.create(JobKind.PUBLISH, collection.slug if collection is not None else "")
        with self._changed:
            if not self._is_closed:  # else the next service says that it was cut short
                task = PublishTask(collection, request)
                self._waiting.append((job, task, permit))
                if not self._is_working:
                    self._is_working = True
                    threading.Thread(target=self._work, name="publish", daemon=True).start()
        return job

    def key(self, request: PublisherKeyRequest) -> PublisherKeyAnswer:
        """The library's own publishing key, after another took its place if that is asked for.

        Raises:
            BadRequest: when its file holds no key.
        """
        from bookwheel.library.publishing import own_keys  # noqa: PLC0415 - a service that publishes nothing
        from bookwheel.publications import keys  # noqa: PLC0415 - does without cryptography

        path = self._paths.publishing_key
        if request.is_new:
            with self._changed:  # two at once would lose a key
                own_keys.replace_key(path)
        if not path.exists():
            return PublisherKeyAnswer()
        key = keys.public_key(keys.read_key(path))
        return PublisherKeyAnswer(key, keys.fingerprint(key))

    def _check(self, collection: Collection) -> None:
        if collection.source is not None and collection.source.kind is SourceKind.PUBLICATION:
            raise NotAllowed(
                "{name} is published by somebody else. Publish a collection of your own.", name=collection.name
            )
        state = self._state_of(collection)
        if state == "paused" and self.count_waiting_files(collection.slug) != 0:
            raise NotReady(
                "{name} has files that were not read yet, and indexing is paused. Resume it, then publish.",
                name=collection.name,
                next="bookwheel resume",
            )
        if state == "missing":
            raise NotReady(
                "The folder of {name} cannot be found. Connect its drive or restore it, then publish.",
                name=collection.name,
            )

    def _work(self) -> None:
        while (waiting := self._next()) is not None:
            job, task, permit = waiting
            if not self._jobs.start(job.id):
                continue
            state, message, summary = JobState.DONE, NO_MESSAGE, None
            try:
                summary = self._run(job, task, permit)
            except BookwheelError as error:
                state, message = JobState.FAILED, error.message
            except Exception:  # the thread's edge: other jobs go on
                _LOG.exception("A collection could not be published.")
                state, message = JobState.FAILED, InternalError(Message("Publishing failed. See the log.")).message
            if not self._is_closed:  # else the next service says that it was cut short
                state = state if self._jobs.is_wanted(job.id) or summary is not None else JobState.CANCELLED
                self._jobs.finish(job.id, state, message, summary)

    def _next(self) -> tuple[Job, PublishTask, Permit] | None:
        with self._changed:
            if self._is_closed or not self._waiting:
                self._is_working = False
                self._changed.notify_all()
                return None
            return self._waiting.popleft()

    def _run(self, job: Job, task: PublishTask, permit: Permit) -> PublishSummary | None:
        """Have a child publish; what it did, None when the job is not wanted any more.

        Raises:
            BookwheelError: with what the child says, or when it ended without a word.
        """
        if not self._wait_until_read(job, task.collection):
            return None
        collection = self._find(task.collection.slug) if task.collection is not None else None
        task = replace(task, collection=collection, protected=tuple(sorted(self._protected())))
        child, last = TaskChild(self._command, self._paths.log, "publisher"), PublishReport()
        is_permitted = False
        # a child that may write its manifest goes on to its end, else a cancelled job might have published
        with watched(child, lambda: self._is_wanted(job) or (is_permitted and not self._is_closed)):
            for last in child.replies(task, PublishReport):
                self._jobs.update(job.id, last.counts, last.errors)
                if last.is_question:
                    is_permitted = True  # first: whoever finds the job unwanted after this spares the child
                    is_permitted = self._is_wanted(job)
                    child.tell(PublishPermission(permit() if is_permitted else 0.0))
                if last.is_end:
                    break
        if last.summary is None and not self._is_wanted(job):
            return None
        if last.failure:
            raise BookwheelError(last.failure)
        if last.summary is None:
            raise BookwheelError("Publishing stopped unexpectedly. Publish again; the log has the details.")
        return last.summary

    def _wait_until_read(self, job: Job, collection: Collection | None) -> bool:
        """Wait until all of a collection was read; whether the job is still wanted.

        Raises:
            NotReady: when indexing is paused meanwhile, or its folder goes.
        """
        while self._is_wanted(job):
            if collection is None or self._state_of(collection) not in WAITED_FOR:
                if collection is not None:
                    self._check(collection)
                return True
            with self._changed:
                self._changed.wait_for(lambda: self._is_closed, LOOK_S)
        return False

    def _is_wanted(self, job: Job) -> bool:
        return not self._is_closed and self._jobs.is_wanted(job.id)

    def _state_of(self, collection: Collection) -> str:
        return next((card.state for card in self.cards() if card.slug == collection.slug), "")
