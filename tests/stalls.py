"""How long a thread with Qt's event loop was held up, and what held it.

Another thread asks it every few milliseconds whether it is there; an answer that is late is a stall. On a busy machine
it may be a wait for the processor: Linux counts such waits for each thread, and they are told apart.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

from PySide6.QtCore import QObject, Qt, Signal, Slot

_PAUSE_S = 0.004
_NOTED_MS = 8.0
"""Answers later than this are kept."""
_SAMPLED_S = 0.012
"""From here on, what the thread is doing is looked at every few milliseconds."""
_OURS = "bookwheel"
_LISTED_S = 0.25
"""How often the program's threads are listed anew."""


@dataclass(frozen=True, slots=True)
class Stall:
    """One late answer: milliseconds on the clock, of work, and of waiting for a processor; where most of it was.

    Where another thread of the program waited for a processor meanwhile, `waited_ms` has its wait as well: it may have
    held what this one needed, such as the interpreter.
    """

    wall_ms: float
    work_ms: float
    waited_ms: float
    where: str

    @property
    def own_ms(self) -> float:
        """Milliseconds that were not a wait for a processor."""
        return max(self.work_ms, self.wall_ms - self.waited_ms)


class Stalls(QObject):
    """Watches the thread that makes it, until `end`."""

    _asked = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._ident, native = threading.get_ident(), threading.get_native_id()
        self._native = str(native)
        self._clock = time.pthread_getcpuclockid(self._ident) if sys.platform.startswith("linux") else None
        self._schedule = -1
        with suppress(OSError):
            self._schedule = os.open(f"/proc/self/task/{native}/schedstat", os.O_RDONLY)
        self._answered = threading.Event()
        self._is_over = threading.Event()
        self._then = (0.0, 0.0, 0.0)
        self._stalls: list[Stall] = []
        self._asked.connect(self._answer, Qt.ConnectionType.QueuedConnection)
        self._own_schedule = -1
        self._others: dict[str, int] = {}
        self._listed = 0.0
        self._thread = threading.Thread(target=self._watch, name="stalls", daemon=True)
        self._thread.start()

    def end(self) -> None:
        """Ask no more."""
        self._is_over.set()
        self._thread.join()
        self._asked.disconnect(self._answer)
        for each in (self._schedule, self._own_schedule, *self._others.values()):
            if each >= 0:
                os.close(each)
        self._others = {}
        self._schedule = -1  # an answer may still be on its way

    @contextmanager
    def journey(self) -> Iterator[list[Stall]]:
        """The stalls that happen within, longest first once it is left."""
        start = len(self._stalls)
        found: list[Stall] = []
        try:
            yield found
        finally:
            found.extend(sorted(self._stalls[start:], key=lambda each: each.own_ms, reverse=True))

    @Slot()
    def _answer(self) -> None:
        self._then = self._now()
        self._answered.set()

    def _now(self) -> tuple[float, float, float]:
        """Milliseconds of the clock, and of the thread's work and its waits for a processor."""
        work = time.clock_gettime(self._clock) if self._clock is not None else time.perf_counter()
        return time.perf_counter() * 1000, work * 1000, _waited(self._schedule)

    def _watch(self) -> None:
        with suppress(OSError):
            self._own_schedule = os.open("/proc/thread-self/schedstat", os.O_RDONLY)
        while not self._is_over.is_set():
            before, (_, work_before, waited_before) = self._waits_of_others(), self._now()
            late = self._pause()
            wall, work, waited = self._now()
            # Whoever held the interpreter worked meanwhile, or waited for a processor with it in hand.
            asked = (wall - late, work_before, waited_before) if late else (wall, work, waited)
            if not late:
                before = self._waits_of_others()
            self._answered.clear()
            with suppress(RuntimeError):
                self._asked.emit()
            seen: Counter[str] = Counter()
            is_there = self._answered.wait(_SAMPLED_S)
            while not is_there and not self._is_over.is_set():
                seen[_place(sys._current_frames().get(self._ident))] += 1
                is_there = self._answered.wait(_PAUSE_S)
            wall, work, waited = (then - before for then, before in zip(self._then, asked, strict=True))
            if is_there and wall >= _NOTED_MS:
                where = ", ".join(f"{place} ({count})" for place, count in seen.most_common(3))
                others = self._waits_of_others()
                waited += max((others[each] - before[each] for each in others.keys() & before.keys()), default=0.0)
                self._stalls.append(Stall(wall, work, waited, where))

    def _waits_of_others(self) -> dict[str, float]:
        """Milliseconds that each other thread of this program has waited for a processor; empty where nobody counts."""
        now = time.perf_counter()
        if now - self._listed > _LISTED_S:
            self._listed = now
            self._list_others()
        waits: dict[str, float] = {}
        for task, schedule in list(self._others.items()):
            try:
                waits[task] = _waited(schedule)
            except (OSError, IndexError):  # it has ended
                os.close(self._others.pop(task))
        return waits

    def _list_others(self) -> None:
        own = {self._native, str(threading.get_native_id())}
        with suppress(OSError):
            for task in set(os.listdir("/proc/self/task")) - own - self._others.keys():
                with suppress(OSError):
                    self._others[task] = os.open(f"/proc/self/task/{task}/schedstat", os.O_RDONLY)

    def _pause(self) -> float:
        """Milliseconds by which a pause was too long though there was a processor: something held the interpreter."""
        start, before = time.perf_counter(), _waited(self._own_schedule)
        self._is_over.wait(_PAUSE_S)
        late = (time.perf_counter() - start - _PAUSE_S) * 1000 - (_waited(self._own_schedule) - before)
        return max(0.0, late - 1.0)


def _waited(schedule: int) -> float:
    """Milliseconds that a thread has waited for a processor, by its file of the system; 0 without one."""
    return int(os.pread(schedule, 64, 0).split()[1]) / 1e6 if schedule >= 0 else 0.0


def _place(frame: FrameType | None) -> str:
    """The innermost line of ours on a stack, and the innermost of all where that is another's."""
    here = frame
    while frame is not None and _OURS not in frame.f_code.co_filename:
        frame = frame.f_back
    if frame is None:
        return "Qt" if here is None else _line(here)
    return _line(frame) if frame is here or here is None else f"{_line(frame)} > {_line(here)}"


def _line(frame: FrameType) -> str:
    return f"{Path(frame.f_code.co_filename).stem}.{frame.f_code.co_name}:{frame.f_lineno}"
