"""The outline of a data file: its keys as sections, its sentences as prose."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field

from bookwheel.domain.messages import Message
from bookwheel.parsing.encoding import storable
from bookwheel.parsing.formats.code.outline import Definition, pieces_of
from bookwheel.parsing.formats.converted import Converted
from bookwheel.parsing.parsed_body import Piece

NAMES = ("name", "id", "title", "kind", "key", "label")
"""Fields that name an object, best first."""
DEEPEST_NODE = 4
"""Levels of keys that may become sections."""
_LINES_TO_SPLIT = 20
_ROWS = 200
_MOST_KEYS = 60
_LONGEST_TITLE = 100
_FIELDS = ("name", "title", "description", "version", "kind", "author", "license", "keywords", "homepage")
_SENTENCE = re.compile(r"[^\W\d_]{2,}[,;:'’]?\s+(?:\S+\s+)+?[^\W\d_]{2,}|[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]{4,}")
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|[_\-.:/]+")


@dataclass(slots=True)
class Node:
    """A key with its value by their offsets; `name` is what the value calls itself."""

    key: str
    at: int
    end: int = 0
    name: str = ""
    name_rank: int = 99
    is_list: bool = False
    children: list[Node] = field(default_factory=list["Node"])

    def call(self, field_name: str, value: str) -> None:
        """Name it after one of its fields, if no better one did."""
        rank = NAMES.index(field_name)
        if value and rank < self.name_rank:
            self.name, self.name_rank = value[:80], rank


@dataclass(slots=True)
class Contents:
    """What a reader of data found: the top node of each document, its strings and keys by offset, and its manifest."""

    tops: list[Node] = field(default_factory=list[Node])
    strings: list[tuple[int, str]] = field(default_factory=list[tuple[int, str]])
    keys: list[tuple[int, str]] = field(default_factory=list[tuple[int, str]])
    fields: dict[str, object] = field(default_factory=dict[str, object])
    warnings: list[Message] = field(default_factory=list[Message])


class Problem(Exception):
    """Where a file breaks the rules of its format, and how."""

    def __init__(self, at: int, reason: str) -> None:
        """`at` is an offset in the text."""
        super().__init__(reason)
        self.at, self.reason = at, reason


def is_sentence(text: str) -> bool:
    """Whether a value is read rather than compared: some words, or a run of Chinese, Japanese or Korean."""
    return len(text) >= 4 and _SENTENCE.search(text[:2000]) is not None


def add_field(fields: dict[str, object], key: str, value: object) -> None:
    """Keep what a manifest says of itself."""
    if key in _FIELDS and key not in fields and value and len(str(value)) <= 2000:
        fields[key] = storable(value) if isinstance(value, str) else value


def broken(text: str, format: str, problem: Problem) -> Message:
    """The warning for a file that does not parse."""
    at = min(problem.at, len(text))
    return Message(
        "This is not valid {format}: {reason} (line {line}, column {column}). The outline may be incomplete.",
        format=format,
        reason=problem.reason,
        line=text.count("\n", 0, at) + 1,
        column=at - (text.rfind("\n", 0, at) + 1) + 1,
    )


def converted(text: str, found: Contents, warnings: Sequence[Message] = ()) -> Converted:
    """The data file as it is shown and searched."""
    definitions: list[Definition] = []
    for number, top in enumerate(found.tops):
        is_one_of_many = len(found.tops) > 1
        if is_one_of_many:
            title = top.name or f"Document {number + 1}"
            _add(text, definitions, Definition(top.at, 0, title, "", is_mark=True))
        if not is_one_of_many or text.count("\n", top.at, top.end) > _LINES_TO_SPLIT:
            _divide(text, top, int(is_one_of_many), (), definitions)
    reading = pieces_of(text, definitions, ())
    if not reading.warnings:
        fill(text, found, reading.pieces)
    return Converted(text, found.fields, warnings=[*warnings, *found.warnings], reading=reading)


def _add(text: str, definitions: list[Definition], definition: Definition) -> bool:
    """Add a section where its line begins none yet."""
    definition.at = text.rfind("\n", 0, definition.at) + 1
    definition.title = " ".join(storable(definition.title).split())[:_LONGEST_TITLE]
    if not definition.title or (definitions and definition.at <= definitions[-1].at):
        return False
    definitions.append(definition)
    return True


def _divide(text: str, node: Node, depth: int, path: tuple[str, ...], definitions: list[Definition]) -> None:
    if node.is_list:
        _divide_list(text, node, depth, path, definitions)
        return
    run: list[Node] = []
    has_block = False
    for child in [*node.children, None]:
        if child is not None and not _is_block(text, child):
            run.append(child)
            continue
        if run and has_block:
            title = ", ".join(one.key for one in run[:3]) + ("…" if len(run) > 3 else "")
            _add(text, definitions, Definition(run[0].at, depth, title, ".".join([*path, run[0].key]), is_mark=True))
        run = []
        if child is not None:
            has_block = True
            anchor = ".".join([*path, child.key])
            added = _add(text, definitions, Definition(child.at, depth, child.key or '""', anchor, is_mark=True))
            if added and depth < DEEPEST_NODE and text.count("\n", child.at, child.end) > _LINES_TO_SPLIT:
                _divide(text, child, depth + 1, (*path, child.key), definitions)


def _divide_list(text: str, node: Node, depth: int, path: tuple[str, ...], definitions: list[Definition]) -> None:
    rows = node.children
    named = sum(bool(row.name) for row in rows)
    if rows and named * 2 >= len(rows) and len(rows) <= _ROWS:
        for row in rows:
            if row.name and _is_block(text, row):
                anchor = ".".join([*path, row.name])
                _add(text, definitions, Definition(row.at, depth, row.name, anchor, is_mark=True))
        return
    if len(rows) <= _ROWS:
        return
    for first in range(0, len(rows), _ROWS):
        title = f"rows {first + 1}–{min(first + _ROWS, len(rows))}"
        anchor = ".".join([*path, f"rows-{first + 1}"])
        _add(text, definitions, Definition(rows[first].at, depth, title, anchor, is_mark=True))


def _is_block(text: str, node: Node) -> bool:
    return text.find("\n", node.at, node.end) >= 0


def fill(text: str, found: Contents, made: Sequence[Piece]) -> None:
    """Give each piece its sentences and the words of its keys as prose."""
    starts = _offsets(text, [piece.start for piece in made])
    prose: list[dict[str, None]] = [{} for _ in made]
    keys: list[dict[str, None]] = [{} for _ in made]
    for at, words in found.strings:
        prose[bisect_right(starts, at) - 1][" ".join(storable(words).split())] = None
    for at, key in found.keys:
        known = keys[bisect_right(starts, at) - 1]
        if len(known) < _MOST_KEYS:
            known[" ".join(_HUMP.sub(" ", storable(key[:_LONGEST_TITLE])).split())] = None
    for number, piece in enumerate(made):
        lines = [*prose[number], ", ".join(key for key in keys[number] if key)]
        piece.prose = "\n".join(line for line in lines if line)


def _offsets(text: str, byte_starts: Sequence[int]) -> Sequence[int]:
    if text.isascii():
        return byte_starts
    raw = text.encode()
    offsets: list[int] = []
    at = before = 0
    for start in byte_starts:
        at += len(raw[before:start].decode())
        offsets.append(at)
        before = start
    return offsets
