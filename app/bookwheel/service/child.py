"""The child's side: what `bookwheel child indexer|embedder` runs, spawned by the service and ended with it."""

from __future__ import annotations

import argparse
import contextlib
import logging
import os
import queue
import signal
import sys
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import IO

import psutil

from bookwheel import log, paths
from bookwheel.domain.indexing import Command, Report, ReportKind, Verb
from bookwheel.domain.map import MapTask
from bookwheel.paths import LibraryPaths
from bookwheel.service import answering, frames, lock, searching, sizes

LOCK_WAIT_S = 30.0
"""How long a new child waits for a dying one."""


def main(words: Sequence[str], library: str | None) -> int:
    """Run a child until its pipe closes; 0 when it was asked to stop or its service ended."""
    sizes.share_arenas()
    if words[:1] == ["sparql"]:
        return answering.main(words[1:], library, _own_pipes())
    if words[:1] == ["search"]:
        return searching.main(words[1:], library, _own_pipes())
    if words[:1] == ["map"]:
        return _draw_map(library)
    parser = argparse.ArgumentParser("bookwheel child")
    parser.add_argument("kind", choices=list(_KINDS))
    kind = parser.parse_args(words).kind
    places = paths.library(library)
    log.start(places.log, kind)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    commands, reports = _own_pipes()
    held = lock.take(places.indexer_lock if kind == "indexer" else places.embedder_lock, LOCK_WAIT_S)
    if held is None:
        logging.getLogger(__name__).error("Another %s does not let go of the library.", kind)
        return 1
    ends = _Ends(_Inbox(commands), reports)
    try:
        with contextlib.suppress(EOFError):
            _KINDS[kind](places, ends)
    except BaseException:
        logging.getLogger(__name__).exception("The %s failed.", kind)
        raise
    finally:
        held.release()
    return 0


def _draw_map(library: str | None) -> int:
    """Draw one map and end; it holds no lock, since it opens nothing of the library."""
    task, told = _own_pipes()
    log.start(paths.library(library).log, "map")
    _give_way()
    from bookwheel.library.map_drawing import draw  # noqa: PLC0415 - loads NumPy

    with contextlib.suppress(EOFError, OSError):
        for drawn in draw(frames.read(task, MapTask)):
            frames.write(told, drawn)
    return 0


def _index(places: LibraryPaths, ends: _Ends) -> None:
    from bookwheel.library import indexing  # noqa: PLC0415 - each child loads its own engines alone

    indexing.run(places, ends.next, ends.send)


def _embed(places: LibraryPaths, ends: _Ends) -> None:
    _give_way()
    from bookwheel.indexes import embedding as encoders  # noqa: PLC0415 - likewise
    from bookwheel.library import embedding  # noqa: PLC0415 - likewise

    embedding.run(places, ends.next, ends.send, lambda model, threads: encoders.load(model, threads=threads))


_KINDS: dict[str, Callable[[LibraryPaths, _Ends], None]] = {"indexer": _index, "embedder": _embed}


def _give_way() -> None:
    """Run only where nothing else wants to."""
    with contextlib.suppress(OSError, AttributeError, psutil.Error):
        if sys.platform == "win32":
            psutil.Process().nice(psutil.BELOW_NORMAL_PRIORITY_CLASS)
        else:
            os.nice(19)
    # Desktop Linux weighs sessions, not processes, and a child is a session of its own.
    group = Path("/proc/self/autogroup")
    with contextlib.suppress(OSError):
        if group.exists():
            group.write_text("19", "ascii")


def _own_pipes() -> tuple[IO[bytes], IO[bytes]]:
    """The frames' pipes; whatever else is printed goes to the error stream."""
    commands = os.fdopen(os.dup(0), "rb")
    reports = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115 - for the process's life
    return commands, reports


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
                self._queue.put(frames.read(self._pipe, Command))
        self._queue.put(None)


class _Ends:
    """Both ends as the child sees them. IDLED says in its message how many commands it answers.

    A child that waits for a command has done all earlier ones, so IDLED is said for it where nothing was to be done.
    """

    def __init__(self, inbox: _Inbox, pipe: IO[bytes]) -> None:
        self._inbox, self._pipe = inbox, pipe
        self._answered = 0
        self._lock = threading.Lock()

    def next(self, timeout_s: float | None) -> Command | None:
        """The next command."""
        inbox = self._inbox
        if timeout_s != 0 and inbox.is_empty and not inbox.is_paused and inbox.taken > self._answered:
            self.send(Report(ReportKind.IDLED))
        return inbox.next(timeout_s)

    def send(self, report: Report) -> None:
        """Send a report; EOFError when the service is gone."""
        if report.kind is ReportKind.IDLED:
            sizes.give_back()
            self._answered = self._inbox.taken
            report = replace(report, message=str(self._answered))
        try:
            with self._lock:
                frames.write(self._pipe, report)
        except OSError:
            raise EOFError from None
