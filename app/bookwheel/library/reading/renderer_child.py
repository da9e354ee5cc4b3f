"""Pages rendered within limits: small ones here, where their size bounds the time, others in a child."""

from __future__ import annotations

import contextlib
import logging
import threading

from bookwheel.domain.document import Dialect
from bookwheel.domain.errors import ServiceUnavailable
from bookwheel.library.reading.render_process import WALL_FACTOR, AnswerTooLarge, Functions, ProcessEnded, RenderProcess
from bookwheel.pages.render import render, render_as_source
from bookwheel.pages.types import Rendered
from bookwheel.pages.worker import RenderTask

log = logging.getLogger(__name__)


SMALL = 40_000
"""Characters up to which a page is rendered in this process, with what it takes in from others."""
SMALL_MKDOCS = 10_000
"""The same for Python-Markdown, which has more cases that take quadratic time."""
SECONDS = 6.0
"""Seconds of a processor that a page may take before it is shown as plain text."""
MEMORY_MB = 1024
MOST_CHILDREN = 2
IDLE_S = 60.0
"""Seconds without a page after which a child ends."""
TRIES = 2
"""Children that a page may outlast without going over a limit; the system kills some that have done nothing wrong."""
MOST_REFUSED = 1_000
"""Pages remembered as too costly."""


class Renderer:
    """Renders pages; a costly one ends a child and is shown as plain text. Safe to use from any thread."""

    def __init__(self, seconds: float = SECONDS, memory_mb: int = MEMORY_MB) -> None:
        """Start nothing yet; the limits are those of a page."""
        self._limits = seconds, memory_mb
        self._lock = threading.Lock()
        self._places = threading.Semaphore(MOST_CHILDREN)
        self._idle: list[RenderProcess] = []
        self._busy: set[RenderProcess] = set()
        self._refused: set[object] = set()
        self._is_closed = False

    @property
    def pids(self) -> list[int]:
        """The process ids of the children."""
        with self._lock:
            return [child.process.pid for child in (*self._idle, *self._busy)]

    def render(self, task: RenderTask, functions: Functions, key: object) -> Rendered:
        """Return a page; `key` names its contents, so that one which is too costly is not tried again."""
        if key not in self._refused:
            with contextlib.suppress(AnswerTooLarge):
                return _render_here(task, functions)
            rendered = self._render_in_child(task, functions, key)
            if rendered is not None:
                return rendered
        return render_as_source(task.text, first_line=task.first_line, headings=task.headings, mark=functions.mark)

    def close(self) -> None:
        """End the children."""
        with self._lock:
            self._is_closed = True
            children = [*self._idle, *self._busy]
            self._idle.clear()
        for child in children:
            child.close()

    def _render_in_child(self, task: RenderTask, functions: Functions, key: object) -> Rendered | None:
        """Return a page, None for one that is too costly or finds no child in time."""
        if not self._places.acquire(timeout=self._limits[0] * WALL_FACTOR):
            return None
        try:
            failure: ProcessEnded | None = None
            for _ in range(TRIES):
                child = self._take()
                try:
                    rendered = child.render(task, functions)
                except ProcessEnded as ended:  # it was killed from outside, or by what it rendered
                    self._drop(child)
                    failure = ended
                    continue
                except BaseException:
                    self._drop(child)
                    raise
                if rendered is None:
                    self._drop(child)
                    break
                self._put_back(child)
                return rendered
            if failure is not None and failure.is_at_start:
                raise ChildProcessError("The renderer could not start. See the log for details.") from None
            if not self._is_closed:
                log.warning("A page of %d characters is too costly to render.", len(task.text))
                self._refuse(key)
            return None
        finally:
            self._places.release()

    def _refuse(self, key: object) -> None:
        with self._lock:
            if len(self._refused) >= MOST_REFUSED:
                self._refused.clear()
            self._refused.add(key)

    def _take(self) -> RenderProcess:
        with self._lock:
            if self._is_closed:
                raise ServiceUnavailable("The service is stopping. Try again in a moment.")
            child = self._idle.pop() if self._idle else RenderProcess(*self._limits)
            self._busy.add(child)
            return child

    def _drop(self, child: RenderProcess) -> None:
        child.close()
        with self._lock:
            self._busy.discard(child)

    def _put_back(self, child: RenderProcess) -> None:
        is_fit = not child.has_grown()
        with self._lock:
            is_fit = is_fit and not self._is_closed
            if is_fit:
                self._busy.discard(child)
                self._idle.append(child)
            turn = child.turn
        if not is_fit:
            self._drop(child)
            return
        timer = threading.Timer(IDLE_S, self._rest, (child, turn))
        timer.daemon = True
        timer.start()

    def _rest(self, child: RenderProcess, turn: int) -> None:
        """End a child that has rendered nothing since."""
        with self._lock:
            if child not in self._idle or child.turn != turn:
                return
            self._idle.remove(child)
        child.close()


def _render_here(task: RenderTask, functions: Functions) -> Rendered:
    room = (SMALL_MKDOCS if task.dialect is Dialect.MKDOCS else SMALL) if task.format != "text" else len(task.text)

    def count(text: str | None) -> str | None:
        nonlocal room
        room -= len(text or "")
        if room < 0:
            raise AnswerTooLarge
        return text

    count(task.text)
    return render(
        task.text,
        format=task.format,
        dialect=task.dialect,
        first_line=task.first_line,
        headings=task.headings,
        resolve=functions.resolve,
        embed=lambda name: count(functions.embed(name)),
        mark=functions.mark,
        extensions=task.extensions,
        include=lambda kind, name: count(functions.include(kind, name)),
        name=task.name,
        kind=task.kind,
        pieces=task.pieces,
        query=functions.query,
        drawing=task.drawing,
    )
