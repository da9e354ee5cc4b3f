"""The Annotations side bar: bookmarks, highlights and notes, filtered by words, kind, colour and document."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal, SignalInstance
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from bookwheel.client.connection import Client
from bookwheel.domain.annotations.annotation import (
    MOST_LISTED,
    AnnotationEntry,
    AnnotationKind,
    AnnotationsAnswer,
    AnnotationsRequest,
    Colour,
)
from bookwheel.domain.errors import BookwheelError, NotAllowed
from bookwheel.domain.service.events import Event, EventKind
from bookwheel.gui.annotations.colours import COLOURS
from bookwheel.gui.annotations.row_delegate import ENTRY, AnnotationDelegate, spoken, title_of
from bookwheel.gui.backend.background_calls import BackgroundCalls
from bookwheel.gui.i18n.translation import QT_TR_NOOP, tr
from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.widgets.chip import chip
from bookwheel.gui.widgets.choice_box import ChoiceBox
from bookwheel.gui.widgets.dock import Dock, IconButton

_REFRESH_MS = 250
_KINDS = (
    (QT_TR_NOOP("Everything"), None),
    (QT_TR_NOOP("Bookmarks"), AnnotationKind.BOOKMARK),
    (QT_TR_NOOP("Highlights"), AnnotationKind.HIGHLIGHT),
    (QT_TR_NOOP("Notes"), AnnotationKind.NOTE),
)


class AnnotationList(QListWidget):
    """The annotations: Return opens, F2 edits, Delete removes."""

    removed = Signal()
    edited = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """See the class."""
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.removed.emit()
        elif event.key() == Qt.Key.Key_F2:
            self.edited.emit()
        else:
            super().keyPressEvent(event)


class AnnotationsDock(Dock):
    """Asks only while it is seen."""

    opened = Signal(object)
    """An AnnotationEntry."""
    edited = Signal(object)
    """An AnnotationEntry."""
    removed = Signal(object)
    """An AnnotationEntry."""
    export_wanted = Signal(object)
    """The AnnotationsRequest that says what is shown."""

    def __init__(self, theme: Theme, calls: BackgroundCalls, parent: QWidget) -> None:
        super().__init__(theme, QT_TR_NOOP("Annotations"), "bookmark", parent)
        self._calls = calls
        self._client: Client | None = None
        self._doc = ""
        self._is_stale = True
        self.export = IconButton(theme, "download", tr("Export annotations…"))
        self.export.setMinimumSize(24, 24)
        self.export.clicked.connect(lambda: self.export_wanted.emit(self.request))
        self.add_to_title(self.export)
        self.hold(self._build_filters(theme), stretch=0)
        self.view = AnnotationList()
        self.view.setAccessibleName(tr("Annotations"))
        self.view.setItemDelegate(AnnotationDelegate(theme, self.view))
        self.view.setMouseTracking(True)
        self.view.setUniformItemSizes(True)
        self.view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.view.setToolTip(tr("Enter opens the passage, F2 edits it, Delete removes it"))
        self.view.itemClicked.connect(self._open)
        self.view.itemActivated.connect(self._open)
        self.view.removed.connect(lambda: self._emit(self.removed))
        self.view.edited.connect(lambda: self._emit(self.edited))
        self.hold(self.view)
        self._refreshing = QTimer(self, singleShot=True, interval=_REFRESH_MS)
        self._refreshing.timeout.connect(self.ask)
        self.visibilityChanged.connect(lambda is_seen: self.ask() if is_seen and self._is_stale else None)
        theme.changed.connect(self._redraw)
        self.show_message("")

    def _redraw(self, _is_dark: bool) -> None:
        self.view.viewport().update()

    def _build_filters(self, theme: Theme) -> QWidget:
        self.box = QLineEdit()
        self.box.setPlaceholderText(tr("Filter annotations"))
        self.box.setAccessibleName(tr("Filter annotations"))
        self.box.setClearButtonEnabled(True)
        self.kind, self.colour = ChoiceBox(theme), ChoiceBox(theme)
        self.kind.setAccessibleName(tr("Kind of annotation"))
        self.colour.setAccessibleName(tr("Colour of highlights"))
        for words, kind in _KINDS:
            self.kind.addItem(tr(words), kind)
        self.colour.addItem(tr("Any colour"), None)
        for colour, words in COLOURS.items():
            self.colour.addItem(tr(words), colour)
        self.here = chip(tr("This document"), is_on=False)
        self.box.textChanged.connect(lambda _words: self.refresh())
        self.kind.currentIndexChanged.connect(lambda _row: self.refresh())
        self.colour.currentIndexChanged.connect(lambda _row: self.refresh())
        self.here.toggled.connect(lambda _on: self.refresh())
        frame = QWidget()
        column = QVBoxLayout(frame)
        column.setContentsMargins(14, 2, 12, 6)
        column.setSpacing(6)
        column.addWidget(self.box)
        row = QHBoxLayout()
        row.setSpacing(6)
        row.addWidget(self.kind, 1)
        row.addWidget(self.colour, 1)
        column.addLayout(row)
        below = QHBoxLayout()
        below.addWidget(self.here)
        below.addStretch(1)
        column.addLayout(below)
        return frame

    @property
    def request(self) -> AnnotationsRequest:
        """What is shown, as it is asked for."""
        doc = self._doc if self.here.isChecked() else ""
        kind, colour = self.kind.currentData(), self.colour.currentData()
        return AnnotationsRequest(
            doc,
            AnnotationKind(kind) if kind else None,
            Colour(colour) if colour else None,
            self.box.text(),
            MOST_LISTED,
        )

    @property
    def entries(self) -> list[AnnotationEntry]:
        """The annotations that are listed."""
        return [self.view.item(row).data(ENTRY) for row in range(self.view.count())]

    def panes(self) -> tuple[QWidget, ...]:
        """See the dock."""
        return (self.view,)

    def set_client(self, client: Client | None) -> None:
        """Ask this client."""
        self._client = client
        self.refresh()

    def follow(self, doc: str) -> None:
        """The document that is read."""
        if doc != self._doc:
            self._doc = doc
            if self.here.isChecked():
                self.refresh()

    def on_event(self, event: Event) -> None:
        """Ask again when annotations or documents are others."""
        if event.kind in (EventKind.ANNOTATIONS_CHANGED, EventKind.PUBLISHED, EventKind.RESYNC):
            self.refresh()

    def refresh(self) -> None:
        """Ask again soon; when it is not seen, once it is."""
        self._is_stale = True
        self._refreshing.start()

    def ask(self) -> None:
        """Ask now, if it is seen."""
        client, request = self._client, self.request
        if client is None or not self.isVisible():
            return
        self._is_stale = False
        self._calls.ask(lambda: client.annotations(request), self._show, self._fail, slot="annotations")

    def _show(self, answer: AnnotationsAnswer) -> None:
        current = self.view.currentItem()
        chosen, row = (current.data(ENTRY).annotation.id if current else ""), self.view.currentRow()
        self.view.clear()
        for entry in answer.annotations:
            item = QListWidgetItem(title_of(entry))
            item.setData(ENTRY, entry)
            item.setData(Qt.ItemDataRole.AccessibleDescriptionRole, spoken(entry))
            self.view.addItem(item)
            if entry.annotation.id == chosen:
                self.view.setCurrentItem(item)
        if chosen and self.view.currentItem() is None:
            self.view.setCurrentRow(min(row, self.view.count() - 1))
        is_whole = self.request == AnnotationsRequest(limit=MOST_LISTED)
        none = tr(
            "Nothing is annotated yet. Select words on a page and press H to highlight them, or Ctrl+D to bookmark."
        )
        self.show_message("" if answer.annotations else none if is_whole else tr("No matching annotations."))

    def _fail(self, error: BookwheelError) -> None:
        self._is_stale = True
        if isinstance(error, NotAllowed):  # a team's document has no annotations
            self.view.clear()
        self.show_message(error.message)

    def _open(self, item: QListWidgetItem) -> None:
        self.opened.emit(item.data(ENTRY))

    def _emit(self, signal: SignalInstance) -> None:
        item = self.view.currentItem()
        if item is not None:
            signal.emit(item.data(ENTRY))
