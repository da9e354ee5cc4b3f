"""Boxes on a sheet in the order in which a person reads them, and the sheet that holds all of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from bookwheel.domain.drawings import Drawing, Shape
from bookwheel.parsing.formats.records.json_source import Object, number_of, text_of

MOST_SHAPES = 10_000
_MOST_GROUPS = 200
_FARTHEST = 1_000_000.0
"""Units from the origin beyond which a shape is left out of the picture: it would make all others invisible."""
_MARGIN = 36.0


@dataclass(frozen=True, slots=True)
class Box:
    """A card, file, link, group or shape with its left upper corner and size.

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

    def holds(self, other: Box) -> bool:
        """Whether the middle of another, smaller one lies within this one."""
        x, y = other.x + other.width / 2, other.y + other.height / 2
        is_within = self.x <= x <= self.x + self.width and self.y <= y <= self.y + self.height
        return is_within and self.width * self.height > other.width * other.height


def box_of(source: Object, lines: tuple[int, int]) -> Box:
    """The box that an object of a file describes."""
    x, y, width, height = (number_of(source.get(name)) for name in ("x", "y", "width", "height"))
    return Box(text_of(source.get("id")), text_of(source.get("type")), x, y, abs(width), abs(height), source, lines)


def in_reading_order(boxes: Sequence[Box]) -> Iterator[tuple[Box, int]]:
    """The boxes by rows from the top, each row from the left, with their depth; a group comes before what it holds."""
    groups = sorted((box for box in boxes if box.kind == "group"), key=lambda group: group.width * group.height)
    groups = groups[:_MOST_GROUPS]
    inside: dict[int, list[Box]] = {}
    for box in boxes:
        group = next((group for group in groups if group is not box and group.holds(box)), None)
        inside.setdefault(id(group) if group else 0, []).append(box)
    waiting = [(box, 0) for box in reversed(rows_of(inside.get(0, ())))]
    while waiting:
        box, depth = waiting.pop()
        yield box, depth
        if box.kind == "group":
            waiting += [(inner, depth + 1) for inner in reversed(rows_of(inside.get(id(box), ())))]


def rows_of(boxes: Iterable[Box]) -> list[Box]:
    """Boxes from the top; those that begin in the upper half of the first of a row belong to that row."""
    ordered: list[Box] = []
    row: list[Box] = []
    for box in sorted(boxes, key=lambda box: (box.y, box.x)):
        if row and box.y > row[0].y + row[0].height / 2:
            ordered += sorted(row, key=lambda box: box.x)
            row = []
        row.append(box)
    return ordered + sorted(row, key=lambda box: box.x)


def sheet_of(shapes: Iterable[Shape], *, is_sketch: bool = False) -> Drawing:
    """A sheet just large enough for the shapes, without those that lie far from everything; empty without any."""
    placed = [shape for shape in shapes if all(abs(number) < _FARTHEST for number in _numbers(shape))]
    if not placed:
        return Drawing((), 0, 0, is_sketch)
    left = min(shape.x for shape in placed) - _MARGIN
    top = min(shape.y for shape in placed) - _MARGIN
    moved = tuple(
        replace(
            shape,
            x=_short(shape.x - left),
            y=_short(shape.y - top),
            width=_short(shape.width),
            height=_short(shape.height),
            points=tuple((_short(x - left), _short(y - top)) for x, y in shape.points),
        )
        for shape in placed
    )
    width = max(shape.x + shape.width for shape in moved) + _MARGIN
    height = max(shape.y + shape.height for shape in moved) + _MARGIN
    return Drawing(moved, _short(width), _short(height), is_sketch)


def _numbers(shape: Shape) -> Iterator[float]:
    yield from (shape.x, shape.y, shape.x + shape.width, shape.y + shape.height)
    for point in shape.points:
        yield from point


def _short(number: float) -> float:
    return round(number, 1)
