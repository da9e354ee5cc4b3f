"""The tools' arguments: one declaration gives the schema that agents see and the parser that reads what they send."""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import cast

import msgspec

from bookwheel.domain.errors import BadRequest

LONGEST_TEXT = 4000
"""Characters of one text argument at most."""

MOST_WORDS = 50
"""Entries of one list argument at most."""

_RANGE = re.compile(r"(\d{1,9})\s*[:,-]\s*(\d{1,9})")


class Kind(Enum):
    """What an argument holds."""

    TEXT = "text"
    WORDS = "words"
    NUMBER = "number"
    SWITCH = "switch"
    LINES = "lines"


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument of a tool; numbers lie between `least` and `most`, texts are one of `choices` if there are any.

    A text has `most` characters at most where that is named, else `LONGEST_TEXT`.
    """

    name: str
    kind: Kind = Kind.TEXT
    about: str = ""
    choices: tuple[str, ...] = ()
    least: int = 0
    most: int = 0
    default: int | str | None = None
    is_required: bool = False


WEIGHTS = Argument("weights", about="balanced, keyword, graph, or of words, meaning, graph: 0.3,0.7,0.1.")
CURSOR = Argument("cursor", about="From the previous answer, for the next page; repeat the other arguments.")
"""An argument of every tool that answers in pages."""


@dataclass(frozen=True, slots=True)
class Given:
    """Arguments as parsed; absent ones read as empty, zero or false."""

    values: Mapping[str, object]

    def text(self, name: str) -> str:
        """A text."""
        return cast("str", self.values.get(name, ""))

    def words(self, name: str) -> tuple[str, ...]:
        """A list of texts."""
        return cast("tuple[str, ...]", self.values.get(name, ()))

    def number(self, name: str) -> int:
        """A whole number."""
        return cast("int", self.values.get(name, 0))

    def switch(self, name: str) -> bool:
        """A yes or no."""
        return bool(self.values.get(name, False))

    def lines(self, name: str) -> tuple[int, int] | None:
        """First and last line."""
        return cast("tuple[int, int] | None", self.values.get(name))


def schema(arguments: Sequence[Argument]) -> dict[str, object]:
    """The JSON Schema of a tool's arguments, flat and closed."""
    required = [argument.name for argument in arguments if argument.is_required]
    return {
        "type": "object",
        "properties": {argument.name: _property(argument) for argument in arguments},
        **({"required": required} if required else {}),
        "additionalProperties": False,
    }


def _property(argument: Argument) -> dict[str, object]:
    shapes: dict[Kind, dict[str, object]] = {
        Kind.TEXT: {"type": "string"},
        Kind.WORDS: {"type": "array", "items": {"type": "string"}},
        Kind.NUMBER: {"type": "integer", "minimum": argument.least, "maximum": argument.most},
        Kind.SWITCH: {"type": "boolean"},
        Kind.LINES: {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2},
    }
    shape = dict(shapes[argument.kind])
    if argument.choices:
        shape["enum"] = list(argument.choices)
    if argument.default is not None:
        shape["default"] = argument.default
    if argument.about:
        shape["description"] = argument.about
    return shape


def parsed(arguments: Sequence[Argument], given: Mapping[str, object]) -> Given:
    """What an agent sent, read kindly: a number as text, one text for a list and null for nothing are understood.

    Raises:
        BadRequest: naming the argument and what it takes, never a value that was sent.
    """
    known = {argument.name: argument for argument in arguments}
    for name in given:
        if name not in known:
            near = difflib.get_close_matches(name, known, 3)
            taken = f"The arguments are {', '.join(known)}."
            raise BadRequest(f"There is no argument {name[:40]}.", did_you_mean=near, next=taken)
    values: dict[str, object] = {}
    for argument in arguments:
        value = given.get(argument.name)
        if value is None or (value == "" and not argument.is_required):
            if argument.is_required:
                raise BadRequest(f"{argument.name} is missing.")
            if argument.default is not None:
                values[argument.name] = argument.default
            continue
        values[argument.name] = _PARSERS[argument.kind](argument, value)
    return Given(values)


def _text(argument: Argument, value: object) -> str:
    text = str(value) if isinstance(value, int | float) and not isinstance(value, bool) else value
    if not isinstance(text, str):
        raise BadRequest(f"{argument.name} must be a text.")
    longest = argument.most or LONGEST_TEXT
    if len(text) > longest:
        raise BadRequest(f"{argument.name} can have at most {longest:,} characters.")
    if not text.isascii():
        text = text.encode("utf-8", "replace").decode("utf-8")
    if argument.choices:
        text = text.strip().lower()
        if text not in argument.choices:
            near = difflib.get_close_matches(text, argument.choices, 3)
            message = f"{argument.name} must be one of {', '.join(argument.choices)}."
            raise BadRequest(message, did_you_mean=near)
    return text


def _words(argument: Argument, value: object) -> tuple[str, ...]:
    if isinstance(value, str):
        value = _listed(value)
    if not isinstance(value, list):
        raise BadRequest(f"{argument.name} must be a list of texts.")
    words = cast("list[object]", value)
    if len(words) > MOST_WORDS:
        raise BadRequest(f"{argument.name} has more than {MOST_WORDS} entries.")
    return tuple(_text(argument, word) for word in words)


def _listed(value: str) -> list[object]:
    """One text as a list: some agents send the list itself as JSON text."""
    if value.lstrip().startswith("["):
        try:
            return msgspec.json.decode(value, type=list[object])
        except (msgspec.DecodeError, RecursionError, UnicodeError):
            return [value]
    return [value]


def _number(argument: Argument, value: object) -> int:
    if isinstance(value, str) and re.fullmatch(r"\s*[+-]?\d{1,12}\s*", value):
        value = int(value)
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int):
        raise BadRequest(f"{argument.name} must be a whole number.")
    if not argument.least <= value <= argument.most:
        raise BadRequest(f"{argument.name} must be between {argument.least} and {argument.most}.")
    return value


def _switch(argument: Argument, value: object) -> bool:
    if isinstance(value, str) and value.strip().lower() in ("true", "false"):
        return value.strip().lower() == "true"
    if not isinstance(value, bool):
        raise BadRequest(f"{argument.name} must be true or false.")
    return value


def _lines(argument: Argument, value: object) -> tuple[int, int]:
    if isinstance(value, str):
        match = _RANGE.fullmatch(value.strip(" []()"))
        value = [int(match[1]), int(match[2])] if match else value
    if isinstance(value, list):
        ends = [end for end in cast("list[object]", value) if isinstance(end, int) and not isinstance(end, bool)]
        if len(ends) == 2 == len(cast("list[object]", value)) and 1 <= ends[0] <= ends[1] < 10**9:
            return ends[0], ends[1]
    raise BadRequest(f"{argument.name} must be the first and the last line, counted from 1, as [10, 40].")


_PARSERS = {
    Kind.TEXT: _text,
    Kind.WORDS: _words,
    Kind.NUMBER: _number,
    Kind.SWITCH: _switch,
    Kind.LINES: _lines,
}
