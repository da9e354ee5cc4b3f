"""A page for the dark theme: its lightness turned over between the theme's page and text, its colours kept."""

from __future__ import annotations

import numpy as np
from PySide6.QtGui import QColor, QImage

_RED, _GREEN, _BLUE = 54, 183, 19
"""Parts of 256 that each colour has in what the eye takes for light (Rec. 709)."""
_TILE = 16
_MOSTLY = 0.5
"""A tile of which no shade fills this part belongs to a picture, not to text or a plain surface."""
_FEWEST = 12
"""Tiles of the smallest picture."""
_DIMMED = 0.86


def darken(image: QImage, page: str, text: str) -> QImage:
    """A drawn page in the dark: paper as the colour `page`, ink as `text`; photographs stay, a little dimmed."""
    flat = QImage(image.size(), QImage.Format.Format_RGB32)
    flat.fill(QColor("white"))
    source = image.convertToFormat(QImage.Format.Format_ARGB32_Premultiplied)
    pixels = _pixels(source)
    colours = pixels[..., :3] + (255 - pixels[..., 3:4])  # premultiplied, over white paper
    parts = colours.astype(np.uint16) * np.array((_BLUE, _GREEN, _RED), dtype=np.uint16)
    light = ((parts[..., 0] + parts[..., 1] + parts[..., 2]) >> 8).astype(np.uint8)
    turned = np.clip(colours + (255 - 2 * light.astype(np.int16))[..., None], 0, 255).astype(np.uint8)
    out = _pixels(flat)
    for channel, (low, high) in enumerate(zip(_blue_first(page), _blue_first(text), strict=True)):
        shades = np.linspace(low, high, 256).round().astype(np.uint8)
        out[..., channel] = shades[turned[..., channel]]
    for left, top, right, bottom in pictures_in(light):
        part = np.s_[top:bottom, left:right]
        out[part][..., :3] = (colours[part] * _DIMMED).astype(np.uint8)
    out[..., 3] = 255
    return flat


def pictures_in(light: np.ndarray) -> list[tuple[int, int, int, int]]:
    """Left, top, right and bottom of what looks like photographs on a page of these shades (rows, columns; uint8)."""
    rows, columns = light.shape[0] // _TILE, light.shape[1] // _TILE
    if not rows or not columns:
        return []
    coarse = (light[: rows * _TILE : 2, : columns * _TILE : 2] >> 4).reshape(rows, _TILE // 2, columns, _TILE // 2)
    tiles = coarse.transpose(0, 2, 1, 3).reshape(rows * columns, -1)
    most = np.zeros(rows * columns, dtype=np.int16)
    for shade in range(16):
        np.maximum(most, (tiles == shade).sum(axis=1, dtype=np.int16), out=most)
    paper = (tiles == 15).mean(axis=1)
    is_picture = ((most < _MOSTLY * tiles.shape[1]) & (paper < 0.2)).reshape(rows, columns)
    return [
        (left * _TILE, top * _TILE, (right + 1) * _TILE, (bottom + 1) * _TILE)
        for left, top, right, bottom, count in _areas(is_picture)
        if count >= _FEWEST and count > 0.4 * (right - left + 1) * (bottom - top + 1)
    ]


def _areas(mask: np.ndarray) -> list[tuple[int, int, int, int, int]]:
    """Tiles that touch each other, as the box around them and how many they are."""
    waiting = {(int(row), int(column)) for row, column in np.argwhere(mask)}
    found: list[tuple[int, int, int, int, int]] = []
    while waiting:
        edge, area = [waiting.pop()], []
        while edge:
            row, column = edge.pop()
            area.append((row, column))
            for near in ((row + y, column + x) for y in (-1, 0, 1) for x in (-1, 0, 1)):
                if near in waiting:
                    waiting.remove(near)
                    edge.append(near)
        rows, columns = [row for row, _ in area], [column for _, column in area]
        found.append((min(columns), min(rows), max(columns), max(rows), len(area)))
    return found


def _pixels(image: QImage) -> np.ndarray:
    rows = np.frombuffer(image.bits(), dtype=np.uint8).reshape(image.height(), image.bytesPerLine() // 4, 4)
    return rows[:, : image.width()]


def _blue_first(colour: str) -> tuple[int, int, int]:
    found = QColor(colour)
    return found.blue(), found.green(), found.red()
