"""A row of widgets that goes on in further lines where the width is too small for all of them."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QSpacerItem, QStyle, QWidget


@dataclass(frozen=True, slots=True)
class _Entry:
    item: QLayoutItem
    stretch: int
    least: int
    """Pixels that it needs for its line not to be broken before it."""

    @property
    def is_there(self) -> bool:
        return self.item.spacerItem() is not None or not self.item.isEmpty()

    @property
    def width(self) -> int:
        return max(self.item.minimumSize().width(), self.least) if self.stretch else self.item.sizeHint().width()

    def height(self, width: int) -> int:
        return self.item.heightForWidth(width) if self.item.hasHeightForWidth() else self.item.sizeHint().height()


class WrappingRow(QLayout):
    """Like a QHBoxLayout where there is room; else what comes later stands in the next line.

    Of several lines the widgets that stretch fill theirs. A minimum width of one row is what makes a dialog
    wider than a small screen, so every row of buttons in a dialog is one of these.
    """

    def __init__(self, parent: QWidget | None = None, *, spacing: int = 8) -> None:
        super().__init__(parent)
        self._entries: list[_Entry] = []
        self._heights: dict[int, int] = {}
        self._sizes: dict[bool, QSize] = {}
        self.setContentsMargins(0, 0, 0, 0)
        self.setSpacing(spacing)

    def add(self, widget: QWidget, stretch: int = 0, least: int = 0) -> None:
        """Put a widget at the end; one that stretches keeps its line while it has `least` pixels."""
        before = len(self._entries)
        self.addWidget(widget)
        self._entries[before] = _Entry(self._entries[before].item, stretch, least)

    def add_stretch(self) -> None:
        """Move what follows to the end of its line."""
        self._entries.append(_Entry(QSpacerItem(0, 0), 1, 0))

    def addItem(self, item: QLayoutItem) -> None:  # noqa: N802
        """See Qt."""
        self._entries.append(_Entry(item, 0, 0))

    def count(self) -> int:
        """See Qt."""
        return len(self._entries)

    def itemAt(self, index: int) -> QLayoutItem | None:  # noqa: N802
        """See Qt."""
        return self._entries[index].item if 0 <= index < len(self._entries) else None

    def takeAt(self, index: int) -> QLayoutItem | None:  # noqa: N802
        """See Qt."""
        return self._entries.pop(index).item if 0 <= index < len(self._entries) else None

    def expandingDirections(self) -> Qt.Orientation:  # noqa: N802
        """It takes the width there is."""
        return Qt.Orientation.Horizontal

    def hasHeightForWidth(self) -> bool:  # noqa: N802
        """The width decides the height."""
        return True

    def heightForWidth(self, width: int) -> int:  # noqa: N802
        """How high the lines are at a width."""
        if width not in self._heights:
            margins = self.contentsMargins()
            lines = self._arrange(QRect(0, 0, width, 0), apply=False)
            self._heights[width] = lines + margins.top() + margins.bottom()
        return self._heights[width]

    def invalidate(self) -> None:
        """Measure again: Qt asks for sizes many times between two changes."""
        super().invalidate()
        self._heights.clear()
        self._sizes.clear()

    def setGeometry(self, rect: QRect) -> None:  # noqa: N802
        """Put every widget in its line."""
        super().setGeometry(rect)
        self._arrange(rect, apply=True)

    def sizeHint(self) -> QSize:  # noqa: N802
        """All in one line."""
        if True not in self._sizes:
            self._sizes[True] = self._measure_line()
        return self._sizes[True]

    def _measure_line(self) -> QSize:
        shown = self._shown()
        width = sum(max(entry.width, entry.item.sizeHint().width()) for entry in shown)
        gaps = self.spacing() * max(0, len(shown) - 1)
        return self._around(QSize(width + gaps, max((entry.item.sizeHint().height() for entry in shown), default=0)))

    def minimumSize(self) -> QSize:  # noqa: N802
        """As wide as the widest of them."""
        if False not in self._sizes:
            sizes = [entry.item.minimumSize() for entry in self._shown()]
            width = max((size.width() for size in sizes), default=0)
            self._sizes[False] = self._around(QSize(width, max((size.height() for size in sizes), default=0)))
        return self._sizes[False]

    def _around(self, size: QSize) -> QSize:
        margins = self.contentsMargins()
        return size + QSize(margins.left() + margins.right(), margins.top() + margins.bottom())

    def _shown(self) -> list[_Entry]:
        return [entry for entry in self._entries if entry.is_there]

    def _lines(self, width: int) -> list[list[_Entry]]:
        lines: list[list[_Entry]] = [[]]
        used = 0
        for entry in self._shown():
            gap = self.spacing() if lines[-1] else 0
            if lines[-1] and used + gap + entry.width > width:
                lines.append([])
                used, gap = 0, 0
            lines[-1].append(entry)
            used += gap + entry.width
        return [line for line in lines if any(entry.item.spacerItem() is None for entry in line)]

    def _arrange(self, outside: QRect, *, apply: bool) -> int:
        rect = outside.marginsRemoved(self.contentsMargins())
        y = rect.y()
        lines = self._lines(rect.width())
        for line in lines:
            widths = self._widths(line, rect.width())
            height = max(entry.height(width) for entry, width in zip(line, widths, strict=True))
            self._put(line, widths, QRect(rect.x(), y, rect.width(), height), apply=apply)
            y += height + self.spacing()
        return y - self.spacing() - rect.y() if lines else 0

    def _widths(self, line: list[_Entry], width: int) -> list[int]:
        """What each of a line gets: its own width, and of what is left by its stretch."""
        widths = [min(entry.width, width) for entry in line]
        left = width - sum(widths) - self.spacing() * (len(line) - 1)
        total = sum(entry.stretch for entry in line)
        return [
            own + (left * entry.stretch // total if total and left > 0 else 0)
            for own, entry in zip(widths, line, strict=True)
        ]

    def _put(self, line: list[_Entry], widths: list[int], rect: QRect, *, apply: bool) -> None:
        parent = self.parentWidget()
        direction = parent.layoutDirection() if parent is not None else Qt.LayoutDirection.LeftToRight
        x = rect.x()
        for entry, width in zip(line, widths, strict=True):
            height = min(entry.height(width), rect.height())
            place = QRect(x, rect.y() + (rect.height() - height) // 2, width, height)
            if apply:
                entry.item.setGeometry(QStyle.visualRect(direction, rect, place))
            x += width + self.spacing()
