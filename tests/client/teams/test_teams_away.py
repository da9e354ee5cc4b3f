"""The own library goes on, whatever its teams do."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from bookwheel.client.connection import Client, connect
from bookwheel.client.teams import joining, routing
from bookwheel.client.teams.teams import Team, Teams
from bookwheel.domain.browse import TreeRequest
from bookwheel.domain.collection import AddRequest
from bookwheel.domain.errors import NotAllowed, TeamUnavailable
from bookwheel.domain.page import PageRequest
from bookwheel.domain.search import SearchRequest
from bookwheel.domain.service.events import EventKind
from bookwheel.domain.service.requests import NameRequest
from bookwheel.paths import LibraryPaths
from tests.waiting import until

AWAY = Team("Acme", "http://127.0.0.1:9", None, "", ("acme-handbook", "acme-plans"), ("Handbook",))


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LibraryPaths]:
    """A library of one document with a real service."""
    folder = tmp_path_factory.mktemp("documents") / "shelves"
    folder.mkdir()
    (folder / "wheel.md").write_text("# Wheel\n\nThe okapi turns the wheel.\n", "utf-8")
    paths = LibraryPaths(tmp_path_factory.mktemp("library"))
    with_own = connect(paths, client="test", timeout_s=120)
    with_own.add(AddRequest(str(folder)))
    until(lambda: with_own.status().documents == 1 and with_own.status().state == "ready")
    yield paths
    with_own.stop()
    with_own.close()


@pytest.fixture
def teams(library: LibraryPaths) -> Iterator[Teams]:
    """A list of teams, empty again after the test."""
    yield Teams(library)
    (library.teams / "teams.json").unlink(missing_ok=True)


@pytest.fixture
def client(library: LibraryPaths) -> Iterator[Client]:
    """A client of the library and its teams."""
    joined = connect(library, client="test", with_teams=True)
    yield joined
    joined.close()


def test_a_team_that_is_away_from_the_start_shows_what_it_showed_last(client: Client, teams: Teams) -> None:
    teams.keep(AWAY)
    cards = {card.slug: card for card in client.collections().collections}
    assert {slug: card.name for slug, card in cards.items()} == {
        "shelves": "shelves",
        "acme-handbook": "Handbook",
        "acme-plans": "acme-plans",  # as a program before names were kept has left it
    }
    assert (cards["acme-handbook"].state, cards["acme-handbook"].team) == ("away", "Acme")
    (standing,) = joining.list_standings(client)
    assert standing.problem and not standing.needs_sign_in and standing.collections == ("Handbook", "acme-plans")
    answer = client.search(SearchRequest("okapi"))
    assert [hit.section for hit in answer.hits] == ["shelves/wheel.md#wheel"] and answer.notices
    with pytest.raises(TeamUnavailable, match="Acme does not answer"):
        client.page(PageRequest("acme-handbook/index.md"))
    with pytest.raises(TeamUnavailable):
        client.tree(TreeRequest("acme-handbook"))


def test_a_damaged_list_of_teams_leaves_the_own_library_alone(client: Client, teams: Teams) -> None:
    teams.keep(AWAY)
    (client.transport._teams._file).write_bytes(b"torn")  # type: ignore[union-attr]
    assert [card.slug for card in client.collections().collections] == ["shelves"]
    answer = client.search(SearchRequest("okapi"))
    assert len(answer.hits) == 1 and "list of teams is damaged" in str(answer.notices[-1])


def test_an_agent_that_is_called_as_a_team_s_collection_is_the_own_library_s(client: Client, teams: Teams) -> None:
    teams.keep(AWAY)
    client.collections()
    try:
        client.revoke(NameRequest("acme-handbook"))
    except NotAllowed:
        pytest.fail("an agent's name was taken for a team's collection")
    except Exception as error:
        assert "acme-handbook" in str(error)
    assert "acme-handbook" not in routing.named_slugs(NameRequest("acme-handbook"), with_name=False)


def test_events_tell_that_a_team_came_and_end_with_the_client(library: LibraryPaths, teams: Teams) -> None:
    joined = connect(library, client="test", with_teams=True)
    joined.collections()
    told: list[EventKind] = []
    thread = threading.Thread(target=lambda: told.extend(event.kind for event in joined.events()))
    thread.start()
    teams.keep(AWAY)
    until(lambda: EventKind.COLLECTIONS_CHANGED in told)
    assert "acme-handbook" in {card.slug for card in joined.collections().collections}
    joined.close()
    thread.join(60)
    assert not thread.is_alive()
    until(lambda: not [one for one in threading.enumerate() if one.name in ("own events", "team watch")])


def test_a_file_that_is_not_there_is_no_list(tmp_path: Path) -> None:
    assert Teams(LibraryPaths(tmp_path)).all() == () and not (tmp_path / "teams").exists()
