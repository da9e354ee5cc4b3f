"""What a person says of things: two that are the same are one node everywhere, and nothing hidden shows by it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pyoxigraph as ox
import pytest

from bookwheel.domain.annotations.same_things import (
    JoinedThing,
    SameDecision,
    SameListRequest,
    SameRemoval,
    SameRequest,
)
from bookwheel.domain.browse import BrowseRequest, View
from bookwheel.domain.collection import Collection
from bookwheel.domain.errors import BadRequest, NotFound
from bookwheel.domain.graph import ExploreRequest, ExportRequest
from bookwheel.domain.indexing import Command, Verb
from bookwheel.domain.search import EVERYTHING, Scope
from bookwheel.indexes.ontology.export import open_newest
from bookwheel.indexes.state import State
from bookwheel.library.annotations.same_things import SameThings
from bookwheel.library.graph.visible_statements import visible_part
from bookwheel.library.indexing import indexer
from bookwheel.library.library import Library
from bookwheel.paths import LibraryPaths
from bookwheel.settings import Settings

NOTES = {
    "ada.md": "---\nauthor: Ada Lovelace\ncompany: Acme Inc\n---\n# Looms\n\nOf looms and JSON Web Tokens (JWT).\n",
    "zoe.md": "---\nauthor: Zoë Núñez\n---\n# Wheels\n",
    "glossary.md": "# Glossary\n\n## JWT\n\nA token.\n\n## Bearer\n\nWho holds a token.\n",
}
SECRET = {
    "plan.md": "---\nauthor: Zoe Nunez\ncompany: Acme Incorporated\n---\n# Plan\n\nThe jot (JWT) of A. Lovelace.\n",
    "other.md": "---\nauthor: A. Lovelace\n---\n# Other\n",
}
NARROW = Scope(("notes",), "narrow")


@dataclass
class Desk:
    root: Path
    paths: LibraryPaths
    library: Library
    state: State
    same: SameThings
    collections: tuple[Collection, ...]

    def index(self, *more: Command) -> None:
        commands = [
            Command(Verb.CONFIGURE, collections=self.collections),
            Command(Verb.LINK, same=self.state.same_decisions()),
            Command(Verb.SCAN),
            *more,
        ]

        def inbox(timeout_s: float | None) -> Command | None:
            if commands:
                return commands.pop(0)
            return Command(Verb.STOP) if timeout_s is None else None

        indexer.run(self.paths, inbox, lambda report: None)
        self.library.refresh(0)
        self.library.graphs.refresh()
        self.library.graphs.wait()

    def say(self, first: str, other: str, *, is_same: bool = True) -> SameDecision:
        return self.same.decide(SameRequest(first, other, is_same)).decision

    def list(self, view: View, scope: Scope = EVERYTHING) -> dict[str, int]:
        answer = self.library.browse(BrowseRequest(view), scope)
        return {one.node: one.count for one in answer.values}

    def node(self, id: str, scope: Scope = EVERYTHING) -> tuple[str, str]:
        node = self.library.explore(ExploreRequest(id), scope).nodes[0]
        return node.id, node.detail

    def pairs(self) -> list[tuple[str, str, str]]:
        opened = open_newest(self.paths.ontology)
        assert opened is not None
        quads = opened[0].quads_for_pattern(None, None, None, ox.NamedNode("urn:bookwheel:same"))
        return sorted((quad.subject.value, quad.predicate.value, quad.object.value) for quad in quads)  # type: ignore[union-attr]


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    for name, files in (("notes", NOTES), ("secret", SECRET)):
        (tmp_path / name).mkdir()
        for path, text in files.items():
            (tmp_path / name / path).write_text(text, "utf-8")
    paths = LibraryPaths(tmp_path / "library")
    paths.root.mkdir()
    collections = tuple(Collection(name, name.title(), str(tmp_path / name)) for name in ("notes", "secret"))
    library, state = Library(paths, Settings(), lambda: collections), State(paths.state, paths.state_backup)
    made = Desk(tmp_path, paths, library, state, SameThings(state, library.unjoined), collections)
    library.scoped.decisions = made.same.now
    made.same.restate = made.index
    made.index()
    yield made
    library.close()
    state.close()


def test_two_that_are_the_same_are_one_everywhere(desk: Desk):
    assert desk.list(View.ENTITIES) == {"entity:company/acme inc": 1, "entity:company/acme incorporated": 1}
    made = desk.say("Acme Inc", "Acme Incorporated")
    assert (made.first.id, made.other.id) == ("entity:company/acme inc", "entity:company/acme incorporated")
    assert desk.list(View.ENTITIES) == {"entity:company/acme inc": 2}, "at once, without waiting for the index"
    assert desk.node("entity:company/acme incorporated") == ("entity:company/acme inc", "Acme Incorporated")
    assert desk.node("Acme Incorporated") == ("entity:company/acme inc", "Acme Incorporated")
    answer = desk.library.explore(ExploreRequest("entity:company/acme incorporated"))
    said = "entity:company/acme incorporated is the same as entity:company/acme inc."
    assert [str(notice) for notice in answer.notices] == [said]
    around = desk.library.explore(ExploreRequest("Acme Inc", hops=1))
    assert {"notes/ada.md", "secret/plan.md"} <= {node.id for node in around.nodes}
    desk.same.settle()
    here, there = "urn:bookwheel:entity:company/acme%20inc", "urn:bookwheel:entity:company/acme%20incorporated"
    owl = "http://www.w3.org/2002/07/owl#sameAs"
    assert desk.pairs() == [(here, owl, there), (there, owl, here)]
    turtle = desk.library.export(ExportRequest(format="turtle")).content
    assert "owl:sameAs" in turtle
    graphml = desk.library.export(ExportRequest(format="graphml")).content
    assert "entity:company/acme inc&quot;" not in graphml
    assert 'id="entity:company/acme incorporated"' not in graphml
    desk.same.remove(SameRemoval((made.id,)))
    assert len(desk.list(View.ENTITIES)) == 2
    desk.same.settle()
    assert desk.pairs() == []


def test_names_that_differ_in_accents_or_by_an_alias_are_one_until_a_person_tells_them_apart(desk: Desk):
    assert desk.node("person:zoe nunez") == ("person:zoë núñez", "Zoe Nunez")
    assert "person:zoe nunez" not in desk.list(View.PEOPLE)
    listed = desk.same.listed(SameListRequest("person:zoë núñez"))
    assert listed.joined == (JoinedThing("person:zoe nunez", "Zoe Nunez", is_decided=False),)
    desk.say("person:zoë núñez", "person:zoe nunez", is_same=False)
    assert {"person:zoe nunez", "person:zoë núñez"} <= set(desk.list(View.PEOPLE))
    listed = desk.same.listed(SameListRequest("person:zoë núñez"))
    assert not listed.joined
    assert [one.id for one in listed.namesakes] == ["person:zoe nunez"], "shown as one of the same name"
    desk.same.settle()
    assert {relation.rpartition("#")[2] for _, relation, _ in desk.pairs()} == {"differentFrom"}


def test_an_acronym_is_what_it_stands_for_if_it_stands_for_one_thing(desk: Desk):
    terms = desk.list(View.TERMS)
    assert "term:jwt" not in terms and terms["term:json web token"] == 2
    (desk.root / "notes" / "more.md").write_text("# More\n\nSee Jot Wool Tricks (JWT).\n", "utf-8")
    desk.index()
    assert {"term:jwt", "term:json web token", "term:jot wool trick"} <= set(desk.list(View.TERMS)), "nobody can tell"
    names = {one.id for one in desk.same.listed(SameListRequest("term:jwt")).namesakes}
    assert names == {"term:json web token", "term:jot wool trick"}
    desk.say("term:json web token", "term:jwt")
    assert "term:jwt" not in desk.list(View.TERMS)


def test_a_narrower_scope_learns_nothing_of_hidden_names(desk: Desk):
    desk.say("Acme Incorporated", "Acme Inc")
    desk.say("person:ada lovelace", "person:a. lovelace")
    assert desk.node("entity:company/acme inc")[0] == "entity:company/acme incorporated"
    assert desk.node("Acme Inc", NARROW) == ("entity:company/acme inc", "")
    assert desk.node("Zoë Núñez", NARROW) == ("person:zoë núñez", "")
    assert desk.node("Ada Lovelace", NARROW)[1] == ""
    with pytest.raises(NotFound):
        desk.node("Acme Incorporated", NARROW)
    snapshot, graph = desk.library.unjoined(NARROW)
    assert snapshot is not None and graph is not None
    text = visible_part(graph, snapshot, desk.paths.ontology, desk.same.now()).text()
    assert "sameAs" not in text and "incorporated" not in text.casefold()
    desk.say("term:bearer", "term:json web token")
    text = visible_part(graph, snapshot, desk.paths.ontology, desk.same.now()).text()
    assert "sameAs" in text


def test_what_joins_two_through_a_hidden_one_joins_nothing_in_a_narrower_scope(desk: Desk):
    desk.say("entity:company/acme incorporated", "entity:company/acme inc")
    desk.say("term:bearer", "entity:company/acme incorporated")
    assert desk.node("entity:company/acme inc")[0] == "term:bearer"
    assert desk.node("entity:company/acme inc", NARROW)[0] == "entity:company/acme inc"
    assert desk.node("term:bearer", NARROW) == ("term:bearer", "")


def test_decisions_that_contradict_each_other_are_refused_and_lose_nothing(desk: Desk):
    first = desk.say("person:ada lovelace", "person:a. lovelace")
    second = desk.say("person:a. lovelace", "person:zoë núñez")
    with pytest.raises(BadRequest, match="are the same through person:a. lovelace"):
        desk.say("person:zoë núñez", "person:ada lovelace", is_same=False)
    again = desk.say("person:zoë núñez", "person:ada lovelace")
    assert desk.node("person:zoë núñez")[0] == "person:ada lovelace", "a circle joins nothing more"
    desk.same.remove(SameRemoval((again.id, second.id)))
    desk.say("person:zoë núñez", "person:ada lovelace", is_same=False)
    with pytest.raises(BadRequest, match="are not the same"):
        desk.say("person:zoë núñez", "person:a. lovelace")
    answer = desk.same.decide(SameRequest("person:ada lovelace", "person:a. lovelace", is_same=False))
    assert answer.replaced == first
    assert len(desk.same.now()) == 2
    for wrong in (("notes/ada.md", "JWT"), ("Ada Lovelace", "ada lovelace"), ("", "JWT"), ("collection:notes", "JWT")):
        with pytest.raises(BadRequest):
            desk.say(*wrong)
    with pytest.raises(NotFound):
        desk.say("JWT", "<b>none\n")
    with pytest.raises(NotFound):
        desk.same.remove(SameRemoval((answer.decision.id, "s0")))
    assert desk.same.now() == desk.state.same_decisions()


def test_a_decision_waits_for_what_vanishes(desk: Desk):
    desk.say("Acme Inc", "Acme Incorporated")
    plan = desk.root / "secret" / "plan.md"
    plan.unlink()
    desk.index()
    assert desk.node("Acme Inc") == ("entity:company/acme inc", "")
    [entry] = desk.same.listed(SameListRequest()).entries
    assert entry.is_first_there and not entry.is_other_there
    plan.write_text(SECRET["plan.md"], "utf-8")
    desk.index(Command(Verb.REBUILD))
    assert desk.node("Acme Incorporated") == ("entity:company/acme inc", "Acme Incorporated")
    assert len(desk.pairs()) == 2
    state = State(desk.paths.state, desk.paths.state_backup)
    assert SameThings(state, desk.library.unjoined).now() == desk.same.now()
    state.close()
