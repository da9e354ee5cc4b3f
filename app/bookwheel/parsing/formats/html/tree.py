"""A page's tree with the lines of its source, and the part of it that is for reading."""

from __future__ import annotations

import re
from collections.abc import Iterator

from selectolax.lexbor import LexborHTMLParser, LexborNode

from bookwheel.parsing.formats.html.depth import bounded

_LINE = "data-bookwheel-line"
_START = re.compile(
    r"<(?:h[1-6]|p|li|ul|ol|dl|dt|dd|pre|table|tr|blockquote|div|section|article|main|figure|figcaption|details|summary"
    r"|address|header|footer|aside|hr|body|td|th|caption|center|img)(?=[\s/>])",
    re.IGNORECASE,
)
_DROPPED = [
    "script", "style", "template", "noscript", "iframe", "object", "embed", "applet", "frame", "frameset", "select",
    "button", "textarea", "svg", "canvas", "dialog",
]  # fmt: skip
_AROUND = (
    "nav", "[role=navigation]", "[role=banner]", "[role=contentinfo]", "[role=search]", "[aria-hidden=true]",
    "[hidden]", ".mw-editsection", ".headerlink", ".hash-link", ".skip-link", ".visually-hidden", ".sr-only",
    ".copybtn", ".linenos", ".lineno", ".gutter",
)  # fmt: skip
_MAIN = (
    "[role=main]", "main", "#mw-content-text", ".markdown-body", "article", "#main-content", "div.body", "#bodyContent",
    "#content",
)  # fmt: skip
_HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_OF_A_SITE = re.compile(
    r"cookie|consent|breadcrumb|sidebar|pagination|social|share-|newsletter|related-posts|skip-|lang-|-menu|dropdown"
    r"|portlet|toolbar|navbox|noprint",
    re.IGNORECASE,
)
_SIGNS = frozenset("¶#§\u200b🔗")
_SHARE = 0.4
"""The share of a page's own words that its main part holds at least."""
_DENSE = 0.6
"""The share of words in links from which on a block beside the text is a list of links."""


def tree_of(html: str, first_line: int = 1) -> LexborHTMLParser:
    """The tree of a page whose elements know the lines of the source; scripts, styles and forms are left out."""
    tree = LexborHTMLParser(_with_lines(bounded(html), first_line))
    tree.strip_tags(_DROPPED, recursive=True)
    return tree


def _with_lines(html: str, first_line: int) -> str:
    made: list[str] = []
    at, line = 0, first_line
    for found in _START.finditer(html):
        line += html.count("\n", at, found.start())
        made += (html[at : found.start()], found[0], f" {_LINE}={line}")
        at, line = found.end(), line + found[0].count("\n")
    return "".join([*made, html[at:]])


def line_of(node: LexborNode) -> int:
    """The line of the source at which an element begins, 0 where it is not known."""
    number = attribute(node, _LINE).strip("/")
    return int(number) if number.isascii() and number.isdigit() else 0


def attribute(node: LexborNode, name: str) -> str:
    """An attribute's value, empty where it is missing."""
    return node.attributes.get(name) or ""


def children(node: LexborNode) -> Iterator[LexborNode]:
    """The elements and texts right in an element."""
    child = node.first_child
    while child is not None:
        yield child
        child = child.next


def is_permalink(node: LexborNode) -> bool:
    """Whether an element is the sign beside a heading that links to it."""
    return node.tag == "a" and attribute(node, "href").startswith("#") and set(node.text().strip()) <= _SIGNS


def main_part(tree: LexborHTMLParser, *, is_page: bool) -> LexborNode | None:
    """The element that holds what is for reading; of a page of a site, without what stands around it."""
    body = tree.body
    if body is None:
        return None
    for node in body.css("[style]"):
        if _HIDDEN.search(attribute(node, "style")):
            node.decompose()
    if not is_page:
        return body
    for selector in _AROUND:
        for node in body.css(selector):
            if node.mem_id != body.mem_id:
                node.decompose()
    part = _chosen(body)
    for node in part.css("aside, footer, header, form, div, section, ul"):
        if _is_around(node, part):
            node.decompose()
    return part


def _chosen(body: LexborNode) -> LexborNode:
    whole = _own_words(body)
    for selector in _MAIN:
        found = body.css(selector)
        if len(found) == 1 and _own_words(found[0]) >= _SHARE * whole:
            return found[0]
    return body


def _is_around(node: LexborNode, part: LexborNode) -> bool:
    """Whether an element within the main part belongs to the site: by its name and its links."""
    tag = node.tag
    may_be_beside = tag in ("header", "footer") and part.tag == "body"
    named = f"{attribute(node, 'class')} {attribute(node, 'id')}"
    is_named = tag in ("aside", "footer") or _OF_A_SITE.search(named) is not None
    if not (may_be_beside or is_named) or node.mem_id == part.mem_id or not node.text(deep=True).strip():
        return False
    if may_be_beside and not node.css_matches("article *, main *, section *"):
        return node.css_first("h1") is None
    if not is_named:
        return False
    words = len(node.text().split())
    return words < 40 if tag == "footer" else _linked_words(node) >= _DENSE * max(1, words)


def _own_words(node: LexborNode) -> int:
    return max(0, len(node.text().split()) - _linked_words(node))


def _linked_words(node: LexborNode) -> int:
    return sum(len(link.text().split()) for link in node.css("a"))
