"""Children seen from the service: spawned when there is work, restarted after a crash, stopped when idle."""

from __future__ import annotations

import contextlib
import logging
import subprocess
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from bookwheel import log
from bookwheel.domain import storage
from bookwheel.domain.indexing import Command, Report, ReportKind, Verb
from bookwheel.service.workers import pipe_framing

BACKOFF_S = (0.1, 0.5, 1.0, 2.0, 5.0, 15.0, 30.0)
"""Seconds before the first, second, … start after a crash; the last for all further ones."""

STOP_S = 8.0
"""Seconds a child has for finishing after STOP; then it is killed."""

NOT_YET_S = 2.0
"""Seconds after which a child that may not rest yet is looked at again."""

HELD_S = 0.5
"""Seconds after which a child that may not start yet is looked at again."""

_LASTING = frozenset({Verb.SCAN, Verb.CHANGED, Verb.FORGET, Verb.REBUILD, Verb.MEND, Verb.LINK, Verb.UNLOCK, Verb.WAKE})


@dataclass(frozen=True, slots=True)
class _Sent:
    """A command under its number in the present child's inbox; 0 while there is no child."""

    number: int
    command: Command


logger = logging.getLogger(__name__)


class Child:
    """The one child of its kind. Safe to use from any thread; reports arrive on a thread of their own.

    `again` is what lets a new child find for itself what one that crashed left undone. `opening` gives the commands
    that a new child must hear first; `on_crash` is told which file was in hand (empty when none was known). Commands
    that were not followed by IDLED are sent again after a crash.
    """

    def __init__(
        self,
        kind: str,
        again: Verb,
        words: Sequence[str],
        log: Path,
        opening: Callable[[], Sequence[Command]],
        on_report: Callable[[Report], None],
        on_crash: Callable[[str, str], None],
        idle_s: Callable[[], float],
    ) -> None:
        """Prepare; nothing is started before the first `send`."""
        self._kind, self._finding, self._words, self._log = kind, again, list(words), log
        self._opening, self._on_report, self._on_crash, self._idle_s = opening, on_report, on_crash, idle_s
        self._lock = threading.RLock()
        self._process: subprocess.Popen[bytes] | None = None
        self._unfinished: list[_Sent] = []
        self._written = self._accounted = 0
        self._in_hand = ("", "")
        self._crashes = 0
        self._is_closed = False
        self._timer: threading.Timer | None = None
        self._is_stalled = False
        self.may_start: Callable[[], bool] = lambda: True
        """Whether a child that ended may be started again now."""
        self.may_rest: Callable[[], bool] = lambda: True
        """Whether the child has also done what it does at leisure, after IDLED."""

    @property
    def pid(self) -> int:
        """The child's process id, 0 when none runs."""
        process = self._process
        return process.pid if process is not None else 0

    @property
    def is_busy(self) -> bool:
        """Whether something was sent that the child has not finished."""
        return bool(self._unfinished)

    @property
    def unheard(self) -> tuple[Command, ...]:
        """What was asked of the child and no report takes into account yet; takes no lock, for answers ask it."""
        accounted = self._accounted
        return tuple(sent.command for sent in tuple(self._unfinished) if sent.number > accounted or not sent.number)

    def send(self, command: Command) -> None:
        """Tell the child, starting one if there is none."""
        with self._lock:
            if self._is_closed:
                return
            if self._process is not None:
                self._cancel_timer()
                self._write(self._process, command)
            elif self._crashes and self._timer is not None:
                self._unfinished.append(_Sent(0, command))  # the next start sends it
            else:
                self._start([command])

    def warm(self) -> None:
        """Start the child before there is work, so that the first folder need not wait for it (.5 s of loading)."""
        with self._lock:
            if self._process is None and not self._is_closed and not self._crashes:
                self._start([])

    def tell(self, command: Command) -> None:
        """Tell the child only if one runs; `opening` covers the others."""
        with self._lock:
            if self._process is not None:
                self._write(self._process, command)

    def rest(self) -> None:
        """Stop the child if it has nothing to do; the next command starts another."""
        if self._process is not None:
            threading.Thread(target=self._rest, name=f"{self._kind} rests", daemon=True).start()

    def close(self) -> None:
        """Stop the child and start no other."""
        with self._lock:
            self._is_closed = True
            self._cancel_timer()
            process = self._process
        if process is not None:
            self._stop(process)

    def _start(self, commands: Sequence[Command]) -> None:
        self._cancel_timer()
        self._accounted = 0
        self._unfinished += [_Sent(0, command) for command in commands if command.verb in _LASTING]  # asked for already
        try:
            with log.open_error_file(self._log, self._kind) as errors:
                process = subprocess.Popen(
                    self._words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, start_new_session=True
                )
        except OSError as error:  # no more processes, memory or file handles
            refusal = storage.find_storage_error(error)
            if refusal is None:
                raise
            self._crashes += 1
            self._later(HELD_S, self._again)
            self._on_report(Report(ReportKind.STALLED, message=refusal.message))
            return
        self._process, self._written = process, 0
        threading.Thread(target=self._listen, args=(process,), name=f"{self._kind} reports", daemon=True).start()
        for command in [*self._opening(), *commands]:
            self._write(process, command)
        self._unfinished = [sent for sent in self._unfinished if sent.number]

    def _write(self, process: subprocess.Popen[bytes], command: Command) -> None:
        assert process.stdin is not None
        self._written += 1
        if command.verb is Verb.LINK:  # it says all links that there are, so that none sent before is needed again
            self._unfinished = [sent for sent in self._unfinished if sent.command.verb is not Verb.LINK]
        if command.verb in _LASTING:
            self._unfinished.append(_Sent(self._written, command))
        with contextlib.suppress(OSError, ValueError):  # its end is noticed by the thread that listens
            pipe_framing.write(process.stdin, command)

    def _listen(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdout is not None
        with contextlib.suppress(EOFError, OSError, ValueError):
            while True:
                report = pipe_framing.read(process.stdout, Report)
                self._note(process, report)
                try:
                    self._on_report(report)
                except Exception:  # the thread's edge: later reports are still taken in
                    logger.exception("A report of the %s could not be taken in.", self._kind)
                if report.taken and process is self._process:
                    self._accounted = report.taken
        self._ended(process)

    def _note(self, process: subprocess.Popen[bytes], report: Report) -> None:
        if report.progress is not None:
            self._in_hand = (report.progress.collection, report.progress.current_file)
        if report.kind is ReportKind.STALLED:
            self._is_stalled = True
        elif report.kind is ReportKind.IDLED:
            with self._lock:
                done = int(report.message or 0)
                self._unfinished = [sent for sent in self._unfinished if sent.number > done]
                self._in_hand = ("", "")
                self._crashes = 0
                if process is self._process and not self._is_closed and not self._unfinished:
                    self._cancel_timer()
                    self._later(self._idle_s(), self._rest)

    def _rest(self) -> None:
        with self._lock:
            process = self._process
            if process is None or self._unfinished or self._is_closed:
                return
            if not self.may_rest():
                self._cancel_timer()
                self._later(NOT_YET_S, self._rest)
                return
            self._process = None
        self._stop(process)

    def _stop(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdin is not None
        with contextlib.suppress(OSError, ValueError):  # not counted: the next child may be counting already
            pipe_framing.write(process.stdin, Command(Verb.STOP))
        with contextlib.suppress(OSError):
            process.stdin.close()
        try:
            process.wait(STOP_S)
        except subprocess.TimeoutExpired:
            logger.warning("The %s did not stop in %g s and was killed.", self._kind, STOP_S)
            process.kill()
            process.wait()

    def _ended(self, process: subprocess.Popen[bytes]) -> None:
        code = process.wait()
        for pipe in (process.stdin, process.stdout):
            with contextlib.suppress(OSError):
                assert pipe is not None
                pipe.close()
        with self._lock:
            if process is not self._process:
                return
            self._process = None
            if self._is_closed:
                return
            in_hand, self._in_hand = self._in_hand, ("", "")
            wait_s = BACKOFF_S[min(self._crashes, len(BACKOFF_S) - 1)]
            self._crashes += 1
            is_stalled, self._is_stalled = self._is_stalled, False
            self._cancel_timer()
            self._later(wait_s, self._again)
        if is_stalled:  # the system refused it a write: no file is to blame
            return
        logger.warning("The %s ended with code %d; another starts in %g s.", self._kind, code, wait_s)
        self._on_crash(*in_hand)

    def _again(self) -> None:
        with self._lock:
            self._timer = None
            if not self._is_closed and not self.may_start():
                self._later(HELD_S, self._again)
            elif self._process is None and not self._is_closed:
                lasting = [sent.command for sent in self._unfinished if sent.command.verb is not self._finding]
                self._unfinished = []
                self._start([*lasting, Command(self._finding)])

    def _later(self, seconds: float, action: Callable[[], None]) -> None:
        self._timer = threading.Timer(seconds, action)
        self._timer.daemon = True
        self._timer.start()

    def _cancel_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
