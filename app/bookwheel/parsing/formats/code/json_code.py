"""JSON, with comments where its name says so, and files of one JSON value a line."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import cast

from bookwheel.domain.errors import SkippedFile
from bookwheel.domain.messages import Message
from bookwheel.parsing.encoding import decode
from bookwheel.parsing.formats.code.data_outline import (
    DEEPEST_NODE,
    NAMES,
    Contents,
    Node,
    Problem,
    add_field,
    broken,
    converted,
    is_sentence,
)
from bookwheel.parsing.formats.converted import Converted

DEEPEST = 500
"""Lists and objects within each other."""
LARGEST = 50_000_000
_LOCKS = frozenset(
    ("package-lock.json", "npm-shrinkwrap.json", "composer.lock", "pipfile.lock", "flake.lock", "deno.lock")
)
_RELAXED = re.compile(
    r"(?:\.(?:jsonc|json5|code-workspace)|(?:^|/)(?:[tj]sconfig[^/]*|\.?eslintrc|devcontainer|settings|launch)\.json)\Z"
)
TOKEN = re.compile(
    r'[ \t\n\r]*+(?:("(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*+")|([{}\[\]:,])'
    r"|(-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?(?:[eE][+-]?[0-9]++)?|true|false|null)|(\Z))"
)
"""A string, a sign, another value or the end, with the spaces before it."""
RELAXED_TOKEN = re.compile(
    r"(?:[\s\ufeff]|//[^\n]*+|/\*[^*]*+(?:\*(?!/)[^*]*+)*+\*/)*+"
    r"(?:(\"(?:[^\"\\\n]|\\(?:.|\n))*+\"|'(?:[^'\\\n]|\\(?:.|\n))*+')|([{}\[\]:,])|([+-]?[\w$.]++(?:[+-][0-9]++)?)|(\Z))"
)


@dataclass(slots=True)
class _Open:
    """An object or a list that is being read."""

    node: Node | None
    is_list: bool
    expects: str  # key, colon, value, comma
    key: str = ""
    at: int = 0
    is_first: bool = True


def read(content: bytes, path: str) -> Converted:
    """The text with its keys as outline.

    Raises:
        SkippedFile: for binary files and lock files.
    """
    name = path.rpartition("/")[2].lower()
    if name in _LOCKS:
        raise SkippedFile("This is a generated lock file.")
    decoded = decode(content)
    text = decoded.text
    if name.endswith((".jsonl", ".ndjson")):
        return converted(text, _read_rows(text), decoded.warnings)
    found = Contents()
    warnings = list(decoded.warnings)
    if len(text) > LARGEST:
        warnings.append(Message("The file is too large for an outline; it is cut into parts of equal length."))
        return converted(text, found, warnings)
    try:
        _Scan(text, found, is_relaxed=is_relaxed(path)).run()
    except Problem as problem:
        warnings.append(broken(text, "JSON", problem))
    return converted(text, found, warnings)


def is_relaxed(path: str) -> bool:
    """Whether a file may have comments, by its name."""
    return _RELAXED.search(path.lower()) is not None


class _Scan:
    """One pass over a text; never recurses."""

    def __init__(self, text: str, found: Contents, *, is_relaxed: bool) -> None:
        self._text, self._found, self._is_relaxed = text, found, is_relaxed
        self._open: list[_Open] = []
        self._is_done = False

    def run(self) -> None:
        """Fill what is found.

        Raises:
            Problem: at the first place where the text is no JSON; what was read before stays.
        """
        match_at = (RELAXED_TOKEN if self._is_relaxed else TOKEN).match
        text, at = self._text, 0
        while True:
            match = match_at(text, at)
            if match is None:
                raise Problem(_skip_spaces(text, at), _wrong_sign(text, _skip_spaces(text, at)))
            kind = match.lastindex or 0
            start, at = match.span(kind)
            if kind == 4:
                break
            if kind == 2:
                self._on_sign(text[start], start, at)
            else:
                self._on_value(start, at, is_string=kind == 1)
        if self._open or not self._is_done:
            raise Problem(len(text), "the text ends too early" if self._open else "there is no value")

    def _on_sign(self, sign: str, at: int, end: int) -> None:
        top = self._open[-1] if self._open else None
        if sign in "{[":
            self._begin(at, is_list=sign == "[")
        elif top is None:
            raise Problem(at, f"{sign} stands outside of any list or object")
        elif sign == ":" and top.expects == "colon":
            top.expects = "value"
        elif sign == "," and top.expects == "comma":
            top.expects, top.is_first = ("value" if top.is_list else "key"), False
        elif sign in "}]":
            can_end = top.expects == "comma" or (top.expects in ("key", "value") and (top.is_first or self._is_relaxed))
            if (sign == "]") != top.is_list or not can_end or (top.expects == "value" and not top.is_list):
                raise Problem(at, f"{sign} is not expected here")
            self._end(end)
        else:
            raise Problem(at, f"{sign} is not expected here")

    def _expect_value(self, at: int) -> None:
        if self._open:
            if self._open[-1].expects != "value":
                raise Problem(at, f"a {self._open[-1].expects} is expected here")
            self._open[-1].expects = "comma"
        elif self._is_done:
            raise Problem(at, "more follows after the end of the value")
        self._is_done = True

    def _begin(self, at: int, *, is_list: bool) -> None:
        self._expect_value(at)
        if len(self._open) >= DEEPEST:
            raise Problem(at, "it is nested too deeply")
        node = None
        if not self._open:
            node = Node("", at, is_list=is_list)
            self._found.tops.append(node)
        elif (above := self._open[-1]).node is not None and len(self._open) <= DEEPEST_NODE + 1:
            node = Node(above.key, at if above.is_list else above.at, is_list=is_list)
            above.node.children.append(node)
        self._open.append(_Open(node, is_list, "value" if is_list else "key"))

    def _end(self, end: int) -> None:
        done = self._open.pop()
        if done.node is not None:
            done.node.end = end

    def _on_value(self, at: int, end: int, *, is_string: bool) -> None:
        top = self._open[-1] if self._open else None
        if top is not None and top.expects == "key":
            if not is_string and not self._is_relaxed:
                raise Problem(at, "a key in double quotes is expected here")
            top.key, top.at, top.expects = self._string(at, end, is_string=is_string), at, "colon"
            self._found.keys.append((at, top.key))
            return
        self._expect_value(at)
        if top is None:
            return
        value = self._string(at, end, is_string=is_string) if is_string and end - at < 100_000 else ""
        if value and is_sentence(value):
            self._found.strings.append((at, value))
        if top.node is None:
            return
        if len(self._open) <= DEEPEST_NODE + 1:
            top.node.children.append(Node(top.key, at if top.is_list else top.at, end))
        if not top.is_list and top.key in NAMES:
            top.node.call(top.key, value or self._text[at:end])
        if len(self._open) == 1 or len(self._open) == 2 and self._open[0].key == "info" and not top.is_list:
            add_field(self._found.fields, top.key, value)
        elif len(self._open) == 2 and self._open[0].key == "keywords" and top.is_list and value:
            words = self._found.fields.setdefault("keywords", list[str]())
            if isinstance(words, list) and len(value) <= 100:
                cast("list[str]", words).append(value)

    def _string(self, at: int, end: int, *, is_string: bool) -> str:
        if not is_string:
            return self._text[at:end]
        inner = self._text[at + 1 : end - 1]
        if "\\" not in inner:
            return inner
        try:
            return str(json.loads(f'"{inner}"', strict=False))
        except ValueError:
            return inner


def _skip_spaces(text: str, at: int) -> int:
    while at < len(text) and text[at] in " \t\n\r":
        at += 1
    return at


def _wrong_sign(text: str, at: int) -> str:
    if text.startswith(("//", "/*", "#"), at):
        return "a comment is not allowed here"
    if text.startswith('"', at):
        return "a string does not end, or has a sign that must be escaped"
    return f"{text[at : at + 1]!r} is not expected here" if at < len(text) else "the text ends too early"


def _read_rows(text: str) -> Contents:
    """One JSON value a line."""
    found = Contents()
    top = Node("", 0, len(text), is_list=True)
    wrong = at = 0
    for line in text.split("\n"):
        if line.strip():
            row = Node("", at, at + len(line) + 1)
            top.children.append(row)
            try:
                _note_row(json.loads(line), at, row, found)
            except (ValueError, RecursionError) as error:
                if not wrong:
                    column = error.pos if isinstance(error, json.JSONDecodeError) else 0
                    reason = error.msg if isinstance(error, json.JSONDecodeError) else "it is nested too deeply"
                    found.warnings.append(broken(text, "JSON", Problem(at + column, reason)))
                wrong += 1
        at += len(line) + 1
    if wrong > 1:
        found.warnings.append(Message("{count} lines are not valid JSON.", count=wrong))
    found.tops.append(top)
    return found


def _note_row(value: object, at: int, row: Node, found: Contents) -> None:
    pending: list[object] = [value]
    while pending:
        one = pending.pop()
        if isinstance(one, str):
            if is_sentence(one):
                found.strings.append((at, one))
        elif isinstance(one, dict):
            for key, inner in one.items():  # pyright: ignore[reportUnknownVariableType]
                found.keys.append((at, str(key)))  # pyright: ignore[reportUnknownArgumentType]
                pending.append(inner)  # pyright: ignore[reportUnknownArgumentType]
                if one is value and key in NAMES and isinstance(inner, str) and not row.name:
                    row.name = inner
        elif isinstance(one, list):
            pending.extend(one)  # pyright: ignore[reportUnknownArgumentType]
