"""Tables of reStructuredText as tables of Markdown: spans become empty cells, blocks in cells one line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, cast

from docutils import nodes

from bookwheel.parsing.formats import markdown_writer as md
from bookwheel.parsing.formats.markup import blocks
from bookwheel.parsing.formats.markup import inline_text as inline
from bookwheel.parsing.formats.markup.blocks import Block

if TYPE_CHECKING:
    from bookwheel.parsing.formats.rst.inline import InlineWriter
    from bookwheel.parsing.formats.rst.lines import SourceLines


class CellWriter(Protocol):
    """What writes the contents of cells."""

    inline: InlineWriter
    lines: SourceLines


def write_table(writer: CellWriter, node: nodes.Element) -> Block:
    """A table with its title above it."""
    rows: list[list[str]] = []
    lines: list[tuple[int, int]] = []
    head = next(node.findall(nodes.thead), None)
    spanned: dict[int, int] = {}
    for row in node.findall(nodes.row):
        if _table_of(row) is not node:
            continue
        rows.append(_cells(writer, row, spanned))
        lines.append(_lines_of(writer, row))
    if head is None and rows:
        rows.insert(0, [])
        lines.insert(0, lines[0])
    elif head is not None and len(head.children) > 1:
        count = len(head.children)
        rows[:count] = [[" ".join(filter(None, column)) for column in zip(*_filled(rows[:count]), strict=True)]]
        lines[:count] = [(lines[0][0], lines[count - 1][1])]
    made = blocks.table(rows, lines)
    title = node[0] if node.children and isinstance(node[0], nodes.title) else None
    if title is None:
        return made
    caption = inline.emphasis(writer.inline.write(title.children), "**")
    return blocks.stack([Block(caption, made.marks[:1]), made])


def _table_of(row: nodes.Element) -> nodes.Node | None:
    above = row.parent
    while above is not None and not isinstance(above, nodes.table):
        above = above.parent
    return above


def _filled(rows: list[list[str]]) -> list[list[str]]:
    width = max(map(len, rows))
    return [row + [""] * (width - len(row)) for row in rows]


def _cells(writer: CellWriter, row: nodes.Element, spanned: dict[int, int]) -> list[str]:
    cells: list[str] = []
    for child in row.children:
        cell = cast(nodes.Element, child)
        while spanned.get(len(cells), 0):
            spanned[len(cells)] -= 1
            cells.append("")
        wide, tall = int(cell.get("morecols", 0)), int(cell.get("morerows", 0))
        for column in range(len(cells), len(cells) + wide + 1):
            spanned[column] = tall
        cells += [_one_line(writer, cell), *([""] * wide)]
    while spanned.get(len(cells), 0):
        spanned[len(cells)] -= 1
        cells.append("")
    return cells


def _lines_of(writer: CellWriter, row: nodes.Element) -> tuple[int, int]:
    found = [
        writer.lines.find(leaf.rawsource, leaf.line)
        for leaf in row.findall(nodes.TextElement)
        if leaf.rawsource and isinstance(leaf, (nodes.paragraph, nodes.literal_block))
    ]
    reached = writer.lines.reached
    return (min(first for first, _ in found), max(last for _, last in found)) if found else (reached, reached)


def _one_line(writer: CellWriter, node: nodes.Element) -> str:
    """All blocks of a cell on one line."""
    if isinstance(node, nodes.literal_block):
        return " ".join(md.code(line) for line in node.astext().split("\n") if line.strip())
    if isinstance(node, (nodes.comment, nodes.substitution_definition, nodes.system_message)):
        return ""
    if isinstance(node, nodes.image):
        return writer.inline.picture(node)
    if isinstance(node, nodes.math_block):
        return inline.math(node.astext())
    if isinstance(node, nodes.target):
        return "".join(inline.anchor(str(name)) for name in node["names"])
    if isinstance(node, nodes.TextElement):
        return md.one_line(writer.inline.write(node.children))
    parts = [_one_line(writer, child) for child in node.children if isinstance(child, nodes.Element)]
    between = (
        ", " if isinstance(node, nodes.row) else "; " if isinstance(node, (nodes.tbody, nodes.bullet_list)) else " "
    )
    return between.join(part for part in parts if part)
