"""Which blocks are headings: by the document's outline, else by the size and weight of their letters."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from bookwheel.parsing.formats.pdf.paragraphs import BULLET, Block

LONGEST = 160
MOST_LEVELS = 4
_FEW_LETTERS = 0.05
"""The share of a document's letters that its headings hold at most, where they are many among few blocks."""
_WORDS = re.compile(r"\w+")
_NUMBER = re.compile(r"(\d{1,2}(?:\.\d{1,2}){0,4})\.?\s+\S")
_LETTER = re.compile(r"[^\W\d_]")

Pages = Sequence[Sequence[Block]]
Levels = dict[int, int]
"""A heading's level by the `id` of its block."""


def by_outline(
    pages: Pages, outline: Sequence[tuple[int, str, int]]
) -> tuple[Levels, dict[int, list[tuple[int, str]]]]:
    """Levels of blocks that the outline names, and entries by page that no block there is named like."""
    levels: Levels = {}
    missing: dict[int, list[tuple[int, str]]] = {}
    for level, title, page in outline:
        if not 0 <= page < len(pages) or not title:
            continue
        wanted = _key(title)
        near = [*pages[page], *(pages[page + 1][:3] if page + 1 < len(pages) else ())]
        found = next((block for block in near if id(block) not in levels and _is_named(block, wanted)), None)
        if found is not None:
            levels[id(found)] = level
        else:
            missing.setdefault(page, []).append((level, title))
    return levels, missing


def by_look(pages: Pages) -> Levels:
    """Levels of blocks that stand out by larger or bold letters."""
    body = _body_size(pages)
    if not body:
        return {}
    candidates = [block for blocks in pages for block in blocks if _may_be(block)]
    whole = sum(len(blocks) for blocks in pages)
    letters = sum(len(line.text) for blocks in pages for block in blocks for line in block.lines)
    large = [block for block in candidates if block.size >= 1.12 * body]
    if sum(len(block.text) for block in large) > _FEW_LETTERS * letters:
        large = _few(large, max(3, 0.3 * whole))
    ranks = _ranks(sorted({_rounded(block.size) for block in large}, reverse=True))
    levels = {id(block): ranks[_rounded(block.size)] for block in large}
    others = [block for block in candidates if id(block) not in levels and block.size >= 0.94 * body]
    bold = [block for block in others if _stands_out(block)]
    if len(bold) <= max(3, 0.25 * whole) or sum(len(block.text) for block in bold) <= _FEW_LETTERS * letters:
        below = min(6, max(levels.values(), default=0) + 1)
        levels.update((id(block), below) for block in bold)
    for block in candidates:
        number = _NUMBER.match(block.text)
        if number and id(block) in levels:
            levels[id(block)] = min(6, max(levels[id(block)], number[1].count(".") + 1))
    return levels


def _rounded(size: float) -> float:
    return round(size * 2) / 2


def _few(blocks: list[Block], most: float) -> list[Block]:
    """Those of the largest sizes, as far as there are not more than headings can be."""
    for size in sorted({_rounded(block.size) for block in blocks}):
        if len(blocks) <= most:
            break
        blocks = [block for block in blocks if _rounded(block.size) > size]
    return blocks


def _ranks(sizes: Sequence[float]) -> Mapping[float, int]:
    """A level for each size; sizes nearer than 6 % to each other share one."""
    ranks: dict[float, int] = {}
    level, last = 0, 0.0
    for size in sizes:
        if not last or size < 0.94 * last:
            level, last = level + 1, size
        ranks[size] = min(level, MOST_LEVELS)
    return ranks


def _may_be(block: Block) -> bool:
    text = block.text
    return (
        len(text) <= LONGEST
        and len(block.lines) <= 4
        and bool(_LETTER.search(text))
        and not block.is_code
        and not block.rows
        and not BULLET.match(text)
        and not text.endswith((",", ";"))
    )


def _stands_out(block: Block) -> bool:
    return block.is_bold and len(block.lines) <= 2 and not block.text.endswith(".") and len(block.text) < 100


def _body_size(pages: Pages) -> float:
    sizes: Counter[float] = Counter()
    for blocks in pages:
        for block in blocks:
            for line in block.lines:
                sizes[round(line.size * 2) / 2] += len(line.text)
    return sizes.most_common(1)[0][0] if sizes else 0.0


def _is_named(block: Block, wanted: str) -> bool:
    if block.rows or len(block.lines) > 4 or len(block.text) > 2 * LONGEST:
        return False
    own = _key(block.text)
    return bool(own) and (own == wanted or (own.endswith(wanted) and len(own) - len(wanted) < 14 and len(wanted) > 2))


def _key(text: str) -> str:
    return "".join(_WORDS.findall(text.casefold()))
