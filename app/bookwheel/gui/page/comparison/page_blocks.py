"""The blocks of a page's HTML (headings, paragraphs, lists, tables), with what tells them from others."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from lxml import html as lxml_html
from lxml.html import HtmlElement

_HEADING = re.compile(r"h([1-6])\Z")
_WORD = re.compile(r"\w+")
_OPENED = frozenset(("div", "section", "article", "main"))
"""Elements whose children are blocks of their own where they hold headings."""


@dataclass(frozen=True, eq=False)
class Block:
    """One element below a page's body; `level` is that of a heading, 0 for any other."""

    element: HtmlElement
    level: int

    @cached_property
    def text(self) -> str:
        """Its words, with single spaces."""
        return " ".join("".join(self.element.itertext()).split())

    @cached_property
    def words(self) -> frozenset[str]:
        """Its words in small letters."""
        return frozenset(_WORD.findall(self.text.casefold()))

    @cached_property
    def signs(self) -> frozenset[str]:
        """What stays in a translation: numbers, code, where links lead to the end of their path, and pictures."""
        found = {word for word in self.words if any(letter.isdigit() for letter in word)}
        for inner in self.element.iter("code", "a", "img"):
            if inner.tag == "code":
                found.add(" ".join("".join(inner.itertext()).split()))
            else:
                address = str(inner.get("href") or inner.get("src") or "")
                found.add(address.partition("#")[0].rpartition("/")[2])
        return frozenset(found - {""})

    @property
    def tag(self) -> str:
        """The element's name, with what it holds for a `div`."""
        return f"{self.element.tag} {self.element.get('class') or ''}".strip()

    @cached_property
    def key(self) -> tuple[str, str, frozenset[str]]:
        """Equal for blocks that say the same."""
        return self.tag, self.text, self.signs if not self.text else frozenset()


def read_blocks(html: str) -> list[Block]:
    """The blocks of a page's safe HTML, in their order."""
    if not html.strip():
        return []
    body = lxml_html.fragment_fromstring(html, create_parent=True)
    if (body.text or "").strip():
        _wrap_first_text(body)
    return _blocks(body)


def _blocks(parent: HtmlElement) -> list[Block]:
    found: list[Block] = []
    for element in parent:
        if not isinstance(element.tag, str):
            continue
        heading = _HEADING.match(element.tag)
        if heading is None and element.tag in _OPENED and any(_HEADING.match(str(one.tag)) for one in element.iter()):
            found += _blocks(element)
        else:
            found.append(Block(element, int(heading[1]) if heading else 0))
    return found


def _wrap_first_text(body: HtmlElement) -> None:
    paragraph = lxml_html.Element("p")
    paragraph.text, body.text = body.text, None
    body.insert(0, paragraph)
