"""Topics as nodes of the graph: found, walked, exported and asked for, and hidden from who sees no whole collection."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bookwheel.domain.browse import BrowseRequest, View
from bookwheel.domain.errors import NotFound
from bookwheel.domain.graph import ContextRequest, ExploreRequest, ExploreView, ExportRequest, NodeKind
from bookwheel.domain.indexing import Command, Verb
from bookwheel.domain.search import EVERYTHING, Filter, Scope
from bookwheel.domain.topics import StatedTopic, StatedTopics, Topic, TopicOrigin, TopicTree
from bookwheel.indexes.ontology import (
    Described,
    DescribedLink,
    DescribedSection,
    OntologyReader,
    OntologyWriter,
    topic_statements,
    topics_graph,
)
from bookwheel.library.graph.traversal import shortest_path
from bookwheel.library.graph.visible_statements import visible_part
from bookwheel.library.library import Library
from bookwheel.library.snapshot.graph_additions import with_additions
from bookwheel.library.snapshot.graph_arrays import TOPIC, Graph
from bookwheel.library.snapshot.graph_loader import load_graph
from bookwheel.library.snapshot.narrowed_graph import narrow
from bookwheel.library.topics.stated_topics import stated_topics
from tests.library.conftest import Shelf

TREE = TopicTree(
    (
        Topic("k1", "", "Wooden boats", is_given=True),
        Topic("k2", "k1", "Sails and masts"),
        Topic("k3", "", "Quiet plans", is_renamed=True),
        Topic("k4", "", "Laid aside", is_hidden=True),
        Topic("k5", "k2", "Ropes", is_hidden=True),
    ),
    {"one.md": "k2", "two.md": "k2", "three.md": "k5", "plan.md": "k3", "aside.md": "k4"},
    stated={"one.md": ("k3",)},
)
OTHER = TopicTree((Topic("o1", "", "Undersea"),), {"deep.md": "o1"})
CUT = Scope(filters=(Filter("path", ("plan.md",), True),))
SECRETS = ("k1", "k2", "k3", "wooden boats", "sails", "quiet plans", "hastopic", "o1", "undersea")


@pytest.fixture
def library(shelf: Shelf, write: Callable[[Path, str, str], Path]) -> Library:
    root, other = shelf.add("notes"), shelf.add("other")
    for path in TREE.of:
        write(root, path, f"# {path.removesuffix('.md').title()}\n\nWords about it.\n")
    write(other, "deep.md", "# Deep\n\nWords of the sea.\n")
    write(other, "shallow.md", "# Shallow\n\nWords of the sea.\n")
    topics = (stated_topics("notes", TREE), stated_topics("other", OTHER))
    shelf.index(Command(Verb.TOPICS, topics=topics), Command(Verb.SCAN))
    shelf.library.graphs.refresh()
    shelf.library.graphs.wait()
    return shelf.library


def titles(library: Library, node: str, scope: Scope = EVERYTHING, **asked: object) -> set[str]:
    answer = library.explore(ExploreRequest(node, **asked), scope)  # pyright: ignore[reportArgumentType]
    return {one.title for one in answer.nodes}


def test_hidden_topics_are_not_stated_and_their_documents_are_of_the_next_broader_one() -> None:
    stated = stated_topics("notes", TREE)
    assert [(one.label, one.origin) for one in stated.topics] == [
        ("Wooden boats", TopicOrigin.GIVEN), ("Sails and masts", TopicOrigin.DISCOVERED),
        ("Quiet plans", TopicOrigin.PERSON),
    ]  # fmt: skip
    assert stated.of == (
        ("one.md", "k2"), ("one.md", "k3"), ("plan.md", "k3"), ("three.md", "k2"), ("two.md", "k2"),
    )  # fmt: skip


def test_a_topic_is_found_by_its_name_and_walked_from(library: Library) -> None:
    assert titles(library, "wooden boats") == {"Wooden boats", "Sails and masts"}
    assert titles(library, "topic:notes/k2") == {"Sails and masts", "Wooden boats", "One", "Two", "Three"}
    assert titles(library, "sails", view=ExploreView.NEIGHBOURS) == {"Sails and masts"}  # by a part of its name
    assert "Sails and masts" in titles(library, "notes/one.md")
    assert {"Two", "Three"} <= titles(library, "notes/one.md", hops=2)
    assert titles(library, "notes/aside.md") == {"Aside", "notes"}


def test_stats_context_and_related_documents_know_topics(library: Library) -> None:
    rows = library.browse(BrowseRequest(View.SCHEMA)).values
    counts = {(one.field, one.value): one.count for one in rows}
    assert counts["class", "topic"] == 4 and counts["relation", "hasTopic"] == 6
    listed = library.browse(BrowseRequest(View.TOPICS)).values
    assert [(one.value, one.count) for one in listed] == [
        ("Sails and masts", 3), ("Wooden boats", 3), ("Quiet plans", 2), ("Undersea", 1),
    ]  # fmt: skip
    assert not library.browse(BrowseRequest(View.TOPICS), CUT).values[1:]
    facts = [fact.sentence for fact in library.context(ContextRequest("What of quiet plans?")).facts]
    assert "“Quiet plans” is a topic." in facts
    assert any(said.startswith("“Quiet plans” is the topic of ") and "“Plan”" in said for said in facts)
    related = library.explore(ExploreRequest("notes/two.md", view=ExploreView.RELATED))
    assert {edge.target: edge.text for edge in related.edges} == {
        "notes/one.md": "same topic Sails and masts", "notes/three.md": "same topic Sails and masts",
    }  # fmt: skip
    assert all(edge.weight < 0.2 for edge in related.edges)


@pytest.mark.parametrize("format", ["turtle", "n-quads", "json-ld", "graphml", "gexf"])
def test_an_export_has_the_topics_of_its_collections(library: Library, format: str) -> None:
    notes, everything = (library.export(ExportRequest(slug, format)).content for slug in ("notes", ""))
    assert "Quiet plans" in notes and "Undersea" not in notes
    assert "Quiet plans" in everything and "Undersea" in everything


def test_topics_follow_without_any_document(library: Library, shelf: Shelf) -> None:
    before = library.graphs.now
    fewer = StatedTopics("notes", (StatedTopic("k3", "Renamed", "", TopicOrigin.PERSON),), (("plan.md", "k3"),))
    shelf.index(Command(Verb.TOPICS, topics=(fewer, stated_topics("other", OTHER))))
    library.graphs.refresh()
    library.graphs.wait()
    graph = library.graphs.now
    assert before is not None and graph is not None and graph is not before
    assert graph.statings == before.statings  # the documents were not stated anew
    assert [graph.titles[node] for node, kind in enumerate(graph.kinds) if kind == TOPIC] == ["Renamed", "Undersea"]
    assert titles(library, "Renamed") == {"Renamed", "Plan"}
    shelf.collections = tuple(one for one in shelf.collections if one.slug != "notes")
    shelf.index(Command(Verb.TOPICS, topics=(fewer, stated_topics("other", OTHER))), Command(Verb.FORGET, "notes"))
    library.graphs.refresh()
    library.graphs.wait()
    assert titles(library, "Undersea") == {"Undersea", "Deep"}
    with pytest.raises(NotFound):
        library.explore(ExploreRequest("Renamed"))


def test_who_sees_a_part_of_a_collection_learns_nothing_of_its_topics(library: Library, shelf: Shelf) -> None:
    cut = Scope(("notes",), filters=CUT.filters)
    for scope in (cut, Scope(("other",), filters=(Filter("path", ("shallow.md",), True),))):
        snapshot, graph = library.looked(scope)
        assert snapshot is not None and graph is not None
        assert not (graph.kinds == TOPIC).any()
        told = visible_part(graph, snapshot, shelf.paths.ontology).text().lower()
        schema = str(library.explore(ExploreRequest(), scope)).lower()
        facts = str(library.context(ContextRequest("quiet plans and undersea"), scope).facts).lower()
        assert not [word for word in SECRETS if word in told or word in schema or word in facts]
        assert not library.explore(ExploreRequest("notes/one.md", view=ExploreView.RELATED), cut).edges
        for name in ("topic:notes/k1", "Wooden boats", "quiet plans", "wood", "topic:other/o1", "undersea"):
            with pytest.raises(NotFound) as caught:
                library.explore(ExploreRequest(name), scope)
            assert "topic" not in str(caught.value.did_you_mean)


def test_who_sees_one_collection_whole_sees_its_topics_alone(library: Library, shelf: Shelf) -> None:
    scope = Scope(("other",))
    snapshot, graph = library.looked(scope)
    assert snapshot is not None and graph is not None
    assert titles(library, "undersea", scope) == {"Undersea", "Deep"}
    told = visible_part(graph, snapshot, shelf.paths.ontology).text()
    assert "urn:bookwheel:topic:other/o1" in told and '"Undersea"' in told and "hasTopic" in told
    assert "topic:notes" not in told and "Quiet" not in told
    with pytest.raises(NotFound):
        library.explore(ExploreRequest("Quiet plans"), scope)


def _described(collection: str, number: int, links: list[tuple[int, int]]) -> Described:
    doc, sections = f"{collection}/{number}", [DescribedSection("s", 1, "S", -1, 1, 2, 1)]
    to = [DescribedLink(0, "", "", f"{collection}/{end}", "s", 1, "w") for start, end in links if start == number]
    return Described(doc, collection, str(number), str(number), sections=sections, links=to)


def _graph(folder: Path, links: list[tuple[int, int]], topics: dict[str, StatedTopics], docs: list[str]) -> Graph:
    writer = OntologyWriter(folder)
    writer.replace([_described(doc[0], int(doc[2:]), links) for doc in docs])
    paths = {slug: {doc[2:] for doc in docs if doc[0] == slug} for slug in topics}
    writer.state_topics({topics_graph(slug): topic_statements(one, paths[slug]) for slug, one in topics.items()})
    writer.stamp(1)
    reader = OntologyReader.open(folder)
    assert reader is not None
    graph = load_graph(reader)
    again = with_additions(graph, reader)
    assert again.ids == graph.ids and again.sources.tolist() == graph.sources.tolist()
    reader.close()
    writer.close()
    return graph


def _topics(slug: str, members: list[int]) -> StatedTopics:
    topics = (
        StatedTopic("a", f"A of {slug}", "", TopicOrigin.DISCOVERED),
        StatedTopic("b", f"B of {slug}", "a", TopicOrigin.GIVEN),
    )
    return StatedTopics(slug, topics, tuple((str(number), "ab"[number % 2]) for number in members))


@settings(max_examples=settings().max_examples // 3)  # each makes two stores
@given(
    shown=st.sets(st.sampled_from([f"{slug}/{number}" for slug in "mn" for number in range(5)])),
    members=st.lists(st.integers(0, 6), unique=True),
    links=st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), max_size=8),
    told=st.sets(st.sampled_from("mn")),
)
def test_a_scope_shows_topics_of_whole_collections_and_the_rest_leaves_no_trace(
    tmp_path_factory: pytest.TempPathFactory,
    shown: set[str],
    members: list[int],
    links: list[tuple[int, int]],
    told: set[str],
) -> None:
    docs = [f"{slug}/{number}" for slug in "mn" for number in range(5)]
    graph = _graph(tmp_path_factory.mktemp("all"), links, {slug: _topics(slug, members) for slug in "mn"}, docs)
    slugs = {doc[0] for doc in shown}
    part = narrow(graph, graph.shown_by(sorted(shown), sorted(slugs), told))
    whole = {slug for slug in told if all(f"{slug}/{number}" in shown for number in range(5))}
    topics = {slug: _topics(slug, members) for slug in whole}
    alone = _graph(tmp_path_factory.mktemp("part"), links, topics, sorted(shown))
    for kept in (part, alone):
        assert {node.partition(":")[2][0] for node in kept.ids if node.startswith("topic:")} <= whole
    edges = [
        sorted(
            (kept.ids[int(source)], kept.relation(edge), kept.ids[int(target)])
            for edge, (source, target) in enumerate(zip(kept.sources, kept.targets, strict=True))
            if kept.relation(edge) in ("hasTopic", "broader")
        )
        for kept in (part, alone)
    ]
    assert edges[0] == edges[1]
    names = [
        sorted(kept.titles[node] for node in range(len(kept.ids)) if kept.kinds[node] == TOPIC)
        for kept in (part, alone)
    ]
    assert names[0] == names[1]


def test_a_way_leads_through_a_topic_only_where_nothing_nearer_joins(tmp_path: Path) -> None:
    topics = {"m": _topics("m", [0, 2, 4, 6])}
    docs = [f"m/{number}" for number in range(9)]
    graph = _graph(tmp_path / "near", [(0, 1), (1, 2)], topics, docs)
    by_link, by_topic = (shortest_path(graph, 0, graph.find(end), shown=None) for end in ("m/2", "m/6"))
    assert by_link is not None and [node.id for node in by_link.nodes] == ["m/0", "m/1", "m/2"]
    assert by_topic is not None and [node.id for node in by_topic.nodes] == ["m/0", "topic:m/a", "m/6"]
    many = [f"m/{number}" for number in range(0, 120, 2)]
    large = _graph(tmp_path / "far", [], {"m": _topics("m", list(range(0, 120, 2)))}, many)
    assert shortest_path(large, large.find("m/0"), large.find("m/6"), shown=None) is None
    assert graph.kind(graph.find("topic:m/a")) is NodeKind.TOPIC
