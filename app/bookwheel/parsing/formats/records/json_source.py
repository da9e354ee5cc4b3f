"""JSON files as plain values, and the few questions that readers ask of them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import zip_longest
from typing import cast

import msgspec

from bookwheel.domain.errors import SkippedFile
from bookwheel.parsing.encoding import decode, storable

Object = dict[str, object]
_SPACE = re.compile(r"\s*")
_DECODER = json.JSONDecoder(strict=False)


def parse_json(content: bytes) -> object:
    """The value that a JSON file holds.

    Raises:
        SkippedFile: for what is not JSON, or nested too deeply.
    """
    try:
        return msgspec.json.decode(content.removeprefix(b"\xef\xbb\xbf"))
    except RecursionError:
        raise SkippedFile("The JSON in this file is nested too deeply to read.") from None
    except (msgspec.DecodeError, UnicodeDecodeError):
        pass  # NaN, lone surrogates and other encodings
    text = decode(content).text
    if not text.strip():
        raise SkippedFile("This file is empty.")
    try:
        return cast(object, json.loads(text, strict=False))
    except RecursionError:
        raise SkippedFile("The JSON in this file is nested too deeply to read.") from None
    except ValueError as error:
        raise SkippedFile("This file is not valid JSON ({reason}).", reason=error) from None


def object_of(value: object) -> Object:
    """An object's members; none for any other value."""
    return cast(Object, value) if isinstance(value, dict) else {}


def list_of(value: object) -> list[object]:
    """A list's values; none for any other value."""
    return cast(list[object], value) if isinstance(value, list) else []


def objects_of(value: object) -> Iterator[Object]:
    """The objects in a list."""
    return (cast(Object, one) for one in list_of(value) if isinstance(one, dict))


def text_of(value: object) -> str:
    """A string, or a list of strings joined; empty for any other value."""
    if isinstance(value, str):
        return storable(value)
    return storable("".join(part for part in list_of(value) if isinstance(part, str)))


def number_of(value: object) -> float:
    """A number; 0 for any other value."""
    return float(value) if isinstance(value, int | float) and abs(value) < 1e15 else 0.0


def objects_with_lines(value: object, text: str, name: str = "") -> Iterator[tuple[Object, tuple[int, int]]]:
    """The objects in a list with their first and last lines in the JSON `text`.

    The list is all of the text, or what its object holds as `name`. An object that is not found there has the lines of
    the one before it.
    """
    lines = (1, 1)
    for one, own in zip_longest(objects_of(value), _lines_of_objects(text, name)):
        if one is None:
            return
        lines = own or lines
        yield one, lines


def _lines_of_objects(text: str, name: str) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    try:
        at = _end_of_space(text, 0)
        if not name:
            _take_lines(text, at, found)
            return found
        at = _end_of_space(text, at + 1)
        while text[at] == '"':
            key, at = _DECODER.raw_decode(text, at)
            at = _end_of_space(text, _end_of_space(text, at) + 1)
            if key == name:
                found.clear()
                at = _take_lines(text, at, found)
            else:
                _, at = _DECODER.raw_decode(text, at)
            at = _end_of_space(text, _end_of_space(text, at) + 1)
    except (ValueError, IndexError, RecursionError):
        pass
    return found


def _take_lines(text: str, at: int, found: list[tuple[int, int]]) -> int:
    """Read a list at a position; the position behind it."""
    line, counted = 1, 0
    if text[at] != "[":
        return _DECODER.raw_decode(text, at)[1]
    at = _end_of_space(text, at + 1)
    while text[at] != "]":
        value, end = _DECODER.raw_decode(text, at)
        line += text.count("\n", counted, at)
        last = line + text.count("\n", at, end)
        if isinstance(value, dict):
            found.append((line, last))
        line, counted = last, end
        at = _end_of_space(text, end)
        if text[at] == ",":
            at = _end_of_space(text, at + 1)
    return at + 1


def _end_of_space(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found else at
