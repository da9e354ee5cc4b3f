"""One file of an archive as Markdown that stands among others: headings, notes, links and pictures made to fit."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from types import MappingProxyType
from urllib.parse import unquote

from bookwheel.domain.document import Dialect
from bookwheel.domain.errors import SkippedFile
from bookwheel.domain.formats import MARKDOWN, TEXT, Form, Format, FormatUse, format_of, use_of
from bookwheel.parsing.encoding import decode
from bookwheel.parsing.formats import markdown_writer as md
from bookwheel.parsing.formats.closed_markdown import closed
from bookwheel.parsing.formats.converted import PICTURE_SUFFIXES
from bookwheel.parsing.formats.readers import convert
from bookwheel.parsing.formats.signatures import format_inside
from bookwheel.parsing.front_matter import split
from bookwheel.parsing.markdown import reader as markdown
from bookwheel.parsing.markdown.reference_links import with_addresses
from bookwheel.parsing.stated_names import StatedName

INSIDE = "!/"
"""Between the path of a file in an archive and the name of a picture in that file."""

_HEADING = re.compile(r" {0,3}(#{1,6})(?=\s|\Z)")
_UNDERLINE = re.compile(r" {0,3}(?:=+|-+)\s*\Z")
_LINK = re.compile(r"(!?)\[((?:[^\[\]\\]|\\.)*)\]\((?:<([^<>\n]*)>|([^\s()<>]*))((?:\s+\"[^\"\n]*\")?)\)")
_NOTE = re.compile(r"\[\^([^\]\s]{1,80})\]")
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:|//|#", re.IGNORECASE)


def anchor_of(path: str) -> str:
    """The id of the section that holds a file."""
    return f"file-{path}"


def as_markdown(content: bytes, name: str, kind: Format) -> tuple[str, Sequence[StatedName]]:
    """A file's text as Markdown, whatever its format, and the names that it states.

    Raises:
        SkippedFile: for a file that cannot be read, with the reason.
    """
    if kind.reader:
        made = convert(content, name, kind)
        if made.reading is None:
            return made.text, made.names
        return md.code_block(made.text) if kind.form is Form.CODE else md.escaped(made.text), ()
    text = decode(content).text
    if kind is MARKDOWN:
        return closed(text[split(text).length :]), ()
    return md.escaped(text), ()


def kind_of(content: bytes, name: str, chosen: Mapping[str, FormatUse] = MappingProxyType({})) -> Format:
    """What a file in an archive is read as, by what its collection chose.

    Raises:
        SkippedFile: for a format that is unknown, or is read only where it is asked for.
    """
    kind = format_inside(content, format_of(name))
    use = use_of(kind, chosen) if kind is not None else FormatUse.OFF
    if kind is None or use is FormatUse.OFF or kind.needs:
        raise SkippedFile("Files of this type are not read.")
    return TEXT if use is FormatUse.TEXT else kind


def fitted(text: str, path: str, number: int, names: Collection[str]) -> str:
    """Markdown one level of headings lower, its notes and labels named apart by `number`, its links led within.

    `names` are the files of the archive. A link to none of them keeps its words alone.
    """
    text = with_addresses(text, number)
    reading = markdown.read(text, Dialect.CONVERTED)
    lines = text.split("\n")
    for piece in reading.pieces:
        if piece.level:
            _lower(lines, piece.line)
    fenced = {line for fence in reading.fences for line in range(fence.start_line, fence.end_line + 1)}
    return "\n".join(_led(lines, fenced, path, number, names))


def _lower(lines: list[str], line: int) -> None:
    """Bring the heading of a line one level down."""
    if line >= len(lines):
        return
    if found := _HEADING.match(lines[line]):
        marks = "#" * min(6, len(found[1]) + 1)
        lines[line] = marks + lines[line][found.end() :]
        return
    under = line + 1
    while under < len(lines) and lines[under].strip() and not _UNDERLINE.match(lines[under]):
        under += 1
    if under < len(lines) and lines[under].strip():
        level = 2 if "=" in lines[under] else 3
        words = " ".join(part.strip() for part in lines[line:under])
        lines[line : under + 1] = [f"{'#' * level} {words}", *[""] * (under - line)]


def _led(lines: list[str], fenced: set[int], path: str, number: int, names: Collection[str]) -> Iterator[str]:
    for place, line in enumerate(lines):
        if place in fenced or "[" not in line:
            yield line
            continue
        noted = _NOTE.sub(rf"[^{number}-\1]", line)
        yield _LINK.sub(lambda found: _link(found, path, names), noted)


def _link(found: re.Match[str], path: str, names: Collection[str]) -> str:
    mark, words, target = found[1], found[2], found[3] if found[3] is not None else found[4]
    if target.startswith("inner:"):
        return f"{mark}[{words}](<inner:{path}{INSIDE}{target.removeprefix('inner:')}>)"
    if not target or _SCHEME.match(target):
        return found[0]
    asked = unquote(target.partition("#")[0].partition("?")[0])
    inside = posixpath.normpath(posixpath.join(posixpath.dirname(path), asked)).lstrip("/")
    if inside not in names:
        return words
    if mark:
        return f"![{words}](<inner:{inside}>)" if inside.lower().endswith(PICTURE_SUFFIXES) else words
    return md.link(words, "#" + md.id_of(anchor_of(inside)))
