"""Several windows on one library: opened, left one by one, and brought back together at the next start."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication

from bookwheel.gui.state.locations import Location
from bookwheel.gui.window.window import Window

_STEP = QPoint(36, 36)
"""How far a new window lies from the one it came from."""


class Windows(QObject):
    """The windows of this process, the first one given; each has its own tabs and side bars, all have one look."""

    changed = Signal()
    """Windows were opened or closed, or shown again."""

    def __init__(self, first: Window) -> None:
        super().__init__()
        self._open: list[Window] = []
        self._former = first.session.windows
        self._is_quitting = False
        self.stays = False
        """Whether the last window that is closed is only hidden, as while there is an icon in the tray."""
        QApplication.setQuitOnLastWindowClosed(False)
        self._add(first)

    @property
    def shown(self) -> list[Window]:
        """The windows that are open, the newest last."""
        return self._open

    def restore(self) -> None:
        """Open the windows that were open beside the first one."""
        first = self._open[0]
        if first.session.preferences.values.restore_session:
            for number in self._former:
                if all(window.session.number != number for window in self._open):
                    self._make(number)

    def open(self, place: Location | None = None) -> Window:
        """A new window, with one place to read or with nothing open."""
        before = self._open[-1]
        taken = {window.session.number for window in self._open}
        number = next(free for free in range(len(taken) + 1) if free not in taken)
        before.session.sibling(number).clear()
        window = self._make(number, place)
        around = before.frameGeometry().size() - before.size()
        frame = beside(before.frameGeometry(), before.screen().availableGeometry())
        window.resize(frame.size() - around)
        window.move(frame.topLeft())
        return window

    def show(self) -> Window:
        """Bring the newest window to the front, also when it was hidden."""
        window = self._open[-1]
        window.show()
        window.setWindowState(window.windowState() & ~Qt.WindowState.WindowMinimized)
        window.raise_()
        window.activateWindow()
        self.changed.emit()
        return window

    def open_requests(self, words: list[str]) -> None:
        """Open the links and add the folders of a later start in the newest window, brought to the front."""
        self.show().open_requests.add(words)

    def quit(self) -> None:
        """Close all of them; the next start brings them back."""
        self._is_quitting = True
        for window in list(self._open):
            window.close()
        _leave()

    def end(self) -> None:
        """Let go of what is left, once the application has ended."""
        for window in self._open:
            window.end()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        """Notice that a window is closed."""
        if event.type() == QEvent.Type.Close and isinstance(watched, Window):
            QTimer.singleShot(0, watched, lambda: self._forget(watched))
        return False

    def _make(self, number: int, place: Location | None = None) -> Window:
        first = self._open[0]
        window = Window(first.library_paths, first.session.sibling(number), first.theme)
        self._add(window)
        window.show()
        asked = [place.link] if place is not None else []
        QTimer.singleShot(0, window, lambda: window.begin(asked))
        return window

    def _add(self, window: Window) -> None:
        self._open.append(window)
        window.installEventFilter(self)
        signals = window.process_signals
        signals.window_requested.connect(self.open)
        signals.quit_requested.connect(self.quit)
        self._note()

    def _forget(self, window: Window) -> None:
        """A window was closed: the last one is kept to be shown again or until the application ends."""
        if window.isVisible() or window not in self._open or self._is_quitting:
            return
        if len(self._open) > 1:
            self._open.remove(window)
            self._note()
            window.end()
            window.deleteLater()
        elif not self.stays:
            _leave()
        self.changed.emit()

    def _note(self) -> None:
        self._open[0].session.keep_windows([window.session.number for window in self._open])


def beside(frame: QRect, room: QRect) -> QRect:
    """The frame of a window that comes from another: a step beside it and as large, but whole on the screen's room."""
    size = frame.size().boundedTo(room.size() - QSize(_STEP.x(), _STEP.y()))
    made = QRect(frame.topLeft() + _STEP, size)
    return made if room.contains(made) else QRect(room.topLeft(), size)


def _leave() -> None:
    QApplication.quit()
