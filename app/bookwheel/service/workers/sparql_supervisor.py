"""SPARQL questions seen from the service: one child answers them in turn, and is killed when one takes too long."""

from __future__ import annotations

import contextlib
import logging
import queue
import subprocess
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

from bookwheel import log, wire
from bookwheel.domain.errors import BadRequest, BookwheelError, InternalError, ServiceUnavailable, TimedOut, TooMany
from bookwheel.domain.graph import QueryPart, QueryRequest, QueryResult
from bookwheel.domain.messages import Message
from bookwheel.service.workers import pipe_framing
from bookwheel.service.workers.sparql_worker import LOADING_S, MOST_PARTS, Asked, Reply
from bookwheel.settings import QuerySettings

FOLLOWING_S = 1.0
"""Seconds that the rows after an answer may take; the answer waits for them no longer, and they are lost."""

START_S = 30.0
"""Seconds that a new child has for loading."""

IDLE_S = 60.0
"""Seconds without a question after which the child ends."""

WAITING = 16
"""Questions that may wait for their turn."""

logger = logging.getLogger(__name__)


class Questions:
    """The one SPARQL child, started by the first question. Safe to use from any thread.

    A thread of its own speaks with the child, so that whoever asks waits for a future and holds no other thread.
    """

    def __init__(
        self, words: Sequence[str], log: Path, limits: Callable[[], QuerySettings], idle_s: float = IDLE_S
    ) -> None:
        """Prepare; nothing is started. `words` start the child; the limits are added to them."""
        self._words, self._log, self._limits, self._idle_s = list(words), log, limits, idle_s
        self._thread = ThreadPoolExecutor(1, "sparql")
        self._lock = threading.Lock()
        self._waiting = 0
        self._process: subprocess.Popen[bytes] | None = None
        self._replies: queue.SimpleQueue[Reply | None] = queue.SimpleQueue()
        self._timer: threading.Timer | None = None
        self._is_closed = False
        self._parts: list[str] = []

    @property
    def pid(self) -> int:
        """The child's process id, 0 when none runs."""
        process = self._process
        return process.pid if process is not None else 0

    def ask(self, request: QueryRequest, part: QueryPart | None = None) -> Future[QueryResult]:
        """The answer and the rows after it, when they have come; of a part of the ontology alone, if one is given.

        The future raises TimedOut for a question that took too long, and BadRequest for one that cannot be answered.

        Raises:
            TooMany: when too many wait already.
        """
        with self._lock:
            if self._is_closed:
                raise ServiceUnavailable("The service is stopping. Try again in a moment.")
            if self._waiting >= WAITING:
                raise TooMany("Too many queries are waiting. Try again in a moment.")
            self._waiting += 1
        return self._thread.submit(self._answer, request, part)

    def close(self) -> None:
        """End the child; questions under way fail."""
        with self._lock:
            self._is_closed = True
        self._end()
        self._thread.shutdown(wait=True, cancel_futures=True)
        self._end()

    def _answer(self, request: QueryRequest, part: QueryPart | None) -> QueryResult:
        try:
            self._load(part)
            answer = self._told(self._asked(Asked(request, part.key if part is not None else "")))
            return answer if not answer.first.is_cut else self._with_following(answer)
        except (OSError, subprocess.SubprocessError) as error:
            logger.exception("A SPARQL child could not be used.")
            self._end()
            raise InternalError("The query could not be run. See the library's log for details.") from error
        finally:
            with self._lock:
                self._waiting -= 1

    def _load(self, part: QueryPart | None) -> None:
        """Have the child keep a part, unless it does; what is loaded costs no question its time."""
        if part is None:
            return
        self._running()
        if part.key in self._parts:
            return
        reply = self._asked(Asked(part=part.key, text=part.text()), LOADING_S)
        if reply is None or reply.failure is not None:
            self._end()
            raise ServiceUnavailable("Queries are not available now. See the library's log for details.")
        self._parts = [*self._parts, part.key][-MOST_PARTS:]

    def _asked(self, asked: Asked, limit_s: float = 0) -> Reply | None:
        """The child's reply; None when it ended over the question."""
        if self._timer is not None:
            self._timer.cancel()
        process = self._running()
        assert process.stdin is not None
        limit_s = limit_s or self._limits().limit_s
        try:
            pipe_framing.write(process.stdin, asked)
            reply = self._replies.get(timeout=limit_s)
        except OSError:
            reply = None
        except queue.Empty:
            self._end()
            raise TimedOut(
                "The query took longer than {time} s and was stopped.",
                time=f"{limit_s:g}",
                next="say what each variable is (?d a bw:Document), join patterns by a variable, or add LIMIT",
            ) from None
        if reply is None:
            self._end()
        else:
            self._timer = threading.Timer(self._idle_s, self._rest)
            self._timer.daemon = True
            self._timer.start()
        return reply

    def _with_following(self, answer: QueryResult) -> QueryResult:
        """An answer with the rows after it, if the child finds them in time; else the child ends over them."""
        try:
            reply = self._replies.get(timeout=FOLLOWING_S)
        except queue.Empty:
            reply = None
        if reply is None:
            self._end()
            return replace(answer, is_cut=True)
        return replace(answer, following=reply.following, is_cut=reply.is_cut)

    def _told(self, reply: Reply | None) -> QueryResult:
        if reply is None:
            if self._is_closed:
                raise ServiceUnavailable("The service is stopping. Try again in a moment.")
            raise BadRequest("The query exceeds its memory limit or is nested too deeply. Simplify it.")
        if reply.failure is not None or reply.answer is None:
            failure = reply.failure or wire.Failure("internal_error", Message("The query returned no answer."))
            raise wire.raised(failure)
        return QueryResult(reply.answer)

    def _running(self) -> subprocess.Popen[bytes]:
        """The child, ready for a question."""
        process = self._process
        if process is not None and process.poll() is None:
            return process
        self._end()
        limits = self._limits()
        words = [*self._words, "--limit-s", str(limits.limit_s), "--memory-mb", str(limits.memory_mb)]
        with log.open_error_file(self._log, "sparql") as errors:
            process = subprocess.Popen(
                words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, start_new_session=True
            )
        self._process, self._replies, self._parts = process, queue.SimpleQueue(), []
        threading.Thread(target=_listen, args=(process, self._replies), name="sparql replies", daemon=True).start()
        try:
            ready = self._replies.get(timeout=START_S)
        except queue.Empty:
            ready = None
        if ready is None:
            self._end()
            raise ServiceUnavailable("Queries are not available now. See the library's log for details.")
        return process

    def _rest(self) -> None:
        """End a child that nobody asks, in the thread that would ask it."""
        with self._lock:
            is_idle = not self._waiting and not self._is_closed
        if is_idle:
            with contextlib.suppress(RuntimeError):  # closed meanwhile
                self._thread.submit(self._end)

    def _end(self) -> None:
        process, self._process = self._process, None
        if self._timer is not None:
            self._timer.cancel()
        if process is None:
            return
        process.kill()  # it holds nothing that could be lost
        process.wait()
        with contextlib.suppress(OSError):
            assert process.stdin is not None
            process.stdin.close()


def _listen(process: subprocess.Popen[bytes], replies: queue.SimpleQueue[Reply | None]) -> None:
    assert process.stdout is not None
    with contextlib.suppress(EOFError, OSError, ValueError, BookwheelError), process.stdout as pipe:
        while True:
            replies.put(pipe_framing.read(pipe, Reply))
    replies.put(None)
