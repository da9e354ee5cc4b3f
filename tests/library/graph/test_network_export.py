"""The graph as a network: whole, in parts, within a scope, and with any text."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest

from bookwheel.domain.errors import BadRequest, NotAllowed, NotFound
from bookwheel.domain.graph import ExploreRequest, ExportRequest
from bookwheel.domain.search import EVERYTHING, Scope
from bookwheel.library.graph import network_export
from bookwheel.library.library import Library
from tests.library.conftest import Shelf

SPACES = {"graphml": "{http://graphml.graphdrawing.org/xmlns}", "gexf": "{http://gexf.net/1.3}"}


@pytest.fixture
def library(shelf: Shelf, write: Callable[[Path, str, str], Path]) -> Library:
    notes, secret = shelf.add("notes"), shelf.add("secret")
    write(notes, "a.md", '---\ncompany: \'A<c>m"e & Co\'\n---\n# One <b> \u202e & "two"\n\nSee [b](b.md).\n')
    write(notes, "b.md", "# Two\n\nWords.\n")
    write(secret, "c.md", "---\ncompany: Hidden\n---\n# Hush\n")
    shelf.index()
    shelf.library.graphs.refresh()
    shelf.library.graphs.wait()
    return shelf.library


def exported(library: Library, format: str, collection: str = "", scope: Scope = EVERYTHING) -> ElementTree.Element:
    parts: list[str] = []
    request = ExportRequest(collection, format)
    while True:
        answer = library.export(request, scope)
        parts.append(answer.content)
        if not answer.cursor:
            return ElementTree.fromstring("".join(parts))
        request = ExportRequest(collection, format, answer.cursor)


@pytest.mark.parametrize("format", network_export.FORMATS)
@pytest.mark.parametrize("portion", [1, 5, 5000])
def test_every_node_and_edge_is_written_once(
    library: Library, format: str, portion: int, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(network_export, "PORTION", portion)
    root = exported(library, format)
    schema = library.explore(ExploreRequest(level="schema"))
    counts = [int(sum(one.weight for one in rows)) for rows in (schema.nodes, schema.edges)]
    nodes = [node.get("id") for node in root.iter(f"{SPACES[format]}node")]
    edges = [(edge.get("source"), edge.get("target")) for edge in root.iter(f"{SPACES[format]}edge")]
    assert len(nodes) == len(set(nodes)) == counts[0] and len(edges) == counts[1]
    assert {end for ends in edges for end in ends} <= set(nodes)
    text = ElementTree.tostring(root, encoding="unicode")
    assert "linksTo" in text and "notes/a.md#" in text and "A&lt;c&gt;m" in text


def test_a_collection_and_a_scope_see_their_own_part(library: Library):
    for root in (
        exported(library, "graphml", "notes"),
        exported(library, "graphml", "notes", Scope(("notes",))),
    ):
        text = ElementTree.tostring(root, encoding="unicode").casefold()
        assert "notes/b.md" in text and "hush" not in text and "hidden" not in text
    with pytest.raises(NotAllowed):
        library.export(ExportRequest("", "gexf"), Scope(("notes",)))
    with pytest.raises(NotFound):
        library.export(ExportRequest("secret", "gexf"), Scope(("notes",)))


@pytest.mark.parametrize("cursor", ["x", "1", "9/1", "1/0", "1/999999", "1/-3"])
def test_a_cursor_of_another_export_is_refused(library: Library, cursor: str):
    with pytest.raises(BadRequest):
        library.export(ExportRequest("", "graphml", cursor))
