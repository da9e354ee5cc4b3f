"""Reference links written with their addresses, so that Markdown can stand beside other Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, cast

import pyromark

from bookwheel.parsing.formats import markdown_writer as md
from bookwheel.parsing.markdown.reader import OPTIONS

_DEFINITION = re.compile(r"^( {0,3}\[)(?!\^)((?:[^\[\]\\\n]|\\.){1,200}\]:)", re.MULTILINE)
_TAILS = {"Reference": b"][", "Collapsed": b"][", "Shortcut": b"]"}
_FENCE = re.compile(r" {0,3}(?:```|~~~)")


def with_addresses(text: str, number: int) -> str:
    """The text with `[words](address)` for `[words][label]`; the labels that it defines begin with `number`."""
    if _DEFINITION.search(text) is None:
        return text
    raw = text.encode()
    edits: list[tuple[int, int, bytes]] = []
    for event, span in _events(text):
        start = cast("dict[str, Any]", event.get("Start")) if event.__class__ is dict else None
        link = (start.get("Link") or start.get("Image")) if start.__class__ is dict and start else None
        kind = link["link_type"] if link else None
        if not link or not isinstance(kind, str) or kind not in _TAILS:
            continue
        tail = _TAILS[kind]
        at = raw.rfind(tail, span["start"], span["end"])
        title = f' "{link["title"]}"' if link["title"] and '"' not in link["title"] else ""
        edits.append((at, span["end"], f"]({md.address(link['dest_url'])}{title})".encode()))
    made = bytearray(raw)
    for first, last, written in sorted(edits, reverse=True):
        made[first:last] = written
    return _renamed(made.decode(), number)


def _events(text: str) -> Iterable[tuple[Any, dict[str, int]]]:
    """The events of the parser; none for a text over which it panics, see `reader.read`."""
    try:
        return cast(Any, list(pyromark.events_with_range(text, options=OPTIONS, merge_text=True)))
    except BaseException as panic:
        if type(panic).__name__ != "PanicException":
            raise
        return []


def _renamed(text: str, number: int) -> str:
    """The definitions outside of fenced code under labels that no other text has."""
    lines = text.split("\n")
    is_code = False
    for place, line in enumerate(lines):
        if _FENCE.match(line):
            is_code = not is_code
        elif not is_code:
            lines[place] = _DEFINITION.sub(rf"\g<1>{number}-\g<2>", line)
    return "\n".join(lines)
