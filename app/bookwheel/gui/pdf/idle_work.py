"""Work on the window's thread that gives way: small steps, while no page is being drawn and nobody waits."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import perf_counter

from PySide6.QtCore import QObject, QTimer

_SLICE_S, _AWAITED_S = 0.008, 0.024
"""Of work that nobody waits for, and of work that somebody does."""
_PAUSE_MS = 2
"""Between two slices, so that what was typed and drawn meanwhile has its turn."""
_BUSY_MS = 12


class IdleWork(QObject):
    """Runs several pieces of work, the first named first; each is an iterator whose steps take a few milliseconds.

    PDFium does one thing at a time: a step that reads a page would wait until a page that is being drawn is done.
    """

    def __init__(self, is_busy: Callable[[], bool], parent: QObject) -> None:
        super().__init__(parent)
        self._is_busy = is_busy
        self._work: dict[str, Iterator[object]] = {}
        self._awaited: set[str] = set()
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._run)

    def begin(self, name: str, steps: Iterator[object], *, is_awaited: bool = False) -> None:
        """Do this, in place of what was begun under the same name; what is awaited comes first."""
        (self._awaited.add if is_awaited else self._awaited.discard)(name)
        others = {other: work for other, work in self._work.items() if other != name}
        self._work = {name: steps, **others} if is_awaited else {**others, name: steps}
        if not self._timer.isActive():
            self._timer.start(0)

    def end(self, name: str = "") -> None:
        """Leave one piece of work undone, or all."""
        if name:
            self._work.pop(name, None)
        else:
            self._work.clear()
            self._timer.stop()

    def _run(self) -> None:
        if self._is_busy():
            self._timer.start(_BUSY_MS)
            return
        is_awaited = not self._awaited.isdisjoint(self._work)
        until = perf_counter() + (_AWAITED_S if is_awaited else _SLICE_S)
        while self._work and perf_counter() < until:
            name, steps = next(iter(self._work.items()))
            if next(steps, self) is self and self._work.get(name) is steps:
                del self._work[name]
        if self._work and not self._timer.isActive():
            self._timer.start(0 if is_awaited else _PAUSE_MS)
