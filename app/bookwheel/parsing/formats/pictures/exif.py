"""EXIF: what a camera has written into a picture, in the directories of TIFF.

Source: CIPA DC-008 (Exif 2.32), and TIFF 6.0.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping

_SIZES = {1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 7: 1, 9: 4, 10: 8}
_LETTERS = {1: "B", 3: "H", 4: "I", 5: "II", 9: "i", 10: "ii"}
_EXIF, _GPS = 0x8769, 0x8825
_MOST_ENTRIES, _LONGEST = 500, 65_536

Value = str | bytes | tuple[float, ...]

IMAGE_WIDTH, IMAGE_LENGTH, DESCRIPTION, MAKE, MODEL = 0x100, 0x101, 0x10E, 0x10F, 0x110
CHANGED, ARTIST, COPYRIGHT, TAKEN, COMMENT = 0x132, 0x13B, 0x8298, 0x9003, 0x9286
EXPOSURE, APERTURE, ISO, FOCAL_LENGTH, LENS = 0x829A, 0x829D, 0x8827, 0x920A, 0xA434
XP_TITLE, XP_COMMENT, XP_AUTHOR, XP_KEYWORDS, XP_SUBJECT = range(0x9C9B, 0x9CA0)


def tags_of(content: bytes) -> tuple[Mapping[int, Value], Mapping[int, Value]]:
    """The values of a picture's main and EXIF directories by tag, and those of its GPS directory; empty for none."""
    if content.startswith((b"II*\0", b"MM\0*")):
        return _read(content)
    at = content.find(b"Exif\0\0", 0, 4_000_000)
    if at >= 0:
        return _read(content[at + 6 : at + 6 + 4_000_000])
    at = content.find(b"eXIf", 0, 4_000_000)  # PNG
    return _read(content[at + 4 : at + 4_000_004]) if at >= 0 else ({}, {})


def _read(block: bytes) -> tuple[Mapping[int, Value], Mapping[int, Value]]:
    order = {b"II": "<", b"MM": ">"}.get(block[:2], "")
    if not order or len(block) < 8:
        return {}, {}
    first = struct.unpack_from(f"{order}I", block, 4)[0]
    tags = _directory(block, first, order)
    if exif := _offset(tags.get(_EXIF)):
        tags = {**_directory(block, exif, order), **tags}
    place = _offset(tags.get(_GPS))
    return tags, _directory(block, place, order) if place else {}


def _offset(value: Value | None) -> int:
    return int(value[0]) if isinstance(value, tuple) and value else 0


def _directory(block: bytes, at: int, order: str) -> dict[int, Value]:
    found: dict[int, Value] = {}
    try:
        count = min(struct.unpack_from(f"{order}H", block, at)[0], _MOST_ENTRIES)
        for number in range(count):
            tag, kind, length = struct.unpack_from(f"{order}HHI", block, at + 2 + 12 * number)
            size = _SIZES.get(kind, 0) * length
            if not size or size > _LONGEST:
                continue
            place = at + 10 + 12 * number
            if size > 4:
                place = struct.unpack_from(f"{order}I", block, place)[0]
            raw = block[place : place + size]
            if len(raw) == size:
                found[tag] = _value(raw, kind, order)
    except struct.error:
        pass
    return found


def _value(raw: bytes, kind: int, order: str) -> Value:
    if kind == 2:
        return _text(raw)
    if kind == 7 or kind == 1 and len(raw) > 8:
        return raw
    letters = _LETTERS[kind]
    numbers = struct.unpack(f"{order}{len(raw) // struct.calcsize(order + letters) * letters}", raw)
    if len(letters) == 2:
        pairs = zip(numbers[::2], numbers[1::2], strict=True)
        return tuple(above / below if below else 0.0 for above, below in pairs)
    return tuple(float(number) for number in numbers)


def _text(raw: bytes) -> str:
    text = raw.partition(b"\0")[0]
    try:
        return text.decode("utf-8").strip()
    except UnicodeDecodeError:
        return text.decode("cp1252", "replace").strip()


def words_of(value: Value | None) -> str:
    """A value that is text, in whatever way a program has written it; empty for none."""
    if isinstance(value, str):
        return value
    if not isinstance(value, bytes):
        return ""
    start, rest = value[:8], value[8:]
    if start == b"ASCII\0\0\0":
        return _text(rest)
    if start == b"UNICODE\0":
        return _utf16(rest)
    if start == bytes(8) or start.startswith(b"JIS"):
        return ""
    return _utf16(value)


def _utf16(raw: bytes) -> str:
    text = raw[: len(raw) // 2 * 2].decode("utf-16-le", "replace").partition("\0")[0].strip()
    return "" if "\ufffd" in text else text


def number_of(value: Value | None) -> float:
    """A value that is a number, 0 for none."""
    return float(value[0]) if isinstance(value, tuple) and value else 0.0


def position_of(place: Mapping[int, Value]) -> tuple[float, float] | None:
    """Latitude and longitude in degrees, north and east positive."""
    found: list[float] = []
    for reference, tag, minus, most in ((1, 2, "S", 90), (3, 4, "W", 180)):
        parts = place.get(tag)
        if not isinstance(parts, tuple) or len(parts) != 3:
            return None
        degrees = parts[0] + parts[1] / 60 + parts[2] / 3600
        if degrees > most:
            return None
        found.append(-degrees if words_of(place.get(reference)).upper() == minus else degrees)
    return (found[0], found[1]) if found != [0, 0] else None
