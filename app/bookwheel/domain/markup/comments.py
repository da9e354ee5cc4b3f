"""Obsidian's `%%comments%%`, within a line or over many: where they stand, so that index and page leave them out."""

from __future__ import annotations

import re

FILL = "\x01"
"""Stands for a character of a comment with text behind it on its line, where spaces would make code of that text."""

_FENCE = re.compile(r"[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(`{3,}(?=[^`]*\Z)|~{3,})")
_MARK = re.compile(r"%%|(?<!`)(`{1,4})(?!`)(?:(?!\1).)+\1")


def comment_spans(text: str) -> list[tuple[int, int]]:
    """The half-open ranges of comments outside code, marks included, in order.

    One that begins its line ends at the next mark, or with the text; one that begins elsewhere ends in its paragraph,
    or its mark is text.
    """
    spans: list[tuple[int, int]] = []
    fence = ""
    line_start, opened, is_block = 0, -1, False
    for line in text.split("\n") if "%%" in text else ():
        if opened >= 0 and not is_block and (not line.strip() or _FENCE.match(line)):
            opened = -1
        position = 0
        if opened < 0:
            before, fence = fence, fence_after(line, fence)
            position = len(line) if before or fence else 0
        while (found := _mark_in(line, position, is_open=opened >= 0)) >= 0:
            if opened >= 0:
                spans.append((opened, line_start + found + 2))
                opened = -1
            else:
                opened, is_block = line_start + found, not line[:found].strip(" \t>")
            position = found + 2
        line_start += len(line) + 1
    if opened >= 0 and is_block:
        spans.append((opened, len(text)))
    return spans


def _mark_in(line: str, position: int, *, is_open: bool) -> int:
    """Where the next mark stands: any within a comment, one outside code elsewhere; -1 for none."""
    if is_open or "`" not in line:
        return line.find("%%", position)
    return next((match.start() for match in _MARK.finditer(line, position) if match[0] == "%%"), -1)


def without_comments(text: str) -> str:
    """The text without its comments, with as many lines as before."""
    made: list[str] = []
    end = 0
    for start, after in comment_spans(text):
        made += [text[end:start], "\n" * text.count("\n", start, after)]
        end = after
    return "".join(made) + text[end:] if made else text


def blank_comments(text: str) -> str:
    """The text with each comment replaced by as many bytes of UTF-8, lines kept: by spaces, or by `FILL`."""
    made: list[str] = []
    end = 0
    for start, after in comment_spans(text):
        *lines, last = text[start:after].split("\n")
        blank = [" " * len(line.encode()) for line in lines]
        line_end = text.find("\n", after)
        sign = FILL if text[after : line_end if line_end >= 0 else len(text)].strip() else " "
        made += [text[end:start], "\n".join([*blank, sign * len(last.encode())])]
        end = after
    return "".join(made) + text[end:]


def fence_after(line: str, fence: str) -> str:
    """The fence of code that is open after a line, given the one open before it; empty for none."""
    opened = _FENCE.match(line)
    if opened is None:
        return fence
    if not fence:
        return opened[1]
    return "" if opened[1].startswith(fence) and not line[opened.end() :].strip() else fence
