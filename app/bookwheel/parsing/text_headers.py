"""Headers that stand in a document's text (ADR, RFC, PEP): its fields, its number, and documents that it relates to."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import PurePosixPath

from bookwheel.domain.document import Document, Link, LinkKind, Name
from bookwheel.domain.links.named_links import NUMBER, NameKind, address_to
from bookwheel.parsing.related_sentences import relation_of, relations_in
from bookwheel.parsing.tags import unique

_SERIES = "adr|rfc|pep|kep"
_ROW = re.compile(
    r"(?:[-*+][ \t]+)?(?:\*\*|__)?([A-Za-z][\w -]{0,30}?)(?:[ \t]#)?(?:\*\*|__)?[ \t]*:(?!//)(?:\*\*|__)?[ \t]*(\S.*)?$"
)
_TELLING = frozenset(("pep", "status", "feature name", "rfc pr", "supersedes", "superseded by", "amends", "amended by"))
_RELATIONS = {
    "requires": "dependsOn", "depends on": "dependsOn", "replaces": "supersedes", "supersedes": "supersedes",
    "superseded by": "supersededBy", "replaced by": "supersededBy", "amends": "references", "amended by": "references",
}  # fmt: skip
_OWN_NAME = re.compile(rf"({_SERIES})[-_ #]?0*(\d{{1,5}})(?!\d)", re.IGNORECASE)
_FILE_NUMBER = re.compile(r"0*(\d{1,5})[-_.]")
_FEATURE = re.compile(r"[A-Za-z]\w{2,}(?:[-_.]\w+)*")
_PLACEHOLDER = re.compile(r"(?i)^(?:n/?a|none|tbd|todo|(?:fill|my|your|unnamed)\b.*)$")
_PULL = re.compile(r"rfcs(?:#|/pull/)(\d{1,5})")
_NUMBERED = re.compile(rf"\b({_SERIES})[ -]?#?0*(\d{{1,5}})\b", re.IGNORECASE)
_STATUS = re.compile(r"\b(super[sc]eded by|replaced by|amended by|super[sc]edes|replaces|amends)\b", re.IGNORECASE)
_FILE_LINK = re.compile(r"\[([^\[\]\n]{1,200})\]\((?!https?:)([^()\s]{1,300}\.md(?:#[^()\s]*)?)\)")
_PEOPLE = frozenset(("author", "authors", "sponsor", "pep delegate", "bdfl delegate", "deciders"))
_MARKS = re.compile(r"\[([^\[\]\n]*)\]\([^()\s]*\)")
_ADDRESS = re.compile(r"[<(][^<>()]*[>)]|\S+@\S+")
_BARE_NUMBER = re.compile(r"#?0*[1-9]\d{0,4}")
_HASHED = re.compile(r"(?<![\w#/])#0*(\d{1,5})(?!\w)")
_FOLDER_SERIES = {"keps": "kep", "rfcs": "rfc", "adr": "adr", "adrs": "adr", "decisions": "adr"}
"""Folders whose own folders hold one document of a series each, called by its number: `keps/sig-node/1287-resize/`."""

_TARGET = re.compile(r"\[[^\]\n]{1,100}\]:[ \t]")
"""Footnotes and targets of links between the rows."""

_OF_HEADER = frozenset(("supersedes", "supersededBy", "dependsOn", "references", "relatedTo"))
_MOST_LINES = 60


def with_text_header(document: Document) -> Document:
    """The document with the fields, number and relations that the header in its text states."""
    lines = document.text.split("\n")
    rows = list(_rows(lines, document))
    if not any(name in _TELLING for name, _, _ in rows):
        rows = []
    fields = dict(document.fields)
    given = frozenset(fields)
    for name, value, _ in rows:
        if name in given or name == "type" or not value or len(value) > 250 or value.startswith(("[", "{")):
            continue
        values = _people(value) if name in _PEOPLE else (value,)
        fields[name.replace(" ", "-") if name == "superseded by" else name] = unique(values)
    numbers = _numbers(document, rows)
    title = _title(document, rows)
    aliases = unique((*document.aliases, *_other_names(rows, numbers)))
    stated = replace(document, fields=tuple(fields.items()), title=title, aliases=aliases)
    rows += _status_rows(document, lines, given)
    links = [*_numbered_links(document, numbers), *_file_links(document, rows)]
    if not numbers:
        return replace(stated, links=tuple(links))
    links += _relations(document, rows, numbers)
    names = (*document.names, *(Name(NameKind.NUMBER, f"{series}-{number}", -1) for series, number in numbers))
    return replace(stated, links=tuple(links), names=names)


def _numbered_links(document: Document, own: dict[tuple[str, str], None]) -> Iterator[Link]:
    """The links of a document; those by which front matter names a document by its number alone lead to that number."""
    for link in document.links:
        found = None
        if link.relation in _OF_HEADER and link.kind is LinkKind.WIKILINK and link.target and not link.fragment:
            found = _OWN_NAME.fullmatch(link.target.strip())
        if found is not None:
            number = f"{found[1].lower()}-{found[2]}"
        elif (
            own
            and link.relation in _OF_HEADER
            and link.section == 0
            and _BARE_NUMBER.fullmatch(link.target)
            and link.kind is LinkKind.WIKILINK
        ):
            number = f"{next(iter(own))[0]}-{int(link.target.lstrip('#'))}"
        else:
            yield link
            continue
        text = link.text or link.target
        yield replace(link, kind=LinkKind.NAME, target=address_to(NUMBER, [number]), text=text)


def _title(document: Document, rows: list[tuple[str, str, int]]) -> str:
    """A PEP is called as its header says."""
    fields = {name: value for name, value, _ in rows}
    return fields.get("title", "") if "pep" in fields and fields.get("title") else document.title


def _people(value: str) -> tuple[str, ...]:
    """Names without links and addresses."""
    plain = _MARKS.sub(r"\1", value)
    names = (_ADDRESS.sub("", part).strip(" ,") for part in plain.split(","))
    return tuple(name for name in names if name and "@" not in name)


def _status_rows(document: Document, lines: list[str], given: frozenset[str]) -> list[tuple[str, str, int]]:
    """What front matter or a section called Status says, as a row of a header: it may name what replaces this."""
    found: list[tuple[str, str, int]] = []
    if "status" in given:
        value = dict(document.fields)["status"][0]
        number = next((at for at, line in enumerate(lines[:200], 1) if value in line), 1)
        found.append(("status", value, number))
    for section in document.sections:
        if section.level in (2, 3) and section.title.strip().casefold() == "status":
            for number in range(section.start_line + 1, min(section.end_line, section.start_line + 12) + 1):
                if lines[number - 1 : number] and lines[number - 1].strip():
                    found.append(("status", lines[number - 1].strip(), number))
    return found


def _file_links(document: Document, rows: list[tuple[str, str, int]]) -> Iterator[Link]:
    """Links of a status to files that have no number: `superseded by [the other](other.md)`."""
    for name, value, line in rows:
        phrase = _STATUS.search(value) if name == "status" and "|" not in value else None
        if phrase is None or _NUMBERED.search(value, phrase.end()):
            continue
        relation = relation_of(phrase[1])
        for match in _FILE_LINK.finditer(value, phrase.end()):
            section = max((at for at, one in enumerate(document.sections) if one.start_line <= line), default=0)
            path, _, fragment = match[2].partition("#")
            yield Link(LinkKind.MARKDOWN, path, fragment, match[1], line, section, relation)


def _rows(lines: list[str], document: Document) -> Iterator[tuple[str, str, int]]:
    """Name, value and line (from 1) of the fields that open the text, below its first heading perhaps."""
    first = document.sections[0].start_line
    row: tuple[str, str, int] | None = None
    is_comment = False
    for number in range(first, min(len(lines), first + _MOST_LINES) + 1):
        line = lines[number - 1]
        is_comment = is_comment or line.startswith("<!--")
        if is_comment:
            is_comment = "-->" not in line
            continue
        if not line.strip() or _TARGET.match(line) or (line.startswith(("# ", "## ")) and row is None):
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
    folders = PurePosixPath(document.path).parts[:-1]
    if stem.lower() in ("readme", "index") and folders and (match := _FILE_NUMBER.match(folders[-1])):
        series = next((_FOLDER_SERIES[one] for one in reversed(folders[:-1]) if one in _FOLDER_SERIES), "")
        if series:
            found[series, match[1]] = None
    return {(series, number): None for series, number in found if int(number)}


def _other_names(rows: list[tuple[str, str, int]], numbers: dict[tuple[str, str], None]) -> Iterator[str]:
    """What a document is called besides its title: `RFC 2005`, and the feature that its header names."""
    yield from (f"{series.upper()} {number}" for series, number in numbers)
    feature = {name: value for name, value, _ in rows}.get("feature name", "").strip("` ")
    if _FEATURE.fullmatch(feature) and not _PLACEHOLDER.search(feature):
        yield feature


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
                elif match := _HASHED.match(part):
                    yield relation, series, match[1], line, f"{name}: {value}"
        elif name == "status" and "|" not in value and (phrase := _STATUS.search(value)):
            relation = relation_of(phrase[1])
            for match in _NUMBERED.finditer(value, phrase.end()):
                yield relation, match[1].lower(), match[2], line, value
            if match := _HASHED.match(value[phrase.end() :].lstrip()):
                yield relation, series, match[1], line, value


def _of_sentences(document: Document) -> Iterator[tuple[str, str, str, int, str]]:
    for one in relations_in(document.text):
        if not _is_code(document, one.line):
            yield one.relation, one.series, one.number, one.line, one.words


def _is_code(document: Document, line: int) -> bool:
    return any(fence.start_line <= line <= fence.end_line for fence in document.fences)
