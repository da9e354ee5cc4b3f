"""Outlines, canvases and drawings become headings, lists and links in reading order."""

from __future__ import annotations

import json

import pytest

from bookwheel.domain.document import Dialect
from bookwheel.domain.errors import SkippedFile
from bookwheel.domain.places import place_at
from bookwheel.parsing.formats.records import opml
from bookwheel.parsing.formats.records.drawings import document as canvas
from bookwheel.parsing.markdown import reader

OUTLINE = """<?xml version="1.0" encoding="UTF-8"?>
<opml version="2.0">
<head><title>My feeds</title><ownerName>Ada</ownerName><dateModified>Mon, 01 Jan 2024 10:00:00 GMT</dateModified></head>
<body>
<outline text="Loose *one*"/>
<outline text="News" _note="What is new">
  <outline text="Paper" type="rss" xmlUrl="https://x.org/feed" htmlUrl="https://x.org/"/>
  <outline text="World">
    <outline text="Deep &lt;b&gt;bold&lt;/b&gt;">
      <outline text="Deeper"/>
    </outline>
    <outline title="Only feed" xmlUrl="https://y.org/feed"/>
  </outline>
</outline>
<outline text="After"/>
</body>
</opml>
"""


def test_outline() -> None:
    made = opml.read(OUTLINE.encode(), "a.opml")
    assert made.text == (
        "- Loose \\*one\\*\n\n## News\n\nWhat is new\n\n- [Paper](https://x.org/) ([feed](https://x.org/feed))\n\n"
        "### World\n\n- Deep bold\n  - Deeper\n- [Only feed](https://y.org/feed)\n\n## After\n"
    )
    assert made.fields == {"title": "My feeds", "author": "Ada", "date": "2024-01-01T10:00:00+00:00"}


def test_lines_of_an_outline_are_cited() -> None:
    made = opml.read(OUTLINE.encode(), "a.opml")
    source = OUTLINE.split("\n")
    for number, line in enumerate(made.text.split("\n"), start=1):
        for word in ("Loose", "News", "Paper", "World", "Deeper", "Only feed", "After"):
            if word in line:
                cited = place_at(made.places, (number, number))
                assert cited is not None and word in source[cited.first - 1]


def test_bombs_of_xml_are_read_or_refused() -> None:
    entities = "".join(f'<!ENTITY a{at} "{f"&a{at - 1};" * 10}">' for at in range(1, 20))
    laughs = f'<!DOCTYPE o [<!ENTITY a0 "lol">{entities}]><opml><body><outline text="&a19;"/><outline/></body></opml>'
    inside = '<!DOCTYPE o [<!ENTITY x SYSTEM "file:///etc/passwd">]><opml><body><outline text="a"/>&x;</body></opml>'
    deep = "<opml><body>" + '<outline text="a">' * 20_000
    wide = "<opml><body>" + '<outline text="a"/>' * 60_000 + "</body></opml>"
    for source in (laughs, inside, deep, wide, OUTLINE[:400], "<opml", "", "<html/>"):
        try:
            text = opml.read(source.encode(), "a.opml").text
        except SkippedFile:
            continue
        assert "root:" not in text and len(text) < 2_000_000


def _canvas(*nodes: object, edges: object = ()) -> str:
    return canvas.read(json.dumps({"nodes": nodes, "edges": edges}).encode(), "a.canvas").text


def _node(id: str, x: int, y: int, **more: object) -> dict[str, object]:
    return {"id": id, "x": x, "y": y, "width": 100, "height": 100, "type": "text", **more}


def test_canvas_in_reading_order() -> None:
    text = _canvas(
        _node("d", 0, 500, text="Below\n\nmore"),
        _node("b", 300, 10, text="# Right\nwords with [[A page#Part|a link]]\n## Sub\n```\n# [[code]]\n```"),
        _node("a", 0, 0, text="A first line that goes on\nin a second one"),
        _node("g", 0, 1000, type="group", width=500, height=500, label="Group"),
        _node("f", 10, 1010, type="file", file="notes/My page.md", subpath="#Part"),
        _node("l", 200, 1010, type="link", url="https://x.org"),
        _node("p", 10, 1300, type="file", file="plan.png"),
        _node("i", 200, 1300, text="Inside"),
        edges=[{"fromNode": "a", "toNode": "b", "label": "leads to"}, {"fromNode": "a", "toNode": "none"}],
    )
    assert text == (
        "## A first line that goes on\n\nA first line that goes on\nin a second one\n\n"
        "## Right\n\nwords with [a link](<A page#Part>)\n#### Sub\n```\n# [[code]]\n```\n\n## Below\n\nmore\n\n"
        "## Group\n\n[My page › Part](</notes/My page.md#Part>)\n\n<https://x.org>\n\n![plan.png](/plan.png)\n\n"
        "### Inside\n\n## Connections\n\n- A first line that goes on → Right: leads to\n"
    )
    links = reader.read(text, Dialect.CONVERTED).links
    assert [(link.target, link.fragment) for link in links][:2] == [("A page", "Part"), ("/notes/My page.md", "Part")]


def test_long_and_odd_cards_get_a_title() -> None:
    assert _canvas(_node("a", 0, 0, text="word " * 40)).startswith("## " + "word " * 15 + "word…\n\nword word")
    assert _canvas(_node("a", 0, 0, text="```\ncode\n```")).startswith("## code\n\n```")
    assert _canvas(_node("a", 0, 0, text="- [ ] do\n- it")).startswith("## do\n\n- [ ] do")
    assert _canvas(_node("a", 0, 0, text="one - two")) == "## one - two\n"
    assert _canvas(_node("a", 0, 0, text="  ")) == ""


def test_drawing() -> None:
    elements = [
        {"type": "text", "x": 0, "y": 200, "text": "Second", "link": "[[Other]]"},
        {"type": "text", "x": 0, "y": 0, "text": "wrap\nped", "originalText": "First one"},
        {"type": "text", "x": 0, "y": 0, "text": "gone", "isDeleted": True},
        {"type": "rectangle", "x": 0, "y": 300, "link": "https://x.org"},
        {"type": "frame", "id": "f", "x": 0, "y": 400, "name": "Frame"},
        {"type": "text", "x": 10, "y": 410, "text": "Within", "frameId": "f"},
    ]
    content = json.dumps({"type": "excalidraw", "elements": elements}).encode()
    assert canvas.read(content, "a.excalidraw").text == (
        "First one\n\n[Second](Other)\n\n[https://x.org](https://x.org)\n\n## Frame\n\nWithin\n"
    )


def test_canvases_of_hostile_shape() -> None:
    groups = [_node(str(at), 0, 0, type="group", width=10_000 - at, height=10_000 - at) for at in range(400)]
    assert _canvas(*groups, _node("t", 1, 1, text="in"), *[_node("n", 1, 1)] * 1_000)
    assert _canvas({"x": 1e300, "y": "a", "type": 5, "text": {}}, 5, None, {}) == ""
    for content in (b'{"other": 1}', b"[]x", b"5 6", b"null"):
        with pytest.raises(SkippedFile):
            canvas.read(content, "a.canvas")


def test_a_canvas_is_called_by_its_file() -> None:
    card = b'{"nodes": [{"id": "a", "type": "text", "text": "A first card", "x": 0, "y": 0}], "edges": []}'
    assert canvas.read(card, "boards/Plan of May.canvas").fields == {"title": "Plan of May"}
