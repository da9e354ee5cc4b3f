"""Lucide icons in the colours of the look."""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QGuiApplication, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from bookwheel import paths

SIZE = 16
_STROKE = "1.75"


@cache
def _folder() -> Path:
    return paths.resources() / "icons"


@lru_cache(maxsize=128)
def _source(name: str) -> str:
    text = (_folder() / f"{name}.svg").read_text("utf-8")
    return text.replace('stroke-width="2"', f'stroke-width="{_STROKE}"')


@lru_cache(maxsize=512)
def pixmap(name: str, colour: str, size: int = SIZE) -> QPixmap:
    """An icon drawn in one colour at a size in device-independent pixels, sharp on every screen there is."""
    ratio = max((1.0, *(screen.devicePixelRatio() for screen in QGuiApplication.screens())))
    picture = QPixmap(round(size * ratio), round(size * ratio))
    picture.fill(Qt.GlobalColor.transparent)
    renderer = QSvgRenderer(QByteArray(_source(name).replace("currentColor", colour).encode()))
    painter = QPainter(picture)
    renderer.render(painter, QRectF(0, 0, picture.width(), picture.height()))
    painter.end()
    picture.setDevicePixelRatio(ratio)
    return picture


def forget() -> None:
    """Draw icons anew when they are next asked for, as after the screens changed."""
    pixmap.cache_clear()
    icon.cache_clear()


@lru_cache(maxsize=512)
def icon(name: str, colour: str, faint: str = "", checked: str = "") -> QIcon:
    """An icon for buttons: `faint` where disabled, `checked` while pressed in."""
    made = QIcon(pixmap(name, colour))
    if faint:
        made.addPixmap(pixmap(name, faint), QIcon.Mode.Disabled)
    if checked:
        made.addPixmap(pixmap(name, checked), QIcon.Mode.Normal, QIcon.State.On)
    return made
