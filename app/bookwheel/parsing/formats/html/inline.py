"""The words of HTML within a paragraph as Markdown: emphasis, links, pictures, code and formulas."""

from __future__ import annotations

import re

from selectolax.lexbor import LexborNode

from bookwheel.parsing.formats import markdown_writer as md
from bookwheel.parsing.formats.emphasis import BREAK, decided, emphasised, finished, without_marks
from bookwheel.parsing.formats.html.tree import attribute, children, is_permalink
from bookwheel.parsing.formats.markup import inline_text

DEEPEST = 60
"""Elements within each other that are told apart; below, only words are kept."""

_SPACES = re.compile(r"[ \t\r\n\f]+")
_EMPHASIS = {"b": "**", "strong": "**", "i": "*", "em": "*", "cite": "*", "dfn": "*", "var": "*"}
_CODE = frozenset(("code", "tt", "samp"))
_TAGS = frozenset(("sub", "sup", "kbd", "mark"))
_APART = frozenset(("li", "p", "div", "tr", "td", "th", "dt", "dd", "section"))
"""Elements whose words are not written together with those beside them."""


def paragraph(node: LexborNode) -> str:
    """All that stands in an element as the Markdown of one paragraph; empty where it holds no word."""
    return finished("".join(pieces(child) for child in children(node)))


def pieces(node: LexborNode, depth: int = 0) -> str:
    """What a node is within a line, its emphasis not decided yet."""
    if node.is_text_node:
        return _words(node.text_content or "")
    if not node.is_element_node or depth > DEEPEST:
        return _words(node.text()) if node.is_element_node else ""
    tag = node.tag or ""
    if tag == "br":
        return BREAK
    if tag == "img":
        return _picture(node)
    if tag in _CODE:
        return md.code(node.text()) or ""
    if tag == "math" or _is_formula(node):
        return inline_text.math(_formula(node))
    if tag == "input":
        return _task(node)
    if tag == "wbr" or is_permalink(node):
        return ""
    inner = "".join(pieces(child, depth + 1) for child in children(node))
    return _wrapped(tag, node, inner)


def _wrapped(tag: str, node: LexborNode, inner: str) -> str:
    if tag == "a":
        return _link(node, inner)
    if mark := _EMPHASIS.get(tag):
        return emphasised(inner, mark)
    if tag in _TAGS:
        return inline_text.tag(tag, inner)
    if tag in ("del", "s", "strike"):
        return f"~~{inner.strip()}~~" if inner.strip() and "~~" not in inner else inner
    if tag == "q":
        return f"“{inner}”"
    if tag in _APART:
        return f" {inner} "
    return inner


def _task(node: LexborNode) -> str:
    """The box of a task at the beginning of a list's entry."""
    above = node.parent
    around = (above.tag, above.parent.tag if above.parent is not None else "") if above is not None else ()
    if attribute(node, "type") != "checkbox" or "li" not in around:
        return ""
    return "[x] " if "checked" in node.attributes else "[ ] "


def _words(text: str) -> str:
    return inline_text.words(_SPACES.sub(" ", without_marks(text)))


def _link(node: LexborNode, inner: str) -> str:
    target = attribute(node, "href").strip()
    name = attribute(node, "id") or attribute(node, "name")
    place = inline_text.anchor(name) if name and not target else ""
    if not target or not inner.strip() or target.lower().startswith(("javascript:", "data:", "vbscript:", "file:")):
        return place + inner
    before = " " if inner[:1].isspace() else ""
    after = " " if inner[-1:].isspace() else ""
    return f"{before}{md.link(decided(_SPACES.sub(' ', inner.replace(BREAK, ' ')).strip()), target)}{after}"


def _picture(node: LexborNode) -> str:
    source, words = attribute(node, "src").strip(), md.one_line(attribute(node, "alt"))
    if attribute(node, "width") in ("0", "1") or attribute(node, "height") in ("0", "1"):
        return ""
    if not source or source.lower().startswith(("data:", "javascript:", "file:")):
        return _words(words)
    return md.image(words, source)


def _is_formula(node: LexborNode) -> bool:
    return "katex" in attribute(node, "class").split() or "MathJax" in attribute(node, "class").split()


def _formula(node: LexborNode) -> str:
    stated = node.css_first('annotation[encoding="application/x-tex"]')
    return (stated.text() if stated else "") or attribute(node, "alttext") or md.one_line(node.text())
