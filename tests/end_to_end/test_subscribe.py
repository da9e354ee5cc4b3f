"""Publications from the command line: subscribed to, searched, refreshed and removed without a trace."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from bookwheel.client.connection import Client
from bookwheel.domain.page import PageRequest
from bookwheel.paths import LibraryPaths
from bookwheel.publications import keys
from tests.crawling.publication_server import PublicationServer, publication_server
from tests.end_to_end.conftest import Verb
from tests.publications.publishing import public, publish

TEXTS = {
    "guide/wheels.md": "# Wheels\n\nEach wheel has a quagga axle. See [frames](frames.md).\n",
    "guide/frames.md": "# Frames\n\nA frame is made of zanzibar.\n",
}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[PublicationServer]:
    publish(tmp_path / "handbook", TEXTS)
    with publication_server(tmp_path / "handbook") as running:
        yield running


def _holds(folder: Path, word: bytes) -> list[str]:
    return [
        str(path.relative_to(folder))
        for path in folder.rglob("*")
        if path.is_file() and word in path.read_bytes().lower()
    ]


@pytest.mark.usefixtures("meaning")
def test_a_publication_is_subscribed_to_searched_refreshed_and_removed(
    verb: Verb, server: PublicationServer, library: LibraryPaths
) -> None:
    done = verb("subscribe", server.address, "--allow-private")
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    assert "Subscribed to Guide as pub, published by Docs team" in done.stdout and "days ago" in done.stdout
    assert "2 documents" in done.stdout
    assert f"The key is {keys.fingerprint(public())}; compare it" in done.stdout
    hit = json.loads(verb("search", "quagga axle", "--json").stdout)["hits"][0]
    assert hit["doc"] == "pub/guide/wheels.md"
    assert "zanzibar" in verb("read", "pub/guide/frames.md").stdout
    for shown in ("status", "sources", "collections"):
        assert "published by Docs team" in verb(shown).stdout

    publish(server.folder, {**TEXTS, "guide/wheels.md": "# Wheels\n\nNow of okapi.\n"}, 2)
    refreshed = verb("sources", "refresh", "pub", "--wait")
    assert refreshed.returncode == 0 and "1 changed" in refreshed.stdout
    again = verb("subscribe", server.address, "--json")  # waits until what came is indexed
    card = json.loads(again.stdout)
    assert (card["kind"], card["timetable"], card["publication"]["sequence"]) == ("publication", "daily", 2)
    assert "okapi" in verb("search", "okapi").stdout
    assert verb("search", "quagga").returncode == 1
    assert verb("remove", f"{server.address}collection.bookwheel").returncode == 0
    assert not list(library.mirrors.iterdir())
    assert verb("stop").returncode == 0
    for word in (b"okapi", b"zanzibar"):
        assert _holds(library.root, word) == []


def test_a_folder_is_subscribed_to_by_a_key_and_a_withdrawn_one_leaves_the_search(
    verb: Verb, tmp_path: Path, library: LibraryPaths
) -> None:
    folder = tmp_path / "handbook"
    publish(folder, TEXTS)
    wrong = verb("subscribe", str(folder), "--key", "0000-0000-0000-0000")
    assert wrong.returncode == 1 and "another key" in wrong.stdout and "bookwheel remove handbook" in wrong.stdout
    assert verb("search", "quagga").returncode == 1
    verb("remove", "handbook")
    right = verb("subscribe", str(folder / "collection.bookwheel"), "--key", public(), "--paused", "--name", "Book")
    assert right.returncode == 0 and "it is the one you gave" in right.stdout, right.stdout
    assert "paused" in verb("sources").stdout
    assert "quagga" in verb("search", "quagga").stdout
    publish(folder, {}, 2, is_revoked=True)
    revoked = verb("sources", "refresh", "book", "--wait")
    assert revoked.returncode == 1 and "withdrew the key" in revoked.stdout
    assert "withdrawn" in verb("sources").stdout
    verb("subscribe", str(folder))
    assert verb("search", "quagga").returncode == 1


def test_add_takes_the_address_of_a_manifest(verb: Verb, server: PublicationServer, client: Client) -> None:
    added = verb("add", f"{server.address}collection.bookwheel", "--allow-private", "--wait", "keyword")
    assert added.returncode == 0 and "added as pub" in added.stdout, added.stdout
    assert "quagga" in verb("search", "quagga").stdout
    page = client.page(PageRequest("pub/guide/wheels.md"))
    assert "quagga" in page.html and page.source_path == ""
    locked = verb("unlock", "--stdin", "pub/guide/wheels.md", input="secret\n")
    assert locked.returncode == 4 and "without its files" in locked.stderr
    refused = verb("subscribe", "ftp://example.org/")
    assert refused.returncode == 4 and "not the address of a publication" in refused.stderr
