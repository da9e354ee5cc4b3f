"""A person's own library, and a team's reader with its identity provider, all real and on loopback."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from bookwheel.client.connection import Client, connect
from bookwheel.client.teams.sign_in import Tokens
from bookwheel.client.teams.teams import Team, Teams
from bookwheel.domain.collection import AddRequest
from bookwheel.domain.service.requests import NameRequest
from bookwheel.domain.service.settings import SettingChange
from bookwheel.domain.team import SignInDescription
from bookwheel.paths import LibraryPaths
from bookwheel.service.identity.access_tokens import AccessTokens
from bookwheel.service.identity.provider_requests import asker
from bookwheel.system_keyring import SystemKeyring
from tests import oidc_provider
from tests.oidc_provider import AUDIENCE, CLIENT_ID, Provider
from tests.service.team.serving import Served, serving, write_publications
from tests.waiting import until

SOURCES = Path(__file__).parents[3] / "app"

START_S = 300.0
"""Seconds that a service may take to start where other programs have the computer."""

OWN = {
    "spokes.md": "# Spokes\n\nMy own wheel has spokes of steel. See [the rim](rim.md).\n",
    "rim.md": "# Rim\n\nA rim is round. The wheel turns.\n",
    "diary.md": "# Diary\n\nA zebraword that nobody else may hear.\n",
}


@dataclass
class Desk:
    """A person's library and the reader of their team."""

    places: LibraryPaths
    client: Client
    served: Served
    provider: Provider

    @property
    def teams(self) -> Teams:
        """The teams of this person, whose computer has no keyring."""
        return Teams(self.places, SystemKeyring(lambda: None))

    def team(self, name: str = "Team") -> Team:
        """The reader as a client describes it."""
        description = SignInDescription(self.provider.issuer, CLIENT_ID, AUDIENCE)
        return Team(name, f"http://{self.served.host}", description)

    def sign_in(self, *groups: str, team: Team | None = None) -> None:
        """Connect to the team as somebody of these groups."""
        team = team or self.team()
        self.teams.sign_ins.keep(team.address, Tokens(self.provider.token(groups=list(groups))))
        self.teams.keep(team)

    def joined(self) -> Client:
        """A client of everything."""
        return connect(self.places, client="test", with_teams=True, timeout_s=START_S)


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    """The same for all tests of a module: neither the library nor the reader changes."""
    folder = tmp_path_factory.mktemp("office")
    notes, places = folder / "notes", LibraryPaths(folder / "own")
    notes.mkdir()
    for name, text in OWN.items():
        (notes / name).write_text(text, "utf-8")
    before = {name: os.environ.get(name) for name in ("PYTHONPATH", "no_proxy")}
    os.environ |= {"PYTHONPATH": str(SOURCES), "no_proxy": "127.0.0.1"}
    try:
        with oidc_provider.running() as provider:
            config = provider.config()
            tokens = AccessTokens(config, asker(config.issuer))
            shown = write_publications(folder)
            with serving(folder / "reader", shown, identity=config, tokens=tokens) as served:
                client = connect(places, client="test", timeout_s=START_S)
                client.set(SettingChange("meaning.enabled", "false"))
                client.add(AddRequest(str(notes)))
                until(lambda: client.status(NameRequest("notes")).documents == len(OWN))
                until(lambda: client.status().pending == 0)
                yield Desk(places, client, served, provider)
                client.stop(20)
                client.close()
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value


@pytest.fixture
def desk(office: Desk) -> Iterator[Desk]:
    """The office with no team connected yet."""
    yield office
    for team in office.teams.all():
        office.teams.remove(team)
