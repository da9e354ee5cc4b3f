"""What is kept of the graph on disk: it is used where it fits the store, and made anew where it does not."""

from __future__ import annotations

from pathlib import Path

import pytest

from bookwheel.indexes.ontology import Described, DescribedSection, OntologyReader, OntologyWriter, graph_files
from bookwheel.library.snapshot import graph_base
from bookwheel.library.snapshot.graph_arrays import Graph
from bookwheel.library.snapshot.graph_base import open_base, write_base
from bookwheel.library.snapshot.graph_loader import load_graph


@pytest.fixture
def writer(tmp_path: Path) -> OntologyWriter:
    made = OntologyWriter(tmp_path)
    sections = [DescribedSection("one", 1, "Section of a", -1, 1, 2, 3)]
    made.replace([Described("notes/a.md", "notes", "a.md", "First", sections=sections, tags=["Oak"])])
    made.replace([Described("notes/b.md", "notes", "b.md", "Zanzibar", tags=["oak"], aliases=["Unguja"])])
    made.stamp(1)
    return made


def reader_of(folder: Path) -> OntologyReader:
    reader = OntologyReader.open(folder)
    assert reader is not None
    return reader


def kept(folder: Path) -> Graph | None:
    base = open_base(folder, reader_of(folder))
    return None if base is None else base.graph


def content(folder: Path) -> bytes:
    (path,) = graph_files(folder, reader_of(folder).number)
    return path.read_bytes()


def test_the_graph_is_the_one_of_the_store(writer: OntologyWriter, tmp_path: Path):
    assert kept(tmp_path) is None
    assert write_base(tmp_path, reader_of(tmp_path))
    graph, whole = kept(tmp_path), load_graph(reader_of(tmp_path))
    assert graph is not None
    assert (graph.revision, graph.statings) == (whole.revision, whole.statings)
    assert list(graph.ids) == list(whole.ids) and list(graph.titles) == list(whole.titles)
    assert dict(graph.named) == dict(whole.named) and dict(graph.number_of) == dict(whole.number_of)


def test_only_what_changed_is_read_again(writer: OntologyWriter, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    write_base(tmp_path, reader_of(tmp_path))
    asked: list[str] = []
    one_graph = OntologyReader.graph
    monkeypatch.setattr(OntologyReader, "graph", lambda self, node: asked.append(node) or one_graph(self, node))
    writer.replace([Described("notes/b.md", "notes", "b.md", "Pemba", tags=["oak"])])
    writer.stamp(2)
    assert write_base(tmp_path, reader_of(tmp_path))
    graph = kept(tmp_path)
    assert graph is not None and list(graph.titles[:2]) == ["First", "Pemba"]
    assert asked == ["notes/b.md"] and len(graph_files(tmp_path, 1)) == 1


def test_no_word_that_nothing_says_any_more_is_kept(writer: OntologyWriter, tmp_path: Path):
    write_base(tmp_path, reader_of(tmp_path))
    assert b"Zanzibar" in content(tmp_path) and b"notes/b.md" in content(tmp_path)
    writer.replace([], ["notes/b.md"])
    writer.stamp(2)
    write_base(tmp_path, reader_of(tmp_path))
    for word in (b"Zanzibar", b"zanzibar", b"Unguja", b"notes/b.md"):
        assert word not in content(tmp_path)


def test_a_store_that_is_erased_takes_its_graph_with_it(writer: OntologyWriter, tmp_path: Path):
    reader = reader_of(tmp_path)
    write_base(tmp_path, reader)
    (tmp_path / "1.9.graph.new").write_bytes(b"Zanzibar")
    writer.erase()
    assert not list(tmp_path.glob("*.graph*"))
    assert not write_base(tmp_path, reader)
    assert not list(tmp_path.glob("*.graph*"))


@pytest.mark.parametrize("size", [0, 5, 100, -100])
def test_a_torn_file_is_made_anew(writer: OntologyWriter, tmp_path: Path, size: int):
    write_base(tmp_path, reader_of(tmp_path))
    (path,) = graph_files(tmp_path, 1)
    path.write_bytes(path.read_bytes()[:size])
    assert kept(tmp_path) is None
    assert write_base(tmp_path, reader_of(tmp_path))
    assert kept(tmp_path) is not None and path not in graph_files(tmp_path, 1)


def test_a_file_of_another_layout_is_not_read(writer: OntologyWriter, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    write_base(tmp_path, reader_of(tmp_path))
    monkeypatch.setattr(graph_base, "LAYOUT", graph_base.LAYOUT + 1)
    assert kept(tmp_path) is None


def test_a_file_of_another_library_is_not_read(writer: OntologyWriter, tmp_path: Path):
    other = OntologyWriter(tmp_path / "other")
    other.replace([Described("notes/a.md", "notes", "a.md", "Foreign")])
    other.replace([])
    other.stamp(1)
    write_base(tmp_path / "other", reader_of(tmp_path / "other"))
    (path,) = graph_files(tmp_path / "other", 1)
    (tmp_path / path.name).write_bytes(path.read_bytes())
    assert kept(tmp_path) is None


def test_where_nothing_can_be_written_the_store_is_still_read(
    writer: OntologyWriter, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    def refuse(*_: object) -> None:
        raise PermissionError(13, "denied")

    monkeypatch.setattr(graph_base.array_file, "write", refuse)
    assert not write_base(tmp_path, reader_of(tmp_path))
    assert kept(tmp_path) is None
