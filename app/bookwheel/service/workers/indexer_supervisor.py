"""Keeps collections, the watcher and the indexer in step, and passes on what the indexer reports."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from bookwheel.domain.collection import AddAnswer, AddRequest, Collection, ConfigureRequest
from bookwheel.domain.indexing import Command, Report, ReportKind, Verb
from bookwheel.domain.messages import NO_MESSAGE, Message
from bookwheel.domain.readiness import Readiness
from bookwheel.domain.service.events import Event, EventKind
from bookwheel.domain.service.passwords import FilePassword
from bookwheel.domain.service.status import Problem, Progress
from bookwheel.indexes.state import State
from bookwheel.library.indexing import store_checks
from bookwheel.library.indexing.collections import Collections
from bookwheel.library.library import Library
from bookwheel.library.repeated_task import RepeatedTask
from bookwheel.library.sources.nav_file_names import STATING
from bookwheel.library.sources.publication_cards import is_publication
from bookwheel.library.topics.stated_topics import stated_topics
from bookwheel.paths import LibraryPaths, command
from bookwheel.service.activity import ActivityLog
from bookwheel.service.events import Events
from bookwheel.service.files.storage_watch import StorageWatch
from bookwheel.service.workers import process_memory
from bookwheel.service.workers.indexer_crashes import IndexerCrashes
from bookwheel.service.workers.indexing_progress import IndexingProgress
from bookwheel.service.workers.notices import Notices
from bookwheel.service.workers.watcher_supervisor import Watcher
from bookwheel.service.workers.worker_supervisor import Child
from bookwheel.settings import Settings

FORGET_S = 60.0
"""Seconds that `remove` waits for the collection to leave every store."""

HEAVY_BYTES = 150 << 20
"""An indexer that holds more than this ends soon after the graph is there: a first run leaves 300 MB."""

HEAVY_IDLE_S = 20.0
"""Seconds that it has for merging, which begins after ten."""

ENDED_AGAIN = Message("The indexer keeps stopping. See the library's log for details.")


class Intake:
    """What turns folders into an index. Safe to use from any thread."""

    def __init__(
        self,
        paths: LibraryPaths,
        state: State,
        collections: Collections,
        library: Library,
        events: Events,
        activity: ActivityLog,
        settings: Callable[[], Settings],
        storage: StorageWatch,
    ) -> None:
        """Prepare; `start` begins the work."""
        self._state, self._collections, self._library = state, collections, library
        self._events, self._activity, self._settings = events, activity, settings
        self._gone: dict[str, threading.Event] = {}
        self.revision = library.revision
        self._notices = Notices(events, lambda: self.revision)
        self._crashes = IndexerCrashes()
        self.graph_problem = NO_MESSAGE
        line = [*command(), "child", "indexer", "--library", str(paths.root)]
        self._indexer = Child(
            "indexer", Verb.SCAN, line, paths.log, self._opening, self._reported, self._crashed, self._idle_s
        )
        self._progress = IndexingProgress(
            self._indexer, collections, self.is_paused,
            lambda progress: events.publish(Event(0, EventKind.PROGRESSED, self.revision, progress=progress)),
        )  # fmt: skip
        self._storage = storage
        self._orders = RepeatedTask("orders", self._put_in_order)  # a second for 100,000: no report waits for it
        self._indexer.may_start = lambda: not storage.is_held
        self._indexer.may_rest = lambda: self.is_graph_there
        self.watcher = Watcher(paths, self._watched, self._changed, self._notices)
        self._changing = threading.Lock()
        self.on_forgotten: Callable[[str], None] = lambda slug: None
        self.passwords: Callable[[], tuple[FilePassword, ...]] = tuple
        self.give_way: Callable[[], None] = lambda: None
        """Waits, before the documents' order is found out, for work that somebody waits for."""
        library.graphs.on_loaded = self._graph_loaded
        library.readiness = lambda: self.readiness

    @property
    def notices(self) -> tuple[Message, ...]:
        """What the person has to know of indexer and watcher."""
        return self._notices.all

    @property
    def skipped(self) -> tuple[Problem, ...]:
        """The files that are left out because the indexer crashed over them."""
        return self._crashes.problems

    @property
    def is_paused(self) -> bool:
        """Whether the person paused indexing."""
        return self._state.mark("is_paused") == "yes"

    @property
    def is_busy(self) -> bool:
        """Whether files are being taken in."""
        return self._indexer.is_busy and not self._progress.is_paused

    @property
    def is_graph_there(self) -> bool:
        """Whether the graph has reached the documents, or cannot."""
        return bool(self.graph_problem) or self._library.graphs.revision >= self.revision

    @property
    def readiness(self) -> Readiness:
        """What is still to be read."""
        return self._progress.readiness

    @property
    def progress(self) -> Progress:
        """How far reading is; its phase is that of the readiness."""
        return self._progress.now

    @property
    def is_failing(self) -> bool:
        """Whether the indexer ends again and again, so that changes may stay unseen."""
        return self._crashes.is_failing

    def start(self) -> None:
        """Reconcile with what changed while no service ran, and follow changes from now on."""
        with self._changing:
            self.watcher.configure()
        forgetting = self._state.forgetting()
        if self._collections.all() or forgetting:
            for slug in forgetting:
                self._indexer.send(Command(Verb.FORGET, slug))
            self._ask(Command(Verb.SCAN))
        else:
            self._indexer.warm()

    def close(self) -> None:
        """Stop watching and the indexer."""
        with self._changing:
            self.watcher.close()
        self._indexer.close()
        self._orders.close()

    def add(self, request: AddRequest) -> AddAnswer:
        """Add a folder and begin to take it in."""
        answer = self._collections.add(request)
        self.take_in(answer.collection)
        return answer

    def take_in(self, collection: Collection) -> None:
        """Watch and count a collection that is new or changed."""
        self.configure()
        self._scan(collection)
        self._events.publish(Event(0, EventKind.COLLECTIONS_CHANGED, self.revision))

    def take_in_publication(self, collection: Collection) -> None:
        """Take in what a refresh brought, if the collection is a subscription: its files are not watched."""
        if is_publication(collection):
            self.take_in(collection)

    def remove(self, named: str) -> Collection:
        """Remove a collection from every store, and wait until it is gone."""
        gone = threading.Event()
        with self._changing:
            collection = self._collections.remove(named)
            self._gone[collection.slug] = gone
            self.watcher.configure()
            self._indexer.send(Command(Verb.FORGET, collection.slug))
            self._indexer.tell(self._configuration())  # a collection around this one takes its files in now
            self._indexer.tell(self._made_links())  # those into the collection went with it
            self._scan(collection)
        self._activity.forget(collection.slug)
        self._events.publish(Event(0, EventKind.COLLECTIONS_CHANGED, self.revision))
        gone.wait(FORGET_S)
        self._gone.pop(collection.slug, None)
        return collection

    def change(self, request: ConfigureRequest) -> Collection:
        """Change how a collection is called, weighed and taken in, and take in what that asks for."""
        before = self._collections.find(request.collection)
        changed = self._collections.change(request)
        if changed != before:
            self.take_in(changed)
        return changed

    def rebuild(self, named: str = "") -> None:
        """Parse a collection (all, when empty) anew."""
        slug = self._collections.find(named).slug if named else ""
        self._ask(Command(Verb.REBUILD, slug))

    def mend(self, stores: tuple[str, ...]) -> None:
        """Build stores (as `Library.faults` names them) anew, each from its source."""
        self._ask(Command(Verb.MEND, stores=stores))

    def mend_words(self) -> None:
        """Build the keyword index anew from the catalogue."""
        self.mend((str(store_checks.KEYWORD),))

    def link(self) -> None:
        """Have the links that were made by hand stated in the graph, as the state has them now."""
        self._indexer.send(self._made_links())

    def state_topics(self, slug: str) -> None:
        """Have a collection's topics stated in the graph, as the state has them now."""
        self._indexer.send(self._known_topics(slug))

    def unlock(self, forgotten: tuple[str, ...] = ()) -> None:
        """Have files read that a password opens now, and those again whose password was forgotten, by their hashes."""
        self._ask(Command(Verb.UNLOCK, passwords=self.passwords(), forgotten=forgotten))

    def pause(self, is_paused: bool) -> None:
        """Hold indexing, or let it go on; kept over restarts."""
        self._state.set_mark("is_paused", "yes" if is_paused else "")
        self._indexer.tell(Command(Verb.PAUSE if is_paused else Verb.RESUME))
        self._progress.pause(is_paused)

    def rest(self) -> None:
        """Let the indexer end if it has nothing to do, so that another may have its memory."""
        self._indexer.rest()

    def configure(self) -> None:
        """Tell watcher and indexer of changed collections or limits; one at a time, lest an older list come last."""
        with self._changing:
            self.watcher.configure()
            self._indexer.tell(self._configuration())

    def _opening(self) -> list[Command]:
        passwords = self.passwords()
        known = [Command(Verb.UNLOCK, passwords=passwords)] if passwords else []
        return [
            self._configuration(),
            *known,
            self._made_links(),
            self._known_topics(),
            *([Command(Verb.PAUSE)] if self.is_paused else []),
        ]

    def _made_links(self) -> Command:
        return Command(Verb.LINK, links=self._state.links(), same=self._state.same_decisions())

    def _known_topics(self, slug: str = "") -> Command:
        trees = self._state.topics(slug)
        return Command(Verb.TOPICS, slug, topics=tuple(stated_topics(one, tree) for one, tree in trees.items()))

    def _configuration(self) -> Command:
        limits = self._settings().indexing
        return Command(
            Verb.CONFIGURE,
            collections=tuple(self._crashes.without_skipped(collection) for collection in self._collections.all()),
            batch_files=limits.batch_files,
            batch_s=limits.batch_s,
            largest_file_mb=limits.largest_file_mb,
            seconds_per_file=limits.seconds_per_file,
            memory_mb=limits.memory_mb,
            reads_history=limits.history,
            finds_names=limits.names,
        )

    def _idle_s(self) -> float:
        return self._settings().service.indexer_idle_minutes * 60

    def _watched(self) -> tuple[Collection, ...]:
        if not self._settings().indexing.watch:
            return ()
        return tuple(one for one in self._collections.all() if not is_publication(one))

    def _changed(self, slug: str, paths: tuple[str, ...]) -> None:
        self._ask(Command(Verb.CHANGED, slug, paths))
        if any(path.rpartition("/")[2] in STATING for path in paths):
            self._events.publish(Event(0, EventKind.COLLECTIONS_CHANGED, self.revision))

    def _ask(self, command: Command) -> None:
        """Send a command, and let the window know that its collection is being counted."""
        self._indexer.send(command)
        self._progress.announce()

    def _scan(self, collection: Collection) -> None:
        """Have a collection counted if it is still there, and those around it, whose part of the files it is or was."""
        root = Path(collection.root)
        for around in self._collections.all():
            if Path(around.root) in (root, *root.parents):
                self._ask(Command(Verb.SCAN, around.slug))

    def _crashed(self, slug: str, path: str) -> None:
        self._progress.forget_counts()
        problem = self._crashes.add(slug, path)
        if self._crashes.is_time_to_tell:
            self._notices.add(ENDED_AGAIN)
        if problem:
            self._events.publish(Event(0, EventKind.PROBLEM_FOUND, self.revision, problem=problem))

    def _reported(self, report: Report) -> None:
        if report.kind is ReportKind.STARTED:
            self._started(report)
        elif report.kind is ReportKind.PUBLISHED:
            self._published(report)
        elif report.kind is ReportKind.PROJECTED:
            self._projected(report)
        elif report.kind is ReportKind.PROJECTION_FAILED:
            self.graph_problem = report.message
            self._notices.add(report.message)
        elif report.kind is ReportKind.STALLED:
            self._storage.refuse("indexer", report.message)
        elif report.kind is ReportKind.FORGOTTEN:
            slug = report.collection
            threading.Thread(target=self._forget_rest, args=(slug,), name=f"forget {slug}", daemon=True).start()
        elif report.kind is ReportKind.PROBLEM_FOUND:
            self._events.publish(Event(0, EventKind.PROBLEM_FOUND, self.revision, problem=report.problem))
        self._progress.count(report)
        if report.kind in (ReportKind.PUBLISHED, ReportKind.IDLED):
            self._storage.accept("indexer")
        if report.kind is ReportKind.IDLED:
            self._crashes.end_row()
            if not self.is_failing:
                self._notices.drop(ENDED_AGAIN)
            self._progress.finish(report)
            self._orders.ask()
        else:
            self._progress.advance(report)

    def _started(self, report: Report) -> None:
        # At the revision known as well: the keyword index may have been built anew.
        self._library.refresh(report.revision)
        self._library.graphs.refresh()
        self.revision = max(self.revision, report.revision)
        self._notices.add(report.message)
        self._orders.ask()

    def _published(self, report: Report) -> None:
        self._library.refresh(report.revision)
        self.revision = report.revision
        event = Event(0, EventKind.PUBLISHED, report.revision, docs=report.docs, is_partial=report.is_partial)
        self._events.publish(event)

    def _projected(self, report: Report) -> None:
        if report.revision >= 0:
            self.graph_problem = NO_MESSAGE
            self._library.graphs.refresh()
        self._notices.add(report.message)

    def _put_in_order(self) -> None:
        self.give_way()
        self._library.put_in_order()

    def _graph_loaded(self, revision: int) -> None:
        if process_memory.resident_bytes_of(self._indexer.pid) > HEAVY_BYTES:
            timer = threading.Timer(HEAVY_IDLE_S, self.rest)
            timer.daemon = True
            timer.start()
        process_memory.give_back()  # to read a whole graph takes 50 MB that are free again afterwards
        self._events.publish(Event(0, EventKind.PROJECTED, revision))

    def _forget_rest(self, slug: str) -> None:
        """Let go of a collection of which the indexer has let go."""
        self.on_forgotten(slug)
        self._activity.forget(slug)  # again: a call may have been answered meanwhile, or the service was killed before
        self._state.forgotten(slug)
        if waiting := self._gone.get(slug):
            waiting.set()
        self._events.publish(Event(0, EventKind.COLLECTIONS_CHANGED, self.revision))
