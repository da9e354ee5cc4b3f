"""How two documents are connected, against a real service."""

from __future__ import annotations

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from bookwheel.client.connection import Client
from bookwheel.domain.graph import ExploreRequest
from bookwheel.gui.window.window import Window
from tests.gui.window.test_window import DESK, WHEEL
from tests.waiting import until


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
