"""HTML from inside other files as Markdown: its words, links, lists and tables."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import unescape

from selectolax.lexbor import LexborHTMLParser, LexborNode

from bookwheel.parsing.formats.markdown_writer import (
    code_block,
    escaped,
    image,
    indented,
    link,
    one_line,
    quoted,
    table,
)

_BLOCKS = frozenset((
    "p", "div", "ul", "ol", "li", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "tr", "table", "section", "hr",
    "article", "header", "footer", "main", "center", "dl", "dt", "dd", "form", "details", "summary", "figure",
))  # fmt: skip
_DROPPED = frozenset(("script", "style", "head", "title", "template", "noscript", "iframe", "svg", "object", "canvas"))
_HELD = re.compile("\ue000(\\d+)\ue001")
_HIDDEN = re.compile(r"display\s*:\s*none|mso-hide\s*:\s*all", re.IGNORECASE)
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]+:", re.IGNORECASE)
_WEB = ("http://", "https://", "mailto:", "ftp://", "tel:")
_NESTING = re.compile(r"<(/?)(?:div|span|ul|ol|blockquote|table|section|article|center|font|b|i|dl|form)\b", re.I)
_TAG = re.compile(r"<[^<>]{0,2000}>")
_DEEPEST_HTML = 3_000
_DEEPEST = 8
_LONGEST_CELL = 300
_SPACES = re.compile(r"[ \t\r\n\f\xa0\u200b\u200c\ufeff\u034f]+")


def html_as_markdown(html: str) -> str:
    """Blocks of Markdown for some HTML; tables that only lay out a page are read as paragraphs."""
    if _is_too_deep(html):
        return escaped(one_line(unescape(_TAG.sub(" ", html))))
    tree = LexborHTMLParser(html)
    walk = _Walk()
    if tree.body is not None:
        for node, is_end in _events(tree.body, walk):
            if is_end:
                walk.leave(node)
        walk.flush()
    return "\n\n".join(walk.blocks[0])


@dataclass(slots=True)
class _Walk:
    """What was read so far: blocks by container, and the pieces of the block at hand."""

    blocks: list[list[str]] = field(default_factory=lambda: [[]])
    pieces: list[str] = field(default_factory=list[str])
    kept: list[str] = field(default_factory=list[str])
    links: list[int] = field(default_factory=list[int])

    def enter(self, node: LexborNode) -> bool:
        """Begin a node; say whether what is inside it is to be read."""
        tag = node.tag or ""
        if tag == "-text":
            self.pieces.append(_SPACES.sub(" ", node.text_content or "").replace("\ue000", "").replace("\ue001", ""))
            return False
        if tag in _DROPPED or _HIDDEN.search(node.attributes.get("style") or ""):
            return False
        if tag == "br":
            self.pieces.append("\n")
        elif tag == "img":
            self._add_image(node)
        elif tag in ("pre", "table") and (made := _whole_block(node, tag)):
            self.flush()
            self.blocks[-1].append(made)
            return False
        elif tag == "a":
            self.links.append(len(self.pieces))
        elif tag in ("td", "th"):
            self.pieces.append(" ")
        elif tag in _BLOCKS:
            self.flush()
            if tag in ("li", "blockquote") and len(self.blocks) < _DEEPEST:
                self.blocks.append([])
        return True

    def leave(self, node: LexborNode) -> None:
        """End a node."""
        tag = node.tag or ""
        if tag == "a" and self.links:
            start = min(self.links.pop(), len(self.pieces))
            words = "".join(self.pieces[start:])
            target = (node.attributes.get("href") or "").strip()
            if words.strip() and _leads_somewhere(target):
                label = one_line(self._written(one_line(words)))
                self.pieces[start:] = [
                    words[: len(words) - len(words.lstrip())],
                    self._keep(link(label, target)),
                    " " * words.endswith(" "),
                ]
        elif tag in _BLOCKS:
            self.flush(is_heading=len(tag) == 2 and tag[0] == "h" and tag[1].isdigit())
            if tag in ("li", "blockquote") and len(self.blocks) > 1:
                self._close(tag, node)

    def flush(self, *, is_heading: bool = False) -> None:
        """End the block at hand."""
        text = "".join(self.pieces)
        self.pieces.clear()
        self.links = [0 for _ in self.links]
        lines = [line for part in text.split("\n") if (line := one_line(part))]
        if lines:
            written = "  \n".join(self._written("\n".join(lines)).split("\n"))
            self.blocks[-1].append(f"**{written}**" if is_heading and len(lines) == 1 else written)

    def _close(self, tag: str, node: LexborNode) -> None:
        inside = self.blocks.pop()
        if not inside:
            return
        if tag == "blockquote":
            self.blocks[-1].append(quoted("\n\n".join(inside)))
            return
        parent = node.parent
        mark = "1. " if parent is not None and parent.tag == "ol" else "- "
        made = indented("".join(block if at == 0 else f"{_gap(block)}{block}" for at, block in enumerate(inside)), mark)
        blocks = self.blocks[-1]
        if blocks and blocks[-1].startswith(mark) and node.prev is not None:
            blocks[-1] += f"\n{made}"
        else:
            blocks.append(made)

    def _add_image(self, node: LexborNode) -> None:
        words, source = one_line(node.attributes.get("alt") or ""), (node.attributes.get("src") or "").strip()
        if words and source and not _SCHEME.match(source) and not source.startswith("//"):
            self.pieces.append(self._keep(image(words, source)))
        elif words:
            self.pieces.append(f" {words} ")

    def _keep(self, markdown: str) -> str:
        self.kept.append(markdown)
        return f"\ue000{len(self.kept) - 1}\ue001"

    def _written(self, words: str) -> str:
        return _HELD.sub(lambda match: self.kept[int(match[1])], escaped(words))


def _events(body: LexborNode, walk: _Walk) -> Iterator[tuple[LexborNode, bool]]:
    """The nodes below a body: each begins in the walk as it is met, and comes out where it ends."""
    waiting = [(node, False) for node in reversed(list(body.iter(include_text=True)))]
    while waiting:
        node, is_end = waiting.pop()
        if is_end:
            yield node, True
        elif walk.enter(node):
            waiting.append((node, True))
            waiting += [(child, False) for child in reversed(list(node.iter(include_text=True)))]


def _gap(block: str) -> str:
    return "\n" if block.startswith(("- ", "1. ")) else "\n\n"


def _is_too_deep(html: str) -> bool:
    """Whether elements are nested so deeply that a parser of HTML takes quadratic time."""
    depth = 0
    for match in _NESTING.finditer(html):
        depth = max(0, depth - 1) if match[1] else depth + 1
        if depth > _DEEPEST_HTML:
            return True
    return False


def _leads_somewhere(target: str) -> bool:
    if not target or target.startswith("#"):
        return False
    return target.lower().startswith(_WEB) or not _SCHEME.match(target)


def _whole_block(node: LexborNode, tag: str) -> str:
    """A block of code, or a table that holds values; empty for one that lays out a page."""
    if tag == "pre":
        text = node.text()
        return code_block(text.strip("\n")) if text.strip() else ""
    if node.css_first("td table, th table, td div, td p + p, td li, td h1, td h2, td h3") is not None:
        return ""
    rows = [[one_line(cell.text(separator=" ")) for cell in row.css("td, th")] for row in node.css("tr")]
    rows = [row for row in rows if row]
    has_header = node.css_first("th") is not None
    is_values = len(rows) > 1 or has_header or len(rows[0] if rows else ()) > 1
    if not is_values or max(map(len, rows), default=0) < 2 and not has_header:
        return ""
    if any(len(cell) > _LONGEST_CELL for row in rows for cell in row):
        return ""
    return table([[escaped(cell) for cell in row] for row in rows])
