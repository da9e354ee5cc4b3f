"""RSS and Atom: what a feed and its entries say, as plain values."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from html import escape

from bookwheel.crawling.addresses import canonical
from bookwheel.domain.errors import SkippedFile
from bookwheel.parsing.formats.xml_tree import Element, attribute, name_of, parse_xml

MOST_ENTRIES = 2_000
DEEPEST = 100
"""Elements of XHTML within each other that are read."""

_ROOTS = frozenset(("rss", "feed", "RDF"))
_ENTRIES = frozenset(("item", "entry"))
_DATES = ("published", "pubDate", "issued", "date", "updated", "modified")
_START = re.compile(rb"<(?:rss|feed|rdf:RDF)[\s>]", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class FeedEntry:
    """An entry: `url` is that of its page (empty for none), `html` its text, `date` ISO 8601 or empty."""

    id: str
    url: str
    title: str
    html: str
    date: str = ""
    author: str = ""
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Feed:
    """A feed; its entries are as in the file, the newest usually first."""

    title: str
    language: str
    entries: tuple[FeedEntry, ...]


def is_feed(content: bytes) -> bool:
    """Whether some bytes begin as a feed does."""
    return _START.search(content[:2_000]) is not None


def read(content: bytes, base: str) -> Feed:
    """The entries of a feed at an address.

    Raises:
        SkippedFile: when it is no feed.
    """
    root = parse_xml(content)
    if name_of(root) not in _ROOTS:
        raise SkippedFile("This file is not a feed.")
    channel = next((node for node in root if name_of(node) == "channel"), root)
    found = [node for node in root.iter() if name_of(node) in _ENTRIES][:MOST_ENTRIES]
    language = _text(channel, "language") or attribute(root, "lang")
    return Feed(_plain(_text(channel, "title")), language, tuple(_entry(node, base) for node in found))


def _entry(node: Element, base: str) -> FeedEntry:
    url = _url(node, base)
    title = _plain(_text(node, "title"))
    id = _text(node, "guid") or _text(node, "id") or url or title
    author = _text(node, "creator") or _author(node)
    tags = (attribute(child, "term") or (child.text or "").strip() for child in node if name_of(child) == "category")
    date = next((date for name in _DATES if (date := _date(_text(node, name)))), "")
    return FeedEntry(id, url, title, _html(node), date, author, tuple(dict.fromkeys(tag for tag in tags if tag)))


def _url(node: Element, base: str) -> str:
    for child in node:
        if name_of(child) != "link":
            continue
        if attribute(child, "href"):
            if (attribute(child, "rel") or "alternate") == "alternate":
                return canonical(attribute(child, "href"), base)
        elif (child.text or "").strip():
            return canonical((child.text or "").strip(), base)
    guid = _text(node, "guid")
    return canonical(guid) if guid.startswith(("http://", "https://")) else ""


def _html(node: Element) -> str:
    """The longest text of an entry as HTML."""
    texts = [_as_html(child) for child in node if name_of(child) in ("encoded", "content", "description", "summary")]
    return max(texts, key=len, default="")


def _as_html(node: Element) -> str:
    kind = attribute(node, "type")
    if kind == "xhtml" or len(node):
        return "".join(_written(child, 0) for child in node)
    text = node.text or ""
    return f"<p>{escape(text)}</p>" if kind == "text" else text


def _written(node: Element, depth: int) -> str:
    """An element of XHTML as HTML, with the text after it."""
    name = name_of(node)
    tail = escape(node.tail or "")
    if not re.fullmatch(r"[a-zA-Z][a-zA-Z0-9]{0,15}", name) or depth > DEEPEST:
        return tail
    named = "".join(
        f' {key}="{escape(value)}"' for key, value in node.items() if re.fullmatch(r"[a-z][a-z-]{0,20}", key)
    )
    if name in ("br", "hr", "img"):
        return f"<{name}{named}>{tail}"
    inner = "".join(_written(child, depth + 1) for child in node)
    return f"<{name}{named}>{escape(node.text or '')}{inner}</{name}>{tail}"


def _author(node: Element) -> str:
    for child in node:
        if name_of(child) == "author":
            return next((name for inner in _children(child, "name") if (name := inner)), (child.text or "").strip())
    return ""


def _children(node: Element, name: str) -> Iterator[str]:
    for child in node:
        if name_of(child) == name:
            yield (child.text or "").strip()


def _text(node: Element, name: str) -> str:
    return next((text for text in _children(node, name) if text), "")


def _plain(text: str) -> str:
    """A title without the markup that feeds put into it."""
    return " ".join(re.sub(r"<[^<>]{0,500}>", "", text).split())[:300]


def _date(text: str) -> str:
    try:
        found = datetime.fromisoformat(text) if text[:4].isdigit() else parsedate_to_datetime(text)
    except (ValueError, TypeError, IndexError):
        return ""
    try:
        return (found if found.tzinfo else found.replace(tzinfo=UTC)).astimezone(UTC).isoformat(timespec="seconds")
    except (ValueError, OverflowError):
        return ""
