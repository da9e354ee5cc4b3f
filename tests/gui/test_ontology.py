"""The ontology browser, against a real service."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from bookwheel.client.connection import Client
from bookwheel.domain.graph import Edge, NodeKind, QueryRequest
from bookwheel.gui.graph.vocabulary import KINDS
from bookwheel.gui.labels.rows import KEY
from bookwheel.gui.sparql.class_queries import query_of_class, query_of_examples, query_of_relation
from bookwheel.gui.window.window import Window
from tests.waiting import until

pytestmark = pytest.mark.leaves_library


def test_classes_and_relations_are_counted_and_lead_to_queries(qtbot: QtBot, window: Window, served: Client) -> None:
    until(lambda: served.status().graph_revision == served.status().revision)
    dialog = window.dialogs.show_ontology()
    qtbot.waitUntil(lambda: dialog.classes.items.rowCount() > 2, timeout=30_000)
    rows = {row.kind: row for row in dialog.classes.items.rows}
    assert rows[NodeKind.DOCUMENT].count > 1 and len(rows[NodeKind.DOCUMENT].examples) > 1
    dialog.classes.choose_where(lambda row: row.kind is NodeKind.TAG)
    assert any(edge.relation == "hasTag" for edge in dialog.relations.items.rows)
    dialog.classes.setFocus()
    qtbot.keyClick(dialog.classes, Qt.Key.Key_Return)
    sparql = window.dialogs.show_sparql()
    assert not dialog.isVisible() and "bw:Tag" in sparql.editor.toPlainText()
    qtbot.waitUntil(lambda: len(sparql.table.items.rows) == rows[NodeKind.TAG].count, timeout=30_000)
    sparql.close()


def test_every_class_and_relation_has_a_query_that_can_be_asked(served: Client) -> None:
    for kind in KINDS:
        assert served.query(QueryRequest(query_of_class(kind))).columns
        if examples := query_of_examples(kind, 3):
            assert served.query(QueryRequest(examples)).columns == ("name",)
    for edge in (
        Edge("document", "hasTag", "tag"),
        Edge("document", "manual", "document"),
        Edge("document", "brokenLinkTo", "broken"),
    ):
        assert served.query(QueryRequest(query_of_relation(edge))).columns


def test_the_labels_stay_when_they_are_asked_for_from_there(qtbot: QtBot, window: Window, served: Client) -> None:
    until(lambda: served.status().graph_revision == served.status().revision)
    window.dock_layout.show_labels()
    dialog = window.dialogs.show_ontology()
    qtbot.waitUntil(lambda: dialog.labels.isEnabled() and dialog.classes.items.rowCount() > 2, timeout=30_000)
    window.labels_dock.tree.setFocus()
    dialog.labels.click()
    assert window.labels_dock.isVisible() and not dialog.isVisible()
    kind = dialog.classes.item.kind.value
    qtbot.waitUntil(
        lambda: (
            window.labels_dock.tree.currentIndex().data(KEY) == kind
            or "not in Labels" in window.notification_bar.sentence
        ),
        timeout=30_000,
    )
