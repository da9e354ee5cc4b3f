"""Sanitised HTML to a page: links led where they belong, anchors set once, images kept at home."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape, unescape
from urllib.parse import quote, unquote, urlsplit

from bookwheel.domain.document import LinkKind
from bookwheel.domain.links.links_out import APP_SCHEMES
from bookwheel.domain.links.named_links import is_named, read_address
from bookwheel.domain.markup.badges import is_badge
from bookwheel.domain.messages import Message
from bookwheel.domain.subscribe_links import is_subscribe_link
from bookwheel.pages.notices import title_attributes
from bookwheel.pages.syntax.file_cards import describe_file
from bookwheel.pages.types import Resolve, Target

_TAG = re.compile(r'<(/?)([a-z][a-z0-9]*)((?:\s+[a-z][\w:-]*="[^"]*")*)\s*>')
_ATTRIBUTE = re.compile(r'([a-z][\w:-]*)="([^"]*)"')
_UNTITLED = re.compile(r'<a href="((?:label|mid):[^"]+)">([^<]*)</a>')
_EMPTY_LINK = re.compile(r"<a [^<>]*>\s*</a>")
_EMPTY = re.compile(r"<p>(?:\s|<br ?/?>)*</p>\n?")
"""What is left of a link and a paragraph that held badges alone."""
_SAFE_HREF = re.compile(r"(?:https?|mailto|tel|bookwheel):", re.IGNORECASE)
_LEADING_OUT = re.compile(rf"(?:https?|bookwheel|{'|'.join(sorted(APP_SCHEMES))}):", re.IGNORECASE)
_OWN = re.compile(r"\s*bookwheel:", re.IGNORECASE)
_ON_THE_WEB = re.compile(r"(?:https?:)?//", re.IGNORECASE)
_SAFE_DATA = re.compile(r"data:image/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/=\s]*\Z")
_LONGEST_URL = 4000
_LARGEST_DATA = 700_000
_LONGEST_TITLE = 160
_PREFIX = "doc:"
_REFUSED = Message("This link's address is not allowed on a page.")
"""What a link says whose address the allow-list took away."""
_BROKEN = {"class": "broken", "href": "bookwheel://broken/"}


class Finisher:
    """One pass over one page; holds which ids are taken and which link is open."""

    def __init__(
        self, anchors: Iterable[str], seal: str, resolve: Resolve, *, guess_wikilinks: bool, is_sheet: bool = False
    ) -> None:
        """`guess_wikilinks` shows a `[[name]]` that leads nowhere as the words that were written.

        Tables of a page that `is_sheet` are marked as such.
        """
        self._table = '<div class="table sheet">' if is_sheet else '<div class="table">'
        self._anchors = frozenset(anchors)
        self._seal = seal
        self._resolve = resolve
        self._guess_wikilinks = guess_wikilinks
        self._used: set[str] = set()
        self._own_ids: frozenset[str] = frozenset()
        self._closing: list[str] = []
        self._targets: dict[str, Target] = {}
        self._has_badges = False

    def finish(self, html: str) -> str:
        """The page's HTML; every anchor that was sealed into it appears once, the document's own ids get a prefix."""
        self._own_ids = frozenset(unescape(found) for found in re.findall(r'\s(?:id|name)="([^"]*)"', html))
        page = _TAG.sub(self._tag, _UNTITLED.sub(self._title, html))
        page = page.replace("<p></p>", "")  # what is left of a paragraph around a block
        return _EMPTY.sub("", _EMPTY_LINK.sub("", page)) if self._has_badges else page

    def _title(self, match: re.Match[str]) -> str:
        """A reference that shows no more than the name which it leads to, with the title of what is there."""
        address = read_address(unescape(match[1]))
        if address is None or address.names[0].casefold() != unescape(match[2]).casefold():
            return match[0]
        title = self._named(unescape(match[1])).title
        return f'<a href="{match[1]}">{escape(title, quote=False)}</a>' if title else match[0]

    def _named(self, href: str) -> Target:
        if href not in self._targets:
            self._targets[href] = self._resolve(href, LinkKind.NAME)
        return self._targets[href]

    def _tag(self, match: re.Match[str]) -> str:
        closing, name, written = match.groups()
        if closing:
            return self._close(name, match[0])
        if name == "table":
            return self._table + self._with_ids(name, written)
        if name == "a":
            return self._link(dict(_attributes(written)))
        if name == "img":
            return self._image(dict(_attributes(written)))
        if name == "input":
            return _box("checked" in written) if 'type="checkbox"' in written else ""
        if "id=" in written or "data-anchor=" in written:
            return self._with_ids(name, written)
        return match[0]

    def _close(self, name: str, written: str) -> str:
        if name == "table":
            return "</table></div>"
        if name == "a" and self._closing:
            return self._closing.pop()
        return "" if name == "img" else written

    def _with_ids(self, name: str, written: str) -> str:
        attributes = dict(_attributes(written))
        sealed = attributes.pop("data-anchor", "")
        own = attributes.pop("id", "")
        if sealed.startswith(self._seal):
            identity = self._take(sealed.removeprefix(self._seal))
        else:
            identity = self._take(own_id(own)) if own and own_id(own) not in self._anchors else ""
        return _open(name, attributes | ({"id": identity} if identity else {}))

    def _take(self, identity: str) -> str:
        if identity in self._used:
            return ""
        self._used.add(identity)
        return identity

    def _link(self, attributes: dict[str, str]) -> str:
        is_refused = not attributes.keys() & {"href", "name", "id"}
        href = attributes.pop("href", "")
        if _OWN.match(href) and not is_subscribe_link(href):
            is_refused = True
        classes = attributes.pop("class", "").split()
        name = attributes.pop("name", "") or attributes.pop("id", "")
        if name and own_id(name) not in self._anchors and (identity := self._take(own_id(name))):
            attributes["id"] = identity
        self._closing.append("</a>")
        if is_refused:
            attributes.pop("title", None)
            return _open("a", title_attributes(_REFUSED) | attributes | _BROKEN)
        if not href:
            self._closing[-1] = "</span>"
            return _open("span", attributes)
        if href.startswith("#") and (local := self._local(unquote(href[1:]))):
            return _open("a", attributes | _classed(classes) | {"href": local})
        is_wikilink = "wikilink" in classes
        if "term" in classes:
            target = self._resolve(f"glossary/{href}", LinkKind.SHORTCODE)
            if target.status != "resolved":
                self._closing[-1] = ""
                return ""
            return _open("a", attributes | _classed(classes) | {"href": target.href})
        if is_named(href) and not is_wikilink:
            target = self._named(href)
        else:
            kind = LinkKind.WIKILINK if is_wikilink else LinkKind.MARKDOWN
            target = self._resolve(unquote(href) if is_wikilink else href, kind)
        if target.status == "unknown":
            self._closing[-1] = ""
            return ""
        if target.status == "broken" and is_wikilink and self._guess_wikilinks:
            self._closing[-1] = "]]"
            return "[[" + (escape(unquote(href), quote=False) + "|" if "titled" in classes else "")
        safe = _LEADING_OUT if target.status == "external" else _SAFE_HREF
        if target.status == "broken" or not safe.match(target.href):
            missing = Message("Nothing in this collection matches “{name}”.", name=unquote(href))
            if href.startswith("#"):
                missing = Message("This page has no section “{name}”.", name=unquote(href[1:]))
            leads = {"href": f"bookwheel://broken/?href={quote(unquote(href)[:_LONGEST_TITLE], safe='')}"}
            attributes.pop("title", None)
            return _open("a", title_attributes(missing) | attributes | _classed([*classes, "broken"]) | leads)
        if target.status == "external":
            shown = target.href if len(target.href) <= _LONGEST_TITLE else f"{target.href[:_LONGEST_TITLE]}…"
            attributes = {"title": shown, "rel": "noopener noreferrer"} | attributes
            classes.append("external")
        elif target.title:
            attributes = {"title": target.title[:_LONGEST_TITLE]} | attributes
            self._closing[-1] = "</a>" + (_web_link(target.url) if target.url else "")
        return _open("a", attributes | _classed(classes) | {"href": target.href})

    def _local(self, fragment: str) -> str:
        if fragment in self._anchors:
            return f"#{fragment}"
        return f"#{own_id(fragment)}" if fragment in self._own_ids else ""

    def _image(self, attributes: dict[str, str]) -> str:
        source = attributes.pop("src", "")
        classes = attributes.pop("class", "").split()
        attributes.pop("id", "")
        alt = attributes.get("alt", "")
        if source.startswith("data:"):
            if len(source) <= _LARGEST_DATA and _SAFE_DATA.match(source):
                return _open("img", attributes | {"src": source})
            return _placeholder(alt, "an embedded file")
        if not source:
            return _placeholder(alt, "")
        is_embed = "embed" in classes
        if card := "" if is_embed or _ON_THE_WEB.match(source) else describe_file(unquote(source), alt.strip()):
            return self._link({"class": "file-card", "href": source}) + card + self._closing.pop()
        target = self._resolve(unquote(source) if is_embed else source, LinkKind.EMBED if is_embed else LinkKind.IMAGE)
        if target.status == "asset" and target.href.startswith("bookwheel:"):
            return _open("img", {"alt": alt} | attributes | {"src": target.href, "loading": "lazy"})
        if is_badge(source):
            self._has_badges = True
            return ""
        if not _ON_THE_WEB.match(source):
            return _placeholder(alt, unquote(source))
        return _remote(source if source[0] != "/" else f"https:{source}", alt, attributes)


def _web_link(url: str) -> str:
    """A mark behind a link into the library that leads to the same work on the web."""
    shown = {"title": url[:_LONGEST_TITLE], "aria-label": url[:_LONGEST_TITLE]}
    return _open("a", {"class": "external", "href": url, "rel": "noopener noreferrer"} | shown) + "</a>"


def own_id(written: str) -> str:
    """The id on the page of an id that the document wrote; a block id (`^x`) keeps its name, as links carry it."""
    return written if written.startswith("^") else _PREFIX + written


def _attributes(written: str) -> list[tuple[str, str]]:
    return [(name, unescape(value)) for name, value in _ATTRIBUTE.findall(written)]


def _classed(classes: list[str]) -> dict[str, str]:
    return {"class": " ".join(classes)} if classes else {}


def _open(name: str, attributes: dict[str, str]) -> str:
    return f"<{name}" + "".join(f' {key}="{escape(value)}"' for key, value in attributes.items()) + ">"


def _box(is_done: bool) -> str:
    if is_done:
        return '<span class="box done" role="img" aria-label="Done"></span>'
    return '<span class="box" role="img" aria-label="To do"></span>'


def _placeholder(alt: str, source: str, more: dict[str, str] | None = None) -> str:
    words = " · ".join(part for part in (alt.strip(), source) if part) or "image"
    kind = "missing-image remote-image" if more else "missing-image"
    shown = {"class": kind, "role": "img", "aria-label": words} | (more or {})
    return _open("span", shown) + escape(words, quote=False) + "</span>"


def _remote(url: str, alt: str, attributes: dict[str, str]) -> str:
    """The place of an image on another computer, which the window may show once a person asks for it."""
    try:
        host = urlsplit(url).hostname or ""
    except ValueError:
        host = ""
    if not host or len(url) > _LONGEST_URL:
        return _placeholder(alt, host)
    sides = {f"data-{side}": attributes[side] for side in ("width", "height") if attributes.get(side, "").isdecimal()}
    title = {"title": attributes["title"]} if "title" in attributes else {}
    return _placeholder(alt, host, {"data-src": url, "data-alt": alt.strip(), "data-host": host} | sides | title)
