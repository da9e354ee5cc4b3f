from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from bookwheel.crawling.frontier import Frontier, PageState
from bookwheel.domain.errors import StorageUnavailable


@pytest.fixture
def frontier(tmp_path: Path) -> Iterator[Frontier]:
    made = Frontier(tmp_path / "crawl.sqlite")
    made.begin()
    yield made
    made.close()


def test_pages_come_by_depth_and_those_that_were_begun_last(frontier: Frontier) -> None:
    for url, depth in (("c", 2), ("a", 0), ("b", 1)):
        frontier.add(url, depth)
    first, *_ = frontier.next(1, [], 3)
    frontier.begin_page(first)
    assert [page.url for page in frontier.next(3, [], 3)] == ["b", "c", "a"]
    assert [page.url for page in frontier.next(3, ["b"], 3)] == ["c", "a"]
    frontier.begin_page(first)
    frontier.begin_page(first)
    assert [page.url for page in frontier.next(3, [], 3)] == ["b", "c"]


def test_a_refresh_that_was_broken_off_goes_on_and_one_that_ended_begins_again(tmp_path: Path) -> None:
    made = Frontier(tmp_path / "crawl.sqlite")
    assert not made.begin()
    made.add("a", 0)
    made.add("b", 0)
    page = made.find("a")
    assert page is not None
    made.finish(replace(page, state=PageState.MIRRORED, document="x"))
    made.close()
    again = Frontier(tmp_path / "crawl.sqlite")
    assert again.begin()
    assert [page.url for page in again.next(9, [], 3)] == ["b"]
    again.end()
    assert not again.begin()
    assert [page.url for page in again.next(9, [], 3)] == ["a", "b"]
    assert [page.url for page in again.next(9, [], 3, only_mirrored=True)] == ["a"]
    again.close()


def test_what_fails_midway_is_not_kept(frontier: Frontier) -> None:
    with pytest.raises(ValueError, match="stop"), frontier.writing():
        frontier.add("a", 0)
        raise ValueError("stop")
    assert frontier.find("a") is None


def test_a_list_that_is_no_database_or_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"no database at all" * 100)
    with pytest.raises(StorageUnavailable, match="cannot be read"):
        Frontier(tmp_path / "a")
    connection = sqlite3.connect(tmp_path / "b")
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    with pytest.raises(StorageUnavailable, match="newer"):
        Frontier(tmp_path / "b")
