"""The page of a thing, made of what the graph says."""

from __future__ import annotations

from bookwheel.domain.annotations.same_things import (
    JoinedThing,
    NamedThing,
    SameDecision,
    SameEntry,
    SameListAnswer,
)
from bookwheel.domain.graph import Edge, ExploreAnswer, Node, NodeKind
from bookwheel.domain.history import Change, ChangedDocument
from bookwheel.domain.places import FilePlace, PlaceKind
from bookwheel.domain.things import is_thing
from bookwheel.gui.page.html.thing_page import documents_of, outline_of, page_of

ACME = Node("entity:company/acme", NodeKind.ENTITY, "Acme <b>", "", "Acme Ltd")
ADA = Node("person:ada", NodeKind.PERSON, "Ada", weight=3)
PLAN = Node("notes/plan.pdf", NodeKind.DOCUMENT, "The plan", "notes/plan.pdf")


def _answer(total: int = 3, *edges: Edge) -> ExploreAnswer:
    return ExploreAnswer((ACME, ADA, PLAN), edges, total, 1, 1)


def test_a_thing_is_said_with_its_ties_and_where_each_is_stated():
    page = page_of(
        _answer(
            3,
            Edge(ACME.id, "coOccursWith", ADA.id, "notes/ada.md#top", 4, "company: Acme"),
            Edge(
                PLAN.id, "mentions", ACME.id, "notes/plan.pdf#two", 90, "ACME", place=FilePlace(PlaceKind.PAGE, 12, 12)
            ),
        )
    )
    assert (page.doc, page.title, page.type) == (ACME.id, ACME.title, "company")
    assert "<h1>Acme &lt;b&gt;</h1>" in page.html and "Also called Acme Ltd · Named in 2 document" in page.html
    assert page.html.index("Named with") < page.html.index("Mentioned in")
    assert '<bdi>Ada</bdi></a> <small class="thing-kind">person</small>' in page.html
    assert "“company: Acme” · ada.md · line 4" in page.html
    assert "“ACME” · page 12" in page.html and "page=12" in page.html


def test_what_is_cut_is_counted():
    assert "12 more connection" in page_of(_answer(15)).html
    assert "not shown" not in page_of(_answer(3)).html


def test_things_are_told_from_documents_by_their_ids():
    assert is_thing("term:jwt") and is_thing("entity:company/acme")
    assert not is_thing("notes/term.md") and not is_thing("tag:x")


def test_each_place_that_states_a_relation_is_linked_with_its_first_words_marked():
    long = "Acme makes all of the tools that one of us needs"
    edges = [Edge(PLAN.id, "mentions", ACME.id, "notes/plan.pdf#two", line, long) for line in (9, 3, 5, 7)]
    html = page_of(_answer(3, *edges)).html
    assert [html.index(f"line {line}") for line in (3, 5, 7)] and "line 9" not in html
    assert html.count("quote=%22Acme%20makes%20all%20of%20the%20tools%20that%20one%22") == 3


def test_a_thing_has_an_outline_of_its_relations_and_a_timeline_of_what_names_it():
    answer = _answer(
        3,
        Edge(PLAN.id, "mentions", ACME.id, "notes/plan.pdf#two", 9, "ACME"),
        Edge(ACME.id, "coOccursWith", ADA.id, "notes/ada.md#top", 4, "company: Acme"),
    )
    assert documents_of(answer) == ("notes/plan.pdf", "notes/ada.md")
    sections = outline_of(answer).sections
    assert [entry.title for entry in sections] == ["Named with", "Mentioned in", "Timeline"]
    changes = (
        Change("notes", "2026-05-03T10:00:00Z", "Eve <x>", "abc", "Move", (ChangedDocument(PLAN.id, "Plan"),), 2),
    )
    html = page_of(answer, changes).html
    assert all(f'id="{entry.section.partition("#")[2]}"' in html for entry in sections)
    assert '<time datetime="2026-05-03T10:00:00Z">' in html and "Eve &lt;x&gt; · Move" in html and "and 2 more" in html
    assert "timeline" not in page_of(answer).html


def test_a_thing_says_what_is_the_same_and_what_is_not():
    acme, acme_2 = NamedThing(ACME.id, ACME.title), NamedThing("entity:team/acme", "Acme <i>")
    entry = SameEntry(SameDecision("s1", acme_2, acme, False, ""), is_first_there=True, is_other_there=True)
    lost = SameEntry(SameDecision("s2", acme, NamedThing("term:x", "X"), False, ""), True, False)
    other = NamedThing("term:acme", "acme")
    same = SameListAnswer((entry, lost), 2, 1, (JoinedThing("entity:company/a", "A", True),), (acme_2, other))
    html = page_of(_answer(), (), same).html
    assert "The same as <bdi>A (entity:company/a)</bdi>" in html
    assert html.count("Acme &lt;i&gt; (entity:team/acme)") == 1 and "<i>" not in html
    assert html.index("Not the same as") < html.index("entity:team/acme") < html.index("Others with this name")
    assert "acme (term:acme)" in html and "term:x" not in html
