"""Lists of AsciiDoc: the marks of their entries, and entries of any depth as one block."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bookwheel.parsing.formats.markup import blocks
from bookwheel.parsing.formats.markup.blocks import Block, Mark

ENTRY = re.compile(r"[ \t]*(\*{1,5}|-|\.{1,5}|\d{1,4}\.|[a-zA-Z]\.|<(?:\d{1,3}|\.)>)[ \t]+(\S.*)")
TERM = re.compile(r"[ \t]*(\S.{0,300}?)(:{2,4}|;;)(?:[ \t]+(.*))?\Z")


@dataclass(slots=True)
class ListEntry:
    """An entry with its depth, from 1, the mark or the term that it began with, its line, and its blocks."""

    depth: int
    mark: str
    term: str
    line: int
    content: list[Block]


def kind_of(mark: str) -> str:
    """The mark that all entries of the same list have."""
    return "1." if mark[0].isdigit() or mark[0].isalpha() else "<1>" if mark[0] == "<" else mark


def nest(entries: Sequence[ListEntry], write: Callable[[str], str]) -> Block:
    """Entries that follow one another as one list with its inner lists; `write` makes Markdown of terms."""
    return _nest(entries, 0, 1, write)[1]


def _nest(entries: Sequence[ListEntry], at: int, depth: int, write: Callable[[str], str]) -> tuple[int, Block]:
    made: list[Block] = []
    number = 0
    while at < len(entries) and entries[at].depth >= depth:
        entry = entries[at]
        content = list(entry.content)
        at += 1
        while at < len(entries) and entries[at].depth > depth:
            at, inner = _nest(entries, at, depth + 1, write)
            content.append(inner)
        body = blocks.stack_entry(content)
        body.marks = body.marks or [Mark(0, entry.line, entry.line)]
        number += 1
        made.append(_described(entry, body, write) if entry.term else _marked(entry, body, number))
    is_close = not any("\n\n" in block.text for block in made) and not entries[at - 1].term
    return at, blocks.stack(made, "\n" if is_close else "\n\n")


def _described(entry: ListEntry, body: Block, write: Callable[[str], str]) -> Block:
    head = blocks.placed(write(entry.term), entry.line)
    tied = blocks.entry(body, ": ") if body.text else body
    return blocks.stack([head, tied], "\n\n" if "\n\n" in body.text else "\n")


def _marked(entry: ListEntry, body: Block, number: int) -> Block:
    if checked := re.match(r"\\?\[([ xX*])\](?=\s)", body.text):
        body.text = f"[{'x' if checked[1] != ' ' else ' '}]{body.text[checked.end() :]}"
    return blocks.entry(body, f"{number}. " if entry.mark[0] in ".1<" else "- ")
