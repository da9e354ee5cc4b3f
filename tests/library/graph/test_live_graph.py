"""The newest graph: from what is kept on disk where that is near enough, else from the store."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from bookwheel.indexes.ontology import Described, OntologyReader, OntologyWriter
from bookwheel.library.graph import live_graph
from bookwheel.library.graph.live_graph import Graphs
from bookwheel.library.snapshot.graph_arrays import DOCUMENT
from bookwheel.library.snapshot.graph_base import write_base


def documents(names: str, title: str = "") -> list[Described]:
    return [Described(f"notes/{name}.md", "notes", f"{name}.md", title or name) for name in names]


@pytest.fixture
def writer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> OntologyWriter:
    monkeypatch.setattr(live_graph, "FEW", 2)
    made = OntologyWriter(tmp_path)
    made.replace(documents("abcd"))
    made.stamp(1)
    return made


class Keeper:
    """Keeps the graph in this process, unless it is told to fail."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.calls, self.fails = folder, 0, False

    def keep(self) -> bool:
        self.calls += 1
        reader = OntologyReader.open(self.folder)
        return not self.fails and reader is not None and write_base(self.folder, reader)


@pytest.fixture
def keeper(tmp_path: Path) -> Keeper:
    return Keeper(tmp_path)


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The documents that were read from the store."""
    found: list[str] = []
    one_graph = OntologyReader.graph
    monkeypatch.setattr(OntologyReader, "graph", lambda self, node: found.append(node) or one_graph(self, node))
    return found


def titles(graphs: Graphs) -> list[str]:
    graphs.refresh()
    graphs.wait()
    assert graphs.now is not None
    return list(graphs.now.titles[: graphs.now.kinds.tolist().count(DOCUMENT)])


def started(keeper: Keeper) -> Graphs:
    graphs = Graphs(keeper.folder)
    graphs.keep = keeper.keep
    return graphs


def test_many_documents_are_kept_once_and_never_read_again(writer: OntologyWriter, keeper: Keeper, read: list[str]):
    assert titles(started(keeper)) == list("abcd") and keeper.calls == 1
    read.clear()
    assert titles(started(keeper)) == list("abcd") and keeper.calls == 1
    assert not read


def test_few_documents_that_changed_are_read_here(writer: OntologyWriter, keeper: Keeper, read: list[str]):
    graphs = started(keeper)
    titles(graphs)
    read.clear()
    writer.replace(documents("b", "Other"), ["notes/d.md"])
    writer.stamp(2)
    assert titles(graphs) == ["a", "Other", "c"] and keeper.calls == 1
    assert titles(started(keeper)) == ["a", "Other", "c"] and keeper.calls == 1
    assert read == ["notes/b.md", "notes/b.md"]


def test_what_changed_little_by_little_is_kept_in_the_end(writer: OntologyWriter, keeper: Keeper):
    graphs = started(keeper)
    titles(graphs)
    for revision, name in enumerate("abc", 2):
        writer.replace(documents(name, f"new {name}"))
        writer.stamp(revision)
        titles(graphs)
    assert titles(graphs) == ["new a", "new b", "new c", "d"] and keeper.calls == 2
    assert graphs.revision == 4


def test_where_nothing_can_be_kept_the_store_is_read(writer: OntologyWriter, keeper: Keeper):
    keeper.fails = True
    graphs = started(keeper)
    assert titles(graphs) == list("abcd")
    writer.replace(documents("abcd", "new"))
    writer.stamp(2)
    assert titles(graphs) == ["new"] * 4 and keeper.calls == 1, "it is not tried at every change"


def test_a_graph_is_loaded_once_other_work_lets_it(writer: OntologyWriter, keeper: Keeper):
    graphs, is_free = started(keeper), threading.Event()

    def give_way() -> None:
        assert is_free.wait(60)

    graphs.give_way = give_way
    graphs.refresh()
    graphs.wait(0.05)
    assert graphs.now is None
    is_free.set()
    assert titles(graphs) == list("abcd")


def test_a_store_that_was_erased_is_read_anew(writer: OntologyWriter, keeper: Keeper):
    graphs = started(keeper)
    titles(graphs)
    writer.erase()
    writer.replace(documents("xyz"))
    writer.stamp(2)
    assert titles(graphs) == list("xyz") and keeper.calls == 2
