"""Intake: collections, the watcher and the indexer kept in step, and what the indexer reports passed on."""

from __future__ import annotations

import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from bookwheel.domain.collection import AddAnswer, AddRequest, Collection, ConfigureRequest
from bookwheel.domain.indexing import Command, Report, ReportKind, Verb
from bookwheel.domain.messages import NO_MESSAGE, Message
from bookwheel.domain.readiness import Readiness
from bookwheel.domain.service.events import Event, EventKind
from bookwheel.domain.service.status import Problem, Progress
from bookwheel.indexes.state import State
from bookwheel.library.indexing.collections import Collections
from bookwheel.library.library import Library
from bookwheel.library.sources.nav_file_names import STATING
from bookwheel.paths import LibraryPaths, command
from bookwheel.service.activity import ActivityLog
from bookwheel.service.events import Events
from bookwheel.service.files.storage_watch import StorageWatch
from bookwheel.service.workers.worker_supervisor import Child
from bookwheel.settings import Settings

FORGET_S = 60.0
"""Seconds that `remove` waits for the collection to leave every store."""

DEADLY = 3
"""Crashes over one file after which it is left out."""

WORRYING = 5
"""Crashes in a row after which the person is told."""

RECENT_S = 600.0
RECENT_CRASHES = 5
"""Crashes within `RECENT_S` that are too many even if work was done between them."""

NEVER_S = 1e8
"""Idle seconds after which the watcher may end."""

TWICE = Message("The indexer crashed twice on this file, so it is skipped until the service restarts.")
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
        self._deadly: Counter[tuple[str, str]] = Counter()
        self._gone: dict[str, threading.Event] = {}
        self.deadly: tuple[Problem, ...] = ()
        self._progress = Progress(is_paused=self.is_paused)
        self._waiting: Mapping[str, int] = {}
        self._linking: frozenset[str] = frozenset()
        self.revision = library.revision
        self._crashes = 0
        self._watcher_crashes = 0
        self._crash_times: deque[float] = deque(maxlen=RECENT_CRASHES)
        self.notices: tuple[Message, ...] = ()
        self._watch_notices: dict[str, Message] = {}
        self.graph_problem = NO_MESSAGE
        words = [*command(), "child", "indexer", "--library", str(paths.root)]
        self._indexer = Child(
            "indexer", Verb.SCAN, words, paths.log, self._opening, self._reported, self._crashed, self._idle_s
        )
        self._storage = storage
        self._indexer.may_start = lambda: not storage.is_held
        self._indexer.may_rest = self._is_graph_there
        watches = [*command(), "child", "watcher", "--library", str(paths.root)]
        self._watcher = Child(
            "watcher", Verb.WAKE, watches, paths.log, self._watching, self._watched, self._unwatched, lambda: NEVER_S
        )
        self._changing = threading.Lock()
        self.on_forgotten: Callable[[str], None] = lambda slug: None
        library.graphs.on_loaded = self._graph_loaded
        library.readiness = lambda: self.readiness

    @property
    def is_paused(self) -> bool:
        """Whether the person paused indexing."""
        return self._state.mark("is_paused") == "yes"

    @property
    def is_busy(self) -> bool:
        """Whether files are being taken in."""
        return self._indexer.is_busy and not self._progress.is_paused

    @property
    def readiness(self) -> Readiness:
        """What is still to be read: the one state that every answer, status and notice gives.

        A collection counts as known only once the indexer has counted it, and no longer from the moment that something
        is asked about it until a report takes that into account.
        """
        # What was asked comes first: a report changes the counts before it takes a command into account.
        is_busy = self._indexer.is_busy
        unheard = [one for one in self._indexer.unheard if one.verb not in (Verb.FORGET, Verb.LINK)]
        unknown = {one.collection for one in unheard}
        waiting = {slug: count for slug, count in self._waiting.items() if unknown.isdisjoint(("", slug))}
        return Readiness(waiting, self._linking, is_busy, self._progress.is_paused)

    @property
    def progress(self) -> Progress:
        """How far reading is; its phase is that of the readiness."""
        state = self.readiness.state(one.slug for one in self._collections.all())
        return replace(self._progress, phase="idle" if state == "ready" else state)

    @property
    def is_failing(self) -> bool:
        """Whether the indexer ends again and again, so that changes may stay unseen."""
        times = self._crash_times
        is_often = len(times) == RECENT_CRASHES and time.monotonic() - times[0] < RECENT_S
        return is_often or self._crashes > 1

    def start(self) -> None:
        """Reconcile with what changed while no service ran, and follow changes from now on."""
        with self._changing:
            self._watch()
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
            self._watcher.close()
        self._indexer.close()

    def add(self, request: AddRequest) -> AddAnswer:
        """Add a folder and begin to take it in."""
        answer = self._collections.add(request)
        self.configure()
        self._scan(answer.collection)
        self._events.publish(Event(0, EventKind.COLLECTIONS_CHANGED, self.revision))
        return answer

    def remove(self, named: str) -> Collection:
        """Remove a collection from every store, and wait until it is gone."""
        gone = threading.Event()
        with self._changing:
            collection = self._collections.remove(named)
            self._gone[collection.slug] = gone
            self._watch()
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
        if changed == before:
            return changed
        self.configure()
        self._scan(changed)
        self._events.publish(Event(0, EventKind.COLLECTIONS_CHANGED, self.revision))
        return changed

    def rebuild(self, named: str = "") -> None:
        """Parse a collection (all, when empty) anew."""
        slug = self._collections.find(named).slug if named else ""
        self._ask(Command(Verb.REBUILD, slug))

    def mend(self, stores: tuple[str, ...]) -> None:
        """Build stores (as `Library.faults` names them) anew, each from its source."""
        self._ask(Command(Verb.MEND, stores=stores))

    def link(self) -> None:
        """Have the links that were made by hand stated in the graph, as the state has them now."""
        self._indexer.send(self._made_links())

    def pause(self, is_paused: bool) -> None:
        """Hold indexing, or let it go on; kept over restarts."""
        self._state.set_mark("is_paused", "yes" if is_paused else "")
        self._indexer.tell(Command(Verb.PAUSE if is_paused else Verb.RESUME))
        self._progressed(replace(self._progress, is_paused=is_paused))

    def rest(self) -> None:
        """Let the indexer end if it has nothing to do, so that another may have its memory."""
        self._indexer.rest()

    def configure(self) -> None:
        """Tell watcher and indexer of changed collections or limits; one at a time, lest an older list come last."""
        with self._changing:
            self._watch()
            self._indexer.tell(self._configuration())

    def _opening(self) -> list[Command]:
        return [self._configuration(), self._made_links(), *([Command(Verb.PAUSE)] if self.is_paused else [])]

    def _made_links(self) -> Command:
        return Command(Verb.LINK, links=self._state.links())

    def _configuration(self) -> Command:
        limits = self._settings().indexing
        return Command(
            Verb.CONFIGURE,
            collections=tuple(self._without_deadly(one) for one in self._collections.all()),
            batch_files=limits.batch_files,
            batch_s=limits.batch_s,
            largest_file_mb=limits.largest_file_mb,
            seconds_per_file=limits.seconds_per_file,
            memory_mb=limits.memory_mb,
        )

    def _without_deadly(self, collection: Collection) -> Collection:
        left_out = tuple(
            f"/{_escaped(path)}"
            for (slug, path), crashes in self._deadly.items()
            if slug == collection.slug and crashes >= DEADLY
        )
        return replace(collection, ignore=collection.ignore + left_out) if left_out else collection

    def _idle_s(self) -> float:
        return self._settings().service.indexer_idle_minutes * 60

    def _watching(self) -> list[Command]:
        wanted = self._collections.all() if self._settings().indexing.watch else ()
        return [Command(Verb.CONFIGURE, collections=wanted)]

    def _watch(self) -> None:
        """Have the watcher follow the collections as they are; it is started with the first."""
        (configuration,) = self._watching()
        self._watcher.tell(configuration)
        if configuration.collections:
            self._watcher.warm()

    def _watched(self, report: Report) -> None:
        if report.kind is ReportKind.CHANGED:
            self._changed(report.collection, report.paths)
        elif report.kind is ReportKind.NOTICED:
            self._note_watching(report.collection, report.message)

    def _note_watching(self, slug: str, sentence: Message) -> None:
        """Keep the watcher's sentence about a collection until another one, empty for none, takes its place."""
        before = self._watch_notices.pop(slug, NO_MESSAGE)
        if sentence:
            self._watch_notices[slug] = sentence
        if before and before not in self._watch_notices.values():
            self.notices = tuple(notice for notice in self.notices if notice != before)
            self._events.publish(Event(0, EventKind.NOTICE_RAISED, self.revision))
        if sentence:
            self._notify(sentence)

    def _unwatched(self, slug: str, path: str) -> None:
        """The watcher crashed; the next one asks for a scan, since changes may have been missed."""
        self._watcher_crashes += 1
        for watched in tuple(self._watch_notices):
            self._note_watching(watched, NO_MESSAGE)
        if self._watcher_crashes == WORRYING:
            self._notify(
                Message("The file watcher keeps stopping, so changes to files may be missed. See the log for details.")
            )

    def _changed(self, slug: str, paths: tuple[str, ...]) -> None:
        self._ask(Command(Verb.CHANGED, slug, paths))
        if any(path.rpartition("/")[2] in STATING for path in paths):
            self._events.publish(Event(0, EventKind.COLLECTIONS_CHANGED, self.revision))

    def _ask(self, command: Command) -> None:
        """Send a command, and let the window know that its collection is being counted."""
        self._indexer.send(command)
        self._progressed(self._progress)

    def _scan(self, collection: Collection) -> None:
        """Have a collection counted if it is still there, and those around it, whose part of the files it is or was."""
        root = Path(collection.root)
        for one in self._collections.all():
            if Path(one.root) in (root, *root.parents):
                self._ask(Command(Verb.SCAN, one.slug))

    def _crashed(self, slug: str, path: str) -> None:
        self._waiting = {}  # the next indexer counts everything
        self._progressed(self._progress)
        self._crashes += 1
        self._crash_times.append(time.monotonic())
        if self._crashes == WORRYING:
            self._notify(ENDED_AGAIN)
        if not path:
            return
        self._deadly[slug, path] += 1
        if self._deadly[slug, path] == DEADLY:
            reason = TWICE
            seen_at = datetime.now(UTC).isoformat(timespec="seconds")
            problem = Problem(f"{slug}/{path}", slug, path, "failed", reason, seen_at)
            self.deadly = (*self.deadly, problem)
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
            self._notify(report.message)
        elif report.kind is ReportKind.STALLED:
            self._storage.refuse("indexer", report.message)
        elif report.kind is ReportKind.FORGOTTEN:
            self._forgotten(report.collection)
        elif report.kind is ReportKind.PROBLEM_FOUND:
            self._events.publish(Event(0, EventKind.PROBLEM_FOUND, self.revision, problem=report.problem))
        if report.waiting is not None:
            self._waiting, self._linking = report.waiting, frozenset(report.linking)
        if report.kind in (ReportKind.PUBLISHED, ReportKind.IDLED):
            self._storage.accept("indexer")
        if report.kind is ReportKind.IDLED:
            self._crashes = 0
            self.notices = tuple(notice for notice in self.notices if notice != ENDED_AGAIN or self.is_failing)
            problems = report.progress.problems if report.progress else self._progress.problems
            self._progressed(Progress(problems=problems, is_paused=self._progress.is_paused))
            self._library.put_in_order()
        elif report.progress is not None:
            self._progressed(report.progress)

    def _started(self, report: Report) -> None:
        # At the revision known as well: the keyword index may have been built anew.
        self._library.refresh(report.revision)
        self._library.graphs.refresh()
        self.revision = max(self.revision, report.revision)
        if report.message:
            self._notify(report.message)
        self._library.put_in_order()

    def _notify(self, sentence: Message) -> None:
        if sentence in self.notices:
            return
        self.notices = (*self.notices, sentence)
        self._events.publish(Event(0, EventKind.NOTICE_RAISED, self.revision, message=sentence))

    def _published(self, report: Report) -> None:
        self._library.refresh(report.revision)
        self.revision = report.revision
        event = Event(0, EventKind.PUBLISHED, report.revision, docs=report.docs, is_partial=report.is_partial)
        self._events.publish(event)

    def _projected(self, report: Report) -> None:
        if report.revision >= 0:
            self.graph_problem = NO_MESSAGE
            self._library.graphs.refresh()
        if report.message:
            self._notify(report.message)

    def _is_graph_there(self) -> bool:
        return bool(self.graph_problem) or self._library.graphs.revision >= self.revision

    def _graph_loaded(self, revision: int) -> None:
        self._events.publish(Event(0, EventKind.PROJECTED, revision))

    def _forgotten(self, slug: str) -> None:
        """The indexer has let go of a collection; now the rest does, on a thread of its own."""
        threading.Thread(target=self._forget_rest, args=(slug,), name=f"forget {slug}", daemon=True).start()

    def _forget_rest(self, slug: str) -> None:
        self.on_forgotten(slug)
        self._activity.forget(slug)  # again: a call may have been answered meanwhile, or the service was killed before
        self._state.forgotten(slug)
        waiting = self._gone.get(slug)
        if waiting is not None:
            waiting.set()
        self._events.publish(Event(0, EventKind.COLLECTIONS_CHANGED, self.revision))

    def _progressed(self, progress: Progress) -> None:
        self._progress = progress
        self._events.publish(Event(0, EventKind.PROGRESSED, self.revision, progress=self.progress))


def _escaped(path: str) -> str:
    """A path as a literal pattern of .gitignore."""
    return "".join(f"\\{letter}" if letter in "\\*?[]#! " else letter for letter in path)
