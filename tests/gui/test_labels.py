"""The Labels side bar: trees of tags and categories, saved searches, and where they lead."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester
from pytestqt.qtbot import QtBot

from bookwheel.domain.browse import View
from bookwheel.domain.search import FacetCount
from bookwheel.gui.labels.dock import Label, LabelsDock
from bookwheel.gui.state.saved_search import SavedSearch
from bookwheel.gui.widgets.row_delegate import COUNT
from bookwheel.gui.window.window import Window

pytestmark = pytest.mark.leaves_library


def index_of(dock: LabelsDock, words: str) -> QModelIndex:
    return next(at for at in dock._every() if at.data() == words)


def seen(qtbot: QtBot, window: Window) -> LabelsDock:
    window.dock_layout.toggle_labels()
    dock = window.labels_dock
    qtbot.waitUntil(lambda: any(at.data() == "machines" for at in dock._every()), timeout=30_000)
    return dock


def test_labels_nest_and_are_searched_by_click_and_key(qtbot: QtBot, window: Window) -> None:
    dock = seen(qtbot, window)
    QAbstractItemModelTester(dock.shown, QAbstractItemModelTester.FailureReportingMode.Fatal, dock)
    at = index_of(dock, "machines")
    assert at.parent().data() == "Tags" and at.data(COUNT)
    dock.tree.setFocus()
    dock.tree.setCurrentIndex(at)
    with qtbot.waitSignal(window.search.answered, timeout=30_000):
        qtbot.keyClick(dock.tree, Qt.Key.Key_Return)
    assert window.toolbar.box.text() == "tag:machines"
    qtbot.waitUntil(lambda: window.search.model.rowCount() > 0, timeout=30_000)
    window.toolbar.box.clear()
    dock.tree.setFocus()
    window.dock_layout.toggle_labels()
    assert not dock.isVisible()


def test_who_comes_to_the_labels_by_key_stands_on_a_row(qtbot: QtBot, window: Window) -> None:
    dock = seen(qtbot, window)
    assert dock.tree.hasFocus() and dock.tree.currentIndex().data() == "Topics"
    window.dock_layout.toggle_labels()


def test_nested_values_stand_under_the_value_above_them(qtbot: QtBot, window: Window) -> None:
    dock = window.labels_dock
    values = tuple(FacetCount("tag", value, 2) for value in ("a/b", "a", "c d/e", "z"))
    dock._values = {View.TAGS: (values, (FacetCount("tag", "a", 3), FacetCount("tag", "c d", 2)))}
    dock._show()
    assert index_of(dock, "b").parent().data() == "a"
    assert [at.data() for at in dock._every()][:4] == ["Tags", "a", "b", "c d"]
    assert [index_of(dock, words).data(COUNT) for words in ("a", "b", "c d", "z")] == ["3", "2", "2", "2"]
    said = Qt.ItemDataRole.ToolTipRole
    assert index_of(dock, "a").data(said) == "2 documents, and 1 with a label below it"
    assert index_of(dock, "c d").data(said) == "0 documents, and 2 with a label below it"
    assert index_of(dock, "z").data(said) == "2 documents"
    found = index_of(dock, "e").data(Qt.ItemDataRole.UserRole)
    assert isinstance(found, Label) and found.words == 'tag:"c d/e"'
    dock.box.setText("e")
    assert [at.data() for at in dock._every()] == ["Tags", "c d", "e"]
    dock.box.clear()


def test_saved_searches_come_and_go_in_the_labels(qtbot: QtBot, window: Window) -> None:
    dock = seen(qtbot, window)
    with qtbot.waitSignal(window.search.answered, timeout=30_000):
        window.toolbar.box.setText("zanzibar")
    window.saved_searches.toggle()
    at = index_of(dock, "zanzibar")
    assert at.parent().data() == "Saved searches"
    window.toolbar.box.clear()
    with qtbot.waitSignal(window.search.answered, timeout=30_000):
        dock._choose(at)
    assert window.saved_searches.current() == SavedSearch("zanzibar")
    window.saved_searches.toggle()
    assert all(at.data() != "Saved searches" for at in dock._every())
    window.toolbar.box.clear()


def test_labels_come_and_go_with_the_left_side_bar(qtbot: QtBot, window: Window) -> None:
    dock = seen(qtbot, window)
    window.dock_layout.toggle_left()
    assert not dock.isVisible() and not window.library_dock.isVisible()
    window.dock_layout.toggle_left()
    assert dock.isVisible() and window.library_dock.isVisible()
    dock.hide()


def test_things_are_listed_by_type_and_lead_to_their_pages(qtbot: QtBot, window: Window) -> None:
    dock = window.labels_dock
    entities = (
        FacetCount("company", "Acme", 3, "entity:company/acme"),
        FacetCount("team", "Platform", 2, "entity:team/platform"),
    )
    terms = (FacetCount("term", "server-sent events", 4, "term:server sent event"),)
    dock._values = {View.ENTITIES: (entities, ()), View.TERMS: (terms, ())}
    dock._show()
    acme = index_of(dock, "Acme")
    assert (acme.parent().data(), acme.parent().parent().data(), acme.data(COUNT)) == ("Company", "Entities", "3")
    term = index_of(dock, "server-sent events")
    assert term.parent().data() == "Terms" and not dock.tree.isExpanded(term.parent())
    with qtbot.waitSignal(dock.thing_chosen) as chosen:
        dock._choose(term)
    assert chosen.args == ["term:server sent event", "server-sent events"]
