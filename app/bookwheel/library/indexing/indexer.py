"""Indexing, as it runs in the indexer child: what changed on disk is parsed and published in batches."""

from __future__ import annotations

import logging
import time
from collections import deque
from collections.abc import Callable
from dataclasses import replace

from bookwheel.domain.collection import Collection
from bookwheel.domain.errors import IndexDamaged
from bookwheel.domain.indexing import Command, Report, ReportKind, Verb
from bookwheel.domain.manual_links import ManualLink
from bookwheel.domain.messages import NO_MESSAGE, Message
from bookwheel.domain.service.status import Problem, Progress
from bookwheel.indexes.catalogue import CatalogueReader
from bookwheel.library.indexing.batch import Gathering
from bookwheel.library.indexing.file_intake import Intake
from bookwheel.library.indexing.graph_projection import Projection
from bookwheel.library.indexing.parser_child import Parser
from bookwheel.library.indexing.publish import Stores, erase_keyword
from bookwheel.library.indexing.scan import Work, changed_work, scan_work
from bookwheel.library.sources.file_rules import Rules, without_inner
from bookwheel.library.sources.link_resolver import resolve_collection
from bookwheel.library.throughput import Rates
from bookwheel.parsing.worker import Limits
from bookwheel.paths import LibraryPaths

log = logging.getLogger(__name__)

FIRST_BATCH_FILES = 24
FIRST_BATCH_S = 0.15
PROGRESS_S = 0.1
REPORTED_DOCS = 200
MERGE_AFTER_S = 10.0
MERGE_AFTER_COMMITS = 4
MERGE_IN_RUN_COMMITS = 16
"""Commits after which a long run merges before it goes on: queries look into every segment."""

MOST_RECOVERIES = 3


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
        self._scans: dict[str, bool] = {}
        self._works: deque[Work] = deque()
        self._gathering = Gathering()
        self._rates = Rates()
        self._progress = Progress()
        self._reported_s = 0.0
        self._is_paused = self._is_stopping = False
        self._is_first_batch = True
        self._commits = 0
        self._recoveries = 0
        self._unlinked: set[str] = set()
        self._erased: set[str] = set()
        self._heard: Command | None = None
        self._links: tuple[ManualLink, ...] | None = None
        self._open()

    def close(self) -> None:
        """Close the stores, and forget what is still being parsed."""
        self._parser.abandon()
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
            self._projection.link(self._links)
        self._intake = Intake(self._stores.catalogue, self._gathering, self._found, self._parser)
        notices = Message.joined(filter(None, [notice, *self._stores.notices]), " ")
        revision = self._stores.catalogue.revision
        self._report(Report(ReportKind.STARTED, revision=revision, message=notices))

    def _recover(self, error: IndexDamaged) -> None:
        """Start again from the files, with a catalogue that is checked and, where it must be, replaced."""
        self._recoveries += 1
        if self._recoveries > MOST_RECOVERIES:
            raise error
        self.close()
        self._works.clear()
        self._gathering = Gathering()
        self._open(error.message, is_suspect=True)
        self._scans.update(dict.fromkeys(self._collections, True))

    def _turn(self) -> None:
        is_idle = not (self._works or self._scans or len(self._gathering))
        if self._is_paused:
            self._obey(self._next(None))
        elif not is_idle:
            self._obey(self._next(0))
            if not (self._is_stopping or self._is_paused):
                self._step()
        elif self._progress.phase != "idle":
            self._finish()
        elif self._projection.is_due and self._is_quiet():
            self._project()
        elif self._commits >= MERGE_AFTER_COMMITS or self._stores.has_holes:
            command = self._next(MERGE_AFTER_S)
            self._obey(command)
            if command is None:
                self._merge()
        else:
            self._obey(self._next(None))

    def _step(self) -> None:
        if self._scans and not self._intake.drain():
            self._scan(next(iter(self._scans)))
        elif self._works and not self._scans:
            work, path = self._works[0], self._intake.reading_path
            if self._intake.advance(work, self._limits.largest_file_mb):
                self._works.popleft()
                self._unlinked.add(work.collection.slug)
            self._progress = replace(self._progress, current_file=path, collection=work.collection.slug)
        self._advance()
        if self._is_due():
            self._flush()

    def _scan(self, slug: str) -> None:
        """Count what a collection's folder asks for; all folders are counted before any file is read."""
        collection = self._collections.get(slug)
        if collection is None:
            del self._scans[slug]
            return
        if len(self._gathering):
            self._flush()
        self._tell(phase="counting", collection=slug)
        older = [work for work in self._works if work.is_scan and work.collection.slug == slug]
        forced = self._scans[slug] or any(work.is_forced for work in older)
        rules, limits = self._rules[slug], self._parser.limits
        work = scan_work(collection, rules, self._stores.catalogue, self._found, limits, is_forced=forced)
        del self._scans[slug]
        self._works = deque(one for one in self._works if not any(one is scanned for scanned in older))
        left = sum(len(one.waiting) for one in self._works) + self._intake.reading_count
        self._progress = replace(self._progress, files_total=self._progress.files_done + left)
        if work is not None:
            self._enqueue(work, is_urgent=False)
        else:
            self._tell()

    def _enqueue(self, work: Work, *, is_urgent: bool) -> None:
        if is_urgent:
            self._works.appendleft(work)
        else:
            self._works.append(work)
        self._tell(phase="indexing", files_total=self._progress.files_total + len(work.waiting))

    def _is_due(self) -> bool:
        files = len(self._gathering)
        if not files:
            return False
        if not self._works and not self._scans:
            return True
        most, longest = self._limits.batch_files, self._limits.batch_s
        if self._is_first_batch:
            most, longest = min(most, FIRST_BATCH_FILES), min(longest, FIRST_BATCH_S)
        return files >= most or time.monotonic() - self._gathering.began_s >= longest

    def _flush(self) -> None:
        gathered, self._gathering = self._gathering, Gathering()
        self._intake.gathering = self._gathering
        batch = gathered.batch()
        if batch.is_empty:
            self._stores.catalogue.note_files(batch.skipped, batch.gone)
            return
        revision = self._stores.commit(batch)
        self._is_first_batch = False
        self._commits += 1
        self._projection.is_due = True
        docs = gathered.docs()
        is_partial = len(docs) > REPORTED_DOCS
        self._report(Report(ReportKind.PUBLISHED, revision, tuple(docs[:REPORTED_DOCS]), is_partial))
        if self._commits >= MERGE_IN_RUN_COMMITS:
            self._commits = 1
            if self._stores.merge_newest():
                self._report(Report(ReportKind.PUBLISHED, revision=revision))

    def _finish(self) -> None:
        if self._unlinked:
            reader = CatalogueReader(self._paths.catalogue)
            try:
                for slug in self._unlinked & self._collections.keys():
                    root = self._rules[slug].root
                    found = resolve_collection(reader, slug, root)
                    self._stores.catalogue.set_link_targets(found, slug, reader.revision())
                    self._projection.is_due = True
            finally:
                reader.close()
            self._unlinked.clear()
        self._is_first_batch = True
        self._rates.clear()
        self._progress = Progress(problems=self._stores.catalogue.problem_count())
        self._report_state(ReportKind.IDLED)

    def _project(self) -> None:
        """Bring the ontology up to date until something is asked."""
        revision = self._projection.project(self._is_quiet)
        if self._projection.failure:
            self._report(Report(ReportKind.PROJECTION_FAILED, message=self._projection.failure))
        elif revision >= 0 or self._projection.notice:
            self._report(Report(ReportKind.PROJECTED, revision=revision, message=self._projection.notice))

    def _merge(self) -> None:
        """Merge until something is asked."""
        if self._stores.optimise(self._is_quiet):
            self._report(Report(ReportKind.PUBLISHED, revision=self._stores.catalogue.revision))
        if self._heard is None:
            self._commits = 0

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
                    self._scans[wanted] = self._scans.get(wanted, False) or is_forced
                self._tell(phase="counting")
            case Verb.CHANGED:
                self._change(slug, command.paths)
            case Verb.FORGET:
                self._forget(slug)
            case Verb.MEND:
                self._mend(command.stores)
            case Verb.LINK:  # IDLED comes when they are stated: the indexer does not rest before
                self._links = command.links
                self._projection.link(command.links)
            case Verb.PAUSE:
                self._is_paused = True
                if len(self._gathering):
                    self._flush()
                self._rates.clear()
                self._tell(is_paused=True)
            case Verb.RESUME:
                self._is_paused = False
                self._tell(is_paused=False)
            case Verb.STOP:
                self._is_stopping = True
                if len(self._gathering):
                    self._flush()
            case Verb.WAKE | Verb.VIEWED:
                log.warning("%s means nothing to the indexer", command.verb)

    def _configure(self, command: Command) -> None:
        self._limits = command
        if self._parser.limit(Limits(command.seconds_per_file, command.memory_mb)):
            self._scans.update({slug: self._scans.get(slug, False) for slug in self._rules})
        self._collections = {collection.slug: collection for collection in command.collections}
        known = self._rules
        self._rules = {
            collection.slug: Rules.of(without_inner(collection, command.collections))
            for collection in command.collections
        }
        for slug in self._rules.keys() & known.keys():
            if self._rules[slug].source != known[slug].source:
                self._scans.setdefault(slug, False)
        self._keep_works(set(self._collections))
        for slug in self._stores.catalogue.collections() - self._collections.keys():
            self._forget(slug)
        if self._scans:
            self._tell(phase="counting")

    def _keep_works(self, slugs: set[str]) -> None:
        for slug in {work.collection.slug for work in self._works} - slugs:
            self._intake.drop(slug)
        self._works = deque(work for work in self._works if work.collection.slug in slugs)

    def _change(self, slug: str, changed: tuple[str, ...]) -> None:
        collection = self._collections.get(slug)
        if collection is None:
            return
        if any(path in ("", ".") or path.rpartition("/")[2] == ".gitignore" for path in changed):
            self._rules[slug].forget_ignores()
            self._scans.setdefault(slug, False)
            self._tell(phase="counting")
            return
        work = changed_work(collection, self._rules[slug], self._stores.catalogue, self._found, changed)
        if work is not None:
            self._enqueue(work, is_urgent=True)

    def _forget(self, slug: str) -> None:
        self._keep_works(self._collections.keys() - {slug})
        self._scans.pop(slug, None)
        self._collections.pop(slug, None)
        if len(self._gathering):
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
        self._progress = replace(self._progress, phase="counting")  # so that IDLED comes before the ontology's turn

    def _mend(self, stores: tuple[str, ...]) -> None:
        """Build stores anew, each from its source."""
        if len(self._gathering):
            self._flush()
        if "catalogue" in stores or "keyword index" in stores:
            self.close()
            self._works.clear()
            self._gathering = Gathering()
            if "keyword index" in stores:
                erase_keyword(self._paths)
            self._open(is_suspect=True)
            for slug in self._collections:  # also for what was waiting
                self._scans[slug] = "catalogue" in stores or self._scans.get(slug, False)
        if "ontology" in stores:
            self._projection.rebuild()
        self._tell(phase="counting")  # so that IDLED comes before the ontology's turn

    def _found(self, problem: Problem) -> None:
        self._stores.catalogue.put_problem(problem)
        self._report(Report(ReportKind.PROBLEM_FOUND, collection=problem.collection, problem=problem))

    def _advance(self) -> None:
        taken = self._intake.taken
        self._rates.mark(time.monotonic(), taken.files, taken.sections)
        left = sum(len(work.waiting) for work in self._works) + self._intake.reading_count
        self._progress = replace(
            self._progress,
            files_done=max(self._progress.files_total - left, 0),
            sections_done=taken.sections,
        )
        if time.monotonic() - self._reported_s >= PROGRESS_S:
            self._tell()

    def _tell(self, **changes: object) -> None:
        """Report progress, with what changed in it."""
        files_per_s, sections_per_s = self._rates.per_second()
        progress = replace(self._progress, **changes)  # type: ignore[arg-type]
        left = progress.files_total - progress.files_done
        self._progress = replace(
            progress,
            phase="paused" if self._is_paused else "indexing" if progress.phase == "paused" else progress.phase,
            files_per_s=files_per_s,
            sections_per_s=sections_per_s,
            time_left_s=left / files_per_s if files_per_s > 0 else -1.0,
            problems=self._stores.catalogue.problem_count(),
        )
        self._reported_s = time.monotonic()
        self._report_state(ReportKind.PROGRESSED)

    def _report_state(self, kind: ReportKind) -> None:
        counted = [slug for slug in self._collections if slug not in self._scans]
        waiting = self._intake.waiting_files(counted, self._works)
        linking = tuple(sorted(self._unlinked & self._collections.keys()))
        progress, revision = self._progress, self._stores.catalogue.revision
        state = Report(kind, revision, progress=progress, collection=progress.collection)
        self._report(replace(state, waiting=waiting, linking=linking))
