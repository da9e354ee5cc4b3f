"""Pages rendered within limits: small ones here, where their size bounds the time, others in a child."""

from __future__ import annotations

import contextlib
import logging
import subprocess
import threading
import time
from dataclasses import dataclass

import msgspec
import psutil

from bookwheel import child_process, paths
from bookwheel.child_process import MB
from bookwheel.domain.document import Dialect, LinkKind
from bookwheel.domain.errors import ServiceUnavailable
from bookwheel.pages.includes import Include, Kind
from bookwheel.pages.render import render, render_as_source
from bookwheel.pages.types import Embed, Mark, Rendered, Resolve
from bookwheel.pages.worker import Answer, Message, RenderTask, Topic

log = logging.getLogger(__name__)

_MESSAGE = msgspec.msgpack.Decoder(Message)

SMALL = 40_000
"""Characters up to which a page is rendered in this process, with what it takes in from others."""
SMALL_MKDOCS = 10_000
"""The same for Python-Markdown, which has more cases that take quadratic time."""
SECONDS = 6.0
"""Seconds of a processor that a page may take before it is shown as plain text."""
WALL_FACTOR = 3
"""Seconds on the clock for every second of a processor; others may need it as well."""
MEMORY_MB = 1024
KEPT_MB = 256
"""Memory (MB) above which a child is ended after its page; Python would keep what it once had."""
START_S = 30.0
"""Seconds that a new child has for loading."""
MOST_CHILDREN = 2
IDLE_S = 300.0
"""Seconds without a page after which a child ends."""
LOOK_S = 0.1
"""Seconds between two looks at what a child takes."""
TRIES = 2
"""Children that a page may outlast without going over a limit; the system kills some that have done nothing wrong."""
MOST_REFUSED = 1_000
"""Pages remembered as too costly."""


@dataclass(frozen=True, slots=True)
class Functions:
    """What a page asks while it is rendered; see `render`."""

    resolve: Resolve
    embed: Embed
    include: Include
    mark: Mark | None


class Renderer:
    """Renders pages; a costly one ends a child and is shown as plain text. Safe to use from any thread."""

    def __init__(self, seconds: float = SECONDS, memory_mb: int = MEMORY_MB) -> None:
        """Start nothing yet; the limits are those of a page."""
        self._limits = seconds, memory_mb
        self._lock = threading.Lock()
        self._places = threading.Semaphore(MOST_CHILDREN)
        self._idle: list[_Child] = []
        self._busy: set[_Child] = set()
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
            with contextlib.suppress(_TooLarge):
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
            failure: _Ended | None = None
            for _ in range(TRIES):
                child = self._take()
                try:
                    rendered = child.render(task, functions)
                except _Ended as ended:  # it was killed from outside, or by what it rendered
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
                raise ChildProcessError("The renderer could not be started; the log has its errors.") from None
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

    def _take(self) -> _Child:
        with self._lock:
            if self._is_closed:
                raise ServiceUnavailable("The service is ending; ask again in a moment.")
            child = self._idle.pop() if self._idle else _Child(*self._limits)
            self._busy.add(child)
            return child

    def _drop(self, child: _Child) -> None:
        child.close()
        with self._lock:
            self._busy.discard(child)

    def _put_back(self, child: _Child) -> None:
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

    def _rest(self, child: _Child, turn: int) -> None:
        """End a child that has rendered nothing since."""
        with self._lock:
            if child not in self._idle or child.turn != turn:
                return
            self._idle.remove(child)
        child.close()


class _TooLarge(Exception):
    """The page is too large for this process, with what it takes in."""


class _Ended(Exception):
    """The child has ended, and not for a limit; `is_at_start` before it could take a page."""

    def __init__(self, *, is_at_start: bool) -> None:
        super().__init__()
        self.is_at_start = is_at_start


def _render_here(task: RenderTask, functions: Functions) -> Rendered:
    room = (SMALL_MKDOCS if task.dialect is Dialect.MKDOCS else SMALL) if task.format != "text" else len(task.text)

    def count(text: str | None) -> str | None:
        nonlocal room
        room -= len(text or "")
        if room < 0:
            raise _TooLarge
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
        extensions=dict.fromkeys(task.extensions),
        include=lambda kind, name: count(functions.include(kind, name)),
    )


class _Child:
    """One child; of one thread at a time."""

    def __init__(self, seconds: float, memory_mb: int) -> None:
        command = [*paths.command(), "child", "renderer", f"{seconds:g}", str(memory_mb)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.turn = 0
        self._seconds, self._memory_mb = seconds, memory_mb
        self._is_ready = self._has_exceeded = False

    def render(self, task: RenderTask, functions: Functions) -> Rendered | None:
        """Return a page, None when it goes over a limit.

        Raises:
            ChildProcessError: when rendering failed.
            _Ended: when the child has ended although it was within its limits.
        """
        self.turn += 1
        finished = threading.Event()
        if not self._is_ready:
            self._start()
        threading.Thread(target=self._watch, args=(finished,), name="renderer watch", daemon=True).start()
        try:
            self._send(task)
            while (message := self._receive()).topic is not None:
                self._send(_answer(message, functions))
        except (EOFError, BrokenPipeError):
            if self._has_exceeded:
                return None
            raise _Ended(is_at_start=False) from None
        finally:
            finished.set()
        if message.failed:
            raise ChildProcessError(f"Rendering failed ({message.failed}); the log has the details.")
        return message.rendered

    def has_grown(self) -> bool:
        """Whether the child has taken much memory, or ended."""
        with contextlib.suppress(psutil.Error):
            return psutil.Process(self.process.pid).memory_info().rss > KEPT_MB * MB
        return True

    def close(self) -> None:
        """End the child, whatever it does."""
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            assert pipe is not None
            with contextlib.suppress(OSError, ValueError):
                pipe.close()

    def _start(self) -> None:
        timer = threading.Timer(START_S, self.process.kill)
        timer.daemon = True
        timer.start()
        try:
            self._receive()
        except EOFError:
            raise _Ended(is_at_start=True) from None
        finally:
            timer.cancel()
        self._is_ready = True

    def _send(self, content: RenderTask | Answer) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(child_process.frame(msgspec.msgpack.encode(content)))
        self.process.stdin.flush()

    def _receive(self) -> Message:
        assert self.process.stdout is not None
        return _MESSAGE.decode(child_process.read_frame(self.process.stdout))

    def _watch(self, finished: threading.Event) -> None:
        """Kill the child when its page takes too much; most of the time goes into C, where no exception reaches."""
        with contextlib.suppress(psutil.Error):
            child = psutil.Process(self.process.pid)
            began_s, began_cpu_s = time.monotonic(), _cpu_s(child)
            while not finished.wait(LOOK_S):
                cpu_s, wall_s = _cpu_s(child) - began_cpu_s, time.monotonic() - began_s
                has_time = max(cpu_s, wall_s / WALL_FACTOR) <= self._seconds
                if not has_time or child.memory_info().rss > self._memory_mb * MB:
                    if not finished.is_set():
                        self._has_exceeded = True
                        self.process.kill()
                    return


def _cpu_s(child: psutil.Process) -> float:
    usage = child.cpu_times()
    return usage.user + usage.system


def _answer(message: Message, functions: Functions) -> Answer:
    match message.topic:
        case Topic.RESOLVE:
            return Answer(target=functions.resolve(message.text, LinkKind(message.kind)))
        case Topic.EMBED:
            return Answer(text=functions.embed(message.text))
        case Topic.INCLUDE:
            return Answer(text=functions.include(Kind(message.kind), message.text))
        case _:
            return Answer(spans=tuple(functions.mark(message.text)) if functions.mark else ())
