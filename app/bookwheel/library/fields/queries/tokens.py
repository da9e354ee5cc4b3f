"""A query cut into tokens: what Dataview and Bases write."""

from __future__ import annotations

import re
from dataclasses import dataclass

from bookwheel.library.fields.queries.budget import not_understood
from bookwheel.library.fields.queries.literals import DURATION

LONGEST = 20_000
"""Characters of a query."""
_WORD = r"(?:[^\W\d]|[\u2600-\u27bf\U0001f300-\U0001faff]\ufe0f?)"
_COMMON = r"""
    (?P<space>\s+|//[^\n]*)
  | (?P<link>!?\[\[[^\[\]\n]*\]\])
"""
_REST = r"""
  | (?P<number>\d+(?:\.\d+)?)
  | (?P<name>{name})
  | (?P<sign>=>|&&|\|\||<=|>=|!=|==|[-+*/%=<>!&|()\[\]{{}},.:])
"""
_DATAVIEW = re.compile(
    _COMMON
    + rf"""
  | (?P<text>"(?:\\.|[^"\\])*")
  | (?P<tag>\#[^\s#.,;:!?'"()\[\]{{}}|&<>=+*]+)
  | (?P<duration>{DURATION})
"""
    + _REST.format(name=rf"{_WORD}(?:{_WORD}|[\w-])*"),
    re.VERBOSE,
)
_BASES = re.compile(
    _COMMON + r"""| (?P<text>"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')""" + _REST.format(name=rf"{_WORD}(?:{_WORD}|\w)*"),
    re.VERBOSE,
)
_PATTERN = re.compile(r"/((?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n])+)/([gimsu]*)")
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r"}


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of a query and where it stands; its kind is that of the grammar, `pattern` or `end`."""

    kind: str
    text: str
    start: int
    end: int


def tokens_of(text: str, *, is_base: bool = False) -> list[Token]:
    """The tokens of a query, with one of kind `end` after them.

    Raises:
        QueryFailed: at what is no token, and for a query that is too long.
    """
    if len(text) > LONGEST:
        raise not_understood(text)
    grammar, found, position = _BASES if is_base else _DATAVIEW, list[Token](), 0
    while position < len(text):
        match = None
        if is_base and text[position] == "/" and (not found or found[-1].text in ("(", ",", "&&", "||", "!", "==")):
            match = _PATTERN.match(text, position)
            if match:
                found.append(Token("pattern", match[0], position, match.end()))
                position = match.end()
                continue
        match = grammar.match(text, position)
        if match is None:
            raise not_understood(text[position:])
        kind = match.lastgroup or ""
        if kind != "space":
            found.append(Token(kind, match[0], position, match.end()))
        position = match.end()
    return [*found, Token("end", "", len(text), len(text))]


def unquoted(text: str) -> str:
    """What stands between the quotes of a text."""
    return re.sub(r"\\(.)", lambda match: _ESCAPED.get(match[1], match[1]), text[1:-1], flags=re.DOTALL)
