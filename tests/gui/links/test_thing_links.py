"""The Links side bar beside the page of a thing."""

from __future__ import annotations

from bookwheel.domain.graph import Edge, ExploreAnswer, Node, NodeKind
from bookwheel.gui.links.model import Connections, rows_of


def test_a_thing_is_listed_with_the_places_that_name_it_and_the_things_it_has_to_do_with() -> None:
    acme = Node("entity:company/acme", NodeKind.ENTITY, "Acme")
    ada = Node("person:ada", NodeKind.PERSON, "Ada")
    plan = Node("notes/plan.md", NodeKind.DOCUMENT, "The plan", "notes/plan.md")
    edges = (
        Edge(plan.id, "mentions", acme.id, "notes/plan.md#two", 9, "ACME"),
        Edge(acme.id, "coOccursWith", ada.id, "notes/plan.md#two", 9, "company: Acme"),
    )
    rows = rows_of(acme.id, Connections(ExploreAnswer((acme, ada, plan), edges, 3, 1, 1)))
    assert [(row.kind, row.title) for row in rows] == [
        ("head", "Named in"), ("card", "The plan"), ("head", "Connected with"), ("card", "Ada"),
    ]  # fmt: skip
    assert rows[1].place is not None and rows[1].place.doc == plan.id
    assert rows[3].place is not None and rows[3].place.doc == ada.id and rows[3].words == "named with"


def test_a_thing_that_nothing_names_says_so() -> None:
    answer = ExploreAnswer((Node("term:jwt", NodeKind.TERM, "JWT"),), (), 1, 1, 1)
    assert [row.title for row in rows_of("term:jwt", Connections(answer))] == [
        "Named in",
        "No document names this yet.",
    ]
