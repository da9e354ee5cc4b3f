"""The lines of a Markdown source that a person reads: not its front matter, code and comments."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bookwheel.parsing.front_matter import split

_FENCE = re.compile(r"[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?(`{3,}(?=[^`]*$)|~{3,})")
_COMMENT = re.compile(r"<!--|%%")
_END = {"<!--": "-->", "%%": "%%"}


def prose_lines(text: str) -> Iterator[tuple[int, str]]:
    """Number (from 1) and text of each line outside front matter, fences and comments of several lines."""
    header = split(text).length if text.startswith(("---", "+++", "{")) else 0
    number = text.count("\n", 0, header)
    fence = comment = ""
    for line in text[header:].split("\n"):
        number += 1
        if comment:
            comment = "" if comment in line else comment
            continue
        opened = _FENCE.match(line)
        if fence:
            if opened and opened[1].startswith(fence) and not line[opened.end() :].strip():
                fence = ""
            continue
        if opened:
            fence = opened[1]
            continue
        comment = _opened_comment(line)
        if not comment:
            yield number, line


def _opened_comment(line: str) -> str:
    """What ends the comment that a line begins with and leaves open; empty for none."""
    match = _COMMENT.match(line.strip())
    if match is None:
        return ""
    end = _END[match[0]]
    return "" if end in line.strip()[match.end() :] else end
