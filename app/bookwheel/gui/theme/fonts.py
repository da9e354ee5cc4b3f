"""Fonts of the window: loads the bundled families and sizes them in proportion to the interface's own size."""

from __future__ import annotations

import threading

from PySide6.QtGui import QFont, QFontDatabase, QImage, QPainter
from PySide6.QtWidgets import QApplication

from bookwheel import paths

INTERFACE, SERIF, MONO = "Inter", "Bookwheel Serif", "JetBrains Mono"
_WEIGHT = QFont.Tag("wght")
_SIZE = 13
"""The usual size of the interface's letters in pixels; all others are in proportion to it."""


def load() -> None:
    """Make the bundled fonts known to Qt and set the interface's font."""
    for file in sorted((paths.resources() / "fonts").glob("*.ttf")):
        QFontDatabase.addApplicationFont(str(file))
    QApplication.setFont(interface_font("", _SIZE))


def interface_font(family: str, size: int) -> QFont:
    """Return the interface's font in `family` (empty for Inter) at `size` pixels, with fallbacks."""
    font = QFont(family or INTERFACE)
    font.setFamilies([*([family] if family else []), INTERFACE, "Noto Sans", "Noto Sans CJK SC", "Noto Sans Arabic"])
    font.setPixelSize(size)
    return font


def interface_scale() -> float:
    """Return how much larger than usual the interface's letters are, as a factor."""
    size = QApplication.font().pixelSize()
    return size / _SIZE if size > 0 else 1.0


def font(size: float, weight: int = 400, family: str = INTERFACE) -> QFont:
    """One of the three families at a size in pixels, in proportion to the interface's own; other scripts fall back to
    the system's fonts.
    """
    made = QFont(QApplication.font())
    if family != INTERFACE:
        made.setFamilies([family, "Noto Serif" if family == SERIF else "Noto Sans Mono"])
    made.setPixelSize(round(size * interface_scale()))
    if family == SERIF and weight != 400:
        # Qt finds only its regular style, so the weight is set on the variable font's own axis.
        made.setVariableAxis(_WEIGHT, weight)
    else:
        made.setWeight(QFont.Weight(weight))
    return made


def warm() -> None:
    """Find the fonts of other scripts in a thread, so that their first words do not hold the window up."""
    threading.Thread(target=_paint_scripts, args=(font(13), font(15.5, family=SERIF)), daemon=True).start()


def _paint_scripts(*faces: QFont) -> None:
    sheet = QImage(200, 40, QImage.Format.Format_ARGB32_Premultiplied)
    for face in faces:
        for words in ("书", "か", "글", "كتاب", "ספר"):
            painter = QPainter(sheet)
            painter.setFont(face)
            painter.drawText(0, 30, words)
            painter.end()
