"""Tables of HTML as Markdown: cells that span rows or columns are repeated empty, layout tables are told apart."""

from __future__ import annotations

from collections.abc import Callable

from selectolax.lexbor import LexborNode

from bookwheel.parsing.formats.emphasis import finished
from bookwheel.parsing.formats.html.inline import pieces
from bookwheel.parsing.formats.html.tree import attribute, children, line_of
from bookwheel.parsing.formats.markup import blocks
from bookwheel.parsing.formats.markup.blocks import Block

MOST_COLUMNS, MOST_ROWS = 200, 20_000
_BLOCKS = "table, ul, ol, pre, h1, h2, h3, h4, h5, h6, blockquote, dl"


def is_layout(node: LexborNode) -> bool:
    """Whether a table only sets out a page: it says so, holds blocks, or has a single cell in every row."""
    if attribute(node, "role") == "presentation":
        return True
    if node.css_first("th, caption, thead"):
        return False
    rows = node.css("tr")
    return node.css_first("td table, td h1, td h2, td h3, td pre") is not None or all(
        len(row.css("td")) < 2 for row in rows
    )


def table(node: LexborNode, line: int) -> Block:
    """A table of words, its first row the header, below its caption."""
    rows: list[list[str]] = []
    lines: list[tuple[int, int]] = []
    below: dict[int, int] = {}
    for row in node.css("tr")[:MOST_ROWS]:
        cells = [cell for cell in children(row) if cell.tag in ("td", "th")]
        if not cells:
            continue
        line = line_of(row) or line
        rows.append(_cells(cells, below))
        lines.append((line, line))
    rows = [row for row in rows if row]
    caption = node.css_first("caption")
    parts = [blocks.placed(f"*{words}*", line_of(caption) or line)] if caption and (words := _cell(caption)) else []
    return blocks.stack([*parts, blocks.table(rows, lines)]) if rows else blocks.stack(parts)


def layout_blocks(node: LexborNode, of: Callable[[LexborNode], list[Block]]) -> list[Block]:
    """The cells of a table that sets out a page, one below the other."""
    made: list[Block] = []
    for cell in node.css("td, th"):
        if not _is_inner(cell, node):
            made += of(cell)
    return made


def _is_inner(cell: LexborNode, table: LexborNode) -> bool:
    above = cell.parent
    while above is not None and above.tag != "table":
        above = above.parent
    return above is None or above.mem_id != table.mem_id


def _cells(cells: list[LexborNode], below: dict[int, int]) -> list[str]:
    """The words of a row's cells by column; `below` counts the rows that cells above still take up."""
    made: list[str] = []
    for cell in cells:
        _skip(made, below)
        wide = _span(cell, "colspan")
        for column in range(wide):
            if len(made) >= MOST_COLUMNS:
                return made
            if (tall := _span(cell, "rowspan")) > 1:
                below[len(made)] = tall - 1
            made.append(_cell(cell) if not column else "")
    _skip(made, below)
    return made


def _skip(made: list[str], below: dict[int, int]) -> None:
    while below.get(len(made), 0) > 0 and len(made) < MOST_COLUMNS:
        below[len(made)] -= 1
        made.append("")


def _span(cell: LexborNode, name: str) -> int:
    written = attribute(cell, name)
    is_number = written.isascii() and written.isdigit() and len(written) < 6
    return min(MOST_COLUMNS, max(1, int(written))) if is_number else 1


def _cell(node: LexborNode) -> str:
    parts: list[str] = []
    for child in children(node):
        text = pieces(child)
        parts.append(f" {text} " if child.tag in ("p", "div", "li", "ul", "ol", "br") else text)
    return finished("".join(parts)).replace("\\\n", " ")
