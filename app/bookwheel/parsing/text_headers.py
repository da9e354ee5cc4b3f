"""Headers that stand in a document's text (ADR, RFC, PEP): its fields, its number, and documents that it relates to."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import PurePosixPath

from bookwheel.domain.document import Document, Link, LinkKind, Name
from bookwheel.domain.links.named_links import NUMBER, NameKind, address_to
from bookwheel.parsing.tags import unique

_SERIES = "adr|rfc|pep|kep"
_ROW = re.compile(
    r"(?:[-*+][ \t]+)?(?:\*\*|__)?([A-Za-z][\w -]{0,30}?)(?:\*\*|__)?[ \t]*:(?!//)(?:\*\*|__)?[ \t]*(\S.*)?$"
)
_TELLING = frozenset(("pep", "status", "feature name", "rfc pr", "supersedes", "superseded by"))
_RELATIONS = {
    "requires": "dependsOn", "depends on": "dependsOn", "replaces": "supersedes", "supersedes": "supersedes",
    "superseded by": "supersededBy", "replaced by": "supersededBy",
}  # fmt: skip
_OWN_NAME = re.compile(rf"({_SERIES})[-_ #]?0*(\d{{1,5}})(?!\d)", re.IGNORECASE)
_FILE_NUMBER = re.compile(r"0*(\d{1,5})[-_.]")
_PULL = re.compile(r"rfcs(?:#|/pull/)(\d{1,5})")
_NUMBERED = re.compile(rf"\b({_SERIES})[ -]?#?0*(\d{{1,5}})\b", re.IGNORECASE)
_PHRASE = re.compile(
    r"(?:\bthis(?: rfc| adr| pep| kep| decision| document| proposal)?|(?<=\. )It|\bThis updates and)\s+"
    r"(?:(?:has been|was|is)\s+)?(?:partially\s+)?(?i:(superseded by|replaced by|supersedes|replaces)\s+)"
    r"(?:the behavior specified in\s+)?((?:(?:\s+and\s+|,\s+)?\[?(?:adr|rfc|pep|kep)[ -]?#?0*\d{1,5}\b\]?)+)",
    re.IGNORECASE,
)
_STATUS = re.compile(r"\b(super[sc]eded by|replaced by|super[sc]edes|replaces)\b", re.IGNORECASE)
_MOST_LINES = 60


def with_text_header(document: Document) -> Document:
    """The document with the fields, number and relations that the header in its text states."""
    lines = document.text.split("\n")
    rows = list(_rows(lines, document))
    if not any(name in _TELLING for name, _, _ in rows):
        rows = []
    fields = dict(document.fields)
    for name, value, _ in rows:
        if value and len(value) <= 250 and not value.startswith(("[", "{")):
            fields[name.replace(" ", "-") if name == "superseded by" else name] = unique((*fields.get(name, ()), value))
    numbers = _numbers(document, rows)
    if not numbers:
        return replace(document, fields=tuple(fields.items()))
    links = [*document.links, *_relations(document, rows, numbers)]
    names = (*document.names, *(Name(NameKind.NUMBER, f"{series}-{number}", -1) for series, number in numbers))
    return replace(document, fields=tuple(fields.items()), links=tuple(links), names=names)


def _rows(lines: list[str], document: Document) -> Iterator[tuple[str, str, int]]:
    """Name, value and line (from 1) of the fields that open the text, below its first heading perhaps."""
    first = document.sections[0].start_line
    row: tuple[str, str, int] | None = None
    for number in range(first, min(len(lines), first + _MOST_LINES) + 1):
        line = lines[number - 1]
        if not line.strip() or (line.startswith("# ") and row is None):
            continue
        if row and line[:1] in " \t":
            row = (row[0], f"{row[1]} {line.strip()}".strip(), row[2])
            continue
        match = _ROW.match(line)
        if match is None:
            break
        if row:
            yield row
        row = (" ".join(match[1].lower().replace("-", " ").split()), (match[2] or "").strip(), number)
    if row:
        yield row


def _numbers(document: Document, rows: list[tuple[str, str, int]]) -> dict[tuple[str, str], None]:
    """The numbers under which a document is known in a series."""
    found: dict[tuple[str, str], None] = {}
    stem = PurePosixPath(document.path).stem
    for text in (stem, document.title):
        if match := _OWN_NAME.match(text):
            found[match[1].lower(), match[2]] = None
    fields = {name: value for name, value, _ in rows}
    if fields.get("pep", "").isdecimal():
        found["pep", str(int(fields["pep"]))] = None
    if match := _PULL.search(fields.get("rfc pr", "")):
        found["rfc", match[1]] = None
    if (match := _FILE_NUMBER.match(stem)) and int(match[1]):
        series = document.type if document.type in ("adr", "rfc") else "rfc" if "rfc pr" in fields else ""
        if series:
            found[series, match[1]] = None
    return {(series, number): None for series, number in found if int(number)}


def _relations(
    document: Document, rows: list[tuple[str, str, int]], own: dict[tuple[str, str], None]
) -> Iterator[Link]:
    """Links to the documents of a series that the header, or a sentence about this document, names by number."""
    known: dict[tuple[str, str, str], None] = {}
    for relation, series, number, line, words in (*_of_rows(rows, next(iter(own))[0]), *_of_sentences(document)):
        if (series, number) in own or (relation, series, number) in known:
            continue
        known[relation, series, number] = None
        section = max((at for at, one in enumerate(document.sections) if one.start_line <= line), default=0)
        target = address_to(NUMBER, [f"{series}-{number}"])
        yield Link(LinkKind.NAME, target, "", words[:200], line, section, relation)


def _of_rows(rows: list[tuple[str, str, int]], series: str) -> Iterator[tuple[str, str, str, int, str]]:
    for name, value, line in rows:
        if relation := _RELATIONS.get(name):
            parts = [part.strip() for part in value.split(",")]
            for part in parts:
                if part.isdecimal() and len(part) <= 5:
                    yield relation, series, str(int(part)), line, f"{name}: {value}"
                elif match := _NUMBERED.search(part):
                    yield relation, match[1].lower(), match[2], line, f"{name}: {value}"
        elif name == "status" and "|" not in value and (phrase := _STATUS.search(value)):
            relation = "supersededBy" if phrase[1].lower().endswith("by") else "supersedes"
            for match in _NUMBERED.finditer(value, phrase.end()):
                yield relation, match[1].lower(), match[2], line, value


def _of_sentences(document: Document) -> Iterator[tuple[str, str, str, int, str]]:
    for match in _PHRASE.finditer(document.text):
        relation = "supersededBy" if match[1].lower().endswith("by") else "supersedes"
        line = document.text.count("\n", 0, match.start()) + 1
        if not _is_code(document, line):
            for number in _NUMBERED.finditer(match[2]):
                yield relation, number[1].lower(), number[2], line, match[0]


def _is_code(document: Document, line: int) -> bool:
    return any(fence.start_line <= line <= fence.end_line for fence in document.fences)
