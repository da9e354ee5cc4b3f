"""What kind of picture some bytes are, and how large it is, by its first bytes alone."""

from __future__ import annotations

import struct
from typing import NamedTuple

_JPEG_FRAMES = frozenset((*range(0xC0, 0xC4), *range(0xC5, 0xC8), *range(0xC9, 0xCC), *range(0xCD, 0xD0)))
_HEIC = (b"heic", b"heix", b"hevc", b"mif1", b"msf1", b"heim", b"avif", b"avis")


class Picture(NamedTuple):
    """The kind, such as `png` (empty for none that is known), and pixels across and down, 0 unknown."""

    kind: str
    width: int = 0
    height: int = 0


def looked_at(content: bytes) -> Picture:
    """The kind and size of a picture."""
    try:
        return _looked_at(content)
    except (struct.error, IndexError):
        return Picture("")


def _looked_at(content: bytes) -> Picture:
    start = content[:16]
    if start.startswith(b"\x89PNG\r\n\x1a\n"):
        return Picture("png", *struct.unpack_from(">II", content, 16))
    if start.startswith(b"\xff\xd8"):
        return _jpeg(content)
    if start.startswith((b"GIF87a", b"GIF89a")):
        return Picture("gif", *struct.unpack_from("<HH", content, 6))
    if start.startswith(b"BM"):
        width, height = struct.unpack_from("<ii", content, 18)
        return Picture("bmp", abs(width), abs(height))
    if start[:4] == b"RIFF" and start[8:12] == b"WEBP":
        return _webp(content)
    if start.startswith((b"II*\0", b"MM\0*")):
        return Picture("tiff")
    if start[4:8] == b"ftyp" and start[8:12] in _HEIC:
        return Picture("heic")
    return Picture("")


def _jpeg(content: bytes) -> Picture:
    at = 2
    for _ in range(2000):
        if content[at] != 0xFF:
            break
        marker = content[at + 1]
        if marker in _JPEG_FRAMES:
            height, width = struct.unpack_from(">HH", content, at + 5)
            return Picture("jpeg", width, height)
        if marker in (0xD9, 0xDA):
            break
        at += 2 + struct.unpack_from(">H", content, at + 2)[0]
    return Picture("jpeg")


def _webp(content: bytes) -> Picture:
    part = content[12:16]
    if part == b"VP8X":
        return Picture(
            "webp",
            1 + int.from_bytes(content[24:27], "little"),
            1 + int.from_bytes(content[27:30], "little"),
        )
    if part == b"VP8L":
        bits = struct.unpack_from("<I", content, 21)[0]
        return Picture("webp", 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF))
    width, height = struct.unpack_from("<HH", content, 26)
    return Picture("webp", width & 0x3FFF, height & 0x3FFF)
