"""A layout that sets widgets in lines like words, as chips need."""

from __future__ import annotations

from PySide6.QtCore import QMargins, QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget


class FlowLayout(QLayout):
    """Widgets side by side, wrapped at the width there is; what would need more than `lines` lines is hidden."""

    def __init__(self, parent: QWidget | None = None, *, gap: int = 6, lines: int = 2) -> None:
        super().__init__(parent)
        self._gap = gap
        self._lines = lines
        self._rows: list[QLayoutItem] = []
        self.setContentsMargins(QMargins(0, 0, 0, 0))

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
        return QSize(60, max((each.sizeHint().height() for each in self._rows), default=0))

    def _arrange(self, rect: QRect, *, apply: bool) -> int:
        x, y, height, line, bottom = rect.x(), rect.y(), 0, 1, rect.y()
        for each in self._rows:
            size = each.sizeHint()
            if x > rect.x() and x + size.width() > rect.right() + 1:
                x, y, line = rect.x(), y + height + self._gap, line + 1
            is_over = line > self._lines
            if apply:
                widget = each.widget()
                if is_over:
                    each.setGeometry(QRect(QPoint(-10_000, 0), size))
                else:
                    each.setGeometry(QRect(QPoint(x, y), size))
                if widget is not None:
                    widget.setFocusPolicy(Qt.FocusPolicy.NoFocus if is_over else Qt.FocusPolicy.StrongFocus)
            if not is_over:
                height = max(height, size.height())
                bottom = y + height
            x += size.width() + self._gap
        return bottom - rect.y()
