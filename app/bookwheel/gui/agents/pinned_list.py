"""The tray in the agents' side bar: passages pinned for agents, to be put in order and taken out."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from bookwheel.domain.annotations.pins import TrayAnswer, TrayEntry
from bookwheel.gui.i18n.file_places import name_place
from bookwheel.gui.i18n.translation import number, tr
from bookwheel.gui.theme import fonts
from bookwheel.gui.theme.theme import ROW_HEIGHT, Theme
from bookwheel.gui.widgets.dock import IconButton
from bookwheel.gui.widgets.row_delegate import COUNT, ICON, NOTE, RowDelegate

_ENTRY = Qt.ItemDataRole.UserRole + 9
_MOST_ROWS = 5
_BY_KEY = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}


class PinsView(QListWidget):
    """The passages: Return opens, Delete takes out, Alt with an arrow moves."""

    removed = Signal(str)
    moved = Signal(str, int)
    """A pin, and its place from 0."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setAccessibleName(tr("Pinned for agents"))
        self.setItemDelegate(RowDelegate(theme, self))
        self.setMouseTracking(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setToolTip(tr("Enter opens the passage, Delete unpins it, Alt with an arrow key moves it"))

    def chosen(self) -> TrayEntry | None:
        """The passage that is chosen."""
        row = self.currentItem()
        return row.data(_ENTRY) if row is not None else None

    def remove(self) -> None:
        """Take the chosen passage out."""
        entry = self.chosen()
        if entry is not None:
            self.removed.emit(entry.pin)

    def shift(self, by: int) -> None:
        """Move the chosen passage by some places."""
        entry, place = self.chosen(), self.currentRow() + by
        if entry is not None and 0 <= place < self.count():
            self.insertItem(place, self.takeItem(self.currentRow()))
            self.setCurrentRow(place)
            self.moved.emit(entry.pin, place)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """See the class."""
        key = Qt.Key(event.key())
        if key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.remove()
        elif key in _BY_KEY and event.modifiers() & Qt.KeyboardModifier.AltModifier:
            self.shift(_BY_KEY[key])
        else:
            super().keyPressEvent(event)


class PinsPane(QWidget):
    """The list under a heading with its tokens; hidden while nothing is pinned."""

    opened = Signal(str)
    """The id of a document or section."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.view = PinsView(theme)
        self.view.itemActivated.connect(lambda _row: self._open())
        self.view.itemClicked.connect(lambda _row: self._open())
        self.tokens = QLabel()
        self.tokens.setObjectName("soft")
        self.tokens.setFont(fonts.font(12))
        self.tokens.setWordWrap(True)
        head = QHBoxLayout()
        head.setContentsMargins(8, 2, 10, 0)
        head.setSpacing(2)
        head.addWidget(self.tokens, 1)
        for icon, words, act in (
            ("arrow-up", tr("Move up"), lambda: self.view.shift(-1)),
            ("arrow-down", tr("Move down"), lambda: self.view.shift(1)),
            ("pin-off", tr("Unpin"), self.view.remove),
        ):
            button = IconButton(theme, icon, words)
            button.setMinimumSize(24, 24)
            button.clicked.connect(lambda _on=False, act=act: act())
            head.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 0, 6, 6)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(self.view)
        self.hide()

    def show_tray(self, answer: TrayAnswer) -> None:
        """Show what is pinned now; the passage that was chosen stays so."""
        before, row = self.view.chosen(), self.view.currentRow()
        self.view.clear()
        for entry in answer.entries:
            self.view.addItem(_row(entry))
        kept = next((at for at, entry in enumerate(answer.entries) if before and entry.pin == before.pin), -1)
        self.view.setCurrentRow(kept if kept >= 0 else min(row, len(answer.entries) - 1))
        passages = tr("%Ln passage(s) pinned for agents", "", len(answer.entries))
        tokens = tr("%Ln token(s)", "", answer.tokens)
        self.tokens.setText(f"{passages} · {tokens}")
        self.view.setFixedHeight(min(len(answer.entries), _MOST_ROWS) * ROW_HEIGHT + 4)
        self.setVisible(bool(answer.entries))

    def _open(self) -> None:
        entry = self.view.chosen()
        if entry is not None and entry.section:
            self.opened.emit(entry.section)


def _row(entry: TrayEntry) -> QListWidgetItem:
    name = entry.title or entry.document_title or entry.pin
    place = name_place(entry.place) if entry.place is not None else ""
    note = " · ".join(part for part in (entry.document_title if entry.document_title != name else "", place) if part)
    if entry.is_lost:
        note = tr("no longer there")
    row = QListWidgetItem(name)
    row.setData(_ENTRY, entry)
    row.setData(ICON, "unlink" if entry.is_lost else "pin")
    row.setData(NOTE, note)
    row.setData(COUNT, "" if entry.is_lost else number(entry.tokens))
    tokens = tr("%Ln token(s)", "", entry.tokens)
    row.setData(Qt.ItemDataRole.AccessibleDescriptionRole, ", ".join(part for part in (note, tokens) if part))
    return row
