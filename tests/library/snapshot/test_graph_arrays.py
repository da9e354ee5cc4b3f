"""The graph in memory: near nodes, shortest ways, backlinks, related documents, and what a scope shows of them."""

from __future__ import annotations

from collections import deque

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bookwheel.domain.graph import NodeKind
from bookwheel.domain.indexing import Command, Verb
from bookwheel.indexes.ontology import Described, DescribedLink, DescribedSection, OntologyReader, OntologyWriter
from bookwheel.library.graph.traversal import Walked, backlinks, neighbourhood, related, shortest_path
from bookwheel.library.snapshot.graph_arrays import Graph
from bookwheel.library.snapshot.graph_loader import load_graph
from tests.library.conftest import Shelf


def graph_of(shelf: Shelf) -> Graph:
    shelf.library.graphs.refresh()
    shelf.library.graphs.wait()
    graph = shelf.library.graphs.now
    assert graph is not None
    return graph


def ids(walked: Walked | None) -> list[str]:
    assert walked is not None
    return [node.id for node in walked.nodes]


@pytest.fixture
def graph(shelf, write) -> Graph:
    root = shelf.add()
    write(
        root,
        "a.md",
        "---\ntype: guide\ntags: [wheel, desk]\nauthor: Ada\ncategory: x/y\n---\n# A\n\n## Deep\n\n[to b](b.md#one)\n",
    )
    write(
        root, "b.md", "---\ntags: [wheel]\nsupersedes: c.md\n---\n# B\n\n## One\n\ntext\n\n## Two\n\n[[a]] [[lost]]\n"
    )
    write(root, "c.md", "# C\n\n[b](b.md)\n")
    write(root, "far.md", "---\ntags: [desk]\n---\n# Far\n")
    write(root, "alone.md", "# Alone\n")
    other = shelf.add("secret")
    write(other, "s.md", "---\ntags: [wheel, hidden]\nauthor: Eve\n---\n# S\n")
    shelf.index()
    return graph_of(shelf)


def test_a_document_lies_near_what_its_sections_link_to(graph):
    near = neighbourhood(graph, graph.find("notes/a.md"), hops=1, shown=None)
    assert set(ids(near)) == {
        "notes/a.md", "notes/b.md", "tag:wheel", "tag:desk", "person:ada", "category:x/y", "type:guide",
        "collection:notes",
    }  # fmt: skip
    assert ids(near)[0] == "notes/a.md"
    assert {node.hops for node in near.nodes[1:]} == {1}
    (link,) = [edge for edge in near.edges if edge.relation == "linksTo" and edge.source == "notes/a.md"]
    assert (link.target, link.section, link.line, link.text) == ("notes/b.md", "notes/a.md#deep", 11, "to b")


def test_a_section_lies_near_sections(graph):
    near = neighbourhood(graph, graph.find("notes/b.md#one"), hops=1, shown=None)
    assert set(ids(near)) == {"notes/b.md#one", "notes/b.md#b", "notes/a.md#deep"}
    (above,) = [node for node in near.nodes if node.id == "notes/b.md#b"]
    assert (above.kind, above.doc, above.title, above.detail) == (NodeKind.SECTION, "notes/b.md", "B", "B")


def test_walks_can_be_held_to_a_relation_a_kind_and_a_number(graph):
    start = graph.find("notes/a.md")
    assert set(ids(neighbourhood(graph, start, hops=2, shown=None, relation="hasTag"))) == {
        "notes/a.md", "tag:wheel", "tag:desk", "notes/b.md", "notes/far.md", "secret/s.md",
    }  # fmt: skip
    only = neighbourhood(graph, start, hops=3, shown=None, kinds=(NodeKind.DOCUMENT,))
    assert set(ids(only)) == {"notes/a.md", "notes/b.md", "notes/c.md"}
    sections = neighbourhood(graph, start, hops=3, shown=None, relation="partOf")
    assert set(ids(sections)) == {"notes/a.md", "notes/a.md#a", "notes/a.md#deep"}
    few = neighbourhood(graph, start, hops=2, shown=None, limit=3)
    assert (len(few.nodes), few.total > 3) == (3, True)
    assert {end for edge in few.edges for end in (edge.source, edge.target)} <= set(ids(few))
    assert ids(neighbourhood(graph, start, hops=0, shown=None)) == ["notes/a.md"]
    assert ids(neighbourhood(graph, start, hops=2, shown=None, relation="nonsense")) == ["notes/a.md"]


def test_collections_and_types_are_no_way_between_documents(graph):
    assert shortest_path(graph, graph.find("notes/alone.md"), graph.find("notes/a.md"), shown=None) is None
    assert "notes/alone.md" not in ids(neighbourhood(graph, graph.find("notes/a.md"), hops=3, shown=None))
    assert "notes/alone.md" in ids(neighbourhood(graph, graph.find("collection:notes"), hops=1, shown=None))


def test_the_shortest_way_names_its_nodes_and_edges_in_order(graph):
    path = shortest_path(graph, graph.find("notes/c.md"), graph.find("notes/far.md"), shown=None)
    assert ids(path) == ["notes/c.md", "notes/b.md", "notes/a.md", "tag:desk", "notes/far.md"]
    assert path is not None
    assert [edge.relation for edge in path.edges][2:] == ["hasTag", "hasTag"]
    assert ids(shortest_path(graph, 0, 0, shown=None)) == [graph.ids[0]]


def test_backlinks_say_where_a_document_is_referred_to(graph):
    found = backlinks(graph, graph.find("notes/b.md"), shown=None)
    assert ids(found) == ["notes/b.md", "notes/a.md", "notes/c.md"]
    assert [(edge.source, edge.relation, edge.line) for edge in found.edges] == [
        ("notes/a.md#deep", "linksTo", 11),
        ("notes/c.md#c", "linksTo", 3),
    ]
    to_section = backlinks(graph, graph.find("notes/b.md#one"), shown=None)
    assert ids(to_section) == ["notes/b.md#one", "notes/a.md"]
    assert [edge.relation for edge in backlinks(graph, graph.find("notes/c.md"), shown=None).edges] == ["supersedes"]
    assert ids(backlinks(graph, graph.find("Tag:WHEEL".lower()), shown=None))[1:] == [
        "notes/a.md", "notes/b.md", "secret/s.md",
    ]  # fmt: skip
    broken = graph.find("broken:notes/lost")
    assert [edge.section for edge in backlinks(graph, broken, shown=None).edges] == ["notes/b.md#two"]


def test_related_documents_come_with_the_reason(graph):
    found = related(graph, graph.find("notes/a.md"), shown=None)
    assert ids(found)[:2] == ["notes/a.md", "notes/b.md"]
    first = found.edges[0]
    assert (first.relation, first.target) == ("relatedTo", "notes/b.md")
    assert "linked both ways (2)" in first.text
    assert "same tag wheel" in first.text
    assert [edge.weight for edge in found.edges] == sorted((edge.weight for edge in found.edges), reverse=True)
    assert "notes/alone.md" not in ids(found)
    desk, wheel = (
        next(edge.weight for edge in found.edges if edge.target == doc) for doc in ("notes/far.md", "secret/s.md")
    )
    assert desk > wheel  # the rarer tag says more


def documents(graph, begin: str = "") -> list[str]:
    return [one for node, one in enumerate(graph.ids) if graph.owner[node] == node and one.startswith(begin)]


def test_what_a_scope_hides_is_neither_seen_nor_walked_through(graph):
    shown = graph.shown_by(documents(graph, "notes/"), ("notes",))
    hidden = {"secret/s.md", "secret/s.md#s", "tag:hidden", "person:eve", "collection:secret"}
    assert {node for number, node in enumerate(graph.ids) if not shown[number]} == hidden
    near = neighbourhood(graph, graph.find("tag:wheel"), hops=3, shown=shown)
    assert not hidden & set(ids(near))
    assert not hidden & set(ids(backlinks(graph, graph.find("tag:wheel"), shown=shown)))
    assert not hidden & set(ids(related(graph, graph.find("notes/a.md"), shown=shown)))
    assert graph.shown_by(documents(graph), ("notes", "secret")).all()
    only = graph.shown_by(documents(graph, "secret/"), ("secret",))
    assert shortest_path(graph, graph.find("tag:wheel"), graph.find("tag:desk"), shown=only) is None


def test_a_label_is_shown_by_a_narrower_one(graph):
    shown = graph.shown_by(documents(graph, "notes/"), ("notes",))
    assert shown[graph.find("category:x")]
    assert shown[graph.find("category:x/y")]


def test_the_graph_follows_the_ontology(shelf, write):
    root = shelf.add()
    write(root, "a.md", "# A\n\n[[b]]\n")
    shelf.index()
    first = graph_of(shelf)
    write(root, "b.md", "# B\n")
    shelf.index()
    second = graph_of(shelf)
    assert second.revision == shelf.revision > first.revision
    assert first.find("notes/b.md") == -1
    assert ids(backlinks(second, second.find("notes/b.md"), shown=None)) == ["notes/b.md", "notes/a.md"]
    shelf.collections = ()
    shelf.index(Command(Verb.FORGET, "notes"))
    assert graph_of(shelf).find("notes/b.md") == -1


def test_a_link_to_a_heading_that_has_gone_leads_to_its_document(shelf, write):
    root = shelf.add()
    write(root, "a.md", "# A\n\n[x](b.md#one)\n")
    write(root, "b.md", "# B\n\n## One\n")
    shelf.index()
    write(root, "b.md", "# B\n\n## Other\n")
    shelf.index()
    graph = graph_of(shelf)
    assert ids(backlinks(graph, graph.find("notes/b.md"), shown=None)) == ["notes/b.md", "notes/a.md"]


@given(links=st.lists(st.tuples(st.integers(0, 11), st.integers(0, 11)), max_size=30), hops=st.integers(1, 3))
def test_walks_agree_with_a_plain_search(tmp_path_factory, links: list[tuple[int, int]], hops: int) -> None:
    folder = tmp_path_factory.mktemp("walk")
    writer = OntologyWriter(folder)
    writer.replace(
        [
            Described(
                f"n/{number}",
                "n",
                str(number),
                str(number),
                sections=[DescribedSection("s", 1, "S", -1, 1, 2, 1)],
                links=[DescribedLink(0, "", "", f"n/{to}", "s", 1, "w") for of, to in links if of == number],
            )
            for number in range(12)
        ]
    )
    writer.stamp(1)
    reader = OntologyReader.open(folder)
    assert reader is not None
    graph = load_graph(reader)
    reader.close()
    writer.close()
    near = {number: set[int]() for number in range(12)}
    for of, to in links:
        near[of].add(to)
        near[to].add(of)
    distance = {0: 0}
    queue = deque([0])
    while queue:
        here = queue.popleft()
        for other in near[here] - distance.keys():
            distance[other] = distance[here] + 1
            queue.append(other)
    found = neighbourhood(graph, graph.find("n/0"), hops=hops, shown=None, relation="linksTo", limit=99)
    assert {node.id: node.hops for node in found.nodes} == {
        f"n/{number}": far for number, far in distance.items() if far <= hops
    }
    for number in range(12):
        path = shortest_path(graph, graph.find("n/0"), graph.find(f"n/{number}"), shown=None, relation="linksTo")
        assert (len(path.nodes) - 1 if path else None) == distance.get(number)
        if path:
            steps = [node.id for node in path.nodes]
            assert [{edge.source, edge.target} for edge in path.edges] == [
                {one, other} for one, other in zip(steps, steps[1:], strict=False)
            ]
