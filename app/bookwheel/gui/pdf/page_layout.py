"""Where each page of a document lies, one under the other, at one size."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSizeF

MARGIN, GAP = 20, 14
"""Pixels around all pages, and between two of them."""


class PageLayout:
    """Pages of these sizes, in points, at `scale` pixels a point, centred in at least `room` pixels."""

    def __init__(self, sizes: Sequence[QSizeF], scale: float, room: int) -> None:
        self.scale = scale
        self._sizes = sizes
        self._tops: list[int] = []
        top = MARGIN
        for size in sizes:
            self._tops.append(top)
            top += round(size.height() * scale) + GAP
        self.height = top - GAP + MARGIN if sizes else 0
        widest = max((size.width() for size in sizes), default=0.0)
        self.width = max(room, round(widest * scale) + 2 * MARGIN)

    @property
    def count(self) -> int:
        """How many pages there are."""
        return len(self._tops)

    def rect(self, page: int) -> QRect:
        """Where a page lies."""
        size = self._sizes[page]
        width = round(size.width() * self.scale)
        return QRect((self.width - width) // 2, self._tops[page], width, round(size.height() * self.scale))

    def pages_between(self, top: int, bottom: int) -> range:
        """The pages of which something lies between two heights."""
        if not self._tops:
            return range(0)
        first = self.page_at(top)
        if self.rect(first).bottom() < top:
            first += 1
        return range(first, bisect_right(self._tops, bottom))

    def page_at(self, y: int) -> int:
        """The page that lies at a height, or the one above the gap there."""
        return max(0, bisect_right(self._tops, y) - 1)

    def spot_at(self, point: QPoint) -> tuple[int, QPointF]:
        """The page at a point, and where on it, in points from its upper left corner; beside a page it lies outside."""
        if not self._tops:
            return 0, QPointF(-1, -1)
        page = self.page_at(point.y())
        if page + 1 < len(self._tops) and point.y() > self.rect(page).bottom() + GAP // 2:
            page += 1
        corner = self.rect(page).topLeft()
        return page, QPointF((point.x() - corner.x()) / self.scale, (point.y() - corner.y()) / self.scale)

    def area(self, page: int, box: QRectF) -> QRectF:
        """Where a box of a page, in points, lies."""
        corner = self.rect(page).topLeft()
        scale = self.scale
        return QRectF(
            corner.x() + box.x() * scale, corner.y() + box.y() * scale, box.width() * scale, box.height() * scale
        )

    def depth(self, y: int) -> float:
        """A height as number of a page, from 0, and the part of that page that lies above it."""
        if not self._tops:
            return 0.0
        page = self.page_at(y)
        rect = self.rect(page)
        return page + min(0.999, max(0.0, (y - rect.top()) / max(1, rect.height())))

    def height_of(self, depth: float) -> int:
        """The height that `depth` names."""
        if not self._tops:
            return 0
        page = min(int(depth), len(self._tops) - 1)
        rect = self.rect(page)
        return rect.top() + round((depth - page) * rect.height())
