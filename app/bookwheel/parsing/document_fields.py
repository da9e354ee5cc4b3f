"""What a document says of itself, in its front matter or in its text: tags, aliases, dates, categories and links."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath

from bookwheel.domain.document import Dialect, Link, LinkKind
from bookwheel.domain.formats import MARKDOWN
from bookwheel.domain.messages import Message
from bookwheel.parsing.front_matter import Header
from bookwheel.parsing.languages import code_of
from bookwheel.parsing.metadata import date_in_name, inline_fields, iso_date, links_in, names_in
from bookwheel.parsing.parsed_body import Reading
from bookwheel.parsing.tags import unique

_RELATIONS = {
    "related": "relatedTo", "see-also": "relatedTo", "see_also": "relatedTo", "supersedes": "supersedes",
    "replaces": "supersedes", "superseded-by": "supersededBy", "superseded_by": "supersededBy",
    "supersededby": "supersededBy", "replaced-by": "supersededBy", "replaced_by": "supersededBy",
    "requires": "dependsOn", "depends-on": "dependsOn", "depends_on": "dependsOn", "references": "references",
}  # fmt: skip
"""Fields of front matter that name other documents, and what each says of them; no inverse is made up."""


_TAGS = ("tags", "tag", "keywords", "labels")


_ALIASES = ("aliases", "alias", "aka")


_MARKDOWN_LINK = re.compile(r"\[([^\[\]]+)\]\(([^()\s]+)\)")


_DATES = ("date", "created", "published", "created_at", "publishdate", "updated", "last_updated", "lastmod", "modified")


Fields = dict[str, tuple[str, ...]]


def stated_language(fields: Fields) -> str:
    """The language that the header names, as a code; empty for none."""
    return code_of("".join(fields.get("lang", fields.get("language", ()))[:1]))


def categories_of(fields: Fields) -> tuple[str, ...]:
    """The categories, in their order, each once."""
    values = (value for name in ("category", "categories") for value in fields.get(name, ()))
    return unique(part.strip() for value in values for part in value.split(","))


def inline_values(body: str, reading: Reading) -> list[tuple[str, str, int]]:
    """The inline fields outside code, with their line in the body."""
    rows = inline_fields(body)
    if not rows:
        return []
    fences = [(fence.start_line, fence.end_line) for fence in reading.fences]
    placed: list[tuple[str, str, int]] = []
    line = at = 0
    for name, value, offset in rows[:500]:
        line += body.count("\n", at, offset)
        at = offset
        if not any(first <= line <= last for first, last in fences):
            placed.append((name, value, line))
    return placed


def first_fields_of(inline: Sequence[tuple[str, str, int]], reading: Reading) -> Fields:
    """The inline fields in a row at the very start of a body, which speak for the whole document."""
    found: Fields = {}
    for place, (name, value, line) in enumerate(inline):
        if line != place:
            break
        found[name] = (value,)
    return found if not reading.pieces or reading.pieces[0].level == 0 else {}


def first_of(fields: Mapping[str, tuple[str, ...]], name: str, header: Header, first_fields: Fields) -> str:
    """A value that speaks for the document: of its front matter, or of the inline fields it starts with."""
    in_header = any(one.strip().lower() == name for one in header.values)
    values = fields.get(name, ()) if in_header else first_fields.get(name, ())
    return values[0] if values else ""


def tags_of(fields: Mapping[str, tuple[str, ...]], reading: Reading, dialect: Dialect) -> tuple[str, ...]:
    """The tags of the header and those in the text."""
    is_obsidian = dialect is Dialect.OBSIDIAN
    given = [
        one for name in _TAGS for one in names_in(fields.get(name, ()), at_spaces=is_obsidian and name in _TAGS[:2])
    ]
    return unique((*given, *reading.tags))[:2000]


def aliases_of(fields: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    """The other names of a document."""
    return unique(
        part.strip().strip("[]") for name in _ALIASES for value in fields.get(name, ()) for part in value.split(",")
    )[:200]


def date_of(fields: Mapping[str, tuple[str, ...]], path: str) -> tuple[str, tuple[Message, ...]]:
    """The date of the header or in the name of the file, and what is wrong with the one given."""
    warnings: tuple[Message, ...] = ()
    for name in _DATES:
        for value in fields.get(name, ())[:1]:
            date = iso_date(value)
            if date:
                return date, warnings
            if name == "date":
                warnings = (Message("The date {date} is not valid.", date=value[:40]),)
    return date_in_name(PurePosixPath(path).stem), warnings


def links_of_header(header: Header, fields: Mapping[str, tuple[str, ...]], header_lines: int) -> list[Link]:
    """Wikilinks in front matter, and what `related:` and fields like it name."""
    if not header.length:
        return []
    named = {inside for row in fields.values() for value in row for inside, _ in links_in(value)}
    relations = {
        inside: relation
        for name, relation in _RELATIONS.items()
        for value in fields.get(name, ())
        for inside, _ in links_in(value)
    }
    links: list[Link] = []
    for inside, line in links_in(header.source):
        if inside in named:
            target, _, label = inside.partition("|")
            path, _, fragment = target.partition("#")
            place = (path.strip(), fragment.strip(), label.strip(), line + 2, 0)
            links.append(Link(LinkKind.WIKILINK, *place, relations.get(inside, "")))
    for name, relation in _RELATIONS.items():
        values = fields.get(name, ())
        start = _start_of(name, header.source) if values else 0
        for value in values:
            if "[[" in value:
                continue
            written = _MARKDOWN_LINK.fullmatch(value)
            path, _, fragment = (written.group(2) if written else value).partition("#")
            is_path = "/" in path or PurePosixPath(path).suffix.lower() in MARKDOWN.suffixes
            line = min(header_lines, 2 + _line_of(value, header.source, start))
            kind = LinkKind.MARKDOWN if is_path or written else LinkKind.WIKILINK
            text = written.group(1) if written else value
            links.append(Link(kind, path, fragment, text, line, 0, relation))
    return links


def links_of_inline(inline: Sequence[tuple[str, str, int]]) -> list[Link]:
    """Wikilinks in inline fields that state a relation, such as `supersedes:: [[Old page]]`; lines are the body's."""
    links: list[Link] = []
    for name, value, line in inline:
        relation = _RELATIONS.get(name.replace(" ", "-"))
        for inside, _ in links_in(value) if relation else ():
            target, _, label = inside.partition("|")
            path, _, fragment = target.partition("#")
            place = (path.strip(), fragment.strip(), label.strip(), line, 0)
            links.append(Link(LinkKind.WIKILINK, *place, relation or ""))
    return links


def _start_of(name: str, source: str) -> int:
    """The position after a field's name in a header; 0 where it is written otherwise."""
    field = re.search(rf"^[ \t]*[\"']?{re.escape(name)}[\"']?[ \t]*[:=]", source, re.IGNORECASE | re.MULTILINE)
    return field.end() if field else 0


def _line_of(value: str, source: str, start: int) -> int:
    """The line, from 0, of a field's value in a header from its start on; that of the field where it is not found."""
    at = source.find(value, start)
    return source.count("\n", 0, at if at >= 0 else start)
