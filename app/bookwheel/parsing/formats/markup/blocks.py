"""Blocks of Markdown that know which lines of their source they came from, through every nesting."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from bookwheel.domain.places import PlaceKind
from bookwheel.parsing.formats import markdown_writer as md
from bookwheel.parsing.formats.markdown_writer import Writer

_ENTRY = re.compile(r"- |1\. ")


class Mark(NamedTuple):
    """From the line `below` the block's first one on: the first and last line of the source, as in `Place`."""

    below: int
    first: int
    last: int
    rises: bool = False


@dataclass(slots=True)
class Block:
    """Markdown with its marks, which are in the order of its lines."""

    text: str
    marks: list[Mark] = field(default_factory=list[Mark])


def placed(text: str, first: int, last: int = 0) -> Block:
    """A block that came from these lines; where it has as many lines itself, each is one of the source's."""
    last = max(first, last)
    return Block(text, [Mark(0, first, last, last > first and text.count("\n") == last - first)])


def code(text: str, language: str, first: int) -> Block:
    """A fenced block of code whose first line is `first` in the source."""
    lines = text.rstrip("\n").count("\n") + 1
    return Block(md.code_block(text, language), [Mark(0, first, first), Mark(1, first, first + lines - 1, lines > 1)])


def stack(blocks: Iterable[Block], between: str = "\n\n") -> Block:
    """Blocks below one another, with `between` (line breaks) between two."""
    texts: list[str] = []
    marks: list[Mark] = []
    below = 0
    for block in blocks:
        text = block.text.strip("\n")
        if not text.strip():
            continue
        texts.append(text)
        marks += [mark._replace(below=mark.below + below) for mark in block.marks]
        below += text.count("\n") + len(between)
    return Block(between.join(texts), marks)


def stack_entry(found: Sequence[Block]) -> Block:
    """The blocks of a list's entry: words with a list below stay close."""
    filled = [block for block in found if block.text.strip()]
    is_close = len(filled) == 2 and _ENTRY.match(filled[1].text) and not _ENTRY.match(filled[0].text)
    return stack(filled, "\n" if is_close and "\n\n" not in filled[1].text else "\n\n")


def wrap(block: Block, change: Callable[[str], str]) -> Block:
    """The block with its text changed line by line, as a quote or the entry of a list."""
    return Block(change(block.text), block.marks)


def entry(block: Block, mark: str) -> Block:
    """An entry of a list that begins with `mark`."""
    return Block(md.indented(block.text, mark), block.marks)


def table(rows: Sequence[Sequence[str]], lines: Sequence[tuple[int, int]]) -> Block:
    """A table, its first row the header, with the source's lines of each row."""
    marks = [Mark(number + (number > 0), first, max(first, last)) for number, (first, last) in enumerate(lines)]
    return Block(md.table(rows), marks)


def write_all(found: Iterable[Block]) -> Writer:
    """A document of blocks."""
    writer = Writer()
    for block in found:
        write(writer, block)
    return writer


def write(writer: Writer, block: Block) -> None:
    """Add a block with its places to a document."""
    if not block.text.strip():
        return
    for mark in block.marks:
        writer.at(PlaceKind.LINE, mark.first, mark.last, below=mark.below, rises=mark.rises)
    writer.add(block.text)
