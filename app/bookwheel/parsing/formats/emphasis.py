"""Paragraphs from pieces: emphasis that opens and closes anywhere becomes Markdown that is read as such."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from bookwheel.parsing.formats import markdown_writer as md

_OPEN, _CLOSE = {"*": "\ue010", "**": "\ue012"}, {"*": "\ue011", "**": "\ue013"}
_MARKS = {"\ue010": "*", "\ue011": "*", "\ue012": "**", "\ue013": "**"}
_MARK = re.compile("[\ue010-\ue013]")
_EMPTY = re.compile("\ue010(\\s*)\ue011|\ue012(\\s*)\ue013")
_BETWEEN = re.compile("\ue011(\\s*)\ue010|\ue013(\\s*)\ue012")
_OPENS_WITH_SPACE = re.compile("([\ue010\ue012])(\\s+)")
_CLOSES_WITH_SPACE = re.compile("(\\s+)([\ue011\ue013])")
_WITHIN_WORD = re.compile(r"(?<=[^\W_])\\_(?=[^\W_])")
_SPACES = re.compile(r"[ \t\r\n\f]+")
BREAK = "\\\n"
"""A line break within a paragraph."""


def emphasised(inner: str, mark: str) -> str:
    """A piece in bold (`**`) or italics (`*`); whether that can be written is decided with its paragraph."""
    return f"{_OPEN[mark]}{inner}{_CLOSE[mark]}" if _OPEN[mark] not in inner else inner


def without_marks(text: str) -> str:
    """A file's words without the signs that stand for emphasis here."""
    return _MARK.sub("", text).replace("\ue014", "")


def finished(markdown: str) -> str:
    """Pieces of a paragraph put together: spaces made single, emphasis closed, its first line protected."""
    text = _SPACES.sub(" ", markdown.replace(BREAK, "\ue014"))
    text = _WITHIN_WORD.sub("_", decided(text.strip(" \ue014")))
    lines = [md.protected(line.strip()) for line in text.split("\ue014")]
    return BREAK.join(line for line in lines if line)


def decided(text: str) -> str:
    """The text with its marks of emphasis as Markdown's, where these would be read as such; others are dropped."""
    if not _MARK.search(text):
        return text
    for pattern in (_EMPTY, _BETWEEN):
        text = pattern.sub(lambda found: found[1] or found[2] or "", text)
    text = _OPENS_WITH_SPACE.sub(r"\2\1", text)
    text = _CLOSES_WITH_SPACE.sub(r"\2\1", text)
    text = _EMPTY.sub("", text)
    dropped = frozenset(_unreadable(text))
    return "".join("" if at in dropped else _MARKS.get(sign, sign) for at, sign in enumerate(text))


def _unreadable(text: str) -> Iterator[int]:
    """The marks that would not be read as such where they stand, each with the one that it belongs to."""
    opened: list[int] = []
    for found in _MARK.finditer(text):
        at, sign = found.start(), found[0]
        before, after = text[at - 1 : at], text[at + 1 : at + 2]
        if sign in _OPEN.values():
            opened.append(at if _flanks(after, before) else -at - 1)
            continue
        start = opened.pop() if opened else -1
        if start < 0 or not _flanks(before, after):
            yield at
            if start != -1 or not text[:1]:
                yield start if start >= 0 else -start - 1
            elif text[0] in _MARKS:
                yield 0
    for start in opened:
        yield start if start >= 0 else -start - 1


def _flanks(inside: str, outside: str) -> bool:
    if not inside or inside.isspace():
        return False
    return not _is_mark(inside) or not outside or outside.isspace() or _is_mark(outside)


def _is_mark(sign: str) -> bool:
    return sign in _MARKS or unicodedata.category(sign)[0] in "PS"
