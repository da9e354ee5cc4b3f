"""Canvases on the page: their picture is taken from the file by the parser's child."""

from __future__ import annotations

import json

from bookwheel.domain.page import PageRequest
from bookwheel.domain.service.requests import NameRequest

NODES = [
    {"id": "a", "type": "text", "x": 0, "y": 0, "width": 300, "height": 90, "text": "# Wheel\n\nturns, see [[desk]]"},
    {"id": "b", "type": "file", "x": 0, "y": 200, "width": 300, "height": 90, "file": "desk.md"},
]


def test_a_canvas_is_a_picture_with_links_above_its_words(shelf, write):
    root = shelf.add()
    write(root, "desk.md", "# Desk\n\nA flat *place*.\n")
    write(root, "board.canvas", json.dumps({"nodes": NODES, "edges": [{"fromNode": "a", "toNode": "b"}]}))
    write(root, "torn.canvas", '{"nodes": [')
    shelf.index()
    html = shelf.library.page(PageRequest("notes/board.canvas")).html
    picture, _, words = html.partition("</svg>")
    assert picture.count('href="bookwheel://doc/notes/desk.md"') == 2 and "flat <em>place</em>" in picture
    assert 'class="edge"' in picture and '<h2 id="wheel">Wheel</h2>' in words and "Connections" in words
    assert [problem.path for problem in shelf.library.problems(NameRequest()).problems] == ["torn.canvas"]


def test_a_canvas_that_cannot_be_drawn_any_more_is_shown_as_its_words(shelf, write):
    root = shelf.add()
    write(root, "board.canvas", json.dumps({"nodes": NODES}))
    shelf.index()
    for change in (lambda: write(root, "board.canvas", "{torn"), (root / "board.canvas").unlink):
        change()
        html = shelf.library.page(PageRequest("notes/board.canvas")).html
        assert "<svg" not in html and "turns, see" in html


def test_a_drawing_shows_nothing_of_hidden_documents(shelf, write):
    root = shelf.add()
    write(shelf.folder, "outside.md", "# Secret\n")
    nodes = [NODES[1] | {"file": "../outside.md"}, NODES[1] | {"id": "c", "file": "/etc/passwd"}]
    write(root, "board.canvas", json.dumps({"nodes": nodes}))
    shelf.index()
    html = shelf.library.page(PageRequest("notes/board.canvas")).html
    assert "Secret" not in html and "root:" not in html and "<svg" in html
