from __future__ import annotations

import os
import random
import shutil
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import psutil
import pytest

from bookwheel.domain.collection import Collection, CollectionCard
from bookwheel.domain.collection_source import Source, SourceKind
from bookwheel.domain.document import Dialect
from bookwheel.domain.errors import BadRequest, NotAllowed, NotFound, NotReady
from bookwheel.domain.jobs import ENDED, Job, JobCounts, JobError, JobKind, JobRequest, JobState
from bookwheel.domain.publications import MANIFEST, SEGMENTS, PublisherKeyRequest, PublishRequest
from bookwheel.indexes.state import State
from bookwheel.library.publishing import own_keys
from bookwheel.paths import command
from bookwheel.publications import keys
from bookwheel.service.sources import watched_child
from bookwheel.service.sources.jobs import Jobs
from bookwheel.service.sources.publishing import STOPPED, Publishing
from tests.library.conftest import Shelf, write_file
from tests.publications.published import documents_at, manifest_at, signed_at, state_of
from tests.waiting import until

KILLS = int(os.environ.get("BOOKWHEEL_KILLS", "4"))
PAGES = {f"part{number % 7}/page{number}.md": f"# Page {number}\n\nWords of {number}.\n" for number in range(80)}


@pytest.fixture(scope="module")
def indexed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder with an indexed library, which each test gets a copy of."""
    shelf = Shelf(tmp_path_factory.mktemp("indexed"))
    shelf.fill("notes", PAGES)
    shelf.index()
    shelf.close()
    yield shelf.folder
    Shelf.parser.close()


class Serving:
    """A library whose collections are published by children."""

    def __init__(self, folder: Path) -> None:
        self.shelf = Shelf(folder)
        self.shelf.add("notes")
        self.paths, self.target = self.shelf.paths, folder / "target"
        self.state = State(self.paths.state, self.paths.state_backup)
        self.card_state, self.protected = "ready", list[str]()
        self.jobs, self.publishing = self.open()

    def open(self) -> tuple[Jobs, Publishing]:
        jobs = Jobs(self.state, lambda: None)
        line = [*command(), "child", "publisher", "--library", str(self.paths.root)]
        publishing = Publishing(self.paths, line, jobs, self._find, lambda: self.protected)
        publishing.cards = self._cards
        return jobs, publishing

    def publish(self, wait_s: float = 60, **fields: object) -> Job:
        request = replace(PublishRequest("notes", str(self.target)), **fields)
        return self.jobs.answer(JobRequest(self.publishing.ask(request).id, wait_s=wait_s))

    def end(self, job: Job, *, is_cancelled: bool = False) -> Job:
        return self.jobs.answer(JobRequest(job.id, is_cancelled=is_cancelled, wait_s=60))

    def is_over(self, job: Job) -> bool:
        return self.jobs.answer(JobRequest(job.id)).state in ENDED

    def _find(self, name: str) -> Collection:
        found = next((one for one in self.shelf.collections if name in (one.slug, one.name)), None)
        if found is None:
            raise NotFound("There is no collection {name}.", name=name)
        return found

    def _cards(self) -> list[CollectionCard]:
        return [
            CollectionCard(one.slug, one.name, one.root, 1.0, Dialect.COMMONMARK, 1, 1, 1, self.card_state)
            for one in self.shelf.collections
        ]

    def segments(self) -> int:
        folder = self.target / SEGMENTS
        return len([name for name in os.listdir(folder) if not name.startswith(".")]) if folder.is_dir() else 0

    def close(self) -> None:
        self.publishing.close()
        self.state.close()
        self.shelf.close()


@pytest.fixture
def serving(tmp_path: Path, indexed: Path) -> Iterator[Serving]:
    shutil.copytree(indexed, tmp_path, dirs_exist_ok=True)
    made = Serving(tmp_path)
    yield made
    made.close()


def _children() -> list[psutil.Process]:
    found: list[psutil.Process] = []
    for process in psutil.Process().children(recursive=True):
        try:
            if "publisher" in process.cmdline():
                found.append(process)
        except psutil.Error:
            continue
    return found


def test_a_child_publishes_and_the_job_keeps_what_it_did(serving: Serving) -> None:
    job = serving.publish(publisher="Docs team")
    assert job.state is JobState.DONE, job.message
    summary = job.publication
    assert summary is not None and (summary.documents, summary.sequence) == (80, 1)
    assert (job.kind, job.collection, job.counts.new, job.counts.total) == (JobKind.PUBLISH, "notes", 80, 80)
    assert len(documents_at(serving.target)) == 80
    key = keys.public_key(keys.read_key(serving.paths.publishing_key))
    assert signed_at(serving.target).key == key and summary.key == keys.fingerprint(key)
    kept = next(one for one in serving.state.jobs() if one.id == job.id)
    assert kept.publication == summary
    assert serving.publish().publication == replace(summary, new_segments=0, new_bytes=0), (
        "nothing changed, and the second job says so"
    )


def test_what_cannot_be_published_is_refused_at_once(serving: Serving) -> None:
    with pytest.raises(NotFound):
        serving.publish(collection="other")
    with pytest.raises(BadRequest, match="Name the folder"):
        serving.publish(target=" ")
    with pytest.raises(BadRequest, match="Write the filter as"):
        serving.publish(scope="draft")
    with pytest.raises(BadRequest, match="longer than 200"):
        serving.publish(publisher="x" * 201)
    serving.card_state = "missing"
    with pytest.raises(NotReady, match="cannot be found"):
        serving.publish()
    serving.card_state = "paused"
    serving.publishing.count_waiting_files = lambda slug: None
    with pytest.raises(NotReady, match="paused"):
        serving.publish()
    serving.publishing.count_waiting_files = lambda slug: 0
    source = Source(SourceKind.PUBLICATION, "https://docs.example.org/")
    serving.shelf.collections = (replace(serving.shelf.collections[0], source=source),)
    with pytest.raises(NotAllowed, match="published by somebody else"):
        serving.publish()
    assert serving.state.jobs() == () and not serving.target.exists()


@pytest.mark.parametrize("named", ["notes", "notes/public", "library", "library/out", ".", "link", "relative"])
def test_a_target_that_is_read_or_owned_here_is_refused(serving: Serving, named: str) -> None:
    folder = serving.shelf.folder
    (folder / "link").symlink_to(folder / "notes")
    before = sorted(folder.rglob("*"))
    job = serving.publish(target="some/folder" if named == "relative" else str(folder / named))
    assert job.state is JobState.FAILED and ("published into" in job.message or "absolute folder" in job.message)
    after = [path for path in sorted(folder.rglob("*")) if "library" not in path.parts]
    assert after == [path for path in before if "library" not in path.parts]


@pytest.mark.parametrize("target", ["https://docs.example.org/", "ftp://docs.example.org/", "~", "a\0b", "/", "HOME"])
def test_a_target_that_is_no_folder_is_refused(
    serving: Serving, target: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    target = str(home) if target == "HOME" else target
    job = serving.publish(target=target)
    assert job.state is JobState.FAILED and job.message
    assert list(home.iterdir()) == []


def test_publishing_waits_until_the_collection_was_read(serving: Serving) -> None:
    serving.card_state = "indexing"
    job = serving.publish(wait_s=0.5)
    assert job.state is JobState.RUNNING and not serving.target.exists()
    serving.card_state = "ready"
    assert serving.end(job).state is JobState.DONE
    serving.card_state = "counting"
    job = serving.publish(wait_s=0)
    serving.card_state = "missing"
    ended = serving.end(job)
    assert ended.state is JobState.FAILED and "cannot be found" in ended.message


def test_other_work_can_wait_until_everything_is_published(serving: Serving) -> None:
    assert not serving.publishing.is_working
    serving.publishing.wait()
    serving.card_state = "indexing"
    job = serving.publish(wait_s=0)
    serving.publishing.wait(0.05)
    assert serving.publishing.is_working and not serving.is_over(job)
    serving.card_state = "ready"
    serving.publishing.wait(600)
    assert not serving.publishing.is_working and serving.end(job).state is JobState.DONE


def test_nothing_waits_for_publishing_that_has_closed(serving: Serving) -> None:
    serving.card_state = "indexing"
    serving.publish(wait_s=0)
    waiting = threading.Thread(target=serving.publishing.wait, args=(3600.0,))
    waiting.start()
    serving.publishing.close()
    until(lambda: not waiting.is_alive())


def test_jobs_run_one_after_the_other(serving: Serving) -> None:
    asked = [serving.publish(wait_s=0, target=str(serving.shelf.folder / f"target{number}")) for number in range(3)]
    until(lambda: all(serving.end(job).state is JobState.DONE for job in asked))
    ended = [serving.end(job) for job in asked]
    assert all(before.ended_at <= after.ended_at for before, after in zip(ended, ended[1:], strict=False))
    assert all(before.ended_at <= after.started_at for before, after in zip(ended, ended[1:], strict=False))


def test_a_cancelled_job_leaves_what_was_published(serving: Serving) -> None:
    serving.publish()
    before = (serving.target / MANIFEST).read_bytes()
    for number in range(80):
        write_file(serving.shelf.folder / "notes", f"part{number % 7}/page{number}.md", f"# Page {number}\n\nAnew.\n")
    serving.shelf.index()
    there = serving.segments()
    serving.card_state = "indexing"
    running, queued = serving.publish(wait_s=0), serving.publish(wait_s=0)
    assert serving.end(queued, is_cancelled=True).state is JobState.CANCELLED
    assert serving.end(running, is_cancelled=True).state is JobState.CANCELLED
    serving.card_state = "ready"
    cut = serving.publish(wait_s=0)
    until(lambda: serving.is_over(cut) or serving.segments() > there)
    cut = serving.end(cut, is_cancelled=True)
    until(lambda: not _children())
    assert cut.state in (JobState.CANCELLED, JobState.DONE)
    if cut.state is JobState.CANCELLED:
        assert (serving.target / MANIFEST).read_bytes() == before and cut.publication is None
    assert len(documents_at(serving.target)) == 80
    assert serving.publish().state is JobState.DONE
    assert "Anew" in documents_at(serving.target)["part4/page4.md"].text


def test_a_job_that_is_cancelled_before_its_manifest_publishes_nothing(
    serving: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watched_child, "LOOK_S", 60.0)  # nobody ends the child
    told = serving.jobs.update

    def cancel(job: str, counts: JobCounts, errors: tuple[JobError, ...] = ()) -> None:
        serving.jobs.cancel(job)
        told(job, counts, errors)

    monkeypatch.setattr(serving.jobs, "update", cancel)
    job = serving.publish()
    assert (job.state, job.message, job.publication) == (JobState.CANCELLED, "", None)
    assert serving.segments() > 0 and not (serving.target / MANIFEST).exists()


def test_a_job_that_is_cancelled_too_late_says_what_it_published(serving: Serving) -> None:
    asked: list[str] = []

    def permit() -> float:
        serving.jobs.cancel(asked[0])
        time.sleep(3 * watched_child.LOOK_S)  # whoever ends the child would have done so
        return 60.0

    serving.card_state = "indexing"
    asked.append(serving.publishing.ask(PublishRequest("notes", str(serving.target)), permit).id)
    serving.card_state = "ready"
    job = serving.jobs.answer(JobRequest(asked[0], wait_s=60))
    assert job.state is JobState.DONE and job.publication is not None
    assert manifest_at(serving.target).sequence == job.publication.sequence == 1


def test_a_withdrawal_that_is_cancelled_too_late_is_told_as_done(serving: Serving) -> None:
    serving.publish()
    asked: list[str] = []

    def permit() -> float:
        until(lambda: bool(asked))
        serving.jobs.cancel(asked[0])
        time.sleep(3 * watched_child.LOOK_S)
        return 60.0

    request = PublishRequest("", str(serving.target), is_revocation=True)
    asked.append(serving.publishing.ask(request, permit).id)
    job = serving.jobs.answer(JobRequest(asked[0], wait_s=60))
    assert job.state is JobState.DONE and manifest_at(serving.target).is_revoked


def test_a_child_that_is_killed_leaves_what_was_published_and_the_next_goes_on(serving: Serving) -> None:
    chance = random.Random(1)
    for state in range(1, KILLS + 1):
        for number in range(80):
            text = f"# Page {number}\n\nState {state}.\n"
            write_file(serving.shelf.folder / "notes", f"part{number % 7}/page{number}.md", text)
        serving.shelf.index()
        before, there = state_of(serving.target).get(MANIFEST), serving.segments()
        wanted = there + chance.randrange(0, 8)
        job = serving.publish(wait_s=0)
        until(lambda job=job, wanted=wanted: serving.is_over(job) or (_children() and serving.segments() >= wanted))
        for child in _children():
            child.kill()
        ended = serving.end(job)
        if ended.state is JobState.FAILED:
            assert "stopped unexpectedly" in ended.message
            is_written = state_of(serving.target).get(MANIFEST) != before  # the child was killed before it could say so
            assert not is_written or manifest_at(serving.target).sequence == state
        if before is not None:
            assert len(documents_at(serving.target)) == 80
        again = serving.publish()
        assert again.state is JobState.DONE and manifest_at(serving.target).sequence == state
        assert {f"State {state}" in one.text for one in documents_at(serving.target).values()} == {True}


def test_a_job_that_the_last_service_left_undone_has_failed(serving: Serving) -> None:
    left = [serving.jobs.create(JobKind.PUBLISH, "notes"), serving.jobs.create(JobKind.PUBLISH, "")]
    serving.jobs.start(left[0].id)
    other = serving.jobs.create(JobKind.REFRESH, "notes")
    jobs, publishing = serving.open()
    publishing.start()
    for job in left:
        ended = jobs.answer(JobRequest(job.id))
        assert (ended.state, ended.message) == (JobState.FAILED, STOPPED)
    assert jobs.answer(JobRequest(other.id)).state is JobState.QUEUED
    publishing.close()


def test_the_end_of_the_service_ends_the_child_and_the_next_one_says_so(serving: Serving) -> None:
    job = serving.publish(wait_s=0)
    until(lambda: serving.is_over(job) or _children())
    serving.publishing.close()
    assert not _children()
    serving.jobs, serving.publishing = serving.open()
    serving.publishing.start()
    ended = serving.end(job)
    assert (ended.state, ended.message) == (JobState.FAILED, STOPPED) or ended.state is JobState.DONE
    assert serving.publish().state is JobState.DONE


def test_publishing_is_no_refresh_of_its_collection(serving: Serving) -> None:
    refresh = serving.jobs.create(JobKind.REFRESH, "notes")
    serving.jobs.finish(refresh.id, JobState.DONE)
    serving.card_state = "indexing"
    job = serving.publish(wait_s=0)
    assert serving.jobs.running("notes") is None
    last = serving.jobs.last("notes")
    assert last is not None and last.id == refresh.id
    serving.end(job, is_cancelled=True)


def test_a_trial_makes_no_key(serving: Serving) -> None:
    summary = serving.publish(is_trial=True).publication
    assert summary is not None and (summary.documents, summary.key) == (80, "")
    assert not serving.paths.publishing_key.exists() and not serving.target.exists()
    assert serving.publishing.key(PublisherKeyRequest()).key == ""


def test_another_key_file_signs(serving: Serving) -> None:
    file = serving.shelf.folder / "team.key"
    keys.write_key(file, bytes(range(32)))
    assert serving.publish(key_file=str(file)).state is JobState.DONE
    assert signed_at(serving.target).key == keys.public_key(bytes(range(32)))
    assert not serving.paths.publishing_key.exists()
    job = serving.publish()
    assert job.state is JobState.FAILED and "Another key" in job.message
    file.write_text("no key")
    assert "not a publishing key" in serving.publish(key_file=str(file)).message
    assert "cannot be read" in serving.publish(key_file=str(file.with_name("none"))).message


def test_a_replaced_key_is_handed_over_and_a_withdrawn_one_ends(serving: Serving) -> None:
    serving.publish()
    first = signed_at(serving.target)
    shown = serving.publishing.key(PublisherKeyRequest())
    assert (shown.key, shown.fingerprint) == (first.key, keys.fingerprint(first.key))
    replaced = serving.publishing.key(PublisherKeyRequest(is_new=True))
    assert replaced.key != first.key and len(own_keys.replaced_keys(serving.paths.publishing_key)) == 1
    assert serving.publish().state is JobState.DONE
    second = signed_at(serving.target)
    assert second.key == replaced.key and second.manifest.sequence == 2
    assert keys.follow(second.manifest.id, first.key, second.manifest.rotations) == second.key

    revoked = serving.publish(collection="", is_revocation=True)
    assert (revoked.state, revoked.collection) == (JobState.DONE, "")
    assert manifest_at(serving.target).is_revoked
    refused = serving.publish()
    assert refused.state is JobState.FAILED and "withdrawn" in refused.message
    serving.publishing.key(PublisherKeyRequest(is_new=True))
    assert serving.publish().state is JobState.DONE
    assert manifest_at(serving.target).id != second.manifest.id


def test_withdrawing_without_a_key_makes_none(serving: Serving) -> None:
    job = serving.publish(collection="", is_revocation=True)
    assert job.state is JobState.FAILED and "Nothing is published" in job.message
    assert not serving.paths.publishing_key.exists()


def test_documents_that_a_password_opens_are_held_back(serving: Serving) -> None:
    serving.publish()
    serving.protected.append(documents_at(serving.target)["part4/page4.md"].hash)
    summary = serving.publish().publication
    assert summary is not None and (summary.documents, summary.left_out) == (79, 1)
    assert "part4/page4.md" not in documents_at(serving.target)


def test_what_is_left_out_is_among_the_errors_of_the_job(serving: Serving) -> None:
    write_file(serving.shelf.folder / "notes", "aux.md", "# A name of Windows\n")
    serving.shelf.index()
    job = serving.publish()
    assert job.state is JobState.DONE and job.counts.failed == 1
    assert [error.id for error in job.errors] == ["aux.md"]


def test_a_manifest_is_replaced_only_while_that_is_permitted(serving: Serving) -> None:
    asked: list[float] = []

    def permit() -> float:
        asked.append(60.0 if not asked else 0.0)
        return asked[-1]

    def publish() -> Job:
        request = PublishRequest("notes", str(serving.target))
        return serving.jobs.answer(JobRequest(serving.publishing.ask(request, permit).id, wait_s=60))

    assert publish().state is JobState.DONE and asked == [60.0]
    before = (serving.target / MANIFEST).read_bytes()
    assert publish().state is JobState.DONE and asked == [60.0], "nothing changed, and nothing is asked"
    write_file(serving.shelf.folder / "notes", "new.md", "# New\n\nWords.\n")
    serving.shelf.index()
    refused = publish()
    assert refused.state is JobState.FAILED and "another worker publishes" in refused.message
    assert asked == [60.0, 0.0] and (serving.target / MANIFEST).read_bytes() == before
