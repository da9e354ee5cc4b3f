"""Brings one collection up to date in a worker's library, words and vectors, and publishes it."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from pathlib import Path, PurePath

from bookwheel.domain.collection import AddRequest, Collection, ConfigureRequest
from bookwheel.domain.collection_source import Bounds, Timetable
from bookwheel.domain.errors import BadRequest, BookwheelError, LeaseLost, NotReady
from bookwheel.domain.jobs import ENDED, Job, JobState
from bookwheel.domain.publications import PublishRequest
from bookwheel.domain.sources import AddSourceRequest
from bookwheel.domain.stages import Stage, enter, note
from bookwheel.domain.team import TeamCollection, TeamConfig
from bookwheel.domain.web_addresses import is_web_address, source_address
from bookwheel.service.components import Opened, Parts
from bookwheel.service.sources.publishing import Permit
from bookwheel.settings import MeaningSettings

LOOK_S = 0.25
"""Seconds between two looks at what is waited for."""

LONGEST_S = 24 * 3600.0
"""Seconds after which a collection that does not become ready is given up until the next try."""

SETTLED_S = 60.0
"""Seconds after which vectors count as made although some sections have none: their model cannot read them."""

WATCH = "indexing.watch"
"""The setting by which folders are watched: a worker reads each when its job is due, and nothing changes meanwhile."""

logger = logging.getLogger(__name__)


class Upkeep:
    """One collection at a time, in one thread."""

    def __init__(self, parts: Parts, config: TeamConfig, is_wanted: Callable[[], bool]) -> None:
        """`is_wanted` tells whether the job at hand is still to be done."""
        self._parts, self._config, self._is_wanted = parts, config, is_wanted

    def align(self) -> None:
        """Remove collections that the configuration does not have published any more."""
        opened = self._parts.wait(600.0)
        if self._parts.settings.indexing.watch:
            self._parts.replace_settings(WATCH, "false")
        wanted = {_plain(one.source) for one in self._config.published}
        for known in self._parts.collections.all():
            address = known.source.address if known.source is not None else known.root
            if _plain(address) not in wanted:
                opened.intake.remove(known.slug)

    def publish(self, wanted: TeamCollection, permit: Permit) -> int:
        """Fetch, index, embed and publish a collection; the number of its publication.

        Raises:
            LeaseLost: when the job is not wanted any more.
            BookwheelError: with what failed.
        """
        opened = self._parts.wait(600.0)
        is_folder = PurePath(wanted.source).is_absolute()
        with enter(Stage.FETCH):
            collection = self._read_folder(opened, wanted) if is_folder else self._fetch(opened, wanted)
        with enter(Stage.INDEX):
            self._wait_for(lambda: self._has_words(opened, collection))
        with enter(Stage.EMBED):
            self._wait_for(_Settling(lambda: self._has_vectors(opened)).is_over)
        request = PublishRequest(
            collection.slug, wanted.published_to, publisher=self._config.name, key_file=wanted.secret_key,
            has_assets=wanted.has_assets,
        )  # fmt: skip
        with enter(Stage.PUBLISH):
            job = self._finish(self._parts.publishing.ask(request, permit))
            if job.publication is not None:
                note(Stage.UPLOAD, job.publication.upload_s)
        if job.publication is None:
            raise NotReady("Publishing ended without a result. See the log.")
        return job.publication.sequence

    def _read_folder(self, opened: Opened, wanted: TeamCollection) -> Collection:
        answer = opened.intake.add(AddRequest(wanted.source, wanted.name))
        collection = answer.collection
        if Path(collection.root).resolve() != Path(wanted.source).resolve():
            raise BadRequest(
                "The folder of {name} lies in the folder of {other}. Have another worker publish one of them.",
                name=wanted.name,
                other=collection.name,
            )
        return collection

    def _fetch(self, opened: Opened, wanted: TeamCollection) -> Collection:
        bounds = Bounds(may_be_private=True, has_images=wanted.has_assets)
        answer = self._parts.sources.add(
            AddSourceRequest(wanted.source, name=wanted.name, timetable=Timetable.NEVER, bounds=bounds)
        )
        if answer.job is not None:
            self._finish(answer.job)
        collection = self._parts.collections.find(answer.collection.slug)
        if collection.name != wanted.name:
            collection = opened.intake.change(ConfigureRequest(collection.slug, name=wanted.name))
        opened.intake.take_in(collection)  # the mirror is not watched
        return collection

    def _finish(self, job: Job) -> Job:
        """Wait for a job of the library to end.

        Raises:
            LeaseLost: when it is not wanted any more.
            BookwheelError: with why it failed.
        """
        found = job

        def has_ended() -> bool:
            nonlocal found
            found = next((one for one in self._parts.jobs.of(job.collection) if one.id == job.id), found)
            return found.state in ENDED

        try:
            self._wait_for(has_ended)
        except BookwheelError:
            self._parts.jobs.cancel(job.id)
            raise
        if found.state is not JobState.DONE:
            raise BookwheelError(found.message)
        return found

    def _has_words(self, opened: Opened, collection: Collection) -> bool:
        intake = opened.intake
        if intake.is_failing:
            raise NotReady("The indexer ends again and again. See the worker's log.")
        readiness = intake.readiness
        return readiness.pending((collection.slug,)) == 0 and collection.slug not in readiness.linking

    def _has_vectors(self, opened: Opened) -> bool | None:
        """Whether all vectors are made; None where the embedder has nothing to do and sections are without."""
        settings: MeaningSettings = self._parts.settings.meaning
        state = opened.embedder.state
        if not settings.enabled or state.state in ("off", "failed"):
            return True
        if opened.intake.is_busy or opened.embedder.is_busy or state.state != "ready":
            return False
        return None if opened.library.meaning.is_lacking else True

    def _wait_for(self, is_so: Callable[[], bool]) -> None:
        end = time.monotonic() + LONGEST_S
        while not is_so():
            if not self._is_wanted():
                raise LeaseLost("The job is not wanted any more.")
            if time.monotonic() > end:
                raise NotReady("The collection was not ready after {hours} hours.", hours=round(LONGEST_S / 3600))
            time.sleep(LOOK_S)


def _plain(source: str) -> str:
    """A source's address in one spelling."""
    return (source_address(source) if is_web_address(source) else source).rstrip("/")


class _Settling:
    """Tells when something is over: at once where that is certain, after a while where it seems so all the time."""

    def __init__(self, is_so: Callable[[], bool | None]) -> None:
        self._is_so, self._since = is_so, 0.0

    def is_over(self) -> bool:
        now, told = time.monotonic(), self._is_so()
        if told is not None:
            self._since = 0.0
            return told
        self._since = self._since or now
        return now - self._since > SETTLED_S
