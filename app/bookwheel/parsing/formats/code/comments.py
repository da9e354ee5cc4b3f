"""Comments and docstrings as words: without their marks, and lines joined into paragraphs."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

_OPENING = re.compile(
    r"[ \t]*(?:\#!.*\Z|@\w*doc\b\s*(?:~?[sS]?\"{3})?|\"{3}|/\*[*!]*|\*+/|\*(?=[ \t]|\Z)|//+!?|\#+[!:]?|--+"
    r"(?:\[=*\[|\s*\|(?=\s))?|;+|%+[{}]?|\(\*+|\{-\|?|-\}|<!--+|<\#|"
    r"\#>|!+|'+(?=\s)|REM\b|::|\"(?=\s))[ \t]?",
    re.IGNORECASE,
)
_CLOSING = re.compile(r"[ \t]*(?:\*+/|\*+\)|-\}|--+>|\]=*\]|\#>|=\#|\|\#|\"{3})[ \t]*\Z")
_RULE = re.compile(r"[ \t]*([-=*#~_/+.])\1{2,}[ \t]*\Z")
_OWN_LINE = re.compile(r"[ \t]*(?:[-*+•] |\d{1,3}[.)] |[@:\\]\w|>>> )")
_LICENSE = re.compile(
    r"copyright|spdx-license|licen[cs]ed? under|all rights reserved|permission is hereby", re.IGNORECASE
)
_PRAGMA = re.compile(
    r"(?:noqa|type: ?ignore|pyright:|pylint:|mypy:|ruff:|fmt: ?(?:on|off|skip)|isort:|eslint|jshint|prettier-"
    r"|@ts-|tslint"
    r"|nolint|go:|\+build|istanbul|c8 ignore|pragma:|shellcheck|rubocop:|frozen_string_literal|-\*-|vim?:|!/|/usr/)",
    re.IGNORECASE,
)
_MARK = re.compile(
    r"(?:(?:MARK|PRAGMA MARK)\s*:?\s*-?\s*(?P<mark>\S.{0,80})"
    r"|\#?\s*region\s+(?P<region>\S.{0,80})"
    r"|%%+\s*(?P<cell>\S.{0,80})"
    r"|(?P<rule>[-=*#~_])(?P=rule){2,}\s*(?P<title>[^\s\-=*#~_].{0,80}?)\s*(?P=rule){2,}"
    r"|(?P<left>[-=*#~])(?P=left){1,3}\s+(?P<short>[^\s\-=*#~_][^\n]{0,60}?)\s+(?P=left){2,})\s*\Z",
    re.IGNORECASE,
)
_BOX = re.compile(
    r"(?=[^\w\n]*?([-=*#~/])\1{5})[^\w\n]*+\n[^\w\n]*+(?P<title>\w[^\n]{0,80}?)[^\w\n.)!?]*+\n"
    r"(?=[^\w\n]*?([-=*#~/])\3{5})[^\w\n]*+\Z"
)
"""Without backtracking over the rules: three lines of dashes with a sentence between them took three seconds."""
_TAG = re.compile(r"</?(?:summary|remarks|returns|para|example|value)>")
_LONGEST_MARK = 400


@dataclass(slots=True)
class Comment:
    """A comment by its offsets; `words` are empty for what stays with the code (licences, orders to tools).

    `is_alone` says that no code stands on its lines; `mark` is the heading that it writes.
    """

    start: int
    end: int
    words: str
    is_alone: bool = True
    mark: str = ""

    @property
    def is_mark(self) -> bool:
        """Whether it is the heading of a part of the file."""
        return bool(self.mark)


def gather(text: str, spans: Iterable[tuple[int, int]]) -> list[Comment]:
    """The comments at these offsets, in order; line comments right under each other are one."""
    made: list[Comment] = []
    start = end = -1
    was_alone = False
    for first, last in spans:
        while last > first and text[last - 1] in "\n \t":
            last -= 1
        is_alone = not text[text.rfind("\n", 0, first) + 1 : first].strip()
        gap = text[end:first] if end >= 0 and first - end < 120 else "x"
        if start >= 0 and was_alone and is_alone and gap.count("\n") == 1 and not gap.strip():
            end = last
            continue
        if start >= 0:
            made.append(_comment(text, start, end, was_alone, is_first=not made))
        start, end, was_alone = first, last, is_alone
    if start >= 0:
        made.append(_comment(text, start, end, was_alone, is_first=not made))
    return made


def _comment(text: str, start: int, end: int, is_alone: bool, *, is_first: bool) -> Comment:
    raw = text[start:end]
    mark = mark_of(raw) if is_alone and len(raw) <= _LONGEST_MARK else ""
    words = mark or words_of(raw)
    if (is_first or start < 200) and _LICENSE.search(words):
        words = ""
    if _PRAGMA.match(words):
        words = ""
    return Comment(start, end, words, is_alone, mark)


def mark_of(raw: str) -> str:
    """The heading that a comment writes, as `# --- Parsing ---` and `// MARK: - Views` do; empty for others."""
    if (box := _BOX.match(raw)) is not None:
        return box["title"].strip()
    if "\n" in raw.strip():
        return ""
    bare = _CLOSING.sub("", raw.strip())
    for body in (_OPENING.sub("", bare, count=1).strip(), bare):
        if (found := _MARK.match(body)) is not None:
            return next(found[name] for name in ("mark", "region", "cell", "title", "short") if found[name]).strip()
    return ""


def words_of(raw: str) -> str:
    """A comment without its marks; paragraphs, entries of lists and tags begin a line of their own."""
    return joined(_TAG.sub("", _OPENING.sub("", _CLOSING.sub("", line), count=1)) for line in raw.split("\n"))


def joined(lines: Iterable[str]) -> str:
    """Lines as paragraphs, one a line."""
    paragraphs: list[list[str]] = [[]]
    for line in lines:
        bare = line.strip()
        if not bare or _RULE.match(bare):
            if paragraphs[-1]:
                paragraphs.append([])
            continue
        if paragraphs[-1] and _OWN_LINE.match(line):
            paragraphs.append([])
        paragraphs[-1].append(bare)
    return "\n".join(" ".join(paragraph) for paragraph in paragraphs if paragraph)
