"""A picture in 256 colours of its own, a third of the bytes: a window has few colours, and many shades of letters."""

from __future__ import annotations

import numpy as np
from PySide6.QtGui import QImage, qRgb

MOST, FREQUENT = 256, 200
_AT_ONCE = 4000


def reduced(picture: QImage) -> QImage:
    """The same picture with its most frequent colours, and those that would else be farthest off."""
    source = picture.convertToFormat(QImage.Format.Format_RGB32)
    width, height = source.width(), source.height()
    pixels = np.frombuffer(source.constBits(), np.uint32).reshape(height, width) & 0xFFFFFF
    colours, places, counts = np.unique(pixels, return_inverse=True, return_counts=True)
    shades = np.stack([(colours >> 16) & 255, (colours >> 8) & 255, colours & 255], 1).astype(np.int32)
    chosen = list(np.argsort(-counts)[:FREQUENT])
    off = _squares(shades, shades[chosen]).min(1)
    while len(chosen) < min(MOST, len(colours)):
        chosen.append(int(np.argmax(off * np.sqrt(counts))))
        off = np.minimum(off, _squares(shades, shades[chosen[-1:]])[:, 0])
    nearest = np.concatenate(
        [
            _squares(shades[start : start + _AT_ONCE], shades[chosen]).argmin(1)
            for start in range(0, len(shades), _AT_ONCE)
        ]
    )
    rows = np.zeros((height, -(-width // 4) * 4), np.uint8)  # Qt wants rows of whole words
    rows[:, :width] = nearest[places.reshape(height, width)]
    made = QImage(rows.tobytes(), width, height, rows.shape[1], QImage.Format.Format_Indexed8).copy()
    made.setColorTable([qRgb(*map(int, shades[each])) for each in chosen])
    return made


def _squares(some: np.ndarray, others: np.ndarray) -> np.ndarray:
    return ((some[:, None] - others[None]) ** 2).sum(2)
