"""Looks into the graph of a real library."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pyoxigraph as ox
import pytest
import rdflib
from hypothesis import given
from hypothesis import strategies as st

from bookwheel.domain.errors import BadRequest, NotAllowed, NotFound
from bookwheel.domain.graph import ExploreAnswer, ExploreRequest, ExploreView, ExportRequest, NodeKind
from bookwheel.domain.search import EVERYTHING, Scope
from bookwheel.library.library import Library
from tests.library.conftest import Shelf

WHEEL = """---
title: The wheel
aliases: [rotary desk]
tags: [desk, tools/wheels]
author: Ada
supersedes: old.md
---
# The wheel

See [spokes](parts/spokes.md#ash) and [nothing](gone.md).

## History

Ramelli drew it; [[spokes]] hold it.
"""
SPOKES = "---\ntags: [desk]\n---\n# Spokes\n\nOf wood.\n\n## Ash\n\nAsh is light.\n"
OLD = "# Old wheel\n\nLong gone. See [hub](parts/hub.md).\n"
HUB = "# Hub\n\nThe [spokes](spokes.md) meet here.\n"
SECRET = "---\ntags: [desk, hush]\nauthor: Nemo\n---\n# Secret spokes\n\nSee [the wheel](../notes/wheel.md).\n"


@pytest.fixture
def library(shelf: Shelf, write: Callable[[Path, str, str], Path]) -> Library:
    notes, secret = shelf.add("notes"), shelf.add("secret")
    for path, text in {"wheel.md": WHEEL, "parts/spokes.md": SPOKES, "old.md": OLD, "parts/hub.md": HUB}.items():
        write(notes, path, text)
    write(secret, "plan.md", SECRET)
    shelf.index()
    library = shelf.library
    library.graphs.refresh()
    library.graphs.wait()
    return library


def look(library: Library, node: str, scope: Scope = EVERYTHING, **fields: object) -> ExploreAnswer:
    return library.explore(ExploreRequest(node, **fields), scope)  # type: ignore[arg-type]


def ids(answer: ExploreAnswer) -> list[str]:
    return [node.id for node in answer.nodes]


def test_a_neighbourhood_grows_with_its_hops_and_keeps_its_evidence(library: Library):
    near = look(library, "notes/wheel.md")
    assert ids(near)[0] == "notes/wheel.md"
    assert {"notes/parts/spokes.md", "notes/old.md", "tag:desk", "person:ada", "broken:notes/gone.md"} <= set(ids(near))
    link = next(edge for edge in near.edges if edge.relation == "linksTo" and edge.line == 10)
    assert (link.source, link.target, link.section) == (
        "notes/wheel.md",
        "notes/parts/spokes.md",
        "notes/wheel.md#the-wheel",
    )
    assert link.text == "spokes"
    far = look(library, "notes/wheel.md", hops=2, kinds=(NodeKind.DOCUMENT,))
    assert "notes/parts/hub.md" in ids(far)
    assert {node.kind for node in far.nodes} == {NodeKind.DOCUMENT}
    assert "notes/parts/hub.md" not in ids(near)
    only = look(library, "notes/wheel.md", relation="supersedes")
    assert ids(only) == ["notes/wheel.md", "notes/old.md"]
    assert (near.revision, near.graph_revision) == (library.revision, library.revision)


def test_details_say_what_a_document_has(library: Library):
    answer = look(library, "notes/wheel.md", hops=0)
    [node] = answer.nodes
    assert "sections" in node.detail and "out linksTo" in node.detail
    assert {edge.target for edge in answer.edges} >= {"tag:desk", "tag:tools/wheels", "person:ada", "collection:notes"}


@pytest.mark.parametrize(
    ("named", "node"),
    [
        ("notes/wheel.md#history", "notes/wheel.md#history"),
        ("The wheel", "notes/wheel.md"),
        ("rotary DESK", "notes/wheel.md"),
        ("Old wheel", "notes/old.md"),
        ("[[spokes]]", "notes/parts/spokes.md"),
        ("bookwheel://doc/notes/wheel.md#history", "notes/wheel.md#history"),
        ("urn:bookwheel:doc:notes/wheel.md", "notes/wheel.md"),
        ("urn:bookwheel:tag:tools/wheels", "tag:tools/wheels"),
        ("tag:Desk", "tag:desk"),
        ("tools/wheels", "tag:tools/wheels"),
        ("Ada", "person:ada"),
        ("collection:notes", "collection:notes"),
    ],
)
def test_a_node_is_found_by_what_people_call_it(library: Library, named: str, node: str):
    assert ids(look(library, named, hops=0)) == [node]


@pytest.mark.parametrize(
    ("named", "near"),
    [("tag:dusk", "tag:desk"), ("notes/weel.md", "notes/wheel.md"), ("The wheels", "notes/wheel.md")],
)
def test_an_unknown_node_is_refused_with_near_ones(library: Library, named: str, near: str):
    with pytest.raises(NotFound) as refused:
        look(library, named)
    assert near in refused.value.did_you_mean


def test_the_shortest_way_names_its_steps(library: Library):
    answer = look(library, "notes/old.md", to="tag:tools/wheels")
    assert answer.path == ("notes/old.md", "notes/wheel.md", "tag:tools/wheels")
    assert [edge.relation for edge in answer.edges] == ["supersedes", "hasTag"]
    nowhere = look(library, "notes/old.md", to="tag:hush", relation="broader")
    assert (nowhere.path, nowhere.nodes) == ((), ())
    assert "There is no path" in nowhere.notices[0]


def test_backlinks_come_with_the_words_that_link(library: Library):
    answer = look(library, "notes/parts/spokes.md", view=ExploreView.BACKLINKS)
    assert set(ids(answer)) == {"notes/parts/spokes.md", "notes/wheel.md", "notes/parts/hub.md"}
    assert {(edge.source, edge.line) for edge in answer.edges} == {
        ("notes/wheel.md#the-wheel", 10),
        ("notes/wheel.md#history", 14),
        ("notes/parts/hub.md#hub", 3),
    }


def test_a_relation_narrows_backlinks(library: Library):
    def back(node: str, relation: str) -> tuple[list[str], set[str], int]:
        answer = look(library, node, view=ExploreView.BACKLINKS, relation=relation)
        return ids(answer), {edge.relation for edge in answer.edges}, answer.total

    assert back("notes/old.md", "supersedes") == (["notes/old.md", "notes/wheel.md"], {"supersedes"}, 1)
    assert back("notes/parts/hub.md", "supersedes") == (["notes/parts/hub.md"], set(), 0)
    by_title = ["tag:desk", "secret/plan.md", "notes/parts/spokes.md", "notes/wheel.md"]
    assert back("tag:desk", "hasTag") == (by_title, {"hasTag"}, 3)


def test_related_documents_come_with_a_reason(library: Library):
    answer = look(library, "notes/wheel.md", view=ExploreView.RELATED)
    assert ids(answer)[1] == "notes/parts/spokes.md"
    assert "link" in answer.edges[0].text
    with pytest.raises(BadRequest):
        look(library, "tag:desk", view=ExploreView.RELATED)


def test_the_schema_counts_kinds_and_relations(library: Library):
    answer = look(library, "", level="schema")
    assert {node.id: node.weight for node in answer.nodes}["document"] == 5
    assert {edge.relation for edge in answer.edges} >= {"linksTo", "hasTag", "containsSection", "supersedes"}
    assert ids(look(library, "")) == ids(answer)


@pytest.mark.parametrize(
    "fields", [{"hops": 4}, {"hops": -1}, {"limit": 0}, {"relation": "linkTo"}, {"level": "x"}, {"limit": 5000}]
)
def test_what_is_out_of_range_is_refused(library: Library, fields: dict[str, object]):
    with pytest.raises(BadRequest):
        look(library, "notes/wheel.md", **fields)


NARROW = Scope(("notes",))


@given(
    st.sampled_from(["notes/wheel.md", "notes/wheel.md#history", "tag:desk", "notes/parts/spokes.md", ""]),
    st.sampled_from(list(ExploreView)),
    st.integers(0, 3),
    st.sampled_from(["", "notes/parts/hub.md", "collection:notes"]),
)
def test_a_narrow_scope_leaves_no_trace_of_the_rest(library: Library, node: str, view: ExploreView, hops: int, to: str):
    try:
        answer = look(library, node, NARROW, view=view, hops=hops, to=to if node else "")
    except BadRequest:
        return
    shown = repr((answer.nodes, answer.edges, answer.path, answer.notices))
    assert not any(word in shown.lower() for word in ("secret", "hush", "nemo", "plan.md"))


def test_counts_and_near_names_know_only_the_scope(library: Library):
    def weight(scope: Scope) -> float:
        return next(node.weight for node in look(library, "tag:desk", scope, hops=0).nodes)

    assert weight(EVERYTHING) == weight(NARROW) + 1
    schema = {node.id: node.weight for node in look(library, "", NARROW).nodes}
    assert (schema["document"], schema["collection"]) == (4, 1)
    for hidden in ("secret/plan.md", "tag:hush", "Nemo", "Secret spokes", "collection:secret", "tag:hussh"):
        with pytest.raises(NotFound) as refused:
            look(library, hidden, NARROW)
        assert not any("secret/" in near or "hush" in near for near in refused.value.did_you_mean)
    assert ids(look(library, "", Scope(()))) == []


def test_a_narrow_scope_has_no_whole_export(library: Library):
    with pytest.raises(NotAllowed):
        library.export(ExportRequest(), NARROW)
    with pytest.raises(NotFound):
        library.export(ExportRequest("secret"), NARROW)


def exported(library: Library, collection: str = "", format: str = "turtle", *, has_reifiers: bool = False) -> str:
    parts: list[str] = []
    request = ExportRequest(collection, format, has_reifiers=has_reifiers)
    while True:
        answer = library.export(request)
        parts.append(answer.content)
        if not answer.cursor:
            return "".join(parts)
        request = ExportRequest(collection, format, answer.cursor, has_reifiers)


@pytest.mark.parametrize("portion", [40, 1])
def test_every_format_says_the_same(library: Library, portion: int, monkeypatch: pytest.MonkeyPatch):
    from bookwheel.indexes.ontology import export  # noqa: PLC0415

    monkeypatch.setattr(export, "PORTION", portion)
    quads = set(ox.parse(exported(library, format="n-quads"), format=ox.RdfFormat.N_QUADS))
    linked = set(ox.parse(exported(library, format="json-ld"), format=ox.RdfFormat.JSON_LD))
    turtle = rdflib.Graph().parse(data=exported(library), format="turtle")
    assert len(quads) > 100
    assert linked == quads
    said = {(quad.subject.value, quad.predicate.value, quad.object.value) for quad in quads}
    assert {(str(s), str(p), str(o)) for s, p, o in turtle} == said
    json.loads(exported(library, format="json-ld"))


def test_an_export_looks_again_where_a_file_was_taken_away_meanwhile(library: Library, monkeypatch: pytest.MonkeyPatch):
    from bookwheel.indexes.ontology import export  # noqa: PLC0415

    opens, whole = iter(range(100)), exported(library)
    open_newest = export.open_newest

    def open_after_compaction(folder: Path) -> object:
        if next(opens) % 3 < 2:
            raise RuntimeError("No such file or directory: 000027.sst")
        return open_newest(folder)

    monkeypatch.setattr(export, "open_newest", open_after_compaction)
    assert exported(library) == whole


@pytest.mark.parametrize("format", ["turtle", "n-quads"])
def test_links_reify_what_they_are_evidence_of_when_it_is_asked_for(library: Library, format: str):
    kind = ox.RdfFormat.TURTLE if format == "turtle" else ox.RdfFormat.N_QUADS
    plain = {quad.triple for quad in ox.parse(exported(library, format=format), format=kind)}
    more = {quad.triple for quad in ox.parse(exported(library, format=format, has_reifiers=True), format=kind)}
    reifying = more - plain
    assert plain < more
    assert {triple.predicate.value for triple in reifying} == {"http://www.w3.org/1999/02/22-rdf-syntax-ns#reifies"}
    links = {triple.subject for triple in plain if triple.predicate.value == "urn:bookwheel:ontology#relation"}
    assert {triple.subject for triple in reifying} == links
    assert {triple.object for triple in reifying} <= plain  # what is reified is stated
    for other in ("json-ld", "graphml"):
        with pytest.raises(BadRequest):
            library.export(ExportRequest("", other, has_reifiers=True))


def test_an_export_of_one_collection_has_its_statements_alone(library: Library):
    text = exported(library, "notes")
    assert "The wheel" in text and "Ada" in text
    assert not any(word in text.lower() for word in ("secret", "hush", "nemo"))
    quads = ox.parse(exported(library, "notes", "n-quads"), format=ox.RdfFormat.N_QUADS)
    named = {quad.graph_name.value for quad in quads}
    assert named >= {"urn:bookwheel:doc:notes/wheel.md", "urn:bookwheel:tag:desk", "urn:bookwheel:tag:tools"}
    with pytest.raises(BadRequest):
        library.export(ExportRequest("notes", "xml"))


def test_a_library_without_a_graph_says_so(shelf: Shelf, write: Callable[[Path, str, str], Path]):
    write(shelf.add("notes"), "wheel.md", WHEEL)
    assert shelf.library.explore(ExploreRequest()).nodes == ()
    shelf.index()
    answer = shelf.library.explore(ExploreRequest("notes/wheel.md"))
    if not answer.nodes:
        assert "still being built" in answer.notices[0]
