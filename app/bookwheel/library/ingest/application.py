"""Applying a batch: all of it in one transaction, then the files that it asks for. A kill in between loses nothing.

The transaction also remembers what came of the job, so that a batch that is asked for again is not applied twice.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from bookwheel import packing
from bookwheel.domain.errors import BookwheelError
from bookwheel.domain.ingest import (
    ENTITY_SUFFIX,
    IngestDeletion,
    IngestDocument,
    IngestReport,
    IngestTask,
    SpooledBatch,
)
from bookwheel.domain.jobs import MOST_ERRORS, JobCounts, JobError
from bookwheel.domain.messages import Message
from bookwheel.indexes.items import ItemRow, ItemStore, OriginRow
from bookwheel.library.ingest import files, mirror, paths
from bookwheel.library.ingest.items import CheckedItem, Refused, check_head, read_item

TOLD_EVERY = 1_000
"""Items between two reports."""

Send = Callable[[IngestReport], None]


def run(task: IngestTask, send: Send, clock: Callable[[], float] = time.time) -> None:
    """Apply the batch of a task, or finish what an earlier process began; the last report says what came of it."""
    folder = Path(task.mirror)
    store = ItemStore(mirror.items_file(folder))
    try:
        mirror.write_pending(store, folder)
        known = store.outcome(task.job)
        if known is not None:
            report = packing.decode(known, IngestReport)
        elif task.only_finish:
            report = IngestReport(is_final=True)
        else:
            report = _Batch(task, store, send, clock).apply()
            mirror.write_pending(store, folder)
        documents, entities = store.counts()
        send(_with_state(report, store.due_at(), documents, entities))
    finally:
        store.close()


def _with_state(report: IngestReport, due_at: float, documents: int, entities: int) -> IngestReport:
    return IngestReport(
        report.counts, report.errors, True, report.is_applied, report.message, due_at, documents, entities
    )


class _RefusedBatch(Exception):
    """A batch of which nothing is applied, and why."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message


@dataclass(slots=True)
class _Counter:
    """What became of the items so far."""

    total: int = 0
    new: int = 0
    changed: int = 0
    same: int = 0
    removed: int = 0
    failed: int = 0
    errors: list[JobError] = field(default_factory=list[JobError])

    @property
    def counts(self) -> JobCounts:
        return JobCounts(self.total, self.new, self.changed, self.same, self.removed, self.failed)


class _Batch:
    """One batch on its way into the store."""

    def __init__(self, task: IngestTask, store: ItemStore, send: Send, clock: Callable[[], float]) -> None:
        self._task, self._store, self._send = task, store, send
        self._now = clock()
        self._spool = mirror.spool_file(Path(task.mirror), task.job)
        self._counter = _Counter()
        self._told_errors = 0
        self._shards: set[str] = set()
        self._datasource = self._ingestor = ""

    def apply(self) -> IngestReport:
        """Apply all of it or, where that is refused, nothing."""
        counter = self._counter
        try:
            with self._spool.open("rb") as lines, self._store.transaction():
                batch = packing.decode(lines.readline(), SpooledBatch)
                self._begin(batch)
                counter.total = mirror.count_items(self._spool)
                self._take_out(batch)
                for index, line in enumerate(mirror.items_in(lines)):
                    self._take(index, line)
                    if (index + 1) % TOLD_EVERY == 0:
                        self._tell()
                if batch.head.is_strict and counter.failed:
                    raise _RefusedBatch(
                        Message("Nothing was applied, because {count} items are not valid.", count=counter.failed)
                    )
                self._write_shards()
                report = IngestReport(counter.counts, tuple(counter.errors), True, True)
                self._store.end_job(batch.job, packing.encode(report))
        except _RefusedBatch as refused:
            counts = JobCounts(counter.total, failed=counter.failed)
            return IngestReport(counts, tuple(counter.errors), True, False, refused.message)
        except (FileNotFoundError, BookwheelError) as error:
            lost = Message("The batch is lost. Send it again.")
            message = error.message if isinstance(error, BookwheelError) else lost
            return IngestReport(JobCounts(counter.total), (), True, False, message)
        return report

    def _begin(self, batch: SpooledBatch) -> None:
        try:
            check_head(batch.head)
        except Refused as refused:
            raise _RefusedBatch(refused.message) from None
        ingestor = batch.head.ingestor
        self._datasource = batch.head.datasource or self._task.datasource
        self._ingestor = files.ingestor_key(ingestor.name, ingestor.version, ingestor.instance)
        if batch.is_expiry or batch.deleted_job or batch.deleted_datasource:
            return
        is_new = self._store.add_origin(OriginRow(self._datasource))
        if self._ingestor:
            names = (ingestor.label, ingestor.name, ingestor.version, ingestor.instance)
            is_new |= self._store.add_origin(OriginRow(self._datasource, self._ingestor, *names))
        if is_new:
            self._write_origins()

    def _write_origins(self) -> None:
        origins = self._store.origins()
        content = files.origins_file(origins) if origins else None
        self._store.want_file(f"{files.ORIGINS}{ENTITY_SUFFIX}", content)

    def _take_out(self, batch: SpooledBatch) -> None:
        """Drop what a deletion as a whole, or the end of its freshness, asks for."""
        wanted: list[Iterator[ItemRow]] = []
        if batch.is_expiry:
            wanted.append(self._matching(fresh_before=self._now))
        if batch.deleted_job:
            wanted.append(self._matching(job=batch.deleted_job))
        if batch.deleted_datasource:
            wanted.append(self._matching(datasource=batch.deleted_datasource))
        for rows in wanted:
            for row in rows:
                self._counter.total += 1
                self._drop(row)
                if self._counter.removed % TOLD_EVERY == 0:
                    self._tell()
        if batch.deleted_datasource and self._store.drop_origins(batch.deleted_datasource):
            self._write_origins()

    def _matching(
        self, *, job: str = "", datasource: str | None = None, fresh_before: float | None = None
    ) -> Iterator[ItemRow]:
        after = 0
        while rows := self._store.matching(job=job, datasource=datasource, fresh_before=fresh_before, after=after):
            yield from rows
            after = rows[-1].number

    def _take(self, index: int, line: bytes) -> None:
        """Apply one line, or count it among the failed."""
        try:
            self._apply(read_item(line, self._now))
        except Refused as refused:
            self._counter.failed += 1
            if len(self._counter.errors) < MOST_ERRORS:
                self._counter.errors.append(JobError(index, refused.id, refused.message))

    def _apply(self, checked: CheckedItem) -> None:
        known = self._store.find(self._datasource, checked.id)
        item = checked.item
        if isinstance(item, IngestDeletion):
            if known is None:
                self._counter.same += 1
            else:
                self._drop(known)
            return
        if known is not None and known.digest == checked.digest:
            self._counter.same += 1
            return
        is_document = isinstance(item, IngestDocument)
        if known is not None:
            self._refuse_clash(known, checked, is_document=is_document)
        if isinstance(item, IngestDocument):
            path, record = self._path_of(item, checked, known), None
            self._store.want_file(path, files.document_file(item, self._datasource, self._ingestor))
        else:
            folder = paths.entity_folder(item.type, self._folder)
            path = known.path if known is not None else self._store.claim_shard(self._datasource, folder)
            record = files.entity_line(item, self._datasource, self._ingestor)
            self._shards.add(path)
        job = self._task.job
        times = (checked.modified, checked.fresh_until)
        self._store.put(
            ItemRow(self._datasource, checked.id, checked.digest, path, record, job, self._ingestor, *times)
        )
        self._counter.new += known is None
        self._counter.changed += known is not None

    @property
    def _folder(self) -> str:
        return paths.datasource_folder(self._datasource, self._task.datasource)

    def _path_of(self, item: IngestDocument, checked: CheckedItem, known: ItemRow | None) -> str:
        """The path of a document's file; it stays, unless its text is written in another way now."""
        suffix = paths.SUFFIXES[item.format]
        if known is not None and known.path.endswith(suffix):
            return known.path
        if known is not None:
            self._store.want_file(known.path, None)
        return paths.document_path(checked.id, item.format, self._folder, self._store.is_free)

    def _refuse_clash(self, known: ItemRow, checked: CheckedItem, *, is_document: bool) -> None:
        """Refuse an id that is that of the other kind, and what another program has brought in a newer state.

        Raises:
            Refused: with the reason.
        """
        if (known.record is None) != is_document:
            kind = "document" if known.record is None else "entity"
            raise Refused(Message("This id belongs to another {kind}.", kind=kind), checked.id)
        is_other = known.ingestor != self._ingestor
        if is_other and known.modified and checked.modified and checked.modified < known.modified:
            raise Refused(
                Message("{ingestor} brought a newer state of this item.", ingestor=known.ingestor or "-"), checked.id
            )

    def _drop(self, row: ItemRow) -> None:
        self._store.drop(row)
        self._counter.removed += 1
        if row.record is None:
            self._store.want_file(row.path, None)
        else:
            self._shards.add(row.path)

    def _write_shards(self) -> None:
        for path in self._shards:
            lines = self._store.records_in(path)
            self._store.want_file(f"{path}{ENTITY_SUFFIX}", files.entity_file(lines) if lines else None)

    def _tell(self) -> None:
        self._send(IngestReport(self._counter.counts))
