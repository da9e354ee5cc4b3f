"""One process that renders pages: started, asked, watched over, and ended."""

from __future__ import annotations

import contextlib
import logging
import subprocess
import threading
import time
from dataclasses import dataclass

import msgspec
import psutil

from bookwheel import child_process, packing, paths
from bookwheel.child_process import MB
from bookwheel.domain.document import LinkKind
from bookwheel.pages.includes import Include, Kind
from bookwheel.pages.queries import Query
from bookwheel.pages.types import Embed, Mark, Rendered, Resolve
from bookwheel.pages.worker import Answer, RenderReply, RenderTask, Topic

log = logging.getLogger(__name__)

_MESSAGE = msgspec.msgpack.Decoder(RenderReply)


WALL_FACTOR = 3
"""Seconds on the clock for every second of a processor; others may need it as well."""


KEPT_MB = 256
"""Memory (MB) above which a child is ended after its page; Python would keep what it once had."""


START_S = 30.0
"""Seconds that a new child has for loading."""


LOOK_S = 0.1
"""Seconds between two looks at what a child takes."""


@dataclass(frozen=True, slots=True)
class Functions:
    """What a page asks while it is rendered; see `render`."""

    resolve: Resolve
    embed: Embed
    include: Include
    mark: Mark | None
    query: Query | None = None


class AnswerTooLarge(Exception):
    """The page is too large for this process, with what it takes in."""


class ProcessEnded(Exception):
    """The child has ended, and not for a limit; `is_at_start` before it could take a page."""

    def __init__(self, *, is_at_start: bool) -> None:
        super().__init__()
        self.is_at_start = is_at_start


class RenderProcess:
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
            ProcessEnded: when the child has ended although it was within its limits.
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
            raise ProcessEnded(is_at_start=False) from None
        finally:
            finished.set()
        if message.failed:
            raise ChildProcessError(f"Rendering failed ({message.failed}). See the log for details.")
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
            raise ProcessEnded(is_at_start=True) from None
        finally:
            timer.cancel()
        self._is_ready = True

    def _send(self, content: RenderTask | Answer) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(child_process.frame(msgspec.msgpack.encode(content, enc_hook=packing.pack_message)))
        self.process.stdin.flush()

    def _receive(self) -> RenderReply:
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


def _answer(message: RenderReply, functions: Functions) -> Answer:
    match message.topic:
        case Topic.RESOLVE:
            return Answer(target=functions.resolve(message.text, LinkKind(message.kind)))
        case Topic.EMBED:
            return Answer(text=functions.embed(message.text))
        case Topic.INCLUDE:
            return Answer(text=functions.include(Kind(message.kind), message.text))
        case Topic.QUERY:
            return Answer(results=tuple(functions.query(message.kind, message.text)) if functions.query else ())
        case _:
            return Answer(spans=tuple(functions.mark(message.text)) if functions.mark else ())
