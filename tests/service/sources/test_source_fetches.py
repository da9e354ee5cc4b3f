from __future__ import annotations

import os
import random
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from bookwheel.domain.collection_source import Bounds, SourceKind
from bookwheel.domain.crawling import FetchReport, FetchTask
from bookwheel.domain.jobs import Job, JobRequest, JobState
from bookwheel.domain.sources import AddSourceRequest
from bookwheel.indexes.state import State
from bookwheel.library.indexing.collections import Collections
from bookwheel.paths import LibraryPaths, command
from bookwheel.service.sources.jobs import Jobs
from bookwheel.service.sources.refreshes import Refreshes
from bookwheel.service.sources.source_fetches import SourceFetches
from bookwheel.service.workers.task_child import TaskChild
from tests.crawling.sites import Content, Fetched, SiteServer, site_server, task_for
from tests.loopback import no_proxy  # noqa: F401 - a fixture of every test here
from tests.waiting import until

KILLS = int(os.environ.get("BOOKWHEEL_KILLS", "6"))


@pytest.fixture
def server() -> Iterator[SiteServer]:
    with site_server() as running:
        yield running


class Fetching:
    """Sources that are fetched by children, in a library of its own."""

    def __init__(self, root: Path) -> None:
        root.mkdir()
        self.paths = LibraryPaths(root)
        self.state = State(self.paths.state, self.paths.state_backup)
        self.collections, self.jobs = Collections(self.state, self.paths), Jobs(self.state, lambda: None)
        line = [*command(), "child", "crawler", "--library", str(root)]
        login = "Cookie: a=1"
        self.fetches = SourceFetches(
            self.paths, line, self.jobs, lambda host: login if host else "", self.collections.keep_kind
        )
        self.refreshes = Refreshes(self.jobs, self.collections.find, {SourceKind.SITE: self.fetches.run})

    def add(self, address: str) -> Job:
        request = AddSourceRequest(address, bounds=Bounds(may_be_private=True))
        return self.refreshes.ask(self.collections.add_source(request, SourceKind.SITE).collection, "")

    def documents(self) -> list[str]:
        root = self.paths.mirrored_documents(self.collections.all()[0].slug)
        return sorted(path.relative_to(root).as_posix() for path in root.rglob("*.html"))

    def close(self) -> None:
        self.refreshes.close()
        self.fetches.close()
        self.state.close()


@pytest.fixture
def fetching(tmp_path: Path) -> Iterator[Fetching]:
    made = Fetching(tmp_path / "library")
    yield made
    made.close()


def _fill(server: SiteServer, count: int) -> None:
    for number in range(count):
        words = " ".join(f"{chr(97 + number % 26)}{number}x{index}" for index in range(30))
        links = f"<a href=/p{(number + 1) % count}>next</a><a href=/p{number * 7 % count}>other</a>"
        server.page(f"/p{number}", f"<nav>{links}</nav><main><h1>Page {number}</h1><p>{words}</p>{links}</main>")
    server.page("/", "<main><h1>Start of all</h1><p>These are the pages of a site.</p><a href=/p0>first</a></main>")
    server.sitemap(*(f"/p{number}" for number in range(0, count, 5)))


def test_a_child_fetches_a_site_and_the_job_counts_its_pages(server: SiteServer, fetching: Fetching) -> None:
    _fill(server, 12)
    job = fetching.jobs.answer(JobRequest(fetching.add(f"{server.base}/").id, wait_s=60))
    assert (job.state, job.message) == (JobState.DONE, "")
    assert job.counts.new == job.counts.total == 13
    assert len(fetching.documents()) == 13
    assert {headers.get("cookie") for _, headers in server.headers} == {"a=1"}
    assert all(headers["user-agent"].startswith("Bookwheel/") for _, headers in server.headers)


def test_what_keeps_a_site_from_being_fetched_is_the_jobs_message(server: SiteServer, fetching: Fetching) -> None:
    job = fetching.jobs.answer(JobRequest(fetching.add(f"{server.base}/nothing").id, wait_s=60))
    assert job.state is JobState.FAILED
    assert "Nothing was fetched" in job.message
    assert [error.id for error in job.errors] == [f"{server.base}/nothing"]


def test_a_cancelled_fetch_ends_and_the_next_goes_on(server: SiteServer, fetching: Fetching) -> None:
    _fill(server, 60)
    server.delay_s = 0.1
    job = fetching.add(f"{server.base}/")
    until(lambda: sum(server.sent.values()) > 20)
    fetching.jobs.cancel(job.id)
    assert fetching.jobs.answer(JobRequest(job.id, wait_s=60)).state is JobState.CANCELLED
    server.delay_s = 0
    job = fetching.jobs.answer(JobRequest(fetching.add(f"{server.base}/").id, wait_s=60))
    assert job.state is JobState.DONE
    assert len(fetching.documents()) == 61
    assert max(count for path, count in server.sent.items() if path.startswith("/p")) <= 2


def test_a_crawl_that_is_killed_again_and_again_leaves_the_same_documents(server: SiteServer, tmp_path: Path) -> None:
    """BOOKWHEEL_KILLS=20 kills twenty times."""
    (tmp_path / "library").mkdir()
    _fill(server, KILLS * 12)
    line = [*command(), "child", "crawler", "--library", str(tmp_path / "library")]
    whole = _run(TaskChild(line, tmp_path, "crawler"), task_for(server, tmp_path / "whole"))
    assert (whole.is_end, whole.failure) == (True, "")
    server.sent.clear()
    server.delay_s = 0.03
    chance = random.Random(7)
    for _ in range(KILLS):
        child = TaskChild(line, tmp_path, "crawler")
        goal = sum(server.sent.values()) + chance.randint(3, 12)
        killer = threading.Thread(
            target=lambda c=child, g=goal: (until(lambda: sum(server.sent.values()) >= g), c.kill())
        )
        killer.start()
        _run(child, task_for(server, tmp_path / "killed"))
        killer.join()
    server.delay_s = 0
    assert _run(TaskChild(line, tmp_path, "crawler"), task_for(server, tmp_path / "killed")).is_end
    assert Fetched(tmp_path / "killed").documents() == Fetched(tmp_path / "whole").documents()
    assert max(count for path, count in server.sent.items() if path == "/" or path.startswith("/p")) <= 2


def _run(child: TaskChild, task: FetchTask) -> FetchReport:
    last = FetchReport()
    for last in child.replies(task, FetchReport):
        if last.is_end:
            break
    return last


def test_a_site_that_is_a_feed_becomes_one(server: SiteServer, fetching: Fetching) -> None:
    entry = "<item><title>One</title><guid>1</guid><description>words</description></item>"
    feed = f'<rss version="2.0"><channel><title>Notes</title>{entry}</channel></rss>'
    server.contents["/notes"] = Content(feed.encode(), "application/rss+xml")
    job = fetching.add(server.base + "/notes")
    assert fetching.jobs.answer(JobRequest(job.id, wait_s=60)).state is JobState.DONE
    (collection,) = fetching.collections.all()
    assert collection.source is not None and collection.source.kind is SourceKind.FEED
    assert len(fetching.documents()) == 1
