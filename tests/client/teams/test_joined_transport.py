from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import closing

import pytest

from bookwheel.client.connection import Client
from bookwheel.client.teams.reader_connection import ReaderConnection
from bookwheel.client.teams.sign_in import Tokens
from bookwheel.client.teams.teams import Team
from bookwheel.domain.annotations.annotation import AnnotateRequest
from bookwheel.domain.browse import BrowseRequest, TreeRequest, View
from bookwheel.domain.collection import RemoveRequest
from bookwheel.domain.errors import BadRequest, NotAllowed, RevisionChanged, ServiceUnavailable
from bookwheel.domain.graph import ExploreRequest
from bookwheel.domain.page import PageRequest, ResolveRequest
from bookwheel.domain.reading import OutlineRequest, ReadRequest
from bookwheel.domain.search import Filter, NamesRequest, Order, SearchRequest
from bookwheel.domain.service.events import EventKind
from bookwheel.domain.service.requests import NameRequest
from tests.client.teams.conftest import Desk
from tests.loopback import no_proxy  # noqa: F401 - a fixture of every test here
from tests.waiting import until


@pytest.fixture
def joined(desk: Desk) -> Iterator[Client]:
    desk.sign_in("staff")
    with closing(desk.joined()) as client:
        yield client


def _docs(client: Client, query: str, **changed: object) -> list[str]:
    return [hit.doc for hit in client.search(SearchRequest(query, **changed)).hits]  # type: ignore[arg-type]


def test_one_search_answers_from_the_own_library_and_the_team(joined: Client) -> None:
    answer = joined.search(SearchRequest("wheel spokes", facets=("collection",)))
    docs = [hit.doc for hit in answer.hits]
    assert docs[0] == "notes/spokes.md" and docs[1].startswith("team-")
    assert {doc.partition("/")[0] for doc in docs} == {"notes", "team-open", "team-qumbra"}
    assert {hit.breadcrumb[0] for hit in answer.hits if hit.collection != "notes"} == {"Team"}
    assert answer.total == len(docs) == len({hit.section for hit in answer.hits})
    counted = {facet.value: facet.count for facet in answer.facets}
    assert counted == {"notes": 2, "team-open": 2, "team-qumbra": 2}
    assert not answer.notices and answer.pending == 0 and not answer.cursor


def test_pages_of_hits_show_each_once_and_end(joined: Client) -> None:
    whole = [hit.section for hit in joined.search(SearchRequest("wheel rim", limit=50)).hits]
    paged: list[str] = []
    cursor = ""
    while True:
        answer = joined.search(SearchRequest("wheel rim", limit=2, cursor=cursor))
        paged += [hit.section for hit in answer.hits]
        cursor = answer.cursor
        if not cursor:
            break
        assert len(answer.hits) == 2 and len(paged) < 50
    assert paged == whole and len(whole) > 5
    with pytest.raises(RevisionChanged):
        joined.search(SearchRequest("wheel rim", cursor="joined.AAAA"))


def test_titles_are_in_order_over_all_libraries(joined: Client) -> None:
    hits = joined.search(SearchRequest("wheel", order=Order.TITLE, is_by_document=True)).hits
    titles = [hit.title or hit.document_title for hit in hits]
    assert titles == sorted(titles, key=str.casefold) and len(titles) > 3


def test_filters_choose_the_library_that_is_asked(joined: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def chosen(*slugs: str) -> set[str]:
        return {doc.partition("/")[0] for doc in _docs(joined, "wheel", filters=(Filter("collection", slugs),))}

    assert chosen("team-open") == {"team-open"}
    assert chosen("notes", "team-qumbra") == {"notes", "team-qumbra"}
    assert chosen("team-qworp") == set()
    monkeypatch.setattr(ReaderConnection, "call", _fail)
    assert chosen("notes") == {"notes"}


def _fail(*_: object) -> None:
    raise AssertionError("A team was asked.")


def test_what_is_like_a_document_is_asked_of_its_library_alone(joined: Client) -> None:
    assert {doc.partition("/")[0] for doc in _docs(joined, "", like="team-open/rims.md")} <= {
        "team-open",
        "team-qumbra",
    }
    assert "notes/rim.md" in _docs(joined, "rim", within="notes/rim.md")
    assert _docs(joined, "rim", within="team-open/rims.md") == ["team-open/rims.md"]


def test_documents_of_the_team_are_read_as_own_ones(joined: Client) -> None:
    page = joined.page(PageRequest("team-qumbra/plan.md"))
    assert "qumbraword" in page.html and page.source_path == ""
    assert joined.outline(OutlineRequest("team-qumbra/plan.md")).title == "Qumbraplan"
    assert "qumbraword" in joined.read(ReadRequest(("team-qumbra/plan.md",))).passages[0].text
    assert joined.resolve(ResolveRequest("team-open/welcome.md", "rims.md")).doc == "team-open/rims.md"
    assert {entry.doc for entry in joined.tree(TreeRequest("team-open")).entries} == {
        "team-open/welcome.md", "team-open/rims.md",
    }  # fmt: skip
    assert joined.explore(ExploreRequest("team-open/welcome.md")).nodes
    assert joined.explore(ExploreRequest("collection:team-open")).nodes
    assert joined.status(NameRequest("team-open")).documents == 2
    assert joined.page(PageRequest("notes/rim.md")).title == "Rim"
    assert joined.status().collections == 1


def test_collections_and_names_are_listed_together(joined: Client) -> None:
    cards = {card.slug: card for card in joined.collections().collections}
    assert {slug: card.team for slug, card in cards.items()} == {
        "notes": "", "team-open": "Team", "team-qumbra": "Team",
    }  # fmt: skip
    assert cards["team-open"].root == "" and cards["notes"].root
    assert {card.slug for card in joined.browse(BrowseRequest(View.COLLECTIONS)).collections} == set(cards)
    assert {card.doc for card in joined.names(NamesRequest("rim")).documents} == {"notes/rim.md", "team-open/rims.md"}


def test_what_belongs_to_the_team_cannot_be_changed_and_is_not_told_to_it(joined: Client, desk: Desk) -> None:
    with pytest.raises(NotAllowed, match="belongs to Team"):
        joined.annotate(AnnotateRequest("team-open/rims.md#rims"))
    with pytest.raises(NotAllowed):
        joined.remove(RemoveRequest("team-open"))
    with pytest.raises(BadRequest, match="one team at a time"):
        desk.sign_in(
            "lab", team=Team("Other", desk.team().address.replace("127.0.0.1", "localhost"), desk.team().sign_in)
        )
        joined.collections()
        joined.read(ReadRequest(("team-open/rims.md", "team-qworp/result.md")))


def test_a_team_that_is_away_is_told_and_costs_nothing_else(joined: Client, desk: Desk) -> None:
    assert len(joined.collections().collections) == 3
    desk.teams.keep(Team("Away", "http://127.0.0.1:9", None, collections=("away-notes",)))
    answer = joined.search(SearchRequest("wheel"))
    assert len(answer.hits) > 3 and [str(notice) for notice in answer.notices] == [
        "Away refuses the connection. Its server may be stopped: try again later."
    ]
    with pytest.raises(ServiceUnavailable, match="Away does not answer"):
        joined.page(PageRequest("away-notes/a.md"))
    desk.teams.remove(desk.teams.find("away"))
    assert not joined.search(SearchRequest("wheel")).notices


def test_what_a_team_showed_last_stays_while_it_is_away(
    joined: Client, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert len(joined.collections().collections) == 3
    monkeypatch.setattr(ReaderConnection, "_exchange", _refuse)
    states = {card.slug: card.state for card in joined.collections().collections}
    assert states == {"notes": "ready", "team-open": "away", "team-qumbra": "away"}
    shown = {card.slug: card.name for card in joined.collections().collections if card.team}
    kept = desk.teams.find(desk.team().name)
    assert dict(zip(kept.collections, kept.names, strict=True)) == shown


def _refuse(*_: object) -> None:
    raise ConnectionResetError


def test_who_is_not_signed_in_any_more_hears_it_and_finds_the_own_hits(joined: Client, desk: Desk) -> None:
    desk.teams.sign_ins.keep(desk.team().address, Tokens("torn"))
    answer = joined.search(SearchRequest("wheel"))
    assert {hit.collection for hit in answer.hits} == {"notes"}
    assert [str(notice) for notice in answer.notices] == ["You are not signed in to Team. Sign in again."]
    assert [card.slug for card in joined.collections().collections] == ["notes"]
    desk.sign_in("staff")
    assert len(joined.collections().collections) == 3


def test_a_team_with_an_own_collections_id_never_hears_of_its_documents(joined: Client, desk: Desk) -> None:
    desk.teams.keep(Team("Thief", "http://127.0.0.1:9", None, collections=("notes", "thief-notes")))
    assert joined.page(PageRequest("notes/diary.md")).title == "Diary"
    assert joined.outline(OutlineRequest("notes/diary.md")).title == "Diary"


def test_the_window_hears_when_a_team_is_connected_and_disconnected(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[EventKind] = []
    with closing(desk.joined()) as client:

        def listen() -> None:
            for event in client.events():
                told.append(event.kind)

        thread = threading.Thread(target=listen, daemon=True)
        thread.start()
        assert len(client.collections().collections) == 1
        desk.sign_in("staff")
        until(lambda: told.count(EventKind.COLLECTIONS_CHANGED) == 1)
        assert len(client.collections().collections) == 3
        desk.teams.remove(desk.team())
        until(lambda: told.count(EventKind.COLLECTIONS_CHANGED) >= 2)
        assert len(client.collections().collections) == 1
    thread.join(30)
    assert not thread.is_alive()
