"""The child that keeps the graph on disk."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import bookwheel
from bookwheel import paths
from bookwheel.indexes.ontology import Described, OntologyReader, OntologyWriter
from bookwheel.library.snapshot.graph_base import open_base
from bookwheel.paths import LibraryPaths
from bookwheel.service.workers.graph_keeper import GraphKeeper


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> LibraryPaths:
    monkeypatch.setenv("PYTHONPATH", str(Path(bookwheel.__file__).parents[1]))
    places = paths.library(tmp_path / "library")
    places.root.mkdir()
    return places


def keeper(library: LibraryPaths) -> GraphKeeper:
    command = [sys.executable, "-m", "bookwheel", "child", "graph", "--library", str(library.root)]
    return GraphKeeper(command, library.log)


def test_the_child_keeps_the_graph_of_the_store(library: LibraryPaths):
    writer = OntologyWriter(library.ontology)
    writer.replace([Described("notes/a.md", "notes", "a.md", "A")])
    writer.stamp(7)
    assert keeper(library).keep()
    reader = OntologyReader.open(library.ontology)
    assert reader is not None
    base = open_base(library.ontology, reader)
    assert base is not None and base.graph.revision == 7
    writer.close()


def test_without_a_store_nothing_is_kept(library: LibraryPaths):
    assert not keeper(library).keep()


def test_once_closed_it_starts_no_child(library: LibraryPaths):
    closed = GraphKeeper(["no-such-program"], library.log)
    closed.close()
    assert not closed.keep()
