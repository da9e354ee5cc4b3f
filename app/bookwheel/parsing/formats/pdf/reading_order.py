"""The order in which the blocks of a page are read, where the file has them in another: by columns, then downwards."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bookwheel.parsing.formats.pdf.paragraphs import Block

DEEPEST = 40
GUTTER = 8.0
"""The least width of the gap between two columns (points)."""


def in_reading_order(blocks: Sequence[Block]) -> list[Block]:
    """The blocks in the file's own order, unless it jumps back to what stands above and not to the right.

    Source: the recursive XY cut of Nagy and Seth, ICPR 1984, with cuts between columns first.
    """
    return list(blocks) if not any(map(_jumps_back, blocks, blocks[1:])) else _cut(list(blocks), 0)


def _jumps_back(block: Block, after: Block) -> bool:
    is_above = after.box[1] < block.box[1] - 1.5 * max(4.0, after.size) and after.box[0] < block.box[2] - GUTTER
    is_left = after.box[2] < block.box[0] + GUTTER and after.box[1] < block.box[3]
    return is_above or is_left


def _cut(blocks: list[Block], depth: int) -> list[Block]:
    if len(blocks) < 2 or depth > DEEPEST:
        return blocks
    columns = _parts(blocks, lambda block: (block.box[0], block.box[2]), GUTTER)
    if len(columns) > 1 and min(map(len, columns)) > 1:
        return [block for column in columns for block in _cut(column, depth + 1)]
    rows = _parts(blocks, lambda block: (block.box[1], block.box[3]), 0.0)
    if len(rows) > 1:
        return [block for row in rows for block in _cut(row, depth + 1)]
    if len(columns) > 1:
        return [block for column in columns for block in _cut(column, depth + 1)]
    return sorted(blocks, key=lambda block: (round(block.box[1] / 4), block.box[0]))


def _parts(blocks: Sequence[Block], span: Callable[[Block], tuple[float, float]], gap: float) -> list[list[Block]]:
    """Groups of blocks between which a gap goes through all of them."""
    parts: list[list[Block]] = []
    end = 0.0
    for block in sorted(blocks, key=span):
        first, last = span(block)
        if not parts or first > end + gap:
            parts.append([])
            end = last
        parts[-1].append(block)
        end = max(end, last)
    return parts
