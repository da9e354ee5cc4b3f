"""What a scope hides leaves no trace, whatever is asked: by collection, folder, tag and front matter."""

from __future__ import annotations

import itertools
import os
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from bookwheel import wire
from bookwheel.domain.browse import BrowseRequest, Sort, TreeRequest, View  # fmt: skip
from bookwheel.domain.diagnostics import InspectRequest, InspectView
from bookwheel.domain.errors import BookwheelError, NotAllowed
from bookwheel.domain.graph import ContextRequest, ExploreRequest, ExploreView, ExportRequest, NodeKind
from bookwheel.domain.indexing import Command, Verb
from bookwheel.domain.map import MapRequest
from bookwheel.domain.page import AssetRequest, PageRequest, ResolveRequest  # fmt: skip
from bookwheel.domain.reading import OutlineRequest, ReadRequest  # fmt: skip
from bookwheel.domain.scopes import DEFAULT, filters_of
from bookwheel.domain.search import EVERYTHING, Filter, Mode, NamesRequest, Scope, SearchRequest
from bookwheel.domain.service.requests import Empty, NameRequest
from bookwheel.indexes import embedding
from bookwheel.indexes.catalogue import CatalogueReader
from bookwheel.library.library import Library
from bookwheel.library.search.search import search
from bookwheel.library.search.semantic_leg import Kept
from bookwheel.library.snapshot.scope_cache import Scoped
from bookwheel.library.snapshot.scoped_catalogue import SeenCatalogue
from bookwheel.library.snapshot.snapshot import Meaning
from bookwheel.settings import Settings
from tests.library.conftest import Shelf
from tests.near import Near

OPEN = """---
title: The wheel
aliases: [rotary desk]
tags: [desk, tools/wheels]
author: Ada
---
# The wheel

Ramelli drew it. See [the plan](vault/plan.md), [[plan]] and [spokes](spokes.md).

## Spokes of the wheel

Spokes hold the rim.
"""
SPOKES = "---\ntags: [desk]\n---\n# Spokes\n\nOf ash. Back to [the wheel](wheel.md).\n"
HIDDEN = {
    "vault/_index.md": "# Qumbrafold\n\nWhat lies here.\n",
    "vault/plan.md": """---
title: Qumbraplan
aliases: [Qumbraname]
tags: [desk, qumbratag]
author: Qumbrawriter
category: Qumbrashelf
qumbrafield: qumbravalue
language: en
private: true
status: hush
---
# Qumbraplan

The qumbraword turns the wheel, and [the wheel](../wheel.md) turns it. ![](qumbrapicture.png)

## Qumbraheading

A qumbradeep secret of spokes; see [nowhere](qumbralost.md).
""",
    "vault/more.md": "---\nprivate: true\ntags: [qumbratag]\n---\n# Qumbramore\n\nSpokes and qumbrarest.\n",
}
"""Every secret begins alike, so that none can be overlooked."""

SCOPES = {
    "folder": Scope(filters=(Filter("path", ("vault/",), True),)),
    "collection": Scope(("notes",)),
    "both": Scope(("notes",), filters=(Filter("path", ("notes/vault/",), True),)),
    "front matter": Scope(filters=(Filter("private", ("true",), True), Filter("path", ("vault/_index.md",), True))),
    "tag": Scope(filters=(Filter("tag", ("desk",)), Filter("tag", ("qumbratag",), True))),
    "any field": Scope(filters=(Filter("status", ("hush",), True), Filter("path", ("vault/[!p]*", "vault/_*"), True),
                                Filter("path", ("vault/more.md",), True))),
    "own filters": Scope(by_collection=(("notes", (Filter("path", ("vault/",), True),)),
                                        ("qumbra", (Filter("tag", ("desk",)), Filter("private", ("true",), True))))),
    "own and others": Scope(("notes",), filters=(Filter("private", ("true",), True),),
                            by_collection=(("notes", (Filter("path", ("wheel.md", "spokes.md")),)),)),
    "alternatives": Scope(("notes",), filters=(Filter("private", ("true",), True),),
                          by_collection=(("notes", (Filter("path", ("wheel.md",)),)),
                                         ("notes", (Filter("path", ("spokes.md",)), Filter("tag", ("none",), True))))),
    "nothing": Scope(()),
}  # fmt: skip


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shelf]:
    made = Shelf(tmp_path_factory.mktemp("seen"))
    yield made
    made.library.close()


@pytest.fixture(scope="module")
def library(shelf: Shelf) -> Library:
    notes, secret = shelf.add("notes"), shelf.add("qumbra")
    (notes / "wheel.md").write_text(OPEN, "utf-8")
    (notes / "spokes.md").write_text(SPOKES, "utf-8")
    for path, text in HIDDEN.items():
        for root in (notes, secret):
            (root / path).parent.mkdir(exist_ok=True)
            (root / path).write_text(text, "utf-8")
    (notes / "vault" / "qumbrapicture.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    shelf.index()
    shelf.library.graphs.refresh()
    shelf.library.graphs.wait()
    return shelf.library


def asked() -> Iterator[Callable[[Library, Scope], Any]]:
    """Attacks: everything that can be asked, in words that come near to what is hidden without naming it."""
    words = (
        *("qumbr", "qumbr*", "qumbrawor", "umbraword", "secret", "spokes", "plan", "wheel", "-ash", "tag:qumbr", "the"),
        *("type:note", "path:vault", "collection:qumbr", "what turns the wheel", '"turns the wheel"', "hush", ""),
    )
    facets = ("collection", "type", "category", "tag", "language", "author", "status", "private", "path")
    for word, mode in itertools.product(words, Mode):
        request = SearchRequest(word, mode, limit=50, facets=facets, explain=True, is_prefix=mode is Mode.AUTO)
        yield lambda library, scope, request=request: library.search(request, scope)
    for word in words:
        yield lambda library, scope, word=word: library.context(ContextRequest(word or "?", 4000, 2), scope)
        yield lambda library, scope, word=word: library.names(NamesRequest(word, 50), scope)
        filters = (Filter("tag", (word,)), Filter("path", (word,), True))
        for view, one in itertools.product((View.DOCUMENTS, View.TAGS, View.CATEGORIES), filters):
            request = BrowseRequest(view, filters=(one,))
            yield lambda library, scope, request=request: library.browse(request, scope)
    for view, sort in itertools.product(View, Sort):
        yield lambda library, scope, view=view, sort=sort: library.browse(BrowseRequest(view, sort=sort), scope)
    targets = (
        *("notes/vault/pla.md", "notes/vault/", "vault", "notes", "notes/wheel.md", "notes/wheel.md#spoke", "plan.md"),
        *("notes/vault/plan", "../vault/plan.md", "notes//vault/plan.md", "NOTES/VAULT/PLAN.MD", "plan", "desk"),
        *("tag:desk", "tag:tools/wheels", "person:Ada", "person:qumbr", "tag:qumbr", "collection:notes"),
        *("collection:qumb", "bookwheel://doc/notes/vault/plan.md", "bookwheel://doc/notes/wheel.md#top"),
        "notes/vault/plan.md\x00",
    )
    for target in targets:
        yield lambda library, scope, target=target: library.outline(OutlineRequest(target), scope)
        yield lambda library, scope, target=target: library.read(ReadRequest((target,), metadata=True), scope)
        yield lambda library, scope, target=target: library.read(ReadRequest((target,), lines=(1, 99)), scope)
        yield lambda library, scope, target=target: library.resolve(ResolveRequest("notes/wheel.md", target), scope)
        yield lambda library, scope, target=target: library.tree(TreeRequest(target), scope)
        for view, hops in itertools.product(ExploreView, (0, 3)):
            request = ExploreRequest(target, view=view, hops=hops)
            yield lambda library, scope, request=request: library.explore(request, scope)
        way = ExploreRequest(target, to="notes/spokes.md")
        yield lambda library, scope, way=way: library.explore(way, scope)
    yield lambda library, scope: library.explore(ExploreRequest(level="schema"), scope)
    yield lambda library, scope: library.asset(AssetRequest("notes/wheel.md", "vault/missing.png"), scope)
    yield lambda library, scope: library.collections(Empty(), scope)
    yield lambda library, scope: library.problems(NameRequest(), scope)


def test_nothing_hidden_is_ever_told(library: Library):
    attacks = list(asked())
    assert len(attacks) * len(SCOPES) > 500
    told = str([outcome(attack, library, EVERYTHING) for attack in attacks]).lower()
    for end in ("plan", "fold", "tag", "writer", "word", "heading", "shelf"):
        assert f"qumbra{end}" in told  # the attacks do reach it where nothing is hidden
    for name, scope in SCOPES.items():
        for attack in attacks:
            found = outcome(attack, library, scope)
            for asking in ("qumbrawor", "qumbr*", "tag:qumbr", "person:qumbr", "collection:qumbr"):
                found = found.replace(asking, "")  # an answer may repeat the question
            assert not any(secret in found for secret in secrets(name)), (name, found)


def probes() -> Iterator[Callable[[Library, Scope], Any]]:
    """What could tell whether something is hidden: by its own name, beside words that stand in what is seen."""
    words = (
        *(
            "qumbraword",
            "the qumbraword",
            "the qumbranone",
            "qumbraword wheel",
            "turns qumbrarest",
            "qumbraword OR rim",
        ),
        *(
            '"qumbraword turns"',
            "tag:qumbratag wheel",
            "author:Qumbrawriter wheel",
            "status:hush wheel",
            "private:true",
        ),
        *(
            "collection:qumbra wheel",
            "qumbrawords",
            "spokse",
            "qumbrawrod wheel",
            "what turns the wheel in the secret plan of nowhere",
        ),
    )
    for word, mode in itertools.product(words, Mode):
        request = SearchRequest(word, mode, limit=50, explain=True, facets=("collection", "tag", "author", "status"))
        yield lambda library, scope, request=request: library.search(request, scope)
    for word in words:
        yield lambda library, scope, word=word: library.context(ContextRequest(word, 4000, 2), scope)
    targets = (
        *("notes/vault/plan.md", "notes/vault/plan.md#qumbraheading", "qumbra/vault/plan.md", "notes/vault/_index.md"),
        *("Qumbraplan", "Qumbraname", "tag:qumbratag", "person:Qumbrawriter", "category:Qumbrashelf"),
    )
    for target in targets:
        yield lambda library, scope, target=target: library.outline(OutlineRequest(target), scope)
        yield lambda library, scope, target=target: library.read(ReadRequest((target,), metadata=True), scope)
        for view, hops in itertools.product(ExploreView, (0, 2)):
            request = ExploreRequest(target, view=view, hops=hops)
            yield lambda library, scope, request=request: library.explore(request, scope)
        way = ExploreRequest("notes/wheel.md", to=target)
        yield lambda library, scope, way=way: library.explore(way, scope)
    for doc, query in itertools.product(("notes/wheel.md", "notes/spokes.md", *targets), ("", "qumbraword wheel")):
        yield lambda library, scope, doc=doc, query=query: library.page(PageRequest(doc, query), scope)
    hrefs = (
        "vault/plan.md",
        "vault/PLAN.md",
        "vault/plan.md#qumbraheading",
        "vault/more.md",
        "vault/none.md",
        "Qumbraname",
    )
    for href in (*hrefs, "/notes/vault/plan.md", "/vault/plan", "vault", "vault/_index.md", "spokes", "plan"):
        yield lambda library, scope, href=href: library.resolve(ResolveRequest("notes/wheel.md", href), scope)
    for field, without in itertools.product(("qumbrafield", "status", "private", "author"), (False, True)):
        request = BrowseRequest(View.DOCUMENTS, filters=(Filter(field, ("x",), without),))
        yield lambda library, scope, request=request: library.browse(request, scope)


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Library]]:
    """Two libraries that differ in what a scope hides: the second has nothing of it."""
    shelves = [Shelf(tmp_path_factory.mktemp("pair")) for _ in range(2)]
    for shelf, files in zip(shelves, (HIDDEN, {}), strict=True):
        notes = shelf.add("notes")
        (notes / "wheel.md").write_text(OPEN, "utf-8")
        (notes / "spokes.md").write_text(SPOKES, "utf-8")
        for path, text in files.items():
            (notes / path).parent.mkdir(exist_ok=True)
            (notes / path).write_text(text, "utf-8")
        for path in notes.rglob("*.md"):
            os.utime(path, (1_700_000_000, 1_700_000_000))
        shelf.index()
        shelf.library.graphs.refresh()
        shelf.library.graphs.wait()
    yield [shelf.library for shelf in shelves]
    for shelf in shelves:
        shelf.library.close()


@pytest.mark.parametrize("name", ["front matter", "tag"])
def test_answers_are_those_of_a_library_without_what_is_hidden(pair: list[Library], name: str):
    scope = replace(SCOPES[name], collections=("notes",))
    attacks = [*asked(), *probes()]
    told = [[steady(outcome(attack, library, EVERYTHING)) for attack in attacks] for library in pair]
    assert told[0] != told[1]
    for attack in attacks:
        one, other = (steady(outcome(attack, library, scope)) for library in pair)
        assert one == other


def test_a_page_takes_nothing_in_from_a_page_that_is_not_shown(shelf: Shelf):
    book = shelf.add("book")
    (book / "vault").mkdir()
    (book / "one.md").write_text("# One\n\n{{#include vault/plan.md}}\n\n{{#include vault/none.md}}\n", "utf-8")
    (book / "vault" / "plan.md").write_text("The qumbratext.\n", "utf-8")
    shelf.index()
    try:
        assert "qumbratext" in shelf.library.page(PageRequest("book/one.md")).html
        told = shelf.library.page(PageRequest("book/one.md"), SCOPES["folder"]).html
        assert "qumbratext" not in told
        (book / "vault" / "plan.md").unlink()
        shelf.index()
        assert shelf.library.page(PageRequest("book/one.md"), SCOPES["folder"]).html == told
    finally:
        shelf.collections = tuple(one for one in shelf.collections if one.slug != "book")
        shelf.index(Command(Verb.FORGET, "book"))


def steady(told: str) -> str:
    """An answer without where the library lies, when it was made, and how long that took."""
    return re.sub(r'"(took_ms|added_at|cursor|root|source_path)":("[^"]*"|[\d.]+),?', "", told)


def secrets(name: str) -> list[str]:
    if name == "collection":
        return ["qumbra/", '"qumbra"', "collection:qumbra"]
    ends = "plan fold name tag writer shelf field value word heading deep more rest"
    return [f"qumbra{end}" for end in ends.split()]


def outcome(attack: Callable[[Library, Scope], Any], library: Library, scope: Scope) -> str:
    """The whole answer or error as text."""
    try:
        answer = attack(library, scope)
    except BookwheelError as error:
        return f"{error.message} {error.did_you_mean} {error.next}".lower()
    return wire.encode_as_text(answer).decode().lower()


@pytest.mark.parametrize("name", ["folder", "front matter", "tag"])
def test_counts_are_those_of_what_is_seen(library: Library, name: str):
    scope = replace(SCOPES[name], collections=("notes",))
    cards = library.collections(Empty(), scope).collections
    assert [(card.slug, card.documents, card.problems) for card in cards] == [("notes", 2, 0)]
    browsed = library.browse(BrowseRequest(View.DOCUMENTS), scope)
    assert browsed.total == 2
    tags = {(one.value, one.count) for one in browsed.facets if one.field == "tag"}
    assert tags == {("desk", 2), ("tools/wheels", 1)}
    assert library.search(SearchRequest("spokes", Mode.KEYWORD), scope).total == 3
    crumbs = {hit.breadcrumb for hit in library.search(SearchRequest("spokes", Mode.KEYWORD), scope).hits}
    assert all("Qumbrafold" not in crumb for crumb in crumbs)


def test_a_link_to_what_is_hidden_is_no_edge(library: Library):
    scope = SCOPES["folder"]
    whole = {edge.target for edge in library.explore(ExploreRequest("notes/wheel.md", hops=1)).edges}
    part = {edge.target for edge in library.explore(ExploreRequest("notes/wheel.md", hops=1), scope).edges}
    assert "notes/vault/plan.md" in whole and "notes/vault/plan.md" not in part and "notes/spokes.md" in part


@pytest.mark.parametrize("name", ["folder", "both", "front matter", "tag"])
def test_a_link_to_what_is_hidden_is_broken_as_one_to_nothing_is(library: Library, name: str):
    answer = library.explore(ExploreRequest("notes/wheel.md"), replace(SCOPES[name], collections=("notes",)))
    broken = {(edge.target, edge.section, edge.line, edge.text) for edge in answer.edges if "broken" in edge.relation}
    line = OPEN[: OPEN.index("Ramelli")].count("\n") + 1
    assert broken == {
        ("broken:notes/vault/plan.md", "notes/wheel.md#the-wheel", line, "the plan"),
        ("broken:notes/plan", "notes/wheel.md#the-wheel", line, "plan"),
    }
    found = library.inspect(InspectRequest(InspectView.BROKEN), replace(SCOPES[name], collections=("notes",)))
    assert [(one.doc, one.line) for one in found.findings] == [("notes/wheel.md", line)] * 2


def test_links_stay_broken_while_the_graph_is_behind_what_became_of_hidden_pages(shelf: Shelf, library: Library):
    def broken() -> list[tuple[str, int]]:
        snapshot = library.seen(scope)
        assert snapshot is not None
        graph = Scoped().graph(before, snapshot)
        edges = [edge for edge in range(len(graph.lines)) if graph.relation(edge) == "brokenLinkTo"]
        return sorted((graph.ids[int(graph.targets[edge])], int(graph.lines[edge])) for edge in edges)

    scope = replace(SCOPES["folder"], collections=("notes",))
    before = library.graphs.now
    assert before is not None
    was = broken()
    assert len(was) == 2
    page = shelf.folder / "notes" / "vault" / "plan.md"
    page.rename(page.with_name("other.md"))
    shelf.index()
    try:
        assert broken() == was
    finally:
        page.with_name("other.md").rename(page)
        shelf.index()
    assert broken() == was


def test_names_are_told_as_visible_pages_write_them(library: Library):
    scope = SCOPES["folder"]
    assert library.explore(ExploreRequest("person:ada"), scope).nodes[0].title == "Ada"
    facts = library.context(ContextRequest("Ramelli wheel", 4000, 2), scope).facts
    assert any("Ada" in fact.sentence for fact in facts)


def test_a_branch_that_only_hidden_pages_carry_is_not_counted(shelf: Shelf, library: Library):
    page = shelf.folder / "notes" / "vault" / "late.md"
    page.write_text("---\ntags: [desk/qumbratop/inner]\n---\n# Late\n", "utf-8")
    shelf.index()
    try:
        asked = BrowseRequest(View.TAGS, sort=Sort.CATEGORY)
        assert ("desk", 2) in [(one.value, one.count) for one in library.browse(asked, SCOPES["folder"]).values]
        snapshot = library.seen(SCOPES["folder"])
        assert snapshot is not None
        assert [way for way, _ in snapshot.facets.branches_of("tag", None)] == ["tools"]
    finally:
        page.unlink()
        shelf.index()


def test_a_problem_is_told_to_who_sees_its_whole_collection(shelf: Shelf, library: Library):
    def counts(scope: Scope) -> tuple[int, int, int]:
        cards = library.collections(Empty(), scope).collections
        answer = library.problems(NameRequest(), scope)
        return len(answer.problems), answer.total, sum(card.problems for card in cards)

    page = shelf.folder / "notes" / "vault" / "torn.md"
    page.write_text("---\ntitle: [torn\n---\n# Torn\n", "utf-8")
    shelf.index()
    try:
        assert counts(EVERYTHING) == counts(Scope(("notes",))) == (1, 1, 1)
        for scope in (Scope(("qumbra",)), SCOPES["folder"], SCOPES["both"], SCOPES["front matter"]):
            assert counts(scope) == (0, 0, 0)
    finally:
        page.unlink()
        shelf.index()


def test_what_reads_everything_is_not_allowed(library: Library):
    for name in ("folder", "front matter", "both"):
        with pytest.raises(NotAllowed):
            library.export(ExportRequest("notes"), SCOPES[name])
        with pytest.raises(NotAllowed):
            library.map(MapRequest(), SCOPES[name])
        assert not library.sees_everything(SCOPES[name])
    assert not library.sees_everything(Scope(filters=filters_of(DEFAULT)))  # not narrowed, but there are private pages


def test_a_page_that_becomes_private_is_gone_with_the_next_revision(shelf: Shelf, library: Library):
    scope = Scope(("notes",), filters=(Filter("private", ("true",), True),))
    page = shelf.folder / "notes" / "late.md"
    page.write_text("# Late\n\nA late spoke.\n", "utf-8")
    shelf.index()
    assert library.search(SearchRequest("late", Mode.KEYWORD), scope).total == 1
    page.write_text("---\nprivate: true\n---\n# Late\n\nA late spoke.\n", "utf-8")
    shelf.index()
    assert library.search(SearchRequest("late", Mode.KEYWORD), scope).total == 0
    assert library.search(SearchRequest("late", Mode.KEYWORD)).total == 1
    page.unlink()
    shelf.index()


def test_scopes_asked_by_turns_each_see_their_own(library: Library):
    def shown(scope: Scope) -> tuple[set[str], set[str]]:
        documents = library.browse(BrowseRequest(View.DOCUMENTS), scope).documents
        near = library.explore(ExploreRequest("tag:desk", kinds=(NodeKind.DOCUMENT,)), scope).nodes[1:]
        return {one.doc for one in documents}, {node.id for node in near}

    open_pages = {"notes/wheel.md", "notes/spokes.md"}
    vault, plan = {"vault/_index.md", "vault/plan.md", "vault/more.md"}, "vault/plan.md"
    notes, secret = ({f"{slug}/{path}" for path in vault} for slug in ("notes", "qumbra"))
    wanted = [
        (Scope(("notes",)), (open_pages | notes, open_pages | {f"notes/{plan}"})),
        (Scope(("qumbra",)), (secret, {f"qumbra/{plan}"})),
        (SCOPES["both"], (open_pages, open_pages)),
        (SCOPES["folder"], (open_pages, open_pages)),
        (Scope(filters=(Filter("path", ("vault/plan.md",), True),)), (open_pages | (notes | secret) - {
            f"notes/{plan}", f"qumbra/{plan}"}, open_pages)),
    ]  # fmt: skip
    for scope, found in (*wanted, *reversed(wanted)):
        assert shown(scope) == found


def test_a_scope_that_hides_nothing_costs_nothing(library: Library):
    whole = library._now()
    assert whole is not None
    assert Scoped().snapshot(whole, Scope(filters=(Filter("private", ("maybe",), True),))) is whole
    assert Scoped().snapshot(whole, Scope(tuple(whole.collections))) is whole


def test_meaning_keeps_to_what_is_seen(library: Library):
    whole = library._now()
    assert whole is not None
    near = Near.of(whole.catalogue, embedding.load(), whole.collections)
    whole = replace(whole, meaning=Meaning((near,), 1.0))
    scope = SCOPES["folder"]
    part = Scoped().snapshot(whole, scope)
    request = SearchRequest("a deep secret of spokes", Mode.SEMANTIC, limit=50)
    found = search(request, EVERYTHING, whole, Settings(), kept=Kept()).hits
    assert any("vault" in hit.doc for hit in found)
    assert not any("vault" in hit.doc for hit in search(request, scope, part, Settings(), kept=Kept()).hits)


def test_every_way_into_the_catalogue_is_narrowed():
    # These say nothing of a document.
    whole = {"snapshot", "close", "is_replaced", "fault", "revision", "birth", "newest_section", "is_missing"}
    by_a_shown_document = {"disk_path", "dates"}
    ways = {name for name in vars(CatalogueReader) if not name.startswith("_")}
    assert ways - set(vars(SeenCatalogue)) - whole - by_a_shown_document == set()


def test_filters_of_one_collection_leave_the_others_whole(library: Library) -> None:
    hides = (Filter("path", ("vault/",), True),)
    shown = library.seen(Scope(by_collection=(("notes", hides),)))
    whole = library.seen(EVERYTHING)
    assert shown is not None and whole is not None
    left = {(slug, path) for slug, path, _ in whole.facets.places.values()} - {
        (slug, path) for slug, path, _ in shown.facets.places.values()
    }
    assert left == {("notes", path) for path in HIDDEN}


def test_several_filters_of_one_collection_show_what_any_of_them_shows(library: Library) -> None:
    wheel, spokes = (Filter("path", ("wheel.md",)),), (Filter("path", ("spokes.md",)),)
    never = (Filter("path", ("wheel.md",)), Filter("path", ("spokes.md",)))

    def paths(*parts: tuple[Filter, ...]) -> set[str]:
        shown = library.seen(Scope(("notes",), by_collection=tuple(("notes", part) for part in parts)))
        assert shown is not None
        return {path for _, path, _ in shown.facets.places.values()}

    assert paths(wheel, spokes) == {"wheel.md", "spokes.md"}
    assert paths(wheel) == {"wheel.md"} and paths(never) == set()
    assert paths(never, spokes) == {"spokes.md"}
