"""Killed without warning, the service or its indexer loses nothing and doubles nothing."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import sqlite3
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import psutil
import pytest

from bookwheel import wire
from bookwheel.client.connection import Client, connect
from bookwheel.domain.collection import AddRequest, RemoveRequest
from bookwheel.domain.errors import NotFound
from bookwheel.domain.search import Mode, SearchRequest
from bookwheel.domain.service.settings import SettingChange
from bookwheel.indexes.keyword import KeywordReader
from bookwheel.indexes.ontology import GraphRows, OntologyReader
from bookwheel.paths import LibraryPaths
from tests.indexes.stated_rows import everything
from tests.torture.stores import Rows, catalogued
from tests.waiting import until
from tests.words_only import turn_meaning_off

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL")

Kill = Callable[[LibraryPaths], None]


def kill_service(library: LibraryPaths) -> None:
    """End the service as a crash would; its indexer notices."""
    os.kill(wire.decode(library.discovery.read_bytes(), wire.Discovery).pid, signal.SIGKILL)


def kill_indexer(library: LibraryPaths) -> None:
    """End the indexer, if one runs."""
    record = wire.decode(library.discovery.read_bytes(), wire.Discovery)
    for child in psutil.Process(record.pid).children():
        with contextlib.suppress(psutil.NoSuchProcess):
            child.kill()


KILLS: tuple[Kill, ...] = (kill_indexer, kill_service)

PAGES = int(os.environ.get("KILL_PAGES", "500"))
"""Pages of the folder that changes as a whole; 2,000 take four times as long."""


def write_pages(folder: Path, numbers: range, word: str = "wheel") -> Path:
    """Pages of three sections, each with a word of its own."""
    folder.mkdir(parents=True, exist_ok=True)
    for number in numbers:
        parts = (f"# Page {number}", f"{word} page{number}", "## First", f"first{number} #tag", "## Second")
        text = "\n\n".join((*parts, "See [[Page 1]].")) + "\n"
        (folder / f"page{number}.md").write_text(text, "utf-8")
    return folder


def count(client: Client, query: str) -> int:
    """How many sections answer."""
    return client.search(SearchRequest(query, Mode.KEYWORD)).total


def rest(client: Client, documents: int) -> None:
    """Wait until every document is there and nothing is left to do."""
    until(lambda: client.status().state == "ready" and client.status().documents == documents, 60)


def stored(library: LibraryPaths) -> Rows:
    """What the catalogue holds, without the keys and times that differ from run to run; it is sound.

    The keyword index holds each of its sections once and nothing besides; the ontology's statements come with it, but
    for topics, which are made in a quiet moment.
    """
    with closing(sqlite3.connect(library.catalogue)) as catalogue:
        assert catalogue.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        found = catalogued(catalogue)
        keys = sorted(key for (key,) in catalogue.execute("SELECT key FROM sections"))
    keyword = KeywordReader.open(library.keyword)
    assert sorted(keyword.keys[keyword.is_living].tolist()) == keys
    keyword.close()
    ontology = OntologyReader.open(library.ontology)
    assert ontology is not None
    stated = everything(ontology)
    for name in GraphRows.__dataclass_fields__:
        rows = getattr(stated, name)
        found[f"ontology: {name}"] = sorted(row for row in rows if not str(row[-1]).startswith("topics:"))
    ontology.close()
    return found


@contextlib.contextmanager
def undisturbed(root: Path, folder: Path, documents: int) -> Iterator[Client]:
    """Another library that took the folder in without a kill."""
    client = connect(turn_meaning_off(root), client="cli")
    client.add(AddRequest(str(folder)))
    rest(client, documents)
    yield client
    assert client.stop(20)
    client.close()


def same_as_undisturbed(client: Client, library: LibraryPaths, root: Path, folder: Path, documents: int) -> None:
    """Stores and answers are those of a library in which nothing was killed."""
    with undisturbed(root, folder, documents) as clean:
        for each in (client, clean):
            until(lambda each=each: each.status().graph_revision == each.status().revision)
        one, other = stored(library), stored(LibraryPaths(root))
        for name, rows in other.items():
            assert ([*{*one[name]} - {*rows}][:3], [*{*rows} - {*one[name]}][:3]) == ([], []), name
        assert one == other
        for query in ("page7", "first123", "wheel", "page"):
            one, other = (each.search(SearchRequest(query, Mode.KEYWORD, limit=100)) for each in (client, clean))
            assert one.total == other.total
            if one.total <= 100:
                assert {(hit.section, hit.snippet) for hit in one.hits} == {
                    (hit.section, hit.snippet) for hit in other.hits
                }


@pytest.mark.parametrize("seed", [1, 2])
def test_kills_at_random_moments_of_indexing_change_nothing(
    client: Client, library: LibraryPaths, tmp_path: Path, seed: int
):
    chance = random.Random(seed)
    folder = write_pages(tmp_path / "many", range(300))
    client.set(SettingChange("indexing.batch_files", "10"))
    client.add(AddRequest(str(folder)))
    marks = sorted(chance.sample(range(295), 4))
    for number, mark in enumerate(marks):
        until(lambda mark=mark: client.status().documents >= mark)
        threading.Event().wait(chance.uniform(0, 0.03))
        KILLS[(number + seed) % 2](library)
    rest(client, 300)
    same_as_undisturbed(client, library, tmp_path / "clean", folder, 300)


def test_kills_while_hundreds_of_files_change_leave_the_new_state(
    client: Client, library: LibraryPaths, tmp_path: Path
):
    chance = random.Random(3)
    folder = write_pages(tmp_path / "branch", range(PAGES))
    client.set(SettingChange("indexing.batch_files", str(PAGES // 10)))
    client.add(AddRequest(str(folder)))
    rest(client, PAGES)
    fifth = PAGES // 5
    write_pages(folder, range(fifth, PAGES + fifth), word="carriage")
    for number in range(fifth // 4):
        (folder / f"page{number}.md").unlink()
    for number in range(fifth // 4, fifth // 2):
        (folder / f"page{number}.md").rename(folder / f"moved{number}.md")
    for kill, mark in zip((*KILLS, *KILLS), sorted(chance.sample(range(1, PAGES * 19 // 20), 4)), strict=True):
        until(lambda mark=mark: count(client, "carriage") >= mark, 60)
        kill(library)
    until(lambda: (count(client, "carriage"), count(client, "wheel")) == (PAGES, fifth * 3 // 4), 60)
    documents = PAGES + fifth * 3 // 4
    rest(client, documents)
    same_as_undisturbed(client, library, tmp_path / "clean", folder, documents)


@pytest.mark.usefixtures("meaning")
@pytest.mark.parametrize("kill", KILLS)
def test_kills_while_a_collection_is_forgotten_leave_no_trace_of_it(
    client: Client, library: LibraryPaths, tmp_path: Path, kill: Kill
):
    kept = write_pages(tmp_path / "kept", range(12))
    gone = tmp_path / "gone"
    write_pages(gone / "obnubilated", range(300), word="vermiculated")
    client.add(AddRequest(str(kept)))
    for delay_s in (0.0, 0.03, 0.1):
        client.add(AddRequest(str(gone)))
        rest(client, 312)
        removing = threading.Thread(target=_remove, args=(library,))
        removing.start()
        until(lambda: len(client.collections().collections) == 1)
        threading.Event().wait(delay_s)
        kill(library)
        removing.join(30)
        rest(client, 12)
        until(lambda: not _traces(library, "vermicul", "obnubilat"), 30)
    same_as_undisturbed(client, library, tmp_path / "clean", kept, 12)


def _remove(library: LibraryPaths) -> None:
    """Remove the collection; when the service dies over it and the call is repeated, it is gone already."""
    with closing(connect(library, client="cli")) as other, contextlib.suppress(NotFound):
        other.remove(RemoveRequest("gone"))


def _traces(library: LibraryPaths, *words: str) -> list[str]:
    """Files of the library that hold one of the words."""
    found: list[str] = []
    for path in [each for each in library.root.rglob("*") if each.is_file()]:
        with contextlib.suppress(FileNotFoundError):
            content = path.read_bytes().lower()
            if any(word.encode() in content for word in words):
                found.append(path.name)
    return found
