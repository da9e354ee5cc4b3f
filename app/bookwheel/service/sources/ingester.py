"""The child that applies batches, seen from the service: it does one task at a time."""

from __future__ import annotations

import contextlib
import logging
import subprocess
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

from bookwheel import log
from bookwheel.domain.ingest import IngestReport, IngestTask
from bookwheel.service.workers import pipe_framing

MOST_S = 900.0
"""Seconds that one task may take."""

STOP_S = 5.0

logger = logging.getLogger(__name__)


class Ingester:
    """Runs tasks in a child, from one thread; `kill` and `close` may be called from any."""

    def __init__(self, words: Sequence[str], log: Path) -> None:
        """Prepare; `words` start a child, whose errors go to the log."""
        self._words, self._log = list(words), log
        self._process: subprocess.Popen[bytes] | None = None
        self._is_closed = False
        self._lock = threading.Lock()

    def run(self, task: IngestTask, on_report: Callable[[IngestReport], None]) -> IngestReport | None:
        """The last report of a task; None when the child ended before it. `on_report` gets those before it.

        Raises:
            OSError: when no child can be started.
        """
        process = self._started()
        if process is None:
            return None
        assert process.stdin is not None and process.stdout is not None
        timer = threading.Timer(MOST_S, process.kill)
        timer.daemon = True
        timer.start()
        try:
            pipe_framing.write(process.stdin, task)
            while True:
                report = pipe_framing.read(process.stdout, IngestReport)
                if report.is_final:
                    return report
                on_report(report)
        except (EOFError, OSError, ValueError):
            self._end(process)
            return None
        finally:
            timer.cancel()

    def rest(self) -> None:
        """End the child, which has nothing to do."""
        with self._lock:
            process = self._process
        if process is not None:
            self._end(process)

    def kill(self) -> None:
        """End the child in the middle of its task, if it has one."""
        with self._lock:
            process = self._process
        if process is not None:
            process.kill()

    def close(self) -> None:
        """End the child, and start none any more."""
        with self._lock:
            self._is_closed = True
        self.kill()

    def _started(self) -> subprocess.Popen[bytes] | None:
        with self._lock:
            if self._is_closed:
                return None
            if self._process is None or self._process.poll() is not None:
                with log.open_error_file(self._log, "ingester") as errors:
                    self._process = subprocess.Popen(
                        self._words,
                        stdin=subprocess.PIPE,
                        stdout=subprocess.PIPE,
                        stderr=errors,
                        start_new_session=True,
                    )
            return self._process

    def _end(self, process: subprocess.Popen[bytes]) -> None:
        """Close the child's pipes, at which it ends by itself; kill one that does not."""
        with self._lock:
            if self._process is process:
                self._process = None
        for pipe in (process.stdin, process.stdout):
            with contextlib.suppress(OSError):
                assert pipe is not None
                pipe.close()
        try:
            process.wait(STOP_S)
        except subprocess.TimeoutExpired:
            logger.warning("The ingester did not stop in %g s and was killed.", STOP_S)
            process.kill()
            process.wait()
