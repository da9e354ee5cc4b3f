"""The methods that a team's reader answers to people's programs: those that read, each within its caller's scope."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from dataclasses import replace
from typing import Any
from urllib.parse import unquote

import bookwheel
from bookwheel import wire
from bookwheel.domain.errors import NotAllowed, NotFound
from bookwheel.domain.messages import Message
from bookwheel.domain.page import AssetAnswer, AssetRequest, FindAnswer, FindRequest, PageAnswer, PageRequest
from bookwheel.domain.search import Scope
from bookwheel.domain.service.requests import Empty, NameRequest
from bookwheel.domain.service.status import Progress, StatusAnswer
from bookwheel.domain.tasks import TasksAnswer, TasksRequest
from bookwheel.domain.team import READING_METHODS, TeamConfig
from bookwheel.domain.topics import TopicsAnswer, TopicsRequest
from bookwheel.library.library import Library
from bookwheel.library.reading import page
from bookwheel.library.snapshot.lookup import find as find_document
from bookwheel.service.http.gate import CLIENT
from bookwheel.service.http.rpc import Asker, Method
from bookwheel.service.team.callers import Callers

_OWN = ("asset", "find", "page", "status", "tasks", "topics")
"""Methods whose answers are made here; all others are the library's own, which take their request and the scope."""


class ReadingMethods:
    """Finds methods for callers. Called from several threads."""

    def __init__(
        self,
        config: TeamConfig,
        library: Callable[[], Library],
        callers: Callers,
        notices: Callable[[Container[str]], tuple[Message, ...]],
    ) -> None:
        """`library` waits until it is open; `notices` tells what is to be said of the collections with some slugs."""
        self._config, self._library, self._callers, self._notices = config, library, callers, notices
        self._own: Mapping[str, Callable[[Any, Scope], object]] = {name: getattr(self, f"_{name}") for name in _OWN}

    def find(self, name: str, asker: Asker) -> Method:
        """Return a method within the scope of who asks.

        Raises:
            NotAllowed: for one that does not read, and for one that there is not.
        """
        if name not in READING_METHODS:
            raise NotAllowed("A team's reader does not answer this call. It only reads.")
        scope = self._callers.scope_of(asker[CLIENT])
        if name in self._own:
            return lambda request: self._own[name](request, scope)
        return lambda request: getattr(self._library(), name)(request, scope)

    def _asset(self, request: AssetRequest, scope: Scope) -> AssetAnswer:
        library = self._library()
        snapshot = library.seen(scope)
        if snapshot is not None and any(request.doc.startswith(f"{slug}/") for slug, _ in scope.by_collection):
            # Which pages show a file is not known to the file: where pages are hidden, it must stand in the one asked.
            row, _ = find_document(snapshot, request.doc, scope)
            text = snapshot.catalogue.text_of(row.key)
            if request.href not in text and unquote(request.href) not in text:
                raise NotFound("{document} does not include this file.", document=row.doc)
        return library.asset(request, scope)

    def _find(self, request: FindRequest, scope: Scope) -> FindAnswer:
        snapshot = self._library().seen(scope)
        return page.find_in(request, scope, snapshot) if snapshot is not None else FindAnswer(())

    def _page(self, request: PageRequest, scope: Scope) -> PageAnswer:
        return replace(self._library().page(request, scope), source_path="")

    def _tasks(self, request: TasksRequest, scope: Scope) -> TasksAnswer:
        return self._library().tasks.answer(request, scope)

    def _topics(self, request: TopicsRequest, scope: Scope) -> TopicsAnswer:
        topics = self._library().topics_now
        assert topics is not None, "the parts give the library its topics before they are open"
        return topics.answer(request, scope)

    def _status(self, request: NameRequest, scope: Scope) -> StatusAnswer:
        """How much there is for the caller, and how far it is read; nothing of the server."""
        library = self._library()
        answer = library.collections(Empty(), scope)
        cards = [
            card for card in answer.collections if request.name.casefold() in ("", card.slug, card.name.casefold())
        ]
        if request.name and not cards:
            near = [card.slug for card in answer.collections][:5]
            raise NotFound("There is no collection {name}.", name=request.name, did_you_mean=near)
        slugs = tuple(card.slug for card in cards)
        only = replace(scope, collections=slugs)
        pending = library.pending(only)
        return StatusAnswer(
            version=bookwheel.__version__,
            protocol=wire.PROTOCOL,
            pid=0,
            url=self._config.public_url,
            library=self._config.name,
            state="indexing" if pending else "ready",
            revision=answer.revision,
            collections=len(cards),
            documents=sum(card.documents for card in cards),
            sections=sum(card.sections for card in cards),
            pending=pending,
            coverage=library.coverage(only),
            problems=0,
            progress=Progress(),
            agents_connected=(),
            agents_paused=False,
            uptime_s=0.0,
            memory_bytes=0,
            size_bytes=0,
            notices=self._notices(slugs),
        )
