"""Small pictures of each kind that is shown, and headers that promise large ones."""

from __future__ import annotations

import struct
import zlib


def png(width: int = 40, height: int = 30, colour: bytes = b"\xc0\x50\x20") -> bytes:
    """A whole PNG in one colour."""

    def chunk(name: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))

    rows = (b"\0" + colour * width) * height
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def png_head(width: int, height: int) -> bytes:
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sIIBBBBB", 13, b"IHDR", width, height, 8, 2, 0, 0, 0)


def gif(width: int, height: int) -> bytes:
    return b"GIF89a" + struct.pack("<HH", width, height) + b"\0\0\0;"


def jpeg(width: int, height: int) -> bytes:
    return b"\xff\xd8\xff\xe0\0\x04\0\0\xff\xc0" + struct.pack(">HBHHB", 17, 8, height, width, 3) + bytes(9)


def webp(width: int, height: int) -> bytes:
    size = (width - 1).to_bytes(3, "little") + (height - 1).to_bytes(3, "little")
    return b"RIFF\x16\0\0\0WEBPVP8X\x0a\0\0\0" + bytes(4) + size


def avif(*sizes: tuple[int, int]) -> bytes:
    def box(name: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body) + 8) + name + body

    sized = b"".join(box(b"ispe", struct.pack(">III", 0, width, height)) for width, height in sizes)
    meta = box(b"meta", bytes(4) + box(b"hdlr", bytes(20)) + box(b"iprp", box(b"ipco", sized)))
    return box(b"ftyp", b"avif" + bytes(4) + b"avifmif1") + meta
