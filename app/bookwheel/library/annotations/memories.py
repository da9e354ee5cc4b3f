"""Memories: kept, recalled, edited, folded and forgotten; each agent sees its own alone, the person all of them."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Protocol

from bookwheel import wire
from bookwheel.domain.annotations.memory import (
    ForgetAnswer,
    ForgetRequest,
    MemoriesAnswer,
    MemoriesRequest,
    Memory,
    MemoryChange,
    MemoryExportAnswer,
    MemoryExportRequest,
    RememberAnswer,
    RememberRequest,
    SessionCard,
)
from bookwheel.domain.errors import BadRequest, NotAllowed, NotFound, StoreUnusable
from bookwheel.domain.messages import Message
from bookwheel.domain.search import Scope
from bookwheel.library.annotations import memory_limits
from bookwheel.library.annotations.memory_export import FORMATS
from bookwheel.library.annotations.memory_store import Choice, MemoryStore
from bookwheel.library.annotations.new_ids import new_id
from bookwheel.library.snapshot.cursors import Cursors
from bookwheel.parsing.extracts import keywords
from bookwheel.parsing.languages import vote
from bookwheel.settings import AgentSettings, Settings

MOST_LISTED = 500
PART = 500
"""Memories of one part of an export."""

CHARACTERS = 4
"""Of a token."""

ALLOW = "the person allows it: bookwheel connect … --remember"


@dataclass(frozen=True, slots=True)
class _Kept:
    """What a cursor names."""

    ids: tuple[str, ...]
    scores: tuple[float, ...]


class MemoryStores(Protocol):
    """The stores of all clients: a person's library has one for all of them."""

    def for_client(self, client: str) -> MemoryStore:
        """Where a client's memories are kept; all of them for an empty name."""
        ...

    def settle(self, *, is_last: bool = False) -> bool:
        """See `MemoryStore.settle`."""
        ...


class Memories:
    """All memories of a library; any thread.

    `announce` is told after every change. Reading times, vectors that are missing and the backup are left to `settle`.
    """

    def __init__(
        self,
        stores: MemoryStores,
        settings: Callable[[], Settings],
        announce: Callable[[], None] = lambda: None,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
        allow: str = ALLOW,
    ) -> None:
        """Read nothing yet; `allow` says who lets an agent remember, and how."""
        self._stores, self._settings = stores, settings
        self._announce, self._clock, self._allow = announce, clock, allow
        self._cursors = Cursors()

    def remember(self, request: RememberRequest, scope: Scope) -> RememberAnswer:
        """Keep what an agent gives, once.

        Raises:
            NotAllowed: when the person did not let this agent remember.
            BadRequest: for no content, or too much of anything.
            MemoryFull: when it has as many memories as it may have.
        """
        client = self._remembering(scope)
        content, tags = memory_limits.content_of(request.content, self._limits), memory_limits.tags_of(request.tags)
        agent, session = (
            memory_limits.name_of("agent", request.agent) or client,
            memory_limits.name_of("session", request.session),
        )
        words, now = keywords(content, vote(content)), self._now()
        store = self._stores.for_client(client)

        def choose() -> Choice[tuple[Memory, Memory | None, int]]:
            own, id = store.of(client), _new_id(store)
            made = Memory(id, client, agent, session, request.role, request.type, content, tags, words, now)
            same = next((one for one in own if memory_limits.is_same(one, made)), None)
            if same is None:
                memory_limits.check_room(own, made, self._limits)
                memory = made
            else:
                memory = replace(same, tags=tuple(dict.fromkeys((*same.tags, *tags)))[: memory_limits.MOST_TAGS])
            return [memory] if memory != same else [], (), (memory, same, len(own) + (same is None))

        memory, same, total = store.decide(choose)
        if memory != same:
            store.read([memory.id])
            self._announce()
        return RememberAnswer(memory, same is None, total)

    def recall(self, request: MemoriesRequest, scope: Scope) -> MemoriesAnswer:
        """An agent's own memories, which count as read now.

        Raises:
            BadRequest: for a limit or cursor that cannot be.
            NotAllowed: for callers that are no agent, or one that may not remember.
        """
        client = self._remembering(scope)
        answer = self.listed(replace(request, client=client))
        self._stores.for_client(client).touch([memory.id for memory in answer.memories], self._now())
        return answer

    def listed(self, request: MemoriesRequest) -> MemoriesAnswer:
        """Memories of one client or, for the person, of all; nothing counts as read.

        Raises:
            BadRequest: for a limit or cursor that cannot be.
            RevisionChanged: for a cursor whose list is gone.
        """
        if not 1 <= request.limit <= MOST_LISTED:
            raise BadRequest("{name} must be between {least} and {most}.", name="limit", least=1, most=MOST_LISTED)
        stamp = repr(replace(request, cursor="", limit=1))
        notices: tuple[Message, ...] = ()
        sessions: tuple[SessionCard, ...] = ()
        store = self._stores.for_client(request.client)
        store.refresh()
        if request.cursor:
            kept, start = self._cursors.resume(request.cursor, stamp, _Kept)
        else:
            kept, notices, sessions = self._found(request, store)
            start = 0
        memories, end = _page(kept, start, request, store)
        cursor = ""
        if end < len(kept.ids):
            is_first = not request.cursor
            own = self._cursors.of(request.client)
            cursor = own.keep(stamp, kept, end) if is_first else own.moved(request.cursor, end)
        return MemoriesAnswer(memories, len(kept.ids), cursor, sessions, notices)

    def of(self, scope: Scope) -> list[Memory]:
        """An agent's own memories in the order in which they were kept; nothing counts as read.

        Raises:
            NotAllowed: for callers that are no agent.
        """
        client = _own(scope)
        store = self._stores.for_client(client)
        store.refresh()
        return store.of(client)

    def visible_to(self, scope: Scope) -> tuple[int, list[Memory]]:
        """The memories that a caller may recall, as the person may all, and a number that grows when any changes."""
        if scope.client and not scope.may_remember:
            return 0, []
        store = self._stores.for_client(scope.client)
        with contextlib.suppress(StoreUnusable):  # the graph answers without what cannot be read now
            store.refresh()
        return store.visible_to(scope.client)

    def change(self, request: MemoryChange) -> Memory:
        """Edit a memory, for the person.

        Raises:
            NotFound: for an unknown one.
            BadRequest: for no content, or too much of anything.
        """
        content = None if request.content is None else memory_limits.content_of(request.content, self._limits)
        tags = None if request.tags is None else memory_limits.tags_of(request.tags)
        store = self._stores.for_client("")

        def choose() -> Choice[Memory]:
            memory = store.get(request.id)
            if memory is None:
                raise _unknown(request.id)
            text = memory.content if content is None else content
            changed = replace(
                memory,
                content=text,
                type=request.type or memory.type,
                tags=memory.tags if tags is None else tags,
                keywords=keywords(text, vote(text)),
                changed_at=self._now(),
            )
            return [changed], (), changed

        changed = store.decide(choose)
        store.read([changed.id])
        self._announce()
        return changed

    def forget(self, request: ForgetRequest, scope: Scope | None = None) -> ForgetAnswer:
        """Forget what fits, an agent's own alone, or anyone's for the person (no scope); with a summary, fold it.

        Raises:
            NotAllowed: when the person did not let this agent remember.
            NotFound: for an unknown id.
            BadRequest: when nothing says what to forget, or the summary would stand for nothing, or for several agents.
        """
        client = request.client if scope is None else self._remembering(scope)
        before = memory_limits.moment_of(request.before)
        is_narrowed = request.ids or request.agent or before or (scope is None and client)
        if request.session is None and not is_narrowed:
            raise BadRequest("Specify which memories to forget: id, session, agent or before.")
        summary = memory_limits.content_of(request.summary, self._limits) if request.summary.strip() else ""
        words, store = keywords(summary, vote(summary)), self._stores.for_client(client)

        def choose() -> Choice[ForgetAnswer]:
            chosen, made = _chosen(request, client, before, store), None
            if summary:
                made = memory_limits.in_place_of(chosen, _new_id(store), summary, words, self._now())
            return [made] if made else [], [memory.id for memory in chosen], ForgetAnswer(len(chosen), made)

        answer = store.decide(choose)
        if answer.summary is not None:
            store.read([answer.summary.id])
        if answer.forgotten:
            self._announce()
        return answer

    def export(self, request: MemoryExportRequest) -> MemoryExportAnswer:
        """Memories as text, oldest first; the cursor brings the next part.

        Raises:
            BadRequest: for an unknown format or a cursor of something else.
            RevisionChanged: for a cursor whose list is gone.
        """
        written = FORMATS.get(request.format)
        if written is None:
            raise BadRequest(
                "The format must be one of {choices}.", choices=", ".join(FORMATS), did_you_mean=tuple(FORMATS)
            )
        stamp = repr(("export", request.client, request.session, request.format))
        store = self._stores.for_client(request.client)
        store.refresh()
        if request.cursor:
            kept, start = self._cursors.resume(request.cursor, stamp, _Kept)
        else:
            chosen = [one for one in store.of(request.client) if request.session in (None, one.session)]
            kept, start = _Kept(tuple(one.id for one in sorted(chosen, key=memory_limits.place_of)), ()), 0
        end = start + PART
        rows = [store.get(id) for id in kept.ids[start:end]]
        present = [row for row in rows if row is not None]
        cursor = self._cursors.keep(stamp, kept, end) if end < len(kept.ids) else ""
        return MemoryExportAnswer("".join(map(written, present)), cursor, len(present))

    def settle(self, *, is_last: bool = False) -> bool:
        """Write what waits (reading times, vectors, the backup); whether more is to be done."""
        return self._stores.settle(is_last=is_last)

    def _found(
        self, request: MemoriesRequest, store: MemoryStore
    ) -> tuple[_Kept, tuple[Message, ...], tuple[SessionCard, ...]]:
        fitting = [
            one
            for one in store.of(request.client)
            if request.session in (None, one.session) and request.agent in ("", one.agent)
        ]
        query = request.query.strip()
        if query:
            ranked, notices = store.rank(query, fitting, self._settings().fusion)
            return _Kept(tuple(id for id, _ in ranked), tuple(score for _, score in ranked)), notices, ()
        is_all = request.session is None
        fitting.sort(key=memory_limits.place_of, reverse=is_all or request.is_newest_first)
        sessions = memory_limits.sessions_of(fitting)[: memory_limits.MOST_SESSIONS] if is_all else ()
        return _Kept(tuple(one.id for one in fitting), ()), (), sessions

    def _now(self) -> str:
        return memory_limits.iso(self._clock())

    def _remembering(self, scope: Scope) -> str:
        client = _own(scope)
        if not scope.may_remember:
            raise NotAllowed("You can read this library but not save memories.", next=self._allow)
        return client

    @property
    def _limits(self) -> AgentSettings:
        return self._settings().agents


def _page(kept: _Kept, start: int, request: MemoriesRequest, store: MemoryStore) -> tuple[tuple[Memory, ...], int]:
    """The next memories that are still there, and where those after them start."""
    page: list[Memory] = []
    room, end = request.budget_tokens * CHARACTERS, start
    for at in range(start, min(start + request.limit, len(kept.ids))):
        memory = store.get(kept.ids[at])
        if memory is not None:
            room -= len(wire.encode(memory).decode())
            if request.budget_tokens and room < 0 and page:
                break
            page.append(replace(memory, score=kept.scores[at] if kept.scores else 0.0))
        end = at + 1
    return tuple(page), end


def _chosen(request: ForgetRequest, client: str, before: str, store: MemoryStore) -> list[Memory]:
    for id in request.ids:
        memory = store.get(id)
        if memory is None or client not in ("", memory.client):
            raise _unknown(id)
    return [
        one
        for one in store.of(client)
        if (not request.ids or one.id in request.ids)
        and request.agent in ("", one.agent)
        and request.session in (None, one.session)
        and (not before or one.created_at < before)
    ]


def _new_id(store: MemoryStore) -> str:
    return new_id("m", lambda id: store.get(id) is not None)


def _own(scope: Scope) -> str:
    if not scope.client:
        raise NotAllowed("Only agents can save memories.")
    return scope.client


def _unknown(id: str) -> NotFound:
    return NotFound("There is no memory {name}.", name=id[:40], next="recall gives ids")
