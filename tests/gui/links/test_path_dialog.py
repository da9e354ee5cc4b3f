"""How two documents are connected, against a real service."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QModelIndex, Qt
from pytestqt.qtbot import QtBot

from bookwheel.client.connection import Client
from bookwheel.domain.graph import Edge, ExploreAnswer, ExploreRequest, Node, NodeKind
from bookwheel.gui.graph.scene import settled
from bookwheel.gui.graph.view_model import Filters, build_picture
from bookwheel.gui.links.path_dialog import along
from bookwheel.gui.window.window import Window
from tests.gui.window.test_window import DESK, WHEEL
from tests.waiting import until

pytestmark = pytest.mark.leaves_library


def test_a_path_is_drawn_and_said_and_its_steps_lead_to_their_places(
    qtbot: QtBot, window: Window, served: Client
) -> None:
    until(lambda: served.status().graph_revision == served.status().revision)
    path = served.explore(ExploreRequest(DESK, to=WHEEL)).path
    dialog = window.dialogs.show_path()
    dialog.start.setText(DESK)
    dialog.end.setText(WHEEL)
    qtbot.keyClick(dialog.end, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: dialog.table.items.rowCount() >= len(path) - 1 > 0, timeout=30_000)
    assert str(len(path) - 1) in dialog.said.text()
    with qtbot.waitSignal(dialog.location_chosen, timeout=30_000):
        qtbot.keyClick(dialog.table, Qt.Key.Key_Return)
    dialog.end.setText("no such thing at all")
    qtbot.keyClick(dialog.end, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not dialog.table.items.rowCount(), timeout=30_000)
    dialog.close()


def test_one_of_several_paths_is_chosen(qtbot: QtBot, window: Window, served: Client) -> None:
    dialog = window.dialogs.show_path()
    nodes = tuple(Node(id, NodeKind.DOCUMENT, id.upper()) for id in ("a", "b", "c", "z"))
    edges = tuple(Edge(one, "linksTo", other) for one, other in ("ab", "bz", "ac", "cz"))
    paths = (("a", "b", "z"), ("a", "c", "z"))
    answer = ExploreAnswer(nodes, edges, 4, 1, 1, path=paths[0], paths=paths)
    dialog._show_all(answer, settled(build_picture(along(answer, paths[0]), "a", Filters(frozenset()))))
    assert dialog.choice.isVisible() and dialog.choice.count() == 2
    assert [edge.target for _, edge in dialog.table.items.rows] == ["b", "z"]
    dialog.choice.setFocus()
    qtbot.keyClick(dialog.choice, Qt.Key.Key_Down)
    assert [edge.target for _, edge in dialog.table.items.rows] == ["c", "z"] and dialog.focusWidget() is dialog.choice
    dialog.close()


def test_names_are_offered_for_an_end_while_one_types(qtbot: QtBot, window: Window, served: Client) -> None:
    dialog = window.dialogs.show_path()
    dialog.start.clear()
    dialog.start.setFocus()
    qtbot.keyClicks(dialog.start, "bookwhee")
    offers = dialog.start.completer()
    assert offers is not None
    qtbot.waitUntil(lambda: offers.model().rowCount() > 0, timeout=30_000)
    first = offers.model().index(0, 0)
    assert first.data().startswith("The bookwheel")
    dialog.start.setText(first.data())
    offers.activated[QModelIndex].emit(first)
    assert dialog.start.target == WHEEL
    dialog.start.setText("desk")
    assert dialog.start.target == "desk"
    dialog.close()
