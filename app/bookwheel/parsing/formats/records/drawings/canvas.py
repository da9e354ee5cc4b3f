"""Canvases (JSON Canvas, `.canvas`): their cards' texts in reading order, and the cards and edges as shapes."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice

from bookwheel.domain.drawings import Drawing, Shape, ShapeKind
from bookwheel.domain.places import PlaceKind
from bookwheel.parsing.formats.closed_markdown import closed
from bookwheel.parsing.formats.converted import PICTURE_SUFFIXES
from bookwheel.parsing.formats.markdown_writer import Writer, escaped, heading, image, link, one_line
from bookwheel.parsing.formats.records.drawings.boxes import MOST_SHAPES, Box, box_of, in_reading_order, sheet_of
from bookwheel.parsing.formats.records.drawings.colours import colour_of
from bookwheel.parsing.formats.records.drawings.wikilinks import with_links
from bookwheel.parsing.formats.records.json_source import Object, objects_with_lines, text_of
from bookwheel.parsing.formats.records.plain_words import linked

_LONGEST_TITLE = 80
_HEADING = re.compile(r" {0,3}(#{1,6})[ \t]+(.*?)[ \t]*#*[ \t]*\Z")
_LINK = re.compile(r"!?\[([^\[\]]*)\]\((?:<[^<>]*>|[^()\s]*)\)")
_BULLET = re.compile(r"\A\s*(?:[-*+]|\d{1,3}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?")
_NO_TITLE = ("```", "~~~", "|", ">", "$$", "<", "![", "---", "***")
_MARKS = re.compile(r"[*_`]+(?=\S)|(?<=\S)[*_`]+")
_SIDES = {"top": (0.5, 0.0, 0, -1), "bottom": (0.5, 1.0, 0, 1), "left": (0.0, 0.5, -1, 0), "right": (1.0, 0.5, 1, 0)}
"""Where an edge leaves a box, as a part of its width and height, and in which direction."""
_NEAREST, _FARTHEST = 40.0, 200.0
"""How far an edge goes on in that direction before it turns."""


def write_canvas(source: Object, text: str) -> tuple[Writer, Drawing]:
    """A canvas as Markdown, whose places are the lines of its cards, and as a drawing."""
    nodes = islice(objects_with_lines(source.get("nodes"), text, "nodes"), MOST_SHAPES)
    boxes = [box_of(node, lines) for node, lines in nodes]
    writer = Writer()
    titles: dict[str, str] = {}
    lines: dict[int, int] = {}
    for box, depth in in_reading_order(boxes):
        writer.at(PlaceKind.LINE, *box.lines)
        lines[id(box)] = writer.line
        titles[box.id] = _write(writer, box, 2 + depth)
    edges = list(islice(objects_with_lines(source.get("edges"), text, "edges"), MOST_SHAPES))
    titles.pop("", None)
    _write_edges(writer, edges, titles)
    groups = [_card(box, lines[id(box)]) for box in boxes if box.kind == "group"]
    cards = [_card(box, lines[id(box)]) for box in boxes if box.kind != "group"]
    named = {box.id: box for box in boxes if box.id}
    curves = [curve for edge, _ in edges if (curve := _curve(edge, named)) is not None]
    return writer, sheet_of([*groups, *curves, *cards])


def _card(box: Box, line: int) -> Shape:
    colour = colour_of(box.source.get("color"))
    measures = (box.x, box.y, box.width, box.height)
    if box.kind == "group":
        return Shape(ShapeKind.GROUP, *measures, text_of(box.source.get("label")), line=line, stroke=colour)
    if box.kind == "file":
        path, part = text_of(box.source.get("file")).lstrip("/"), text_of(box.source.get("subpath"))
        written = _file(path, part) if path.strip() else ""
        note = "" if path.lower().endswith(PICTURE_SUFFIXES) else path + part
        return Shape(ShapeKind.CARD, *measures, written, note=note, line=line, stroke=colour)
    if box.kind == "link":
        written = linked(one_line(text_of(box.source.get("url"))))
    else:
        written = "\n".join(_adapted(closed(text_of(box.source.get("text")).strip()).split("\n"), 0))
    return Shape(ShapeKind.CARD, *measures, written, line=line, stroke=colour)


def _curve(edge: Object, boxes: Mapping[str, Box]) -> Shape | None:
    """An edge as a curve of four points between the sides that it names, or the nearest ones."""
    begin, end = (boxes.get(text_of(edge.get(name))) for name in ("fromNode", "toNode"))
    if begin is None or end is None:
        return None
    from_side, to_side = _sides(begin, end, text_of(edge.get("fromSide")), text_of(edge.get("toSide")))
    start, leaving = _port(begin, from_side)
    stop, arriving = _port(end, to_side)
    reach = (abs(stop[0] - start[0]) + abs(stop[1] - start[1])) / 3
    reach = min(max(reach, _NEAREST), _FARTHEST)
    points = (
        start,
        (start[0] + leaving[0] * reach, start[1] + leaving[1] * reach),
        (stop[0] + arriving[0] * reach, stop[1] + arriving[1] * reach),
        stop,
    )
    across, down = zip(*points, strict=True)
    return Shape(
        ShapeKind.LINE,
        min(across),
        min(down),
        max(across) - min(across),
        max(down) - min(down),
        text_of(edge.get("label")),
        stroke=colour_of(edge.get("color")),
        is_curved=True,
        points=points,
        has_tail=edge.get("fromEnd") == "arrow",
        has_head=edge.get("toEnd", "arrow") == "arrow",
    )


def _sides(begin: Box, end: Box, from_side: str, to_side: str) -> tuple[str, str]:
    across = end.x + end.width / 2 - begin.x - begin.width / 2
    down = end.y + end.height / 2 - begin.y - begin.height / 2
    if abs(across) >= abs(down):
        usual = ("right", "left") if across >= 0 else ("left", "right")
    else:
        usual = ("bottom", "top") if down >= 0 else ("top", "bottom")
    return (from_side if from_side in _SIDES else usual[0], to_side if to_side in _SIDES else usual[1])


def _port(box: Box, side: str) -> tuple[tuple[float, float], tuple[int, int]]:
    across, down, right, below = _SIDES[side]
    return (box.x + box.width * across, box.y + box.height * down), (right, below)


def _write(writer: Writer, box: Box, level: int) -> str:
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
    writer.add(_file(path, part))
    return _file_link(path, part)


def _file(path: str, part: str) -> str:
    """A file as the picture that it is, or as a link."""
    if path.lower().endswith(PICTURE_SUFFIXES):
        return image(posixpath.basename(path), f"/{path.lstrip('/')}")
    return _file_link(path, part)


def _file_link(path: str, part: str) -> str:
    name = posixpath.basename(path).removesuffix(".md") + (f" › {part.lstrip('#')}" if part else "")
    return link(escaped(one_line(name)), f"/{path.lstrip('/')}{part}")


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
        line = with_links(line)
        found = _HEADING.match(line) if number else None
        yield f"{'#' * min(6, level + len(found[1]))} {found[2]}" if found else line


def _write_edges(writer: Writer, edges: Iterable[tuple[Object, tuple[int, int]]], titles: Mapping[str, str]) -> None:
    rows: list[str] = []
    places: list[tuple[int, int]] = []
    for edge, lines in edges:
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
