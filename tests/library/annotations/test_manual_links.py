"""Links made by hand: kept in the state, stated in the graph, told apart from what sources say, cut to a scope."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from bookwheel import wire
from bookwheel.domain.annotations.manual_links import THE_PERSON, LinkRequest, LinksRequest, ManualLink, UnlinkRequest
from bookwheel.domain.annotations.memory import MemoryExportRequest
from bookwheel.domain.collection import Collection
from bookwheel.domain.errors import BadRequest, MemoryFull, NotAllowed, NotFound
from bookwheel.domain.graph import ContextRequest, Edge, ExploreRequest, ExploreView, NodeKind
from bookwheel.domain.scopes import DEFAULT, filters_of
from bookwheel.domain.search import EVERYTHING, Filter, Scope
from bookwheel.indexes.ontology import OntologyReader
from bookwheel.indexes.state import State
from bookwheel.library.annotations.manual_links import ManualLinks
from bookwheel.library.library import Library
from bookwheel.paths import LibraryPaths
from bookwheel.settings import AgentSettings, Settings
from tests.service.agents.serving import index

WHEEL = "---\ntags: [reading]\n---\n# Wheel\n\nIt turns, see [the rim](rim.md).\n\n## Hub\n\nThe middle.\n"
SCRIBE = Scope(None, "scribe", may_remember=True)
NARROW = Scope(("notes",), "narrow", may_remember=True)


@dataclass
class Desk:
    root: Path
    paths: LibraryPaths
    library: Library
    state: State
    links: ManualLinks
    collections: tuple[Collection, ...]

    def index(self) -> None:
        index(self.paths, self.collections, self.state.links())
        self.library.refresh(0)
        self.library.graphs.refresh()
        self.library.graphs.wait()

    def write(self, path: str, text: str) -> None:
        (self.root / path).write_text(text, "utf-8")
        self.index()

    def link(self, subject: str, relation: str, object: str, scope: Scope = EVERYTHING, note: str = "") -> ManualLink:
        return self.links.link(LinkRequest(subject, relation, object, note), scope).link

    def edges(self, node: str, scope: Scope = EVERYTHING, **fields: object) -> list[Edge]:
        request = ExploreRequest(node, relation="manual", **fields)  # type: ignore[arg-type]
        return list(self.library.explore(request, scope).edges)


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    for name in ("notes", "secret"):
        (tmp_path / name).mkdir()
    (tmp_path / "notes" / "wheel.md").write_text(WHEEL, "utf-8")
    (tmp_path / "notes" / "rim.md").write_text("# Rim\n\nThe edge of the wheel.\n", "utf-8")
    (tmp_path / "notes" / "C#.md").write_text("# C sharp\n\n## Types\n\nValues.\n", "utf-8")
    (tmp_path / "secret" / "plan.md").write_text("---\ntags: [hush]\nauthor: Nemo\n---\n# Plan\n\nXyzzy.\n", "utf-8")
    paths = LibraryPaths(tmp_path / "library")
    paths.root.mkdir()
    collections = tuple(Collection(name, name.title(), str(tmp_path / name)) for name in ("notes", "secret"))
    library, state = Library(paths, Settings(), lambda: collections), State(paths.state, paths.state_backup)
    settings = Settings(agents=AgentSettings(links=4))
    made = Desk(tmp_path, paths, library, state, ManualLinks(state, library.looked, lambda: settings), collections)
    made.links.relink = made.index
    made.index()
    yield made
    library.close()
    state.close()


def test_a_link_is_seen_from_both_ends_with_who_when_and_why(desk: Desk):
    kept = desk.link("notes/wheel.md#hub", "is an  Example of", "tag:Reading", SCRIBE, "As the text says.")
    assert (kept.subject.id, kept.label, kept.object.id) == ("notes/wheel.md#hub", "is an Example of", "tag:reading")
    desk.links.settle()
    [edge] = desk.edges("notes/wheel.md#hub")
    assert (edge.source, edge.relation, edge.target) == ("notes/wheel.md#hub", "manual", "tag:reading")
    assert (edge.id, edge.text, edge.note, edge.by) == (kept.id, "is an Example of", "As the text says.", "scribe")
    assert edge.at[:16] == kept.created_at[:16] and not edge.section and not edge.line
    assert [edge.id for edge in desk.edges("tag:reading")] == [kept.id]
    request = ExploreRequest("tag:reading", ExploreView.BACKLINKS, relation="manual")
    assert [edge.source for edge in desk.library.explore(request).edges] == ["notes/wheel.md#hub"]
    only = ExploreRequest("notes/wheel.md#hub", relation="manual", kinds=(NodeKind.TAG,))
    assert [node.id for node in desk.library.explore(only).nodes] == ["notes/wheel.md#hub", "tag:reading"]
    schema = desk.library.explore(ExploreRequest(level="schema")).edges
    assert [(one.source, one.target, one.weight) for one in schema if one.relation == "manual"] == [
        ("section", "tag", 1.0)
    ]


def test_it_never_passes_for_a_link_of_a_source(desk: Desk):
    desk.link("notes/rim.md", "links to", "notes/wheel.md")
    desk.link("notes/rim.md", "linksTo", "notes/C#.md")
    desk.links.settle()
    asked = ExploreRequest("notes/rim.md", relation="linksTo")
    [only] = desk.library.explore(asked).edges
    assert (only.source, only.by, only.line) == ("notes/wheel.md", "", 6)
    reader = OntologyReader.open(desk.paths.ontology)
    assert reader is not None
    assert [row[:3] for row in reader.graph("notes/wheel.md").links] == [
        ("notes/wheel.md#wheel", "linksTo", "notes/rim.md")
    ]
    assert not reader.graph("notes/rim.md").links
    assert {row[2] for row in reader.manual()} == {"notes/wheel.md", "notes/C#.md"}
    stated = "SELECT ?l { GRAPH <urn:bookwheel:manual> { ?l a b:ManualLink FILTER NOT EXISTS { ?l a b:Link } } }"
    assert len(list(reader._rows(stated))) == 2
    related = desk.library.explore(ExploreRequest("notes/rim.md", ExploreView.RELATED)).edges
    assert {edge.target: edge.text for edge in related}["notes/C#.md"] == "linked by hand: linksTo"
    facts = desk.library.context(ContextRequest("rim edge wheel")).facts
    assert any("linked by hand to" in fact.sentence and "by the person" in fact.sentence for fact in facts)


def test_the_same_again_is_one_link_and_another_client_has_its_own(desk: Desk):
    first = desk.links.link(LinkRequest("notes/rim.md", "part of", "notes/wheel.md"), SCRIBE)
    again = desk.links.link(LinkRequest("notes/rim.md", "Part-of", "notes/wheel.md", "now with words"), SCRIBE)
    assert (first.is_new, again.is_new, again.link.id, again.total) == (True, False, first.link.id, 1)
    assert again.link.note == "now with words"
    other = desk.links.link(LinkRequest("notes/rim.md", "part of", "notes/wheel.md"), NARROW)
    assert other.is_new and other.link.id != first.link.id and other.total == 1
    assert [one.link.by for one in desk.links.listed(LinksRequest(node="notes/wheel.md")).links] == ["narrow", "scribe"]
    for node in ("", "notes/wheel.md"):
        page = desk.links.listed(LinksRequest(node=node, limit=1))
        assert ([one.link.by for one in page.links], page.total) == (["narrow"], 2)


@pytest.mark.parametrize(
    ("subject", "relation", "object"),
    [
        ("notes/rim.md", "", "notes/wheel.md"),
        ("notes/rim.md", "—…", "notes/wheel.md"),
        ("notes/rim.md", "x" * 61, "notes/wheel.md"),
        ("notes/rim.md", "bad\u202eword", "notes/wheel.md"),
        ("notes/rim.md", "bad\x00word", "notes/wheel.md"),
        ("", "near", "notes/wheel.md"),
        ("notes/rim.md", "near", "notes/rim.md"),
        ("broken:notes/none", "near", "notes/rim.md"),
    ],
)
def test_what_is_no_link_is_refused(desk: Desk, subject: str, relation: str, object: str):
    desk.write("notes/torn.md", "# Torn\n\n[[none]]\n")
    with pytest.raises(BadRequest):
        desk.link(subject, relation, object)
    assert desk.state.links() == ()


def test_unknown_ends_are_told_with_near_ones_and_hidden_ones_are_unknown(desk: Desk):
    with pytest.raises(NotFound) as unknown:
        desk.link("notes/wheel.md", "near", "notes/rimm.md")
    assert "notes/rim.md" in unknown.value.did_you_mean
    said: list[str] = []
    for hidden in (
        "secret/plan.md",
        "secret/none.md",
        "tag:hush",
        "tag:none",
        "person:nemo",
        "Plan",
        "collection:secret",
    ):
        with pytest.raises(NotFound) as refused:
            desk.link("notes/wheel.md", "near", hidden, NARROW)
        said.append(wire.encode(wire.failure(refused.value)).decode().replace(hidden, "X"))
    assert not any(word in text for text in said for word in ("plan", "Plan", "hush", "Nemo"))
    assert said[0].replace("plan", "none") == said[1]


def test_a_link_with_a_hidden_end_leaks_nowhere(desk: Desk):
    desk.link("notes/wheel.md", "betrays", "secret/plan.md", SCRIBE, "see Xyzzy")
    desk.link("notes/rim.md", "hints at", "tag:hush", SCRIBE, "see Xyzzy")
    desk.link("notes/rim.md", "is by", "person:nemo", SCRIBE)
    desk.link("secret/plan.md", "betrays", "notes/rim.md", SCRIBE)
    desk.links.settle()
    assert len(desk.edges("notes/rim.md", SCRIBE)) == 3
    for scope in (NARROW, Scope(None, "filtered", filters=(Filter("tag", ("hush",), True),))):
        answers = [
            desk.library.explore(ExploreRequest(node, view, hops=hops), scope)
            for node in ("notes/wheel.md", "notes/rim.md", "collection:notes")
            for view in (ExploreView.NEIGHBOURS, ExploreView.BACKLINKS, ExploreView.RELATED)
            for hops in (0, 1, 3)
            if not (view is ExploreView.RELATED and node.startswith("collection"))
        ]
        answers.append(desk.library.explore(ExploreRequest(level="schema"), scope))
        told = json.dumps([wire.compact(answer) for answer in answers])
        told += str(desk.library.context(ContextRequest("wheel rim edge hush"), scope).facts)
        assert not any(word in told for word in ("manual", "betrays", "hints", "hush", "nemo", "Nemo", "Xyzzy", "plan"))
        for node in ("tag:hush", "person:nemo", "secret/plan.md"):
            with pytest.raises(NotFound):
                desk.library.explore(ExploreRequest(node), scope)
        assert desk.links.visible_to(scope, 9).links == ()
    unread = ManualLinks(desk.state, lambda scope: (None, None), Settings)  # before the first revision
    assert [len(unread.visible_to(scope, 9).links) for scope in (NARROW, SCRIBE)] == [0, 4]


def test_links_are_taken_away_by_agent_session_and_time(desk: Desk):
    def link(relation: str, session: str, agent: str) -> ManualLink:
        return desk.links.link(LinkRequest("notes/rim.md", relation, "notes/wheel.md", "", session, agent), SCRIBE).link

    def left() -> list[str]:
        return [one.label for one in desk.state.links()]

    first = link("one", "desk", "scout")
    link("two", "desk", "")
    link("three", "shelf", "")
    assert desk.links.unlink(UnlinkRequest(before=first.created_at), SCRIBE).forgotten == 0
    assert desk.links.unlink(UnlinkRequest(agent="scout"), SCRIBE).forgotten == 1
    assert left() == ["two", "three"]
    assert desk.links.unlink(UnlinkRequest(session="desk"), SCRIBE).forgotten == 1
    assert left() == ["three"]
    assert desk.links.unlink(UnlinkRequest(before="9999-01-01"), SCRIBE).forgotten == 1


def test_who_sees_a_part_sees_who_linked_but_not_anothers_note(desk: Desk):
    desk.link("notes/rim.md", "part of", "notes/wheel.md", SCRIBE, "which the plan says")
    desk.link("notes/wheel.md", "wider than", "notes/rim.md", NARROW, "mine")
    desk.links.link(LinkRequest("notes/wheel.md", "holds", "notes/rim.md", "too", agent="second"), NARROW)
    desk.links.settle()
    assert {edge.text: (edge.by, edge.note) for edge in desk.edges("notes/rim.md", NARROW)} == {
        "part of": ("scribe", ""),
        "wider than": ("narrow", "mine"),
        "holds": ("narrow/second", "too"),
    }
    assert {edge.note for edge in desk.edges("notes/rim.md", SCRIBE)} == {"which the plan says", "mine", "too"}
    desk.write("notes/own.md", "---\nprivate: true\n---\n# Own\n")
    for narrowed in ("-path:none/", DEFAULT):  # the first hides nothing at present, the second only private pages
        scope = Scope(None, "narrow", filters=filters_of(narrowed))
        assert {edge.note for edge in desk.edges("notes/rim.md", scope)} == {"", "mine", "too"}
        listed = {entry.link.label: entry.link.note for entry in desk.links.visible_to(scope, 9).links}
        assert listed == {"part of": "", "wider than": "mine", "holds": "too"}


def test_an_end_is_found_again_lost_and_found_once_more(desk: Desk):
    desk.link("notes/wheel.md#hub", "needs", "notes/rim.md")
    desk.link("tag:reading", "is about", "notes/rim.md")
    desk.links.settle()
    desk.write("notes/wheel.md", WHEEL.replace("## Hub", "## Hub {#nave}"))
    [entry] = desk.links.listed(LinksRequest(node="notes/wheel.md")).links
    assert (entry.subject, entry.subject_title) == ("notes/wheel.md#nave", "Hub"), "by its headings"
    assert [edge.source for edge in desk.edges("notes/wheel.md#nave")] == ["notes/wheel.md#nave"]
    (desk.root / "notes" / "wheel.md").unlink()
    desk.index()
    entries = desk.links.listed(LinksRequest()).links
    assert [(one.subject, one.object) for one in entries] == [("", "notes/rim.md"), ("", "notes/rim.md")]
    assert [one.subject_title for one in entries] == ["reading", "Hub"]
    assert desk.edges("notes/rim.md") == []
    with pytest.raises(NotFound):
        desk.library.explore(ExploreRequest("tag:reading"))
    desk.write("notes/wheel.md", WHEEL)
    assert {edge.source for edge in desk.edges("notes/rim.md", hops=1)} == {"notes/wheel.md", "tag:reading"}


def test_a_moved_file_takes_its_links_along(desk: Desk):
    desk.link("notes/wheel.md#hub", "needs", "notes/C#.md")
    desk.links.settle()
    (desk.root / "notes" / "wheel.md").rename(desk.root / "notes" / "turning.md")
    desk.index()
    assert [edge.source for edge in desk.edges("notes/C#.md", hops=1)] == ["notes/turning.md"]
    desk.links.settle()
    assert [one.subject.id for one in desk.state.links()] == ["notes/turning.md#hub"]
    for node in ("notes/turning.md", "notes/turning.md#hub", "notes/C#.md"):
        [entry] = desk.links.listed(LinksRequest(node=node)).links
        assert (entry.subject, entry.object) == ("notes/turning.md#hub", "notes/C#.md")
    assert desk.links.listed(LinksRequest(node="notes/rim.md")).links == ()
    desk.write("notes/wheel.md", "# Another\n\nNo wheel.\n\n## Hub\n\nElsewhere.\n")
    desk.links.settle()
    assert [one.subject.id for one in desk.state.links()] == ["notes/turning.md#hub"]


def test_links_survive_a_graph_made_anew_and_another_opening(desk: Desk):
    desk.link("notes/rim.md", "part of", "notes/wheel.md", note='Said,\n"so".')
    desk.links.settle()
    whole = desk.library.graphs.now
    again = State(desk.paths.state, desk.paths.state_backup)
    assert again.links() == desk.state.links()
    again.close()
    for folder in (desk.paths.ontology, desk.paths.catalogue):
        if folder.is_dir():
            for path in sorted(folder.rglob("*"), reverse=True):
                path.unlink() if path.is_file() else path.rmdir()
    desk.index()
    assert desk.library.graphs.now is not whole
    assert [edge.note for edge in desk.edges("notes/rim.md")] == ['Said,\n"so".']


def test_only_the_links_are_read_anew_when_nothing_else_changed(desk: Desk):
    desk.links.settle()
    before = desk.library.graphs.now
    assert before is not None
    made = desk.link("notes/rim.md", "part of", "notes/wheel.md")
    desk.links.settle()
    after = desk.library.graphs.now
    assert after is not None and after is not before and after.ids is before.ids
    assert len(after.sources) == len(before.sources) + 1
    desk.links.unlink(UnlinkRequest((made.id,)))
    desk.links.settle()
    last = desk.library.graphs.now
    assert last is not None and last.ids is before.ids and last.sources.tolist() == before.sources.tolist()


def test_a_flood_is_refused_and_a_reader_may_not_link(desk: Desk):
    for number in range(4):
        desk.link("notes/rim.md", f"relation {number}", "notes/wheel.md", SCRIBE)
    with pytest.raises(MemoryFull):
        desk.link("notes/rim.md", "one more", "notes/wheel.md", SCRIBE)
    desk.link("notes/rim.md", "one more", "notes/wheel.md", NARROW)
    with pytest.raises(NotAllowed):
        desk.link("notes/rim.md", "part of", "notes/wheel.md", Scope(None, "reader"))
    with pytest.raises(NotAllowed):
        desk.links.unlink(UnlinkRequest(session=""), Scope(None, "reader"))


def test_each_agent_takes_away_its_own_and_the_person_any(desk: Desk):
    mine = desk.link("notes/rim.md", "part of", "notes/wheel.md", SCRIBE)
    theirs = desk.link("notes/rim.md", "part of", "notes/wheel.md", NARROW)
    own = desk.link("notes/rim.md", "part of", "notes/wheel.md")
    for id in (theirs.id, own.id, "l00000000"):
        with pytest.raises(NotFound):
            desk.links.unlink(UnlinkRequest((id,)), SCRIBE)
    assert desk.links.unlink(UnlinkRequest(session=""), SCRIBE).forgotten == 1
    assert {one.id for one in desk.state.links()} == {theirs.id, own.id} and mine.id
    for scope in (None, SCRIBE):
        with pytest.raises(BadRequest):
            desk.links.unlink(UnlinkRequest(), scope)
    assert desk.links.unlink(UnlinkRequest((theirs.id,))).forgotten == 1
    assert desk.links.unlink(UnlinkRequest(client=THE_PERSON)).forgotten == 1
    assert desk.state.links() == ()


def test_links_go_with_their_collection_and_out_of_the_backup(desk: Desk):
    desk.state.put_collection(desk.collections[1])
    desk.link("notes/rim.md", "hints at", "secret/plan.md", note="xyzzy-note")
    desk.link("collection:secret", "is not", "notes/rim.md")
    kept = desk.link("notes/rim.md", "part of", "notes/wheel.md", note="abracadabra")
    desk.links.settle(is_last=True)
    assert b"xyzzy-note" in desk.paths.state_backup.read_bytes()
    desk.state.drop_collection("secret")
    assert [one.id for one in desk.state.links()] == [kept.id]
    desk.links.unlink(UnlinkRequest((kept.id,)))
    desk.links.settle()
    for file in (desk.paths.state, desk.paths.state_backup):
        assert not any(word in file.read_bytes() for word in (b"xyzzy-note", b"abracadabra"))


def test_links_are_exported_as_lines_and_as_paragraphs(desk: Desk):
    kept = desk.link("notes/rim.md", "part of", "notes/wheel.md", SCRIBE, "why")
    desk.link("notes/rim.md", "near", "notes/wheel.md")
    lines = [json.loads(line)["link"] for line in desk.links.export(MemoryExportRequest())[0].splitlines()]
    assert [(one["client"], one["label"]) for one in lines] == [("scribe", "part of"), ("", "near")]
    written, count = desk.links.export(MemoryExportRequest("scribe", format="markdown"))
    assert count == 1
    assert "notes/rim.md — part of → notes/wheel.md" in written and "near" not in written and kept.note in written
