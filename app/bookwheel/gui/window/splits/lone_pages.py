"""Pages of files outside the library: the line above them, and that they follow their file on the disk."""

from __future__ import annotations

import os
from collections.abc import Iterable

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QStackedWidget

from bookwheel.domain.links.lone_files import is_lone, lone_path
from bookwheel.gui.backend.background_calls import BackgroundCalls
from bookwheel.gui.opening.lone_bar import LoneBar
from bookwheel.gui.window.splits.split_view import SplitView

_LOOK_MS = 1000
"""How often files that are read outside the library are looked at: no watcher of the library follows them."""
Stamp = tuple[int, int, int] | None
"""What tells a file's states apart; None while there is no such file."""


class LonePages(QObject):
    """Follows every reader; asks the disk only while a file outside the library is shown, in another thread."""

    def __init__(self, split_view: SplitView, bar: LoneBar, stack: QStackedWidget, calls: BackgroundCalls) -> None:
        super().__init__(split_view)
        self._split_view, self._bar, self._stack, self._calls = split_view, bar, stack, calls
        self._stamps: dict[str, Stamp] = {}
        self._looking = QTimer(self, interval=_LOOK_MS)
        self._looking.timeout.connect(self._look)
        split_view.document_opened.connect(lambda _page: self._follow())
        split_view.trail_changed.connect(self._follow)
        split_view.reader_changed.connect(lambda _reader: self._follow())
        split_view.splits_changed.connect(self._follow)
        stack.currentChanged.connect(lambda _row: self._follow())

    def knows(self, doc: str) -> bool:
        """Whether changes of a file show from now on."""
        return doc in self._stamps

    def _follow(self) -> None:
        reader = self._split_view.reader
        page = reader.page if reader.here is not None and self._stack.currentWidget() is self._split_view else None
        self._bar.show_for(page.doc if page is not None else "")
        shown = self._shown()
        self._stamps = {doc: stamp for doc, stamp in self._stamps.items() if doc in shown}
        if shown and not self._looking.isActive():
            self._looking.start()
            self._look()
        elif not shown:
            self._looking.stop()

    def _shown(self) -> set[str]:
        places = [reader.here for reader in self._split_view.readers]
        return {place.doc for place in places if place is not None and is_lone(place.doc)}

    def _look(self) -> None:
        docs = self._shown()
        self._calls.ask(lambda: _stamps_of(docs), self._compare, lambda _error: None, slot="lone files")

    def _compare(self, stamps: dict[str, Stamp]) -> None:
        changed = {doc for doc, stamp in stamps.items() if doc in self._stamps and self._stamps[doc] != stamp}
        self._stamps.update(stamps)
        for reader in self._split_view.readers:
            if reader.here is not None and reader.here.doc in changed:
                reader.reload()


def _stamps_of(docs: Iterable[str]) -> dict[str, Stamp]:
    return {doc: _stamp_of(lone_path(doc)) for doc in docs}


def _stamp_of(path: str) -> Stamp:
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return None
    return status.st_ino, status.st_mtime_ns, status.st_size
