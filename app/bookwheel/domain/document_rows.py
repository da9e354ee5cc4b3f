"""A document as rows, without keys: what the catalogue stores of it, and what a published segment carries."""

from __future__ import annotations

from dataclasses import dataclass

ROWS = 1
"""Grows when these rows change; what is published in a newer form is refused."""

SectionValues = tuple[str, int, int, str, str, int, int, int, int, int, str, str, str]
"""anchor, level, parts, title, heading_path (JSON), start_line, end_line, start_byte, end_byte, words, text_hash,
prose, code."""

LinkValues = tuple[int, str, str, str, str, int, str, str]
"""section (an index), kind, target, fragment, text, line, relation, and the path of the file that it leads to where
that is no document (empty else)."""

ThingValues = tuple[str, str, str, str]
"""id, label, aliases (JSON), properties (JSON)."""

StatementValues = tuple[int, str, str, str, int, str, int]
"""section (an index), source, relation, target, line, words, count."""


@dataclass(frozen=True, slots=True)
class DocumentRows:
    """A document as the catalogue's tables hold it.

    `tags`, `aliases` and `keywords` are JSON arrays of strings, `header_json` a JSON object. `facets` are pairs of
    field and value, `names` folded name, kind and anchor. `places` are packed, empty for none. `modified_ns` is the
    file's time, `hash` that of its content (32 hexadecimal digits). `terms` are those of its sections, counted and
    packed, which a published document brings along; empty where they are to be counted.
    """

    path: str
    title: str
    description: str
    type: str
    language: str
    date: str
    category: str
    tags: str
    aliases: str
    words: int
    modified_ns: int
    dialect: str
    format: str
    summary: str
    keywords: str
    header_json: str
    size_bytes: int
    hash: str
    text: str
    places: bytes
    sections: tuple[SectionValues, ...]
    links: tuple[LinkValues, ...]
    facets: tuple[tuple[str, str], ...]
    names: tuple[tuple[str, str, str], ...]
    things: tuple[ThingValues, ...]
    statements: tuple[StatementValues, ...]
    terms: bytes = b""
