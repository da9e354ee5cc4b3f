"""List items and inline fields as notes write them, with their places: what Dataview's queries are about."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from bookwheel.parsing.prose_lines import prose_lines

_ITEM = re.compile(r"((?:[ \t]|>[ \t]?)*)(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[(.)\](?:[ \t]+|$))?(.*)$")
_NAME = r"[^\W\d_][^\n:\[\]()|]{0,60}?"
_LINE = re.compile(
    rf"[ \t]*(?:>[ \t]*)*(?:[-*+][ \t]+|\d+[.)][ \t]+)?[*_]{{0,3}}({_NAME})[*_]{{0,3}}::[*_]{{0,3}}(?:[ \t]+(.*))?$"
)
_VALUE = r"(?:\[\[[^\[\]\n]{1,200}\]\]|\([^()\n]{0,200}\)|[^\n\[\]()]){0,300}"
_BRACKETED = re.compile(rf"[\[(][ \t]*({_NAME})[ \t]*::[ \t]*({_VALUE})[\])]")
LONGEST = 1000


@dataclass(frozen=True, slots=True)
class WrittenItem:
    """A list item: its line from 1, how far it stands in, the character in its box (empty without one), its words."""

    line: int
    indent: int
    mark: str
    text: str


def written_items(text: str) -> Iterator[WrittenItem]:
    """The list items of a Markdown source outside code and comments, in order."""
    for number, line in prose_lines(text):
        match = _ITEM.match(line)
        if match and (match[3].strip() or match[2]):
            indent = len(match[1].expandtabs(4).replace(">", " "))
            yield WrittenItem(number, indent, match[2] or "", match[3][:LONGEST].strip())


def written_fields(text: str) -> Iterator[tuple[str, str]]:
    """Names and values of the inline fields of a Markdown source outside code, comments and tasks, in order."""
    for _, line in prose_lines(text):
        if "::" in line and not ((item := _ITEM.match(line)) and item[2]):
            yield from fields_in(line[:LONGEST])


def fields_in(line: str) -> list[tuple[str, str]]:
    """The inline fields of one line: `[key:: value]` and `(key:: value)` anywhere, else `key:: value` as all of it."""
    found = [(match[1].strip("*_ "), match[2].strip()) for match in _BRACKETED.finditer(line)]
    if not found and (match := _LINE.match(line)):
        found = [(match[1].strip("*_ "), (match[2] or "").strip())]
    return found
