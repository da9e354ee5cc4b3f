"""Questions to the graph: asked, answered as a table or a graph, kept, gone on from."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from bookwheel.domain.graph import NodeKind, QueryAnswer
from bookwheel.gui.sparql.dialog import SparqlDialog
from bookwheel.gui.sparql.examples import EXAMPLES
from bookwheel.gui.sparql.results import build_picture, leads_to, shorten_term
from bookwheel.gui.state.locations import Location
from bookwheel.gui.window.window import Window

pytestmark = pytest.mark.leaves_library

RELATION = "urn:bookwheel:ontology#linksTo"
LINKED = "SELECT ?one ?relation ?other { ?l a bw:Link ; bw:from ?one ; bw:relation ?relation ; bw:to ?other }"


def test_terms_are_read_as_ids_and_lead_to_what_they_name() -> None:
    section = "urn:bookwheel:doc:a/b%20c.md#part"
    assert shorten_term(section) == "a/b c.md#part" and leads_to(section) == Location("a/b c.md", "part")
    assert (
        shorten_term("urn:bookwheel:ontology#linksTo") == "bw:linksTo"
        and leads_to("urn:bookwheel:ontology#linksTo") is None
    )
    assert leads_to("urn:bookwheel:tag:slow%20reading") == 'tag:"slow reading"'
    assert leads_to("urn:bookwheel:link:a/b.md#L12.3") == Location("a/b.md")
    assert leads_to("1588") is None and shorten_term("1588") == "1588"


def test_rows_become_a_graph_with_the_relations_they_name() -> None:
    one, other, tag = "urn:bookwheel:doc:a/one.md", "urn:bookwheel:doc:a/other.md#part", "urn:bookwheel:tag:wood"
    rows = ((one, "urn:bookwheel:ontology#linksTo", other), (one, "", tag), (one, "7", one))
    made = build_picture(QueryAnswer(("from", "by", "to"), rows, False, 1))
    assert [node.kind for node in made.nodes] == [NodeKind.DOCUMENT, NodeKind.SECTION, NodeKind.TAG]
    assert [(tie.source, tie.target, tie.relation) for tie in made.ties] == [(0, 1, "linksTo"), (0, 2, "to")]


@pytest.fixture
def sheet(qtbot: QtBot, window: Window) -> Iterator[SparqlDialog]:
    """The sheet on the window's library."""
    made = window.dialogs.show_sparql()
    yield made
    made.close()


def ask(qtbot: QtBot, sheet: SparqlDialog, text: str) -> None:
    sheet.editor.setPlainText(text)
    qtbot.keyClick(sheet.editor, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: "Running query" not in sheet.said.text(), timeout=30_000)


def test_a_question_is_answered_as_a_table_and_as_a_graph_and_goes_on_to_a_page(
    qtbot: QtBot, window: Window, sheet: SparqlDialog, tmp_path: Path
) -> None:
    ask(qtbot, sheet, LINKED)
    qtbot.waitUntil(lambda: sheet.table.items.rowCount() > 2, timeout=30_000)
    assert [column.name for column in sheet.table.items.columns] == ["?one", "?relation", "?other"]
    assert "rows" in sheet.said.text() and sheet.table.items.index(0, 1).data().startswith("bw:")
    sheet.as_graph.click()
    assert sheet.stack.currentWidget() is not sheet.table
    sheet.as_graph.click()
    assert sheet.stack.currentWidget() is sheet.table
    sheet.export_to(tmp_path / "rows.csv")
    assert len((tmp_path / "rows.csv").read_text("utf-8").splitlines()) == sheet.table.items.rowCount() + 1
    wanted = leads_to(sheet.table.items.rows[0][0])
    assert isinstance(wanted, Location)
    with qtbot.waitSignal(window.reader.landed, timeout=30_000):
        qtbot.keyClick(sheet.table, Qt.Key.Key_Return)
    assert window.reader.here is not None and window.reader.here.doc == wanted.doc


def test_what_cannot_be_read_says_where_and_every_example_can(qtbot: QtBot, sheet: SparqlDialog) -> None:
    ask(qtbot, sheet, "SELECT ?a { ?a ")
    assert sheet.said.text() and not sheet.export.isEnabled() and not sheet.as_graph.isEnabled()
    for _, text in EXAMPLES:
        ask(qtbot, sheet, text)
        assert " ms" in sheet.said.text(), sheet.said.text()


def test_questions_are_kept_and_let_go_of(qtbot: QtBot, window: Window, sheet: SparqlDialog) -> None:
    sheet.editor.setPlainText("# Everything\nSELECT * { ?s ?p ?o } LIMIT 3")
    sheet.save.click()
    assert window.session.questions == ["# Everything\nSELECT * { ?s ?p ?o } LIMIT 3"]
    menu = sheet.menu.menu()
    assert menu is not None and menu.actions()[0].text() == "Everything" and sheet.save.text() == "Delete saved query"
    menu.actions()[0].trigger()
    qtbot.waitUntil(lambda: sheet.table.items.rowCount() == 3, timeout=30_000)
    sheet.save.click()
    assert not window.session.questions and sheet.save.text() == "Save"
