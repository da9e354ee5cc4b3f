"""One file that is too much for the parser costs no other file, and holds nothing up."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from bookwheel.client.connection import Client, connect
from bookwheel.domain.collection import AddRequest
from bookwheel.domain.search import SearchRequest
from bookwheel.domain.service.requests import NameRequest
from bookwheel.domain.service.settings import SettingChange
from bookwheel.paths import LibraryPaths
from tests.end_to_end.conftest import Verb
from tests.waiting import until

HEAVY = "# Words\n\n" + "some words to read, [a link](b.md) and *more* of them\n\n" * 330_000


def _is_ready(client: Client, documents: int) -> bool:
    status = client.status()
    return status.state == "ready" and status.documents == documents and not status.pending


def test_nineteen_of_twenty_files_are_read_and_the_other_once_it_is_edited(
    client: Client, library: LibraryPaths, notes: Path, verb: Verb
):
    for number in range(12, 19):
        (notes / f"page{number}.md").write_text(f"# Page {number}\n", "utf-8")
    heavy = notes / "page07a.md"
    heavy.write_text(HEAVY, "utf-8")
    client.set(SettingChange("indexing.seconds_per_file", "1"))
    client.add(AddRequest(str(notes)))
    until(lambda: _is_ready(client, 19))
    (problem,) = client.problems(NameRequest("notes")).problems
    assert problem.path == "page07a.md"
    assert "indexing.seconds_per_file" in problem.reason
    assert client.search(SearchRequest("Spoke7")).hits
    assert verb("stop").returncode == 0
    with closing(connect(library, client="cli")) as later:
        until(lambda: _is_ready(later, 19))
        assert later.problems(NameRequest("notes")).problems == (problem,)  # found then, not now
        heavy.write_text("# Short now\n", "utf-8")
        until(lambda: _is_ready(later, 20))
        assert not later.problems(NameRequest("notes")).problems
