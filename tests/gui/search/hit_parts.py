"""The parts of a drawn hit, pressed as a person does."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from bookwheel.gui.window.window import Window


def press(qtbot: QtBot, window: Window, row: int, part: str) -> None:
    """Click where a part of a row is drawn, named as `HitDelegate.part_at` names it."""
    view = window.results_panel.view
    index = window.search.model.index(row, 0)
    view.scrollTo(index)
    delegate, rect = view._delegate, view.visualRect(index)
    points = [QPoint(x, y) for y in range(rect.top(), rect.bottom()) for x in range(rect.left(), rect.right(), 8)]
    point = next(point for point in points if delegate.part_at(index, rect, point) == part)
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=point + QPoint(4, 4))
