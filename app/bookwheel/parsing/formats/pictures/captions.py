"""Titles, captions, keywords and authors that programs have written into a picture: XMP, IPTC, PNG's text, comments."""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field

from bookwheel.domain.errors import SkippedFile
from bookwheel.parsing.encoding import storable
from bookwheel.parsing.formats.xml_tree import Element, parse_xml

_LONGEST = 20_000
_LARGEST_XMP = 2_000_000
_RDF = "{http://www.w3.org/1999/02/22-rdf-syntax-ns#}"
_NAMESPACES = {
    "http://purl.org/dc/elements/1.1/": "dc",
    "http://ns.adobe.com/photoshop/1.0/": "photoshop",
    "http://ns.adobe.com/xap/1.0/": "xmp",
    "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/": "iptc",
    "http://iptc.org/std/Iptc4xmpExt/2008-02-29/": "iptc",
}
_XMP_NAMES = {
    "dc:title": "title", "photoshop:Headline": "title", "dc:description": "description", "dc:subject": "tags",
    "dc:creator": "author", "dc:rights": "rights", "photoshop:DateCreated": "date", "xmp:CreateDate": "date",
    "photoshop:City": "location", "photoshop:State": "location", "photoshop:Country": "location",
    "iptc:Location": "location", "iptc:AltTextAccessibility": "description", "iptc:PersonInImage": "people",
    "iptc:ExtDescrAccessibility": "description",
}  # fmt: skip
_IPTC_NAMES = {
    5: "title", 105: "title", 120: "description", 25: "tags", 80: "author", 116: "rights", 55: "date", 92: "location",
    90: "location", 95: "location", 101: "location",
}  # fmt: skip
_PNG_NAMES = {
    "title": "title", "author": "author", "description": "description", "comment": "description",
    "copyright": "rights", "creation time": "date",
}  # fmt: skip
_SEVERAL = frozenset(("tags", "author", "location", "people"))
_LETTERS = re.compile(r"\w")


@dataclass(slots=True)
class Captions:
    """What is said of a picture by name: title, description, tags, author, rights, date, location, people."""

    said: dict[str, list[str]] = field(default_factory=dict[str, list[str]])

    def add(self, name: str, text: str) -> None:
        """Note a value; one that is there already, or has no letter, is not noted."""
        text = storable(text.replace("\0", "")).strip()[:_LONGEST]
        before = self.said.setdefault(name, [])
        is_new = _LETTERS.search(text) and text not in before
        if is_new and (name in _SEVERAL or name == "description" or not before) and len(before) < 200:
            before.append(text)

    def first(self, name: str) -> str:
        """The first value of a name, empty for none."""
        return next(iter(self.said.get(name, ())), "")


def captions_of(content: bytes, kind: str) -> Captions:
    """All captions of a picture; XMP comes before IPTC, which is older."""
    found = Captions()
    _add_xmp(found, content)
    if kind in ("jpeg", "tiff"):
        _add_iptc(found, content)
    if kind == "png":
        for name, text in _png_texts(content):
            if own := _PNG_NAMES.get(name.lower()):
                found.add(own, text)
    if kind == "jpeg":
        for comment in _jpeg_comments(content):
            found.add("description", comment)
    return found


def _add_xmp(found: Captions, content: bytes) -> None:
    start = content.find(b"<x:xmpmeta")
    end = content.find(b"</x:xmpmeta>", start, start + _LARGEST_XMP) if start >= 0 else -1
    if end < 0:
        return
    try:
        root = parse_xml(content[start : end + 12])
    except SkippedFile:
        return
    for about in root.iter(f"{_RDF}Description"):
        for name, value in about.items():
            if own := _XMP_NAMES.get(_named(name)):
                found.add(own, value)
        for element in about:
            if isinstance(element.tag, str) and (own := _XMP_NAMES.get(_named(element.tag))):
                for text in _texts(element):
                    found.add(own, text)


def _named(tag: str) -> str:
    space, _, name = tag.removeprefix("{").partition("}")
    return f"{_NAMESPACES.get(space, '')}:{name}"


def _texts(element: Element) -> Iterator[str]:
    entries = list(element.iter(f"{_RDF}li"))
    for entry in entries or [element]:
        yield entry.text or ""


def _add_iptc(found: Captions, content: bytes) -> None:
    at = content.find(b"8BIM\x04\x04")
    if at < 0:
        return
    try:
        name = content[at + 6]
        at += 6 + (name + 2) // 2 * 2
        size = struct.unpack_from(">I", content, at)[0]
        _add_datasets(found, content[at + 4 : at + 4 + min(size, 1_000_000)])
    except (struct.error, IndexError):
        return


def _add_datasets(found: Captions, block: bytes) -> None:
    at = 0
    encoding = "cp1252"
    while at + 5 <= len(block) and block[at] == 0x1C:
        record, dataset, size = struct.unpack_from(">BBH", block, at + 1)
        if size & 0x8000:
            return
        raw = block[at + 5 : at + 5 + size]
        at += 5 + size
        if (record, dataset) == (1, 90) and raw == b"\x1b%G":
            encoding = "utf-8"
        elif record == 2 and (own := _IPTC_NAMES.get(dataset)):
            text = raw.decode(encoding, "replace")
            found.add(own, f"{text[:4]}-{text[4:6]}-{text[6:8]}" if own == "date" and len(text) == 8 else text)


def _png_texts(content: bytes) -> Iterator[tuple[str, str]]:
    at = 8
    for _ in range(10_000):
        if at + 8 > len(content):
            return
        size, kind = struct.unpack_from(">I4s", content, at)
        raw = content[at + 8 : at + 8 + min(size, 1_000_000)]
        at += 12 + size
        name, _, rest = raw.partition(b"\0")
        if kind == b"tEXt":
            yield name.decode("latin-1"), rest.decode("latin-1")
        elif kind == b"zTXt":
            yield name.decode("latin-1"), _inflated(rest[1:]).decode("latin-1")
        elif kind == b"iTXt" and len(rest) > 2:
            text = rest[2:].split(b"\0", 2)[-1]
            yield name.decode("latin-1"), (_inflated(text) if rest[0] else text).decode("utf-8", "replace")


def _inflated(raw: bytes) -> bytes:
    try:
        return zlib.decompressobj().decompress(raw, _LARGEST_XMP)
    except zlib.error:
        return b""


def _jpeg_comments(content: bytes) -> Iterator[str]:
    at = 2
    for _ in range(2000):
        if at + 4 > len(content) or content[at] != 0xFF or content[at + 1] == 0xDA:
            return
        size = struct.unpack_from(">H", content, at + 2)[0]
        if content[at + 1] == 0xFE:
            raw = content[at + 4 : at + 2 + size]
            try:
                yield raw.decode("utf-8")
            except UnicodeDecodeError:
                yield raw.decode("cp1252", "replace")
        at += 2 + size
