"""A search looked at closer: operators, folders, documents that are missing, chips and tabs by keyboard."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from bookwheel.client.connection import Client
from bookwheel.domain.search import SearchRequest
from bookwheel.domain.typed_patterns import is_slashed
from bookwheel.gui.search.search_commands import OPERATORS
from bookwheel.gui.window.window import Window
from bookwheel.library.search.query_parser import parse

pytestmark = pytest.mark.leaves_library


def ask(qtbot: QtBot, window: Window, words: str) -> None:
    with qtbot.waitSignal(window.search.answered, timeout=30_000):
        window.toolbar.box.setText(words)


def chip(window: Window, words: str) -> QPushButton:
    found = [each for each in window.results_panel.chips.findChildren(QPushButton) if each.text().startswith(words)]
    return next(each for each in found if not each.isHidden())


def test_every_operator_explained_is_one_that_the_engine_knows(served: Client) -> None:
    for shown, put, about in OPERATORS:
        example = about.rpartition(": ")[2].partition(",")[0].partition(" or ")[0] if ": " in about else f"{put}x"
        query = parse(example, fields=("status",))
        assert query.filters or query.name == "" or is_slashed(example), shown
        served.search(SearchRequest(example))


def test_an_operator_is_put_into_the_box_from_the_help(qtbot: QtBot, window: Window) -> None:
    ask(qtbot, window, "reader")
    window.results_panel.help.click()
    palette = window.command_palette
    assert len(palette.words) == len(OPERATORS)
    qtbot.keyClicks(palette.box, "tag")
    qtbot.waitUntil(lambda: "tag:" in palette.words and "begin*" not in palette.words, timeout=30_000)
    qtbot.waitUntil(lambda: palette.words[0] == "tag:", timeout=30_000)
    qtbot.keyClick(palette.box, Qt.Key.Key_Return)
    assert window.toolbar.box.text() == "reader tag:"
    window.toolbar.box.clear()


def test_a_missing_document_says_why_and_opens(qtbot: QtBot, window: Window) -> None:
    ask(qtbot, window, "+gout")
    window.results_panel.absent.click()
    palette = window.command_palette
    qtbot.keyClicks(palette.box, "desk")
    qtbot.waitUntil(lambda: palette.words == ["The desk"], timeout=30_000)
    qtbot.keyClick(palette.box, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "It does not contain “gout”" in window.results_panel.absence.label.text(), timeout=30_000)
    focus = window.focusWidget()
    assert isinstance(focus, QPushButton)
    with qtbot.waitSignal(window.reader.document_opened, timeout=30_000):
        qtbot.keyClick(focus, Qt.Key.Key_Space)
    assert window.reader.here is not None and window.reader.here.doc.endswith("desk.md")
    window.toolbar.box.clear()
    assert window.results_panel.absence.isHidden()


def test_a_search_looks_in_one_folder_until_its_chip_is_let_go(qtbot: QtBot, window: Window, served: Client) -> None:
    ask(qtbot, window, "reader turns leaf")
    whole = window.search.model.rowCount()
    with qtbot.waitSignal(window.search.answered, timeout=30_000):
        window.search_commands.search_within("shelves/nowhere")
    qtbot.waitUntil(lambda: window.search.model.rowCount() == 0, timeout=30_000)
    let_go = chip(window, "in Shelves")
    let_go.setFocus()
    with qtbot.waitSignal(window.search.answered, timeout=30_000):
        qtbot.keyClick(let_go, Qt.Key.Key_Space)
    assert window.search.filters == {} and window.search.model.rowCount() == whole
    with qtbot.waitSignal(window.search.answered, timeout=30_000):
        window.search_commands.search_within(f"shelves/{'deep/' * 20}well")
    long = chip(window, "in Shelves")
    assert "…" in long.text() and long.text().endswith("well") and long.accessibleName() == long.toolTip()
    qtbot.waitUntil(lambda: long.fontMetrics().horizontalAdvance(long.text()) < long.width(), timeout=30_000)
    with qtbot.waitSignal(window.search.answered, timeout=30_000):
        window.search.clear_filters()
    window.toolbar.box.clear()


def test_chips_are_walked_by_arrows_and_keep_the_keyboard(qtbot: QtBot, window: Window) -> None:
    ask(qtbot, window, "reader turns leaf")
    first = chip(window, "All collections")
    window.toolbar.box.setFocus()
    qtbot.keyClick(window.toolbar.box, Qt.Key.Key_Tab)
    assert window.focusWidget() is first
    qtbot.keyClick(first, Qt.Key.Key_Right)
    held = window.focusWidget()
    assert isinstance(held, QPushButton) and held is not first
    key = held.property("key")
    with qtbot.waitSignal(window.search.answered, timeout=30_000):
        qtbot.keyClick(held, Qt.Key.Key_Space)
    now = window.focusWidget()
    assert isinstance(now, QPushButton) and now.isChecked() and now.property("key") == key
    qtbot.keyClick(now, Qt.Key.Key_Down)
    assert window.focusWidget() is window.results_panel.view
    window.toolbar.box.clear()


def test_control_return_opens_a_hit_in_a_tab_of_its_own(qtbot: QtBot, window: Window) -> None:
    ask(qtbot, window, "zanzibar")
    with qtbot.waitSignal(window.reader.document_opened, timeout=30_000):
        qtbot.keyClick(window.toolbar.box, Qt.Key.Key_Return)
    count = window.tabs.count()
    window.toolbar.box.setFocus()
    ask(qtbot, window, "lectern")
    with qtbot.waitSignal(window.reader.document_opened, timeout=30_000):
        qtbot.keyClick(window.toolbar.box, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert window.tabs.count() == count + 1
    window.toolbar.box.clear()


def test_a_folder_of_the_tree_is_searched_alone(qtbot: QtBot, window: Window) -> None:
    dock = window.library_dock
    qtbot.waitUntil(lambda: bool(dock.model.filled()), timeout=30_000)
    shelves = dock.model.index(0, 0)
    rows = (dock.model.index(row, 0, shelves) for row in range(dock.model.rowCount(shelves)))
    at = next(each for each in rows if dock.model.rowCount(each))
    card = dock.model.collection_of(at)
    assert card is not None
    action = next(
        each for each in dock.row_menu.build(dock.model.node(at), card).actions() if each.text() == "Search here"
    )
    action.trigger()
    assert window.search.filters == {"path": (f"shelves/{dock.model.node(at).folder}/",)}
    ask(qtbot, window, "zanzibar")
    window.toolbar.box.clear()


def test_tab_goes_from_the_filters_by_the_choices_to_the_hits(qtbot: QtBot, window: Window) -> None:
    for words in ("zanzibar", "slope", "zanzibar"):
        with qtbot.waitSignal(window.search.answered, timeout=30_000):
            window.toolbar.box.setText(words)
    window.activateWindow()
    hits = window.results_panel
    hits.chips.take_focus()
    passed: list[object] = []
    for _ in range(20):
        focus = window.focusWidget()
        assert focus is not None
        passed.append(focus)
        if focus is hits.absent:
            break
        qtbot.keyClick(focus, Qt.Key.Key_Tab)
    chips = [each for each in hits.chips.buttons if each.isVisible()]
    assert len(chips) > 1 and passed == [
        *chips,
        hits.mode,
        hits.order,
        hits.grouping,
        hits.fields,
        hits.help,
        hits.view,
        hits.absent,
    ]
