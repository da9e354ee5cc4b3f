"""What a section has besides text, as bits: code, tables, images, links, tasks; and whether it has a text at all."""

from __future__ import annotations

import re
from collections import Counter

from bookwheel.domain.document import Document, LinkKind

CODE, TABLE, IMAGE, LINK, TASK = 1, 2, 4, 8, 16
LINK_LIST, BARE = 64, 128
"""The bits of a section that is a list of links ("What's next", "See also"), and of one that is a mere heading."""

LIST_SHARE = 0.5
"""Share of a section's words that are texts of links from which it is a list of links."""

BARE_WORDS = 2
"""Words besides texts of links below which a section without code is a mere heading."""

_CELL = r"[ \t]*:?-+:?[ \t]*"
_TABLE = re.compile(rb"^[ \t>]*(?:\|%b(?:\|%b)*\|?|%b(?:\|%b)+\|?)[ \t]*$|<table[\s>]" % ((_CELL.encode(),) * 4), re.M)
_TASK = re.compile(rb"^[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]+\[[^\]\n]{1,4}\](?:[ \t]+\S)", re.M)
_BOX = re.compile(rb"\[[^\]\n]{1,4}\][ \t]+\S")
"""What every task has: found fast in a text that has none."""
_IMAGE_FILE = (".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp", ".avif", ".bmp", ".tif", ".tiff", ".ico", ".heic")


def parts_of(document: Document) -> list[int]:
    """What each section of a document has, in source order."""
    text = document.text.encode("utf-8", "surrogatepass")
    may_have_table = b"-|" in text or b"- |" in text or b"|-" in text or b"<table" in text
    may_have_task = _BOX.search(text) is not None
    may_have_table = may_have_table or b"| -" in text or b"|:" in text or b"| :" in text
    found: list[int] = []
    linked = Counter[int]()
    for link in document.links:
        linked[link.section] += len(link.text.split())
    for number, section in enumerate(document.sections):
        bits = CODE if section.code.strip() else _substance(section.words, linked[number])
        if may_have_table and _TABLE.search(text, section.start_byte, section.end_byte):
            bits |= TABLE
        if may_have_task and _TASK.search(text, section.start_byte, section.end_byte):
            bits |= TASK
        found.append(bits)
    for link in document.links:
        if 0 <= link.section < len(found):
            found[link.section] |= _bit_of(link.kind, link.target)
    return found


def _substance(words: int, linked: int) -> int:
    if linked and linked >= LIST_SHARE * words:
        return LINK_LIST
    return BARE if words - linked < BARE_WORDS else 0


def _bit_of(kind: LinkKind, target: str) -> int:
    if kind is LinkKind.IMAGE:
        return IMAGE
    if kind in (LinkKind.EMBED, LinkKind.HTML, LinkKind.SHORTCODE):
        return IMAGE if target.lower().endswith(_IMAGE_FILE) else LINK
    return LINK
