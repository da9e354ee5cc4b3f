from __future__ import annotations

from tests.service.team.serving import Served

STAFF, LAB, GUEST = "person:ada:staff", "agent:crawler:lab", "person:guest:"


def test_each_caller_sees_the_collections_of_its_groups(served: Served) -> None:
    for token, slugs in ((STAFF, {"open", "qumbra"}), (LAB, {"open", "qworp"}), (GUEST, {"open"})):
        cards = served.rpc("collections", {}, token).json()["collections"]
        assert {card["slug"] for card in cards} == slugs
        assert {card["root"] + card["address"] for card in cards} == {""}
        listed = served.tool("browse", {"view": "collections"}, token)["structuredContent"]["collections"]
        assert {card["slug"] for card in listed} == slugs
        assert set(served.get("/team", token).json()["collections"]) == {slug.title() for slug in slugs}
