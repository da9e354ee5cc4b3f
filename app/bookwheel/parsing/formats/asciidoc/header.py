"""The header of an AsciiDoc file: its title, author and revision, and attributes."""

from __future__ import annotations

import re
from typing import NamedTuple

from bookwheel.parsing.formats.asciidoc.attributes import Attributes, is_attribute
from bookwheel.parsing.formats.markup.source_lines import Lines

_TITLE = re.compile(r"[=#][ \t]+(\S.*)")
_ABOVE_TITLE = re.compile(r"//(?!//)|:[\w!-]+:|\[")
_AUTHOR = re.compile(r"([^\s:<>|=\[.][^<>:|=]{1,80}?)(?:\s+<([^<>]{3,120})>)?(?:;.*)?\Z")
_REVISION = re.compile(r"v?(\d[\w.-]*)(?:,\s*([^:]+))?(?::.*)?\Z|(\d{4}-\d\d-\d\d)\Z")


class Header(NamedTuple):
    """The title as it is written, the first and last line of the file, and the index of the line below the header."""

    title: str
    first: int
    last: int
    end: int


def read_header(lines: Lines, attributes: Attributes) -> Header | None:
    """The header, whose parts become attributes and fields; None for a file that begins with anything else."""
    at = 0
    while at < len(lines) and (not lines[at][1] or _ABOVE_TITLE.match(lines[at][1])):
        attributes.take(lines[at][1])
        if lines[at][1].startswith("["):
            return None
        at += 1
    if at == len(lines) or not (title := _TITLE.match(lines[at][1])):
        return None
    first = lines[at][0]
    attributes.fields["title"] = attributes.fill(title[1])
    at = _read_author(lines, at + 1, attributes.fields)
    while at < len(lines) and (lines[at][1].startswith("//") or is_attribute(lines[at][1])):
        attributes.take(lines[at][1])
        at += 1
    return Header(title[1], first, lines[at - 1][0], at)


def _read_author(lines: Lines, at: int, fields: dict[str, object]) -> int:
    """Take the lines with the author and the revision, if they are there; the index of the line below them."""
    author = _AUTHOR.match(lines[at][1]) if at < len(lines) and not lines[at][1].startswith("//") else None
    if author is None:
        return at
    fields["author"] = author[1].strip()
    at += 1
    if at < len(lines) and (revision := _REVISION.match(lines[at][1])):
        named = {"version": revision[1], "date": (revision[2] or revision[3] or "").strip()}
        fields |= {name: value for name, value in named.items() if value}
        at += 1
    return at
