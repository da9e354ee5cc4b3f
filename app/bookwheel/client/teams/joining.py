"""Connects a person to a team, whose sign-in is kept once its reader has answered, and tells how teams stand."""

from __future__ import annotations

from bookwheel.client.connection import Client
from bookwheel.client.teams.joined_transport import JoinedTransport
from bookwheel.client.teams.reader_connection import ReaderConnection
from bookwheel.client.teams.sign_in import Tokens
from bookwheel.client.teams.team_reader import TeamStanding
from bookwheel.client.teams.teams import Team, Teams
from bookwheel.domain.collection import CollectionCard, CollectionsAnswer
from bookwheel.domain.errors import BookwheelError
from bookwheel.domain.service.requests import Empty


def join(teams: Teams, team: Team, tokens: Tokens | None, client: str) -> tuple[CollectionCard, ...]:
    """Keep a team and the person's sign-in, None for a team that wants none; the collections that it shows them.

    Where the reader does not answer, nothing is kept of a team that was not known. `client` names this program.

    Raises:
        Unauthorised: when the reader refuses the sign-in.
        TeamUnavailable: when it does not answer.
        BadRequest: when another team has its name, or there are too many.
    """
    is_known = any(one.address == team.address for one in teams.all())
    if tokens is not None:
        teams.sign_ins.keep(team.address, tokens)
    try:
        cards = look(teams, team, client)
        teams.keep(team.showing(cards))
    except BookwheelError:
        if tokens is not None and not is_known:
            teams.sign_ins.forget(team.address)
        raise
    return cards


def look(teams: Teams, team: Team, client: str) -> tuple[CollectionCard, ...]:
    """The collections that a team shows the person.

    Raises:
        BookwheelError: as `ReaderConnection.call`.
    """
    connection = ReaderConnection(team, teams.sign_ins, client)
    try:
        return connection.call("collections", Empty(), CollectionsAnswer).collections
    finally:
        connection.close()


def list_standings(client: Client) -> tuple[TeamStanding, ...]:
    """How each team of a client stands, after a look at it; none for a client of the own library alone.

    Raises:
        BadRequest: when the list of teams is damaged.
    """
    transport = client.transport
    return transport.standings() if isinstance(transport, JoinedTransport) else ()
