"""The process of nearest vectors seen from the service: it lives from the first store opened to the last closed."""

from __future__ import annotations

import contextlib
import logging
import subprocess
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bookwheel import log, wire
from bookwheel.domain import storage
from bookwheel.domain.errors import BookwheelError, StoreUnusable
from bookwheel.domain.messages import Message
from bookwheel.service.workers.nearest.nearest_worker import NO_VECTORS, Act, Answered, Asked, Found, receive, send

QUERY_WAIT_S = 0.5
"""Seconds after which a query compares all vectors instead: the process may be building, opening or starting."""

STUCK_S = 300.0
"""Seconds over anything else after which the process is killed."""

STOP_S = 3.0
"""Seconds that the process has for ending once it is not needed; then it is killed, which loses nothing."""

MOST_WAITING = 8
"""Calls that may be on their way: so many queries fit into a pipe, whose writers never wait then."""

_Reply = tuple[Answered, Found]

logger = logging.getLogger(__name__)


class NearestChild:
    """The one process that has Chroma open. Safe to use from any thread."""

    def __init__(self, words: Sequence[str], log: Path) -> None:
        """Prepare; nothing is started. `words` start the process, whose errors go to the folder `log`."""
        self._words, self._log = list(words), log
        self._lock = threading.Lock()
        self._process: _Process | None = None
        self._stores = 0
        self._is_closed = False

    @property
    def pid(self) -> int:
        """The process's id, 0 when none runs."""
        process = self._process
        return process.pid if process is not None and not process.is_over else 0

    def open(self, folder: Path, identity: str) -> DistantFolder:
        """Open or make the store in a folder for the model of that identity.

        Raises:
            StoreUnusable: when that fails, or the process ends over it.
        """
        process = self._join()
        try:
            answered, _ = process.ask(Act.OPEN, identity, folder=str(folder))
        except BaseException:
            self._leave(process)
            raise
        return DistantFolder(process, identity, answered.notice, lambda: self._leave(process))

    def close(self) -> None:
        """End the process, whatever it does, and start no other."""
        with self._lock:
            self._is_closed = True
            process, self._process = self._process, None
        if process is not None:
            process.end()

    def _join(self) -> _Process:
        """The process for one more store."""
        with self._lock:
            if self._is_closed:
                raise _gone()
            if self._process is None or self._process.is_over:
                self._process, self._stores = _Process(self._words, self._log), 0
            self._stores += 1
            return self._process

    def _leave(self, process: _Process) -> None:
        with self._lock:
            if process is self._process:
                self._stores -= 1
                if not self._stores:
                    self._process = None
            is_needed = process is self._process
        if not is_needed:
            process.end()


class DistantFolder:
    """A folder of Chroma's that the process has open: a `Store`."""

    def __init__(self, process: _Process, identity: str, notice: Message, on_closed: Callable[[], None]) -> None:
        """Take over what was opened; `on_closed` is told once."""
        self._process, self._identity, self._on_closed = process, identity, on_closed
        self._closing = threading.Lock()
        self._is_closed = False
        self.notice = notice

    @property
    def is_lost(self) -> bool:
        """Whether the process is gone, so that the folder must be opened again."""
        return self._process.is_over

    def close(self) -> None:
        """Let go of it; a process without another store ends."""
        with self._closing:
            if self._is_closed:
                return
            self._is_closed = True
        try:
            with contextlib.suppress(StoreUnusable):
                self._process.ask(Act.CLOSE, self._identity)
        finally:
            self._on_closed()

    def ids(self) -> list[bytes]:
        """The hashes of all vectors there."""
        return list(self._process.ask(Act.IDS, self._identity)[1].hashes)

    def add(self, hashes: Sequence[bytes], vectors: NDArray[np.float32]) -> None:
        """Add a few vectors that are not there."""
        self._process.ask(Act.ADD, self._identity, hashes, vectors)

    def delete(self, hashes: Sequence[bytes]) -> None:
        """Take a few vectors out."""
        self._process.ask(Act.DELETE, self._identity, hashes)

    def nearest(self, vector: NDArray[np.float32], count: int) -> tuple[list[bytes], NDArray[np.float32]]:
        """Hashes of the nearest vectors, nearest first, and their cosines; StoreUnusable when it takes too long."""
        _, found = self._process.ask(Act.NEAREST, self._identity, floats=vector, count=count, wait_s=QUERY_WAIT_S)
        return list(found.hashes), found.cosines

    def empty(self) -> None:
        """Begin anew with an empty store."""
        self._process.ask(Act.EMPTY, self._identity)


class _Process:
    """One process from its start to its end, and who waits for which answer."""

    def __init__(self, words: Sequence[str], log_folder: Path) -> None:
        try:
            with log.open_error_file(log_folder, "nearest") as errors:
                self._process = subprocess.Popen(
                    words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, start_new_session=True
                )
        except OSError as error:  # no more processes, memory or file handles
            raise (storage.find_storage_error(error) or error) from error
        self.is_over = False
        self._is_ready = self._is_ending = False
        self._number = 0
        self._writing = threading.Lock()
        self._waiting: dict[int, Future[_Reply]] = {}
        threading.Thread(target=self._listen, name="nearest answers", daemon=True).start()

    @property
    def pid(self) -> int:
        """Its id."""
        return self._process.pid

    def ask(
        self,
        act: Act,
        identity: str,
        hashes: Sequence[bytes] = (),
        floats: NDArray[np.float32] = NO_VECTORS,
        *,
        folder: str = "",
        count: int = 0,
        wait_s: float = STUCK_S,
    ) -> _Reply:
        """Its answer.

        Raises:
            StoreUnusable: as the process says, when it ends over it, or does not answer in time; a query is then
                forgotten, and over anything else the process is killed.
        """
        reply: Future[_Reply] = Future()
        if not self._writing.acquire(timeout=wait_s):
            return self._give_up(wait_s)
        try:
            if self.is_over or (wait_s < STUCK_S and len(self._waiting) >= MOST_WAITING):
                raise _gone() if self.is_over else _late()
            self._number += 1
            self._waiting[self._number] = reply
            asked = Asked(self._number, act, identity, folder, count)
            assert self._process.stdin is not None
            with contextlib.suppress(OSError, ValueError):  # its end is noticed by the thread that listens
                send(self._process.stdin, asked, hashes, floats)
        finally:
            self._writing.release()
        if self.is_over:
            self._dismiss()
        try:
            answered, found = reply.result(wait_s)
        except TimeoutError:
            return self._give_up(wait_s)
        if answered.failure is not None:
            raise wire.raised(answered.failure)
        return answered, found

    def end(self) -> None:
        """End it, by force if it takes long or still loads."""
        self._is_ending = True
        if not self._is_ready:
            self._process.kill()
        if self._writing.acquire(timeout=STOP_S):  # else it reads no more
            with contextlib.suppress(OSError):
                assert self._process.stdin is not None
                self._process.stdin.close()
            self._writing.release()
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(STOP_S)
        if self._process.poll() is None:
            logger.warning("The process of the nearest vectors did not stop in %g s and was killed.", STOP_S)
            self._process.kill()
            self._process.wait()

    def _give_up(self, wait_s: float) -> _Reply:
        if wait_s < STUCK_S:
            raise _late()
        logger.warning("The process of the nearest vectors did not answer in %g s and was killed.", STUCK_S)
        self._process.kill()
        raise _gone()

    def _listen(self) -> None:
        assert self._process.stdout is not None
        with contextlib.suppress(EOFError, OSError, ValueError, BookwheelError), self._process.stdout as pipe:
            while True:
                answered, hashes, floats = receive(pipe, Answered)
                self._is_ready = True
                self._waiting.pop(answered.number).set_result((answered, Found(hashes, floats)))
        self._process.kill()  # it may have said what cannot be read
        code = self._process.wait()
        self.is_over = True
        self._dismiss()
        if not self._is_ending:
            logger.warning("The process of the nearest vectors ended with code %d.", code)
        with contextlib.suppress(OSError), self._writing:
            assert self._process.stdin is not None
            self._process.stdin.close()

    def _dismiss(self) -> None:
        """Tell all who wait that no answer comes."""
        for number in list(self._waiting):
            reply = self._waiting.pop(number, None)
            if reply is not None:
                reply.set_exception(_gone())


def _gone() -> StoreUnusable:
    return StoreUnusable("The process of the vector index ended.")


def _late() -> StoreUnusable:
    return StoreUnusable("The process of the vector index is busy.")
