"""Gives back what pages that are no longer shown hold in the memory of Chromium's process."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWebEngineCore import QWebEnginePage

from bookwheel.gui.page.html import page_code

_PAGES, _MOST, _REST_MS = 8, 80, 1500
"""Pages after which it waits for a rest, and after which it does not wait any more."""
_COLLECT = "typeof gc === 'function' ? (gc(), true) : false"


class PageMemory(QObject):
    """Collects garbage in the page's process after some pages, once the reader rests on one.

    Pages run no scripts of their own, so that V8 makes too few objects to collect by itself: forty documents, read one
    after the other, held 70 MB more.
    """

    collected = Signal(bool)
    """Whether it could be done."""

    def __init__(self, page: QWebEnginePage, parent: QObject) -> None:
        super().__init__(parent)
        self._page = page
        self._loads = 0
        self._rest = QTimer(self, singleShot=True, interval=_REST_MS)
        self._rest.timeout.connect(self.collect)
        page.loadFinished.connect(self.count)

    def count(self, _is_loaded: bool = True) -> None:
        """Another document is there."""
        self._loads += 1
        if self._loads >= _MOST:
            self.collect()
        elif self._loads >= _PAGES:
            self._rest.start()

    def collect(self) -> None:
        """Collect now: it holds the page up for some 70 ms, the window not at all."""
        self._loads = 0
        self._rest.stop()
        self._page.runJavaScript(_COLLECT, page_code.WORLD, lambda done: self.collected.emit(bool(done)))

    def end(self) -> None:
        """The page goes."""
        self._rest.stop()
