"""HTML as blocks of Markdown: headings, paragraphs, lists, quotes, code, tables and definitions."""

from __future__ import annotations

import re
from collections.abc import Iterable

from selectolax.lexbor import LexborNode

from bookwheel.parsing.formats import markdown_writer as md
from bookwheel.parsing.formats.emphasis import finished
from bookwheel.parsing.formats.html import tables as html_tables
from bookwheel.parsing.formats.html.inline import paragraph, pieces
from bookwheel.parsing.formats.html.tree import attribute, children, line_of
from bookwheel.parsing.formats.markup import blocks, inline_text
from bookwheel.parsing.formats.markup.blocks import Block

DEEPEST = 80
"""Elements within each other that are told apart; below, all is one paragraph."""

_CONTAINERS = frozenset((
    "div", "section", "article", "main", "header", "footer", "aside", "body", "center", "form", "fieldset", "nav",
    "hgroup", "tbody", "thead", "tfoot", "tr", "td", "th", "noscript", "font", "legend", "label", "details", "figure",
    "html", "dialog", "search", "menu",
))  # fmt: skip
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_LANGUAGE = re.compile(r"(?:^|\s)(?:highlight-source-|highlight-|language-|lang-|brush:\s*|src-)([\w+#.-]+)")
_NO_LANGUAGE = frozenset(("default", "none", "text", "plaintext", "ipython3", "highlight", "container", "wrapper"))
_OWN_LINK = re.compile(r"\[((?:[^\[\]\\]|\\.){1,2000})\]\(#[^\s()]{0,500}\)")
"""A heading that is a link to itself."""


class HtmlBlocks:
    """Turns the elements of one page into blocks; `level` is added to that of its headings."""

    def __init__(self, level: int = 0, first_line: int = 1) -> None:
        """`first_line` stands for elements that no line is known of."""
        self._level, self._line = level, first_line
        self._names: list[str] = []

    def of(self, node: LexborNode, depth: int = 0) -> list[Block]:
        """The blocks of all that stands in an element."""
        made: list[Block] = []
        words: list[str] = []
        line = self._line = line_of(node) or self._line
        for child in children(node):
            if not child.is_text_node and self._is_block(child) and depth < DEEPEST:
                self._add_words(made, words, line)
                made += self._block(child, depth + 1)
                line = self._line
            else:
                words.append(pieces(child))
        self._add_words(made, words, line)
        return made

    def _add_words(self, made: list[Block], words: list[str], line: int) -> None:
        text = finished("".join(words))
        words.clear()
        if text:
            made.append(self._named(blocks.placed(text, line, self._line)))

    def _named(self, block: Block) -> Block:
        """The block below the places that were named before it."""
        names, self._names = self._names, []
        block.text = "".join(inline_text.anchor(name) for name in names) + block.text
        return block

    def _is_block(self, node: LexborNode) -> bool:
        tag = node.tag or ""
        if tag in _HEADINGS or tag in _OWN:
            return True
        if tag in _CONTAINERS:
            return True
        return node.is_element_node and node.css_first(_BLOCKS_WITHIN) is not None and not _is_formula(node)

    def _block(self, node: LexborNode, depth: int) -> list[Block]:
        tag = node.tag or ""
        self._line = line_of(node) or self._line
        if tag in _HEADINGS:
            return self._heading(node, _HEADINGS[tag])
        if tag in _OWN:
            return _OWN[tag](self, node, depth)
        if name := attribute(node, "id"):
            self._names = [*self._names[-2:], name] if _is_before_heading(node) else self._names
        return self.of(node, depth)

    def _heading(self, node: LexborNode, level: int) -> list[Block]:
        words, line = _OWN_LINK.sub(r"\1", paragraph(node).replace("\\\n", " ")), self._line
        if not words:
            return []
        inner = next((name for link in node.css("[id], a[name]") if (name := _name_of(link))), "")
        names, self._names = [attribute(node, "id") or inner, *reversed(self._names)], []
        name = next(filter(None, names), "")
        others = "".join(inline_text.anchor(other) for other in dict.fromkeys(names) if other and other != name)
        made = [blocks.placed(md.heading(level + self._level, words, name), line)]
        return [*made, blocks.placed(others, line)] if others else made

    def paragraph(self, node: LexborNode, _depth: int) -> list[Block]:
        """A paragraph."""
        line = self._line
        text = paragraph(node)
        if not text:
            return []
        if name := attribute(node, "id"):
            self._names.append(name)
        last = line + (node.text() or "").rstrip().count("\n")
        return [self._named(blocks.placed(text, line, last))]

    def code(self, node: LexborNode, _depth: int) -> list[Block]:
        """A block of code; the language by the class names of the element, or of those around or in it."""
        text = node.text().replace("\r\n", "\n").strip("\n")
        if not text.strip():
            return []
        return [self._named(blocks.code(text, _language_of(node), self._line))]

    def quote(self, node: LexborNode, depth: int) -> list[Block]:
        """A quote."""
        inner = blocks.stack(self.of(node, depth))
        return [blocks.wrap(inner, md.quoted)] if inner.text.strip() else []

    def list(self, node: LexborNode, depth: int) -> list[Block]:
        """A list with the lists in it."""
        ordered, start = node.tag == "ol", attribute(node, "start")
        number = int(start) if start.isascii() and start.isdigit() and len(start) < 9 else 1
        entries: list[Block] = []
        is_loose = False
        for child in children(node):
            if not child.is_element_node:
                continue
            inner = self._entry(child, depth)
            if not inner:
                continue
            is_loose = is_loose or (len(inner) > 1 and not _is_tight(inner))
            tight = blocks.stack(inner, "\n" if _is_tight(inner) else "\n\n")
            entries.append(blocks.entry(tight, f"{number}. " if ordered else "- "))
            number += 1
        return [blocks.stack(entries, "\n\n" if is_loose else "\n")] if entries else []

    def _entry(self, child: LexborNode, depth: int) -> list[Block]:
        self._line = line_of(child) or self._line
        return self._block(child, depth) if child.tag in ("ul", "ol") else self.of(child, depth)

    def definitions(self, node: LexborNode, depth: int) -> list[Block]:
        """A list of definitions; terms that API pages name keep their names as places."""
        made: list[Block] = []
        term: Block | None = None
        for child in node.css("dt, dd"):
            if _nearest(child, "dl") != node.mem_id:
                continue
            self._line = line_of(child) or self._line
            if child.tag == "dt":
                if term is not None:
                    made.append(term)
                name = attribute(child, "id")
                words = paragraph(child).replace("\\\n", " ")
                term = blocks.placed((inline_text.anchor(name) if name else "") + words, self._line)
                continue
            inner = blocks.stack(self.of(child, depth))
            if inner.text.strip():
                told = blocks.entry(inner, ": ")
                made.append(blocks.stack([term, told], "\n") if term is not None and term.text else inner)
                term = None
        return [*made, *([term] if term is not None else [])]

    def table(self, node: LexborNode, depth: int) -> list[Block]:
        """A table, or the cells of one that only sets out the page."""
        if html_tables.is_layout(node):
            return html_tables.layout_blocks(node, lambda cell: self.of(cell, depth))
        made = html_tables.table(node, self._line)
        return [self._named(made)] if made.text.strip() else []

    def rule(self, _node: LexborNode, _depth: int) -> list[Block]:
        """A rule."""
        return [blocks.placed("---", self._line)]

    def emphasised(self, node: LexborNode, _depth: int) -> list[Block]:
        """A summary or a caption: a paragraph in bold or italics."""
        words = paragraph(node)
        mark = "**" if node.tag == "summary" else "*"
        plain = words.replace("*", "") if mark in words else words
        return [blocks.placed(inline_text.emphasis(plain, mark), self._line)] if words else []


_OWN = {
    "p": HtmlBlocks.paragraph, "pre": HtmlBlocks.code, "blockquote": HtmlBlocks.quote, "ul": HtmlBlocks.list,
    "ol": HtmlBlocks.list, "dl": HtmlBlocks.definitions, "table": HtmlBlocks.table, "hr": HtmlBlocks.rule,
    "address": HtmlBlocks.paragraph, "summary": HtmlBlocks.emphasised, "figcaption": HtmlBlocks.emphasised,
    "listing": HtmlBlocks.code, "xmp": HtmlBlocks.code, "dir": HtmlBlocks.list,
}  # fmt: skip
_BLOCKS_WITHIN = ", ".join((*_HEADINGS, "p", "pre", "ul", "ol", "table", "blockquote", "dl", "figure"))


def _is_tight(inner: Iterable[Block]) -> bool:
    """Whether an entry is words with a list below them, which needs no empty line between."""
    first, *others = inner
    return len(others) == 1 and "\n\n" not in first.text and bool(re.match(r"(?:-|\d+\.) ", others[0].text))


def _is_formula(node: LexborNode) -> bool:
    return "katex" in attribute(node, "class")


def _is_before_heading(node: LexborNode) -> bool:
    """Whether an element that has a name begins with a heading, which then takes the name."""
    first = next((child for child in children(node) if child.is_element_node), None)
    return first is not None and (first.tag in _HEADINGS or first.tag in ("header", "span", "hgroup"))


def _name_of(node: LexborNode) -> str:
    return attribute(node, "id") or attribute(node, "name")


def _nearest(node: LexborNode, tag: str) -> int:
    above = node.parent
    while above is not None and above.tag != tag:
        above = above.parent
    return above.mem_id if above is not None else 0


def _language_of(node: LexborNode) -> str:
    around: list[LexborNode] = [node, *node.css("code")[:1]]
    above = node.parent
    while above is not None and len(around) < 5:
        around.append(above)
        above = above.parent
    for near in around:
        found = _LANGUAGE.search(f"{attribute(near, 'class')} {attribute(near, 'lang') if near.tag == 'code' else ''}")
        if found and found[1].lower() not in _NO_LANGUAGE:
            return found[1].lower().rstrip(";,")
    return ""
