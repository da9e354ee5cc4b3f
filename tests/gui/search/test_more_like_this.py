"""More like this, from a hit, an outline row, the selection and the section read; and the way back."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from bookwheel.gui.page.html import page_code
from bookwheel.gui.state.locations import Location
from bookwheel.gui.window.commands.page_menu import build_page_menu
from bookwheel.gui.window.window import Window

pytestmark = pytest.mark.leaves_library

WELCOME, WHEEL, DESK = "shelves/index.md", "shelves/machines/wheel.md", "shelves/machines/desk.md"
LIKE = "More like this"


def read(qtbot: QtBot, window: Window, doc: str, anchor: str = "") -> None:
    with qtbot.waitSignal(window.reader.landed, timeout=30_000):
        window.shell.open(Location(doc, anchor))
    qtbot.waitUntil(lambda: bool(window.outline_dock.headings()), timeout=30_000)


def likes(qtbot: QtBot, window: Window, ask: Callable[[], object]) -> str:
    """What the hits are like once they are there."""
    with qtbot.waitSignal(window.search.answered, timeout=30_000):
        ask()
    panel = window.results_panel
    qtbot.waitUntil(lambda: panel.isVisible() and panel.banner.isVisible(), timeout=30_000)
    assert window.search.like is not None and window.toolbar.box.text() == ""
    return window.search.like.like


def choose(menu: QMenu | None, words: str) -> None:
    assert menu is not None
    next(action for action in menu.actions() if action.text() == words).trigger()


def sections(window: Window) -> list[str]:
    model = window.search.model
    return [hit.section for row in range(model.rowCount()) if (hit := model.hit(row)) is not None]


def docs(window: Window) -> set[str]:
    model = window.search.model
    return {hit.doc for row in range(model.rowCount()) if (hit := model.hit(row)) is not None}


def test_a_hit_leads_to_its_like_and_the_cross_back(qtbot: QtBot, window: Window) -> None:
    window.results_panel.set_grouping(False)
    with qtbot.waitSignal(window.search.answered, timeout=30_000):
        window.shell.search_for("gout scholars")
    qtbot.waitUntil(lambda: window.search._is_final and window.search.model.rowCount() > 0, timeout=30_000)
    panel, before = window.results_panel, docs(window)
    hit = window.search.model.hit(0)
    assert hit is not None and hit.section == f"{WHEEL}#who-used-it"
    assert likes(qtbot, window, lambda: choose(panel.build_menu(0), LIKE)) == hit.section
    assert "Who used it" in panel.banner.name.text()
    assert docs(window) and hit.section not in sections(window)
    assert not panel.absent.isVisible()
    qtbot.waitUntil(panel.view.hasFocus, timeout=30_000)
    with qtbot.waitSignal(window.search.answered, timeout=30_000):
        qtbot.mouseClick(panel.banner.close_button, Qt.MouseButton.LeftButton)
    assert window.toolbar.box.text() == "gout scholars" and window.search.like is None
    qtbot.waitUntil(lambda: docs(window) == before and not panel.banner.isVisible(), timeout=30_000)


def test_words_that_are_typed_end_it(qtbot: QtBot, window: Window) -> None:
    read(qtbot, window, WHEEL)
    likes(qtbot, window, window.similar_passages.search_here)
    with qtbot.waitSignal(window.search.answered, timeout=30_000):
        qtbot.keyClicks(window.toolbar.box, "apples")
    qtbot.waitUntil(lambda: docs(window) == {"shelves/notes.txt"}, timeout=30_000)
    assert window.search.like is None and not window.results_panel.banner.isVisible()


def test_an_outline_row_leads_to_its_like_and_the_cross_to_the_page(qtbot: QtBot, window: Window) -> None:
    read(qtbot, window, WHEEL)
    outline = window.outline_dock
    at = outline.model.index(outline.model.row_of("how-it-turns"))
    asked = likes(qtbot, window, lambda: choose(outline.build_menu(at), LIKE))
    assert asked == f"{WHEEL}#how-it-turns" and "How it turns" in window.results_panel.banner.name.text()
    window.results_panel.banner.close_button.click()
    qtbot.waitUntil(lambda: not window.results_panel.isVisible(), timeout=30_000)
    assert window.search.like is None and not window.search.is_asking


def test_the_selection_else_the_section_is_asked_for(qtbot: QtBot, window: Window) -> None:
    read(qtbot, window, WHEEL)
    view = window.reader.view
    assert view is not None
    command = window.commands.find(LIKE)
    assert likes(qtbot, window, command.trigger).startswith(WHEEL)
    qtbot.waitUntil(window.results_panel.view.hasFocus, timeout=30_000)
    assert window.reader.here is not None and window.reader.here.doc == WHEEL, "the page that is read stays"
    select = "const range = document.createRange(); range.selectNodeContents(document.querySelector('#who-used-it'"
    select += ").nextElementSibling); getSelection().removeAllRanges(); getSelection().addRange(range)"
    view.web_page.runJavaScript(select, page_code.WORLD)
    qtbot.waitUntil(lambda: "gout" in view.selectedText(), timeout=30_000)
    view.setFocus()
    asked = likes(qtbot, window, command.trigger)
    like = window.search.like
    assert "tormented by gout" in asked and like is not None and like.taken_from == f"{WHEEL}#who-used-it"
    assert f"{WHEEL}#who-used-it" not in sections(window)
    view.call("end_selection")


def test_the_page_knows_the_section_at_a_point(qtbot: QtBot, window: Window) -> None:
    read(qtbot, window, WHEEL, "how-it-turns")
    view = window.reader.view
    assert view is not None
    found: list[object] = []

    def is_found(selector: str) -> bool:
        """Ask what the page knows at the place of an element; it may still be scrolling there, so ask again."""
        found.clear()
        box = f"(() => {{ const box = document.querySelector('{selector}').getBoundingClientRect();"
        view.web_page.runJavaScript(
            f"{box} return [box.left + 4, box.top + 4].join(' ') }})()", page_code.WORLD, found.append
        )
        qtbot.waitUntil(lambda: bool(found), timeout=30_000)
        x, y = map(float, str(found.pop()).split())
        view.call("anchor_at", x, y, then=found.append)
        qtbot.waitUntil(lambda: bool(found), timeout=30_000)
        return found[0] == "how-it-turns"

    qtbot.waitUntil(lambda: is_found("#how-it-turns"), timeout=30_000)
    qtbot.waitUntil(lambda: is_found("#how-it-turns + p"), timeout=30_000)


def test_the_menu_of_the_page_offers_it_once(qtbot: QtBot, window: Window) -> None:
    read(qtbot, window, DESK)
    search_like = window.similar_passages.search_pressed
    menu = build_page_menu(window.shell, window.reader, window.commands, search_like)
    assert [action.text() for action in menu.actions()].count(LIKE) == 1
    assert likes(qtbot, window, lambda: choose(menu, LIKE)).startswith(DESK)


def test_without_a_document_there_is_nothing_to_compare(qtbot: QtBot, window: Window) -> None:
    window.similar_passages.search_here()
    assert window.search.like is None and "Open a document first." in window.notification_bar.sentence


def test_cards_of_the_links_pane_and_documents_of_the_tree_have_it(qtbot: QtBot, window: Window) -> None:
    read(qtbot, window, WHEEL)
    links = window.links_dock
    qtbot.waitUntil(lambda: any(row.place is not None for row in links.model.rows), timeout=30_000)
    card = next(row for row in links.model.rows if row.place is not None)
    assert card.place is not None
    assert likes(qtbot, window, lambda: choose(links.view.build_menu(card), LIKE)).startswith(card.place.doc)
    assert card.title in window.results_panel.banner.name.text()
    model = window.library_dock.model
    qtbot.waitUntil(lambda: model.index_of(DESK).isValid(), timeout=30_000)
    at, menus = model.index_of(DESK), window.library_dock.row_menu
    shelf = model.collection_of(at)
    assert shelf is not None
    assert likes(qtbot, window, lambda: choose(menus.build(model.node(at), shelf), LIKE)) == DESK
    names = [action.text() for action in menus.build(model.node(model.index(0, 0)), shelf).actions()]
    assert "Search here" in names and LIKE not in names
