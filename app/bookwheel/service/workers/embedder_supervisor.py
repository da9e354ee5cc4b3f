"""Keeps the embedder in step with what is published: when it works, when it gives way, and what it reports."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import replace

from bookwheel.domain.collection import Collection
from bookwheel.domain.collection_source import SourceKind
from bookwheel.domain.errors import StorageUnavailable
from bookwheel.domain.indexing import Command, Report, ReportKind, Verb
from bookwheel.domain.messages import Message
from bookwheel.domain.service.events import Event, EventKind
from bookwheel.domain.service.status import Embedding
from bookwheel.indexes.state import State
from bookwheel.library.library import Library
from bookwheel.paths import LibraryPaths, command
from bookwheel.service.events import Events
from bookwheel.service.files.storage_watch import StorageWatch
from bookwheel.service.workers import process_memory
from bookwheel.service.workers.nearest.nearest_vectors import NearestVectors
from bookwheel.service.workers.notices import Notices
from bookwheel.service.workers.power_source import PowerSource
from bookwheel.service.workers.worker_supervisor import Child
from bookwheel.settings import MeaningSettings, Settings

QUIET_S = 2.0
"""Seconds without indexing before models are loaded: words come first."""

LULL_S = 0.5
"""The same once they are loaded."""

TICK_S = 0.25
REFRESH_S = 2.0
"""Seconds between two looks at new vectors while the embedder works."""

IDLE_S = 5.0
"""Seconds without work after which the embedder ends and gives its memory back."""

LONG_RUN = 500
"""Sections to be embedded from which on the indexer rests meanwhile: its 150 MB come back in half a second."""

MOST_VIEWED = 200

FORGET_S = 30.0
PART_S = 1.0
"""Seconds that a part of the nearest vectors has for being added when the service ends; then their process ends."""

THREAD_S = 10.0
"""Seconds that the thread has for ending after that."""

CRASHES_BEFORE_NOTICE = 5
"""Crashes in a row after which the person is told."""

logger = logging.getLogger(__name__)


class Embedder:
    """What turns published sections into vectors that can be asked. Safe to use from any thread."""

    def __init__(
        self,
        paths: LibraryPaths,
        state: State,
        library: Library,
        events: Events,
        settings: Callable[[], Settings],
        collections: Callable[[], Iterable[Collection]],
        is_indexing: Callable[[], bool],
        is_paused: Callable[[], bool],
        storage: StorageWatch,
    ) -> None:
        """Prepare; `start` begins the work. `is_indexing` says who goes first."""
        self._paths, self._library = paths, library
        self._events, self._settings = events, settings
        self._collections, self._is_indexing, self._is_paused = collections, is_indexing, is_paused
        line = [*command(), "child", "embedder", "--library", str(paths.root)]
        self._child = Child(
            "embedder", Verb.WAKE, line, paths.log, self._opening, self._reported, self._crashed, lambda: IDLE_S
        )
        self._storage = storage
        self._child.may_start = lambda: not storage.is_held
        self._woken, self._is_closing = threading.Event(), threading.Event()
        self._gone: dict[str, threading.Event] = {}
        self._thread: threading.Thread | None = None
        self._crashes, self._failure = 0, ""
        self._viewed: tuple[str, ...] = ()
        self._is_loaded = self._is_stale = self._is_held = self._is_saving = False
        self.power = PowerSource()
        self._asked: tuple[int, MeaningSettings] | None = None
        self._configured: Command | None = None
        self._quiet_from = self._refreshed = time.monotonic()
        self.on_long_run: Callable[[], None] = lambda: None
        self._notices = Notices(events, lambda: library.revision)
        self._nearest = NearestVectors(paths, state, library.meaning, self._notices)
        self._state = Embedding(state="waiting" if settings().meaning.enabled else "off")

    @property
    def state(self) -> Embedding:
        """How far it is; waiting as long as it has not looked at the newest revision."""
        state = self._state
        is_known = self._asked == (self._library.revision, self._settings().meaning)
        return (
            state
            if is_known or state.state in ("off", "loading", "embedding", "paused", "battery")
            else replace(state, state="waiting")
        )

    @property
    def notices(self) -> tuple[Message, ...]:
        """What the person has to know of the embedder."""
        return self._notices.all

    @property
    def is_busy(self) -> bool:
        """Whether vectors are being made."""
        return self._child.is_busy and not (self._is_paused() or self._is_saving)

    def start(self) -> None:
        """Begin, as soon as it is quiet."""
        self._thread = threading.Thread(target=self._work, name="meaning", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End the child and the thread."""
        self._is_closing.set()
        self._woken.set()
        self._child.close()
        if self._thread is not None:
            self._thread.join(PART_S)
        self._nearest.close()
        if self._thread is not None:
            self._thread.join(THREAD_S)

    def abandon(self) -> None:
        """Write nothing more, without waiting for anything."""
        self._is_closing.set()

    def configure(self) -> None:
        """Take in changed settings, collections, or a pause."""
        self._configure()
        self._asked = None
        self._is_stale = True
        self._woken.set()

    def published(self) -> None:
        """Take in that a revision was published."""
        self._is_stale = True

    def viewed(self, docs: tuple[str, ...]) -> None:
        """Let the documents come first that someone looks at or finds."""
        if self._viewed[: len(docs)] == docs:
            return
        self._viewed = tuple(dict.fromkeys((*docs, *self._viewed)))[:MOST_VIEWED]
        if self._child.is_busy:
            self._child.tell(Command(Verb.VIEWED, docs=docs))

    def forget(self, slug: str) -> None:
        """Take every trace of a collection, already gone from the catalogue, out of the vectors; waits for it."""
        if not self._paths.vectors.exists():
            return
        gone = self._gone[slug] = threading.Event()
        self._child.send(Command(Verb.FORGET, slug))
        self._configured = None  # it forgets the collection's model as well
        gone.wait(FORGET_S)
        self._gone.pop(slug, None)
        self._nearest.empty()
        self._asked = None  # what the child tells of itself then is no state of the library
        self._is_stale = True

    def repair(self) -> None:
        """Check the vectors' file whole, mend it, and build Chroma anew."""
        self._nearest.empty()
        self._child.send(Command(Verb.REBUILD))

    def _work(self) -> None:
        while not self._is_closing.is_set():
            self._woken.wait(TICK_S)
            self._woken.clear()
            try:
                self._look()
                self._failure = ""
                if not self._storage.is_held:
                    self._storage.accept("nearest vectors")
            except StorageUnavailable as error:
                self._storage.refuse("nearest vectors", error.message)
                self._is_closing.wait(5.0)
            except Exception as error:  # the thread goes on; whatever it was is logged, once
                if repr(error) != self._failure:
                    self._failure = repr(error)
                    logger.exception("Search by meaning could not be kept up to date.")
                self._is_closing.wait(5.0)

    def _look(self) -> None:
        now = time.monotonic()
        settings = self._settings().meaning
        self._is_saving = settings.enabled and not settings.on_battery and self.power.is_battery
        self._hold(self._is_paused() or self._is_indexing() or self._is_saving)
        if self._is_indexing():
            self._quiet_from = now
            return
        if now - self._quiet_from < (LULL_S if self._is_loaded else QUIET_S) or self._is_closing.is_set():
            return
        if self._library.meaning.is_lost():
            self._asked = None
        stamp = (self._library.revision, settings)
        is_due = self._is_stale and (not self._child.is_busy or now - self._refreshed >= REFRESH_S)
        if stamp != self._asked or is_due or not self._is_loaded:
            self._is_stale, self._refreshed, self._is_loaded = False, now, True
            self._library.refresh_meaning()
            process_memory.give_back()
        if not settings.enabled:
            self._asked = stamp
            if self._state.state != "off":
                self._tell(Embedding(state="off"))
            return
        if self._is_saving:
            self._save(stamp)
        elif stamp != self._asked:
            self._asked = stamp
            self._ask()
        elif not self._child.is_busy and not self._storage.is_held and not self._library.meaning.is_built():
            self._nearest.build(self._may_build)
        for sentence in self._library.meaning.notices:
            self._notices.add(sentence)

    def _save(self, stamp: tuple[int, MeaningSettings]) -> None:
        """Make nothing and build nothing as long as the battery lasts."""
        meaning = self._library.meaning
        if meaning.is_lacking:
            total = meaning.sections
            done = round(meaning.now.coverage * total)
            self._tell(Embedding("battery", self._state.model, done, total))
        elif stamp != self._asked or self._state.state == "battery":
            self._asked = stamp
            self._ask()

    def _ask(self) -> None:
        """Wake the embedder if there is anything for it to do."""
        meaning = self._library.meaning
        if meaning.is_lacking:
            if self._configuration() != self._configured:  # a child that runs may not know a new collection
                self._configure()
            self._child.send(Command(Verb.WAKE))
        else:
            total = meaning.sections
            names = ", ".join(view.identity.name for view in meaning.views)
            self._tell(
                Embedding("failed" if meaning.now.notice else "ready", names, total, total, problem=meaning.now.notice)
            )

    def _may_build(self) -> bool:
        return not (self._is_closing.is_set() or self._is_indexing())

    def _hold(self, is_held: bool) -> None:
        if is_held != self._is_held:
            self._is_held = is_held
            self._child.tell(Command(Verb.PAUSE if is_held else Verb.RESUME))
            if self._is_paused() and self._state.state not in ("off", "failed"):
                self._tell(replace(self._state, state="paused"))
            elif self._state.state in ("paused", "battery"):
                self._tell(replace(self._state, state="waiting"))
                self._asked = None

    def _opening(self) -> list[Command]:
        viewed = [Command(Verb.VIEWED, docs=self._viewed)] if self._viewed else []
        self._configured = self._configuration()
        return [self._configured, *viewed, *([Command(Verb.PAUSE)] if self._is_held else [])]

    def _configure(self) -> None:
        self._configured = self._configuration()
        self._child.tell(self._configured)

    def _configuration(self) -> Command:
        settings = self._settings().meaning
        collections = tuple(self._collections()) if settings.enabled else ()
        models = tuple((collection.slug, settings.model_for(collection.slug)) for collection in collections)
        publications = tuple(collection.slug for collection in collections if _is_publication(collection))
        return Command(
            Verb.CONFIGURE, models=models, publications=publications, threads=settings.threads,
            shares_vectors=self._library.meaning.is_shared,
        )  # fmt: skip

    def _crashed(self, slug: str, path: str) -> None:
        self._crashes += 1
        if self._crashes == CRASHES_BEFORE_NOTICE:
            self._notices.add(Message("The embedding process keeps stopping. See the library's log for details."))

    def _reported(self, report: Report) -> None:
        if report.message and report.kind is ReportKind.STARTED:
            self._notices.add(report.message)
        if report.kind is ReportKind.STALLED:
            self._storage.refuse("embedder", report.message)
        elif report.kind is ReportKind.IDLED:
            self._storage.accept("embedder")
            self._crashes = 0
            self._is_stale = True
            self._woken.set()
        elif report.kind is ReportKind.FORGOTTEN and (waiting := self._gone.get(report.collection)):
            waiting.set()
        if report.embedding is not None and self._settings().meaning.enabled:
            self._is_stale = True
            self._tell(replace(report.embedding, state=self._state_of(report.embedding)))

    def _state_of(self, told: Embedding) -> str:
        """What a child that is held says of itself, with the reason."""
        if not self._is_held or self._is_paused():
            return told.state
        return "battery" if self._is_saving and not self._is_indexing() else "waiting"

    def _tell(self, state: Embedding) -> None:
        if state.state == "embedding" != self._state.state and state.total - state.done >= LONG_RUN:
            self.on_long_run()
        if state != self._state:
            self._state = state
            self._events.publish(Event(0, EventKind.EMBEDDED, self._library.revision, embedding=state))


def _is_publication(collection: Collection) -> bool:
    return collection.source is not None and collection.source.kind is SourceKind.PUBLICATION
