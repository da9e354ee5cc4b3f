"""The sheet that floats down from the bar to choose something by typing: documents, headings, commands, shortcuts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QAbstractListModel, QEvent, QModelIndex, QObject, QPersistentModelIndex, Qt, QTimer
from PySide6.QtGui import QColor, QHideEvent, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QLabel, QLineEdit, QListView, QVBoxLayout, QWidget

from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.theme.theme import ROW_HEIGHT, Theme
from bookwheel.gui.widgets.row_delegate import COUNT, ICON, NOTE, RowDelegate

Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()
_WIDTH, _MOST_ROWS, _TOP = 620, 12, 56
_AGAIN_MS = 500
_BLUR, _DROP = 28, 10
"""Pixels over which the shadow fades, and by which it lies lower."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One row: what it says and what it does."""

    words: str
    run: Callable[[], object]
    icon: str = "file-text"
    note: str = ""
    right: str = ""
    also: str = ""
    """Words that find it and are not shown."""


class _Choices(QAbstractListModel):
    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.rows: Sequence[Choice] = ()

    def set_rows(self, rows: Sequence[Choice]) -> None:
        """Replace the rows."""
        self.beginResetModel()
        self.rows = rows
        self.endResetModel()

    def rowCount(self, parent: Index = _NOWHERE) -> int:  # noqa: N802
        """See Qt."""
        return 0 if parent.isValid() else len(self.rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """A row's words."""
        if not index.isValid():
            return None
        row = self.rows[index.row()]
        return {
            Qt.ItemDataRole.DisplayRole: row.words,
            Qt.ItemDataRole.AccessibleDescriptionRole: row.note,
            ICON: row.icon,
            NOTE: row.note,
            COUNT: row.right,
        }.get(role)


class _Shade(QWidget):
    """The soft shadow of what floats above; Qt's own effect draws all anew and blurs it for every row that changes."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def lie_under(self, above: QWidget) -> None:
        """Take the place around and a little below a widget."""
        self.setGeometry(above.geometry().adjusted(-_BLUR, -_BLUR + _DROP, _BLUR, _BLUR + _DROP))
        self.stackUnder(above)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        """Rounded sheets upon each other, each a little smaller than the one below."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        for step in range(0, _BLUR, 4):
            painter.setBrush(QColor(0, 0, 0, 2 + step // 6))
            painter.drawRoundedRect(self.rect().adjusted(step, step, -step, -step), _BLUR - step + 9, _BLUR - step + 9)


class CommandPalette(QFrame):
    """A box and a list; typing asks `source` for rows, Return runs the chosen one, Escape goes."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("palette")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._ground = parent
        self._source: Callable[[str], None] = lambda _text: None
        self._back: QWidget | None = None
        self._awaits_rows = False
        """Whether the rows shown do not answer what is typed yet."""
        self._runs_on_rows = False
        self._model = _Choices(self)
        self.box = QLineEdit()
        self.view = QListView()
        self.view.setModel(self._model)
        self.view.setItemDelegate(RowDelegate(theme, self.view))
        self.view.setUniformItemSizes(True)
        self.view.setMouseTracking(True)
        self.view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._empty = QLabel()
        self._empty.setObjectName("soft")
        self._empty.setContentsMargins(16, 12, 16, 14)
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 1, 1, 1)
        column.setSpacing(0)
        column.addWidget(self.box)
        column.addWidget(self.view)
        column.addWidget(self._empty)
        self._shade = _Shade(parent)
        self.box.installEventFilter(self)
        self._rest = QTimer(self, singleShot=True, interval=30)
        self._rest.timeout.connect(self._ask)
        self.box.textChanged.connect(self._changed)
        self.view.clicked.connect(lambda at: self._run(at.row()))
        self._empty_words = ""
        self.hide()

    def show_choices(self, name: str, hint: str, source: Callable[[str], None], empty: str = "") -> None:
        """Show the sheet; `source` gets what is typed and answers, now or later, by `set_rows`."""
        self._back = self.window().focusWidget()
        self._source = source
        self._empty_words = empty or tr("No matches.")
        self.setAccessibleName(name)
        self.box.setAccessibleName(name)
        self.box.setPlaceholderText(hint)
        self.box.blockSignals(True)
        self.box.clear()
        self.box.blockSignals(False)
        self._model.set_rows(())
        self._rest.stop()
        self._runs_on_rows = False
        self.show()
        self.raise_()
        self._shade.show()
        self._fit()
        self.box.setFocus()
        self._ask()

    def ask_again(self) -> None:
        """Ask the source once more in a while, if its rows have not come by then: what gives them was not there."""
        QTimer.singleShot(_AGAIN_MS, self, lambda: self._ask() if self.isVisible() and self._awaits_rows else None)

    def set_rows(self, rows: Sequence[Choice], *, are_more_coming: bool = False, empty: str = "") -> None:
        """Show these rows, the first one chosen, or `empty`; Return waits while more are coming for what is typed."""
        if not self.isVisible():
            return
        self._model.set_rows(rows)
        if rows:
            self.view.setCurrentIndex(self._model.index(0, 0))
        self._empty.setText(empty or self._empty_words)
        self._fit()
        self._awaits_rows = self._rest.isActive() or are_more_coming
        if self._runs_on_rows and not self._awaits_rows:
            self._runs_on_rows = False
            self._run(0)

    @property
    def words(self) -> list[str]:
        """The rows shown, as words."""
        return [row.words for row in self._model.rows]

    def dismiss(self) -> None:
        """Go away and give the focus back."""
        if self.isVisible():
            # Before it hides: else Qt would tab on to the next widget, and a page so reached goes to its first link.
            back, self._back = self._back, None
            if back is not None:
                back.setFocus()
            self.hide()

    def eventFilter(self, _box: QObject, event: QEvent) -> bool:  # noqa: N802
        """Arrow keys move in the list while the box is typed in."""
        if event.type() == QEvent.Type.FocusOut:
            QTimer.singleShot(0, self, lambda: None if self.box.hasFocus() else self.hide())
        if event.type() != QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return False
        key, rows = event.key(), len(self._model.rows)
        if key in (Qt.Key.Key_Down, Qt.Key.Key_Up) and rows:
            row = (self.view.currentIndex().row() + (1 if key == Qt.Key.Key_Down else -1)) % rows
            self.view.setCurrentIndex(self._model.index(row, 0))
            return True
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if self._awaits_rows:
                self._runs_on_rows = True
                self._ask()
            else:
                self._run(self.view.currentIndex().row())
            return True
        if key == Qt.Key.Key_Escape:
            self.dismiss()
            return True
        return False

    def _changed(self, _text: str) -> None:
        self._awaits_rows, self._runs_on_rows = True, False
        self._rest.start()

    def _ask(self) -> None:
        self._rest.stop()
        self._awaits_rows = True
        self._source(self.box.text().strip())

    def _run(self, row: int) -> None:
        if 0 <= row < len(self._model.rows):
            choice = self._model.rows[row]
            self.dismiss()
            choice.run()

    def _fit(self) -> None:
        count = len(self._model.rows)
        self.view.setVisible(count > 0)
        self._empty.setVisible(count == 0)
        parent = self._ground
        room = max(1, (parent.height() - 2 * _TOP - self.box.sizeHint().height()) // ROW_HEIGHT)
        self.view.setFixedHeight(min(count, _MOST_ROWS, room) * ROW_HEIGHT + 10)
        width = min(_WIDTH, parent.width() - 40)
        self.setFixedWidth(width)
        self.adjustSize()
        self.move((parent.width() - width) // 2, min(_TOP, parent.height() // 6))
        self._shade.lie_under(self)

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: N802
        """The shadow goes as well."""
        super().hideEvent(event)
        self._shade.hide()


def filter_choices(choices: Sequence[Choice], text: str) -> list[Choice]:
    """The choices that hold every typed word: those that begin so first, then by their own words, then by other names.

    Of those found by other names alone, the ones that have what is typed as one of them come before the rest.
    """
    typed = " ".join(text.casefold().split())
    words = typed.split()
    ranked = [(_rank(choice, typed, words), choice) for choice in choices]
    return [choice for rank, choice in sorted(ranked, key=lambda pair: pair[0]) if rank < _OUT] if words else [*choices]


_OUT = 4


def _rank(choice: Choice, typed: str, words: list[str]) -> int:
    own, also = choice.words.strip().casefold(), choice.also.casefold()
    if own.startswith(typed):
        return 0
    if all(word in own for word in words):
        return 1
    if typed in also.split(", "):
        return 2
    return 3 if all(word in f"{own} {also}" for word in words) else _OUT
