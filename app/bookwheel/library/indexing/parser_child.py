"""The parser child seen from the indexer: files go in, documents come out in the same order, within limits.

Reading goes on in the child while the indexer writes what has come, so that both have a processor of their own. A file
that takes more time or memory than it may ends the child; another one goes on with the next file.
"""

from __future__ import annotations

import contextlib
import logging
import queue
import signal
import subprocess
import sys
import threading
import time
from collections import deque

import msgspec
import psutil

from bookwheel import child_process, packing, paths
from bookwheel.child_process import MB
from bookwheel.parsing.parse_task import Limits, ParseReply, ParseTask

log = logging.getLogger(__name__)

_REPLY = msgspec.msgpack.Decoder(ParseReply, dec_hook=packing.unpack_message)

WAITING_BYTES = 4 << 20
"""Bytes of files that wait for the child: the work of about a second, in which the indexer may publish a batch."""
PIPE_BYTES = 1 << 20
"""Bytes that a pipe holds, where the system lets it: the fewer, the oftener both sides wake each other."""
TASK_BYTES = 1000
"""What a task has besides the file, at most as a rule."""
LOOK_S = 0.2
"""Seconds between two looks at what the child takes."""
WALL_FACTOR = 10
"""Seconds on the clock that a file may take for every second of a processor; others may need it as well."""
OUTSIDE_S = 400
"""Seconds on the clock besides for a file that a program of others helps to read, which has bounds of its own."""
MOST_CRASHES = MOST_FAILED_STARTS = 2
"""Ends of the child over one file, without a limit's being exceeded, before the file is left out; and starts that may
fail one after the other before nothing can be parsed."""


class Parser:
    """One parser child at a time, started when there is a file to parse; of one thread."""

    def __init__(self) -> None:
        """Start nothing yet."""
        self._limits = Limits()
        self._waiting: deque[tuple[bytes, bool]] = deque()
        self._waiting_bytes = 0
        self._running: _Running | None = None
        self._crashes = self._failed_starts = 0

    @property
    def limits(self) -> Limits:
        """The limits of a file."""
        return self._limits

    @property
    def pid(self) -> int:
        """The child's process id, 0 when none runs."""
        return self._running.process.pid if self._running else 0

    def limit(self, limits: Limits) -> bool:
        """Set the limits of every file from now on; whether one is higher than before."""
        before = self._limits
        if limits != before:
            self._limits = limits
            self.close()
        return limits.seconds > before.seconds or limits.memory_mb > before.memory_mb

    def has_room(self, size_bytes: int) -> bool:
        """Whether a file can be submitted without too much waiting for the child."""
        return not self._waiting or self._waiting_bytes + size_bytes + TASK_BYTES <= WAITING_BYTES

    def warm(self) -> None:
        """Start the child before there is a file, so that the first need not wait for it (.3 s of loading)."""
        if self._running is None:
            self._start()

    def submit(self, task: ParseTask) -> None:
        """Hand a file to the child; the replies come in the order of the tasks."""
        frame = child_process.frame(msgspec.msgpack.encode(task))
        self._waiting.append((frame, task.needs_outside))
        self._waiting_bytes += len(frame)
        if self._running is None:
            self._start()
        else:
            self._running.send(frame, needs_outside=task.needs_outside)

    def receive(self, timeout_s: float) -> ParseReply | None:
        """Return what became of the oldest file that waits, None when it takes longer than the timeout."""
        until = time.monotonic() + timeout_s
        while True:
            running = self._running or self._start()
            try:
                content = running.replies.get(timeout=max(0.0, until - time.monotonic()))
            except queue.Empty:
                return None
            reply = self._end_of(running) if content is None else _decode(content)
            if reply is not None:
                self._waiting_bytes -= len(self._waiting.popleft()[0])
                self._crashes = self._failed_starts = 0
                return reply

    def abandon(self) -> None:
        """Forget the files that wait."""
        if self._waiting:
            self._waiting.clear()
            self._waiting_bytes = 0
            self.close()

    def close(self) -> None:
        """End the child; the next file starts another."""
        running, self._running = self._running, None
        if running is not None:
            running.close()

    def _start(self) -> _Running:
        running = self._running = _Running(self._limits)
        for frame, needs_outside in self._waiting:
            running.send(frame, needs_outside=needs_outside)
        return running

    def _end_of(self, running: _Running) -> ParseReply | None:
        """Return what the end of the child says of the oldest file; None when the file shall be tried again."""
        self.close()
        if not running.is_ready:
            self._failed_starts += 1
            if self._failed_starts < MOST_FAILED_STARTS:
                return None
            raise ChildProcessError("The parser could not start. See the indexer's log for details.")
        self._failed_starts = 0
        if running.exceeded and running.exceeded_at == running.done:
            return ParseReply(exceeded=running.exceeded)
        code = running.process.returncode
        if sys.platform != "win32" and code == -signal.SIGABRT:  # so native code ends where it is refused memory
            return ParseReply(exceeded="memory")
        if code:
            self._crashes += 1
            log.warning("the parser ended with code %d", code)
        return ParseReply(failed=f"code {code}") if self._crashes >= MOST_CRASHES else None


def _decode(content: bytes) -> ParseReply:
    try:
        return _REPLY.decode(content)
    except msgspec.MsgspecError as error:
        log.exception("the parser's reply does not fit")
        return ParseReply(failed=type(error).__name__)


class _Running:
    """One child with the threads that read its replies and look at what it takes."""

    def __init__(self, limits: Limits) -> None:
        command = [*paths.command(), "child", "parser", f"{limits.seconds:g}", str(limits.memory_mb)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.replies: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._tasks: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self.is_ready = False
        self.exceeded, self.exceeded_at = "", 0
        _widen(self.process)
        self._limits = limits
        self._sent = self.done = 0
        self._patient: set[int] = set()
        self._busy, self._ended = threading.Event(), threading.Event()
        for target in (self._feed, self._listen, self._watch):
            threading.Thread(target=target, name=f"parser {target.__name__}", daemon=True).start()

    def send(self, frame: bytes, *, needs_outside: bool) -> None:
        """Send a file, without waiting; that the child has ended is noticed where replies are received."""
        if needs_outside:
            self._patient.add(self._sent)
        self._sent += 1
        self._busy.set()
        self._tasks.put(frame)

    def close(self) -> None:
        """End the child, whatever it does."""
        self._ended.set()
        self._busy.set()
        self.process.kill()
        self.process.wait()
        self._tasks.put(None)

    def _feed(self) -> None:
        assert self.process.stdin is not None
        with contextlib.suppress(OSError), self.process.stdin as pipe:
            while (frame := self._tasks.get()) is not None:
                pipe.write(frame)
                pipe.flush()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        with contextlib.suppress(EOFError, OSError, ValueError), self.process.stdout as pipe:
            child_process.read_frame(pipe)
            self.is_ready = True
            while True:
                content = child_process.read_frame(pipe)
                self.done += 1
                self.replies.put(content)
        self.process.wait()
        self.replies.put(None)

    def _watch(self) -> None:
        """Kill the child over the file that takes too much; reading goes on in C, where no exception reaches it."""
        number, began_s, began_cpu_s = -1, 0.0, 0.0
        with contextlib.suppress(psutil.Error):
            child = psutil.Process(self.process.pid)
            while self._busy.wait() and not self._ended.wait(LOOK_S):
                done = self.done
                if done == self._sent or not self.is_ready:
                    self._rest()
                    number = -1
                    continue
                usage = child.cpu_times()
                cpu_s, now_s = usage.user + usage.system, time.monotonic()
                if done != number:
                    number, began_s, began_cpu_s = done, now_s, cpu_s
                wall_s = now_s - began_s - (OUTSIDE_S if done in self._patient else 0)
                exceeded = self._limit_over(child, cpu_s - began_cpu_s, wall_s)
                if exceeded and self.done == done:
                    self.exceeded, self.exceeded_at = exceeded, done
                    self.process.kill()
                    return

    def _rest(self) -> None:
        """Let the watch wait for the next file; one may have come this very moment."""
        if self.is_ready:
            self._busy.clear()
            if self.done != self._sent:
                self._busy.set()

    def _limit_over(self, child: psutil.Process, cpu_s: float, wall_s: float) -> str:
        if child.memory_info().rss > self._limits.memory_mb * MB:
            return "memory"
        return "seconds" if max(cpu_s, wall_s / WALL_FACTOR) > self._limits.seconds else ""


def _widen(process: subprocess.Popen[bytes]) -> None:
    """Let both pipes hold more, where the system can."""
    if sys.platform != "linux":
        return
    import fcntl  # noqa: PLC0415 - not on Windows

    for pipe in (process.stdout, process.stdin):
        assert pipe is not None
        with contextlib.suppress(OSError):
            fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, PIPE_BYTES)
