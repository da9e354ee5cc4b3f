"""The text of a plain message as Markdown: earlier messages as quotes, signatures and patches as they are."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby

from bookwheel.parsing.formats.markdown_writer import quoted
from bookwheel.parsing.formats.records.plain_words import blocks_of, linked

_QUOTE = re.compile(r"(?:> ?(?!From ))+")
_DEEPEST = 8
_EARLIER = re.compile(
    r"-{2,}[ ]*(?:Original (?:Message|Appointment)|Ursprüngliche (?:Nachricht|E-Mail)|Message d'origine"
    r"|Mensaje original|Messaggio originale|Oprindelig meddelelse|Oorspronkelijk bericht)[ ]*-{2,}",
    re.IGNORECASE,
)


def message_blocks(text: str, *, is_flowed: bool = False, without_space: bool = False) -> Iterator[str]:
    """The blocks of a message; `is_flowed` joins lines as its format says (RFC 3676)."""
    lines = _levels(text.replace("\r\n", "\n").replace("\r", "\n"))
    if is_flowed:
        lines = _flowed(lines, without_space=without_space)
    quote: list[tuple[int, str]] = []
    for depth, group in groupby(lines, key=lambda line: line[0]):
        body = "\n".join(line for _, line in group)
        if depth:
            quote += [(depth, block) for block in blocks_of(body)]
        elif body.strip():
            if quote:
                yield _as_quote(quote)
                quote = []
            yield from _own_blocks(body)
    if quote:
        yield _as_quote(quote)


def _levels(text: str) -> Iterator[tuple[int, str]]:
    """Each line with the number of `>` before it; what follows a mark of an earlier message is one level deeper."""
    below = 0
    for line in text.split("\n"):
        if not below and _EARLIER.fullmatch(line.strip()):
            below = 1
            continue
        mark = _QUOTE.match(line)
        depth = mark[0].count(">") if mark else 0
        yield min(depth + below, _DEEPEST), line[mark.end() :] if mark else line


def _flowed(lines: Iterator[tuple[int, str]], *, without_space: bool) -> Iterator[tuple[int, str]]:
    depth, parts = 0, list[str]()
    for level, line in lines:
        if parts and level != depth:
            yield depth, "".join(parts)
            parts = []
        depth = level
        line = line[1:] if line.startswith(" ") else line  # space-stuffed
        if line.endswith(" ") and line != "-- ":
            parts.append(line[:-1] if without_space else line)
        else:
            yield depth, "".join([*parts, line])
            parts = []
    if parts:
        yield depth, "".join(parts)


def _own_blocks(body: str) -> Iterator[str]:
    body, mark, signature = f"\n{body}".partition("\n-- \n")
    yield from blocks_of(body)
    if mark and signature.strip():
        lines = [line for line in signature.split("\n") if line.strip()]
        yield "\\--  \n" + linked("\n".join(lines)).replace("\n", "  \n")


def _as_quote(blocks: list[tuple[int, str]]) -> str:
    """Quoted blocks of any depth as one quote."""
    made: list[str] = []
    before = 0
    for depth, block in blocks:
        if before:
            made.append(" ".join(">" * min(depth, before)))
        for _ in range(depth):
            block = quoted(block)
        made.append(block)
        before = depth
    return "\n".join(made)
