"""Sitemaps: the pages that a site lists, in indexes, compressed files and plain lists."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from bookwheel.domain.errors import BookwheelError, SkippedFile
from bookwheel.fetching.decompression import Unpacker
from bookwheel.parsing.formats.xml_tree import Element, name_of, parse_xml

LARGEST = 52_428_800
"""Bytes of an unpacked sitemap: the protocol's own bound."""

MOST_PAGES = 200_000


@dataclass(slots=True)
class Sitemap:
    """What one sitemap lists: pages with the day of their last change (empty where it says none), other sitemaps."""

    pages: dict[str, str] = field(default_factory=dict[str, str])
    sitemaps: list[str] = field(default_factory=list[str])


def read(content: bytes) -> Sitemap:
    """The addresses in a sitemap, as written; nothing where it cannot be read."""
    if content.startswith(b"\x1f\x8b"):
        try:
            content = Unpacker("gzip", LARGEST).unpack(content)
        except BookwheelError:
            return Sitemap()
    if len(content) > LARGEST:
        return Sitemap()
    if not content.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<"):
        return Sitemap(dict.fromkeys(_lines(content), ""))
    return _from_xml(content)


def _lines(content: bytes) -> Sequence[str]:
    lines = (line.strip() for line in content.decode("utf-8-sig", "replace").splitlines())
    return [line for line in lines if line.startswith(("http://", "https://"))][:MOST_PAGES]


def _from_xml(content: bytes) -> Sitemap:
    found = Sitemap()
    try:
        root = parse_xml(content)
    except SkippedFile:
        return found
    for node in root.iter():
        name = name_of(node)
        if name not in ("url", "sitemap"):
            continue
        location = _child(node, "loc")
        if name == "sitemap" and location:
            found.sitemaps.append(location)
        elif location and len(found.pages) < MOST_PAGES:
            found.pages[location] = _child(node, "lastmod")
    return found


def _child(node: Element, name: str) -> str:
    return next(((child.text or "").strip() for child in node if name_of(child) == name), "")
