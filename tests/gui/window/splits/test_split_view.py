"""Several documents beside each other: split, moved by mouse and keys, closed, kept and brought back."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from bookwheel import paths
from bookwheel.client.connection import Client
from bookwheel.domain.collection import AddRequest, RemoveRequest
from bookwheel.gui.page.reader import Reader
from bookwheel.gui.state.locations import Location
from bookwheel.gui.state.session import Session
from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.window.splits.tab_moves import Side, move_to_side
from bookwheel.gui.window.window import Window
from tests.gui.window.test_window import DESK, WHEEL, go
from tests.waiting import until

pytestmark = pytest.mark.leaves_library

INDEX, NOTES = "shelves/index.md", "shelves/notes.txt"


def docs(window: Window) -> list[list[str]]:
    """The documents of all tabs, by split."""
    return [[place.doc for place in reader.places] for reader in window.split_view.readers]


def run(window: Window, name: str) -> None:
    """Run a command by its name."""
    window.commands.find(name).trigger()


def settle(qtbot: QtBot, window: Window) -> None:
    """Wait until every split shows its place."""
    readers = window.split_view.readers
    qtbot.waitUntil(lambda: all(reader.page and not reader.is_landing for reader in readers), timeout=30_000)


def text_of(qtbot: QtBot, reader: Reader) -> str:
    """What a split's page says of itself: its title, or that it shows its source."""
    answers: list[object] = []
    assert reader.view is not None
    reader.view.web_page.runJavaScript("document.body.innerText", 1, answers.append)
    qtbot.waitUntil(lambda: bool(answers), timeout=30_000)
    return str(answers[0])


def drag(tabs: object, start: QPoint, *stops: QPoint) -> None:
    """Press the mouse on a strip, and go with it to points of the screen; it stays pressed."""

    def send(kind: QMouseEvent.Type, at: QPoint, button: Qt.MouseButton) -> None:
        local = QPointF(tabs.mapFromGlobal(at))  # type: ignore[attr-defined]
        held = Qt.MouseButton.LeftButton
        event = QMouseEvent(kind, local, QPointF(at), button, held, Qt.KeyboardModifier.NoModifier)
        QApplication.sendEvent(tabs, event)  # type: ignore[arg-type]

    send(QMouseEvent.Type.MouseButtonPress, start, Qt.MouseButton.LeftButton)
    for stop in stops:
        send(QMouseEvent.Type.MouseMove, stop, Qt.MouseButton.NoButton)


def drop(tabs: object, at: QPoint) -> None:
    local = QPointF(tabs.mapFromGlobal(at))  # type: ignore[attr-defined]
    left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    event = QMouseEvent(QMouseEvent.Type.MouseButtonRelease, local, QPointF(at), left, Qt.MouseButton.NoButton, none)
    QApplication.sendEvent(tabs, event)  # type: ignore[arg-type]


def test_a_split_shows_the_document_again_and_everything_follows_the_focused_one(qtbot: QtBot, window: Window) -> None:
    go(qtbot, window, Location(WHEEL, "how-it-turns"))
    run(window, "Split right")
    settle(qtbot, window)
    left, right = window.split_view.readers
    assert docs(window) == [[WHEEL], [WHEEL]] and window.reader is right
    qtbot.waitUntil(lambda: right.position.scroll == left.position.scroll > 0, timeout=30_000)
    go(qtbot, window, Location(DESK))
    assert docs(window) == [[WHEEL], [DESK]] and window.windowTitle() == "The desk – Bookwheel"
    qtbot.waitUntil(lambda: window.outline_dock.headings()[0].title == "The desk", timeout=30_000)
    run(window, "Find in page")
    assert right.finder.isVisible() and not left.finder.isVisible()
    run(window, "Zoom in")
    assert (left.zoom, right.zoom) == (1.0, 1.1)
    assert window.toolbar.back.isEnabled(), "the new split has been where the first one was"
    run(window, "Go to split 1")
    assert window.reader is left and window.windowTitle() == "The bookwheel – Bookwheel"
    assert window.outline_dock.headings()[0].title == "The bookwheel"
    assert not window.toolbar.back.isEnabled()
    assert left.tabs.is_marked and not right.tabs.is_marked
    assert [reader.tabs.accessibleName() for reader in (left, right)] == ["Tabs of split 1", "Tabs of split 2"]
    qtbot.waitUntil(lambda: window.breadcrumbs.words[:3][-1] == "The bookwheel", timeout=30_000)


def test_two_splits_show_one_document_in_two_forms(qtbot: QtBot, window: Window) -> None:
    go(qtbot, window, Location(WHEEL))
    run(window, "Split down")
    settle(qtbot, window)
    top, bottom = window.split_view.readers
    run(window, "Show source")
    settle(qtbot, window)
    qtbot.waitUntil(lambda: "tags: [history, machines]" in text_of(qtbot, bottom), timeout=30_000)
    top.reload()
    settle(qtbot, window)
    assert "tags: [history" not in text_of(qtbot, top) and "## How it turns" in text_of(qtbot, bottom)


def test_a_hit_opens_in_the_other_split_and_the_reader_stays(qtbot: QtBot, window: Window) -> None:
    go(qtbot, window, Location(DESK))
    beside = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
    window.toolbar.box.setFocus()
    qtbot.keyClicks(window.toolbar.box, "same slope throughout")
    qtbot.waitUntil(lambda: window.results_panel.isVisible() and not window.search.is_waiting, timeout=30_000)
    QTest.keyClick(window.windowHandle(), Qt.Key.Key_Return, beside)  # only so does Qt know which keys are held
    qtbot.waitUntil(lambda: docs(window) == [[DESK], [WHEEL]], timeout=30_000)
    settle(qtbot, window)
    assert window.reader is window.split_view.readers[0] and window.windowTitle() == "The desk – Bookwheel"
    window.shell.open_beside(Location(INDEX))
    settle(qtbot, window)
    assert docs(window) == [[DESK], [INDEX]], "a second one takes the place of the first"
    assert window.split_view.readers[1].trail.can_go_back


def test_tabs_are_dragged_into_splits_of_their_own_and_among_others(qtbot: QtBot, window: Window) -> None:
    go(qtbot, window, Location(WHEEL))
    go(qtbot, window, Location(INDEX))
    with qtbot.waitSignal(window.reader.landed, timeout=30_000):
        window.shell.open(Location(DESK), in_new_tab=True)
    left = window.reader
    tabs, zone = left.tabs, window.tab_drag.zone
    start = tabs.mapToGlobal(tabs.tabRect(0).center())
    right_edge = left.mapToGlobal(QPoint(left.width() - 20, left.height() // 2))
    drag(tabs, start, right_edge)
    assert zone.isVisible() and zone.x() >= left.width() // 2 - 1
    drag(tabs, start, right_edge, right_edge)
    qtbot.keyClick(window, Qt.Key.Key_Escape)
    assert not zone.isVisible()
    drop(tabs, right_edge)
    assert docs(window) == [[INDEX, DESK]], "Escape leaves it where it was"
    drag(tabs, start, right_edge)
    drop(tabs, right_edge)
    assert docs(window) == [[DESK], [INDEX]] and not zone.isVisible()
    right = window.split_view.readers[1]
    assert window.reader is right and right.trail.can_go_back, "it takes its history along"
    settle(qtbot, window)
    into = left.tabs.mapToGlobal(QPoint(4, 10))
    drag(right.tabs, right.tabs.mapToGlobal(right.tabs.tabRect(0).center()), into)
    drop(right.tabs, into)
    assert docs(window) == [[INDEX, DESK]] and window.reader is left
    qtbot.waitUntil(left.tabs.isVisible, timeout=30_000)  # it went above the centre again
    end = left.tabs.mapToGlobal(left.tabs.tabRect(1).center() + QPoint(30, 0))
    drag(left.tabs, left.tabs.mapToGlobal(left.tabs.tabRect(0).center()), end)
    drop(left.tabs, end)
    assert docs(window) == [[DESK, INDEX]] and left.here is not None and left.here.doc == INDEX


def test_tabs_move_by_keys_and_an_empty_split_goes(qtbot: QtBot, window: Window) -> None:
    go(qtbot, window, Location(WHEEL))
    with qtbot.waitSignal(window.reader.landed, timeout=30_000):
        window.shell.open(Location(DESK), in_new_tab=True)
    run(window, "Move tab to next split")
    settle(qtbot, window)
    assert docs(window) == [[WHEEL], [DESK]]
    run(window, "Move tab to previous split")
    settle(qtbot, window)
    assert docs(window) == [[WHEEL, DESK]]
    run(window, "Split right")
    settle(qtbot, window)
    run(window, "Close tab")
    assert docs(window) == [[WHEEL, DESK]], "the last tab of a split takes it along"
    run(window, "Reopen closed tab")
    settle(qtbot, window)
    assert docs(window) == [[DESK, WHEEL, DESK]]
    run(window, "Close split")
    run(window, "Close tab")
    run(window, "Close tab")
    run(window, "Close tab")
    assert len(docs(window)) == len(docs(window)[0]) == 1, "the last tab of the last split stays"


def test_there_are_four_splits_and_not_five_and_all_can_be_joined(qtbot: QtBot, window: Window) -> None:
    for name in ("Split right", "Open layout"):
        run(window, name)
        window.command_palette.dismiss()
    assert docs(window) == [[]], "nothing is split before something is read"
    go(qtbot, window, Location(WHEEL))
    for doc, name in ((DESK, "Split right"), (INDEX, "Split down"), (NOTES, "Split right")):
        run(window, name)
        go(qtbot, window, Location(doc))
    settle(qtbot, window)
    assert docs(window) == [[WHEEL], [DESK], [INDEX], [NOTES]]
    run(window, "Split down")
    assert len(docs(window)) == 4 and "up to four" in window.notification_bar.sentence
    first, second = window.split_view.readers[:2]
    move_to_side(window.split_view, first, 0, second, Side.BOTTOM)
    settle(qtbot, window)
    assert docs(window) == [[DESK], [WHEEL], [INDEX], [NOTES]], "one that moves is none too many"
    sizes = {reader.size().toTuple() for reader in window.split_view.readers}
    assert all(width >= 140 and height >= 100 for width, height in sizes)
    run(window, "Join all splits")
    settle(qtbot, window)
    assert docs(window) == [[WHEEL, DESK, INDEX, NOTES]]


def test_splits_come_back_with_the_session(
    qtbot: QtBot, window: Window, served: Client, session: Session, theme: Theme
) -> None:
    go(qtbot, window, Location(WHEEL, "who-used-it"))
    run(window, "Split right")
    go(qtbot, window, Location(DESK))
    run(window, "Split down")
    go(qtbot, window, Location(INDEX))
    settle(qtbot, window)
    run(window, "Go to split 2")
    root = window.split_view.panes[0].parentWidget()
    root.setSizes([300, 700])  # type: ignore[attr-defined]
    qtbot.waitUntil(lambda: window.split_view.readers[0].width() < 400, timeout=30_000)
    settle(qtbot, window)
    window.close()
    layout = session.layout
    assert layout is not None and layout.focused == 1
    again = Window(paths.LibraryPaths(Path(served.status().library)), session, theme)
    again.resize(1300, 600)
    again.show()
    again.begin([])
    qtbot.waitUntil(lambda: docs(again) == [[WHEEL], [DESK], [INDEX]], timeout=30_000)
    settle(qtbot, again)
    first, second, third = again.split_view.readers
    assert again.reader is second and again.windowTitle() == "The desk – Bookwheel"
    qtbot.waitUntil(lambda: first.position.scroll > 0, timeout=30_000)
    assert second.mapToGlobal(QPoint()).x() == third.mapToGlobal(QPoint()).x() > first.mapToGlobal(QPoint()).x()
    assert 0.2 < first.width() / (first.width() + second.width()) < 0.4
    again.close()
    again.end()
    again.deleteLater()


def test_a_layout_has_a_name_and_opening_and_deleting_it_can_be_undone(
    qtbot: QtBot, window: Window, session: Session
) -> None:
    go(qtbot, window, Location(WHEEL))
    run(window, "Split right")
    go(qtbot, window, Location(DESK))
    settle(qtbot, window)
    palette, notices = window.command_palette, window.notification_bar

    def choose(command: str, text: str) -> None:
        run(window, command)
        qtbot.keyClicks(palette.box, text)
        qtbot.waitUntil(lambda: bool(palette.words), timeout=30_000)
        qtbot.keyClick(palette.box, Qt.Key.Key_Return)

    choose("Save layout", "Wheels and desks")
    qtbot.waitUntil(lambda: "Wheels and desks" in session.layouts, timeout=30_000)
    run(window, "Close split")
    go(qtbot, window, Location(INDEX))
    choose("Open layout", "wheels")
    qtbot.waitUntil(lambda: docs(window) == [[WHEEL], [DESK]], timeout=30_000)
    settle(qtbot, window)
    notices.way.click()
    qtbot.waitUntil(lambda: docs(window) == [[INDEX]], timeout=30_000)
    settle(qtbot, window)
    choose("Delete layout", "wheels")
    qtbot.waitUntil(lambda: not session.layouts, timeout=30_000)
    notices.way.click()
    assert list(session.layouts) == ["Wheels and desks"]


def test_splits_of_a_collection_that_is_removed_go(
    qtbot: QtBot, window: Window, served: Client, tmp_path: Path
) -> None:
    folder = tmp_path / "brief"
    folder.mkdir()
    (folder / "plan.md").write_text("# The plan\n", "utf-8")
    served.add(AddRequest(str(folder), name="Brief"))
    until(lambda: any(card.slug == "brief" and card.documents for card in served.collections().collections))
    go(qtbot, window, Location("brief/plan.md"))
    run(window, "Split right")
    go(qtbot, window, Location(WHEEL))
    run(window, "Split down")
    go(qtbot, window, Location("brief/plan.md"))
    settle(qtbot, window)
    served.remove(RemoveRequest("brief"))
    qtbot.waitUntil(lambda: docs(window) == [[WHEEL]], timeout=30_000)
    assert window.windowTitle() == "The bookwheel – Bookwheel"
    qtbot.waitUntil(window.tabs.isVisible, timeout=30_000)
