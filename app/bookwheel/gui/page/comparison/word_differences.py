"""Marks the words of two elements that differ, whatever markup they stand in."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import SequenceMatcher

from lxml import html as lxml_html
from lxml.html import HtmlElement

MOST_TOKENS = 4000
"""Words and spaces of one block that are compared; a longer one is marked as a whole."""

LEAST_ALIKE = 0.5
"""The share of equal words below which two blocks are marked as a whole: scattered marks would not be read."""

_TOKEN = re.compile(r"[぀-ヿ㐀-鿿가-힯]|\w+|\s+|.", re.DOTALL)
_Piece = tuple[HtmlElement, bool, str]
"""An element, whether the text is after it (its tail) and not in it, and the text."""


def mark_differences(left: HtmlElement, right: HtmlElement) -> None:
    """Put what differs into `del` on the left and `ins` on the right, in place."""
    texts = _text_of(left), _text_of(right)
    tokens = tuple(_TOKEN.findall(text) for text in texts)
    if max(map(len, tokens)) > MOST_TOKENS:
        _mark(left, [(0, len(texts[0]))], "del")
        _mark(right, [(0, len(texts[1]))], "ins")
        return
    matcher = SequenceMatcher(None, *tokens, autojunk=False)
    if matcher.quick_ratio() < LEAST_ALIKE or matcher.ratio() < LEAST_ALIKE:
        spans = [[(0, len(text))] for text in texts]
    else:
        starts = tuple(_starts(side) for side in tokens)
        spans = [[], []]
        for tag, *bounds in matcher.get_opcodes():
            if tag != "equal":
                for side in (0, 1):
                    first, last = bounds[2 * side], bounds[2 * side + 1]
                    _add(spans[side], starts[side][first], starts[side][last], texts[side])
    _mark(left, spans[0], "del")
    _mark(right, spans[1], "ins")


def _add(spans: list[tuple[int, int]], first: int, last: int, text: str) -> None:
    """Add a span, joined to the one before where only spaces are between them."""
    if spans and first < last and not text[spans[-1][1] : first].strip():
        first = spans.pop()[0]
    if first < last:
        spans.append((first, last))


def _starts(tokens: list[str]) -> list[int]:
    found = [0]
    for token in tokens:
        found.append(found[-1] + len(token))
    return found


def _text_of(element: HtmlElement) -> str:
    return "".join(text for _, _, text in _pieces(element))


def _pieces(element: HtmlElement) -> Iterator[_Piece]:
    if element.text:
        yield element, False, element.text
    for inner in element:
        if isinstance(inner.tag, str):
            yield from _pieces(inner)
        if inner.tail:
            yield inner, True, inner.tail


def _mark(element: HtmlElement, spans: list[tuple[int, int]], tag: str) -> None:
    """Wrap spans of the element's text; those that hold nothing but spaces between others stay as they are."""
    start = 0
    for owner, is_tail, text in list(_pieces(element)):
        inner = [(max(first - start, 0), min(last - start, len(text))) for first, last in spans]
        inner = [(first, last) for first, last in inner if first < last and text[first:last].strip()]
        if inner:
            _wrap(owner, is_tail, text, inner, tag)
        start += len(text)


def _wrap(owner: HtmlElement, is_tail: bool, text: str, spans: list[tuple[int, int]], tag: str) -> None:
    made: list[HtmlElement] = []
    for at, (first, last) in enumerate(spans):
        mark = lxml_html.Element(tag)
        mark.text = text[first:last]
        mark.tail = text[last : spans[at + 1][0] if at + 1 < len(spans) else len(text)]
        made.append(mark)
    before = text[: spans[0][0]]
    if is_tail:
        owner.tail = before
        parent = owner.getparent()
        at = parent.index(owner) + 1
    else:
        owner.text = before
        parent, at = owner, 0
    for mark in reversed(made):
        parent.insert(at, mark)
