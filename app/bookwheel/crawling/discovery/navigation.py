"""The navigation of a site: entries as nested lists of links, merged over its pages, in the order of the first."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import cast

from selectolax.lexbor import LexborHTMLParser, LexborNode

from bookwheel.crawling.addresses import canonical
from bookwheel.crawling.discovery.page_links import base_of
from bookwheel.parsing.formats.html.tree import attribute, children

MOST_ENTRIES = 5_000
DEEPEST = 10
_LONGEST_TITLE = 200
_FEWEST = 2
"""Pages that a list of links must name to be the navigation of a site."""

_PLACES = (
    "nav", "[role=navigation]", "aside", "[class*=sidebar]", "[id*=sidebar]", "[class*=toctree]", "[class*=menu]",
)  # fmt: skip


@dataclass(slots=True)
class Entry:
    """An entry of a navigation: its words, the address of its page (empty for none), and the entries below it."""

    title: str
    url: str = ""
    below: list[Entry] = field(default_factory=list["Entry"])


def read(tree: LexborHTMLParser, url: str, is_page: Callable[[str], bool]) -> list[Entry]:
    """The navigation on a page: of its lists of links the one that names most pages; empty where it has none."""
    base = base_of(tree, url)
    best: list[Entry] = []
    most = _FEWEST - 1
    seen: set[int] = set()
    for selector in _PLACES:
        for node in tree.css(selector):
            if node.mem_id in seen:
                continue
            seen.add(node.mem_id)
            entries = _Reader(base, is_page).entries(node)
            count = len(set(urls_of(entries)))
            if count > most:
                best, most = entries, count
    return best


def urls_of(entries: Iterable[Entry]) -> Iterator[str]:
    """The addresses of pages in a navigation, first to last."""
    for entry in entries:
        if entry.url:
            yield entry.url
        yield from urls_of(entry.below)


def merge(whole: list[Entry], other: Sequence[Entry]) -> None:
    """Add to a navigation what another page's has more: entries of pages that it lacks, below those that it has."""
    known = {entry.url: entry for entry in _all(whole) if entry.url}
    _merge(whole, other, known)


def _merge(whole: list[Entry], other: Sequence[Entry], known: dict[str, Entry]) -> None:
    titles = {entry.title: entry for entry in whole if not entry.url}
    for entry in other:
        mine = known.get(entry.url) if entry.url else titles.get(entry.title)
        if mine is None:
            if not entry.url and not any(url not in known for url in urls_of(entry.below)):
                continue
            mine = Entry(entry.title, entry.url)
            whole.append(mine)
            known.setdefault(entry.url, mine)
        _merge(mine.below, entry.below, known)


def _all(entries: Iterable[Entry]) -> Iterator[Entry]:
    for entry in entries:
        yield entry
        yield from _all(entry.below)


class _Reader:
    def __init__(self, base: str, is_page: Callable[[str], bool]) -> None:
        self._base, self._is_page = base, is_page
        self._left = MOST_ENTRIES
        self._urls: set[str] = set()

    def entries(self, node: LexborNode, depth: int = 0) -> list[Entry]:
        """The entries of all lists in an element, and of links outside of lists."""
        found: list[Entry] = []
        for child in children(node):
            if not child.is_element_node or self._left <= 0 or depth > 40:
                continue
            if child.tag == "li":
                found += self._entry(child, depth)
            elif child.tag == "a":
                found += self._link(child)
            else:
                found += self.entries(child, depth + 1)
        return found

    def _entry(self, node: LexborNode, depth: int) -> list[Entry]:
        """The entry that a list item is: its first words or link, and the lists in it."""
        head: list[LexborNode] = []
        lists: list[LexborNode] = []
        for child in children(node):
            if child.is_element_node and (child.tag in ("ul", "ol") or child.css_first("ul, ol") is not None):
                lists.append(child)
            else:
                head.append(child)
        link = next((link for part in head if part.is_element_node for link in _links(part)), None)
        made = self._link(link) if link is not None else []
        title = " ".join(" ".join(part.text() for part in head).split())[:_LONGEST_TITLE]
        inner: list[Entry] = []
        for child in lists:
            inner += self.entries(child, depth + 1)
        if made:
            made[0].below += inner
            return made
        if not inner:
            return []
        if title:
            return [Entry(title, "", inner)]
        if len(inner) > 1 and inner[0].url and not inner[0].below and lists and lists[0].tag not in ("ul", "ol"):
            return [Entry(inner[0].title, inner[0].url, inner[1:])]
        return inner

    def _link(self, node: LexborNode) -> list[Entry]:
        href = attribute(node, "href")
        url = canonical(href, self._base) if href and not href.startswith("#") else ""
        title = " ".join(node.text().split())[:_LONGEST_TITLE]
        if not url or not title or url in self._urls or not self._is_page(url):
            return []
        self._urls.add(url)
        self._left -= 1
        return [Entry(title, url)]


def _links(node: LexborNode) -> Sequence[LexborNode]:
    return [node] if node.tag == "a" else node.css("a[href]")


def to_json(entries: Iterable[Entry]) -> str:
    """A navigation as it is kept."""
    return json.dumps([_plain(entry) for entry in entries], ensure_ascii=False, separators=(",", ":"))


def from_json(text: str) -> list[Entry]:
    """A navigation as it was kept."""
    return [_entry(value) for value in cast("list[object]", json.loads(text))]


def _plain(entry: Entry) -> list[object]:
    return [entry.title, entry.url, [_plain(below) for below in entry.below]]


def _entry(value: object) -> Entry:
    title, url, below = cast("tuple[str, str, list[object]]", value)
    return Entry(title, url, [_entry(inner) for inner in below])
