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
from typing import TYPE_CHECKING, TypeVar, cast

from bookwheel import wire
from bookwheel.client.teams import routing
from bookwheel.client.teams.team_reader import TeamReader, TeamStanding
from bookwheel.client.teams.teams import Team, Teams
from bookwheel.client.transport import Transport
from bookwheel.domain.browse import BrowseAnswer, BrowseRequest, View
from bookwheel.domain.collection import CollectionCard, CollectionsAnswer
from bookwheel.domain.errors import BadRequest, BookwheelError, NotAllowed, NotFound, ServiceUnavailable, TimedOut
from bookwheel.domain.messages import Message
from bookwheel.domain.search import NamesAnswer, NamesRequest, SearchAnswer, SearchRequest
from bookwheel.domain.service.events import Event, EventKind
from bookwheel.domain.service.requests import Empty
from bookwheel.domain.team import READING_METHODS
from bookwheel.paths import LibraryPaths

if TYPE_CHECKING:
    from bookwheel.client.teams import merging
    from bookwheel.client.teams.merging import Ahead

T = TypeVar("T")

ANSWER_S = 5.0
"""Seconds that an answer made of several libraries waits for a team."""

LISTING_S = 1.0
"""Seconds that a list of collections waits for a team, which shows what it showed last until it has answered."""

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
        self._readers: dict[str, TeamReader] = {}
        self._threads = ThreadPoolExecutor(8, "team")
        self._closing = threading.Event()
        self._own_slugs: tuple[float, frozenset[str]] = (0.0, frozenset())
        self._listed: object = None
        """What the last list of collections showed of the teams."""

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
        readers, problem = self._known_readers()
        if not readers:
            answer = self._own.call(method, request, kind)
            if method == "collections":
                self._listed = _summary(readers)
            if problem is not None and isinstance(answer, SearchAnswer):
                return cast("T", replace(answer, notices=(*answer.notices, problem.message)))
            return answer
        named = routing.named_slugs(request, with_name=method in READING_METHODS)
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
        if method not in READING_METHODS:
            raise NotAllowed("This belongs to {team}. It can only be read.", team=reader.team.name)
        return reader.call(method, request, kind)

    def standings(self) -> tuple[TeamStanding, ...]:
        """How each team stands, after a look at what it shows.

        Raises:
            BadRequest: when the list of teams is damaged.
        """
        readers = self._current(self._teams.all())
        self._all(readers, lambda reader: reader.look(is_probe=True))
        return tuple(reader.standing for reader in readers)

    def events(self, last: int = 0) -> Iterator[Event]:
        """Events of the own library, and COLLECTIONS_CHANGED when what a team shows has changed."""
        told: queue.SimpleQueue[Event | Exception | None] = queue.SimpleQueue()
        over = threading.Event()
        threading.Thread(target=self._listen, args=(last, told), name="own events", daemon=True).start()
        threading.Thread(target=self._watch, args=(told, over), name="team watch", daemon=True).start()
        try:
            while (event := told.get()) is not None:
                if isinstance(event, Exception):
                    raise event
                last = max(last, event.sequence)
                yield event if event.sequence else replace(event, sequence=last)
        finally:
            over.set()

    def _listen(self, last: int, told: queue.SimpleQueue[Event | Exception | None]) -> None:
        try:
            for event in self._own.events(last):
                told.put(event)
        except Exception as error:  # whoever reads the events hears it
            told.put(error)
        finally:
            told.put(None)

    def _watch(self, told: queue.SimpleQueue[Event | Exception | None], over: threading.Event) -> None:
        """Look at what teams show, now and then, until the end."""
        teams: tuple[Team, ...] = ()
        while not (over.is_set() or self._closing.is_set()):
            try:
                readers, _problem = self._known_readers()
                self._all(readers, lambda reader: reader.look(is_probe=True))
            except BookwheelError:
                readers = list[TeamReader]()  # the own library is away, which its events tell
            if self._is_outdated(readers):
                self._listed = None  # until it is listed again
                told.put(Event(0, EventKind.COLLECTIONS_CHANGED, 0))
            teams, until = self._teams_now(), time.monotonic() + LOOK_S
            while time.monotonic() < until and self._teams_now() == teams and not self._is_outdated(readers):
                if self._closing.wait(1.0) or over.is_set():
                    return

    def _is_outdated(self, readers: list[TeamReader]) -> bool:
        """Whether the last list of collections showed something else of the teams."""
        return self._listed is not None and self._listed != _summary(readers)

    def _teams_now(self) -> tuple[Team, ...]:
        with contextlib.suppress(BadRequest):
            return tuple(replace(team, collections=()) for team in self._teams.all())
        return ()

    def _known_readers(self) -> tuple[list[TeamReader], BadRequest | None]:
        """The teams' readers; none, and why, where the list of teams is damaged, so that the own library goes on."""
        try:
            listed = self._teams.all()
        except BadRequest as error:
            return [], error
        return self._current(listed), None

    def _current(self, listed: tuple[Team, ...]) -> list[TeamReader]:
        """The readers of the teams that are listed; a collection whose slug the own library has too is hidden."""
        teams = {team.address: team for team in listed}
        with self._lock:
            if self._closing.is_set():
                raise ServiceUnavailable("This connection is closed.")
            for address, reader in list(self._readers.items()):
                if replace(reader.team, collections=()) != replace(teams.get(address, _NO_TEAM), collections=()):
                    self._readers.pop(address).connection.close()
            for address, team in teams.items():
                if address not in self._readers:
                    self._readers[address] = TeamReader(team, self._teams, self._client)
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

    def _search(self, request: SearchRequest, readers: list[TeamReader], named: list[TeamReader]) -> SearchAnswer:
        from bookwheel.client.teams import merging  # noqa: PLC0415 - not loaded for those who have no team

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
            at = left.get(name, merging.Progress(is_over=progress is not None))
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

    def _are_teams(self, request: SearchRequest, named: list[TeamReader]) -> bool:
        """Whether every collection that a search is restricted to is a team's."""
        slugs = {slug for reader in named for slug in reader.slugs}
        values = {value for one in request.filters if one.field == "collection" for value in one.values}
        return values <= slugs

    def _join(self, method: str, request: object, readers: list[TeamReader]) -> object:
        """The answers of all libraries to what lists, as one; a team that is away shows what it showed last."""
        if isinstance(request, NamesRequest):
            from bookwheel.client.teams import merging  # noqa: PLC0415 - likewise

            waiting = {reader: self._threads.submit(reader.call, method, request, NamesAnswer) for reader in readers}
            own = self._own.call(method, request, NamesAnswer)
            others = [answer for _, answer in _gather(waiting) if isinstance(answer, NamesAnswer)]
            return merging.merge_names([own, *others], request.limit)
        looking = {reader: self._threads.submit(reader.look) for reader in readers}
        for _ in _gather(looking, LISTING_S):
            pass
        self._listed = _summary(readers)
        if isinstance(request, BrowseRequest):
            listed = self._own.call(method, request, BrowseAnswer)
            cards = _join_cards(listed.collections, readers)
            return replace(listed, collections=cards, total=listed.total + len(cards) - len(listed.collections))
        answer = self._own.call(method, request, CollectionsAnswer)
        return replace(answer, collections=_join_cards(answer.collections, readers))

    def _all(self, readers: list[TeamReader], ask: Callable[[TeamReader], None]) -> None:
        for _ in _gather({reader: self._threads.submit(ask, reader) for reader in readers}):
            pass


def join(own: Transport, places: LibraryPaths, client: str) -> JoinedTransport:
    """The own library and the teams that its person is connected to."""
    return JoinedTransport(own, Teams(places), client)


_NO_TEAM = Team("", "")


def _lists_collections(request: BrowseRequest) -> bool:
    return request.view is View.COLLECTIONS and not request.filters and not request.cursor


def _join_cards(own: tuple[CollectionCard, ...], readers: list[TeamReader]) -> tuple[CollectionCard, ...]:
    cards = {card.slug: card for card in own}
    for card in (card for reader in readers for card in reader.cards):
        cards.setdefault(card.slug, card)
    return tuple(cards.values())


def _summary(readers: list[TeamReader]) -> object:
    """What a person sees change in a list of collections."""
    return [(reader.standing, reader.revision) for reader in readers]


def _gather(
    waiting: dict[TeamReader, Future[T]], wait_s: float = ANSWER_S
) -> Iterator[tuple[TeamReader, T | BookwheelError]]:
    """What each team answered, or why it did not."""
    until = time.monotonic() + wait_s
    for reader, future in waiting.items():
        try:
            yield reader, future.result(max(0.0, until - time.monotonic()))
        except BookwheelError as error:
            yield reader, error
        except WaitTimeout:
            yield reader, TimedOut("{team} takes too long to answer.", team=reader.team.name)
