from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from bookwheel.domain.collection import Collection
from bookwheel.domain.errors import NotFound, StorageUnavailable
from bookwheel.domain.jobs import Job, JobCounts, JobError, JobKind, JobRequest, JobsRequest, JobState
from bookwheel.domain.messages import Message
from bookwheel.indexes.state import State
from bookwheel.service.sources import jobs
from bookwheel.service.sources.jobs import Jobs


@pytest.fixture
def state(tmp_path: Path) -> Iterator[State]:
    state = State(tmp_path / "state.sqlite", tmp_path / "state.backup.sqlite")
    yield state
    state.close()


def _jobs(state: State) -> Jobs:
    return Jobs(state, lambda: None)


def test_a_job_and_its_counts_outlive_the_service(state: State) -> None:
    known = _jobs(state)
    job = known.create(JobKind.INGEST, "tickets", "sync")
    assert known.start(job.id)
    wrong = JobError(3, "t-9", Message("The title is missing."))
    known.update(job.id, JobCounts(total=5, new=4, failed=1), (wrong,))
    known.finish(job.id, JobState.DONE)

    found = _jobs(state).answer(JobRequest(job.id))

    assert (found.state, found.client, found.counts.done, found.errors) == (JobState.DONE, "sync", 5, (wrong,))
    assert found.started_at and found.ended_at


def test_a_job_that_was_running_when_the_service_ended_is_unfinished(state: State) -> None:
    known = _jobs(state)
    job = known.create(JobKind.REFRESH, "site")
    known.start(job.id)

    assert [one.id for one in _jobs(state).unfinished(JobKind.REFRESH)] == [job.id]


def test_a_queued_job_is_cancelled_at_once_and_never_starts(state: State) -> None:
    known = _jobs(state)
    job = known.create(JobKind.REFRESH, "site")

    cancelled = known.answer(JobRequest(job.id, is_cancelled=True))

    assert cancelled.state is JobState.CANCELLED
    assert not known.start(job.id)


def test_a_running_job_is_cancelled_when_its_runner_ends_it(state: State) -> None:
    known = _jobs(state)
    job = known.create(JobKind.REFRESH, "site")
    known.start(job.id)
    known.answer(JobRequest(job.id, is_cancelled=True))

    assert not known.is_wanted(job.id)
    known.finish(job.id, JobState.FAILED, Message("The server was gone."))
    assert known.answer(JobRequest(job.id)).state is JobState.CANCELLED


def test_a_job_that_is_cancelled_while_it_starts_stays_unwanted(state: State, monkeypatch: pytest.MonkeyPatch) -> None:
    known = _jobs(state)
    job = known.create(JobKind.PUBLISH, "notes")
    put, is_starting, go_on = state.put_job, threading.Event(), threading.Event()

    def put_slowly(job: Job, keep: int) -> None:
        if job.state is JobState.RUNNING:
            is_starting.set()
            go_on.wait(60)
        put(job, keep)

    monkeypatch.setattr(state, "put_job", put_slowly)
    starter = threading.Thread(target=known.start, args=(job.id,))
    canceller = threading.Thread(target=known.cancel, args=(job.id,))
    starter.start()
    assert is_starting.wait(60)
    canceller.start()
    canceller.join(0.5)
    go_on.set()
    starter.join()
    canceller.join()

    assert not known.is_wanted(job.id)
    known.finish(job.id, JobState.FAILED)
    assert known.answer(JobRequest(job.id)).state is _jobs(state).answer(JobRequest(job.id)).state is JobState.CANCELLED


def test_a_waiting_call_returns_when_the_job_ends(state: State) -> None:
    known = _jobs(state)
    job = known.create(JobKind.REFRESH, "site")
    known.start(job.id)
    answers: list[JobState] = []
    waiting = threading.Thread(target=lambda: answers.append(known.answer(JobRequest(job.id, wait_s=60)).state))
    waiting.start()

    known.finish(job.id, JobState.DONE)
    waiting.join(60)

    assert answers == [JobState.DONE]


def test_the_newest_jobs_of_each_collection_are_kept(state: State, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "KEPT", 3)
    known = _jobs(state)
    ids = [known.create(JobKind.INGEST, "tickets").id for _ in range(5)]
    other = known.create(JobKind.INGEST, "mail").id

    for now in (known, _jobs(state)):
        assert [job.id for job in now.listed(JobsRequest("tickets")).jobs] == ids[:1:-1]
        assert [job.id for job in now.listed(JobsRequest()).jobs] == [other, *ids[:1:-1]]


def test_the_jobs_of_a_removed_collection_are_gone(state: State) -> None:
    state.put_collection(Collection("site", "site", "/nowhere"))
    known = _jobs(state)
    job = known.create(JobKind.REFRESH, "site")
    state.drop_collection("site")
    known.forget("site")

    assert not known.is_wanted(job.id)
    assert not _jobs(state).listed(JobsRequest()).jobs
    with pytest.raises(NotFound):
        known.answer(JobRequest(job.id))


def test_a_job_ends_also_when_the_state_cannot_be_written_and_the_next_service_goes_on_with_it(
    state: State, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = _jobs(state)
    job = known.create(JobKind.REFRESH, "site")
    with monkeypatch.context() as full:
        full.setattr(state, "put_job", _refuse)
        assert known.start(job.id)
        known.finish(job.id, JobState.FAILED, Message("The disk is full."))
        with pytest.raises(StorageUnavailable):
            known.create(JobKind.REFRESH, "other")
    assert known.answer(JobRequest(job.id)).state is JobState.FAILED
    assert [one.id for one in _jobs(state).unfinished(JobKind.REFRESH)] == [job.id]


def _refuse(job: object, keep: int) -> None:
    raise StorageUnavailable("The disk is full.")
