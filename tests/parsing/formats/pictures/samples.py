"""Small pictures with what cameras and programs write into them."""

from __future__ import annotations

import struct
import zlib

_XMP = """<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"
 photoshop:City="Lucca"><dc:title><rdf:Alt><rdf:li xml:lang="x-default">The wheel</rdf:li></rdf:Alt></dc:title>
<dc:description><rdf:Alt><rdf:li>Twelve shelves in a frame of walnut.</rdf:li></rdf:Alt></dc:description>
<dc:subject><rdf:Bag><rdf:li>wheel</rdf:li><rdf:li>Möbel</rdf:li></rdf:Bag></dc:subject>
<dc:creator><rdf:Seq><rdf:li>Ada Smith</rdf:li></rdf:Seq></dc:creator></rdf:Description></rdf:RDF></x:xmpmeta>"""
_TAGS = (
    (0x10F, 2, b"Canon\0"),
    (0x110, 2, b"Canon EOS 5D\0"),
    (0x9003, 2, b"2021:05:04 10:11:12\0"),
    (0x829A, 5, struct.pack("<II", 1, 250)),
    (0x829D, 5, struct.pack("<II", 28, 10)),
    (0x8827, 3, struct.pack("<H", 400)),
    (0x920A, 5, struct.pack("<II", 50, 1)),
)
_PLACE = (
    (1, 2, b"N\0"),
    (2, 5, struct.pack("<6I", 43, 1, 50, 1, 3600, 100)),
    (3, 2, b"W\0"),
    (4, 5, struct.pack("<6I", 10, 1, 30, 1, 0, 1)),
)


def _directory(entries: tuple[tuple[int, int, bytes], ...], at: int) -> bytes:
    sizes = {2: 1, 3: 2, 4: 4, 5: 8}
    head, rest = struct.pack("<H", len(entries)), b""
    after = at + 2 + 12 * len(entries) + 4
    for tag, kind, raw in entries:
        value = raw.ljust(4, b"\0") if len(raw) <= 4 else struct.pack("<I", after + len(rest))
        rest += raw if len(raw) > 4 else b""
        head += struct.pack("<HHI", tag, kind, len(raw) // sizes[kind]) + value
    return head + bytes(4) + rest


def exif() -> bytes:
    """A block of EXIF with a camera, settings, a date and a position."""
    main = (*_TAGS, (0x8825, 4, struct.pack("<I", 4000)))
    return (b"II*\0" + struct.pack("<I", 8) + _directory(main, 8)).ljust(4000, b"\0") + _directory(_PLACE, 4000)


def iptc() -> bytes:
    """A block of IPTC with a title, a caption and a keyword."""
    values = ((5, "An older title"), (120, "An older caption."), (25, "axle"))
    sets = b"".join(struct.pack(">BBBH", 0x1C, 2, number, len(text)) + text.encode() for number, text in values)
    return b"Photoshop 3.0\x008BIM\x04\x04\0\0" + struct.pack(">I", len(sets)) + sets


def jpeg(*, has_captions: bool = True) -> bytes:
    """A JPEG of 640 by 480 pixels, which are missing."""
    parts = [b"\xff\xd8"]
    if has_captions:
        xmp = b"http://ns.adobe.com/xap/1.0/\0" + _XMP.encode()
        blocks = ((0xE1, b"Exif\0\0" + exif()), (0xE1, xmp), (0xED, iptc()), (0xFE, b"A comment"))
        parts += [b"\xff" + bytes([marker]) + struct.pack(">H", len(block) + 2) + block for marker, block in blocks]
    parts.append(b"\xff\xc0" + struct.pack(">HBHHB", 17, 8, 480, 640, 3) + bytes(9) + b"\xff\xd9")
    return b"".join(parts)


def png() -> bytes:
    """A PNG of three by two pixels with texts."""

    def chunk(kind: bytes, raw: bytes) -> bytes:
        return struct.pack(">I", len(raw)) + kind + raw + struct.pack(">I", zlib.crc32(kind + raw))

    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 3, 2, 8, 0, 0, 0, 0))
        + chunk(b"tEXt", b"Title\0A plan") + chunk(b"zTXt", b"Description\0\0" + zlib.compress(b"Of the axle"))
        + chunk(b"iTXt", "Author\0\0\0\0\0Zoë".encode()) + chunk(b"IDAT", zlib.compress(b"\0abc\0def"))
        + chunk(b"IEND", b"")
    )  # fmt: skip


SVG = b"""<?xml version="1.0"?>
<!-- made by hand --><svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><title>The axle</title>
<desc>A drawing of it.</desc><script>steal()</script><g><text x="1">Hub and <tspan>spokes</tspan></text>
<text>Rim</text></g></svg>
"""
