"""Annotations on rendered text: see `PassageView`; the page's own script finds and draws them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from typing import Any, cast

from PySide6.QtCore import QObject, QRect, QTimer, QUrl, Signal

from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.page.web_view import PageView
from bookwheel.gui.shell.passages import PassageMark, SelectedPassage

_HOST = "annotation"
_PAUSE_MS = 250
"""Rest after which a selection counts."""


class TextPassages(QObject):
    """Comes to the web view once there is one."""

    selection_changed = Signal()
    annotation_chosen = Signal(str)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._view: PageView | None = None
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._pause.timeout.connect(self.selection_changed)

    def set_view(self, view: PageView) -> None:
        """Follow the page in this view."""
        self._view = view
        view.selectionChanged.connect(self._pause.start)
        view.web_page.link_clicked.connect(self._press)

    def leave(self) -> None:
        """The view goes."""
        self._pause.stop()
        self._view = None

    def ask_selection(self, then: Callable[[SelectedPassage | None], object]) -> None:
        """See `PassageView`."""
        view = self._view
        if view is None:
            then(None)
            return

        def done(answer: object) -> None:
            told = cast("dict[str, Any]", answer) if isinstance(answer, dict) else None
            if told is None:
                then(None)
                return
            left, top, right, bottom = (round(value * view.zoomFactor()) for value in told["box"])
            box = QRect(left, top, right - left, bottom - top)
            then(SelectedPassage(told["quote"], told["prefix"], told["suffix"], told["anchor"], box))

        view.call("selection", then=done)

    def end_selection(self) -> None:
        """See `PassageView`."""
        if self._view is not None:
            self._view.call("end_selection")

    def show_annotations(self, marks: tuple[PassageMark, ...]) -> None:
        """See `PassageView`."""
        if self._view is not None:
            self._view.call(
                "annotate", [asdict(mark) for mark in marks], {"bookmark": tr("Bookmark"), "note": tr("Note")}
            )

    def bring_annotation(self, id: str) -> None:
        """See `PassageView`."""
        if self._view is not None:
            self._view.call("bring_annotation", id)

    def _press(self, address: QUrl, _is_new: bool) -> None:
        if address.scheme() == "bookwheel" and address.host() == _HOST:
            self.annotation_chosen.emit(address.path().strip("/"))
