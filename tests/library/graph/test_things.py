"""Things in a real library: what is said of them, and how they are found."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from bookwheel.domain.browse import BrowseRequest, View
from bookwheel.domain.errors import BadRequest, NotFound
from bookwheel.domain.graph import ContextRequest, ExploreRequest, ExploreView, NodeKind
from bookwheel.domain.search import EVERYTHING, Scope
from bookwheel.library.library import Library
from tests.library.conftest import Shelf

PEOPLE = {
    "ada.md": "name: Ada Lovelace\ntitle: Engineer\ncompany: Acme\nteam: Platform\nmanager: Grace Hopper",
    "bo.md": "name: Bo Diaz\ntitle: Writer\ncompany: ACME\nteam: Docs\nmanager: Grace Hopper",
}


@pytest.fixture
def library(shelf: Shelf, write: Callable[[Path, str, str], Path]) -> Library:
    notes, secret = shelf.add("notes"), shelf.add("secret")
    for path, header in PEOPLE.items():
        write(notes, path, f"---\n{header}\n---\nAbout somebody.\n")
    write(notes, "events.md", "# What Is Pushing?\n\nWe use server-sent events (SSE) at Acme.\n")
    write(notes, "more.md", "# More\n\nSSE is kept by [pushing](events.md).\n")
    write(secret, "plan.md", "---\nname: Nemo\ncompany: Acme\nteam: Depths\n---\n# Plan\n")
    shelf.index()
    library = shelf.library
    library.graphs.refresh()
    library.graphs.wait()
    return library


def facts(library: Library, question: str, scope: Scope | None = None) -> list[str]:
    answer = library.context(ContextRequest(question), *([scope] if scope else []))
    return [fact.sentence for fact in answer.facts]


def test_a_question_that_names_a_person_is_told_who_that_is_first(library: Library):
    said = facts(library, "Who is Grace Hopper?")
    assert said[0] == "“Grace Hopper” is a person."
    assert said[1].startswith("“Grace Hopper” is named with “Acme”, ")
    assert all(name in said[1] for name in ("Ada Lovelace", "Bo Diaz"))


def test_spellings_of_a_company_join_those_who_work_there(library: Library):
    answer = library.explore(ExploreRequest("Ada Lovelace", to="Bo Diaz"))
    assert answer.path[0] == "person:ada lovelace" and answer.path[-1] == "person:bo diaz" and len(answer.path) == 3
    assert "“Acme” is a company" in facts(library, "acme")[0]


def test_facts_score_from_0_to_1_and_a_path_less_than_what_it_joins(library: Library):
    told = library.context(ContextRequest("What has Ada Lovelace to do with Bo Diaz?")).facts
    assert told and all(0 < fact.score <= 1 for fact in told)
    assert told[0].score == 1 and told[0].sentence.startswith("“Ada Lovelace” is a person")
    path = next(fact for fact in told if "; " in fact.sentence and fact.path)
    assert {path.path[0], path.path[-1]} == {"person:ada lovelace", "person:bo diaz"}
    assert path.score < min(fact.score for fact in told if fact.sentence.endswith("is a person."))


@pytest.mark.parametrize("name", ["What Is Pushing?", "what is pushing", "“What is Pushing?”", " What is  pushing ?"])
def test_a_title_is_found_with_and_without_its_punctuation(library: Library, name: str):
    assert library.explore(ExploreRequest(name)).nodes[0].id == "notes/events.md"


def test_the_way_between_two_things_that_are_named_is_told(library: Library):
    said = facts(library, "What has Ada Lovelace to do with Bo Diaz?")
    assert any("; " in sentence and "Ada Lovelace" in sentence and "Bo Diaz" in sentence for sentence in said)


def test_a_term_is_named_by_its_acronym_and_told_where_it_is_defined(library: Library):
    said = facts(library, "what is SSE")
    assert said[0] == "“server-sent events” is a term, also called SSE."
    assert said[1] == "“server-sent events” is defined in “What Is Pushing?”."
    assert said[2] == "“server-sent events” is mentioned in “More”."


def test_a_title_with_punctuation_is_named_like_any_other(library: Library):
    assert any("“More” links to “What Is Pushing?”" in sentence for sentence in facts(library, "What is pushing"))


def test_facts_of_a_narrower_scope_know_no_hidden_thing(library: Library):
    said = " ".join(facts(library, "Acme", Scope(("notes",))))
    assert "“acme” is a company" in said and "Nemo" not in said and "Depths" not in said
    with pytest.raises(NotFound):
        library.explore(ExploreRequest("Nemo"), Scope(("notes",)))


def test_nodes_are_found_by_part_of_their_name(library: Library):
    answer = library.explore(ExploreRequest("love"))
    assert [node.id for node in answer.nodes] == ["person:ada lovelace"]
    assert str(answer.notices[-1]) == "Nothing is named love. Names that contain it:"
    assert not library.explore(ExploreRequest("plat", kinds=(NodeKind.ENTITY,))).edges
    with pytest.raises(NotFound):
        library.explore(ExploreRequest("zzz"))
    with pytest.raises(NotFound):
        library.explore(ExploreRequest("love", to="Bo Diaz"))


def test_the_schema_of_one_kind_has_its_relations_alone(library: Library):
    answer = library.explore(ExploreRequest("person", level="schema"))
    assert answer.nodes[0].id == "person"
    assert answer.edges and all("person" in (edge.source, edge.target) for edge in answer.edges)


@pytest.mark.parametrize(
    "request_",
    [
        ExploreRequest("Ada Lovelace", to="Bo Diaz", view=ExploreView.BACKLINKS),
        ExploreRequest("nonsense", level="schema"),
        ExploreRequest("person", level="schema", relation="author"),
        ExploreRequest("notes/more.md", view=ExploreView.RELATED, relation="linksTo"),
    ],
)
def test_arguments_that_do_not_apply_are_refused(library: Library, request_: ExploreRequest):
    with pytest.raises(BadRequest):
        library.explore(request_)


def test_things_are_listed_with_the_documents_that_name_them(library: Library):
    def listed(view: View, scope: Scope = EVERYTHING) -> list[tuple[str, str, int]]:
        return [(one.field, one.value, one.count) for one in library.browse(BrowseRequest(view), scope).values]

    assert listed(View.TERMS) == [("term", "server-sent events", 2)]
    assert listed(View.ENTITIES)[0] == ("company", "Acme", 4)
    assert ("team", "Depths", 1) in listed(View.ENTITIES)
    assert ("person", "Grace Hopper", 2) in listed(View.PEOPLE)
    narrow = listed(View.ENTITIES, Scope(("notes",)))
    assert narrow[0] == ("company", "acme", 3) and not any(name.casefold() == "depths" for _, name, _ in narrow)


def test_documents_are_related_by_the_things_they_share(library: Library):
    answer = library.explore(ExploreRequest("notes/ada.md", ExploreView.RELATED))
    (edge,) = [edge for edge in answer.edges if edge.target == "notes/bo.md"]
    assert edge.related_by[0].kind == "thing" and set(edge.related_by[0].names) == {"Acme", "Grace Hopper"}


def test_documents_of_a_series_are_related_by_their_numbers(shelf: Shelf, write: Callable[[Path, str, str], Path]):
    peps = shelf.add("peps")
    write(
        peps,
        "pep-0001.rst",
        "PEP: 1\nTitle: One\nStatus: Final\nReplaces: 2, 99\nRequires: 3\n\nText\n====\n\nWords.\n",
    )
    write(peps, "pep-0002.rst", "PEP: 2\nTitle: Two\nStatus: Superseded\nSuperseded-By: 1\n\nText\n====\n\nWords.\n")
    write(peps, "pep-0003.rst", "PEP: 3\nTitle: Three\nStatus: Active\n\nText\n====\n\nWords.\n")
    shelf.index()
    library = shelf.library
    library.graphs.refresh()
    library.graphs.wait()
    answer = library.explore(ExploreRequest("peps/pep-0001.rst"))
    said = {(edge.source, edge.relation, edge.target) for edge in answer.edges if edge.line}
    assert {
        ("peps/pep-0001.rst", "supersedes", "peps/pep-0002.rst"),
        ("peps/pep-0002.rst", "supersededBy", "peps/pep-0001.rst"),
        ("peps/pep-0001.rst", "dependsOn", "peps/pep-0003.rst"),
    } <= said
    assert not any(node.kind is NodeKind.BROKEN for node in answer.nodes)
