"""Canvases and drawings as shapes, and drawings within Markdown."""

from __future__ import annotations

import json

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bookwheel.domain.drawings import DRAWING, Drawing, Shape, ShapeKind
from bookwheel.domain.errors import SkippedFile
from bookwheel.domain.formats import format_of
from bookwheel.parsing.documents import parse, picture_in
from bookwheel.parsing.formats.records.drawings.document import read
from tests.parsing.formats.records.drawings.packing import pack

ELEMENTS = [
    {"id": "box", "type": "rectangle", "x": -50, "y": 0, "width": 200, "height": 80, "strokeColor": "#1e1e1e"},
    {"id": "word", "type": "text", "x": 0, "y": 20, "width": 90, "height": 25, "text": "Reader", "fontSize": 20},
    {"id": "lead", "type": "text", "x": 400, "y": 20, "width": 90, "height": 25, "rawText": "[[Desk|the desk]]"},
    {"id": "way", "type": "arrow", "x": 150, "y": 40, "points": [[0, 0], [200, -10]], "endArrowhead": "arrow"},
    {"id": "pic", "type": "image", "x": 0, "y": 200, "width": 90, "height": 90, "fileId": "filefile1"},
]


def shapes_of(content: bytes) -> Drawing:
    return msgspec.msgpack.decode(picture_in(content, "canvas", DRAWING), type=Drawing)


def canvas(*nodes: object, edges: object = ()) -> Drawing:
    return shapes_of(json.dumps({"nodes": nodes, "edges": edges}).encode())


def note(fence: str, source: str, above: str = "Words with [[Desk]].") -> bytes:
    return (
        "---\nexcalidraw-plugin: parsed\ntags: [draft]\n---\n==⚠  Switch to EXCALIDRAW VIEW ⚠==\n\n"
        f"{above}\n\n# Excalidraw Data\n\n## Text Elements\nReader ^word\n\n## Element Links\nboxboxbox: [[Wheel]]\n\n"
        f"## Embedded Files\nfilefile1: [[plan.png]]\n\n%%\n## Drawing\n```{fence}\n{source}\n```\n%%\n"
    ).encode()


def test_cards_groups_and_edges_stand_where_the_canvas_has_them():
    drawing = canvas(
        {"id": "a", "type": "text", "x": 0, "y": 0, "width": 200, "height": 100, "text": "# A [[B|b]]", "color": "3"},
        {"id": "g", "type": "group", "x": -20, "y": -20, "width": 300, "height": 200, "label": "All"},
        {"id": "f", "type": "file", "x": 400, "y": 0, "width": 200, "height": 100, "file": "b.md", "subpath": "#Part"},
        edges=[{"fromNode": "a", "toNode": "f", "label": "to"}, {"fromNode": "a", "toNode": "nothing"}],
    )
    kinds = [shape.kind for shape in drawing.shapes]
    assert kinds == [ShapeKind.GROUP, ShapeKind.LINE, ShapeKind.CARD, ShapeKind.CARD]
    group, edge, card, file = drawing.shapes
    assert (card.x - group.x, card.y - group.y, card.width) == (20, 20, 200)
    assert (card.text, card.stroke, file.text, file.note) == ("# A [b](B)", "3", "[b › Part](/b.md#Part)", "b.md#Part")
    assert edge.points[0] == (card.x + 200, card.y + 50) and edge.points[3] == (file.x, file.y + 50)
    assert edge.text == "to" and edge.has_head and not edge.has_tail
    assert min(group.x, group.y) > 0 and drawing.width > file.x + file.width


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_canvas_in_another_encoding_has_its_picture(encoding: str):
    source = '{"nodes": [{"id": "a", "type": "text", "x": 0, "y": 0, "width": 90, "height": 50, "text": "Ä"}]}'
    (card,) = shapes_of(source.encode(encoding)).shapes
    assert card.text == "Ä"


def test_a_shape_far_from_all_others_is_left_out():
    near = {"id": "a", "type": "text", "x": 0, "y": 0, "width": 9, "height": 9, "text": "near"}
    assert canvas(near, near | {"x": 1e14}).width == canvas(near).width < 200
    assert canvas(near | {"x": 1e14}).shapes == ()


def test_each_shape_knows_the_line_of_its_words():
    nodes = [
        {"id": str(at), "type": "text", "x": 0, "y": at * 200, "width": 9, "height": 9, "text": f"# C{at}\n\nwords"}
        for at in range(3)
    ]
    content = json.dumps({"nodes": nodes}).encode()
    lines = parse(content, "a.canvas").text.split("\n")
    assert [lines[shape.line - 1] for shape in shapes_of(content).shapes] == ["## C0", "## C1", "## C2"]


@pytest.mark.parametrize("is_packed", [True, False])
def test_a_drawing_within_markdown_is_read_with_the_note_above_it(is_packed: bool):
    source = json.dumps({"type": "excalidraw", "elements": ELEMENTS})
    content = note("compressed-json", pack(source)) if is_packed else note("json", source)
    assert format_of("d/Plan.Excalidraw.md") == format_of("a.canvas") != format_of("Plan.md")
    document = parse(content, "d/Plan.excalidraw.md")
    assert document.text == "Words with [Desk](Desk).\n\nReader\n\n[the desk](Desk)\n"
    assert document.title == "Plan" and document.tags == ("draft",)
    assert {link.target for link in document.links} == {"Desk"}
    shapes = {shape.kind: shape for shape in shapes_of(content).shapes}
    assert shapes[ShapeKind.PICTURE].note == "plan.png"
    assert len(shapes[ShapeKind.LINE].points) == 2 and shapes[ShapeKind.LINE].has_head


def test_embeds_above_a_drawing_are_images_and_links_without_their_sizes():
    content = note("json", '{"elements": []}', above="![[plan.png|100]] ![[Desk|90]] [[#Part]]")
    assert read(content, "a.excalidraw.md").text == "![plan.png](plan.png) [Desk](Desk) [Part](#Part)"


def test_links_of_elements_are_read_from_the_markdown():
    source = json.dumps({"elements": [{"id": "boxboxbox", "type": "rectangle", "width": 9, "height": 9}]})
    assert shapes_of(note("json", source)).shapes[0].href == "Wheel"


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"# Words alone\n", "contains no drawing"),
        (note("compressed-json", "AAAA"), "damaged"),
        (note("json", "{"), "not valid JSON"),
        (note("json", "[" * 100_000), "nested too deeply"),
    ],
)
def test_a_drawing_that_cannot_be_read_is_said(content: bytes, reason: str):
    with pytest.raises(SkippedFile, match=reason):
        read(content, "a.excalidraw.md")
    with pytest.raises(SkippedFile):
        picture_in(content, "canvas", DRAWING)


def test_what_is_beyond_the_bound_is_said():
    content = json.dumps({"nodes": [{"type": "text", "text": "x"}] * 10_001}).encode()
    assert [str(one) for one in read(content, "a.canvas").warnings] == ["Only the first 10,000 cards were read."]


_VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["#12", "1", "[[a]]"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=5,
)
_NAMES = ("id", "type", "x", "y", "width", "height", "text", "color", "points", "angle", "link", "file", "opacity")
_TYPES = st.sampled_from(["text", "group", "file", "link", "arrow", "freedraw", "ellipse", "image", "frame"])


@given(
    st.lists(
        st.fixed_dictionaries({"type": _TYPES}, optional={name: _VALUES for name in _NAMES if name != "type"}),
        max_size=5,
    )
)
def test_shapes_of_any_values_are_drawn_or_left_out(objects: list[dict[str, object]]):
    for name in ("nodes", "elements"):
        drawing = shapes_of(json.dumps({name: objects, "edges": objects}).encode())
        assert all(isinstance(shape, Shape) and shape.width >= 0 for shape in drawing.shapes)
