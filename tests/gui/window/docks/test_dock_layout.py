"""The side bars keep the width that a person gave them, and the tree of documents can be filtered."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent
from PySide6.QtTest import QAbstractItemModelTester
from pytestqt.qtbot import QtBot

from bookwheel.gui.state.locations import Location
from bookwheel.gui.widgets.row_delegate import COUNT
from bookwheel.gui.window.docks.dock_layout import USUAL_WIDTHS
from bookwheel.gui.window.docks.related_docks import GRAPH_WIDTH
from bookwheel.gui.window.window import Window
from tests.gui.window.test_window import WHEEL, go

pytestmark = pytest.mark.leaves_library


def test_side_bars_get_their_width_back_after_a_search_and_after_a_narrow_window(qtbot: QtBot, window: Window) -> None:
    go(qtbot, window, Location(WHEEL))
    _drag(qtbot, window, window.library_dock.geometry().right() + 3, -30)
    qtbot.waitUntil(lambda: window.library_dock.width() < USUAL_WIDTHS[0] - 20, timeout=30_000)
    window.related_docks.show_graph()
    wide = (window.library_dock.width(), GRAPH_WIDTH)

    def have(widths: tuple[int, int]) -> None:
        qtbot.waitUntil(lambda: (window.library_dock.width(), window.graph_dock.width()) == widths, timeout=30_000)

    have(wide)
    with qtbot.waitSignal(window.search.answered, timeout=30_000):
        window.toolbar.box.setText("zanzibar")
    qtbot.waitUntil(lambda: not window.graph_dock.isVisible(), timeout=30_000)
    window.shell.leave_search()
    have(wide)
    window.resize(700, 700)
    qtbot.waitUntil(lambda: window.graph_dock.width() < GRAPH_WIDTH, timeout=30_000)
    qtbot.wait(300)  # Long enough for a width taken from the narrow window to be believed.
    window.resize(1300, 820)
    have(wide)


def test_the_tree_is_filtered_by_words_and_opens_what_fits_by_keys(qtbot: QtBot, window: Window) -> None:
    go(qtbot, window, Location(WHEEL))
    library, narrow = window.library_dock, window.library_dock.filter
    QAbstractItemModelTester(narrow.model, QAbstractItemModelTester.FailureReportingMode.Fatal, narrow)
    window.commands.find("Filter documents").trigger()
    assert narrow.box.hasFocus() and library.tree.isVisible() and library.narrow.isChecked()
    qtbot.keyClicks(narrow.box, "LECT")
    qtbot.waitUntil(lambda: "No matching documents" in library._empty.text(), timeout=30_000)
    assert not library.tree.isVisible() and not narrow.model.rowCount()
    narrow.box.selectAll()
    qtbot.keyClicks(narrow.box, "mach desk")
    qtbot.waitUntil(lambda: narrow.tree.currentIndex().data() == "The desk", timeout=30_000)
    assert not library._empty.text() and narrow.model.index(0, 0).data(COUNT) == "1"
    with qtbot.waitSignal(window.reader.landed, timeout=30_000):
        qtbot.keyClick(narrow.box, Qt.Key.Key_Return)
    assert window.windowTitle() == "The desk – Bookwheel"
    qtbot.keyClick(narrow.box, Qt.Key.Key_Down)
    qtbot.keyClick(narrow.tree, Qt.Key.Key_Home)
    qtbot.keyClick(narrow.tree, Qt.Key.Key_Up)
    assert narrow.box.hasFocus()
    qtbot.keyClicks(narrow.box, " wheel")  # What is typed at once, before the answer, counts for Return.
    narrow.box.setText("wheel")
    with qtbot.waitSignal(window.reader.landed, timeout=30_000):
        qtbot.keyClick(narrow.box, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert window.tabs.count() == 2 and window.windowTitle() == "The bookwheel – Bookwheel"
    qtbot.keyClick(narrow.box, Qt.Key.Key_Escape)
    assert library.tree.hasFocus() and not narrow.isVisible() and not library.narrow.isChecked()
    assert library.tree.currentIndex().data() == "The bookwheel"


def test_all_panes_together_fit_on_a_small_screen(qtbot: QtBot, window: Window) -> None:
    go(qtbot, window, Location(WHEEL))
    window.related_docks.show_graph()
    window.dock_layout.toggle_activity()
    window.resize(1300, 700)
    qtbot.waitUntil(lambda: window.activity_dock.isVisible() and window.activity_dock.height() > 0, timeout=30_000)
    assert window.minimumSizeHint().height() <= 700 and window.height() == 700


def test_panes_are_moved_hidden_and_brought_back_by_command(qtbot: QtBot, window: Window) -> None:
    go(qtbot, window, Location(WHEEL))
    links, outline = window.links_dock, window.outline_dock
    area = Qt.DockWidgetArea

    def run(name: str) -> None:
        window.commands.find(name).trigger()

    window.reader.setFocus()
    run("Move pane to other side")
    assert "F6" in window.notification_bar.sentence and window.dockWidgetArea(links) == area.RightDockWidgetArea
    links.view.setFocus()
    run("Move pane to other side")
    assert window.dockWidgetArea(links) == area.LeftDockWidgetArea and links.isVisible() and links.view.hasFocus()
    run("Toggle left sidebar")
    assert not links.isVisible() and not window.library_dock.isVisible() and outline.isVisible()
    run("Toggle left sidebar")
    outline.view.setFocus()
    run("Hide pane")
    assert not outline.isVisible() and links.isVisible() and not window.toolbar.right.isChecked()
    window.addDockWidget(area.BottomDockWidgetArea, window.library_dock)
    run("Reset layout")
    assert window.dockWidgetArea(links) == window.dockWidgetArea(outline) == area.RightDockWidgetArea
    assert window.dockWidgetArea(window.library_dock) == area.LeftDockWidgetArea
    qtbot.waitUntil(
        lambda: (window.library_dock.width(), outline.width(), links.width()) == (*USUAL_WIDTHS, USUAL_WIDTHS[1]),
        timeout=30_000,
    )
    assert outline.geometry().bottom() < links.geometry().top()
    assert not window.activity_dock.isVisible() and not window.graph_dock.isVisible()


def _drag(qtbot: QtBot, window: Window, x: int, by: int) -> None:
    """Take the separator at pixel `x` with the mouse and move it."""
    at = QPoint(x, window.height() // 2)
    qtbot.mouseMove(window, at)
    qtbot.mousePress(window, Qt.MouseButton.LeftButton, pos=at)
    qtbot.mouseMove(window, at + QPoint(by // 2, 0))
    qtbot.mouseMove(window, at + QPoint(by, 0))
    qtbot.waitUntil(lambda: window.library_dock.width() != USUAL_WIDTHS[0], timeout=30_000)
    qtbot.mouseRelease(window, Qt.MouseButton.LeftButton, pos=at + QPoint(by, 0))


def test_a_long_notice_wraps_and_takes_no_room_from_the_side_bars(qtbot: QtBot, window: Window) -> None:
    go(qtbot, window, Location(WHEEL))
    widths = (window.library_dock.width(), window.outline_dock.width())
    window.notification_bar.show_message("Short.")
    qtbot.waitUntil(window.notification_bar.isVisible, timeout=30_000)
    label = window.notification_bar._label
    line = label.height()
    assert label.width() >= label.fontMetrics().horizontalAdvance("Short.")
    window.notification_bar.show_message("A sentence of the service that goes on and on. " * 8)
    qtbot.waitUntil(lambda: label.height() >= 2 * line, timeout=30_000)
    assert label.height() >= label.heightForWidth(label.width())
    qtbot.wait(100)  # Longer than side bars take to settle.
    assert (window.library_dock.width(), window.outline_dock.width()) == widths


def test_hits_that_a_person_left_do_not_come_back_with_later_answers(qtbot: QtBot, window: Window) -> None:
    go(qtbot, window, Location(WHEEL))
    with qtbot.waitSignal(window.search.answered, timeout=30_000):
        window.toolbar.box.setText("zanzibar")
    assert window.results_panel.isVisible()
    with qtbot.waitSignal(window.search.answered, timeout=30_000):
        window.shell.leave_search()  # While the words are asked once more, as they stand.
    with qtbot.waitSignal(window.search.answered, timeout=30_000):
        window.search.refresh()  # As after the library grew.
    assert not window.results_panel.isVisible()
    window.centre.show_results()
    assert window.results_panel.isVisible()
    window.shell.leave_search()
    with qtbot.waitSignal(window.search.answered, timeout=30_000):
        window.toolbar.box.setText("zanzibars")
    assert window.results_panel.isVisible()


def test_side_bars_grow_with_the_window(qtbot: QtBot, window: Window) -> None:
    go(qtbot, window, Location(WHEEL))
    window.resize(1440, 820)
    qtbot.waitUntil(lambda: window.library_dock.width() == USUAL_WIDTHS[0], timeout=30_000)
    window.resize(2160, 820)
    qtbot.waitUntil(lambda: window.library_dock.width() == 402 and window.outline_dock.width() == 438, timeout=30_000)
    window.resize(1300, 820)
    qtbot.waitUntil(lambda: (window.library_dock.width(), window.outline_dock.width()) == USUAL_WIDTHS, timeout=30_000)


def test_a_notice_lies_over_the_page_and_does_not_push_it(qtbot: QtBot, window: Window) -> None:
    go(qtbot, window, Location(WHEEL))
    bar, page = window.notification_bar, window.reader.geometry()
    window.shell.notify("Something happened.", "Undo", lambda: None)
    qtbot.waitUntil(bar.isVisible, timeout=30_000)
    assert window.reader.geometry() == page and bar.parentWidget() is window.centre.stack
    assert window.centre.stack.rect().contains(bar.geometry())
    window.shell.withdraw("Something else.")
    assert bar.isVisible()
    window.shell.withdraw("Something happened.")
    assert not bar.isVisible()


def test_the_whole_window_lights_up_under_what_can_be_dropped(qtbot: QtBot, window: Window) -> None:
    go(qtbot, window, Location(WHEEL))
    dropped = QMimeData()
    dropped.setUrls([QUrl.fromLocalFile("/nowhere")])
    copy, left, none = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    event = QDragEnterEvent(QPoint(40, 40), copy, dropped, left, none)
    window.toolbar.box.dragEnterEvent(event)
    assert not event.isAccepted()
    window.dragEnterEvent(QDragEnterEvent(QPoint(40, 40), copy, dropped, left, none))
    assert window.drop_overlay.isVisible() and window.drop_overlay.rect() == window.rect()
    window.dragLeaveEvent(QDragLeaveEvent())
    assert not window.drop_overlay.isVisible()


def test_side_bars_of_a_larger_screen_fit_a_smaller_one(qtbot: QtBot, window: Window) -> None:
    go(qtbot, window, Location(WHEEL))
    window.resize(2160, 820)
    qtbot.waitUntil(lambda: window.library_dock.width() == 402, timeout=30_000)
    window.window_session.keep()
    widths, state = window.session.side_widths, window.session.docks
    assert widths == USUAL_WIDTHS
    window.resize(1300, 820)
    window.dock_layout.restore(state, widths)
    qtbot.waitUntil(lambda: (window.library_dock.width(), window.outline_dock.width()) == USUAL_WIDTHS, timeout=30_000)
