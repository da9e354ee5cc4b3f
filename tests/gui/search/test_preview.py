"""Arrow keys in the hits show each hit's page in one tab, which Return or going on from there keeps."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from bookwheel.domain.service.events import Event, EventKind
from bookwheel.gui.page.html import page_code
from bookwheel.gui.state.locations import Location, address, section_location
from bookwheel.gui.window.window import Window

pytestmark = pytest.mark.leaves_library

WELCOME, WHEEL, DESK = "shelves/index.md", "shelves/machines/wheel.md", "shelves/machines/desk.md"


def _begin(qtbot: QtBot, window: Window) -> QWidget:
    """Read one document, then search for what two others hold; the list, with the keyboard."""
    with qtbot.waitSignal(window.reader.landed, timeout=30_000):
        window.shell.open(Location(WELCOME))
    with qtbot.waitSignal(window.search.answered, timeout=30_000):
        window.shell.search_for("zanzibar")
    qtbot.waitUntil(lambda: window.search._is_final and window.search.model.rowCount() > 1, timeout=30_000)
    view = window.results_panel.view
    view.setFocus()
    return view


def _press(qtbot: QtBot, window: Window, widget: QWidget, key: Qt.Key) -> None:
    with qtbot.waitSignal(window.reader.landed, timeout=30_000):
        qtbot.keyClick(widget, key)


def _doc(window: Window) -> str:
    return window.reader.here.doc if window.reader.here is not None else ""


def test_arrows_preview_hits_in_one_tab_and_return_keeps_it(qtbot: QtBot, window: Window) -> None:
    view = _begin(qtbot, window)
    _press(qtbot, window, view, Qt.Key.Key_Down)
    first = _doc(window)
    assert window.tabs.count() == 2 and window.tabs.preview_row == 1 and view.hasFocus()
    _press(qtbot, window, view, Qt.Key.Key_Up)
    second = _doc(window)
    assert {first, second} == {WHEEL, DESK}
    assert window.tabs.count() == 2 and window.tabs.preview_row == 1
    assert [place.doc for place in window.reader.places] == [WELCOME, second], "the second took the first one's place"
    qtbot.keyClick(view, Qt.Key.Key_Return)
    assert window.tabs.preview_row == -1 and window.tabs.count() == 2
    focus = window.focusWidget()
    assert window.reader.view is not None and focus is not None and window.reader.view.isAncestorOf(focus)
    view.setFocus()
    _press(qtbot, window, view, Qt.Key.Key_Down)
    assert window.tabs.count() == 3 and window.tabs.preview_row == 2, "what was kept is not replaced"


def test_arrows_in_the_search_box_preview_too(qtbot: QtBot, window: Window) -> None:
    _begin(qtbot, window)
    window.toolbar.box.setFocus()
    _press(qtbot, window, window.toolbar.box, Qt.Key.Key_Down)
    assert window.tabs.preview_row == window.tabs.count() - 1 and window.toolbar.box.hasFocus()


def test_going_on_from_a_preview_and_a_double_click_keep_it(qtbot: QtBot, window: Window) -> None:
    view = _begin(qtbot, window)
    _press(qtbot, window, view, Qt.Key.Key_Down)
    row = window.tabs.preview_row
    with qtbot.waitSignal(window.reader.landed, timeout=30_000):
        window.shell.open(Location(WELCOME))
    assert row > 0 and window.tabs.preview_row == -1 and window.reader.trail.can_go_back
    _press(qtbot, window, view, Qt.Key.Key_Up if view.currentIndex().row() else Qt.Key.Key_Down)
    row = window.tabs.preview_row
    at = window.tabs.tabRect(row).center()
    qtbot.mouseDClick(window.tabs, Qt.MouseButton.LeftButton, pos=at)
    assert row > 0 and window.tabs.preview_row == -1


def test_a_hit_that_was_fetched_ahead_is_shown_and_forgotten_when_the_library_changes(
    qtbot: QtBot, window: Window
) -> None:
    view = _begin(qtbot, window)
    ahead, client = window.reader.ahead, window.shell.client
    hits = [hit for row in (0, 1) if (hit := window.search.model.hit(row)) is not None]
    places = [section_location(hit.section, "zanzibar", hit.place, title=hit.document_title) for hit in hits]
    assert client is not None

    def are_fetched() -> bool:
        missing = [place for place in places if not ahead.has(place)]
        if missing:  # the library may have changed since
            ahead.expect(client, missing)
        return not missing

    qtbot.waitUntil(are_fetched, timeout=30_000)
    _press(qtbot, window, view, Qt.Key.Key_Down)
    page = window.reader.page
    assert page is not None and page.doc in (WHEEL, DESK) and page.hits > 0, "its hits are marked"
    qtbot.waitUntil(are_fetched, timeout=30_000)
    window.event_router.on_event(Event(1, EventKind.PUBLISHED, 99))
    assert not any(map(ahead.has, places))


def test_a_preview_takes_the_place_of_the_one_before_without_a_load(qtbot: QtBot, window: Window) -> None:
    view = _begin(qtbot, window)
    _press(qtbot, window, view, Qt.Key.Key_Down)
    web, loads, replaced = window.reader.view, [], []
    assert web is not None
    web.loadStarted.connect(lambda: loads.append(1))
    web.replaced.connect(lambda: replaced.append(1))
    for key in (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Up):
        _press(qtbot, window, view, key)
        said: list[object] = []
        source = "[document.title, location.href, document.querySelectorAll('mark.hit.here').length].join('|')"
        web.web_page.runJavaScript(source, page_code.WORLD, said.append)
        qtbot.waitUntil(lambda said=said: bool(said), timeout=30_000)
        page = window.reader.page
        assert page is not None and said == [f"{page.title}|{address(page.doc)}|1"]
        assert web.url() == QUrl(address(page.doc)) and window.reader.hits.total > 0
    assert loads == [] and len(replaced) == 3
    qtbot.keyClick(view, Qt.Key.Key_Return)
    with qtbot.waitSignal(web.loadFinished, timeout=30_000):
        window.reader.reload()
    assert loads == [1], "a page that is kept can be loaded again"


def test_the_scripts_of_a_page_begin_again_with_each_document(qtbot: QtBot, window: Window) -> None:
    view = _begin(qtbot, window)
    _press(qtbot, window, view, Qt.Key.Key_Down)
    web = window.reader.view
    assert web is not None

    def ask(source: str) -> object:
        said: list[object] = []
        web.web_page.runJavaScript(source, page_code.WORLD, said.append)
        qtbot.waitUntil(lambda: bool(said), timeout=30_000)
        return said[0]

    html = '<html lang="de" dir="rtl"><title>New</title><body><main id="sheet">{}</main></body></html>'
    code = '<div class="code" data-language="python"><pre>wheel</pre></div>'
    web.replace_document(QUrl("bookwheel://doc/shelves/new.md"), html.format(code * 2).encode(), lambda: None)
    assert ask("document.querySelectorAll('.code-copy').length") == 2
    assert ask("[document.documentElement.lang, document.documentElement.dir, document.title].join()") == "de,rtl,New"
    assert ask("bookwheel.code_of(document.querySelector('.code-copy').pathname)") == "wheel"
    assert ask("document.adoptedStyleSheets.includes(window.ownStyle)") is True, "the person's own style stays"
    failed: list[int] = []
    web.replace_document(QUrl("https://example.org/"), html.format("").encode(), lambda: failed.append(1))
    qtbot.waitUntil(lambda: failed == [1], timeout=30_000)
