"""The child's side: what `bookwheel child indexer|embedder|watcher` runs, spawned by the service, ended with it."""

from __future__ import annotations

import argparse
import contextlib
import logging
import queue
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import IO

from bookwheel import child_process, gc_tuning, log, paths
from bookwheel.domain import storage
from bookwheel.domain.errors import BookwheelError
from bookwheel.domain.indexing import Command, Report, ReportKind, Verb
from bookwheel.paths import LibraryPaths
from bookwheel.service.workers import pipe_framing, priority, process_memory

LOCK_WAIT_S = 30.0
"""How long a new child waits for a dying one."""

MAPPING_MOST_S, MAPPING_MOST_MB = 60.0, 1024
"""Seconds of a processor and memory that a preview of mapping rules may take."""

STALLED = 75
"""Exit code of a child that the system lets write nothing (EX_TEMPFAIL)."""

logger = logging.getLogger(__name__)


def main(words: Sequence[str], library: str | None) -> int:
    """Run a child until its pipe closes; 0 when it was asked to stop or its service ended."""
    process_memory.share_arenas()
    # Each child imports its own room alone, so that none pays for another: all of them take half a second.
    if words[:1] == ["sparql"]:
        from bookwheel.service.workers import sparql_worker  # noqa: PLC0415

        return sparql_worker.main(words[1:], library, child_process.own_pipes())
    if words[:1] == ["nearest"]:
        from bookwheel.service.workers.nearest import nearest_worker  # noqa: PLC0415

        return nearest_worker.main(library, child_process.own_pipes())
    if words[:1] == ["search"]:
        from bookwheel.service.agents import search_worker  # noqa: PLC0415

        return search_worker.main(words[1:], library, child_process.own_pipes())
    if words[:1] == ["shapes"]:
        from bookwheel.service.workers import shape_worker  # noqa: PLC0415

        return shape_worker.main(library, child_process.own_pipes())
    if words[:1] == ["graph"]:
        from bookwheel.service.workers import graph_worker  # noqa: PLC0415

        return graph_worker.main(library, child_process.own_pipes())
    if words[:1] == ["eval"]:
        from bookwheel.service.workers import evaluation_worker  # noqa: PLC0415

        return evaluation_worker.main(child_process.own_pipes())
    if words[:1] == ["crawler"]:
        from bookwheel.service.sources import crawler_worker  # noqa: PLC0415

        return crawler_worker.main(library, child_process.own_pipes())
    if words[:1] == ["publisher"]:
        from bookwheel.service.sources import publisher_worker  # noqa: PLC0415

        return publisher_worker.main(library, child_process.own_pipes())
    if words[:1] == ["map"]:
        return _draw_map(library)
    if words[:1] == ["topics"]:
        return _make_topics(library)
    if words[:1] == ["mapping"]:
        return _preview_mapping(library)
    if words[:1] == ["history"]:
        return _read_history()
    if words[:1] == ["ingester"]:
        return _ingest(library)
    parser = argparse.ArgumentParser("bookwheel child")
    parser.add_argument("kind", choices=list(_KINDS))
    kind = parser.parse_args(words).kind
    places = paths.library(library)
    log.start(places.log, kind)
    child_process.ignore_interrupts()
    commands, reports = child_process.own_pipes()
    ends = _Ends(_Inbox(commands), reports)
    try:
        return _work(kind, places, ends)
    except BaseException as error:
        refusal = storage.find_storage_error(error)
        if refusal is None:
            logger.exception("The %s failed.", kind)
            raise
        logger.warning("The %s stopped: %s", kind, refusal.message, exc_info=True)
        with contextlib.suppress(EOFError):
            ends.send(Report(ReportKind.STALLED, message=refusal.message))
        return STALLED


def _work(kind: str, places: LibraryPaths, ends: _Ends) -> int:
    writes = {"indexer": places.indexer_lock, "embedder": places.embedder_lock}
    if kind not in writes:
        with contextlib.suppress(EOFError):
            _KINDS[kind](places, ends)
        return 0
    from bookwheel.service.files import lock  # noqa: PLC0415 - the watcher takes none

    held = lock.take(writes[kind], LOCK_WAIT_S)
    if held is None:
        logger.error("Another %s does not let go of the library.", kind)
        return 1
    try:
        with contextlib.suppress(EOFError):
            _KINDS[kind](places, ends)
    finally:
        held.release()
    return 0


def _draw_map(library: str | None) -> int:
    """Draw one map and end; it holds no lock, since it opens nothing of the library."""
    task, told = child_process.own_pipes()
    log.start(paths.library(library).log, "map")
    priority.run_last()
    from bookwheel.domain.map import MapTask  # noqa: PLC0415 - as below
    from bookwheel.library.map.drawing import draw  # noqa: PLC0415 - loads NumPy

    with contextlib.suppress(EOFError, OSError):
        for drawn in draw(pipe_framing.read(task, MapTask)):
            pipe_framing.write(told, drawn)
    return 0


def _preview_mapping(library: str | None) -> int:
    """Try the mapping rules of one folder and end; it holds no lock, since it opens nothing of the library."""
    task, told = child_process.own_pipes()
    log.start(paths.library(library).log, "mapping")
    child_process.bound_time(MAPPING_MOST_S)
    priority.lower(5)
    from bookwheel.domain.mapping_rules import MappingTask  # noqa: PLC0415 - as below
    from bookwheel.library.reading.mapping_preview import preview  # noqa: PLC0415 - loads the parsers

    child_process.bound_memory(MAPPING_MOST_MB)
    with contextlib.suppress(EOFError, OSError, MemoryError):
        pipe_framing.write(told, preview(pipe_framing.read(task, MappingTask)))
    return 0


def _make_topics(library: str | None) -> int:
    """Make the topics of one collection and end; it holds no lock, since it opens nothing of the library."""
    task, told = child_process.own_pipes()
    log.start(paths.library(library).log, "topics")
    priority.run_last()
    from bookwheel.domain.topics import TopicTask  # noqa: PLC0415 - as below
    from bookwheel.library.topics.tree_builder import build_tree  # noqa: PLC0415 - loads NumPy

    with contextlib.suppress(EOFError, OSError):
        pipe_framing.write(told, build_tree(pipe_framing.read(task, TopicTask)))
    return 0


def _ingest(library: str | None) -> int:
    """Apply batches, one task after the other, until the service closes the pipe."""
    incoming, outgoing = child_process.own_pipes()
    places = paths.library(library)
    log.start(places.log, "ingester")
    child_process.ignore_interrupts()
    from bookwheel.domain.ingest import IngestReport, IngestTask  # noqa: PLC0415 - as below
    from bookwheel.library.ingest import application  # noqa: PLC0415 - other children do without it
    from bookwheel.service.files import lock  # noqa: PLC0415 - likewise

    held = lock.take(places.ingester_lock, LOCK_WAIT_S)
    if held is None:
        logger.error("Another ingester does not let go of the library.")
        return 1
    try:
        with contextlib.suppress(EOFError, BrokenPipeError):
            while True:
                task = pipe_framing.read(incoming, IngestTask)
                try:
                    application.run(task, lambda report: pipe_framing.write(outgoing, report))
                except (OSError, BookwheelError) as error:
                    refusal = storage.find_storage_error(error)
                    if refusal is None:
                        raise
                    pipe_framing.write(outgoing, IngestReport(is_final=True, message=refusal.message))
    finally:
        held.release()
    return 0


def _read_history() -> int:
    """Read the history of one folder and end."""
    incoming, outgoing = child_process.own_pipes()
    priority.run_last()
    from bookwheel.library.history import worker  # noqa: PLC0415 - other children do without it

    worker.run(incoming, outgoing)
    return 0


def _index(places: LibraryPaths, ends: _Ends) -> None:
    gc_tuning.pause_gc()
    from bookwheel.library.indexing.parser_child import Parser  # noqa: PLC0415 - each child loads its own engines alone

    parser = Parser()
    try:
        if not places.catalogue.exists():
            parser.warm()  # a library begins: it loads beside the indexer, and the first file waits for neither
        from bookwheel.library.indexing import indexer  # noqa: PLC0415 - likewise

        gc_tuning.collect_between_tasks()
        indexer.run(places, ends.next, ends.send, parser)
    finally:
        parser.close()


def _embed(places: LibraryPaths, ends: _Ends) -> None:
    priority.run_last()
    from bookwheel.indexes import embedding  # noqa: PLC0415 - likewise
    from bookwheel.library.embedding import embedder  # noqa: PLC0415 - likewise

    embedder.run(places, ends.next, ends.send, lambda model, threads: embedding.load(model, threads=threads))


def _watch(places: LibraryPaths, ends: _Ends) -> None:
    from bookwheel.library.indexing import watcher  # noqa: PLC0415 - likewise

    watcher.run(places.root, ends.next, ends.send)


_KINDS: dict[str, Callable[[LibraryPaths, _Ends], None]] = {"indexer": _index, "embedder": _embed, "watcher": _watch}


class _Inbox:
    """Commands as they come; a thread reads them, so that the service never waits for a busy child."""

    def __init__(self, pipe: IO[bytes]) -> None:
        self._pipe = pipe
        self._queue: queue.SimpleQueue[Command | None] = queue.SimpleQueue()
        self._is_over = False
        self.is_paused = False
        self.taken = 0
        threading.Thread(target=self._read, name="inbox", daemon=True).start()

    @property
    def is_empty(self) -> bool:
        """Whether no command waits."""
        return self._queue.empty()

    def next(self, timeout_s: float | None) -> Command | None:
        """The next command, None when none came in time; EOFError when the service is gone."""
        if self._is_over:
            raise EOFError
        try:
            command = self._queue.get(timeout=timeout_s) if timeout_s != 0 else self._queue.get_nowait()
        except queue.Empty:
            return None
        if command is None:
            self._is_over = True
            raise EOFError
        self.taken += 1
        if command.verb in (Verb.PAUSE, Verb.RESUME):
            self.is_paused = command.verb is Verb.PAUSE
        return command

    def _read(self) -> None:
        with contextlib.suppress(EOFError, OSError):
            while True:
                self._queue.put(pipe_framing.read(self._pipe, Command))
        self._queue.put(None)


class _Ends:
    """Both ends as the child sees them. IDLED says in its message how many commands it answers.

    A child that waits for a command has done all earlier ones, so IDLED is said for it where nothing was to be done.
    """

    def __init__(self, inbox: _Inbox, pipe: IO[bytes]) -> None:
        self._inbox, self._pipe = inbox, pipe
        self._answered = 0
        self._has_worked = False
        self._lock = threading.Lock()

    def next(self, timeout_s: float | None) -> Command | None:
        """The next command."""
        inbox = self._inbox
        if timeout_s != 0 and inbox.is_empty and not inbox.is_paused and inbox.taken > self._answered:
            self.send(Report(ReportKind.IDLED))
        if timeout_s is None and self._has_worked:  # a merge comes after IDLED, and takes the most
            process_memory.give_back()
            self._has_worked = False
        return inbox.next(timeout_s)

    def send(self, report: Report) -> None:
        """Send a report; EOFError when the service is gone."""
        self._has_worked = True
        if report.kind is ReportKind.IDLED:
            process_memory.give_back()
            self._answered = self._inbox.taken
            report = replace(report, message=str(self._answered))
        if report.waiting is not None:
            report = replace(report, taken=self._inbox.taken)
        try:
            with self._lock:
                pipe_framing.write(self._pipe, report)
        except OSError:
            raise EOFError from None
