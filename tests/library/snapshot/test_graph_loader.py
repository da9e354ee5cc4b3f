"""The graph that is loaded by what changed is the one that is loaded whole, whatever came before."""

from __future__ import annotations

import itertools
from dataclasses import replace
from pathlib import Path

import numpy as np
import pyoxigraph as ox
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bookwheel.domain.errors import IndexDamaged
from bookwheel.domain.history import Contributor, FileCommit, FileHistory
from bookwheel.domain.things import DOCUMENT, SECTION, Thing
from bookwheel.indexes.ontology import (
    Described,
    DescribedLink,
    DescribedManual,
    DescribedSection,
    DescribedStatement,
    OntologyReader,
    OntologyWriter,
)
from bookwheel.indexes.ontology.iris import doc_iri, node_iri
from bookwheel.library.snapshot import graph_loader
from bookwheel.library.snapshot.graph_additions import with_additions
from bookwheel.library.snapshot.graph_arrays import Graph
from bookwheel.library.snapshot.graph_base import open_base, write_base
from bookwheel.library.snapshot.graph_loader import GraphLoader
from bookwheel.library.snapshot.same_groups import find_joins
from bookwheel.library.snapshot.same_nodes import join_nodes

DOCS = ("notes/a.md", "notes/b#.md", "notes/c,.md", "other/d.md")
THINGS = ("term:jwt", "entity:team/blue", "person:ada", "term:c#")
AT = "2026-01-02T03:04:05Z"
WORDS = ("JWT", 'a "b", <c>\nd', "Ada")

_sections = st.lists(st.sampled_from(["one", "two", "üb er"]), unique=True, max_size=3)
_links = st.builds(
    DescribedLink,
    st.integers(0, 3),
    st.sampled_from(["", "supersedes"]),
    st.sampled_from(["x.md", "y z.md"]),
    st.sampled_from([*DOCS, ""]),
    st.sampled_from(["", "one", "gone"]),
    st.integers(1, 9),
    st.sampled_from(["", *WORDS]),
)
_statements = st.builds(
    DescribedStatement,
    st.integers(0, 3),
    st.sampled_from([DOCUMENT, SECTION, *THINGS]),
    st.sampled_from(["mentions", "defines", "coOccursWith"]),
    st.sampled_from([*THINGS, *DOCS]),
    st.integers(1, 9),
    st.sampled_from(WORDS),
    is_derived=st.booleans(),
)
_things = st.builds(
    Thing,
    st.sampled_from(THINGS),
    st.sampled_from(WORDS),
    st.lists(st.sampled_from(["T", "ada"]), max_size=2).map(tuple),
)
_commits = st.lists(st.sampled_from(["c1", "c2"]), unique=True, max_size=2).map(
    lambda hashes: FileHistory(
        *("a.md", "r", "notes", "main", 2, 1),
        tuple(FileCommit(hash, AT, "Ada", hash, ("v1",), ("side",)) for hash in hashes),
        (Contributor("Ada", "x1", 2, AT, ("A. L.",)),),
        (("d.md", 2),),
    )
)
_changes = st.tuples(
    st.sampled_from(DOCS),
    st.none()
    | st.fixed_dictionaries(
        {
            "title": st.sampled_from(WORDS),
            "tags": st.lists(st.sampled_from(["Oak", "oak", "wood/Oak", "WOOD"]), max_size=3),
            "aliases": st.lists(st.sampled_from(WORDS), max_size=1),
            "fields": st.lists(st.sampled_from([("author", "Ada"), ("owner", "Bo")]), max_size=2),
            "anchors": _sections,
            "links": st.lists(_links, max_size=3),
            "things": st.lists(_things, max_size=3),
            "statements": st.lists(_statements, max_size=3),
            "history": st.none() | _commits,
        }
    ),
)
_steps = st.lists(st.lists(_changes, min_size=1, max_size=3), min_size=1, max_size=6)


def described(doc: str, fields: dict[str, object]) -> Described:
    collection, _, path = doc.partition("/")
    anchors = fields.pop("anchors")
    assert isinstance(anchors, list)
    sections = [
        DescribedSection(anchor, 1, anchor.title(), -1, place, place, 3) for place, anchor in enumerate(anchors)
    ]
    return Described(doc, collection, path, sections=sections, **fields)  # type: ignore[arg-type]


MADE = ("named", "topics_named", "aliases_of", "degrees", "ends_walk")


def differences(one: Graph, other: Graph) -> list[str]:
    """The fields in which two graphs differ, and what is made of them."""
    found: list[str] = []
    for rows in ("fine", "rolled"):
        for part in ("offsets", "edges", "others"):
            if not np.array_equal(getattr(getattr(one, rows), part), getattr(getattr(other, rows), part)):
                found.append(f"{rows}.{part}")
    for name in (*Graph.__dataclass_fields__, *MADE):
        if name == "joined":
            continue
        mine, theirs = getattr(one, name), getattr(other, name)
        same = np.array_equal(mine, theirs) if isinstance(mine, np.ndarray) else mine == theirs
        if not same:
            found.append(f"{name}: {mine} {theirs}")
    return found


def read(folder: Path, loader: GraphLoader) -> Graph:
    reader = OntologyReader.open(folder)
    assert reader is not None
    try:
        return loader.load(reader)
    finally:
        reader.close()


def keep(folder: Path) -> bool:
    reader = OntologyReader.open(folder)
    assert reader is not None
    try:
        return write_base(folder, reader)
    finally:
        reader.close()


def read_kept(folder: Path) -> Graph:
    """The graph as what is kept on disk gives it, with what changed since."""
    reader = OntologyReader.open(folder)
    assert reader is not None
    try:
        base = open_base(folder, reader)
        assert base is not None
        if base.graph.statings == (reader.number, reader.statings):
            return with_additions(base.graph, reader)
        return base.loader.load(reader)
    finally:
        reader.close()


def joined(graph: Graph) -> Graph:
    return join_nodes(graph, find_joins(graph, ()))


@pytest.fixture
def numbers() -> itertools.count[int]:
    return itertools.count()


@settings(
    max_examples=settings().max_examples // 4,  # each opens a store some twenty times
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(steps=_steps)
def test_whatever_changed_the_graph_is_the_one_read_whole(
    steps: list[list[tuple[str, dict[str, object] | None]]], tmp_path: Path, numbers: itertools.count[int]
):
    folder = tmp_path / str(next(numbers))
    writer, loader = OntologyWriter(folder), GraphLoader()
    for revision, changes in enumerate(steps):
        said = {doc: described(doc, dict(fields)) for doc, fields in changes if fields is not None}
        gone = [doc for doc, fields in changes if fields is None and doc not in said]
        writer.replace(list(said.values()), gone)
        if revision % 2:
            tag, doc = node_iri("tag:oak"), node_iri(DOCS[0])
            writer.link([DescribedManual("l1", doc, tag, "is of", "", "the person", "2026-01-01T00:00:00Z")])
        writer.stamp(revision)
        whole = read(folder, GraphLoader())
        assert not differences(read(folder, loader), whole)
        if not revision % 3:
            assert keep(folder)
        mapped = read_kept(folder)
        assert not differences(mapped, whole)
        assert not differences(mapped.joined or joined(mapped), joined(whole))
    writer.close()


def test_only_what_changed_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    writer, loader = OntologyWriter(tmp_path / "graph"), GraphLoader()
    documents = [Described(f"notes/{name}.md", "notes", f"{name}.md", name, tags=[name]) for name in "abc"]
    writer.replace(documents)
    writer.stamp(1)
    read(tmp_path / "graph", loader)
    asked: list[str] = []
    one_graph = OntologyReader.graph
    monkeypatch.setattr(OntologyReader, "graph", lambda self, node: asked.append(node) or one_graph(self, node))
    writer.replace([replace(documents[1], title="Other", tags=["b", "new"])], ["notes/c.md"])
    writer.stamp(2)
    graph = read(tmp_path / "graph", loader)
    assert asked == ["notes/b.md", "tag:new"]
    assert graph.titles[:2] == ["a", "Other"] and "tag:c" not in graph.number_of
    writer.replace([replace(documents[1], title="Other", tags=["b", "new"])])
    writer.stamp(3)
    assert read(tmp_path / "graph", loader).revision == 3
    assert asked == ["notes/b.md", "tag:new"], "what is stated again as it was is not read"
    writer.close()


def test_a_document_that_is_stated_in_part_is_no_part_of_the_graph(tmp_path: Path):
    """One killed between the statements and their sign: the next writer states the document again."""
    writer, loader = OntologyWriter(tmp_path), GraphLoader()
    writer.replace([Described("notes/a.md", "notes", "a.md", "A")])
    writer.stamp(1)
    writer.replace([Described("notes/b.md", "notes", "b.md", "B")])
    writer._unsign(ox.NamedNode(doc_iri("notes/b.md")))
    writer.stamp(2)
    assert read(tmp_path, loader).ids[:1] == ["notes/a.md"]
    writer.replace([Described("notes/b.md", "notes", "b.md", "B")])
    writer.stamp(3)
    assert read(tmp_path, loader).ids[:2] == ["notes/a.md", "notes/b.md"]
    writer.close()


def test_after_damage_everything_is_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    writer, loader = OntologyWriter(tmp_path), GraphLoader()
    writer.replace([Described("notes/a.md", "notes", "a.md", "A"), Described("notes/b.md", "notes", "b.md", "B")])
    writer.stamp(1)
    read(tmp_path, loader)
    writer.replace([Described("notes/a.md", "notes", "a.md", "C", tags=["x"])])
    writer.stamp(2)

    def fail(_self: OntologyReader, _node: str) -> None:
        raise IndexDamaged("torn")

    with monkeypatch.context() as patched:
        patched.setattr(OntologyReader, "graph", fail)
        with pytest.raises(IndexDamaged):
            read(tmp_path, loader)
    graph = read(tmp_path, loader)
    assert not differences(graph, read(tmp_path, GraphLoader())) and graph.titles[:2] == ["C", "B"]
    writer.close()


def test_keys_that_nothing_uses_are_let_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(graph_loader, "SPARE_KEYS", 20)
    writer, loader = OntologyWriter(tmp_path), GraphLoader()
    for revision in range(30):
        tags = [f"t{revision}-{place}" for place in range(5)]
        writer.replace([Described("notes/a.md", "notes", "a.md", "A", tags=tags)])
        writer.stamp(revision)
        graph = read(tmp_path, loader)
        assert len(loader.keys.ids) < 60
        assert not differences(graph, read(tmp_path, GraphLoader()))
    writer.close()
