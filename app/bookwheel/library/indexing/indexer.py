"""Indexing, as it runs in the indexer child: what changed on disk is parsed and published in batches."""

from __future__ import annotations

import logging
from collections.abc import Callable, Set

from bookwheel.domain.collection import Collection
from bookwheel.domain.errors import IndexDamaged
from bookwheel.domain.indexing import Command, Report, ReportKind, Verb
from bookwheel.domain.mapping_rules import MAPPING_FILE
from bookwheel.domain.messages import NO_MESSAGE, Message
from bookwheel.domain.service.status import Problem
from bookwheel.domain.topics import StatedTopics
from bookwheel.library.history.repository import GIT
from bookwheel.library.indexing.batch_publisher import BatchPublisher
from bookwheel.library.indexing.graph_projection import Projection
from bookwheel.library.indexing.history_intake import HistoryIntake
from bookwheel.library.indexing.intakes import AnyWork, Intakes
from bookwheel.library.indexing.parser_child import Parser
from bookwheel.library.indexing.progress_reports import ProgressReports
from bookwheel.library.indexing.publication_scan import PublicationWork
from bookwheel.library.indexing.publish import Stores, erase_keyword
from bookwheel.library.indexing.scan import changed_work
from bookwheel.library.indexing.work_queue import WorkQueue
from bookwheel.library.sources.file_rules import Rules, without_inner
from bookwheel.library.sources.publication_cards import is_publication
from bookwheel.parsing.parse_task import Limits
from bookwheel.paths import LibraryPaths

log = logging.getLogger(__name__)

MERGE_AFTER_S = 10.0
MERGE_AFTER_COMMITS = 4
MOST_RECOVERIES = 3
HISTORY_LOOK_S = 0.1
"""Seconds between two looks at the child that reads a history."""

Inbox = Callable[[float | None], Command | None]


def run(paths: LibraryPaths, inbox: Inbox, report: Callable[[Report], None], parser: Parser | None = None) -> None:
    """Index until STOP, or until the inbox raises EOFError.

    `inbox` waits for a command as long as told (None for ever, 0 not at all) and returns None when there was none.
    A parser that is given is left running.
    """
    own_parser = Parser()
    indexer = _Indexer(paths, inbox, report, parser or own_parser)
    try:
        indexer.work()
    except EOFError:
        log.info("the service has gone")
    finally:
        indexer.close()
        own_parser.close()


class _Indexer:
    def __init__(self, paths: LibraryPaths, inbox: Inbox, report: Callable[[Report], None], parser: Parser) -> None:
        self._paths, self._inbox, self._report, self._parser = paths, inbox, report, parser
        self._collections: dict[str, Collection] = {}
        self._rules: dict[str, Rules] = {}
        self._limits = Command(Verb.CONFIGURE)
        self._queue = WorkQueue()
        self._batches = BatchPublisher(report)
        self._reports = ProgressReports(report, self._state, self._count_problems)
        self._is_paused = self._is_stopping = False
        self._recoveries = 0
        self._unlinked: set[str] = set()
        self._erased: set[str] = set()
        self._heard: Command | None = None
        self._links: Command | None = None
        self._topics: dict[str, StatedTopics] | None = None
        self._passwords: dict[str, str] = {}
        self._histories = HistoryIntake(paths.git)
        self._open()

    def close(self) -> None:
        """Close the stores, and forget what is still being parsed."""
        self._parser.abandon()
        self._histories.close()
        self._projection.close()
        self._stores.close()

    def work(self) -> None:
        """Do what is asked until there is nothing more to ask."""
        while not self._is_stopping:
            try:
                self._turn()
            except IndexDamaged as error:
                log.exception("the catalogue cannot be used")
                self._recover(error)

    def _open(self, notice: Message = NO_MESSAGE, *, is_suspect: bool = False) -> None:
        self._stores = Stores(self._paths, is_suspect=is_suspect)
        self._projection = Projection(self._paths, self._stores.catalogue)
        if self._links is not None:
            self._projection.link(self._links.links, self._links.same)
        if self._topics is not None:
            self._projection.state_topics(tuple(self._topics.values()))
        gathering = self._batches.gathering
        self._intakes = Intakes(self._stores.catalogue, gathering, self._found, self._parser, self._passwords)
        notices = Message.joined(filter(None, [notice, *self._stores.notices]), " ")
        revision = self._stores.catalogue.revision
        self._report(Report(ReportKind.STARTED, revision=revision, message=notices))

    def _recover(self, error: IndexDamaged) -> None:
        """Start again from the files, with a catalogue that is checked and, where it must be, replaced."""
        self._recoveries += 1
        if self._recoveries > MOST_RECOVERIES:
            raise error
        self.close()
        self._queue.works.clear()
        self._batches.gathering.clear()
        self._open(error.message, is_suspect=True)
        self._queue.scans.update(dict.fromkeys(self._collections, True))

    def _turn(self) -> None:
        is_idle = not (self._queue or len(self._batches.gathering))
        if self._is_paused:
            self._obey(self._next(None))
        elif not is_idle:
            self._obey(self._next(0))
            if not (self._is_stopping or self._is_paused):
                self._step()
        elif self._reports.progress.phase != "idle":
            self._finish()
        elif self._batches.was_long and self._is_quiet():  # queries look into every segment while the graph is made
            self._batches.was_long = False
            self._merge()
        elif self._histories.is_due():
            command = self._next(HISTORY_LOOK_S)
            self._obey(command)
            if command is None and self._histories.advance(self._stores.catalogue):
                self._projection.is_due = True
        elif self._projection.is_due and self._is_quiet():
            self._project()
        elif self._is_untidy:
            command = self._next(MERGE_AFTER_S)
            self._obey(command)
            if command is None:
                self._tidy()
        else:
            self._obey(self._next(None))

    def _step(self) -> None:
        queue = self._queue
        if queue.scans and not self._intakes.files.drain():
            self._scan(next(iter(queue.scans)))
        elif queue.works and not queue.scans:
            work, path = queue.works[0], self._intakes.files.reading_path
            if self._intakes.advance(work, self._limits.largest_file_mb):
                if isinstance(work, PublicationWork):
                    self._flush()
                self._intakes.finish(work)
                queue.works.popleft()
                self._unlinked.add(work.collection.slug)
            self._reports.note(current_file=path, collection=work.collection.slug)
        self._reports.advance(self._intakes.files.taken, queue.files_left + self._intakes.files.reading_count)
        comes_as_rows = bool(queue.works) and isinstance(queue.works[0], PublicationWork)
        if self._batches.is_due(self._limits, has_more=bool(queue), comes_as_rows=comes_as_rows):
            self._flush()

    def _scan(self, slug: str) -> None:
        """Count what a collection's folder asks for; all folders are counted before any file is read."""
        collection = self._collections.get(slug)
        if collection is None:
            del self._queue.scans[slug]
            return
        self._flush()
        self._reports.tell(phase="counting", collection=slug)
        older = self._queue.scans_of(slug)
        for work in older:
            self._intakes.suspend(work)
        forced = self._queue.scans[slug] or any(work.is_forced for work in older)
        work = self._intakes.find_work(collection, self._rules[slug], self._paths.mirror(slug), is_forced=forced)
        self._queue.end_scan(slug, older)
        left = self._queue.files_left + self._intakes.files.reading_count
        self._reports.note(files_total=self._reports.progress.files_done + left)
        if work is not None:
            self._enqueue(work, is_urgent=False)
        else:
            self._reports.tell()

    def _enqueue(self, work: AnyWork, *, is_urgent: bool) -> None:
        if is_urgent:
            self._queue.works.appendleft(work)
        else:
            self._queue.works.append(work)
        self._reports.tell(phase="indexing", files_total=self._reports.progress.files_total + work.count)

    def _flush(self) -> None:
        if len(self._batches.gathering):
            self._batches.publish(self._stores, self._projection)

    def _finish(self) -> None:
        if self._unlinked:
            roots = {slug: self._rules[slug].root for slug in self._unlinked & self._collections.keys()}
            self._stores.resolve_links(roots)
            self._projection.is_due = self._projection.is_due or bool(roots)
            self._unlinked.clear()
            self._histories.look_again(roots)
        self._batches.is_first = True
        self._stores.rest()
        self._reports.finish()

    def _project(self) -> None:
        """Bring the ontology up to date until something is asked."""
        revision = self._projection.project(self._is_quiet)
        if self._projection.failure:
            self._report(Report(ReportKind.PROJECTION_FAILED, message=self._projection.failure))
        elif revision >= 0 or self._projection.notice:
            self._report(Report(ReportKind.PROJECTED, revision=revision, message=self._projection.notice))

    @property
    def _is_untidy(self) -> bool:
        return (
            self._batches.commits >= MERGE_AFTER_COMMITS or self._stores.has_holes or self._stores.has_unsettled_links
        )

    def _tidy(self) -> None:
        """Look at links that lead to no document, and merge, until something is asked."""
        if self._stores.has_unsettled_links:
            self._projection.is_due = self._stores.settle_links(self._is_quiet) or self._projection.is_due
        else:
            self._merge()

    def _merge(self) -> None:
        while self._is_quiet() and self._stores.optimise(self._is_quiet):  # each merges some segments
            self._report(Report(ReportKind.PUBLISHED, revision=self._stores.catalogue.revision))
        if self._heard is None:
            self._batches.commits = 0

    def _is_quiet(self) -> bool:
        if self._heard is None:
            self._heard = self._inbox(0)
        return self._heard is None

    def _next(self, timeout_s: float | None) -> Command | None:
        heard, self._heard = self._heard, None
        return self._inbox(timeout_s) if heard is None else heard

    def _obey(self, command: Command | None) -> None:
        if command is None:
            return
        slug = command.collection
        match command.verb:
            case Verb.CONFIGURE:
                self._configure(command)
            case Verb.SCAN | Verb.REBUILD:
                is_forced = command.verb is Verb.REBUILD
                for wanted in [slug] if slug else list(self._collections):
                    self._queue.ask_scan(wanted, is_forced=is_forced)
                    if not self._stores.catalogue.fingerprint(wanted):  # a folder that was never read
                        self._parser.warm()
                self._reports.tell(phase="counting")
            case Verb.CHANGED:
                self._change(slug, command.paths)
            case Verb.FORGET:
                self._forget(slug)
            case Verb.MEND:
                self._mend(command.stores)
            case Verb.LINK:  # IDLED comes when they are stated: the indexer does not rest before
                self._links = command
                self._projection.link(command.links, command.same)
            case Verb.TOPICS:
                self._state_topics(command)
            case Verb.UNLOCK:
                self._unlock(command)
            case Verb.PAUSE:
                self._is_paused = True
                self._flush()
                self._reports.rest()
                self._reports.tell(is_paused=True)
            case Verb.RESUME:
                self._is_paused = False
                self._reports.tell(is_paused=False)
            case Verb.STOP:
                self._is_stopping = True
                self._flush()
            case Verb.WAKE | Verb.VIEWED:
                log.warning("%s means nothing to the indexer", command.verb)

    def _state_topics(self, command: Command) -> None:
        known = self._topics if command.collection and self._topics else {}
        kept = {slug: stated for slug, stated in known.items() if slug != command.collection}
        self._topics = kept | {stated.collection: stated for stated in command.topics}
        self._projection.state_topics(tuple(self._topics.values()))

    def _configure(self, command: Command) -> None:
        self._limits = command
        if self._parser.limit(Limits(command.seconds_per_file, command.memory_mb)):
            for slug in self._rules:
                self._queue.ask_scan(slug)
        self._collections = {collection.slug: collection for collection in command.collections}
        roots = {slug: one.root for slug, one in self._collections.items() if not is_publication(one)}
        self._histories.configure(roots, is_on=command.reads_history)
        known = self._rules
        self._rules = {
            collection.slug: Rules.of(without_inner(collection, command.collections), finds_names=command.finds_names)
            for collection in command.collections
        }
        for slug in self._rules.keys() & known.keys():
            now, before = self._rules[slug], known[slug]
            if (now.source, now.finds_names) != (before.source, before.finds_names):
                self._queue.ask_scan(slug)
        self._keep_works(self._collections.keys())
        for slug in self._stores.catalogue.collections() - self._collections.keys():
            self._forget(slug)
        if self._queue.scans:
            self._reports.tell(phase="counting")

    def _keep_works(self, slugs: Set[str]) -> None:
        for slug in self._queue.keep(slugs):
            self._intakes.files.drop(slug)

    def _change(self, slug: str, changed: tuple[str, ...], *, is_forced: bool = False) -> None:
        collection = self._collections.get(slug)
        if collection is None or is_publication(collection):
            return
        if GIT in changed:
            self._histories.look_again([slug])
            changed = tuple(path for path in changed if path != GIT)
        if any(path in ("", ".", MAPPING_FILE) or path.rpartition("/")[2] == ".gitignore" for path in changed):
            self._rules[slug].forget_ignores()
            self._queue.ask_scan(slug)
            self._reports.tell(phase="counting")
            return
        work = (
            changed_work(collection, self._rules[slug], self._stores.catalogue, self._found, changed)
            if changed
            else None
        )
        if work is not None:
            work.is_forced = is_forced
            self._enqueue(work, is_urgent=True)

    def _unlock(self, command: Command) -> None:
        """Take the passwords over; read the files that one opens now, and those whose password was forgotten."""
        self._flush()
        self._passwords.clear()
        self._passwords.update((known.hash, known.password) for known in command.passwords)
        affected: dict[str, list[str]] = {}
        for hash in (*self._passwords, *command.forgotten):
            for slug, file in self._stores.catalogue.files_with(hash):
                if hash not in self._passwords or not file.document_key:
                    affected.setdefault(slug, []).append(file.disk_path or file.path)
        for slug, changed in affected.items():
            self._change(slug, tuple(changed), is_forced=True)

    def _forget(self, slug: str) -> None:
        self._keep_works(self._collections.keys() - {slug})
        self._queue.scans.pop(slug, None)
        self._collections.pop(slug, None)
        if self._topics is not None and self._topics.pop(slug, None) is not None:
            self._projection.state_topics(tuple(self._topics.values()))
        self._flush()
        revision = self._stores.catalogue.revision
        if slug in self._stores.catalogue.collections():
            revision = self._stores.drop_collection(slug)
            self._report(Report(ReportKind.PUBLISHED, revision=revision, is_partial=True))
            self._erased.discard(slug)
        if slug not in self._erased:  # an indexer before this one may have died between dropping and erasing
            self._projection.erase()
            self._stores.erase_traces()
            self._erased.add(slug)
            self._report(Report(ReportKind.PUBLISHED, revision=revision, is_partial=True))
        self._report(Report(ReportKind.FORGOTTEN, revision=revision, collection=slug))
        self._reports.note(phase="counting")  # so that IDLED comes before the ontology's turn

    def _mend(self, stores: tuple[str, ...]) -> None:
        """Build stores anew, each from its source."""
        self._flush()
        if "catalogue" in stores or "keyword index" in stores:
            self.close()
            self._queue.works.clear()
            self._batches.gathering.clear()
            if "keyword index" in stores:
                erase_keyword(self._paths)
            self._open(is_suspect=True)
            for slug in self._collections:  # also for what was waiting
                self._queue.ask_scan(slug, is_forced="catalogue" in stores)
        if "ontology" in stores:
            self._projection.rebuild()
        self._reports.tell(phase="counting")  # so that IDLED comes before the ontology's turn

    def _found(self, problem: Problem) -> None:
        self._stores.catalogue.put_problem(problem)
        self._report(Report(ReportKind.PROBLEM_FOUND, collection=problem.collection, problem=problem))

    def _count_problems(self) -> int:
        return self._stores.catalogue.problem_count()

    def _state(self, kind: ReportKind) -> Report:
        """A report that says what waits: files to be read, and collections whose links are to be resolved."""
        counted = [slug for slug in self._collections if slug not in self._queue.scans]
        waiting = self._intakes.files.waiting_files(counted, self._queue.works)
        linking = tuple(sorted(self._unlinked & self._collections.keys()))
        return Report(kind, self._stores.catalogue.revision, waiting=waiting, linking=linking)
