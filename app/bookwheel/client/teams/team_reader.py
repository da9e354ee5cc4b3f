"""One team as a program knows it: its reader's connection, what it showed last, and whether it is away."""

from __future__ import annotations

import contextlib
import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar

from bookwheel.client.teams.teams import Team, Teams
from bookwheel.domain.collection import CollectionCard, CollectionsAnswer
from bookwheel.domain.document import Dialect
from bookwheel.domain.errors import BookwheelError, TeamUnavailable, Unauthorised
from bookwheel.domain.messages import NO_MESSAGE, Message
from bookwheel.domain.search import SearchAnswer, SearchRequest
from bookwheel.domain.service.requests import Empty

if TYPE_CHECKING:
    from bookwheel.client.teams.reader_connection import ReaderConnection

T = TypeVar("T")

AWAY_S = 45.0
"""Seconds in which a team that did not answer is asked by nothing but looks, which come sooner."""

AWAY, SIGNED_OUT = "away", "signed_out"
"""States of a collection whose team does not answer, or wants the person to sign in again."""


@dataclass(frozen=True, slots=True)
class TeamStanding:
    """How a team stands: its collections, as they were when it answered last, and why it does not answer now.

    `needs_sign_in` says that the person must sign in again.
    """

    team: Team
    collections: tuple[str, ...]
    problem: Message = NO_MESSAGE
    needs_sign_in: bool = False


class TeamReader:
    """Safe to use from any thread."""

    def __init__(self, team: Team, teams: Teams, client: str) -> None:
        """Ask nothing yet: what it showed another time is away until it has answered."""
        # What signs in is not loaded for those who have no team.
        from bookwheel.client.teams.reader_connection import ReaderConnection  # noqa: PLC0415

        self.team, self._teams = team, teams
        self.connection: ReaderConnection = ReaderConnection(team, teams.sign_ins, client)
        self.hidden = frozenset[str]()
        """Slugs of the own library, whose documents must never be asked of a team."""
        self._cards = tuple(_unknown_card(slug, name, team.name) for slug, name in team.named.items())
        self._problem = NO_MESSAGE
        self._needs_sign_in = False
        self.revision = 0
        self._away_until = 0.0
        self._has_looked = False

    @property
    def is_unknown(self) -> bool:
        """Whether nothing is known yet of what the team shows."""
        return not (self._cards or self._has_looked)

    @property
    def cards(self) -> tuple[CollectionCard, ...]:
        """The collections that the team showed last, without those whose slug the own library has too."""
        return tuple(card for card in self._cards if card.slug not in self.hidden)

    @property
    def slugs(self) -> frozenset[str]:
        """The slugs of these collections, by which the team's documents are known."""
        return frozenset(card.slug for card in self.cards)

    @property
    def standing(self) -> TeamStanding:
        """How the team stands."""
        names = tuple(card.name for card in self.cards)
        return TeamStanding(replace(self.team, collections=(), names=()), names, self._problem, self._needs_sign_in)

    def call(self, method: str, request: object, kind: type[T], *, is_probe: bool = False) -> T:
        """One method's answer; at once that the team is away, where it was a moment ago, except for a probe.

        Raises:
            TeamUnavailable: when the team is away.
            Unauthorised: when the person must sign in again.
            BookwheelError: what the reader answered.
        """
        if not is_probe and time.monotonic() < self._away_until:
            raise TeamUnavailable("{team} does not answer.", team=self.team.name)
        try:
            answer = self.connection.call(method, request, kind)
        except TeamUnavailable as error:
            self._away_until = time.monotonic() + AWAY_S
            self._leave(error, needs_sign_in=False)
            raise
        except Unauthorised as error:
            self._leave(error, needs_sign_in=True)
            raise
        self._away_until = 0.0
        return answer

    def search(self, request: SearchRequest) -> SearchAnswer:
        """Hits of the team; their breadcrumbs begin with its name, as an own collection may be called alike."""
        answer = self.call("search", request, SearchAnswer)
        shown = (hit for hit in answer.hits if hit.collection not in self.hidden)
        return replace(answer, hits=tuple(replace(hit, breadcrumb=(self.team.name, *hit.breadcrumb)) for hit in shown))

    def look(self, *, is_probe: bool = False) -> None:
        """Take in what the team shows now; what it showed last stays, away, where it does not answer."""
        self._has_looked = True
        try:
            answer = self.call("collections", Empty(), CollectionsAnswer, is_probe=is_probe)
        except BookwheelError as error:
            self._leave(error, needs_sign_in=isinstance(error, Unauthorised))
            return
        self._problem, self._needs_sign_in, self.revision = NO_MESSAGE, False, answer.revision
        self._cards = tuple(replace(card, team=self.team.name, root="") for card in answer.collections)
        with contextlib.suppress(BookwheelError, OSError):
            self._teams.note_collections(self.team.address, self._cards)

    def _leave(self, error: BookwheelError, *, needs_sign_in: bool) -> None:
        self._problem, self._needs_sign_in = error.message, needs_sign_in
        state = SIGNED_OUT if needs_sign_in else AWAY
        self._cards = tuple(replace(card, state=state) for card in self._cards)


def _unknown_card(slug: str, name: str, team: str) -> CollectionCard:
    return CollectionCard(slug, name, "", 1.0, Dialect.AUTO, 0, 0, 0, AWAY, team=team)
