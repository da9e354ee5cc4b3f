"""Lines put together to paragraphs, list entries and blocks of code."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from bookwheel.parsing.formats.pdf.hyphenation import KEPT_HYPHEN
from bookwheel.parsing.formats.pdf.page_lines import Line
from bookwheel.parsing.formats.pdf.pdfium import Box

BULLET = re.compile(r"(?:[•●▪■◦○‣⁃∙·–—]|[-*](?=\s)|\uf0b7|\uf0a7|\uf0d8)\s*")
_ENDS = re.compile(r"[.:;?!…。」”\")\]]\s*\Z")
_HYPHENS = ("-", "\u00ad", "\u2010")
_NUMBERED = re.compile(r"(?:\d{1,3}|[a-z])[.)]\s")


@dataclass
class Block:
    """Lines that belong together; of a table, `rows` are the words of its cells."""

    lines: list[Line]
    rows: tuple[tuple[str, ...], ...] = ()

    @cached_property
    def text(self) -> str:
        """The words, hyphenation at the ends of lines undone."""
        parts: list[str] = []
        for line in self.lines:
            text = line.text
            if parts and parts[-1][-1:] == KEPT_HYPHEN:
                parts[-1] = f"{parts[-1][:-1]}-"
            elif parts and parts[-1].endswith(_HYPHENS) and parts[-1][-2:-1].isalpha() and text[:1].islower():
                parts[-1] = parts[-1][:-1]
            elif parts:
                parts.append(" ")
            parts.append(text)
        return " ".join("".join(parts).replace("\u00ad", "").split())

    @property
    def size(self) -> float:
        """The size of its letters (points)."""
        return self.lines[0].size

    @property
    def is_bold(self) -> bool:
        """Whether all of it is bold."""
        return all(line.is_bold for line in self.lines)

    @property
    def is_code(self) -> bool:
        """Whether all of it is set in letters of one width."""
        return not self.rows and all(line.is_fixed for line in self.lines)

    @cached_property
    def box(self) -> Box:
        """Where it stands on its page."""
        boxes = [line.box for line in self.lines]
        return (min(b[0] for b in boxes), min(b[1] for b in boxes), max(b[2] for b in boxes), max(b[3] for b in boxes))


def blocks_of(lines: Sequence[Line]) -> Iterator[Block]:
    """The blocks of a page's lines, in their order."""
    block: list[Line] = []
    right = max((line.box[2] for line in lines), default=0.0)
    for line in lines:
        if block and not _goes_on(block, line, right):
            yield Block(block)
            block = []
        block.append(line)
    if block:
        yield Block(block)


def _goes_on(block: Sequence[Line], line: Line, right: float) -> bool:
    """Whether a line belongs to the block above it."""
    last = block[-1]
    high = max(last.size, 4.0)
    if line.is_fixed != last.is_fixed or abs(line.size - last.size) > 0.12 * high or line.is_bold != last.is_bold:
        return abs(line.box[1] - last.box[1]) < 0.3 * high and not line.is_fixed  # another font in the same line
    gap = line.box[1] - last.box[3]
    if gap > 0.9 * high or line.box[3] <= last.box[1]:
        is_next_column = line.box[1] < last.box[1] - 2.5 * high and line.box[0] > last.box[2] - high
        return is_next_column and not _ENDS.search(last.text) and line.text[:1].islower()
    if line.is_fixed:
        return True
    if BULLET.match(line.text) or (_NUMBERED.match(line.text) and _ENDS.search(last.text)):
        return False
    edge = max(one.box[2] for one in block) if len(block) > 1 else right
    is_short = last.box[2] < edge - 0.18 * (edge - min(one.box[0] for one in block)) - high
    is_indented = line.box[0] > block[-1].box[0] + 0.9 * high and not BULLET.match(block[0].text)
    return not (_ENDS.search(last.text) and (is_short or is_indented))


def code_of(block: Block) -> str:
    """The lines of a block of code with the indentation that they have on the page."""
    left = min(line.box[0] for line in block.lines)
    letters = max(1, sum(len(line.text) for line in block.lines))
    wide = max(1.0, sum(line.box[2] - line.box[0] for line in block.lines) / letters)
    return "\n".join(" " * min(60, round((line.box[0] - left) / wide)) + line.text for line in block.lines)
