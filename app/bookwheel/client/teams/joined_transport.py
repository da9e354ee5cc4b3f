"""Calls to the person's own library and to the teams' that they are connected to, as to one library.

Searches, names and lists of collections are asked of all; a call that names a team's document or collection goes to
that team; everything else is the own library's. Nothing of the own library is sent anywhere: a team hears the query.
"""

from __future__ import annotations

import contextlib
import queue
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as WaitTimeout
from dataclasses import replace
from typing import TypeVar, cast

from bookwheel import wire
from bookwheel.client.teams import merging, routing
from bookwheel.client.teams.merging import Ahead, Progress
from bookwheel.client.teams.reader_connection import ReaderConnection
from bookwheel.client.teams.teams import Team, Teams
from bookwheel.client.transport import Transport
from bookwheel.domain.browse import BrowseAnswer, BrowseRequest, View
from bookwheel.domain.collection import CollectionCard, CollectionsAnswer
from bookwheel.domain.errors import (
    BadRequest,
    BookwheelError,
    NotAllowed,
    NotFound,
    ServiceUnavailable,
    TimedOut,
    Unauthorised,
)
from bookwheel.domain.messages import NO_MESSAGE, Message
from bookwheel.domain.search import NamesAnswer, NamesRequest, SearchAnswer, SearchRequest
from bookwheel.domain.service.events import Event, EventKind
from bookwheel.domain.service.requests import Empty
from bookwheel.paths import LibraryPaths

T = TypeVar("T")

READING = frozenset({
    "search", "names", "browse", "outline", "read", "tree", "resolve", "explore", "query", "context", "mentions",
    "inspect", "absence", "changes", "collections", "asset", "find", "page", "status", "tasks", "topics",
})  # fmt: skip
"""Methods that a team's reader answers."""

ANSWER_S = 5.0
"""Seconds that an answer made of several libraries waits for a team."""

AWAY_S = 20.0
"""Seconds in which a team that did not answer is not asked again."""

OWN_S = 5.0
"""Seconds for which the slugs of the own library's collections are taken to stay the same."""

LOOK_S = 30.0
"""Seconds between two looks at what teams show."""

_OWN = ""
_DROPPED = (BadRequest, NotFound)
"""Errors of a query that one library cannot answer, such as a collection that only another has."""


class JoinedTransport:
    """Speaks as `Transport` does. Safe to use from any thread."""

    def __init__(self, own: Transport, teams: Teams, client: str) -> None:
        """Ask no team yet; `client` names this program."""
        self._own, self._teams, self._client = own, teams, client
        self._lock = threading.Lock()
        self._readers: dict[str, _Reader] = {}
        self._threads = ThreadPoolExecutor(8, "team")
        self._closing = threading.Event()
        self._own_slugs: tuple[float, frozenset[str]] = (0.0, frozenset())

    @property
    def record(self) -> wire.Discovery:
        """The own library's service."""
        return self._own.record

    def close(self) -> None:
        """Close every connection and end the event streams."""
        self._closing.set()
        self._own.close()
        with self._lock:
            readers, self._readers = list(self._readers.values()), {}
        for reader in readers:
            reader.connection.close()
        self._threads.shutdown(wait=False, cancel_futures=True)

    def stop(self, timeout_s: float) -> bool:
        """End the own library's service."""
        return self._own.stop(timeout_s)

    def call(self, method: str, request: object, kind: type[T]) -> T:
        """One method's answer, of the library that it belongs to, or of all.

        Raises:
            BookwheelError: what the library answered; NotAllowed for a change of a team's document.
        """
        readers = self._current()
        if not readers:
            return self._own.call(method, request, kind)
        named = routing.named_slugs(request)
        asked = {reader.team.address: reader for reader in readers if not named.isdisjoint(reader.slugs)}
        if isinstance(request, SearchRequest) and not request.within:
            return cast("T", self._search(request, readers, list(asked.values())))
        if method in ("names", "collections") or (isinstance(request, BrowseRequest) and _lists_collections(request)):
            return cast("T", self._join(method, request, readers))
        if not asked:
            return self._own.call(method, request, kind)
        if len(asked) > 1:
            raise BadRequest("Ask for documents of one team at a time.")
        (reader,) = asked.values()
        if method not in READING:
            raise NotAllowed("This belongs to {team}. It can only be read.", team=reader.team.name)
        return reader.call(method, request, kind)

    def events(self, last: int = 0) -> Iterator[Event]:
        """Events of the own library, and COLLECTIONS_CHANGED when what a team shows has changed."""
        told: queue.SimpleQueue[Event | None] = queue.SimpleQueue()
        threading.Thread(target=self._listen, args=(last, told), name="own events", daemon=True).start()
        threading.Thread(target=self._watch, args=(told,), name="team watch", daemon=True).start()
        while (event := told.get()) is not None:
            last = max(last, event.sequence)
            yield event if event.sequence else replace(event, sequence=last)

    def _listen(self, last: int, told: queue.SimpleQueue[Event | None]) -> None:
        try:
            for event in self._own.events(last):
                told.put(event)
        finally:
            told.put(None)

    def _watch(self, told: queue.SimpleQueue[Event | None]) -> None:
        """Look at what teams show, now and then, until the end."""
        seen: object = None
        while True:
            self._all(self._current(), lambda reader: reader.look())
            shown = [(reader.team.name, reader.standing) for reader in self._current()]
            if seen is not None and shown != seen:
                told.put(Event(0, EventKind.COLLECTIONS_CHANGED, 0))
            seen, until = shown, time.monotonic() + LOOK_S
            teams = self._teams_now()
            while time.monotonic() < until and self._teams_now() == teams:
                if self._closing.wait(1.0):
                    return

    def _teams_now(self) -> tuple[Team, ...]:
        with contextlib.suppress(BadRequest):
            return self._teams.all()
        return ()

    def _current(self) -> list[_Reader]:
        """The teams that the person is connected to now; a collection whose slug the own library has too is hidden."""
        teams = {team.address: team for team in self._teams.all()}
        with self._lock:
            if self._closing.is_set():
                raise ServiceUnavailable("This connection is closed.")
            for address, reader in list(self._readers.items()):
                if replace(reader.team, collections=()) != replace(teams.get(address, _NO_TEAM), collections=()):
                    self._readers.pop(address).connection.close()
            for address, team in teams.items():
                if address not in self._readers:
                    connection = ReaderConnection(team, self._teams.sign_ins, self._client)
                    self._readers[address] = _Reader(connection, self._teams)
            readers = [self._readers[address] for address in teams]
        hidden = self._known_slugs() if readers else frozenset[str]()
        for reader in readers:
            reader.hidden = hidden
        self._all([reader for reader in readers if reader.is_unknown], lambda reader: reader.look())
        return readers

    def _known_slugs(self) -> frozenset[str]:
        """The slugs of the own library's collections."""
        read_at, slugs = self._own_slugs
        if not read_at or time.monotonic() - read_at > OWN_S:
            answer = self._own.call("collections", Empty(), CollectionsAnswer)
            slugs = frozenset(card.slug for card in answer.collections)
            self._own_slugs = (time.monotonic(), slugs)
        return slugs

    def _search(self, request: SearchRequest, readers: list[_Reader], named: list[_Reader]) -> SearchAnswer:
        progress = merging.read_cursor(request.cursor) if request.cursor.startswith(merging.MARK) else None
        if request.cursor and progress is None:
            return self._own.call("search", request, SearchAnswer)
        first = replace(request, cursor="")
        is_restricted = routing.restricts_collections(request)
        asked = named if is_restricted or (request.like and named) else readers
        is_own = not (request.like and named) and not (is_restricted and self._are_teams(request, named))
        if not asked:
            return self._own.call("search", request, SearchAnswer)
        left = progress or {}

        def look(name: str, search: merging.Search) -> Ahead | None:
            at = left.get(name, Progress(is_over=progress is not None))
            return None if at.is_over else merging.look_ahead(search, first, at)

        waiting = {reader: self._threads.submit(look, reader.team.address, reader.search) for reader in asked}
        found: dict[str, Ahead] = {}
        problem: BookwheelError | None = None
        if is_own:
            try:
                own = look(_OWN, lambda one: self._own.call("search", one, SearchAnswer))
                if own is not None:
                    found[_OWN] = own
            except _DROPPED as error:
                problem = error
        notices: list[Message] = []
        for reader, ahead in _gather(waiting):
            if isinstance(ahead, BookwheelError):
                problem = problem or ahead
                notices += [] if isinstance(ahead, _DROPPED) else [ahead.message]
            elif ahead is not None:
                found[reader.team.address] = ahead
        if not found:
            raise problem or ServiceUnavailable("No library answers.")
        return merging.merge_hits(found, first, notices)

    def _are_teams(self, request: SearchRequest, named: list[_Reader]) -> bool:
        """Whether every collection that a search is restricted to is a team's."""
        slugs = {slug for reader in named for slug in reader.slugs}
        values = {value for one in request.filters if one.field == "collection" for value in one.values}
        return values <= slugs

    def _join(self, method: str, request: object, readers: list[_Reader]) -> object:
        """The answers of all libraries to what lists, as one; a team that is away shows what it showed last."""
        if isinstance(request, NamesRequest):
            waiting = {reader: self._threads.submit(reader.call, method, request, NamesAnswer) for reader in readers}
            own = self._own.call(method, request, NamesAnswer)
            others = [answer for _, answer in _gather(waiting) if isinstance(answer, NamesAnswer)]
            return merging.merge_names([own, *others], request.limit)
        looking = {reader: self._threads.submit(reader.look) for reader in readers}
        if isinstance(request, BrowseRequest):
            listed = self._own.call(method, request, BrowseAnswer)
            cards = self._cards(listed.collections, looking)
            return replace(listed, collections=cards, total=listed.total + len(cards) - len(listed.collections))
        answer = self._own.call(method, request, CollectionsAnswer)
        return replace(answer, collections=self._cards(answer.collections, looking))

    def _cards(
        self, own: tuple[CollectionCard, ...], looking: dict[_Reader, Future[None]]
    ) -> tuple[CollectionCard, ...]:
        for _ in _gather(looking):
            pass
        cards = {card.slug: card for card in own}
        for reader in looking:
            for card in reader.cards:
                cards.setdefault(card.slug, card)
        return tuple(cards.values())

    def _all(self, readers: list[_Reader], ask: Callable[[_Reader], None]) -> None:
        for _ in _gather({reader: self._threads.submit(ask, reader) for reader in readers}):
            pass


def join(own: Transport, places: LibraryPaths, client: str) -> JoinedTransport:
    """The own library and the teams that its person is connected to."""
    return JoinedTransport(own, Teams(places), client)


_NO_TEAM = Team("", "")


class _Reader:
    """One team's reader: its connection, what it showed last, and whether it is away."""

    def __init__(self, connection: ReaderConnection, teams: Teams) -> None:
        self.connection, self._teams = connection, teams
        self.team = connection.team
        self._slugs: frozenset[str] = frozenset(connection.team.collections)
        self.hidden = frozenset[str]()
        """Slugs of the own library, whose documents must never be asked of a team."""
        self.cards: tuple[CollectionCard, ...] = ()
        self.problem = NO_MESSAGE
        self._revision, self._has_looked = 0, False
        self._away_until = 0.0

    @property
    def is_unknown(self) -> bool:
        """Whether nothing is known yet of what the team shows."""
        return not (self._slugs or self._has_looked)

    @property
    def slugs(self) -> frozenset[str]:
        """The slugs of the collections that the team shows and the own library does not have."""
        return self._slugs - self.hidden

    @property
    def standing(self) -> object:
        """What a person sees change."""
        return self.slugs, self.problem, self._revision

    def call(self, method: str, request: object, kind: type[T]) -> T:
        """One method's answer; at once that the team is away, where it was a moment ago."""
        if time.monotonic() < self._away_until:
            raise ServiceUnavailable("{team} does not answer.", team=self.team.name)
        try:
            answer = self.connection.call(method, request, kind)
        except ServiceUnavailable as error:
            self._away_until, self.problem = time.monotonic() + AWAY_S, error.message
            self.cards = tuple(replace(card, state="away") for card in self.cards)
            raise
        except Unauthorised as error:
            self.problem = error.message
            raise
        return answer

    def search(self, request: SearchRequest) -> SearchAnswer:
        """Hits of the team."""
        answer = self.call("search", request, SearchAnswer)
        return replace(answer, hits=tuple(hit for hit in answer.hits if hit.collection not in self.hidden))

    def look(self) -> None:
        """Take in what the team shows now; what it showed last stays where it does not answer."""
        self._has_looked = True
        try:
            answer = self.call("collections", Empty(), CollectionsAnswer)
        except Unauthorised:
            self.cards, self._slugs = (), frozenset()
            return
        except BookwheelError:
            return
        self.problem, self._revision = NO_MESSAGE, answer.revision
        self.cards = tuple(replace(card, team=self.team.name, root="") for card in answer.collections)
        slugs = tuple(sorted(card.slug for card in self.cards))
        self._slugs = frozenset(slugs)
        with contextlib.suppress(BookwheelError, OSError):
            self._teams.note_collections(self.team.address, slugs)


def _lists_collections(request: BrowseRequest) -> bool:
    return request.view is View.COLLECTIONS and not request.filters and not request.cursor


def _gather(waiting: dict[_Reader, Future[T]]) -> Iterator[tuple[_Reader, T | BookwheelError]]:
    """What each team answered, or why it did not."""
    until = time.monotonic() + ANSWER_S
    for reader, future in waiting.items():
        try:
            yield reader, future.result(max(0.0, until - time.monotonic()))
        except BookwheelError as error:
            yield reader, error
        except WaitTimeout:
            yield reader, TimedOut("{team} takes too long to answer.", team=reader.team.name)
