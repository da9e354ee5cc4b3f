"""The manual by F1 and by question marks: the page about what has the keyboard."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QEnterEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from bookwheel import paths
from bookwheel.client.connection import Client
from bookwheel.domain.collection import AddRequest, RemoveRequest
from bookwheel.domain.search import SearchRequest
from bookwheel.gui.state.locations import Location
from bookwheel.gui.widgets.dialog import Dialog
from bookwheel.gui.widgets.manual_page import FRONT_PAGE, ManualButton, manual_page
from bookwheel.gui.window.window import Window

MANUAL = paths.resources() / "manual" / "en"


def _docs_are_shown(window: Window, doc: str) -> bool:
    page = window.reader.page
    return page is not None and page.doc == doc


def _press_f1(window: Window) -> None:
    window.commands.find("Manual").trigger()


def test_f1_adds_the_manual_once_and_opens_the_page_about_the_focus(
    qtbot: QtBot, window: Window, served: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    box = window.toolbar.box
    monkeypatch.setattr(QApplication, "focusWidget", staticmethod(lambda: box))
    _press_f1(window)
    qtbot.waitUntil(lambda: _docs_are_shown(window, "bookwheel-manual/search.md"), timeout=30_000)
    monkeypatch.setattr(QApplication, "focusWidget", staticmethod(lambda: window.outline_dock.widget()))
    tabs = window.tabs.count()
    _press_f1(window)
    qtbot.waitUntil(lambda: _docs_are_shown(window, "bookwheel-manual/reading.md"), timeout=30_000)
    assert window.tabs.count() == tabs, "a page of the manual takes the place of another"
    roots = [card.root for card in served.collections().collections]
    assert roots.count(str(MANUAL)) == 1
    hits = served.search(SearchRequest("manual collection folder"))
    assert all(not hit.doc.startswith("bookwheel-manual/") for hit in hits.hits)


def test_a_document_that_is_open_keeps_its_tab(qtbot: QtBot, window: Window, served: Client) -> None:
    document = next(hit.doc for hit in served.search(SearchRequest("the")).hits)
    window.shell.open(Location(document))
    qtbot.waitUntil(lambda: _docs_are_shown(window, document), timeout=30_000)
    tabs = window.tabs.count()
    window.manual.open("ask.md", is_beside=False)
    qtbot.waitUntil(lambda: _docs_are_shown(window, "bookwheel-manual/ask.md"), timeout=30_000)
    assert window.tabs.count() == tabs + 1


def test_every_part_names_a_page_that_there_is(window: Window) -> None:
    parts: list[QWidget] = [
        *(entry.dock for entry in window._docks.entries),
        window.toolbar.box,
        window.results_panel.view,
        window.reader,
        window.map_tab.page,
    ]
    pages = {manual_page(part) for part in parts}
    assert pages == {
        *("reading.md", "search.md", "graph-and-map.md", "links.md", "agents.md", "ask.md"),
        *("annotations.md", "tasks.md", "reading-list.md"),
    }
    assert manual_page(window) == FRONT_PAGE
    for dialog in Dialog.__subclasses__():
        assert (MANUAL / dialog.manual).is_file(), dialog
    for page in (*pages, FRONT_PAGE, "settings.md", "keys.md", "permissions.md"):
        assert (MANUAL / page).is_file(), page


def test_a_dialog_opens_its_page_beside_the_window(qtbot: QtBot, window: Window) -> None:
    if not any(Path(card.root) == MANUAL for card in window.library_dock.model.cards().values()):
        window.manual.open(FRONT_PAGE, is_beside=False)
        qtbot.waitUntil(lambda: _docs_are_shown(window, f"bookwheel-manual/{FRONT_PAGE}"), timeout=30_000)
    asked: list[Location] = []
    window.process_signals.window_requested.connect(asked.append)
    report = window.dialogs.show_link_report()
    qtbot.waitUntil(report.isActiveWindow)
    qtbot.keyClick(report, Qt.Key.Key_F1)
    assert [place.doc for place in asked] == ["bookwheel-manual/links.md"]
    report.close()
    settings = window.dialogs.show_settings("Keyboard shortcuts")
    settings.findChildren(ManualButton)[0].click()
    assert asked[-1].doc == "bookwheel-manual/settings.md"
    settings.close()


def test_a_pane_offers_its_page_while_the_pointer_is_over_it(qtbot: QtBot, window: Window) -> None:
    dock = window.outline_dock
    button = dock.findChildren(ManualButton)[0]
    assert not button.isVisible()
    QApplication.sendEvent(dock, QEnterEvent(QPointF(5, 5), QPointF(5, 5), QPointF(5, 5)))
    assert button.isVisible()
    QApplication.sendEvent(dock, QEvent(QEvent.Type.Leave))
    assert not button.isVisible()


def test_a_manual_that_has_moved_is_added_anew(qtbot: QtBot, window: Window, served: Client, tmp_path: Path) -> None:
    for card in served.collections().collections:
        if card.root == str(MANUAL):
            served.remove(RemoveRequest(card.slug))
    former = tmp_path / "old" / "resources" / "manual" / "en"
    former.mkdir(parents=True)
    (former / "index.md").write_text("# Manual\n", "utf-8")
    served.add(AddRequest(str(former), "Bookwheel manual", in_search=False))
    former.rename(tmp_path / "gone")

    def is_missed() -> bool:
        return any(card.state == "missing" for card in window.library_dock.model.cards().values())

    qtbot.waitUntil(is_missed, timeout=30_000)
    window.manual.open("memory.md", is_beside=False)
    qtbot.waitUntil(lambda: bool(window.reader.page and window.reader.page.doc.endswith("/memory.md")), timeout=30_000)
    roots = {card.root for card in served.collections().collections}
    assert str(MANUAL) in roots and str(former) not in roots
