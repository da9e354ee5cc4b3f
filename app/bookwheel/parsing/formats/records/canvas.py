"""Reads canvases (.canvas, JSON Canvas) and drawings (.excalidraw): their texts in reading order, and their links."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import PurePosixPath

from bookwheel.domain.errors import SkippedFile
from bookwheel.domain.places import PlaceKind
from bookwheel.parsing.encoding import decode
from bookwheel.parsing.formats.closed_markdown import closed
from bookwheel.parsing.formats.converted import PICTURE_SUFFIXES, Converted
from bookwheel.parsing.formats.markdown_writer import Writer, escaped, heading, image, link, one_line
from bookwheel.parsing.formats.records.json_source import (
    Object,
    number_of,
    object_of,
    objects_with_lines,
    parse_json,
    text_of,
)
from bookwheel.parsing.formats.records.plain_words import blocks_of, linked

_MOST_NODES = 10_000
_MOST_GROUPS = 200
_LONGEST_TITLE = 80
_HEADING = re.compile(r" {0,3}(#{1,6})[ \t]+(.*?)[ \t]*#*[ \t]*\Z")
_WIKILINK = re.compile(r"(!?)\[\[([^\[\]\n|]{1,500})(?:\|([^\[\]\n]{0,500}))?\]\]")
_LINK = re.compile(r"!?\[([^\[\]]*)\]\((?:<[^<>]*>|[^()\s]*)\)")
_BULLET = re.compile(r"\A\s*(?:[-*+]|\d{1,3}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?")
_NO_TITLE = ("```", "~~~", "|", ">", "$$", "<", "![", "---", "***")
_MARKS = re.compile(r"[*_`]+(?=\S)|(?<=\S)[*_`]+")


@dataclass(frozen=True, slots=True)
class _Box:
    """A card, file, link or group with its left upper corner and size.

    `source` is what the file says of it, on `lines`.
    """

    id: str
    kind: str
    x: float
    y: float
    width: float
    height: float
    source: Object
    lines: tuple[int, int]

    def holds(self, other: _Box) -> bool:
        """Whether the middle of another, smaller one lies within this one."""
        x, y = other.x + other.width / 2, other.y + other.height / 2
        is_within = self.x <= x <= self.x + self.width and self.y <= y <= self.y + self.height
        return is_within and self.width * self.height > other.width * other.height


def _fields(path: str) -> dict[str, object]:
    """A canvas is called by the name of its file: its first card is no title of the others."""
    return {"title": PurePosixPath(path).name.partition(".")[0]}


def read(content: bytes, path: str) -> Converted:
    """A canvas or a drawing as Markdown; places are the lines of its cards.

    Raises:
        SkippedFile: for a file that holds neither.
    """
    value = parse_json(content)
    source = object_of(value)
    text = decode(content).text
    if source.get("type") == "excalidraw" or isinstance(source.get("elements"), list):
        writer = _drawing(source, text)
        return Converted(writer.text, _fields(path), writer.places)
    if value != {} and not isinstance(source.get("nodes", source.get("edges")), list):
        raise SkippedFile("This file contains no canvas.")
    nodes = islice(objects_with_lines(source.get("nodes"), text, "nodes"), _MOST_NODES)
    boxes = [_box(node, lines) for node, lines in nodes]
    writer = Writer()
    titles: dict[str, str] = {}
    for box, depth in _in_reading_order(boxes):
        writer.at(PlaceKind.LINE, *box.lines)
        titles[box.id] = _write(writer, box, 2 + depth)
    _write_edges(writer, objects_with_lines(source.get("edges"), text, "edges"), titles)
    return Converted(writer.text, _fields(path), writer.places)


def _box(node: Object, lines: tuple[int, int]) -> _Box:
    x, y, width, height = (number_of(node.get(name)) for name in ("x", "y", "width", "height"))
    return _Box(text_of(node.get("id")), text_of(node.get("type")), x, y, abs(width), abs(height), node, lines)


def _in_reading_order(boxes: Sequence[_Box]) -> Iterator[tuple[_Box, int]]:
    """The boxes by rows from the top, each row from the left, with their depth; a group comes before what it holds."""
    groups = sorted((box for box in boxes if box.kind == "group"), key=lambda group: group.width * group.height)
    groups = groups[:_MOST_GROUPS]
    inside: dict[int, list[_Box]] = {}
    for box in boxes:
        group = next((group for group in groups if group is not box and group.holds(box)), None)
        inside.setdefault(id(group) if group else 0, []).append(box)
    waiting = [(box, 0) for box in reversed(_rows(inside.get(0, ())))]
    while waiting:
        box, depth = waiting.pop()
        yield box, depth
        if box.kind == "group":
            waiting += [(inner, depth + 1) for inner in reversed(_rows(inside.get(id(box), ())))]


def _rows(boxes: Iterable[_Box]) -> list[_Box]:
    """Boxes from the top; those that begin in the upper half of the first of a row belong to that row."""
    ordered: list[_Box] = []
    row: list[_Box] = []
    for box in sorted(boxes, key=lambda box: (box.y, box.x)):
        if row and box.y > row[0].y + row[0].height / 2:
            ordered += sorted(row, key=lambda box: box.x)
            row = []
        row.append(box)
    return ordered + sorted(row, key=lambda box: box.x)


def _write(writer: Writer, box: _Box, level: int) -> str:
    """Write one box and return its title as Markdown, by which edges name it."""
    if box.kind == "group":
        title = linked(one_line(text_of(box.source.get("label")))) or "(group)"
        writer.add(heading(level, title))
        return title
    if box.kind == "file":
        return _write_file(writer, text_of(box.source.get("file")), text_of(box.source.get("subpath")))
    if box.kind == "link":
        url = one_line(text_of(box.source.get("url")))
        shown = linked(url)
        writer.add(shown)
        return shown
    return _write_card(writer, text_of(box.source.get("text")), level)


def _write_file(writer: Writer, path: str, part: str) -> str:
    if not path.strip():
        return ""
    name = posixpath.basename(path)
    target = f"/{path.lstrip('/')}"
    shown = link(
        escaped(one_line(name.removesuffix(".md") + (f" › {part.lstrip('#')}" if part else ""))), target + part
    )
    writer.add(image(name, target) if path.lower().endswith(PICTURE_SUFFIXES) else shown)
    return shown


def _write_card(writer: Writer, text: str, level: int) -> str:
    """A card under its own heading or first line, or under the beginning of its text; its other headings below that."""
    lines = list(_adapted(closed(text.strip()).split("\n"), level))
    if not any(line.strip() for line in lines):
        return ""
    first = _HEADING.match(lines[0])
    if first:
        title, lines = one_line(first[2]), lines[1:]
    else:
        title = _beginning(lines)
        if one_line(lines[0]) == title and not any(line.strip() for line in lines[1:2]):
            lines = lines[1:]
    writer.add(heading(level, title or "(card)"))
    writer.add("\n".join(lines))
    return title


def _beginning(lines: Sequence[str]) -> str:
    """The first line of a card that is text, as Markdown; cut where it is long."""
    line = next((line for line in lines if line.strip() and not line.lstrip().startswith(_NO_TITLE)), "")
    title = one_line(_BULLET.sub("", line))
    if len(title) <= _LONGEST_TITLE:
        return title
    plain = _MARKS.sub("", _LINK.sub(r"\1", title))
    return escaped(f"{plain[:_LONGEST_TITLE].rpartition(' ')[0] or plain[:_LONGEST_TITLE]}…")


def _adapted(lines: Iterable[str], level: int) -> Iterator[str]:
    """Lines with wikilinks as links and headings below `level`, the first line's aside; fenced code stays."""
    fence = ""
    for number, line in enumerate(lines):
        mark = line.strip()[:3]
        if mark in ("```", "~~~") and (not fence or mark == fence):
            fence = "" if fence else mark
        if fence:
            yield line
            continue
        line = _WIKILINK.sub(_as_link, line) if "[[" in line else line
        found = _HEADING.match(line) if number else None
        yield f"{'#' * min(6, level + len(found[1]))} {found[2]}" if found else line


def _as_link(match: re.Match[str]) -> str:
    """A wikilink as a Markdown link by the page's name."""
    target, label = match[2].strip(), (match[3] or "").strip()
    if match[1] and target.lower().endswith(PICTURE_SUFFIXES):
        return image(posixpath.basename(target), target)
    return link(escaped(one_line(label if label and not match[1] else target.strip("#"))), target)


def _write_edges(writer: Writer, edges: Iterable[tuple[Object, tuple[int, int]]], titles: Mapping[str, str]) -> None:
    rows: list[str] = []
    places: list[tuple[int, int]] = []
    for edge, lines in islice(edges, _MOST_NODES):
        begin, end = (titles.get(text_of(edge.get(name)), "") for name in ("fromNode", "toNode"))
        if begin and end:
            label = linked(one_line(text_of(edge.get("label"))))
            rows.append(f"- {begin} → {end}{f': {label}' if label else ''}")
            places.append(lines)
    if rows:
        writer.at(PlaceKind.LINE, *places[0])
        writer.add(heading(2, "Connections"))
        for position, lines in enumerate(places):
            writer.at(PlaceKind.LINE, *lines, below=position)
        writer.add("\n".join(rows))


def _drawing(source: Object, text: str) -> Writer:
    """The texts of a drawing in reading order: frames as headings, each text a paragraph, its link on it."""
    elements = [
        (element, lines)
        for element, lines in islice(objects_with_lines(source.get("elements"), text, "elements"), _MOST_NODES)
        if element.get("isDeleted") is not True
    ]
    frames = {text_of(one.get("id")) for one, _ in elements if one.get("type") in ("frame", "magicframe")}
    inside: dict[str, list[_Box]] = {}
    for element, lines in elements:
        frame = text_of(element.get("frameId"))
        inside.setdefault(frame if frame in frames else "", []).append(_box(element, lines))
    writer = Writer()
    for box in _rows(inside.get("", ())):
        if box.kind in ("frame", "magicframe"):
            writer.at(PlaceKind.LINE, *box.lines)
            writer.add(heading(2, linked(one_line(text_of(box.source.get("name")))) or "(frame)"))
            for inner in _rows(inside.get(box.id, ())):
                _write_element(writer, inner)
        else:
            _write_element(writer, box)
    return writer


def _write_element(writer: Writer, box: _Box) -> None:
    element = box.source
    writer.at(PlaceKind.LINE, *box.lines)
    text = text_of(element.get("originalText")) or text_of(element.get("text"))
    url = one_line(text_of(element.get("link")))
    wiki = _WIKILINK.fullmatch(url)
    target = wiki[2].strip() if wiki else url
    if target and text.strip():
        writer.add(link(escaped(one_line(text)), target))
    elif target:
        writer.add(link(escaped((wiki[3] or target) if wiki else target), target))
    else:
        for block in blocks_of(text):
            writer.add(block)
