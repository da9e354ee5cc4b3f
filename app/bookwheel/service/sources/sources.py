"""The sources of a library: adding one, when it is refreshed, how it is, and letting go of it."""

from __future__ import annotations

import logging
import shutil
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Protocol

from bookwheel.domain.collection import Collection, CollectionCard
from bookwheel.domain.collection_source import Source, SourceKind
from bookwheel.domain.errors import BadRequest
from bookwheel.domain.jobs import Job, JobKind, JobsAnswer, JobsRequest, JobState
from bookwheel.domain.messages import NO_MESSAGE
from bookwheel.domain.service.requests import Empty
from bookwheel.domain.sources import (
    AddSourceAnswer,
    AddSourceRequest,
    ChangeSourceRequest,
    RefreshAnswer,
    RefreshRequest,
    SourceCard,
    SourcesAnswer,
    SourceState,
)
from bookwheel.domain.web_addresses import host_of, is_web_address
from bookwheel.library.indexing.collections import Collections
from bookwheel.library.sources.publication_cards import publication_of
from bookwheel.paths import LibraryPaths
from bookwheel.service.passwords.passwords import Passwords
from bookwheel.service.sources.jobs import Jobs

_LOGIN_HEADERS = ("cookie", "authorization")
_LOG = logging.getLogger(__name__)


class Refreshes(Protocol):
    """What refreshes sources."""

    def ask(self, collection: Collection, client: str) -> Job:
        """Have a source refreshed: the job that does it, which may be under way already."""
        ...

    def find_kind(self, address: str) -> SourceKind:
        """What lies behind an address."""
        ...

    def due_at(self, collection: Collection) -> str:
        """When a source is refreshed next by itself; empty for never."""
        ...

    def forget(self, slug: str) -> None:
        """End what is done for a source that is removed, before this returns."""
        ...


class Sources:
    """Safe to use from any thread."""

    def __init__(
        self, paths: LibraryPaths, collections: Collections, jobs: Jobs, refreshes: Refreshes, logins: Passwords
    ) -> None:
        """Delete mirrors that belong to no collection any more: a removal was cut short.

        `logins` keeps the headers that persons give for hosts, by host.
        """
        self._paths, self._collections, self._jobs, self._refreshes = paths, collections, jobs, refreshes
        self._logins = logins
        self.on_added: Callable[[Collection], None] = lambda collection: None
        """Has a collection that is new watched and counted."""
        self.on_changed: Callable[[], None] = lambda: None
        """Tells that a source is another now."""
        self.cards: Callable[[], Iterable[CollectionCard]] = tuple
        self._sweep()

    def add(self, request: AddSourceRequest) -> AddSourceAnswer:
        """Add a source and begin to fetch it.

        Raises:
            BadRequest: see `Collections.add_source`.
        """
        kind = request.kind or self._refreshes.find_kind(request.address)
        answer = self._collections.add_source(request, kind)
        if not answer.is_known:
            self.on_added(answer.collection)
        if kind is SourceKind.DATASOURCE:
            return AddSourceAnswer(answer.collection, answer.is_known)
        return AddSourceAnswer(answer.collection, answer.is_known, self._refreshes.ask(answer.collection, ""))

    def change(self, request: ChangeSourceRequest) -> SourceCard:
        """Change a source; what it is now.

        Raises:
            NotFound: with near slugs.
            BadRequest: for a folder, a pattern that can match nothing, or what is no login.
        """
        if request.login:
            _refuse_login(request.login)
        if request.login is not None:
            _refuse_host(self._collections.find(request.collection))
        changed = self._collections.change_source(request)
        if request.login is not None:
            self._log_in(changed, request.login.strip())
        self.on_changed()
        if request.is_paused and (job := self._jobs.running(changed.slug)) is not None:
            self._jobs.cancel(job.id)
        return next(card for card in self.listed(Empty()).sources if card.slug == changed.slug)

    def listed(self, request: Empty) -> SourcesAnswer:
        """All collections by kind and name."""
        counts = {card.slug: card.documents for card in self.cards()}
        cards = [self._card(collection, counts.get(collection.slug, 0)) for collection in self._collections.all()]
        return SourcesAnswer(tuple(sorted(cards, key=lambda card: (card.kind or "", card.name.casefold()))))

    def refresh(self, request: RefreshRequest) -> RefreshAnswer:
        """Refresh one source, or all that are not paused.

        Raises:
            NotFound: with near slugs.
            BadRequest: for a folder or datasource, which nothing is fetched for.
        """
        if not request.collection:
            wanted = [one for one in self._collections.all() if _is_fetched(one.source) and not _is_paused(one.source)]
            return RefreshAnswer(tuple(self._refreshes.ask(one, "") for one in wanted))
        collection = self._collections.find(request.collection)
        if not _is_fetched(collection.source):
            raise BadRequest("{name} is not fetched from an address.", name=collection.name)
        return RefreshAnswer((self._refreshes.ask(collection, ""),))

    def jobs(self, request: JobsRequest) -> JobsAnswer:
        """The jobs of a collection (slug, name or address) or of all, newest first.

        Raises:
            NotFound: with near slugs.
        """
        slug = self._collections.find(request.collection).slug if request.collection else ""
        return self._jobs.listed(JobsRequest(slug, request.limit))

    def forget(self, slug: str) -> None:
        """Let go of a source that was removed: its jobs and its mirror."""
        self._jobs.forget(slug)  # first: what runs ends, since nobody wants it any more
        self._refreshes.forget(slug)
        _delete(self._paths.mirror(slug))
        hosts = {host_of(one.source.address) for one in self._collections.all() if one.source is not None}
        self._logins.prune(lambda known: {host for host in known if host in hosts})

    def _log_in(self, collection: Collection, login: str) -> None:
        assert collection.source is not None, "`Collections.change_source` refuses folders"
        host = host_of(collection.source.address)
        if login:
            self._logins.keep(host, login)
        else:
            self._logins.forget((host,))

    def _card(self, collection: Collection, documents: int) -> SourceCard:
        source, job = collection.source, self._jobs.last(collection.slug)
        if source is None:
            address, state = collection.root, SourceState.IDLE
            return SourceCard(collection.slug, collection.name, None, address, state, documents)
        return SourceCard(
            collection.slug,
            collection.name,
            source.kind,
            source.address,
            _state(source, job),
            documents,
            source.timetable,
            source.bounds,
            self._refreshed_at(collection.slug),
            "" if source.is_paused else self._refreshes.due_at(collection),
            job,
            job.message if job is not None else NO_MESSAGE,
            is_logged_in=bool(self._logins.get(host_of(source.address))),
            publication=publication_of(collection),
        )

    def _refreshed_at(self, slug: str) -> str:
        jobs = self._jobs.listed(JobsRequest(slug, limit=1000)).jobs
        brought = (job for job in jobs if job.state is JobState.DONE and job.kind is not JobKind.PUBLISH)
        return next((job.ended_at for job in brought), "")

    def _sweep(self) -> None:
        known = {collection.slug for collection in self._collections.all()}
        if self._paths.mirrors.is_dir():
            for folder in self._paths.mirrors.iterdir():
                if folder.name not in known:
                    _delete(folder)


def _state(source: Source, job: Job | None) -> SourceState:
    if job is not None and job.state is JobState.RUNNING:
        return SourceState.REFRESHING
    if source.is_paused:
        return SourceState.PAUSED
    if job is None:
        return SourceState.IDLE
    return {JobState.QUEUED: SourceState.QUEUED, JobState.FAILED: SourceState.FAILED}.get(job.state, SourceState.IDLE)


def _refuse_login(login: str) -> None:
    name, _, value = login.partition(":")
    if name.strip().lower() not in _LOGIN_HEADERS or not value.strip() or not login.isprintable():
        raise BadRequest("A login is one line, such as “Cookie: session=…” or “Authorization: Bearer …”.")


def _refuse_host(collection: Collection) -> None:
    source = collection.source
    if source is not None and source.kind is SourceKind.PUBLICATION and not is_web_address(source.address):
        raise BadRequest("{name} has no web address, so there is no host to log in to.", name=collection.name)


def _is_fetched(source: Source | None) -> bool:
    return source is not None and source.kind is not SourceKind.DATASOURCE


def _is_paused(source: Source | None) -> bool:
    return source is not None and source.is_paused


def _delete(folder: Path) -> None:
    def note(function: object, path: str, error: object) -> None:
        _LOG.warning("A mirror could not be deleted entirely.")

    if folder.is_dir():
        shutil.rmtree(folder, onerror=note)
