"""Reads canvases (`.canvas`) and drawings (`.excalidraw`, `.excalidraw.md`), as Markdown and as shapes."""

from __future__ import annotations

import re
from pathlib import PurePosixPath

import msgspec

from bookwheel.domain.drawings import DRAWING, Drawing
from bookwheel.domain.errors import SkippedFile
from bookwheel.domain.messages import Message
from bookwheel.parsing.encoding import decode
from bookwheel.parsing.formats.converted import Converted
from bookwheel.parsing.formats.markdown_writer import Writer
from bookwheel.parsing.formats.records.drawings.boxes import MOST_SHAPES
from bookwheel.parsing.formats.records.drawings.canvas import write_canvas
from bookwheel.parsing.formats.records.drawings.excalidraw import write_drawing
from bookwheel.parsing.formats.records.drawings.lz_string import unpack
from bookwheel.parsing.formats.records.drawings.wikilinks import with_links
from bookwheel.parsing.formats.records.json_source import Object, list_of, object_of, parse_json
from bookwheel.parsing.front_matter import split

_LARGEST_UNPACKED = 20_000_000
_FENCE = re.compile(r"^```(compressed-json|json)[ \t]*\n(.*?)\n```[ \t]*$", re.DOTALL | re.MULTILINE)
_OWN_PART = re.compile(r"^(?:%%[ \t]*\n)?#+ (?:Excalidraw Data|Text Elements|Drawing)[ \t]*$", re.MULTILINE)
_NOTICE = re.compile(r"^==⚠[^\n]*$", re.MULTILINE)
_LINK = re.compile(r"^([\w-]{6,64}): (\[\[[^\[\]\n]{1,500}\]\]|https?://\S{1,2000})[ \t]*$", re.MULTILINE)


def read(content: bytes, path: str) -> Converted:
    """A canvas or a drawing as Markdown; places are the lines of its cards, but for a drawing within Markdown.

    Raises:
        SkippedFile: for a file that holds neither.
    """
    # A canvas is called by the name of its file: its first card is no title of the others.
    fields: dict[str, object] = {"title": PurePosixPath(path).name.partition(".")[0]}
    if path.lower().endswith(".md"):
        return _read_note(content, fields)
    value = parse_json(content)
    writer, _ = _made(value, decode(content).text)
    return Converted(writer.text, fields, writer.places, _warnings(object_of(value)))


def picture(content: bytes, name: str) -> bytes:
    """The file's shapes, encoded for the page that shows them.

    Raises:
        SkippedFile: for another name, and for a file that holds no shapes.
    """
    if name != DRAWING:
        raise SkippedFile("There are no pictures in files of this format.")
    text = decode(content).text
    if text.lstrip().startswith("{"):
        _, drawing = _made(parse_json(content), text)
    else:
        _, _, drawing = _note(text)
    return msgspec.msgpack.encode(drawing)


def _made(value: object, text: str) -> tuple[Writer, Drawing]:
    source = object_of(value)
    if source.get("type") == "excalidraw" or isinstance(source.get("elements"), list):
        return write_drawing(source, text, {})
    if value != {} and not isinstance(source.get("nodes", source.get("edges")), list):
        raise SkippedFile("This file contains no canvas.")
    return write_canvas(source, text)


def _warnings(source: Object) -> list[Message]:
    count = max(len(list_of(source.get(name))) for name in ("nodes", "edges", "elements"))
    return [Message("Only the first {count} cards were read.", count=f"{MOST_SHAPES:,}")] if count > MOST_SHAPES else []


def _read_note(content: bytes, fields: dict[str, object]) -> Converted:
    """A drawing in the Markdown of Obsidian's plugin: the note above it, then the drawing's texts."""
    text = decode(content).text
    above, writer, _ = _note(text)
    header = {name: value for name, value in split(text).values.items() if not str(name).startswith("excalidraw-")}
    return Converted("\n\n".join(filter(None, [above, writer.text])), {**fields, **header})


def _note(text: str) -> tuple[str, Writer, Drawing]:
    """The note above a drawing, and the drawing."""
    found = _FENCE.search(text)
    if found is None:
        raise SkippedFile("This file contains no drawing.")
    written = unpack(found[2], _LARGEST_UNPACKED) if found[1] == "compressed-json" else found[2]
    own = _OWN_PART.search(text)
    above = _NOTICE.sub("", text[split(text).length : min(own.start() if own else found.start(), found.start())])
    links = {match[1]: match[2] for match in _LINK.finditer(text, 0, found.start())}
    source = object_of(parse_json(written.encode("utf-8", "replace")))
    above = with_links(above.strip().removesuffix("%%").strip())
    writer, drawing = write_drawing(source, "", links)
    return above, writer, drawing
