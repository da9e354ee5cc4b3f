"""The words of HTML within a paragraph as Markdown: emphasis, links, pictures, code and formulas."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from selectolax.lexbor import LexborNode

from bookwheel.parsing.formats import markdown_writer as md
from bookwheel.parsing.formats.markup import inline_text
from bookwheel.parsing.formats.markup.html_tree import attribute, children, is_permalink

DEEPEST = 60
"""Elements within each other that are told apart; below, only words are kept."""

_OPEN, _CLOSE = {"*": "\ue010", "**": "\ue012"}, {"*": "\ue011", "**": "\ue013"}
_MARKS = {"\ue010": "*", "\ue011": "*", "\ue012": "**", "\ue013": "**"}
_MARK = re.compile("[\ue010-\ue013]")
_EMPTY = re.compile("\ue010(\\s*)\ue011|\ue012(\\s*)\ue013")
_BETWEEN = re.compile("\ue011(\\s*)\ue010|\ue013(\\s*)\ue012")
_OPENS_WITH_SPACE = re.compile("([\ue010\ue012])(\\s+)")
_CLOSES_WITH_SPACE = re.compile("(\\s+)([\ue011\ue013])")
_WITHIN_WORD = re.compile(r"(?<=[^\W_])\\_(?=[^\W_])")
_SPACES = re.compile(r"[ \t\r\n\f]+")
_EMPHASIS = {"b": "**", "strong": "**", "i": "*", "em": "*", "cite": "*", "dfn": "*", "var": "*"}
_CODE = frozenset(("code", "tt", "samp"))
_TAGS = frozenset(("sub", "sup", "kbd", "mark"))
_APART = frozenset(("li", "p", "div", "tr", "td", "th", "dt", "dd", "section"))
"""Elements whose words are not written together with those beside them."""
_BREAK = "\\\n"


def paragraph(node: LexborNode) -> str:
    """All that stands in an element as the Markdown of one paragraph; empty where it holds no word."""
    return finished("".join(pieces(child) for child in children(node)))


def finished(markdown: str) -> str:
    """Pieces of a paragraph put together: spaces made single, emphasis closed, its first line protected."""
    text = _SPACES.sub(" ", markdown.replace(_BREAK, "\ue014"))
    text = _WITHIN_WORD.sub("_", _emphasised(text.strip(" \ue014")))
    lines = [md.protected(line.strip()) for line in text.split("\ue014")]
    return _BREAK.join(line for line in lines if line)


def pieces(node: LexborNode, depth: int = 0) -> str:
    """What a node is within a line, its emphasis not decided yet."""
    if node.is_text_node:
        return _words(node.text_content or "")
    if not node.is_element_node or depth > DEEPEST:
        return _words(node.text()) if node.is_element_node else ""
    tag = node.tag or ""
    if tag == "br":
        return _BREAK
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
        return f"{_OPEN[mark]}{inner}{_CLOSE[mark]}" if _OPEN[mark] not in inner else inner
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
    text = _MARK.sub("", text).replace("\ue014", "")
    return inline_text.words(_SPACES.sub(" ", text))


def _link(node: LexborNode, inner: str) -> str:
    target = attribute(node, "href").strip()
    name = attribute(node, "id") or attribute(node, "name")
    place = inline_text.anchor(name) if name and not target else ""
    if not target or not inner.strip() or target.lower().startswith(("javascript:", "data:", "vbscript:", "file:")):
        return place + inner
    before = " " if inner[:1].isspace() else ""
    after = " " if inner[-1:].isspace() else ""
    return f"{before}{md.link(_emphasised(_SPACES.sub(' ', inner.replace(_BREAK, ' ')).strip()), target)}{after}"


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


def _emphasised(text: str) -> str:
    """The text with its marks of emphasis as Markdown's, where these would be read as such; others are dropped."""
    if not _MARK.search(text):
        return text
    for pattern in (_EMPTY, _BETWEEN):
        text = pattern.sub(lambda found: found[1] or found[2] or "", text)
    text = _OPENS_WITH_SPACE.sub(r"\2\1", text)
    text = _CLOSES_WITH_SPACE.sub(r"\2\1", text)
    text = _EMPTY.sub("", text)
    dropped = frozenset(_unreadable(text))
    return "".join("" if at in dropped else _MARKS.get(sign, sign) for at, sign in enumerate(text))


def _unreadable(text: str) -> Iterator[int]:
    """The marks that would not be read as such where they stand, each with the one that it belongs to."""
    opened: list[int] = []
    for found in _MARK.finditer(text):
        at, sign = found.start(), found[0]
        before, after = text[at - 1 : at], text[at + 1 : at + 2]
        if sign in _OPEN.values():
            opened.append(at if _flanks(after, before) else -at - 1)
            continue
        start = opened.pop() if opened else -1
        if start < 0 or not _flanks(before, after):
            yield at
            if start != -1 or not text[:1]:
                yield start if start >= 0 else -start - 1
            elif text[0] in _MARKS:
                yield 0
    for start in opened:
        yield start if start >= 0 else -start - 1


def _flanks(inside: str, outside: str) -> bool:
    if not inside or inside.isspace():
        return False
    return not _is_mark(inside) or not outside or outside.isspace() or _is_mark(outside)


def _is_mark(sign: str) -> bool:
    return sign in _MARKS or unicodedata.category(sign)[0] in "PS"
