"""Bytes to Document: the one entrance of this room."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b

from bookwheel.domain.document import TOP, Dialect, Document, Fence, Link, Section
from bookwheel.domain.formats import MARKDOWN, TEXT, Form, Format, format_named, format_of
from bookwheel.domain.messages import Message
from bookwheel.domain.places import Place
from bookwheel.parsing import plain_text
from bookwheel.parsing.anchors import Anchors
from bookwheel.parsing.document_fields import (
    aliases_of,
    categories_of,
    date_of,
    first_fields_of,
    first_of,
    inline_values,
    links_of_header,
    stated_language,
    tags_of,
)
from bookwheel.parsing.encoding import decode
from bookwheel.parsing.extracts import extract
from bookwheel.parsing.formats import readers
from bookwheel.parsing.formats.converted import Converted
from bookwheel.parsing.formats.readers import ReaderOptions, convert
from bookwheel.parsing.formats.signatures import format_inside
from bookwheel.parsing.front_matter import Header, split
from bookwheel.parsing.languages import vote
from bookwheel.parsing.markdown import reader as markdown
from bookwheel.parsing.markdown.glossary_links import glossary_links
from bookwheel.parsing.metadata import flattened
from bookwheel.parsing.parsed_body import Reading
from bookwheel.parsing.stated_names import StatedName, links_of, names_of
from bookwheel.parsing.tags import unique
from bookwheel.parsing.things.code.home import NO_HOME, CodeHome
from bookwheel.parsing.things.extraction import with_things
from bookwheel.parsing.titles import description_of, speaks_for_all, title_of, type_of

_BLANK_LINES = re.compile(r"(?:[ \t]*\n)+")
_HAN = re.compile(r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")
_SAMPLE_LETTERS = 3000


@dataclass(slots=True)
class _Body:
    """A file before it becomes a Document: the part of its text below the header, and what was read in both."""

    kind: Format
    dialect: Dialect
    text: str
    start: int
    header: Header
    reading: Reading
    places: Sequence[Place] = ()
    warnings: Sequence[Message] = ()
    names: Sequence[StatedName] = ()
    links: Sequence[Link] = ()

    @property
    def body(self) -> str:
        """The text below the header."""
        return self.text[self.start :]

    @property
    def is_written_markdown(self) -> bool:
        """Whether somebody wrote it as Markdown, with marks that have a meaning."""
        return self.kind is MARKDOWN


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
) -> Document:
    """One source file as a Document; `path` is POSIX and relative to its collection's root.

    `format` names the one to read the file as, whatever its name says; empty for what its name says, or else plain
    text. `language` is the collection's, `recognise` that of the words to be recognised in pictures, empty for none;
    `listed` says what a table of contents calls a path whose page has no title of its own; `password` opens a protected
    file; `choices` say which formats are read in an archive (`code=on`); `home` is that of source code. What cannot be
    read is in the warnings.

    Raises:
        SkippedFile: for a file that cannot be read, with the reason; ProtectedFile where a password would open it.
    """
    # Past sixty lines, for it ends in the list of all that a document is.
    read = _body_of(content, path, dialect, format, ReaderOptions(password, recognise, tuple(choices)))
    header, reading, body, text, start = read.header, read.reading, read.body, read.text, read.start
    fields = flattened(header.values)
    inline = inline_values(body, reading) if read.is_written_markdown else []
    first_fields = first_fields_of(inline, reading)
    for name, value, _ in inline:
        fields[name] = unique((*fields.get(name, ()), value))
    given = first_of(fields, "title", header, first_fields) or _first_heading(read, path) or listed(path)
    title = title_of(path, read.dialect, given)
    first_line = text.count("\n", 0, start) + bool(start and text[start - 1] != "\n")
    sections = _sections(reading, body, title, first_line, len(text[:start].encode()))
    prose = _sample(sections)
    code = stated_language(fields) or language or vote(_language_sample(sections, title, prose))
    summary, keywords = extract(prose, [title, *(section.title for section in sections[:40])], code)
    date, date_warnings = date_of(fields, path)
    marks = glossary_links(body, reading) if read.is_written_markdown else []
    header_links = links_of_header(header, fields, text.count("\n", 0, header.length))
    document = Document(
        path=path,
        format=read.kind.name,
        dialect=read.dialect,
        title=title,
        description=description_of(" ".join(fields.get("description", ())[:1]), prose),
        type=type_of(path, first_of(fields, "type", header, first_fields)),
        language=code,
        date=date,
        aliases=aliases_of(fields),
        tags=tags_of(fields, reading, read.dialect),
        categories=categories_of(fields),
        fields=tuple(fields.items()),
        header_json=json.dumps(header.values, ensure_ascii=False) if header.values else "{}",
        summary=summary,
        keywords=keywords,
        words=sum(section.words for section in sections),
        text=text,
        sections=tuple(sections),
        links=(
            *header_links,
            *_placed([*_not_among(read.links, reading.links), *marks], first_line),
            *links_of(read.links, sections),
        ),
        fences=_fences(reading, first_line + 1),
        warnings=(*read.warnings, *header.warnings, *reading.warnings, *date_warnings),
        places=tuple(read.places),
        names=tuple(names_of(read.names, text, sections)),
    )
    return with_things(document, header.values, header.source, home)


def _body_of(content: bytes, path: str, dialect: Dialect, format: str, options: ReaderOptions) -> _Body:
    """The file read as what it is: by the format asked for, else by its bytes where these tell, else by its name."""
    named = format_of(path)
    if format:
        kind, notes = format_named(format), ()
    else:
        kind = format_inside(content, named) or TEXT
        notes = () if kind is (named or TEXT) else (_difference(kind),)
    if kind.reader:
        return _converted(convert(content, path, kind, options), kind, notes)
    decoded = decode(content)
    header = split(decoded.text) if named else Header({})
    start = _start_of_body(decoded.text, header)
    below = decoded.text[start:]
    reading = markdown.read(below, dialect) if kind is MARKDOWN else plain_text.read(below)
    return _Body(kind, dialect, decoded.text, start, header, reading, (), (*notes, *decoded.warnings))


def _converted(made: Converted, kind: Format, notes: Sequence[Message]) -> _Body:
    reading = made.reading if made.reading is not None else markdown.read(made.text, Dialect.CONVERTED)
    header = Header({name: value for name, value in made.fields.items() if value not in ("", [], None)})
    warnings = (*notes, *made.warnings)
    if not warnings and not made.text.strip():
        warnings = (Message("No text was found in the file."),)
    return _Body(kind, Dialect.CONVERTED, made.text, 0, header, reading, made.places, warnings, made.names, made.links)


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


def _difference(kind: Format) -> Message:
    return Message("The file's name says otherwise, but it was read as {format}, which it holds.", format=kind.label)


def _start_of_body(text: str, header: Header) -> int:
    """Where the text begins below the header and the blank lines after it."""
    blank = _BLANK_LINES.match(text, header.length)
    if blank is not None and text[blank.end() :].strip():
        return blank.end()
    return header.length


def _fences(reading: Reading, below: int) -> tuple[Fence, ...]:
    """The fences of the body by their lines in the file, in which the body begins `below` lines further down."""
    return tuple(
        replace(fence, start_line=fence.start_line + below, end_line=fence.end_line + below) for fence in reading.fences
    )


def words_in(prose: str) -> int:
    """The number of words in a plain text; each Chinese character and each kana counts as one."""
    if prose.isascii() or _HAN.search(prose) is None:
        return len(prose.split())
    rest, count = _HAN.subn(" ", prose)
    return count + sum(1 for word in rest.split() if any(one.isalnum() for one in word))


def _sections(reading: Reading, body: str, title: str, first_line: int, first_byte: int) -> list[Section]:
    raw = body.encode()
    lines = body.count("\n") + (0 if body.endswith("\n") else 1)
    pieces = reading.pieces
    anchors = Anchors()
    above: list[tuple[int, int, str]] = []
    sections: list[Section] = []
    for place, piece in enumerate(pieces):
        end, end_line = (
            (pieces[place + 1].start, pieces[place + 1].line) if place + 1 < len(pieces) else (len(raw), lines)
        )
        while above and above[-1][0] >= piece.level:
            above.pop()
        sections.append(
            Section(
                anchor=anchors.of(piece.title, piece.anchor) if piece.level else anchors.taken(TOP),
                level=piece.level,
                title=piece.title if piece.level else title,
                heading_path=tuple(name for _, _, name in above),
                parent=above[-1][1] if above else -1,
                start_line=first_line + piece.line + 1,
                end_line=max(first_line + end_line, first_line + piece.line + 1),
                start_byte=first_byte + piece.start,
                end_byte=first_byte + end,
                words=words_in(piece.prose),
                prose=piece.prose,
                code=piece.code,
                text_hash=blake2b(raw[piece.start : end], digest_size=16).hexdigest(),
            )
        )
        if piece.level:
            above.append((piece.level, place, piece.title))
    return sections


def _first_heading(read: _Body, path: str) -> str:
    """The first H1; without one the heading that opens the document, if it speaks for all of it; none of code."""
    if read.kind.form is Form.CODE:
        return ""
    reading = read.reading
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


def _language_sample(sections: Sequence[Section], title: str, prose: str) -> str:
    """Some prose of every early section: the first one may be a table of contents."""
    if len(sections) < 3:
        return f"{prose[:2000]}\n{title}"
    return "\n".join([*(section.prose[:250] for section in sections[:10] if section.prose), title])


def _sample(sections: Sequence[Section]) -> str:
    parts: list[str] = []
    left = _SAMPLE_LETTERS
    for section in sections:
        if section.prose:
            parts.append(section.prose[: left + 1])
            left -= len(section.prose)
        if left <= 0:
            break
    return "\n".join(parts)


def _not_among(stated: Sequence[Link], written: Sequence[Link]) -> Sequence[Link]:
    """The links of a text but for those that its reader states besides, with what they mean."""
    targets = {link.target for link in stated}
    return [link for link in written if link.target not in targets] if targets else written


def _placed(links: Sequence[Link], first_line: int) -> list[Link]:
    return [replace(link, line=link.line + first_line + 1) for link in links]
