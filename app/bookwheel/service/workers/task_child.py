"""A child that is given one task, tells what comes of it, and is ended."""

from __future__ import annotations

import contextlib
import subprocess
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TypeVar

from bookwheel import log
from bookwheel.service.workers import pipe_framing

T = TypeVar("T")


class TaskChild:
    """Runs one child at a time, from one thread; `kill` and `close` may be called from any."""

    def __init__(self, words: Sequence[str], log: Path, name: str) -> None:
        """Prepare; `words` start a child, whose errors go to the log called `name`."""
        self._words, self._log, self._name = list(words), log, name
        self._process: subprocess.Popen[bytes] | None = None
        self._is_closed = False

    def replies(self, task: object, kind: type[T]) -> Iterator[T]:
        """What a new child tells of a task until it ends, or nobody wants more; it is gone afterwards.

        Nothing once this is closed.

        Raises:
            OSError: when it cannot be started or spoken to.
        """
        if self._is_closed:
            return
        with log.open_error_file(self._log, self._name) as errors:
            process = subprocess.Popen(
                self._words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, start_new_session=True
            )
        self._process = process
        assert process.stdin is not None and process.stdout is not None
        try:
            pipe_framing.write(process.stdin, task)
            with contextlib.suppress(EOFError):
                while not self._is_closed:  # asked again, for it may have been closed while the child was started
                    yield pipe_framing.read(process.stdout, kind)
        finally:
            self._process = None
            process.kill()  # it holds nothing that could be lost
            process.wait()
            for pipe in (process.stdin, process.stdout):
                with contextlib.suppress(OSError):
                    pipe.close()

    def first_reply(self, task: object, kind: type[T], most_s: float) -> T | None:
        """The first that a new child tells of a task; None when it fails before it has told anything.

        Raises:
            TimeoutError: when that takes longer than `most_s`; the child is ended then.
        """
        late = threading.Event()
        timer = threading.Timer(most_s, lambda: (late.set(), self.kill()))
        timer.daemon = True
        timer.start()
        try:
            with contextlib.suppress(OSError):
                for reply in self.replies(task, kind):
                    return reply
        finally:
            timer.cancel()
        if late.is_set():
            raise TimeoutError
        return None

    def tell(self, value: object) -> None:
        """Answer what the child that runs has asked; nothing happens when there is none any more."""
        process = self._process
        if process is not None and process.stdin is not None:
            with contextlib.suppress(OSError, ValueError):
                pipe_framing.write(process.stdin, value)

    def close(self) -> None:
        """End the child that runs, if any, and start none any more."""
        self._is_closed = True
        self.kill()

    def kill(self) -> None:
        """End the child that runs, if any; what waits for it hears no more."""
        process = self._process
        if process is not None:
            process.kill()
