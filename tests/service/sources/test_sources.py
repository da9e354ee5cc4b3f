from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from bookwheel.domain.collection import AddRequest, Collection
from bookwheel.domain.collection_source import Bounds, SourceKind, Timetable
from bookwheel.domain.errors import BadRequest, FetchFailed, NotAllowed
from bookwheel.domain.jobs import Job, JobCounts, JobRequest, JobsRequest, JobState
from bookwheel.domain.notes import NewNoteRequest
from bookwheel.domain.service.requests import Empty
from bookwheel.domain.sources import AddSourceRequest, ChangeSourceRequest, RefreshRequest, SourceState
from bookwheel.indexes.state import State
from bookwheel.library.indexing.collections import Collections
from bookwheel.paths import LibraryPaths
from bookwheel.service.passwords.passwords import Passwords
from bookwheel.service.sources.jobs import Jobs
from bookwheel.service.sources.refreshes import Refreshes
from bookwheel.service.sources.sources import Sources
from bookwheel.system_keyring import SystemKeyring
from tests.waiting import until

SITE = "https://docs.example.org/guide/"


@dataclass
class Fetching:
    """A runner that a test lets go on."""

    jobs: Jobs
    may_end: threading.Event = field(default_factory=threading.Event)
    fetched: list[str] = field(default_factory=list[str])
    failure: str = ""

    def run(self, job: Job, collection: Collection) -> None:
        self.fetched.append(collection.slug)
        self.jobs.update(job.id, JobCounts(total=2, new=1))
        until(lambda: self.may_end.is_set() or not self.jobs.is_wanted(job.id))
        if self.failure:
            raise FetchFailed(self.failure)


@dataclass
class Opened:
    paths: LibraryPaths
    state: State
    collections: Collections
    jobs: Jobs
    fetching: Fetching
    refreshes: Refreshes
    logins: Passwords
    sources: Sources

    def ended(self, job: Job | None) -> Job:
        assert job is not None
        return self.jobs.answer(JobRequest(job.id, wait_s=60))


def _open(root: Path) -> Opened:
    paths = LibraryPaths(root)
    state = State(paths.state, paths.state_backup)
    collections, jobs = Collections(state, paths), Jobs(state, lambda: None)
    fetching = Fetching(jobs)
    refreshes = Refreshes(jobs, collections.find, {SourceKind.SITE: fetching.run})
    logins = Passwords(state, SystemKeyring(lambda: None), "logins")
    sources = Sources(paths, collections, jobs, refreshes, logins)
    return Opened(paths, state, collections, jobs, fetching, refreshes, logins, sources)


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Opened]:
    opened = _open(tmp_path)
    yield opened
    opened.fetching.may_end.set()
    opened.refreshes.close()
    opened.state.close()


def test_a_site_becomes_a_collection_in_the_librarys_folder(opened: Opened) -> None:
    answer = opened.sources.add(AddSourceRequest("HTTPS://Docs.Example.org:443/guide/#top"))

    assert answer.collection.source is not None
    assert answer.collection.source.address == SITE
    assert (answer.collection.slug, answer.collection.name) == ("docs-example-org-guide", "docs.example.org guide")
    assert Path(answer.collection.root) == opened.paths.mirrored_documents(answer.collection.slug)
    assert Path(answer.collection.root).is_dir()
    assert opened.collections.find(SITE) == answer.collection
    until(lambda: opened.sources.listed(Empty()).sources[0].state is SourceState.REFRESHING)
    opened.fetching.may_end.set()
    assert opened.ended(answer.job).state is JobState.DONE
    card = opened.sources.listed(Empty()).sources[0]
    assert card.state is SourceState.IDLE
    assert card.refreshed_at


def test_the_same_address_is_found_and_not_fetched_twice_at_once(opened: Opened) -> None:
    first = opened.sources.add(AddSourceRequest(SITE))
    second = opened.sources.add(AddSourceRequest(SITE))

    assert second.is_known
    assert second.job is not None
    assert first.job is not None
    assert second.job.id == first.job.id


_NO_ADDRESSES = (
    "", "ftp://example.org/", "https://", "https://user:secret@example.org/", "https://exa mple.org/", "http://[::1",
    "javascript:alert(1)",
)  # fmt: skip


@pytest.mark.parametrize("address", _NO_ADDRESSES)
def test_what_is_no_address_is_refused(opened: Opened, address: str) -> None:
    with pytest.raises(BadRequest):
        opened.sources.add(AddSourceRequest(address))
    assert not opened.collections.all()


def test_a_refresh_that_failed_says_why(opened: Opened) -> None:
    opened.fetching.failure = "The server answers 503."
    opened.fetching.may_end.set()

    job = opened.ended(opened.sources.add(AddSourceRequest(SITE)).job)

    assert (job.state, str(job.message)) == (JobState.FAILED, "The server answers 503.")
    assert opened.sources.listed(Empty()).sources[0].state is SourceState.FAILED


def test_pausing_a_source_ends_its_refresh_and_refreshing_all_leaves_it_out(opened: Opened) -> None:
    answer = opened.sources.add(AddSourceRequest(SITE))
    card = opened.sources.change(ChangeSourceRequest(SITE, is_paused=True))

    assert opened.ended(answer.job).state is JobState.CANCELLED
    assert card.slug == answer.collection.slug
    assert opened.sources.listed(Empty()).sources[0].state is SourceState.PAUSED
    assert not opened.sources.refresh(RefreshRequest()).jobs


def test_timetable_and_bounds_are_changed_and_kept(opened: Opened) -> None:
    opened.sources.add(AddSourceRequest(SITE))
    bounds = Bounds(exclude=("blog/",), pages=10)
    opened.sources.change(ChangeSourceRequest(SITE, timetable=Timetable.WEEKLY, bounds=bounds))

    found = Collections(opened.state, opened.paths).find(SITE).source

    assert found is not None
    assert (found.timetable, found.bounds) == (Timetable.WEEKLY, bounds)
    with pytest.raises(BadRequest):
        opened.sources.change(ChangeSourceRequest(SITE, bounds=Bounds(include=("\\",))))


def test_a_folder_is_no_source_to_change_or_refresh(opened: Opened, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("notes")
    slug = opened.collections.add(AddRequest(str(folder))).collection.slug

    assert opened.sources.listed(Empty()).sources[0].kind is None
    with pytest.raises(BadRequest):
        opened.sources.change(ChangeSourceRequest(slug, timetable=Timetable.DAILY))
    with pytest.raises(BadRequest):
        opened.sources.refresh(RefreshRequest(slug))


def test_a_note_is_not_made_in_a_mirror(opened: Opened) -> None:
    slug = opened.sources.add(AddSourceRequest(SITE)).collection.slug

    with pytest.raises(NotAllowed):
        opened.collections.new_note(NewNoteRequest(slug, "Idea"))


def test_a_removed_source_leaves_nothing_behind(opened: Opened) -> None:
    answer = opened.sources.add(AddSourceRequest(SITE))
    slug = answer.collection.slug
    (opened.paths.mirrored_documents(slug) / "page.html").write_text("<p>here</p>")
    until(lambda: bool(opened.fetching.fetched))
    opened.collections.remove(slug)
    opened.sources.forget(slug)

    assert not opened.paths.mirror(slug).exists()
    assert not opened.sources.jobs(JobsRequest()).jobs


def test_a_mirror_whose_removal_was_cut_short_is_deleted_at_the_next_start(opened: Opened, tmp_path: Path) -> None:
    left = opened.paths.mirrored_documents("gone")
    left.mkdir(parents=True)
    kept = opened.sources.add(AddSourceRequest(SITE)).collection.slug
    opened.fetching.may_end.set()

    Sources(opened.paths, opened.collections, opened.jobs, opened.refreshes, opened.logins)

    assert not left.exists()
    assert opened.paths.mirror(kept).is_dir()


def test_a_mirror_moves_with_the_librarys_folder(opened: Opened, tmp_path_factory: pytest.TempPathFactory) -> None:
    slug = opened.sources.add(AddSourceRequest(SITE)).collection.slug
    elsewhere = LibraryPaths(tmp_path_factory.mktemp("moved"))

    assert Collections(opened.state, elsewhere).find(slug).root == str(elsewhere.mirrored_documents(slug))


def test_a_refresh_that_a_service_left_undone_runs_in_the_next_one(opened: Opened) -> None:
    answer = opened.sources.add(AddSourceRequest(SITE))
    until(lambda: bool(opened.fetching.fetched))
    opened.refreshes.close()
    assert answer.job is not None
    later = Jobs(opened.state, lambda: None)
    fetching = Fetching(later)
    fetching.may_end.set()
    refreshes = Refreshes(later, opened.collections.find, {SourceKind.SITE: fetching.run})
    refreshes.start()

    assert later.answer(JobRequest(answer.job.id, wait_s=60)).state is JobState.DONE
    assert fetching.fetched == [answer.collection.slug]


def test_a_login_is_kept_for_the_host_until_no_source_has_it(opened: Opened) -> None:
    slug = opened.sources.add(AddSourceRequest(SITE)).collection.slug
    card = opened.sources.change(ChangeSourceRequest(slug, login="Cookie: session=s3cret"))

    assert card.is_logged_in
    assert opened.logins.get("docs.example.org") == "Cookie: session=s3cret"
    assert b"s3cret" not in opened.paths.state.read_bytes()
    assert not opened.sources.change(ChangeSourceRequest(slug, login="")).is_logged_in

    opened.sources.change(ChangeSourceRequest(slug, login="Authorization: Bearer s3cret"))
    opened.collections.remove(slug)
    opened.sources.forget(slug)
    assert not opened.logins.get("docs.example.org")


@pytest.mark.parametrize("login", ["session=1", "Host: example.org", "Cookie:", "Cookie: a\r\nHost: b", "Cookie: a\0"])
def test_what_is_no_login_is_refused(opened: Opened, login: str) -> None:
    slug = opened.sources.add(AddSourceRequest(SITE)).collection.slug

    with pytest.raises(BadRequest):
        opened.sources.change(ChangeSourceRequest(slug, login=login))


def test_sources_that_are_due_are_refreshed_unless_the_computer_saves_power(tmp_path: Path) -> None:
    opened = _open(tmp_path)
    opened.fetching.may_end.set()
    is_plugged = False
    refreshes = Refreshes(
        opened.jobs,
        opened.collections.find,
        {SourceKind.SITE: opened.fetching.run},
        collections=opened.collections.all,
        may_refresh=lambda: is_plugged,
    )
    daily = AddSourceRequest(SITE, SourceKind.SITE, "daily", timetable=Timetable.DAILY)
    never = AddSourceRequest(f"{SITE}other/", SourceKind.SITE, "never")
    for request in (daily, never):
        opened.collections.add_source(request, SourceKind.SITE)
    refreshes.refresh_due()
    assert not opened.fetching.fetched
    is_plugged = True
    refreshes.refresh_due()
    until(lambda: (job := opened.jobs.last("daily")) is not None and job.state is JobState.DONE)
    refreshes.refresh_due()
    assert opened.fetching.fetched == ["daily"]
    assert refreshes.due_at(opened.collections.find("daily")) > opened.jobs.of("daily")[0].ended_at
    assert refreshes.due_at(opened.collections.find("never")) == ""
    refreshes.close()
    opened.refreshes.close()
    opened.state.close()


@pytest.mark.parametrize(
    ("address", "kind"),
    [
        ("https://e.org/repo.git", SourceKind.GIT),
        ("https://e.org/repo.git/?a", SourceKind.GIT),
        ("https://e.org/blog/feed/", SourceKind.FEED),
        ("https://e.org/news.rss", SourceKind.FEED),
        ("https://e.org/atom.xml", SourceKind.FEED),
        ("https://e.org/guide/", SourceKind.SITE),
        ("https://e.org/feeds", SourceKind.SITE),
    ],
)
def test_what_an_address_is_shows_in_its_form(opened: Opened, address: str, kind: SourceKind) -> None:
    assert opened.refreshes.find_kind(address) is kind
