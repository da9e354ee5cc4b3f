"""The page of a thing, made of what the graph says."""

from __future__ import annotations

from bookwheel.domain.graph import Edge, ExploreAnswer, Node, NodeKind
from bookwheel.domain.places import FilePlace, PlaceKind
from bookwheel.gui.page.html.thing_page import is_thing, page_of

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
    assert "<h1>Acme &lt;b&gt;</h1><p>also called Acme Ltd</p>" in page.html
    assert page.html.index("Named with") < page.html.index("Mentioned in")
    assert '<bdi>Ada</bdi></a> <small class="thing-kind">person</small>' in page.html
    assert "“company: Acme” · line 4" in page.html
    assert "“ACME” · page 12" in page.html and "page=12" in page.html


def test_what_is_cut_is_counted():
    assert "12 more connection" in page_of(_answer(15)).html
    assert "not shown" not in page_of(_answer(3)).html


def test_things_are_told_from_documents_by_their_ids():
    assert is_thing("term:jwt") and is_thing("entity:company/acme")
    assert not is_thing("notes/term.md") and not is_thing("tag:x")
