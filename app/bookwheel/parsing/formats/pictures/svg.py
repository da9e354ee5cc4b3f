"""Drawings in SVG: their titles and descriptions, and the words that stand in them."""

from __future__ import annotations

import re

from bookwheel.domain.errors import SkippedFile
from bookwheel.parsing.formats import markdown_writer as md
from bookwheel.parsing.formats.pictures.captions import Captions
from bookwheel.parsing.formats.xml_tree import Element, parse_xml

_START = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]{0,300}>\s*)?(?:<!--.{0,4000}?-->\s*)*(?:<!DOCTYPE svg[^>]{0,2000}>\s*)?"
    rb"(?:<!--.{0,4000}?-->\s*)*<svg[\s>]",
    re.DOTALL,
)
_SVG = "{http://www.w3.org/2000/svg}"
_MOST_TEXTS = 5000


def is_svg(content: bytes) -> bool:
    """Whether some bytes are a drawing in SVG."""
    return _START.match(content[:20_000]) is not None


def captions_of(content: bytes) -> Captions:
    """The drawing's own title and description."""
    found = Captions()
    root = _root(content)
    if root is None:
        return found
    for element in root:
        name = _name(element)
        if name in ("title", "desc"):
            found.add("title" if name == "title" else "description", md.one_line(_words(element)))
    for element in root.iter("{http://purl.org/dc/elements/1.1/}title"):
        found.add("title", md.one_line(_words(element)))
    return found


def words_of(content: bytes) -> list[str]:
    """The texts in the drawing in the order of the file, and the titles of its parts."""
    root = _root(content)
    if root is None:
        return []
    captions = [element for element in root if _name(element) in ("title", "desc")]
    own = {id(element) for element in captions}  # lxml makes an element anew that nothing holds
    texts: list[str] = []
    for element in root.iter():
        if _name(element) in ("text", "title", "desc") and id(element) not in own:
            text = md.one_line(_words(element))
            if text and (not texts or texts[-1] != text):
                texts.append(text)
        if len(texts) >= _MOST_TEXTS:
            break
    return texts


def _root(content: bytes) -> Element | None:
    try:
        return parse_xml(content)
    except SkippedFile:
        return None


def _name(element: Element) -> str:
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""


def _words(element: Element) -> str:
    parts: list[str] = []
    for inner in element.iter():
        parts.append(inner.text or "")
        if inner is not element:
            parts.append(f" {inner.tail or ''}")
    return " ".join(parts)
