"""Canvases and drawings as shapes on a sheet: what their reader hands over and their page shows."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

DRAWING = "drawing"
"""By this name a reader hands over the shapes of a file, where others hand over its pictures."""


class ShapeKind(StrEnum):
    """What a shape is drawn as."""

    CARD = "card"
    """A box with Markdown in it."""
    GROUP = "group"
    RECTANGLE = "rectangle"
    ELLIPSE = "ellipse"
    DIAMOND = "diamond"
    LINE = "line"
    """Through its points; a canvas' edge is a curve of four."""
    TEXT = "text"
    PICTURE = "picture"


@dataclass(frozen=True, slots=True)
class Shape:
    """One shape; lengths are in the sheet's own units, from its upper left corner, `points` too.

    `text` is Markdown on a card, plain words elsewhere; `note` is the document that a card shows, by its path in the
    collection, or a picture; `href` is where the shape leads, by the name of a page or an address. `line` is that of
    the document's text at which its words begin, 0 without, `anchor` the section that they are in. Colours are
    `#rrggbb`, a name, or the number of one of six; `angle` is in degrees.
    """

    kind: ShapeKind
    x: float
    y: float
    width: float
    height: float
    text: str = ""
    note: str = ""
    href: str = ""
    line: int = 0
    anchor: str = ""
    stroke: str = ""
    fill: str = ""
    stroke_width: float = 0.0
    is_dashed: bool = False
    is_curved: bool = False
    points: tuple[tuple[float, float], ...] = ()
    has_tail: bool = False
    has_head: bool = False
    font_size: float = 0.0
    align: str = ""
    angle: float = 0.0
    opacity: float = 1.0


@dataclass(frozen=True, slots=True)
class Drawing:
    """The shapes of a sheet from the lowest to the highest, and its size; `is_sketch` says that colours are its own."""

    shapes: tuple[Shape, ...]
    width: float
    height: float
    is_sketch: bool = False
