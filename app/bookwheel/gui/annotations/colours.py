"""What the four colours of highlights are called, and how they look."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPen, QPixmap

from bookwheel.domain.annotations.annotation import AnnotationKind, Colour
from bookwheel.gui.i18n.translation import QT_TR_NOOP, tr
from bookwheel.gui.shell.passages import HIGHLIGHT_LINES
from bookwheel.gui.theme.theme import Theme

COLOURS = {
    Colour.YELLOW: QT_TR_NOOP("Yellow"),
    Colour.BLUE: QT_TR_NOOP("Blue"),
    Colour.ORANGE: QT_TR_NOOP("Orange"),
    Colour.PURPLE: QT_TR_NOOP("Purple"),
}
KINDS = {
    AnnotationKind.BOOKMARK: QT_TR_NOOP("Bookmark"),
    AnnotationKind.HIGHLIGHT: QT_TR_NOOP("Highlight"),
    AnnotationKind.NOTE: QT_TR_NOOP("Note"),
}


def colour_name(colour: Colour) -> str:
    """What a colour is called on the screen."""
    return tr(COLOURS[colour])


def kind_name(kind: AnnotationKind) -> str:
    """What a kind of annotation is called on the screen."""
    return tr(KINDS[kind])


def swatch(colour: Colour, theme: Theme, ratio: float = 2.0) -> QIcon:
    """A square of a colour over its line, 16 pixels wide."""
    picture = QPixmap(round(16 * ratio), round(16 * ratio))
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(QColor(theme.colours["edge"]), 1))
    painter.setBrush(QColor(theme.colours[f"highlight_{colour.value}"]))
    painter.drawRoundedRect(QRectF(1, 0.5, 14, 11), 3, 3)
    painter.setPen(QPen(QColor(theme.colours["text"]), 1.6, HIGHLIGHT_LINES[colour]))
    painter.drawLine(1, 14, 15, 14)
    painter.end()
    return QIcon(picture)
