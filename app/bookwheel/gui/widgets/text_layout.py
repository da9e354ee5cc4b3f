"""Lines of laid-out text, and places in them."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QFontMetricsF, QTextLayout, QTextOption

from bookwheel.gui.i18n.utf16 import place_of


def line_x(line: object, position: int) -> float:
    """Where a unit of a laid-out line stands, in pixels."""
    place = line.cursorToX(position)  # type: ignore[attr-defined]
    return float(place[0] if isinstance(place, tuple) else place)


def break_lines(text: str, font: QFont, width: int, most: int) -> list[tuple[int, str]]:
    """A text in at most so many lines of a width in pixels, each with where it begins; the last one is cut."""
    layout = QTextLayout(text.replace("\n", " "), font)
    choice = QTextOption()
    choice.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(choice)
    layout.beginLayout()
    lines: list[tuple[int, str]] = []
    while True:
        line = layout.createLine()
        if not line.isValid():
            break
        line.setLineWidth(width)
        start = place_of(layout.text(), line.textStart())
        end = place_of(layout.text(), line.textStart() + line.textLength())
        if len(lines) == most - 1:
            rest = QFontMetricsF(font).elidedText(layout.text()[start:], Qt.TextElideMode.ElideRight, width)
            lines.append((start, rest))
            break
        lines.append((start, layout.text()[start:end].rstrip()))
    layout.endLayout()
    return lines
