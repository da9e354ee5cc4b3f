"""A layout that sets widgets in lines like words, as chips need."""

from __future__ import annotations

from PySide6.QtCore import QMargins, QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QPushButton, QWidget

from bookwheel.gui.i18n.translation import tr

_ALL_LINES = 1000


class FlowLayout(QLayout):
    """Widgets side by side, wrapped at the width there is.

    What would need more than `lines` lines is hidden behind the `more` button, which shows all of it or less again.
    """

    def __init__(self, parent: QWidget | None = None, *, gap: int = 6, lines: int = 2) -> None:
        super().__init__(parent)
        self._gap = gap
        self._lines = lines
        self._shown_lines = lines
        self._more: QPushButton | None = None
        self._hidden = -1
        self._rows: list[QLayoutItem] = []
        self.setContentsMargins(QMargins(0, 0, 0, 0))

    def set_more(self, more: QPushButton) -> None:
        """The button that stands last while something is hidden; it belongs to the layout's widget."""
        self._more = more
        more.hide()
        more.clicked.connect(self._turn)

    def fold(self) -> None:
        """Show no more than the first lines again."""
        self._shown_lines = self._lines

    def addItem(self, item: QLayoutItem) -> None:  # noqa: N802
        """See Qt."""
        self._rows.append(item)

    def count(self) -> int:
        """See Qt."""
        return len(self._rows)

    def itemAt(self, index: int) -> QLayoutItem | None:  # noqa: N802
        """See Qt."""
        return self._rows[index] if 0 <= index < len(self._rows) else None

    def takeAt(self, index: int) -> QLayoutItem | None:  # noqa: N802
        """See Qt."""
        return self._rows.pop(index) if 0 <= index < len(self._rows) else None

    def expandingDirections(self) -> Qt.Orientation:  # noqa: N802
        """It takes no more than it needs."""
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:  # noqa: N802
        """The width decides the height."""
        return True

    def heightForWidth(self, width: int) -> int:  # noqa: N802
        """How high the lines are at a width."""
        return self._arrange(QRect(0, 0, width, 0), apply=False)

    def setGeometry(self, rect: QRect) -> None:  # noqa: N802
        """Put every widget in its place."""
        super().setGeometry(rect)
        self._arrange(rect, apply=True)

    def sizeHint(self) -> QSize:  # noqa: N802
        """At least one widget wide."""
        return self.minimumSize()

    def minimumSize(self) -> QSize:  # noqa: N802
        """At least one widget wide."""
        return QSize(60, max((entry.sizeHint().height() for entry in self._rows), default=0))

    def _turn(self) -> None:
        self._shown_lines = self._lines if self._shown_lines > self._lines else _ALL_LINES
        self.invalidate()
        widget = self.parentWidget()
        if widget is not None:
            widget.updateGeometry()

    def _arrange(self, rect: QRect, *, apply: bool) -> int:
        places = self._places(rect, self._lines)
        is_cut = len(places) < len(self._rows)
        more = self._more if is_cut else None
        if more is not None and self._shown_lines > self._lines:
            self._show_count(more, 0, apply=apply)
            places = self._places(rect, _ALL_LINES, more)
        elif more is not None:
            self._show_count(more, len(self._rows) - len(places), apply=apply)
            places = self._places(rect, self._lines, more)
        if apply:
            self._put(places)
            if self._more is not None:
                if more is not None:
                    more.setGeometry(self._after(rect, places, more.sizeHint()))
                self._more.setVisible(more is not None)
        ends = [place.bottom() + 1 for place in places]
        if more is not None:
            ends.append(self._after(rect, places, more.sizeHint()).bottom() + 1)
        return max(ends, default=rect.y()) - rect.y()

    def _show_count(self, more: QPushButton, hidden: int, *, apply: bool) -> None:
        if apply and hidden != self._hidden:
            self._hidden = hidden
            more.setText(tr("More") if hidden else tr("Fewer"))
            more.setAccessibleName(tr("More filters") if hidden else tr("Fewer filters"))

    def _places(self, rect: QRect, lines: int, more: QPushButton | None = None) -> list[QRect]:
        """Where the widgets go that have room in so many lines, `more` after the last of them."""
        places: list[QRect] = []
        x, y, line = rect.x(), rect.y(), 1
        for entry in self._rows:
            size = entry.sizeHint()
            if x > rect.x() and x + size.width() > rect.right() + 1:
                x, y, line = rect.x(), y + size.height() + self._gap, line + 1
            if line > lines:
                break
            places.append(QRect(QPoint(x, y), size))
            x += size.width() + self._gap
        while more is not None and places and self._line_of(self._after(rect, places, more.sizeHint()), rect) > lines:
            places.pop()
        return places

    def _line_of(self, place: QRect, rect: QRect) -> int:
        return (place.y() - rect.y()) // (place.height() + self._gap) + 1

    def _after(self, rect: QRect, places: list[QRect], size: QSize) -> QRect:
        last = places[-1] if places else QRect(rect.x() - self._gap, rect.y(), 0, size.height())
        at = QPoint(last.right() + 1 + self._gap, last.y())
        if at.x() + size.width() > rect.right() + 1:
            at = QPoint(rect.x(), last.bottom() + 1 + self._gap)
        return QRect(at, size)

    def _put(self, places: list[QRect]) -> None:
        for number, entry in enumerate(self._rows):
            is_shown = number < len(places)
            widget = entry.widget()
            if is_shown:
                entry.setGeometry(places[number])
            elif widget is not None:
                widget.move(-10_000, 0)
            if widget is not None:
                widget.setFocusPolicy(Qt.FocusPolicy.StrongFocus if is_shown else Qt.FocusPolicy.NoFocus)


def empty_out(layout: QLayout) -> None:
    """Take every widget out of a layout and delete it."""
    while layout.count():
        drop_last(layout)


def drop_last(layout: QLayout) -> None:
    """Take the last widget out of a layout and delete it."""
    taken = layout.takeAt(layout.count() - 1)
    widget = taken.widget() if taken is not None else None
    if widget is not None:
        widget.hide()
        widget.deleteLater()
