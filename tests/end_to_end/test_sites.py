"""Sites from the command line: added, searched, refreshed, paused and removed, against a web server on loopback."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from bookwheel.paths import LibraryPaths
from tests.end_to_end.conftest import Verb
from tests.fetching.servers import Server, guide_page, web_server


@pytest.fixture
def site() -> Iterator[Server]:
    with web_server() as server:
        server.answers["/guide/"] = guide_page("Guide", "How a bookwheel is built from a zanzibar frame.")
        server.answers["/guide/wheels.html"] = guide_page("Wheels", "Each wheel has a quagga axle.")
        server.answers["/blog/"] = guide_page("Blog", "Not below the address.")
        yield server


def test_a_site_is_added_searched_cited_by_its_address_and_removed(
    verb: Verb, site: Server, library: LibraryPaths
) -> None:
    address = site.url("/guide/")
    added = verb("add", address, "--name", "Guide", "--allow-private", "--wait", "keyword")
    assert (added.returncode, added.stderr) == (0, ""), added.stderr
    assert "added as guide" in added.stdout and "2 new" in added.stdout
    hit = json.loads(verb("search", "quagga axle", "--json").stdout)["hits"][0]
    assert hit["doc"].startswith("guide/")
    assert "zanzibar" in verb("search", "zanzibar").stdout
    assert verb("search", "imprint").returncode == 1
    again = verb("add", address, "--allow-private")
    assert again.returncode == 0 and "already in the library" in again.stdout
    assert "site" in verb("sources").stdout and address in verb("collections").stdout
    jobs = json.loads(verb("jobs", "--json").stdout)["jobs"]
    assert "done" in verb("jobs", "wait", jobs[-1]["id"]).stdout
    assert verb("jobs", "show", "nothing").returncode == 4
    assert verb("remove", address).returncode == 0
    assert verb("sources").returncode == 1
    assert not list(library.mirrors.iterdir())


def test_a_source_is_changed_paused_and_refreshed(verb: Verb, site: Server) -> None:
    address = site.url("/guide/")
    verb("add", address, "--name", "guide", "--allow-private", "--wait", "keyword")
    site.answers["/guide/wheels.html"] = guide_page("Wheels", "Now of okapi.")
    refreshed = verb("sources", "refresh", "guide", "--wait")
    assert refreshed.returncode == 0 and "1 changed" in refreshed.stdout
    changed = json.loads(verb("sources", "set", address, "--refresh", "weekly", "--skip", "blog/", "--json").stdout)
    assert changed["timetable"] == "weekly" and changed["bounds"]["exclude"] == ["blog/"]
    assert changed["bounds"]["may_be_private"]
    assert json.loads(verb("sources", "pause", "guide", "--json").stdout)["state"] == "paused"
    assert verb("sources", "refresh").stdout.startswith("There is nothing to refresh")
    assert json.loads(verb("sources", "resume", "guide", "--json").stdout)["state"] == "idle"
    login = verb("sources", "login", "guide", "--json", input="Cookie: session=1\n")
    assert json.loads(login.stdout)["is_logged_in"]
    assert verb("sources", "login", "guide", input="session=1\n").returncode == 4


def test_what_cannot_be_fetched_says_why(verb: Verb, site: Server, tmp_path: Path) -> None:
    refused = verb("add", site.url("/guide/"), "--wait", "keyword")
    assert refused.returncode == 1 and "--allow-private" in refused.stdout
    listed = verb("sources").stdout
    assert "not on the internet. If you trust it" in listed.splitlines()[-1]
    assert not site.asked
    assert verb("add", "https://user:secret@example.org/").returncode == 4
    assert verb("add", str(tmp_path), "--pages", "3").returncode == 4
    assert verb("add", site.url("/guide/"), "--pages", "-1").returncode == 4
