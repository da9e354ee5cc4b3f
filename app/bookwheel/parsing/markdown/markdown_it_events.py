"""The events of pyromark made by markdown-it-py, for a body on which pyromark panics."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token

_BLOCKS: dict[str, Any] = {
    "paragraph": "Paragraph",
    "blockquote": {"BlockQuote": None},
    "bullet_list": {"List": None},
    "ordered_list": {"List": 1},
    "list_item": "Item",
    "table": {"Table": ()},
    "thead": "TableHead",
    "tr": "TableRow",
    "th": "TableCell",
    "td": "TableCell",
}
_Event = tuple[Any, dict[str, int]]


def fallback_events(body: str) -> Iterator[_Event]:
    """Events as `pyromark.events_with_range` gives them, with the ranges of whole blocks; no wikilinks."""
    starts = [0]
    for line in body.split("\n"):
        starts.append(starts[-1] + len(line.encode()) + 1)
    span = {"start": 0, "end": 0}
    for token in MarkdownIt("commonmark").enable("table").parse(body):
        if token.map is not None:
            first, last = (min(line, len(starts) - 1) for line in token.map)
            span = {"start": starts[first], "end": max(starts[first], starts[last] - 1)}
        yield from _block(token, span)


def _block(token: Token, span: dict[str, int]) -> Iterator[_Event]:
    if token.type == "inline":
        yield from _inline(token.children or (), span)
    elif token.type in ("fence", "code_block"):
        style: Any = {"Fenced": token.info} if token.type == "fence" else "Indented"
        yield {"Start": {"CodeBlock": style}}, span
        yield {"Text": token.content}, span
        yield {"End": "CodeBlock"}, span
    elif token.type == "html_block":
        yield {"Start": "HtmlBlock"}, span
        yield {"Html": token.content}, span
        yield {"End": "HtmlBlock"}, span
    elif token.type == "hr":
        yield "Rule", span
    elif token.type == "heading_open":
        yield {"Start": {"Heading": {"level": token.tag.upper()}}}, span
    elif token.type == "heading_close":
        yield {"End": {"Heading": token.tag.upper()}}, span
    else:
        name, _, side = token.type.rpartition("_")
        if name in _BLOCKS:
            yield {"Start" if side == "open" else "End": _BLOCKS[name]}, span


def _inline(tokens: Sequence[Token], span: dict[str, int]) -> Iterator[_Event]:
    for token in tokens:
        if token.type == "text":
            yield {"Text": token.content}, span
        elif token.type == "code_inline":
            yield {"Code": token.content}, span
        elif token.type == "html_inline":
            yield {"InlineHtml": token.content}, span
        elif token.type in ("softbreak", "hardbreak"):
            yield "SoftBreak" if token.type == "softbreak" else "HardBreak", span
        elif token.type == "link_open":
            yield {"Start": {"Link": {"link_type": "Inline", "dest_url": str(token.attrGet("href") or "")}}}, span
        elif token.type == "link_close":
            yield {"End": "Link"}, span
        elif token.type == "image":
            yield {"Start": {"Image": {"link_type": "Inline", "dest_url": str(token.attrGet("src") or "")}}}, span
            yield from _inline(token.children or (), span)
            yield {"End": "Image"}, span
