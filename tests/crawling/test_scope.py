from __future__ import annotations

import pytest

from bookwheel.crawling import scope
from bookwheel.crawling.scope import Scope
from bookwheel.domain.collection_source import Bounds

BASE = "https://e.org/docs/"


def test_a_scope_is_the_folder_of_the_address_or_the_prefixes_that_a_person_names() -> None:
    usual = Scope(f"{BASE}intro.html", Bounds())
    assert usual.holds(f"{BASE}a/b")
    assert not any(
        map(usual.holds, ("https://e.org/", "https://e.org/docs-old/a", "http://e.org/docs/a", "https://f.org/docs/a"))
    )
    named = Scope(BASE, Bounds(prefixes=("https://e.org/api", "https://f.org/")))
    assert all(
        map(named.holds, ("https://e.org/api", "https://e.org/api/x", "https://e.org/api.html", "https://f.org/q"))
    )
    assert not named.holds("https://e.org/apis")
    assert named.holds(BASE)


def test_patterns_choose_pages_by_their_path() -> None:
    chosen = Scope(BASE, Bounds(include=("docs/v2/", "*.htm"), exclude=("docs/v2/old",)))
    assert chosen.holds(f"{BASE}v2/a") and chosen.holds(f"{BASE}x.htm")
    assert not chosen.holds(f"{BASE}v1/a") and not chosen.holds(f"{BASE}v2/old/a")


@pytest.mark.parametrize(
    "path", ["a.png", "b.ZIP", "c.pdf", "d.css", "a/a/a/", "a/b/a/b/a/b", "/".join("abcdefghijklmnopqrstuvwxyz")]
)
def test_files_and_traps_are_no_pages(path: str) -> None:
    assert not Scope(BASE, Bounds()).holds(BASE + path)


@pytest.mark.parametrize("path", ["a.html", "node.js", "v1.2", "a/b/a", "x?y=1", "main.go", "a/a"])
def test_what_may_be_a_page_is_one(path: str) -> None:
    assert Scope(BASE, Bounds()).holds(BASE + path)


def test_queries_and_dates_are_followed_so_many_times(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scope, "MOST_QUERIES", 3)
    monkeypatch.setattr(scope, "MOST_DATES", 4)
    bounded = Scope(BASE, Bounds())
    assert sum(bounded.follows(f"{BASE}list?page={letter}") for letter in "abcdefgh") == 3
    assert sum(bounded.follows(f"{BASE}cal/{year}/01") for year in range(2000, 2020)) == 4
    assert not any(bounded.follows(f"{BASE}p?{query}") for query in ("action=edit", "oldid=3", "sort=up", "print=1"))


def test_a_start_that_leads_to_its_own_folder_takes_in_nothing_beside_it() -> None:
    moved = Scope("https://e.org/en", Bounds())
    assert moved.holds("https://e.org/de/a")
    moved.move("https://e.org/en/")
    assert moved.holds("https://e.org/en") and moved.holds("https://e.org/en/a")
    assert not moved.holds("https://e.org/de/a")


def test_folders_that_a_person_names_stay_beside_each_other() -> None:
    named = Scope("https://e.org/en/docs/", Bounds(prefixes=("https://e.org/en/docs/", "https://e.org/de/docs/")))
    assert named.base == "https://e.org/"
    assert Scope("https://e.org/a/b/c", Bounds(prefixes=("https://e.org/a/b/", "https://f.org/"))).base == (
        "https://e.org/a/b/"
    )
    assert Scope("https://e.org/a/", Bounds(prefixes=("https://e.org/b/",))).base == ""
