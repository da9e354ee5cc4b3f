"""What floats over a page: the count of hits with its arrows, and find in page."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QLineEdit, QWidget

from bookwheel.gui.i18n.translation import number, tr
from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.widgets.dock import IconButton

_MARGIN = 20


class _Floating(QFrame):
    """A small sheet kept in one corner of its parent."""

    def __init__(self, parent: QWidget, *, is_at_top: bool) -> None:
        super().__init__(parent)
        self.setObjectName("floating")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._is_at_top = is_at_top
        self._sheet = parent
        self.inset = 0
        """Pixels at the upper edge that it leaves free."""
        self.row = QHBoxLayout(self)
        self.row.setContentsMargins(12, 3, 4, 3)
        self.row.setSpacing(2)
        parent.installEventFilter(self)
        self.hide()

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:  # noqa: N802
        """Stay in the corner."""
        if event.type() == QEvent.Type.Resize:
            self.place()
        return False

    def place(self) -> None:
        """Go to the corner."""
        self.adjustSize()
        parent = self._sheet
        top = self.inset + _MARGIN - 8 if self._is_at_top else parent.height() - self.height() - _MARGIN
        self.move(parent.width() - self.width() - _MARGIN, top)
        self.raise_()


def _count(at: int, total: int) -> str:
    return tr("{at} of {total}").format(at=number(at), total=number(total))


class HitCount(_Floating):
    """“3 of 17” with a button for the one before and the one after."""

    stepped = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent, is_at_top=False)
        self.at = self.total = 0
        """The hit that is shown, from 1, 0 for none, and how many there are."""
        self._label = QLabel()
        self.row.addWidget(self._label)
        for icon, words, by in (
            ("chevron-up", tr("Previous hit (Shift+N)"), -1),
            ("chevron-down", tr("Next hit (n)"), 1),
        ):
            button = IconButton(theme, icon, words)
            button.clicked.connect(lambda _on=False, step=by: self.stepped.emit(step))
            self.row.addWidget(button)

    def show_answer(self, answer: object) -> None:
        """Say what the page answered: which hit is shown, and of how many."""
        if isinstance(answer, list) and len(answer) == 2:
            self.at, self.total = int(answer[0] or 0), int(answer[1] or 0)
            self.show_again()

    def reset(self) -> None:
        """A page without hits."""
        self.at = self.total = 0
        self.show_again()

    def show_again(self) -> None:
        """Say it again, as after find in page."""
        self.show_count(self.at, self.total)

    def show_count(self, at: int, total: int) -> None:
        """Say which hit of how many; hidden without hits."""
        self._label.setText(_count(at, total) if at else tr("%Ln on this page", "", total))
        self.setVisible(total > 0)
        if total:
            self.place()


class FindBar(_Floating):
    """Find in page: words, how many, previous, next, close."""

    sought = Signal(str, bool)
    """What to find, and whether backwards."""
    closed = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent, is_at_top=True)
        self.box = QLineEdit()
        self.box.setPlaceholderText(tr("Find in page"))
        self.box.setAccessibleName(tr("Find in page"))
        self.box.setMinimumWidth(220)
        self._label = QLabel()
        self._label.setMinimumWidth(56)
        self._label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.row.addWidget(self.box)
        self.row.addWidget(self._label)
        for icon, words, act in (
            ("chevron-up", tr("Previous (Shift+F3)"), lambda: self.seek(True)),
            ("chevron-down", tr("Next (F3)"), lambda: self.seek(False)),
            ("x", tr("Close (Esc)"), self.dismiss),
        ):
            button = IconButton(theme, icon, words)
            button.clicked.connect(lambda _on=False, run=act: run())
            self.row.addWidget(button)
        self.box.textChanged.connect(lambda _text: self.seek(False))
        self.box.returnPressed.connect(lambda: self.seek(False))

    def open_bar(self) -> None:
        """Show the bar, ready for typing."""
        self.show()
        self.place()
        self.box.setFocus()
        self.box.selectAll()

    def seek(self, backwards: bool) -> None:
        """Find the next or the previous one."""
        self.sought.emit(self.box.text(), backwards)

    def dismiss(self) -> None:
        """Go away and forget the marks."""
        self.closed.emit()
        self.hide()

    @property
    def count(self) -> str:
        """What is said of how many."""
        return self._label.text()

    def show_count(self, at: int, total: int, *, is_counting: bool = False) -> None:
        """Say which of how many; that there are none, only once all is counted."""
        none = ("…" if is_counting else tr("no matches")) if self.box.text() else ""
        self._label.setText(_count(at, total) if at else tr("%Ln on this page", "", total) if total else none)
        self.place()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Escape closes."""
        if event.key() == Qt.Key.Key_Escape:
            self.dismiss()
            return
        super().keyPressEvent(event)
