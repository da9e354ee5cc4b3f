"""Plain text from inside other files as Markdown: web addresses become links, lists and columns stay as they are."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import groupby

from bookwheel.parsing.formats.markdown_writer import code_block, escaped, indented, one_line

_URL = re.compile(r"<?\b(?:https?|ftp)://[^\s<>\"'`{}|\\^\[\]\ue000\ue001]{1,2000}>?", re.IGNORECASE)
_AFTER_URL = ".,;:!?)*_~"
_HELD = re.compile("\ue000(\\d+)\ue001")
_BULLET = re.compile(r"( {0,3})([-*•+]|\d{1,3}[.)])[ \t]+(?=\S)")
_COLUMNS = re.compile(r"\S(?: {3,}|\t+)\S")
_RULE = re.compile(r"[ ]*([-_=*~#])\1{4,}[ ]*")
_WRAPPED = 45
_DIFF = re.compile(r"diff --git |Index: \S|--- \S+.*\n\+\+\+ \S|@@ -\d")


def linked(text: str) -> str:
    """Words as Markdown, with the web addresses among them as links."""
    return escaped_around(text, _URL, _as_link) if "://" in text else escaped(text)


def escaped_around(text: str, pattern: re.Pattern[str], make: Callable[[str], tuple[str, str]]) -> str:
    """Words as Markdown around what matches a pattern, of which `make` gives Markdown, and words that come after it."""
    text = text.replace("\ue000", "\ufffd").replace("\ue001", "\ufffd")
    kept: list[str] = []

    def hold(match: re.Match[str]) -> str:
        markdown, words = make(match[0])
        kept.append(markdown)
        return f"\ue000{len(kept) - 1}\ue001{words}"

    return _HELD.sub(lambda match: kept[int(match[1])], escaped(pattern.sub(hold, text)))


def _as_link(found: str) -> tuple[str, str]:
    url, tail = found.strip("<>"), ""
    while url[-1] in _AFTER_URL and not (url[-1] == ")" and url.count("(") >= url.count(")")):
        url, tail = url[:-1], url[-1] + tail
    return f"<{url}>", tail


def blocks_of(text: str) -> Iterator[str]:
    """Blocks of Markdown for a plain text whose paragraphs are set apart by empty lines."""
    lines: list[str] = []
    for line in [*text.expandtabs(4).split("\n"), ""]:
        if line.strip():
            lines.append(line)
        elif lines:
            if _DIFF.match("\n".join(lines[:2])):
                lines.append("")  # the empty lines of a patch belong to it
                continue
            yield _block(lines)
            lines = []
    if lines:
        yield code_block("\n".join(lines), "diff")


def _block(lines: list[str]) -> str:
    if _BULLET.match(lines[0]):
        return "\n".join(_entries(lines))
    if len(lines) > 1 and (
        all(line.startswith("   ") for line in lines)
        or sum(1 for line in lines if _COLUMNS.search(line)) > 0.6 * len(lines)
    ):
        margin = min(len(line) - len(line.lstrip()) for line in lines)
        return code_block("\n".join(line[margin:] for line in lines))
    return "\n\n".join(
        _paragraph(list(group))
        for is_rule, group in groupby(lines, lambda line: bool(_RULE.fullmatch(line)))
        if not is_rule
    )


def _paragraph(lines: list[str]) -> str:
    """Lines as one paragraph; those that were broken on purpose, for they are short, stay apart."""
    is_wrapped = all(len(line) >= _WRAPPED for line in lines[:-1])
    return linked("\n".join(lines)).replace("\n", "\n" if is_wrapped else "  \n")


def _entries(lines: list[str]) -> Iterator[str]:
    """The entries of a list; lines without a mark go on with the entry above."""
    mark, words = "", ""
    for line in lines:
        found = _BULLET.match(line)
        if found and words:
            yield indented(linked(one_line(words)), mark)
            words = ""
        if found:
            mark = f"{found[2]} " if found[2][0].isdigit() else "- "
        words += f" {line[found.end() :] if found else line}"
    if words:
        yield indented(linked(one_line(words)), mark)
