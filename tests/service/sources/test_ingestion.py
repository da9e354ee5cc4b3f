"""Batches from their arrival to their end, with the real application in this process in place of the child."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from bookwheel.domain.collection import Collection
from bookwheel.domain.collection_source import SourceKind
from bookwheel.domain.errors import BadRequest, NotAllowed, TooMany
from bookwheel.domain.ingest import MOST_BATCH_ITEMS, BatchHead, DeletionRequest, IngestReport, IngestTask
from bookwheel.domain.jobs import Job, JobCounts, JobRequest, JobsRequest, JobState
from bookwheel.domain.sources import AddSourceRequest, ChangeSourceRequest
from bookwheel.indexes.state import State
from bookwheel.library.indexing.collections import Collections
from bookwheel.library.ingest import application, mirror
from bookwheel.paths import LibraryPaths
from bookwheel.service.sources import ingest_queue
from bookwheel.service.sources.ingestion import TRIES, Ingestion
from bookwheel.service.sources.jobs import Jobs
from tests.library.ingest.batches import contents
from tests.waiting import until

OWN = BatchHead()


@dataclass
class Applying:
    """An ingester whose turns a test holds, cuts short, or lets through."""

    clock: Callable[[], float]
    may_go: threading.Event = field(default_factory=threading.Event)
    tasks: list[IngestTask] = field(default_factory=list[IngestTask])
    deaths: int = 0
    dies_after: bool = False
    rests: int = 0
    is_killed: bool = False
    is_closed: bool = False

    def run(self, task: IngestTask, on_report: Callable[[IngestReport], None]) -> IngestReport | None:
        if not task.only_finish:
            self.tasks.append(task)
            until(lambda: self.may_go.is_set() or self.is_killed or self.is_closed)
        if self.is_closed or (self.is_killed and not task.only_finish):
            self.is_killed = False
            return None
        if self.deaths and not task.only_finish and not self.dies_after:
            self.deaths -= 1
            return None
        reports: list[IngestReport] = []
        application.run(task, reports.append, self.clock)
        for report in reports[:-1]:
            on_report(report)
        if self.deaths and not task.only_finish:
            self.deaths -= 1
            return None
        return reports[-1]

    def rest(self) -> None:
        self.rests += 1

    def kill(self) -> None:
        self.is_killed = True

    def close(self) -> None:
        self.is_closed = True


@dataclass
class Opened:
    paths: LibraryPaths
    state: State
    collections: Collections
    jobs: Jobs
    applying: Applying
    ingestion: Ingestion
    now: list[float]

    def datasource(self, name: str = "Tickets") -> Collection:
        return self.collections.add_source(AddSourceRequest(name), SourceKind.DATASOURCE).collection

    def bring(self, slug: str, *ids: str, head: BatchHead = OWN, more: str = "") -> Job:
        lines = "".join(f'{{"id": "{id}", "text": "words of {id}"{more}}}\n' for id in ids)
        return self.ingestion.bring(slug, lines.encode(), head, "program")

    def ended(self, job: Job) -> Job:
        return self.jobs.answer(JobRequest(job.id, wait_s=60))

    def documents(self, slug: str) -> set[str]:
        return {path for path in contents(self.paths.mirror(slug)) if path.endswith(".md")}

    def close(self) -> None:
        self.ingestion.close()
        self.state.close()


def _open(root: Path, now: list[float], *, is_started: bool = True) -> Opened:
    paths = LibraryPaths(root)
    state = State(paths.state, paths.state_backup)
    collections, jobs = Collections(state, paths), Jobs(state, lambda: None)
    applying = Applying(lambda: now[0])
    applying.may_go.set()
    ingestion = Ingestion(paths, collections, jobs, applying, lambda: now[0])
    if is_started:
        ingestion.start()
    return Opened(paths, state, collections, jobs, applying, ingestion, now)


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Opened]:
    opened = _open(tmp_path, [1_800_000_000.0])
    yield opened
    opened.close()


def test_a_batch_is_a_job_of_the_program_that_brings_it(opened: Opened):
    slug = opened.datasource().slug
    applied: list[str] = []
    opened.ingestion.on_applied = applied.append
    job = opened.bring(slug, "a", "b")
    assert (job.client, job.counts.total) == ("program", 2)
    ended = opened.ended(job)
    assert (ended.state, ended.counts) == (JobState.DONE, JobCounts(2, new=2))
    assert opened.documents(slug) == {"a.md", "b.md"}
    until(lambda: not mirror.spooled_jobs(opened.paths.mirror(slug)) and applied == [slug])
    status = opened.ingestion.status(opened.collections.find(slug))
    assert (status.documents, status.datasource) == (2, "Tickets")


def test_the_first_batch_after_a_start_finds_the_ingester_that_looked_at_the_mirrors(tmp_path: Path):
    first = _open(tmp_path, [1_800_000_000.0])
    slug = first.datasource().slug
    assert first.ended(first.bring(slug, "a")).state is JobState.DONE
    first.close()
    second = _open(tmp_path, [1_800_000_000.0])
    until(lambda: second.ingestion.status(second.collections.find(slug)).documents == 1)
    assert second.ended(second.bring(slug, "b")).state is JobState.DONE
    assert second.applying.rests == 0
    second.close()


def test_batches_are_applied_in_the_order_in_which_they_came(opened: Opened):
    slug = opened.datasource().slug
    opened.applying.may_go.clear()
    jobs = [opened.bring(slug, "a"), opened.ingestion.delete(opened.collections.find(slug), DeletionRequest(("a",)))]
    jobs.append(opened.bring(slug, "a", "c"))
    opened.applying.may_go.set()
    counts = [opened.ended(job).counts for job in jobs]
    assert counts == [JobCounts(1, new=1), JobCounts(1, removed=1), JobCounts(2, new=2)]


def test_a_batch_that_kills_the_ingester_is_tried_again(opened: Opened):
    slug = opened.datasource().slug
    opened.applying.deaths = TRIES - 1
    assert opened.ended(opened.bring(slug, "a")).state is JobState.DONE
    opened.applying.deaths = TRIES
    ended = opened.ended(opened.bring(slug, "b"))
    assert ended.state is JobState.FAILED and "ingester ended" in ended.message
    assert opened.ended(opened.bring(slug, "c")).state is JobState.DONE
    assert opened.documents(slug) == {"a.md", "c.md"}


def test_a_batch_that_was_applied_before_its_ingester_died_is_done_once(opened: Opened):
    slug = opened.datasource().slug
    opened.applying.deaths, opened.applying.dies_after = 1, True
    ended = opened.ended(opened.bring(slug, "a", "b"))
    assert (ended.state, ended.counts) == (JobState.DONE, JobCounts(2, new=2))


def test_a_batch_that_waits_is_cancelled_at_once(opened: Opened):
    slug = opened.datasource().slug
    opened.applying.may_go.clear()
    first, second = opened.bring(slug, "a"), opened.bring(slug, "b")
    until(lambda: opened.applying.tasks)
    cancelled = opened.ingestion.job(JobRequest(second.id, is_cancelled=True))
    assert cancelled.state is JobState.CANCELLED
    opened.applying.may_go.set()
    assert opened.ended(first).state is JobState.DONE
    until(lambda: not mirror.spooled_jobs(opened.paths.mirror(slug)))
    assert opened.documents(slug) == {"a.md"}


def test_a_batch_that_is_cancelled_in_the_middle_counts_nothing(opened: Opened):
    slug = opened.datasource().slug
    opened.applying.may_go.clear()
    job = opened.bring(slug, "a", "b")
    until(lambda: opened.applying.tasks)
    opened.jobs.update(job.id, JobCounts(2, new=1))
    opened.jobs.cancel(job.id)
    opened.applying.kill()
    ended = opened.ended(job)
    assert (ended.state, ended.counts) == (JobState.CANCELLED, JobCounts(2))
    assert not opened.documents(slug)


def test_the_next_service_applies_what_waits_in_its_order(tmp_path: Path):
    before = _open(tmp_path, [1_800_000_000.0], is_started=False)
    slug = before.datasource().slug
    jobs = [before.bring(slug, "a"), before.ingestion.delete(before.collections.find(slug), DeletionRequest(("a",)))]
    jobs += [before.bring(slug, "a"), before.bring(slug, "b")]
    before.jobs.cancel(jobs[-1].id)
    mirror.spool(before.paths.mirror(slug), "untold", [b"{}"])
    (before.paths.mirror(slug) / "spool" / "torn.draft").write_bytes(b"{")
    before.close()
    after = _open(tmp_path, [1_800_000_000.0])
    assert [after.ended(job).state for job in jobs] == [JobState.DONE] * 3 + [JobState.CANCELLED]
    assert after.documents(slug) == {"a.md"}
    until(lambda: not [*(after.paths.mirror(slug) / "spool").iterdir()])
    after.close()


def test_a_job_whose_batch_is_gone_has_failed(tmp_path: Path):
    before = _open(tmp_path, [1_800_000_000.0], is_started=False)
    slug = before.datasource().slug
    job = before.bring(slug, "a")
    before.close()
    mirror.remove_spooled(before.paths.mirror(slug), job.id)
    after = _open(tmp_path, [1_800_000_000.0])
    assert after.ended(job).state is JobState.FAILED and "lost" in after.ended(job).message
    after.close()


def test_what_is_no_longer_fresh_leaves_on_time(opened: Opened):
    slug = opened.datasource().slug
    opened.ended(opened.bring(slug, "a", more=', "fresh_until": "2027-01-15T09:00:00Z"'))
    opened.ended(opened.bring(slug, "b"))
    opened.now[0] += 3600
    opened.ended(opened.bring(slug, "c"))  # wakes the thread, which would look again in half a minute at the latest
    until(lambda: opened.documents(slug) == {"b.md", "c.md"})
    counts = lambda: [job.counts for job in opened.jobs.listed(JobsRequest(slug)).jobs]  # noqa: E731
    until(lambda: JobCounts(1, removed=1) in counts())


def test_what_is_no_longer_fresh_when_the_service_starts_leaves(tmp_path: Path):
    before = _open(tmp_path, [1_800_000_000.0])
    slug = before.datasource().slug
    before.ended(before.bring(slug, "a", more=', "fresh_until": "2027-01-15T09:00:00Z"'))
    before.close()
    after = _open(tmp_path, [1_800_000_000.0 + 7200])
    until(lambda: not after.documents(slug))
    after.close()


def test_too_much_that_waits_is_refused_and_then_taken(opened: Opened, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(ingest_queue, "MOST_BATCHES", 3)
    slug, other = opened.datasource().slug, opened.datasource("Other").slug
    opened.applying.may_go.clear()
    jobs = [opened.bring(slug, f"a{number}") for number in range(3)]
    with pytest.raises(TooMany):
        opened.bring(slug, "b")
    jobs.append(opened.bring(other, "c"))
    assert opened.ingestion.status(opened.collections.find(slug)).waiting_batches == 3
    assert len(mirror.spooled_jobs(opened.paths.mirror(slug))) == 3
    opened.applying.may_go.set()
    assert all(opened.ended(job).state is JobState.DONE for job in jobs)
    until(lambda: not opened.ingestion.status(opened.collections.find(slug)).waiting_batches)
    assert opened.ended(opened.bring(slug, "b")).state is JobState.DONE
    opened.ingestion.count_waiting_files = lambda slug: ingest_queue.MOST_FILES + 1
    with pytest.raises(TooMany):
        opened.bring(slug, "d")


def test_what_is_no_batch_is_refused_before_it_is_written(opened: Opened, tmp_path: Path):
    slug = opened.datasource().slug
    for content in (b"", b"\n \n", b"{}\n" * (MOST_BATCH_ITEMS + 1), b"x" * (16 * 1024 * 1024 + 1)):
        with pytest.raises(BadRequest):
            opened.ingestion.bring(slug, content, OWN, "program")
    with pytest.raises(BadRequest):
        opened.ingestion.delete(opened.collections.find(slug), DeletionRequest())
    opened.collections.change_source(ChangeSourceRequest(slug, is_paused=True))
    with pytest.raises(NotAllowed):
        opened.bring(slug, "a")
    site = opened.collections.add_source(AddSourceRequest("https://example.org/"), SourceKind.SITE).collection
    with pytest.raises(BadRequest):
        opened.bring(site.slug, "a")
    assert not opened.jobs.listed(JobsRequest()).jobs and not mirror.spooled_jobs(opened.paths.mirror(slug))


def test_a_collection_that_is_removed_is_left_alone(opened: Opened):
    slug = opened.datasource().slug
    opened.applying.may_go.clear()
    jobs = [opened.bring(slug, "a"), opened.bring(slug, "b")]
    until(lambda: opened.applying.tasks)
    opened.collections.remove(slug)
    opened.ingestion.forget(slug)
    opened.jobs.forget(slug)
    opened.applying.may_go.set()
    other = opened.datasource("Other").slug
    assert opened.ended(opened.bring(other, "c")).state is JobState.DONE
    assert [task.job for task in opened.applying.tasks if task.job == jobs[1].id] == []
