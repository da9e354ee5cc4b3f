"""Metadata as facets: flattened front matter, inline `key:: value` fields, dates, and links inside them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import date, datetime
from typing import cast

from bookwheel.parsing.tags import cleaned, unique

_LONGEST_VALUE = 250
_MOST_FIELDS = 500
_MOST_VALUES = 2_000
_INLINE = re.compile(
    r"^[ \t]*(?:>[ \t]*)*(?:[-*+][ \t]+|\d+[.)][ \t]+)?(?:\[[ xX]\][ \t]+)?(?:\*\*|__)?"
    r"([^\W\d_][\w .&/-]{0,40}?)(?:\*\*|__)?::(?:\*\*|__)?[ \t]+(\S[^\n]*)$",
    re.MULTILINE,
)
_BRACKETED = re.compile(r"[\[(]([^\W\d_][\w -]{0,40}?)::[ \t]{1,8}((?:\[\[[^\[\]\n]{1,200}\]\]|[^\n\])]){1,250})[\])]")
_WIKILINK = re.compile(r"!?\[\[([^\[\]\n]+)\]\]")
_DAY = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ](\S.*))?$")
_DAY_IN_NAME = re.compile(r"(\d{4})[-_](\d{2})[-_](\d{2})(?:\D|$)")


def flattened(values: Mapping[str, object]) -> dict[str, tuple[str, ...]]:
    """Every field as strings, names lower case, nested names dotted; an unquoted `[[Page]]` is one value again."""
    found: dict[str, list[str]] = {}
    for name, value in values.items():
        _flatten(name.strip().lower(), value, found)
    return {name: unique(texts[:_MOST_VALUES]) for name, texts in found.items() if texts}


def _flatten(name: str, value: object, found: dict[str, list[str]]) -> None:
    if value is None or len(found) > _MOST_FIELDS:
        return
    if isinstance(value, dict):
        for below, one in cast(dict[str, object], value).items():
            _flatten(f"{name}.{below.strip().lower()}", one, found)
    elif isinstance(value, list):
        row = cast(list[object], value)
        link = wikilink_in(row)
        for one in [link] if link else row:
            _flatten(name, one, found)
    else:
        text = str(value).lower() if isinstance(value, bool) else str(value).strip()
        if text and len(text) <= _LONGEST_VALUE:
            found.setdefault(name, []).append(text)


def wikilink_in(row: list[object]) -> str:
    """`[[Page]]` when YAML read it as a list in a list, else empty."""
    if len(row) == 1 and isinstance(row[0], list):
        inner = cast(list[object], row[0])
        if len(inner) == 1 and isinstance(inner[0], str | int):
            return f"[[{inner[0]}]]"
    return ""


def inline_fields(body: str) -> list[tuple[str, str, int]]:
    """`key:: value` lines and `[key:: value]` pairs: name in lower case, value, offset in characters."""
    lines: list[re.Match[str]] = []
    pairs: list[re.Match[str]] = []
    end = 0
    while (at := body.find("::", end)) >= 0:  # few lines have the sign, and both expressions stay in theirs
        start, end = body.rfind("\n", end, at) + 1 or end, body.find("\n", at) + 1 or len(body)
        lines += filter(None, [_INLINE.match(body, start)])
        pairs += _BRACKETED.finditer(body, start, end)
    found = [(match.group(1), match.group(2), match.start(1)) for match in (*lines, *pairs)]
    rows = [(name.strip().lower(), value.strip(), at) for name, value, at in found if len(value) <= _LONGEST_VALUE]
    return sorted(rows, key=lambda row: row[2])


def links_in(text: str) -> list[tuple[str, int]]:
    """The wikilinks of a header's text: what stands in the brackets, and its line from 0."""
    if "[[" not in text:
        return []
    links: list[tuple[str, int]] = []
    at = line = 0
    for match in _WIKILINK.finditer(text):
        at, line = match.start(), line + text.count("\n", at, match.start())
        links.append((match.group(1), line))
    return links


def names_in(texts: Iterable[str], *, at_spaces: bool = False) -> tuple[str, ...]:
    """Labels from field values: split at commas (and spaces, if asked), `#` and brackets taken off."""
    names: list[str] = []
    for text in texts:
        for part in text.split(","):
            part = _WIKILINK.sub(lambda match: match.group(1).split("|")[0], part)
            names.extend(part.split() if at_spaces else [part.strip()])
    return unique(cleaned(name) or name.strip("#") for name in names)


def iso_date(text: str) -> str:
    """A date as written, in ISO 8601; empty if it is none."""
    text = text.strip()
    match = _DAY.match(text)
    try:
        if match is None:
            return datetime.fromisoformat(text).isoformat() if len(text) > 10 else ""
        day = date(int(match.group(1)), int(match.group(2)), int(match.group(3))).isoformat()
    except ValueError:
        return ""
    if match.group(4):
        try:
            return datetime.fromisoformat(f"{day}T{match.group(4).strip().replace(' ', '')}").isoformat()
        except ValueError:
            return day
    return day


def date_in_name(stem: str) -> str:
    """The date at the start of a file name (a post or a journal page), else empty."""
    match = _DAY_IN_NAME.match(stem)
    return iso_date("-".join(match.groups())) if match else ""
