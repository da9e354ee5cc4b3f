"""A file before it becomes a Document: read as what it is, its header apart from the text below."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from bookwheel.domain.document import Dialect, Link
from bookwheel.domain.formats import MARKDOWN, TEXT, Format, format_named, format_of
from bookwheel.domain.messages import Message
from bookwheel.domain.places import Place
from bookwheel.parsing import plain_text
from bookwheel.parsing.encoding import decode
from bookwheel.parsing.formats.converted import Converted
from bookwheel.parsing.formats.readers import ReaderOptions, convert
from bookwheel.parsing.formats.signatures import format_inside
from bookwheel.parsing.front_matter import Header, split
from bookwheel.parsing.markdown import reader as markdown
from bookwheel.parsing.parsed_body import Reading
from bookwheel.parsing.stated_names import StatedName
from bookwheel.parsing.stated_things import StatedThing
from bookwheel.parsing.stated_works import StatedWork

_BLANK_LINES = re.compile(r"(?:[ \t]*\n)+")


@dataclass(slots=True)
class SourceBody:
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
    things: Sequence[StatedThing] = ()
    works: Sequence[StatedWork] = ()

    @property
    def body(self) -> str:
        """The text below the header."""
        return self.text[self.start :]

    @property
    def first_line(self) -> int:
        """How many lines of the text stand above the body."""
        return self.text.count("\n", 0, self.start) + bool(self.start and self.text[self.start - 1] != "\n")

    @property
    def is_written_markdown(self) -> bool:
        """Whether somebody wrote it as Markdown, with marks that have a meaning."""
        return self.kind is MARKDOWN


def read_body(content: bytes, path: str, dialect: Dialect, format: str, options: ReaderOptions) -> SourceBody:
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
    return SourceBody(kind, dialect, decoded.text, start, header, reading, (), (*notes, *decoded.warnings))


def _converted(made: Converted, kind: Format, notes: Sequence[Message]) -> SourceBody:
    reading = made.reading if made.reading is not None else markdown.read(made.text, Dialect.CONVERTED)
    header = Header({name: value for name, value in made.fields.items() if value not in ("", [], None)})
    warnings = (*notes, *made.warnings)
    if not warnings and not made.text.strip():
        warnings = (Message("No text was found in the file."),)
    stated = (made.names, made.links, made.things, made.works)
    return SourceBody(kind, Dialect.CONVERTED, made.text, 0, header, reading, made.places, warnings, *stated)


def _difference(kind: Format) -> Message:
    return Message("The file name does not match the content; it was read as {format}.", format=kind.label)


def _start_of_body(text: str, header: Header) -> int:
    """Where the text begins below the header and the blank lines after it."""
    blank = _BLANK_LINES.match(text, header.length)
    if blank is not None and text[blank.end() :].strip():
        return blank.end()
    return header.length
