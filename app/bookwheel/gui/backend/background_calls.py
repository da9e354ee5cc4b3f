"""Work off the GUI thread: questions asked of the service, answers brought back as calls on this thread."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TypeVar

from PySide6.QtCore import QObject, QRunnable, QThreadPool, Signal

from bookwheel.domain.errors import BookwheelError, InternalError
from bookwheel.domain.messages import Message
from bookwheel.gui.i18n.service_messages import translate_message
from bookwheel.gui.i18n.translation import tr

_log = logging.getLogger(__name__)
T = TypeVar("T")


class BackgroundCalls(QObject):
    """A small pool of threads for the client's calls.

    Within a `slot` only the newest question counts: older ones that wait are never asked, and older answers that
    arrive late are dropped. A call that changes something therefore has no slot. Callbacks run on the thread that owns
    this object.
    """

    _ended = Signal(object, object, object)
    failed = Signal(object)
    """A BookwheelError that no callback took."""

    def __init__(self, threads: int = 4, parent: QObject | None = None, pool: QThreadPool | None = None) -> None:
        """With a `pool` they run in the threads of that, which whoever made it ends."""
        super().__init__(parent)
        self._is_borrowed = pool is not None
        self._pool = pool or QThreadPool(self)
        if not self._is_borrowed:
            self._pool.setMaxThreadCount(threads)
            self._pool.setExpiryTimeout(-1)  # each thread keeps its own connection
        self._newest: dict[str, int] = {}
        self._count = 0
        self._is_closed = False
        self._ended.connect(self._deliver)

    def branch(self, parent: QObject) -> BackgroundCalls:
        """Calls over the same threads with slots of their own; failures that they do not take are told here."""
        calls = BackgroundCalls(parent=parent, pool=self._pool)
        calls.failed.connect(self.failed)
        return calls

    def ask(
        self,
        work: Callable[[], T],
        done: Callable[[T], None] | None = None,
        failed: Callable[[BookwheelError], None] | None = None,
        slot: str = "",
    ) -> None:
        """Run `work` in a thread, then `done` with its answer, or `failed` with its error, here."""
        if self._is_closed:
            return
        self._count += 1
        if slot:
            self._newest[slot] = self._count
        self._pool.start(_Question(self, work, _Ticket(self._count, slot, done, failed)))

    def drop(self, slot: str) -> None:
        """Forget what was asked in a slot; its answer will not be delivered."""
        self._count += 1
        self._newest[slot] = self._count

    def is_stale(self, ticket: _Ticket) -> bool:
        """Whether something newer was asked in the same slot."""
        return self._is_closed or bool(ticket.slot) and self._newest.get(ticket.slot) != ticket.number

    def close(self, wait_ms: int = 3000) -> None:
        """Ask nothing more and wait for what runs."""
        self._is_closed = True
        if self._is_borrowed:
            return
        self._pool.clear()
        self._pool.waitForDone(wait_ms)

    def _deliver(self, ticket: _Ticket, answer: object, error: BookwheelError | None) -> None:
        if self.is_stale(ticket):
            return
        if error is None:
            if ticket.done is not None:
                ticket.done(answer)
        elif ticket.failed is not None:
            ticket.failed(error)
        else:
            self.failed.emit(error)


class _Ticket:
    """Which question an answer belongs to."""

    __slots__ = ("done", "failed", "number", "slot")

    def __init__(
        self,
        number: int,
        slot: str,
        done: Callable[..., None] | None,
        failed: Callable[[BookwheelError], None] | None,
    ) -> None:
        self.number = number
        self.slot = slot
        self.done = done
        self.failed = failed


class _Question(QRunnable):
    def __init__(self, calls: BackgroundCalls, work: Callable[[], object], ticket: _Ticket) -> None:
        super().__init__()
        self._calls = calls
        self._work = work
        self._ticket = ticket

    def run(self) -> None:
        answer: object = None
        error: BookwheelError | None = None
        if self._calls.is_stale(self._ticket):
            return
        try:
            answer = self._work()
        except BookwheelError as failure:
            error = failure
            error.message = Message.verbatim(translate_message(error.message))
        except Exception:  # the thread's edge: whoever asked must hear that it failed
            _log.exception("A call from the window failed")
            error = InternalError(tr("Something went wrong in the window. See its log for details."))
        try:
            self._calls._ended.emit(self._ticket, answer, error)  # noqa: SLF001
        except RuntimeError:
            _log.debug("An answer came after the window had closed")
