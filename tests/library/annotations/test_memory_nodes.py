"""Memories as nodes: what they name, who kept them and in which session; nobody finds those of another."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path

import pyoxigraph as ox
import pyshacl
import pytest
import rdflib

from bookwheel.domain.annotations.memory import ForgetRequest, MemoryChange, RememberRequest
from bookwheel.domain.browse import BrowseRequest, View
from bookwheel.domain.errors import NotFound
from bookwheel.domain.graph import ExploreRequest, ExportRequest, QueryPart, QueryRequest, QueryResult
from bookwheel.domain.search import EVERYTHING, Scope
from bookwheel.indexes.ontology.iris import MEMORIES_GRAPH
from bookwheel.indexes.ontology.query import Asker
from bookwheel.indexes.ontology.shapes import shapes_path
from bookwheel.indexes.ontology.triples import PREFIXES
from bookwheel.indexes.state import State, StateMemories
from bookwheel.library.annotations.memories import Memories
from bookwheel.library.annotations.memory_names import NodeNames
from bookwheel.library.annotations.memory_store import MemoryStore
from bookwheel.settings import Settings
from tests.library.conftest import Shelf

HERS, HIS = Scope(client="hers", may_remember=True), Scope(client="his", may_remember=True)
NARROW = Scope(("notes",), "narrow", may_remember=True)
READING = Scope(client="hers")
"""She as long as she may not remember."""

FORMATS = ("turtle", "n-quads", "json-ld", "graphml", "gexf")
ALL = "SELECT ?m ?l { ?m a bw:Memory ; rdfs:label ?l } ORDER BY ?l"


@dataclass
class Desk:
    shelf: Shelf
    memories: Memories

    def keep(self, content: str, scope: Scope, session: str = "", agent: str = "") -> str:
        request = RememberRequest(content, session=session, agent=agent)
        return f"memory:{self.memories.remember(request, scope).memory.id}"

    def edges(self, node: str, scope: Scope = EVERYTHING, hops: int = 1) -> set[tuple[str, str, str]]:
        answer = self.shelf.library.explore(ExploreRequest(node, hops=hops, limit=1000), scope)
        return {(edge.source, edge.relation, edge.target) for edge in answer.edges}

    def ask(self, sparql: str, scope: Scope = EVERYTHING) -> list[tuple[str, ...]]:
        return list(self.shelf.library.query(QueryRequest(sparql), scope).result(60).rows)

    def export(self, format: str, scope: Scope = EVERYTHING, collection: str = "") -> str:
        parts: list[str] = []
        cursor = ""
        while True:
            answer = self.shelf.library.export(ExportRequest(collection, format, cursor), scope)
            parts.append(answer.content)
            cursor = answer.cursor
            if not cursor:
                return "".join(parts)

    def counts(self, scope: Scope) -> dict[str, int]:
        answer = self.shelf.library.browse(BrowseRequest(View.SCHEMA), scope)
        return {value.value: value.count for value in answer.values}


def _asking(asker: Asker) -> Callable[[QueryRequest, QueryPart | None], Future[QueryResult]]:
    def ask(request: QueryRequest, part: QueryPart | None) -> Future[QueryResult]:
        answered: Future[QueryResult] = Future()
        if part is not None:
            asker.load(part.key, part.text(), 3)
        answered.set_result(QueryResult(asker.answer(request, part.key if part is not None else "")))
        return answered

    return ask


@pytest.fixture
def desk(shelf: Shelf, write: Callable[[Path, str, str], Path]) -> Iterator[Desk]:
    notes, secret = shelf.add("notes"), shelf.add("secret")
    write(notes, "wheel.md", "# The Great Wheel\n\nServer-sent events (SSE) turn.\n\n## Hub\n\nThe middle.\n")
    write(notes, "page.md", "---\nauthor: Ada Lovelace\n---\n# Page\n\nSee [the wheel](wheel.md).\n")
    write(secret, "plan.md", "# Undersea Plan\n\nQuiet undersea memos (QUM).\n")
    shelf.index()
    shelf.library.graphs.refresh()
    shelf.library.graphs.wait()
    state = State(shelf.paths.state, shelf.paths.state_backup)
    shelf.library.memory = memories = Memories(MemoryStore(StateMemories(state), lambda: None), Settings)
    shelf.library.queries.ask = _asking(Asker(shelf.paths.ontology))
    yield Desk(shelf, memories)
    state.close()


def test_a_memory_is_joined_to_what_it_names_its_agent_and_its_session(desk: Desk):
    said = "The Great Wheel turns.\nAda Lovelace wrote notes/wheel.md#hub; SSE is old, the page is not."
    memory = desk.keep(said, HERS, "Monday", "scribe")
    assert {edge for edge in desk.edges(memory) if edge[0] == memory} == {
        (memory, "about", "notes/wheel.md"),
        (memory, "about", "person:ada lovelace"),
        (memory, "about", "term:server sent event"),
        (memory, "recordedBy", "agent:hers/scribe"),
        (memory, "inSession", "session:hers/Monday"),
    }
    assert (memory, "about", "notes/wheel.md#hub") in desk.edges("notes/wheel.md#hub")
    assert (memory, "recordedBy", "agent:hers/scribe") in desk.edges("agent:hers/scribe", HERS)
    answer = desk.shelf.library.explore(ExploreRequest(memory), EVERYTHING)
    [edge] = [edge for edge in answer.edges if edge.target == "person:ada lovelace"]
    assert (edge.line, edge.text) == (2, "Ada Lovelace")
    assert answer.nodes[0].title.startswith("The Great Wheel turns. Ada Lovelace wrote")


def test_a_memory_leads_on_to_documents_and_between_sessions(desk: Desk):
    one = desk.keep("The Great Wheel turns.", HERS, "Monday")
    other = desk.keep("The Great Wheel creaks.", HERS, "Tuesday")
    answer = desk.shelf.library.explore(ExploreRequest("session:hers/Monday", to="session:hers/Tuesday"), HERS)
    assert answer.path in (
        ("session:hers/Monday", one, "agent:hers", other, "session:hers/Tuesday"),
        ("session:hers/Monday", one, "notes/wheel.md", other, "session:hers/Tuesday"),
    )


def test_what_an_agent_keeps_is_found_by_it_and_the_person_alone(desk: Desk):
    before = {scope: desk.counts(scope) for scope in (HIS, READING)}
    exported = {format: desk.export(format, HIS) for format in FORMATS}
    explored = desk.edges("notes/wheel.md", HIS, 3)
    memory = desk.keep("The Great Wheel is a hushed matter.", HERS, "Monday")
    assert desk.ask(ALL, HERS) == desk.ask(ALL) != []
    for scope in (HIS, READING, NARROW):
        assert desk.ask(ALL, scope) == []
        assert desk.ask("SELECT ?s { ?s bw:about|bw:recordedBy|bw:inSession ?o }", scope) == []
        every = [
            *desk.ask("SELECT ?s ?p ?o { ?s ?p ?o }", scope),
            *desk.ask("SELECT ?g { GRAPH ?g { ?s ?p ?o } }", scope),
        ]
        assert "hushed" not in str(every) and MEMORIES_GRAPH not in str(every)
        with pytest.raises(NotFound):
            desk.edges(memory, scope)
        for node in ("agent:hers", "session:hers/Monday"):
            with pytest.raises(NotFound) as caught:
                desk.edges(node, scope)
            assert not caught.value.did_you_mean
    assert {scope: desk.counts(scope) for scope in (HIS, READING)} == before
    assert {format: desk.export(format, HIS) for format in FORMATS} == exported
    assert desk.edges("notes/wheel.md", HIS, 3) == explored
    assert desk.counts(HERS)["memory"] == desk.counts(EVERYTHING)["about"] == 1


def test_a_narrow_scope_gets_its_own_memories_and_nothing_hidden_that_they_name(desk: Desk):
    memory = desk.keep("The Undersea Plan (secret/plan.md) needs The Great Wheel and QUM.", NARROW)
    assert desk.edges(memory, NARROW) == {(memory, "about", "notes/wheel.md"), (memory, "recordedBy", "agent:narrow")}
    assert desk.ask("SELECT ?t { ?m bw:about ?t }", NARROW) == [("urn:bookwheel:doc:notes/wheel.md",)]
    assert {target for _, relation, target in desk.edges(memory) if relation == "about"} == {
        "notes/wheel.md",
        "secret/plan.md",
        "term:quiet undersea memo",
    }
    rows = desk.ask("SELECT ?s ?p ?o { ?s ?p ?o . FILTER NOT EXISTS { ?x bw:about <urn:none> } }", NARROW)
    assert "secret" not in str([row for row in rows if "says" not in row]).replace("(secret/plan.md)", "")


def test_a_forgotten_or_edited_memory_is_gone_with_the_next_question(desk: Desk):
    memory = desk.keep("The Great Wheel turns.", HERS)
    assert len(desk.ask(ALL, HERS)) == 1
    desk.memories.change(MemoryChange(memory.partition(":")[2], "Nothing turns."))
    assert desk.edges(memory, HERS) == {(memory, "recordedBy", "agent:hers")}
    assert [said for _, said in desk.ask(ALL, HERS)] == ["Nothing turns."]
    desk.memories.forget(ForgetRequest((memory.partition(":")[2],)))
    with pytest.raises(NotFound):
        desk.edges(memory, HERS)
    assert desk.ask(ALL) == []
    assert "memory:" not in desk.export("n-quads") + desk.export("graphml")


def test_the_person_exports_memories_with_the_whole_library_alone(desk: Desk):
    desk.keep('Says "The Great Wheel" <b>\nturns.', HERS, 'a "b" <c>', "x>y")
    for format in FORMATS:
        assert "The Great Wheel" in desk.export(format)
        assert "recordedBy" in desk.export(format)
        assert "recordedBy" not in desk.export(format, collection="notes")
    assert len(list(ox.parse(input=desk.export("turtle"), format=ox.RdfFormat.TURTLE))) > 0


def test_memories_have_the_shape_that_they_must_have(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("rdflib.NORMALIZE_LITERALS", rdflib.NORMALIZE_LITERALS)  # pySHACL leaves it changed
    desk.keep('The Great Wheel "turns" <b>\u202e\nand SSE.', HERS, 'a "b" <c>', "x>y/ z")
    _, graph = desk.shelf.library.looked(EVERYTHING)
    said = desk.shelf.library._memory_nodes.statements(graph, EVERYTHING)
    kept = rdflib.Graph().parse(data=PREFIXES + said, format="turtle")
    assert len(kept) > 10
    shapes = rdflib.Graph().parse(shapes_path())
    holds, _, text = pyshacl.validate(kept, shacl_graph=shapes)
    assert holds, text


def test_ordinary_words_name_nothing_and_a_long_text_takes_a_moment(desk: Desk):
    _, graph = desk.shelf.library.looked(EVERYTHING)
    assert graph is not None
    names = NodeNames(graph)
    assert names.named_in("the page of a wheel, a hub; Page and sse") == []
    assert [graph.ids[one.node] for one in names.named_in("[[Page]] and `SSE`")] == [
        "notes/page.md",
        "term:server sent event",
    ]
    assert len(names.named_in("The Great Wheel " * 100_000)) == 1
