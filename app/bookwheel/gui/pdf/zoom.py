"""How large pages are shown: as wide as there is room, whole, or so many times their size on paper."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QSize, QSizeF

from bookwheel.gui.pdf.page_layout import GAP, MARGIN

Fit = Literal["usual", "width", "page", "factor"]
_STEPS = (0.25, 0.33, 0.5, 0.67, 0.75, 0.9, 1.0, 1.1, 1.25, 1.5, 1.75, 2.0, 2.5, 3.0, 4.0, 5.0)
_USUAL_MOST = 1.25
"""Times its size on paper that a page has at most while nobody has chosen a size."""
POINTS_AN_INCH = 72.0
SMALLEST, LARGEST = 0.05, 12.0
"""Pixels a point."""


@dataclass(frozen=True, slots=True)
class Zoom:
    """`usual` is the width that there is, but not much larger than on paper; `factor` is for `factor` alone."""

    fit: Fit = "usual"
    factor: float = 1.0

    def stepped(self, scale: float, by: int, dots: int = 96) -> Zoom:
        """One step larger (1) or smaller (-1) than so many pixels a point."""
        now = scale * POINTS_AN_INCH / dots
        if by > 0:
            return Zoom("factor", next((step for step in _STEPS if step > now + 0.01), _STEPS[-1]))
        return Zoom("factor", next((step for step in reversed(_STEPS) if step < now - 0.01), _STEPS[0]))

    @property
    def text(self) -> str:
        """As it is kept."""
        return f"{self.factor:g}" if self.fit == "factor" else self.fit


def zoom_of(text: str) -> Zoom:
    """A zoom as it was kept; the usual one for anything else."""
    if text == "width":
        return Zoom("width")
    if text == "page":
        return Zoom("page")
    try:
        factor = float(text)
    except ValueError:
        return Zoom()
    return Zoom("factor", min(max(factor, _STEPS[0]), _STEPS[-1])) if factor == factor else Zoom()


def scale_for(zoom: Zoom, sizes: Sequence[QSizeF], room: QSize, dots: int) -> float:
    """Pixels a point at which pages of these sizes, in points, are shown in a room of pixels."""
    paper = dots / POINTS_AN_INCH
    if zoom.fit == "factor" or not sizes:
        return zoom.factor * paper
    widest = max(size.width() for size in sizes)
    by_width = max(1, room.width() - 2 * MARGIN) / widest
    if zoom.fit == "width":
        return by_width
    if zoom.fit == "page":
        return min(by_width, max(1, room.height() - 2 * GAP) / max(size.height() for size in sizes))
    return min(by_width, _USUAL_MOST * paper)
