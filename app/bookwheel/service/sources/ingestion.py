"""Batches that programs bring, from arrival to end: spooled, queued, applied by the ingester, told as jobs."""

from __future__ import annotations

import logging
import secrets
import sys
import threading
import time
from collections.abc import Callable
from typing import Protocol

from bookwheel import packing
from bookwheel.domain.collection import Collection
from bookwheel.domain.collection_source import SourceKind
from bookwheel.domain.errors import BadRequest, NotAllowed
from bookwheel.domain.ingest import (
    MOST_BATCH_BYTES,
    MOST_BATCH_ITEMS,
    BatchHead,
    DeletionRequest,
    IngestDeletion,
    IngestReport,
    IngestStatus,
    IngestTask,
    SpooledBatch,
)
from bookwheel.domain.jobs import ENDED, Job, JobCounts, JobKind, JobRequest, JobsAnswer, JobsRequest, JobState
from bookwheel.domain.messages import NO_MESSAGE, Message
from bookwheel.library.indexing.collections import Collections
from bookwheel.library.ingest import mirror
from bookwheel.library.ingest.items import Refused, check_head
from bookwheel.paths import LibraryPaths
from bookwheel.service.sources.ingest_queue import IngestQueue, Waiting
from bookwheel.service.sources.jobs import Jobs

REST_AFTER_S = 60.0
"""Seconds without a batch after which the ingester ends."""

TRIES = 3
"""How often a batch is given to the ingester that ends over it."""

LOOK_S = 30.0
"""Seconds between two looks at what is no longer fresh, for the computer may have slept."""

_CRASHED = Message("The batch could not be applied: the ingester ended. See the library's log for details.")
_LOST = Message("The batch is lost. Send it again.")

logger = logging.getLogger(__name__)


class RunsTasks(Protocol):
    """What applies batches; see `Ingester`."""

    def run(self, task: IngestTask, on_report: Callable[[IngestReport], None]) -> IngestReport | None:
        """The last report of a task; None when it was cut short."""
        ...

    def rest(self) -> None:
        """End what has nothing to do."""
        ...

    def kill(self) -> None:
        """End a task in the middle."""
        ...

    def close(self) -> None:
        """Run nothing any more."""
        ...


class Ingestion:
    """Safe to use from any thread; one thread of its own applies the batches, one after the other."""

    def __init__(
        self,
        paths: LibraryPaths,
        collections: Collections,
        jobs: Jobs,
        ingester: RunsTasks,
        clock: Callable[[], float] = time.time,
    ) -> None:
        """Take up the batches that an earlier service left; `start` begins to apply them."""
        self._paths, self._collections, self._jobs, self._ingester = paths, collections, jobs, ingester
        self._clock = clock
        self._queue = IngestQueue()
        self._due: dict[str, float] = {}
        self._counts: dict[str, tuple[int, int]] = {}
        self._unknown: list[str] = []
        self._changed = threading.Condition()
        self._running = ""
        self._thread: threading.Thread | None = None
        self.count_waiting_files: Callable[[str], int] = lambda slug: 0
        """How many files of a collection wait to be indexed."""
        self.on_applied: Callable[[str], None] = lambda slug: None
        """Called with a collection whose mirror has changed."""
        self._take_up()

    def start(self) -> None:
        """Apply the batches that wait, and those that follow."""
        self._thread = threading.Thread(target=self._work, name="ingest", daemon=True)
        self._thread.start()

    def _take_up(self) -> None:
        """Let the batches wait that an earlier service left, and delete those of which nobody was told.

        Before any batch is accepted: what is being spooled looks like one that was left.
        """
        kinds = (JobKind.INGEST, JobKind.DELETE)
        newest_first = self._jobs.listed(JobsRequest(limit=sys.maxsize)).jobs
        unfinished = [job for job in reversed(newest_first) if job.kind in kinds and job.state not in ENDED]
        own = {collection.slug for collection in self._collections.all() if _is_datasource(collection)}
        spooled = {slug: mirror.spooled_jobs(self._paths.mirror(slug)) for slug in own}
        for job in unfinished:
            if job.collection in own and job.id in spooled[job.collection]:
                self._queue.put(Waiting(job.id, job.collection))
            else:
                self._jobs.finish(job.id, JobState.FAILED, _LOST)
        wanted = {job.id for job in unfinished}
        for slug, ids in spooled.items():
            mirror.remove_drafts(self._paths.mirror(slug))
            for id in ids - wanted:
                mirror.remove_spooled(self._paths.mirror(slug), id)
        self._unknown = sorted(own)

    def close(self) -> None:
        """Stop; a batch in hand goes on when the next service starts."""
        self._queue.close()
        self._ingester.close()
        if self._thread is not None:
            self._thread.join()

    def accept(self, collection: Collection, content: bytes, head: BatchHead, client: str = "") -> Job:
        """Take a batch of JSON Lines in: it is on the disk before this returns. The job that applies it.

        Raises:
            BadRequest: for a batch that is empty or too large, an invalid name, or a collection that takes none.
            NotAllowed: while the collection is paused.
            TooMany: while too much waits.
        """
        _refuse(collection)
        _refuse_head(head)
        count = sum(1 for line in content.splitlines() if line.strip())
        if not count:
            raise BadRequest("The batch has no items.")
        if count > MOST_BATCH_ITEMS:
            raise BadRequest("A batch has {most} items at most. Send several.", most=f"{MOST_BATCH_ITEMS:,}")
        if len(content) > MOST_BATCH_BYTES:
            raise BadRequest("A batch has {size} MB at most. Send several.", size=MOST_BATCH_BYTES >> 20)
        batch = SpooledBatch(secrets.token_hex(8), head)
        return self._spool(collection.slug, JobKind.INGEST, batch, (content, b"\n"), count, client)

    def bring(self, collection: str, content: bytes, head: BatchHead, client: str) -> Job:
        """See `accept`; the collection by its slug.

        Raises:
            NotFound: with near slugs.
        """
        return self.accept(self._collections.find(collection), content, head, client)

    def job(self, request: JobRequest) -> Job:
        """One job, cancelled or waited for if that is asked for.

        Raises:
            NotFound: for an unknown id.
        """
        return self._jobs.answer(request)

    def jobs_of(self, request: JobsRequest) -> JobsAnswer:
        """The jobs of a collection, newest first."""
        return self._jobs.listed(request)

    def delete(self, collection: Collection, request: DeletionRequest, client: str = "", datasource: str = "") -> Job:
        """Take items out, by their ids in a datasource, by job or by datasource. The job that does it.

        Raises:
            BadRequest: for a request that names nothing, or too much.
            NotAllowed: while the collection is paused.
            TooMany: while too much waits.
        """
        _refuse(collection)
        if not (request.ids or request.job or request.datasource):
            raise BadRequest("Name what to delete: ids, a job or a datasource.")
        if len(request.ids) > MOST_BATCH_ITEMS:
            raise BadRequest("A batch has {most} items at most. Send several.", most=f"{MOST_BATCH_ITEMS:,}")
        head = BatchHead(datasource)
        _refuse_head(head)
        batch = SpooledBatch(secrets.token_hex(8), head, request.job, request.datasource)
        lines = tuple(packing.encode(IngestDeletion(id)) + b"\n" for id in request.ids)
        return self._spool(collection.slug, JobKind.DELETE, batch, lines, len(request.ids), client)

    def status(self, collection: Collection) -> IngestStatus:
        """What a collection holds, and what waits."""
        source = collection.source
        documents, entities = self._counts.get(collection.slug, (0, 0))
        address = source.address if source is not None else ""
        waiting = self._queue.count(collection.slug)
        return IngestStatus(collection.slug, collection.name, address, documents, entities, waiting)

    def forget(self, slug: str) -> None:
        """Let go of a collection that is removed; nothing of it is being applied when this returns."""
        self._queue.forget(slug)
        with self._changed:
            self._due.pop(slug, None)
            self._counts.pop(slug, None)
            while self._running == slug:
                self._ingester.kill()
                self._changed.wait(0.2)

    def _spool(
        self, slug: str, kind: JobKind, batch: SpooledBatch, parts: tuple[bytes, ...], count: int, client: str
    ) -> Job:
        waiting = Waiting(batch.job, slug, sum(map(len, parts)))
        self._queue.reserve(slug, waiting.size_bytes, self.count_waiting_files(slug))
        try:
            mirror.spool(self._paths.mirror(slug), batch.job, (packing.encode(batch) + b"\n", *parts))
            job = self._jobs.create(kind, slug, client, id=batch.job)
        except BaseException:
            self._queue.release(waiting)
            mirror.remove_spooled(self._paths.mirror(slug), batch.job)
            raise
        self._jobs.update(job.id, JobCounts(total=count))
        self._queue.put(waiting)
        return self._jobs.answer(JobRequest(job.id))

    def _work(self) -> None:
        is_resting = True
        while not self._queue.is_closed:
            try:
                is_resting = not self._learn() and is_resting
                self._expire()
                waiting = self._queue.next(0 if self._unknown else self._pause_s(is_resting=is_resting))
                if waiting is not None:
                    is_resting = False
                    self._apply(waiting)
                elif not is_resting and not self._unknown:
                    self._ingester.rest()
                    is_resting = True
            except Exception:  # the thread's edge: the batches that follow are applied all the same
                logger.exception("A batch could not be applied.")

    def _pause_s(self, *, is_resting: bool) -> float:
        due_s = min(self._due.values(), default=float("inf")) - self._clock()
        return max(0.0, min(due_s, LOOK_S if is_resting else REST_AFTER_S))

    def _learn(self) -> bool:
        """Ask how one mirror stands, and finish what was begun there; whether the ingester was needed for it.

        It does not rest at once: the first batch after a start would wait for another one to load.
        """
        if not self._unknown:
            return False
        slug = self._unknown.pop()
        self._note(slug, self._run(slug, "", only_finish=True))
        return True

    def _expire(self) -> None:
        """Ask for what is no longer fresh to be taken out."""
        now = self._clock()
        for slug in [slug for slug, due_at in self._due.items() if due_at <= now]:
            del self._due[slug]
            batch = SpooledBatch(secrets.token_hex(8), BatchHead(), is_expiry=True)
            if self._find(slug) is not None:
                self._spool(slug, JobKind.DELETE, batch, (), 0, "")

    def _apply(self, waiting: Waiting) -> None:
        slug, id = waiting.collection, waiting.job
        folder = self._paths.mirror(slug)
        try:
            report = self._tried(slug, id) if self._jobs.start(id) else None
            if report is None and not self._is_ended(id):  # cancelled or cut short, perhaps after it was applied
                report = self._run(slug, id, only_finish=True)
            self._finish(id, report)
            self._note(slug, report)
        finally:
            self._queue.release(waiting)
        if self._is_ended(id):
            mirror.remove_spooled(folder, id)
        if report is not None and report.is_applied:
            self.on_applied(slug)

    def _tried(self, slug: str, id: str) -> IngestReport | None:
        """The last report of a batch, given to the ingester again when it ends over it."""
        for _ in range(TRIES):
            report = self._run(slug, id)
            if report is not None or not self._jobs.is_wanted(id) or self._queue.is_closed:
                return report
        return None

    def _run(self, slug: str, id: str, *, only_finish: bool = False) -> IngestReport | None:
        collection = self._find(slug)
        if collection is None or collection.source is None or self._queue.is_closed:
            return None
        task = IngestTask(str(self._paths.mirror(slug)), id, collection.source.address, only_finish)

        def on_report(report: IngestReport) -> None:
            self._jobs.update(id, report.counts, report.errors)
            if not only_finish and not self._jobs.is_wanted(id):
                self._ingester.kill()

        with self._changed:
            self._running = slug
        try:
            return self._ingester.run(task, on_report)
        finally:
            with self._changed:
                self._running = ""
                self._changed.notify_all()

    def _finish(self, id: str, report: IngestReport | None) -> None:
        """Tell how a job ended; one that the service's own end cut short goes on with the next service."""
        crashed = _CRASHED if self._jobs.is_wanted(id) else NO_MESSAGE
        if report is None:
            if not self._queue.is_closed:
                self._jobs.finish(id, JobState.FAILED, crashed)
            return
        if report.is_applied or report.message:
            self._jobs.update(id, report.counts, report.errors)
        else:  # cancelled or cut short in the middle: nothing of what was counted has been applied
            self._jobs.update(id, JobCounts(self._jobs.answer(JobRequest(id)).counts.total))
        if report.is_applied:
            self._jobs.finish(id, JobState.DONE)
        else:
            self._jobs.finish(id, JobState.FAILED, report.message or crashed)

    def _note(self, slug: str, report: IngestReport | None) -> None:
        with self._changed:
            if report is None or self._find(slug) is None:
                return
            self._counts[slug] = (report.documents, report.entities)
            self._due.pop(slug, None)
            if report.due_at:
                self._due[slug] = report.due_at

    def _find(self, slug: str) -> Collection | None:
        return next((one for one in self._collections.all() if one.slug == slug), None)

    def _is_ended(self, id: str) -> bool:
        return all(job.id != id for kind in (JobKind.INGEST, JobKind.DELETE) for job in self._jobs.unfinished(kind))


def _is_datasource(collection: Collection) -> bool:
    return collection.source is not None and collection.source.kind is SourceKind.DATASOURCE


def _refuse_head(head: BatchHead) -> None:
    """Refuse what is said of a batch as a whole, where it is not valid.

    Raises:
        BadRequest: with the reason.
    """
    try:
        check_head(head)
    except Refused as refused:
        raise BadRequest(refused.message) from None


def _refuse(collection: Collection) -> None:
    """Refuse to write where nobody may.

    Raises:
        BadRequest: for a collection that takes no batches.
        NotAllowed: for one that is paused.
    """
    if not _is_datasource(collection):
        raise BadRequest(
            "{name} takes no documents from programs. Add a datasource for them.",
            name=collection.name,
            next="bookwheel ingest FILE --collection NAME",
        )
    if collection.source is not None and collection.source.is_paused:
        raise NotAllowed("{name} is paused. Resume it under Sources.", name=collection.name)
