"""Tabs dragged with the mouse: where one would go is shown, and done when it is let go of."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QObject, QPoint, QRect, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from bookwheel.gui.page.reader import Reader
from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.window.splits.split_view import SplitView
from bookwheel.gui.window.splits.tab_moves import Side, move_tab, move_to_side

_EDGE = 0.25
"""The part of a page at each side in which a tab makes a split of its own."""


@dataclass(frozen=True, slots=True)
class Drop:
    """Where a tab is let go of: before a tab of a reader's strip (`to`), or on a side of its page."""

    reader: Reader
    side: Side = Side.MIDDLE
    to: int = -1


class TabDrag(QObject):
    """Follows the drags of all strips."""

    def __init__(self, split_view: SplitView, theme: Theme) -> None:
        super().__init__(split_view)
        self._split_view = split_view
        self.zone = _Zone(theme, split_view)
        split_view.on_reader(self._connect)

    def find(self, source: Reader, at: QPoint) -> Drop | None:
        """What a tab of a reader does at a point of the screen; None where it stays as it was."""
        for reader in self._split_view.readers:
            tabs = reader.tabs
            if tabs.isVisible() and tabs.rect().contains(tabs.mapFromGlobal(at)):
                return Drop(reader, to=tabs.insertion_at(tabs.mapFromGlobal(at)))
            if reader.isVisible() and reader.rect().contains(reader.mapFromGlobal(at)):
                side = side_at(reader.rect(), reader.mapFromGlobal(at))
                is_own = reader is source and (side is Side.MIDDLE or len(source.places) < 2)
                return None if is_own else Drop(reader, side)
        return None

    def _connect(self, reader: Reader) -> None:
        reader.tabs.drag_moved.connect(lambda _row, at: self._show(self.find(reader, at)))
        reader.tabs.dropped.connect(partial(self._drop, reader))
        reader.tabs.drag_ended.connect(partial(self._show, None))

    def _drop(self, source: Reader, row: int, at: QPoint) -> None:
        drop = self.find(source, at)
        if drop is None or row >= len(source.places):
            return
        if drop.to >= 0:
            move_tab(self._split_view, source, row, drop.reader, drop.to)
        else:
            move_to_side(self._split_view, source, row, drop.reader, drop.side)

    def _show(self, drop: Drop | None) -> None:
        for reader in self._split_view.readers:
            reader.tabs.set_drop_mark(drop.to if drop is not None and drop.reader is reader else -1)
        if drop is None or drop.to >= 0:
            self.zone.hide()
            return
        reader = drop.reader
        corner = reader.mapTo(self._split_view, QPoint())
        self.zone.setGeometry(zone_of(QRect(corner, reader.size()), drop.side))
        self.zone.show()
        self.zone.raise_()


def side_at(page: QRect, at: QPoint) -> Side:
    """The side of a page that a point is near to, or its middle."""
    x, y = at.x() / max(1, page.width()), at.y() / max(1, page.height())
    edges = {Side.LEFT: x, Side.RIGHT: 1 - x, Side.TOP: y, Side.BOTTOM: 1 - y}
    side = min(edges, key=lambda edge: edges[edge])
    return side if edges[side] < _EDGE else Side.MIDDLE


def zone_of(page: QRect, side: Side) -> QRect:
    """What a tab would fill of a page on whose side it is dropped."""
    width, height = page.width(), page.height()
    return {
        Side.MIDDLE: page,
        Side.LEFT: page.adjusted(0, 0, -width // 2, 0),
        Side.RIGHT: page.adjusted(width // 2, 0, 0, 0),
        Side.TOP: page.adjusted(0, 0, 0, -height // 2),
        Side.BOTTOM: page.adjusted(0, height // 2, 0, 0),
    }[side]


class _Zone(QWidget):
    """A tint over the part of the centre that a tab would fill."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        """A rounded sheet of the accent that the page shines through."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        accent = QColor(self._theme.colours["accent"])
        painter.setPen(QPen(accent, 2))
        accent.setAlpha(48)
        painter.setBrush(accent)
        painter.drawRoundedRect(self.rect().toRectF().adjusted(4, 4, -4, -4), 8, 8)
