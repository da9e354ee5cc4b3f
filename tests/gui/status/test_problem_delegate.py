"""The reason of a problem is shown whole, in as many lines as it takes."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QListWidget, QListWidgetItem
from pytestqt.qtbot import QtBot

from bookwheel.gui.status.problem_delegate import ProblemDelegate
from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.widgets.row_delegate import ICON, NOTE


def test_a_long_reason_makes_a_higher_row_and_a_wider_list_a_lower_one(qtbot: QtBot, theme: Theme) -> None:
    view = QListWidget()
    qtbot.addWidget(view)
    view.setItemDelegate(ProblemDelegate(theme, view))
    for reason in ("Short.", "A reason that goes on and on. " * 12):
        item = QListWidgetItem("notes/a.md")
        item.setData(NOTE, reason)
        item.setData(ICON, "triangle-alert")
        view.addItem(item)
    view.resize(420, 300)
    view.show()
    short, long = (view.visualItemRect(view.item(row)).height() for row in range(2))
    assert long >= short + 4 * 12
    view.resize(1200, 300)
    qtbot.waitUntil(lambda: view.visualItemRect(view.item(1)).height() < long, timeout=30_000)
    assert view.grab().toImage().size().width() > 0 and view.item(1).flags() & Qt.ItemFlag.ItemIsSelectable
