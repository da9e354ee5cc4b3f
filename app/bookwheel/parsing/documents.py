"""Bytes to Document: the one entrance of this room."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from bookwheel.domain.document import Dialect, Document, Fence, Link, Section
from bookwheel.domain.formats import TEXT, Form, format_named, format_of
from bookwheel.domain.mapping_rules import MappingRule
from bookwheel.parsing.document_fields import (
    Fields,
    aliases_of,
    categories_of,
    date_of,
    first_fields_of,
    first_of,
    inline_values,
    links_of_header,
    links_of_inline,
    stated_language,
    tags_of,
)
from bookwheel.parsing.document_sections import language_sample, sample_of, sections_of
from bookwheel.parsing.extracts import extract
from bookwheel.parsing.formats import readers
from bookwheel.parsing.formats.readers import ReaderOptions
from bookwheel.parsing.formats.signatures import format_inside
from bookwheel.parsing.kep_header import is_kep_header, with_kep_header
from bookwheel.parsing.languages import vote
from bookwheel.parsing.markdown.glossary_links import glossary_links
from bookwheel.parsing.metadata import flattened
from bookwheel.parsing.parsed_body import Reading
from bookwheel.parsing.source_body import SourceBody, read_body
from bookwheel.parsing.stated_names import links_of, names_of
from bookwheel.parsing.tags import unique
from bookwheel.parsing.text_headers import with_text_header
from bookwheel.parsing.things.code.home import NO_HOME, CodeHome
from bookwheel.parsing.things.extraction import with_things
from bookwheel.parsing.titles import description_of, speaks_for_all, title_of, type_of


@dataclass(frozen=True, slots=True)
class _Stated:
    """What a file says of itself: its fields, and the title and type that follow from them."""

    fields: Fields
    title: str
    type: str


def parse(
    content: bytes,
    path: str,
    *,
    dialect: Dialect = Dialect.GFM,
    language: str = "",
    format: str = "",
    recognise: str = "",
    listed: Callable[[str], str] = lambda _path: "",
    password: str = "",
    choices: Sequence[str] = (),
    home: CodeHome = NO_HOME,
    rules: Sequence[MappingRule] = (),
    finds_names: bool = True,
) -> Document:
    """One source file as a Document; `path` is POSIX and relative to its collection's root.

    `format` names the one to read the file as, whatever its name says; empty for what its name says, or else plain
    text. `language` is the collection's, `recognise` that of the words to be recognised in pictures, empty for none;
    `listed` says what a table of contents calls a path whose page has no title of its own; `password` opens a protected
    file; `choices` say which formats are read in an archive (`code=on`); `home` is that of source code; `rules`
    say what a data file holds; `finds_names` has names in running text looked for. What cannot be read is in the
    warnings.

    Raises:
        SkippedFile: for a file that cannot be read, with the reason; ProtectedFile where a password would open it.
    """
    body = read_body(content, path, dialect, format, ReaderOptions(password, recognise, tuple(choices)))
    document = _document_of(body, path, _stated_in(body, path, listed), language)
    if body.kind.form is not Form.CODE:
        document = with_text_header(document)
    elif is_kep_header(path):
        document, values = with_kep_header(document)
        return with_things(document, values, document.text, home, rules=rules)
    header, stated = body.header, (body.things, body.works, rules)
    return with_things(document, header.values, header.source, home, *stated, finds_names=finds_names)


def _stated_in(body: SourceBody, path: str, listed: Callable[[str], str]) -> _Stated:
    fields = flattened(body.header.values)
    inline = inline_values(body.body, body.reading) if body.is_written_markdown else []
    first_fields = first_fields_of(inline, body.reading)
    for name, value, _ in inline:
        fields[name] = unique((*fields.get(name, ()), value))
    given = first_of(fields, "title", body.header, first_fields) or _first_heading(body, path) or listed(path)
    title = title_of(path, body.dialect, given)
    return _Stated(fields, title, type_of(path, first_of(fields, "type", body.header, first_fields)))


def _document_of(body: SourceBody, path: str, stated: _Stated, language: str) -> Document:
    fields, title, reading = stated.fields, stated.title, body.reading
    sections = sections_of(reading, body.body, title, body.first_line, len(body.text[: body.start].encode()))
    prose = sample_of(sections)
    code = stated_language(fields) or language or vote(language_sample(sections, title, prose))
    summary, keywords = extract(prose, [title, *(section.title for section in sections[:40])], code)
    date, date_warnings = date_of(fields, path)
    return Document(
        path=path,
        format=body.kind.name,
        dialect=body.dialect,
        title=title,
        description=description_of(" ".join(fields.get("description", ())[:1]), prose),
        type=stated.type,
        language=code,
        date=date,
        aliases=aliases_of(fields),
        tags=tags_of(fields, reading, body.dialect),
        categories=categories_of(fields),
        fields=tuple(fields.items()),
        header_json=json.dumps(body.header.values, ensure_ascii=False) if body.header.values else "{}",
        summary=summary,
        keywords=keywords,
        words=sum(section.words for section in sections),
        text=body.text,
        sections=tuple(sections),
        links=_links_in(body, fields, sections),
        fences=_fences(reading, body.first_line + 1),
        warnings=(*body.warnings, *body.header.warnings, *reading.warnings, *date_warnings),
        places=tuple(body.places),
        names=tuple(names_of(body.names, body.text, sections)),
    )


def _links_in(body: SourceBody, fields: Fields, sections: Sequence[Section]) -> tuple[Link, ...]:
    """The links of the header, then those of the text, then those that the reader states besides."""
    header, reading = body.header, body.reading
    marks = glossary_links(body.body, reading) if body.is_written_markdown else []
    inline = links_of_inline(inline_values(body.body, reading)) if body.is_written_markdown else []
    return (
        *links_of_header(header, fields, body.text.count("\n", 0, header.length)),
        *_placed([*_not_among(body.links, reading.links), *marks], body.first_line),
        *links_of([*body.links, *_placed(inline, body.first_line)], sections),
    )


def try_password(content: bytes, path: str, password: str) -> None:
    """Return if the password opens the file, which is protected.

    Raises:
        ProtectedFile: when it does not.
        SkippedFile: for a file that no password is needed for, or that Bookwheel opens with none.
    """
    readers.try_password(content, format_inside(content, format_of(path)) or TEXT, password)


def picture_in(content: bytes, format: str, name: str) -> bytes:
    """A picture by its name in a file of a format.

    Raises:
        SkippedFile: when there is no such picture, or it is too large.
    """
    return readers.picture_in(content, format_named(format), name)


def _fences(reading: Reading, below: int) -> tuple[Fence, ...]:
    """The fences of the body by their lines in the file, in which the body begins `below` lines further down."""
    return tuple(
        replace(fence, start_line=fence.start_line + below, end_line=fence.end_line + below) for fence in reading.fences
    )


def _first_heading(body: SourceBody, path: str) -> str:
    """The first H1; without one the heading that opens the document, if it speaks for all of it; none of code."""
    if body.kind.form is Form.CODE:
        return ""
    reading = body.reading
    found = next((piece.title for piece in reading.pieces if piece.level == 1 and piece.title), reading.html_heading)
    if found or not reading.pieces:
        return found
    pieces = reading.pieces
    if len(pieces) > 1 and not pieces[0].level and not pieces[0].prose:  # comments and anchors alone
        pieces = pieces[1:]
    opening, *others = pieces
    if not opening.level or any(other.level < opening.level for other in others):
        return ""
    beside = [other.title for other in others if other.level == opening.level]
    return opening.title if speaks_for_all(opening.title, beside, path) else ""


def _not_among(stated: Sequence[Link], written: Sequence[Link]) -> Sequence[Link]:
    """The links of a text but for those that its reader states besides, with what they mean."""
    targets = {link.target for link in stated}
    return [link for link in written if link.target not in targets] if targets else written


def _placed(links: Sequence[Link], first_line: int) -> list[Link]:
    return [replace(link, line=link.line + first_line + 1) for link in links]
