"""Hits by document: further sections folded below, hits with every word first, and a switch that is kept."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from bookwheel.gui.search.hits_model import FOLD, HEADING, IS_BELOW
from bookwheel.gui.window.window import Window
from tests.gui.shelves import write_shelves

PUMP = "shelves/pump.md"


@pytest.fixture(scope="module")
def shelves(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The usual documents, and two about valves and pumps."""
    root = write_shelves(tmp_path_factory.mktemp("documents") / "shelves")
    parts = "".join(f"\n## Part {number}\n\nA pump needs a valve, number {number}.\n" for number in range(4))
    (root / "pump.md").write_text(f"# Machines that lift\n{parts}", encoding="utf-8")
    (root / "valve.md").write_text("# Valves\n\nA valve closes by itself.\n", encoding="utf-8")
    return root


def _search(qtbot: QtBot, window: Window, words: str) -> None:
    search = window.search
    window.toolbar.box.setText(words)
    qtbot.waitUntil(lambda: search.words == words and not search.is_waiting and search._is_final, timeout=30_000)


def _rows(window: Window) -> list[str]:
    model = window.search.model
    return [hit.doc for row in range(model.rowCount()) if (hit := model.hit(row)) is not None]


def _row(window: Window, role: int, row: int = 0) -> object:
    return window.search.model.index(row, 0).data(role)


def _settled(qtbot: QtBot, window: Window, words: str) -> None:
    """Wait until the list is final with a document of several hits first: vectors may come in between."""
    _search(qtbot, window, words)
    qtbot.waitUntil(lambda: _rows(window)[:1] == [PUMP] and _row(window, FOLD) is not None, timeout=30_000)


def test_each_document_stands_once_and_keys_unfold_its_sections(qtbot: QtBot, window: Window) -> None:
    _settled(qtbot, window, "pump valve")
    rows = _rows(window)
    assert len(rows) == len(set(rows)) and "shelves/valve.md" in rows
    first = window.search.model.hit(0)
    assert first is not None and first.others >= 3
    count = first.others
    assert _row(window, FOLD) == (f"{count} more sections", False)
    assert _row(window, HEADING) == ("All words", "1 document")
    assert _row(window, HEADING, 1) is not None and "Some words" in str(_row(window, HEADING, 1))
    view = window.results_panel.view
    view.setCurrentIndex(window.search.model.index(0, 0))
    view.setFocus()
    qtbot.keyClick(view, Qt.Key.Key_Right)
    qtbot.waitUntil(lambda: _rows(window) == [PUMP] * (count + 1) + rows[1:], timeout=30_000)
    assert _row(window, FOLD) == ("Show less", True) and _row(window, IS_BELOW, count) is True
    assert [row for row in range(count + 2) if _row(window, HEADING, row) is not None] == [0, count + 1]
    with qtbot.waitSignal(window.reader.landed, timeout=30_000):
        qtbot.keyClick(view, Qt.Key.Key_Down)
    assert window.reader.here is not None and window.reader.here.doc == PUMP
    qtbot.keyClick(view, Qt.Key.Key_Left)
    assert _rows(window) == rows and view.currentIndex().row() == 0


def test_the_line_below_a_hit_folds_by_the_mouse_and_opens_nothing(qtbot: QtBot, window: Window) -> None:
    _settled(qtbot, window, "pump valve")
    view = window.results_panel.view
    qtbot.waitUntil(view.isVisible, timeout=30_000)
    before = window.reader.here
    rect = view.visualRect(window.search.model.index(0, 0))
    point = rect.bottomLeft()
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=point + type(point)(40, -20))
    qtbot.waitUntil(lambda: window.search.model.is_unfolded(0), timeout=30_000)
    assert window.reader.here == before
    top = view.visualRect(window.search.model.index(0, 0)).topLeft()
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=top + type(top)(40, 8))
    assert window.reader.here == before, "a heading opens nothing"


def test_the_second_of_two_quick_clicks_folds_and_opens_nothing(qtbot: QtBot, window: Window) -> None:
    _settled(qtbot, window, "pump valve")
    view, model = window.results_panel.view, window.search.model
    qtbot.waitUntil(view.isVisible, timeout=30_000)
    rect, left = view.visualRect(model.index(0, 0)), Qt.MouseButton.LeftButton
    qtbot.mouseClick(view.viewport(), left, pos=rect.center())
    opened: list[object] = []
    view.clicked.connect(opened.append)
    point = rect.bottomLeft() + QPoint(40, -20)
    qtbot.mouseClick(view.viewport(), left, pos=point)
    qtbot.waitUntil(lambda: model.is_unfolded(0), timeout=30_000)
    at, none = QPointF(point), Qt.KeyboardModifier.NoModifier
    for kind, held in (
        (QEvent.Type.MouseButtonDblClick, left),
        (QEvent.Type.MouseButtonRelease, Qt.MouseButton.NoButton),
    ):
        event = QMouseEvent(kind, at, view.viewport().mapToGlobal(at), left, held, none)
        QApplication.sendEvent(view.viewport(), event)
    assert not model.is_unfolded(0) and not opened


def test_sections_first_lists_every_section_and_is_kept(qtbot: QtBot, window: Window) -> None:
    _settled(qtbot, window, "pump valve")
    button = window.results_panel.grouping
    assert button.isChecked()
    button.click()
    assert window.session.preferences.values.group_hits is False
    qtbot.waitUntil(lambda: _rows(window).count(PUMP) >= 4, timeout=30_000)
    assert _row(window, HEADING) is None and _row(window, FOLD) is None
    window.session.preferences.set("group_hits", "true")
    qtbot.waitUntil(lambda: _rows(window).count(PUMP) == 1, timeout=30_000)
    assert button.isChecked()


def test_one_word_has_no_headings(qtbot: QtBot, window: Window) -> None:
    _search(qtbot, window, "valve")
    assert _rows(window) and _row(window, HEADING) is None
