"""What of a page belongs to the site and not to its text: found by structure, and by what most pages repeat."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from selectolax.lexbor import LexborNode

from bookwheel.parsing.formats.html.tree import attribute

_AROUND = ", ".join((
    "[aria-label*=readcrumb]", ".breadcrumb", ".breadcrumbs", ".toc", "#toc", ".table-of-contents", "#TableOfContents",
    ".on-this-page", ".td-toc", ".md-sidebar", ".md-source-file", ".md-content__button", ".headerlink", ".hash-link",
    ".anchor-link", ".heading-anchor", ".edit-link", ".edit-this-page", ".theme-edit-this-page", ".page-edit",
    ".page-meta", ".page-nav", ".pager", ".prev-next", ".prev-next-footer", ".pagination", ".pagination-nav",
    ".nav-chapters", ".nav-wide-wrapper", ".mobile-nav-chapters", ".related-pages", ".footer", ".site-footer",
    ".VPDocFooter", ".VPNav", ".VPSidebar", ".VPLocalNav", ".last-updated", ".theme-last-updated", ".feedback",
    ".was-this-helpful", ".rst-footer-buttons", ".wy-breadcrumbs", ".sphinxsidebar", ".bd-sidebar", ".bd-toc",
    ".announcement", ".banner", ".cookie-banner", ".skip-to-content", ".page-toc", ".menu-bar", ".sidebar",
))  # fmt: skip
_TOC = re.compile(r"(?:^|[\s_-])(?:toc|table-of-contents|on-this-page|page-outline)(?:$|[\s_-])", re.IGNORECASE)
_OWN = frozenset(
    ("p", "li", "h1", "h2", "h3", "h4", "h5", "h6", "dt", "dd", "pre", "td", "th", "figcaption", "summary")
)
_LOOSE = frozenset(("div", "section", "article", "footer", "header", "nav", "aside", "form"))
_AROUND_BLOCKS = frozenset(("ul", "ol", "table", "dl", "blockquote", "figure"))
_HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))
_ALL = ", ".join((*_OWN, *_LOOSE, *_AROUND_BLOCKS, "a", "span", "small", "time"))
_DIGITS = re.compile(r"\d+")
_FEW_WORDS = 15
"""Words of a block that may stand for another with as many on other pages: a date, the page before."""
_LEVELS = 3
"""Elements around a block by which its place is known."""
_DENSE = 0.6


def remove_around(body: LexborNode) -> None:
    """Remove the parts that documentation sites set around a text, by the names that their generators give them."""
    whole = len(body.text().split())
    for node in reversed(body.css(_AROUND)):  # inner ones first: what lies in a removed element is gone
        if node.mem_id == body.mem_id or node.css_first("main, article, [role=main]") is not None:
            continue
        if 2 * len(node.text().split()) < whole or _is_links(node):
            node.decompose()
    for node in reversed(body.css("ul, ol, div, details")):
        if _TOC.search(f"{attribute(node, 'class')} {attribute(node, 'id')}") and _is_links(node):
            node.decompose()


@dataclass(slots=True)
class TextBlock:
    """A block that holds no other: its element, its words, and the marks by which other pages have it too.

    `text` is its words, in which all numbers are the same but for headings; `spot` is where it stands, empty where that
    says nothing of the site.
    """

    node: LexborNode
    words: str
    text: str
    spot: str = ""


def text_blocks(part: LexborNode) -> list[TextBlock]:
    """The blocks of a part that hold no other block, first to last."""
    nodes = [node for node in part.css(_ALL) if node.mem_id != part.mem_id]
    holding = _holding(nodes, part)
    made: list[TextBlock] = []
    for node in nodes:
        if node.mem_id in holding or not _is_block(node, holding, part):
            continue
        words = " ".join(node.text().split())
        if words:
            text = words if node.tag in _HEADINGS else _DIGITS.sub("0", words)
            made.append(TextBlock(node, words, text, _spot(node, words)))
    spots = Counter(block.spot for block in made)
    for block in made:
        if spots[block.spot] > 1:
            block.spot = ""
    return made


def _holding(nodes: Sequence[LexborNode], part: LexborNode) -> set[int]:
    """The elements that hold a block."""
    found: set[int] = set()
    for node in nodes:
        if node.tag in _OWN or node.tag in _LOOSE or node.tag in _AROUND_BLOCKS:
            above = node.parent
            while above is not None and above.mem_id not in found:
                found.add(above.mem_id)
                if above.mem_id == part.mem_id:
                    break
                above = above.parent
    return found


def _is_block(node: LexborNode, holding: set[int], part: LexborNode) -> bool:
    """Whether an element is a block, also a link or words that stand beside blocks."""
    if node.tag in _OWN or node.tag in _LOOSE:
        return True
    parent = node.parent
    if parent is None or node.tag in _AROUND_BLOCKS:
        return False
    return parent.mem_id in holding and (parent.tag in _LOOSE or parent.mem_id == part.mem_id)


def _spot(node: LexborNode, words: str) -> str:
    """Where a block stands that may have other words on each page: by the elements around it and their classes."""
    if node.tag in _HEADINGS or node.tag == "pre":
        return ""
    if len(words.split()) > _FEW_WORDS and not _is_links(node):
        return ""
    if not attribute(node, "class") and not _is_links(node):
        return ""
    steps: list[str] = []
    at: LexborNode | None = node
    while at is not None and len(steps) < _LEVELS:
        steps.append(f"{at.tag}.{_DIGITS.sub('0', attribute(at, 'class') or attribute(at, 'id'))}")
        at = at.parent
    return "/".join(steps)


def remove_repeated(part: LexborNode, has_words: Callable[[str], bool], has_spot: Callable[[str], bool]) -> None:
    """Remove repeated blocks before and after the page's own text, and repeated lists of links wherever they are.

    `has_words` says whether most pages have a block's text, `has_spot` whether they have a block at its spot.
    """
    found = text_blocks(part)
    by_words = [has_words(block.text) for block in found]
    is_sure = [
        words or (bool(block.spot) and has_spot(block.spot) and _is_links(block.node))
        for block, words in zip(found, by_words, strict=True)
    ]
    marks = [sure or (bool(block.spot) and has_spot(block.spot)) for block, sure in zip(found, is_sure, strict=True)]
    start, end = _run(marks, is_sure), len(found) - _run(marks[::-1], is_sure[::-1])
    if start >= end:
        return
    doomed = [block.node for block in (*found[:start], *found[end:])]
    doomed += [
        block.node
        for block, words in zip(found[start:end], by_words[start:end], strict=True)
        if words and block.node.tag in ("li", "a") and _is_links(block.node)
    ]
    for node in reversed(doomed):
        node.decompose()
    _remove_empty(part)


def _run(marks: Sequence[bool], is_sure: Sequence[bool]) -> int:
    """How many blocks at an end belong to the site; the last of them surely does."""
    length = marks.index(False) if False in marks else len(marks)
    while length and not is_sure[length - 1]:
        length -= 1
    return length


def _remove_empty(part: LexborNode) -> None:
    for node in reversed(part.css("li, ul, ol, div, section, footer, header, aside, nav")):
        if node.mem_id != part.mem_id and not node.text().strip() and node.css_first("img, hr, input") is None:
            node.decompose()


def _is_links(node: LexborNode) -> bool:
    words = len(node.text().split())
    links: Sequence[LexborNode] = [node] if node.tag == "a" else node.css("a")
    return sum(len(link.text().split()) for link in links) >= _DENSE * max(1, words)
