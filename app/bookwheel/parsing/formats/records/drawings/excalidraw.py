"""Drawings of Excalidraw (`.excalidraw`, `.excalidraw.md`): their texts in reading order, and all of it as shapes."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice

from bookwheel.domain.drawings import Drawing, Shape, ShapeKind
from bookwheel.domain.places import PlaceKind
from bookwheel.parsing.formats.markdown_writer import Writer, escaped, heading, link, one_line
from bookwheel.parsing.formats.records.drawings.boxes import MOST_SHAPES, Box, box_of, rows_of, sheet_of
from bookwheel.parsing.formats.records.drawings.colours import colour_of
from bookwheel.parsing.formats.records.drawings.wikilinks import WIKILINK, with_links
from bookwheel.parsing.formats.records.json_source import (
    Object,
    list_of,
    number_of,
    object_of,
    objects_with_lines,
    text_of,
)
from bookwheel.parsing.formats.records.plain_words import blocks_of, linked

_FRAMES = ("frame", "magicframe")
_KINDS = {
    "rectangle": ShapeKind.RECTANGLE, "ellipse": ShapeKind.ELLIPSE, "diamond": ShapeKind.DIAMOND,
    "line": ShapeKind.LINE, "arrow": ShapeKind.LINE, "freedraw": ShapeKind.LINE, "text": ShapeKind.TEXT,
    "image": ShapeKind.PICTURE, "frame": ShapeKind.GROUP, "magicframe": ShapeKind.GROUP,
    "embeddable": ShapeKind.RECTANGLE, "iframe": ShapeKind.RECTANGLE,
}  # fmt: skip
_MOST_POINTS = 4_000
_ALL_POINTS = 200_000
_DATA = re.compile(r"data:image/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/=\s]*\Z")
_LARGEST_PICTURE, _LARGEST_PICTURES = 700_000, 4_000_000


def write_drawing(source: Object, text: str, links: Mapping[str, str]) -> tuple[Writer, Drawing]:
    """A drawing as Markdown, whose places are the lines of its elements where `text` is its file, and as shapes.

    `links` say where elements lead, and which file a picture is, by their ids, besides what the drawing says.
    """
    elements = [
        box_of(element | {"link": links[name]} if (name := text_of(element.get("id"))) in links else element, lines)
        for element, lines in islice(objects_with_lines(source.get("elements"), text, "elements"), MOST_SHAPES)
        if element.get("isDeleted") is not True
    ]
    frames = {box.id for box in elements if box.kind in _FRAMES}
    inside: dict[str, list[Box]] = {}
    for box in elements:
        frame = text_of(box.source.get("frameId"))
        inside.setdefault(frame if frame in frames else "", []).append(box)
    writer = Writer()
    starts: dict[int, int] = {}
    for box in rows_of(inside.get("", ())):
        starts[id(box)] = writer.line
        if box.kind in _FRAMES:
            if text:
                writer.at(PlaceKind.LINE, *box.lines)
            writer.add(heading(2, linked(one_line(text_of(box.source.get("name")))) or "(frame)"))
            for inner in rows_of(inside.get(box.id, ())):
                starts[id(inner)] = writer.line
                _write_element(writer, inner, has_lines=bool(text))
        else:
            _write_element(writer, box, has_lines=bool(text))
    shapes = _shapes(elements, starts, object_of(source.get("files")), links)
    return writer, sheet_of(shapes, is_sketch=True)


def _write_element(writer: Writer, box: Box, *, has_lines: bool) -> None:
    element = box.source
    if has_lines:
        writer.at(PlaceKind.LINE, *box.lines)
    text = _words_of(element)
    url = one_line(text_of(element.get("link")))
    wiki = WIKILINK.fullmatch(url)
    target = wiki[2].strip() if wiki else url
    if target and text.strip():
        writer.add(link(escaped(one_line(text)), target))
    elif target:
        writer.add(link(escaped((wiki[3] or target) if wiki else target), target))
    else:
        for block in blocks_of(text):
            writer.add(with_links(block))


def _words_of(element: Object) -> str:
    return text_of(element.get("rawText")) or text_of(element.get("originalText")) or text_of(element.get("text"))


def _shapes(
    elements: Sequence[Box], starts: Mapping[int, int], files: Object, links: Mapping[str, str]
) -> Iterator[Shape]:
    """The elements in the order of the file, in which later ones cover earlier ones."""
    points = _ALL_POINTS
    letters = _LARGEST_PICTURES
    for box in elements:
        kind = _KINDS.get(box.kind)
        if kind is None:
            continue
        shape = replace(_plain_shape(kind, box), line=starts.get(id(box), 0))
        if kind is ShapeKind.LINE:
            shape = _along_points(shape, box.source, min(points, _MOST_POINTS))
            points -= len(shape.points)
            if len(shape.points) < 2:
                continue
        elif kind is ShapeKind.PICTURE:
            shape = replace(shape, note=_picture(box.source, files, links, letters))
            letters -= len(shape.note)
        yield shape


def _plain_shape(kind: ShapeKind, box: Box) -> Shape:
    element = box.source
    text = ""
    if kind is ShapeKind.TEXT:
        text = WIKILINK.sub(lambda match: match[3] or match[2], text_of(element.get("text")) or _words_of(element))
    elif kind is ShapeKind.GROUP:
        text = text_of(element.get("name"))
    wiki = WIKILINK.search(text_of(element.get("link")) or _words_of(element))
    return Shape(
        kind,
        box.x,
        box.y,
        box.width,
        box.height,
        text,
        href=wiki[2].strip() if wiki else one_line(text_of(element.get("link"))),
        stroke=colour_of(element.get("strokeColor")),
        fill=colour_of(element.get("backgroundColor")),
        stroke_width=min(max(number_of(element.get("strokeWidth", 1)), 0), 50),
        is_dashed=element.get("strokeStyle") in ("dashed", "dotted"),
        is_curved=element.get("roundness") is not None,
        font_size=min(max(number_of(element.get("fontSize", 20)), 1), 500),
        align=text_of(element.get("textAlign")),
        angle=round(math.degrees(number_of(element.get("angle")) % math.tau), 1),
        opacity=min(max(number_of(element.get("opacity", 100)) / 100, 0), 1),
    )


def _along_points(shape: Shape, element: Object, most: int) -> Shape:
    """A line with its points on the sheet; a stroke of very many loses some between the first and the last."""
    pairs = [(number_of(one[0]), number_of(one[1])) for one in map(list_of, list_of(element.get("points"))) if one[1:]]
    step = max(1, math.ceil(len(pairs) / max(most, 2)))
    kept = pairs[::step] if step == 1 else [*pairs[::step], pairs[-1]]
    placed = tuple((shape.x + across, shape.y + down) for across, down in kept)
    if not placed:
        return shape
    across, down = zip(*placed, strict=True)
    return replace(
        shape,
        x=min(across),
        y=min(down),
        width=max(across) - min(across),
        height=max(down) - min(down),
        points=placed,
        is_curved=False,
        has_tail=element.get("startArrowhead") is not None,
        has_head=element.get("endArrowhead") is not None,
    )


def _picture(element: Object, files: Object, links: Mapping[str, str], most: int) -> str:
    """The picture that an element shows: its bytes as a data address, or the name of its file."""
    identity = text_of(element.get("fileId"))
    held = text_of(object_of(files.get(identity)).get("dataURL"))
    if len(held) <= min(_LARGEST_PICTURE, most) and _DATA.match(held):
        return held
    wiki = WIKILINK.fullmatch(links.get(identity, ""))
    return wiki[2].strip() if wiki else ""
