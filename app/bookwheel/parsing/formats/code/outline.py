"""Definitions and comments of a source file as pieces: sections with their prose and their code."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

from bookwheel.domain.messages import Message
from bookwheel.parsing.formats.code.comments import Comment
from bookwheel.parsing.parsed_body import Piece, Reading

MOST_SECTIONS = 3_000
"""A file with more definitions is cut into pieces of equal length instead."""
LINES_OF_A_PIECE = 500
DEEPEST = 6
_BLANKS = re.compile(r"[ \t]*\n(?:[ \t]*\n)+")


@dataclass(slots=True)
class Definition:
    """What a section begins with: the offset of its line, how many definitions it stands in, its title and anchor.

    A mark is a comment that heads the definitions beside it.
    """

    at: int
    depth: int
    title: str
    anchor: str = ""
    is_mark: bool = False


def by_lines(text: str) -> Reading:
    """The text cut after every so many lines, without an outline."""
    lines = text.split("\n")
    reading = Reading()
    start = 0
    for first in range(0, len(lines), LINES_OF_A_PIECE):
        part = "\n".join(lines[first : first + LINES_OF_A_PIECE])
        last = min(first + LINES_OF_A_PIECE, len(lines))
        title = f"Lines {first + 1}–{last}" if first else ""
        reading.pieces.append(Piece(int(bool(first)), title, f"L{first + 1}" if first else "", start, first, "", part))
        start += len(part.encode()) + 1
    return reading


def pieces_of(text: str, definitions: Sequence[Definition], comments: Sequence[Comment]) -> Reading:
    """The sections of a source; both sequences are in the order of the text."""
    if len(definitions) > MOST_SECTIONS:
        reading = by_lines(text)
        reading.warnings.append(
            Message(
                "The outline was left out: the file has {count} definitions, and {most} are shown at most.",
                count=len(definitions),
                most=MOST_SECTIONS,
            )
        )
        return reading
    starts = _starts(text, definitions, comments)
    levels = _levels(definitions)
    reading = Reading()
    if not starts or starts[0] > 0:
        end = starts[0] if starts else len(text)
        reading.pieces.append(_piece(text, 0, end, 0, Definition(0, 0, ""), comments))
    for number, (start, definition, level) in enumerate(zip(starts, definitions, levels, strict=True)):
        end = starts[number + 1] if number + 1 < len(starts) else len(text)
        reading.pieces.append(_piece(text, start, end, level, definition, comments))
    _place(text, reading, [0, *starts] if len(reading.pieces) > len(starts) else starts)
    return reading


def _place(text: str, reading: Reading, starts: Sequence[int]) -> None:
    line = start = before = 0
    is_ascii = text.isascii()
    for piece, at in zip(reading.pieces, starts, strict=True):
        line += text.count("\n", before, at)
        start += at - before if is_ascii else len(text[before:at].encode())
        piece.line, piece.start, before = line, start, at


def _starts(text: str, definitions: Sequence[Definition], comments: Sequence[Comment]) -> list[int]:
    """Where each section begins: at its definition, or at the comments and decorators right above it."""
    above = {comment.end: comment for comment in comments if comment.is_alone}
    starts: list[int] = []
    floor = 0
    for definition in definitions:
        at = text.rfind("\n", 0, definition.at) + 1
        end_of_this = at
        while at > floor and not definition.is_mark:
            comment = above.get(at - 1)
            if comment is not None and not comment.is_mark:
                at = text.rfind("\n", 0, comment.start) + 1
            else:
                previous = text.rfind("\n", 0, at - 1) + 1
                if not _is_decorator(text[_first_sign(text, previous) : at - 1][:300]):
                    break
                at = previous
        at = max(at, floor)
        if starts and at <= starts[-1]:
            at = end_of_this
        starts.append(at)
        floor = text.find("\n", definition.at) + 1 or len(text)
    return starts


def _is_decorator(line: str) -> bool:
    return line.startswith(("@", "#[", "template")) or (line.startswith("[") and line.endswith("]"))


def _first_sign(text: str, at: int) -> int:
    while at < len(text) and text[at] in " \t":
        at += 1
    return at


def _levels(definitions: Sequence[Definition]) -> list[int]:
    levels: list[int] = []
    open_ones: list[tuple[int, bool]] = []
    for definition in definitions:
        while open_ones and (
            open_ones[-1][0] > definition.depth
            or (open_ones[-1][0] == definition.depth and (definition.is_mark or not open_ones[-1][1]))
        ):
            open_ones.pop()
        open_ones.append((definition.depth, definition.is_mark))
        levels.append(min(DEEPEST, len(open_ones)))
    return levels


def _piece(text: str, start: int, end: int, level: int, definition: Definition, comments: Sequence[Comment]) -> Piece:
    prose: list[str] = []
    code: list[str] = []
    at = start
    for number in range(bisect_left(comments, start, key=lambda comment: comment.start), len(comments)):
        comment = comments[number]
        if comment.start >= end:
            break
        if not comment.words:
            continue
        code.append(text[at : comment.start])
        at = min(comment.end, end)
        if not comment.is_mark:
            prose.append(comment.words)
    code.append(text[at:end])
    return Piece(
        level,
        definition.title,
        definition.anchor,
        0,
        0,
        "\n".join(prose),
        _BLANKS.sub("\n", "".join(code)).strip("\n"),
    )
