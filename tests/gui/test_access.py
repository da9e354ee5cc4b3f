"""Everything that can be pressed or typed into has a name, a role and room enough; focus is seen; motion can be off."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QImage
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLineEdit,
    QPushButton,
    QTabBar,
    QWidget,
)
from pytestqt.qtbot import QtBot

from bookwheel.domain.service.activity import Activity
from bookwheel.gui.state.locations import Location
from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.window.window import Window
from tests.gui.window.test_window import WHEEL, go

LEAST = 24
"""Pixels of a target's sides. Source: WCAG 2.2, 2.5.8."""
KINDS = (QAbstractButton, QLineEdit, QComboBox, QAbstractSpinBox, QAbstractItemView, QTabBar)


@pytest.fixture
def full(qtbot: QtBot, window: Window) -> Iterator[Window]:
    """A window that shows all it has: every side bar, the hits, and its sheets."""
    go(qtbot, window, Location(WHEEL))
    window.related_docks.show_graph()
    window.dock_layout.toggle_labels()
    window.dock_layout.toggle_tasks()
    window.dock_layout.toggle_activity()
    window.dock_layout.toggle_ask()
    window.outline_dock.show_filter()
    with qtbot.waitSignal(window.search.answered, timeout=30_000):
        window.toolbar.box.setText("zanzibar")
    window.reader.finder.open_bar()
    window.dialogs.show_agents()
    window.dialogs.show_health()
    window.dialogs.add_shared()
    publishing = window.dialogs.publish()
    qtbot.waitUntil(lambda: bool(publishing.form.slug), timeout=30_000)
    sheet = window.dialogs.show_settings()
    qtbot.waitUntil(lambda: len(sheet.area.titles) > 9, timeout=30_000)
    qtbot.waitUntil(lambda: bool(window.dialogs.show_health().words), timeout=30_000)
    yield window
    put_sheets_away(window)
    window.toolbar.box.clear()


def put_sheets_away(window: Window) -> None:
    for each in QApplication.topLevelWidgets():
        if each.parent() is window and each.isVisible():
            each.close()


def own(window: QWidget) -> Iterator[QWidget]:
    """What can be pressed or typed into and shows, without the parts that Qt puts into its own widgets."""
    for top in (window, *(each for each in QApplication.topLevelWidgets() if each.parent() is window)):
        for each in top.findChildren(QWidget):
            is_part = (
                isinstance(each.parent(), QComboBox | QTabBar | QLineEdit | QAbstractSpinBox)
                and each.objectName() != "inBox"
            )
            if isinstance(each, KINDS) and each.isVisible() and not is_part:
                yield each


def spoken(widget: QWidget) -> str:
    heard = QAccessible.queryAccessibleInterface(widget)
    return heard.text(QAccessible.Text.Name) if heard is not None else ""


def told(widget: QWidget) -> str:
    path = []
    at: object = widget
    while isinstance(at, QWidget):
        path.append(f"{type(at).__name__}#{at.objectName() or spoken(at)}")
        at = at.parent()
    return f"{widget.width()}x{widget.height()} " + " < ".join(path[:4])


def test_everything_that_can_be_used_has_a_name_a_role_and_room(full: Window) -> None:
    seen = list(own(full))
    assert len(seen) > 60
    nameless = [told(each) for each in seen if not spoken(each).strip()]
    without = {QAccessible.Role.NoRole, QAccessible.Role.Client}
    roleless = [told(each) for each in seen if QAccessible.queryAccessibleInterface(each).role() in without]
    small = [told(each) for each in seen if min(each.width(), each.height()) < LEAST]
    rows = [told(each) for each in seen if isinstance(each, QAbstractItemView) and is_cramped(each)]
    assert (nameless, roleless, small, rows) == ([], [], [], [])


def test_a_choice_says_what_it_chooses_and_a_list_where_the_keyboard_is(qtbot: QtBot, full: Window) -> None:
    boxes = [widget for widget in own(full) if isinstance(widget, QComboBox)]
    told_of = [QAccessible.queryAccessibleInterface(box).text(QAccessible.Text.Description) for box in boxes]
    assert len(boxes) > 4 and all(told_of), list(zip(map(told, boxes), told_of, strict=True))
    agents = full.dialogs.show_agents().list
    assert agents.item(0).flags() & Qt.ItemFlag.ItemIsEnabled
    put_sheets_away(full)
    full.activateWindow()
    qtbot.waitUntil(full.isActiveWindow, timeout=30_000)
    hits = full.results_panel.view
    qtbot.waitUntil(lambda: hits.isVisible() and hits.model().rowCount() > 0, timeout=30_000)
    full.toolbar.box.setFocus()
    hits.clearSelection()
    hits.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.waitUntil(lambda: hits.selectionModel().isSelected(hits.currentIndex()), timeout=30_000)


def is_cramped(view: QAbstractItemView) -> bool:
    """Whether one of its first rows that can be chosen is too low to be hit."""
    rows = (view.model().index(row, 0) for row in range(min(4, view.model().rowCount())))
    heights = [view.visualRect(at).height() for at in rows if at.flags() & Qt.ItemFlag.ItemIsSelectable]
    return any(0 < height < LEAST for height in heights)


def test_what_is_shown_is_reached_by_tab_in_reading_order(qtbot: QtBot, window: Window) -> None:
    bar = window.toolbar
    row = [bar.left, bar.back, bar.forward, bar.box, bar.theme_button, bar.graph, bar.agents, bar.more, bar.right]
    chain, at = [], row[0]
    for _ in range(400):
        if at in row:
            chain.append(at)
        at = at.nextInFocusChain()
        if at is row[0]:
            break
    assert chain == row
    assert all(each.focusPolicy() & Qt.FocusPolicy.TabFocus for each in row)


def test_focus_is_seen_on_every_button(qtbot: QtBot, full: Window, theme: Theme) -> None:
    put_sheets_away(full)
    full.activateWindow()
    qtbot.waitUntil(full.isActiveWindow, timeout=30_000)
    for colour_scheme in ("light", "dark"):
        theme.set_colour_scheme(colour_scheme)
        unseen, tried = [], 0
        for each in own(full):
            if isinstance(each, QAbstractButton) and each.window() is full and each.isEnabled() and can_focus(each):
                full.reader.finder.box.setFocus()
                before = picture(each)
                each.setFocus(Qt.FocusReason.TabFocusReason)
                tried += 1
                if not each.hasFocus() or picture(each) == before:
                    unseen.append(told(each))
        assert not unseen and tried > 20, colour_scheme
    theme.set_colour_scheme("light")


def test_f6_stops_are_seen_and_named(qtbot: QtBot, full: Window) -> None:
    put_sheets_away(full)
    full.toolbar.box.clear()
    full.shell.leave_search()
    full.activateWindow()
    qtbot.waitUntil(full.isActiveWindow, timeout=30_000)
    crumbs, links, calls = full.breadcrumbs, full.links_dock.panes()[0], full.activity_dock.view
    full.links_dock.show()
    qtbot.waitUntil(lambda: len(crumbs.buttons) > 1 and full.links_dock.model.rowCount() > 0, timeout=30_000)
    crumbs.setFocus(Qt.FocusReason.TabFocusReason)
    assert crumbs.buttons[0].hasFocus()
    links.setFocus(Qt.FocusReason.TabFocusReason)
    assert links.currentIndex().flags() & Qt.ItemFlag.ItemIsSelectable
    full.activity_dock.show()
    full.reader.finder.box.setFocus()
    before = picture(calls)
    calls.setFocus(Qt.FocusReason.TabFocusReason)
    assert calls.hasFocus() and picture(calls) != before
    view = full.reader.view
    assert view is not None and view.focusProxy() is not None
    qtbot.waitUntil(lambda: bool(spoken(view.focusProxy())), timeout=30_000)


def test_focus_is_seen_on_the_button_that_return_presses(qtbot: QtBot, theme: Theme) -> None:
    """Its ring lies within: around it, its own colour is that of every other ring."""
    dialog = QWidget()
    qtbot.addWidget(dialog)
    primary, other = QPushButton("Save", dialog), QPushButton("Cancel", dialog)
    primary.setObjectName("primary")
    other.move(120, 0)
    dialog.show()
    dialog.activateWindow()
    qtbot.waitUntil(dialog.isActiveWindow, timeout=30_000)
    for colour_scheme in ("light", "dark"):
        theme.set_colour_scheme(colour_scheme)
        other.setFocus(Qt.FocusReason.TabFocusReason)
        size, before = primary.sizeHint(), picture(primary)
        primary.setFocus(Qt.FocusReason.TabFocusReason)
        assert picture(primary) != before and primary.sizeHint() == size, colour_scheme
    theme.set_colour_scheme("light")


def can_focus(widget: QWidget) -> bool:
    return bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)


def picture(widget: QWidget) -> QImage:
    return widget.grab().toImage()


def test_reduced_motion_stills_menus_and_pages(qtbot: QtBot, window: Window) -> None:
    from bookwheel.gui.page.html import page_style  # noqa: PLC0415

    preferences = window.session.preferences
    preferences.set("reduced_motion", "true")
    effects = (Qt.UIEffect.UI_AnimateMenu, Qt.UIEffect.UI_AnimateCombo, Qt.UIEffect.UI_FadeTooltip)
    assert not any(QApplication.isEffectEnabled(each) for each in effects)
    assert "animation: none" in page_style.rules(preferences.values)
    preferences.set("reduced_motion", "false")
    assert "animation: none" not in page_style.rules(preferences.values)


def test_every_model_keeps_qts_rules_while_the_window_is_used(qtbot: QtBot, window: Window) -> None:
    strict = QAbstractItemModelTester.FailureReportingMode.Fatal
    models = [view.model() for view in window.findChildren(QAbstractItemView) if view.model() is not None]
    testers = [QAbstractItemModelTester(model, strict) for model in models]
    assert {type(each).__name__ for each in models} >= {"LibraryModel", "HitsModel", "_Choices", "ActivityFilter"}
    go(qtbot, window, Location(WHEEL))
    for words in ("zanzibar", "slope", "qqqxyz"):
        with qtbot.waitSignal(window.search.answered, timeout=30_000):
            window.toolbar.box.setText(words)
    window.quick_open.show_documents()
    window.command_palette.box.setText("desk")
    qtbot.waitUntil(lambda: window.command_palette.words[:1] == ["The desk"], timeout=30_000)
    window.commands.find("Command palette").trigger()
    window.command_palette.box.setText("theme")
    window.command_palette.dismiss()
    for sequence, tool in ((1, "search"), (2, "read"), (3, "search")):
        window.activity_dock.model.add(Activity(sequence, "", "scholar", tool, "words", (), 1, 10, 2.0))
    window.activity_dock.model.set_calls(())
    window.toolbar.box.clear()
    for tester in testers:
        tester.deleteLater()
