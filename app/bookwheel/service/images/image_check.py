"""Says of fetched bytes what image they are, and refuses what is none, or too large once unpacked."""

from __future__ import annotations

from bookwheel.domain.errors import FetchRefused
from bookwheel.parsing.formats.pictures.headers import looked_at

MEDIA_TYPES = {
    "png": "image/png", "jpeg": "image/jpeg", "gif": "image/gif", "webp": "image/webp", "avif": "image/avif",
}  # fmt: skip
MOST_PIXELS = 50_000_000
LONGEST_SIDE = 30_000
_AVIF = (b"avif", b"avis")
_BOXES = 200
_NESTED = {b"meta": 12, b"iprp": 8, b"ipco": 8}
"""Boxes that lead to the sizes of an AVIF, and how many bytes of each stand before the boxes within."""


def kind_of(content: bytes) -> str:
    """The kind of an image, a key of `MEDIA_TYPES`.

    Raises:
        FetchRefused: for anything else, an image without a size in its header, and one of too many pixels.
    """
    kind, width, height = looked_at(content)
    if content[4:8] == b"ftyp" and content[8:12] in _AVIF:
        kind = "avif"
        width, height = _avif_size(content)
    if kind not in MEDIA_TYPES:
        raise FetchRefused("The file is not a PNG, JPEG, GIF, WebP or AVIF image.")
    if not width or not height:
        raise FetchRefused("The image is damaged.")
    if width * height > MOST_PIXELS or max(width, height) > LONGEST_SIDE:
        raise FetchRefused("The image is too large: {width} × {height} pixels.", width=width, height=height)
    return kind


def _avif_size(content: bytes) -> tuple[int, int]:
    """The largest width and height that any part of an AVIF states; 0 where none does."""
    width = height = 0
    waiting = [(0, len(content))]
    for _ in range(_BOXES):
        if not waiting:
            break
        at, end = waiting.pop()
        if at + 8 > end:
            continue
        size, name = int.from_bytes(content[at : at + 4], "big"), content[at + 4 : at + 8]
        size = end - at if size == 0 else size
        if size < 8 or at + size > end:
            continue
        waiting.append((at + size, end))
        if name in _NESTED:
            waiting.append((at + _NESTED[name], at + size))
        elif name == b"ispe" and size >= 20:
            width = max(width, int.from_bytes(content[at + 12 : at + 16], "big"))
            height = max(height, int.from_bytes(content[at + 16 : at + 20], "big"))
    return width, height
