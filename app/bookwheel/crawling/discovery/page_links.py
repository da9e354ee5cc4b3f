"""The addresses that a page names: its links, its canonical address, and those before, after and above it,
and it in other languages."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from selectolax.lexbor import LexborHTMLParser

from bookwheel.crawling.addresses import canonical
from bookwheel.parsing.formats.html.tree import attribute

MOST_LINKS = 5_000
"""Links of one page that are looked at."""

_RELATIONS = (
    "link[rel~=next][href], link[rel~=prev][href], link[rel~=contents][href], link[rel~=index][href],"
    " link[rel~=alternate][hreflang][href]"
)
_MARKDOWN_LINK = re.compile(
    r"\]\(\s*<?([^()\s<>]{1,1500})>?[^()]{0,200}\)|^(?:source|url):\s*(https?://\S+)", re.I | re.M
)


@dataclass(frozen=True, slots=True)
class PageLinks:
    """`base` is what its relative addresses are relative to; `canonical` is empty where it names none."""

    base: str
    canonical: str
    links: tuple[str, ...]


def base_of(tree: LexborHTMLParser, url: str) -> str:
    """What the relative addresses of a page are relative to."""
    node = tree.css_first("base[href]")
    return canonical(attribute(node, "href"), url) or url if node is not None else url


def links_of(tree: LexborHTMLParser, url: str) -> PageLinks:
    """The addresses of a page in their one spelling, each once, in their order."""
    base = base_of(tree, url)
    nodes = [*tree.css(_RELATIONS), *tree.css("a[href], area[href]")[:MOST_LINKS]]
    hrefs = (attribute(node, "href") for node in nodes if not attribute(node, "href").startswith("#"))
    found = dict.fromkeys(filter(None, (canonical(href, base) for href in hrefs)))
    stated = tree.css_first("link[rel=canonical][href]")
    named = canonical(attribute(stated, "href"), base) if stated is not None else ""
    return PageLinks(base, named, tuple(found))


def links_in_text(text: str, base: str) -> Sequence[str]:
    """The addresses that a Markdown text such as an llms.txt names, in their one spelling."""
    hrefs = (found[1] or found[2] for found in _MARKDOWN_LINK.finditer(text))
    return tuple(dict.fromkeys(filter(None, (canonical(href, base) for href in hrefs))))
