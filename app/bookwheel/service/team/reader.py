"""The subscriptions of a team's reader: kept as its configuration has them, refreshed, and told ready."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path

from bookwheel.domain.collection import Collection, ConfigureRequest
from bookwheel.domain.collection_source import Bounds, SourceKind
from bookwheel.domain.errors import BadRequest, BookwheelError, ConfigurationRefused
from bookwheel.domain.jobs import JobKind
from bookwheel.domain.publication_addresses import publication_address
from bookwheel.domain.service.requests import Empty
from bookwheel.domain.sources import AddSourceRequest, ChangeSourceRequest
from bookwheel.domain.team import TeamCollection, TeamConfig
from bookwheel.indexes.state import State
from bookwheel.library.indexing.new_sources import is_same_key
from bookwheel.publications.mirror import PublicationMirror
from bookwheel.service.components import Opened, Parts
from bookwheel.service.sources.timetables import read_time

READER_MARK, WORKER_MARK = "is_team_reader", "is_team_worker"
_BOUNDS = Bounds(may_be_private=True)
"""Whoever writes the configuration names the addresses, and may well name one of the own network."""

UNPUBLISHED_MINUTES = 1
"""Minutes until a reader looks again for a collection of which nothing is published yet."""

logger = logging.getLogger(__name__)


def claim(state: State, mark: str = READER_MARK) -> None:
    """Make a library's folder that of a reader or a worker, which removes what its configuration does not name.

    Raises:
        ConfigurationRefused: for the library of a person, and for the folder of the other.
    """
    if state.mark(mark):
        return
    if state.mark(WORKER_MARK if mark == READER_MARK else READER_MARK):
        raise ConfigurationRefused(
            "A reader and a worker cannot share this folder. Name another folder with --library."
        )
    if state.collections():
        raise ConfigurationRefused("This folder holds a library of a person. Name another folder with --library.")
    state.set_mark(mark, "yes")


class Reader:
    """Safe to use from any thread once `align` has returned; `slugs` before that too."""

    def __init__(self, parts: Parts, config: TeamConfig) -> None:
        """Nothing more is subscribed to yet; what an earlier start left is shown meanwhile."""
        self._parts, self._config = parts, config
        self._slugs = self._find_known()
        self._fetched: set[str] = set()
        self._is_aligned = self._is_ready = False

    @property
    def slugs(self) -> Mapping[str, str]:
        """The slugs of the collections by their names in the configuration."""
        return self._slugs

    def align(self) -> None:
        """Subscribe to what the configuration names, and remove everything else.

        A subscription that stays keeps its weight and what was fetched. One that cannot be added is noted and left out:
        the others are shown, and the reader does not become ready.
        """
        opened = self._parts.wait(600.0)
        wanted = {publication_address(one.address) for one in self._config.collections}
        for known in self._parts.collections.all():
            if known.source is None or known.source.address not in wanted:
                opened.intake.remove(known.slug)
        found: dict[str, str] = {}
        for collection in self._config.collections:
            try:
                found[collection.name] = self._subscribe(opened, collection).slug
            except BookwheelError as error:
                logger.error("The collection %s cannot be subscribed to: %s", collection.name, error.message)
        self._slugs = found
        self._is_aligned = True

    @property
    def is_ready(self) -> bool:
        """Whether the words of every collection are in; once they were, a refresh does not change that."""
        if not self._is_ready and self._is_aligned:
            self._is_ready = all(self._is_read(one) for one in self._config.collections)
        return self._is_ready

    def refresh_due(self) -> None:
        """Refresh the collections whose minutes have passed, and look again soon for what is not published yet."""
        now = datetime.now(UTC)
        for one in self._config.collections if self._is_aligned else ():
            slug = self._slugs.get(one.name)
            minutes = self._minutes_of(one, slug) if slug is not None else 0
            if not minutes or slug is None:
                continue
            jobs = [job for job in self._parts.jobs.of(slug) if job.kind is JobKind.REFRESH]
            last = max(jobs, key=lambda job: job.created_at, default=None)
            at = read_time(last.created_at) if last is not None else None
            if at is None or at + timedelta(minutes=minutes) <= now:
                self._parts.refreshes.ask(self._parts.collections.find(slug), "")

    def _minutes_of(self, wanted: TeamCollection, slug: str) -> int:
        """Minutes between two refreshes; 0 where the timetable alone counts."""
        if slug not in self._fetched:
            if PublicationMirror(Path(self._parts.paths.mirror(slug))).manifest() is None:
                return UNPUBLISHED_MINUTES
            self._fetched.add(slug)  # it is read and checked no more
        return wanted.refresh_minutes

    def _by_address(self) -> dict[str, Collection]:
        return {one.source.address: one for one in self._parts.collections.all() if one.source is not None}

    def _find_known(self) -> dict[str, str]:
        """The slugs of the subscriptions that `align` will keep."""
        known = self._by_address()
        found: dict[str, str] = {}
        for wanted in self._config.collections:
            try:
                address = publication_address(wanted.address)
            except BadRequest:  # `align` says what is wrong with it
                continue
            collection = known.get(address)
            if collection is not None and _trusts(wanted, collection):
                found[wanted.name] = collection.slug
        return found

    def _subscribe(self, opened: Opened, wanted: TeamCollection) -> Collection:
        request = AddSourceRequest(
            wanted.address,
            SourceKind.PUBLICATION,
            self._first_name(wanted),
            timetable=wanted.timetable,
            bounds=_BOUNDS,
            key=wanted.key,
        )
        try:
            answer = self._parts.sources.add(request)
        except BadRequest:  # the publisher has a new key, which nothing signed by the known one leads to
            known = self._by_address().get(publication_address(wanted.address))
            if known is None:
                raise
            opened.intake.remove(known.slug)
            answer = self._parts.sources.add(request)
        collection = answer.collection
        if collection.name != wanted.name:
            collection = opened.intake.change(ConfigureRequest(collection.slug, name=wanted.name))
        if collection.source is not None and collection.source.timetable is not wanted.timetable:
            self._parts.sources.change(ChangeSourceRequest(collection.slug, timetable=wanted.timetable))
        return collection

    def _first_name(self, wanted: TeamCollection) -> str:
        """The name of which the slug is made: it begins with the team's, so that no library of a person has it too."""
        team = self._config.name
        return wanted.name if wanted.name.casefold().startswith(team.casefold()) else f"{team} {wanted.name}"

    def _is_read(self, wanted: TeamCollection) -> bool:
        opened, slug = self._parts.opened, self._slugs.get(wanted.name)
        if opened is None or slug is None:
            return False
        words = opened.library.words
        if words is not None and not words.is_filled(slug):
            return False
        signed = PublicationMirror(Path(self._parts.paths.mirror(slug))).manifest()
        if signed is None or opened.intake.readiness.pending((slug,)) != 0:
            return False
        if signed.manifest.is_revoked:
            return True
        cards = {card.slug: card for card in opened.library.collections(Empty()).collections}
        return slug in cards and cards[slug].documents + cards[slug].problems >= signed.manifest.documents


def _trusts(wanted: TeamCollection, known: Collection) -> bool:
    """Whether a subscription goes by the key that the configuration names."""
    key = known.source.key if known.source is not None else ""
    return not wanted.key or bool(key) and is_same_key(key, wanted.key)
