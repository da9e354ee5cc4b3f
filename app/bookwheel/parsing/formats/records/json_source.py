"""JSON files as plain values, and the few questions that readers ask of them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import cast

import msgspec

from bookwheel.domain.errors import SkippedFile
from bookwheel.parsing.encoding import decode, storable

Object = dict[str, object]


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
