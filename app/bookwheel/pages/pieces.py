"""Slides, cells, messages and chapters: the Markdown of a converted document in the pieces that its file is made of."""

from __future__ import annotations

from html import escape
from typing import cast

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.token import Token

from bookwheel.pages.types import Heading, Piece, Source

_ANCHOR = "<span data-anchor="
_NOTES = "**Notes**"
_HEADERS = ("**From:**", "**To:**", "**Cc:**", "**Date:**", "**In reply to:**")
_DEEPEST = 6
_MARKS = ("page", "time")
"""Where one of these begins, its number stands beside the text, which goes on."""


def pieces_plugin(md: MarkdownIt) -> None:
    """Wrap what stands between the places of `Source.pieces`, each in the way of its kind."""
    md.core.ruler.before("inline", "pieces", _pieces)


def _pieces(state: StateCore) -> None:
    source = cast("Source", state.env["source"])
    waiting = list(source.pieces)
    if not waiting or source.chain:
        return
    before, gathered = _parted(state.tokens, waiting, source.first_line)
    tokens = list(before)
    for piece, inside in gathered:
        tokens += _wrapped(piece, inside)
    state.tokens = tokens


def _parted(
    tokens: list[Token], waiting: list[Piece], first_line: int
) -> tuple[list[Token], list[tuple[Piece, list[Token]]]]:
    """What stands before the first piece, and each piece with its tokens; anchors go with what follows them."""
    before: list[Token] = []
    gathered: list[tuple[Piece, list[Token]]] = []
    inside, depth = before, 0
    for token in tokens:
        if depth == 0 and token.map:
            opened: list[Token] | None = None
            while waiting and waiting[0].line <= token.map[0] + first_line:
                opened = []
                gathered.append((waiting.pop(0), opened))
            if opened is not None:
                while inside and _is_anchor(inside[-1]):
                    opened.insert(0, inside.pop())
                inside = opened
        depth += token.nesting
        inside.append(token)
    return before, gathered


def _wrapped(piece: Piece, tokens: list[Token]) -> list[Token]:
    if not tokens:
        return []
    if piece.kind in _MARKS:
        mark = _html(f'<span class="{piece.kind}-mark" data-mark="{escape(piece.label)}"></span>\n')
        after = _heading_end(tokens) if piece.kind == "time" else 0
        return [*tokens[:after], mark, *tokens[after:]]
    if piece.kind == "cell":
        return _cell(piece, tokens)
    if piece.kind == "message":
        return _message(piece, tokens)
    if piece.kind == "slide":
        _set_notes(tokens)
    ways = _html(_ways(piece)) if piece.before or piece.after else None
    opening = _html(f'<section class="{piece.kind}" data-number="{piece.number}">\n')
    return [opening, *tokens, *([ways] if ways else []), _html("</section>\n")]


def _html(content: str) -> Token:
    return Token("html_block", "", 0, content=content)


def _heading_end(tokens: list[Token]) -> int:
    """How many tokens at the beginning are a heading with its anchors; 0 without one."""
    start = next((number for number, token in enumerate(tokens) if not _is_anchor(token)), len(tokens))
    if start == len(tokens) or tokens[start].type != "heading_open":
        return 0
    return next(number for number, token in enumerate(tokens) if token.type == "heading_close") + 1


def _is_anchor(token: Token) -> bool:
    return token.type == "html_block" and token.content.startswith(_ANCHOR)


def _cell(piece: Piece, tokens: list[Token]) -> list[Token]:
    """A cell of code with what it printed and drew; a cell of text stays as it is, so that headings are the page's."""
    at = next((number for number, token in enumerate(tokens) if not _is_anchor(token)), 0)
    if not piece.label or tokens[at].type != "fence":
        return tokens
    count = escape(piece.label.removeprefix("In [").removesuffix("]"))
    opening = _html(f'<section class="cell"><div class="cell-in" data-count="{count}">\n')
    made = [opening, *tokens[: at + 1], _html("</div>\n")]
    if tokens[at + 1 :]:
        made += [_html(f'<div class="cell-out" data-count="{count}">\n'), *tokens[at + 1 :], _html("</div>\n")]
    return [*made, _html("</section>\n")]


def _message(piece: Piece, tokens: list[Token]) -> list[Token]:
    """A message, indented as deep as it answers others; its headers stand each on a line of their own."""
    depth = next((int(token.tag[1]) for token in tokens if token.type == "heading_open"), 2) - 2
    for number, token in enumerate(tokens[:-1]):
        if token.type == "paragraph_open" and tokens[number + 1].content.startswith(_HEADERS):
            token.attrJoin("class", "mail-head")
            tokens[number + 1].content = tokens[number + 1].content.replace(" · **", "\\\n**")
    opening = f'<section class="message" data-number="{piece.number}" data-depth="{min(max(depth, 0), _DEEPEST)}">\n'
    return [_html(opening), *tokens, _html("</section>\n")]


def _set_notes(tokens: list[Token]) -> None:
    """Mark the quote that holds what the speaker says."""
    for number, token in enumerate(tokens[:-2]):
        if token.type == "blockquote_open" and tokens[number + 2].content == _NOTES:
            token.attrJoin("class", "notes")


def _ways(piece: Piece) -> str:
    ways = ((piece.before, "prev"), (piece.after, "next"))
    links = "".join(_way(heading, name) for heading, name in ways if heading is not None)
    return f'<nav class="chapter-ways">{links}</nav>\n'


def _way(heading: Heading, name: str) -> str:
    return f'<a class="{name}" href="#{escape(heading.anchor)}">{escape(heading.title)}</a>'
