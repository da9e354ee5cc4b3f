"""The Tasks pane: what it lists, its filters, and where a task leads."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester
from pytestqt.qtbot import QtBot

from bookwheel.client.connection import Client
from bookwheel.domain.tasks import Task
from bookwheel.gui.shell.edit_target import EditTarget
from bookwheel.gui.tasks.dock import TasksDock
from bookwheel.gui.tasks.model import rows_of
from bookwheel.gui.window.window import Window
from tests.waiting import until

TODAY = date(2026, 3, 14)
"""What the window takes for today, whenever the tests run."""
LATE = TODAY - timedelta(days=3)
NOTE = f"""# Errands

- [ ] Grease the hub 📅 {LATE} #shop
- [ ] Carve a spoke 📅 {TODAY}
- [ ] Read on
- [x] Buy ash ✅ {LATE}
"""


class Clock:
    """The day stays the same, also in a run that goes on beyond midnight."""

    @staticmethod
    def today() -> date:
        return TODAY


@pytest.fixture(autouse=True)
def same_day(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bookwheel.gui.tasks.dock.date", Clock)


@pytest.fixture(scope="module")
def errands(served: Client, shelves: Path) -> None:
    """A document with tasks."""
    before = served.status().documents
    (shelves / "todo").mkdir()
    (shelves / "todo" / "errands.md").write_text(NOTE, "utf-8")
    until(lambda: served.status().documents > before)


def shown(dock: TasksDock) -> list[str]:
    return [row.title for row in dock.model.rows]


def open_dock(qtbot: QtBot, window: Window) -> TasksDock:
    dock = window.tasks_dock
    if not dock.isVisible():
        window.dock_layout.toggle_tasks()
    dock.choose(days="any", state="open", folder="", tag="")
    dock.box.clear()
    qtbot.waitUntil(lambda: "Grease the hub #shop" in shown(dock) and "Read on" in shown(dock), timeout=30_000)
    return dock


def test_tasks_stand_under_the_days_they_are_due(errands: None, qtbot: QtBot, window: Window) -> None:
    dock = open_dock(qtbot, window)
    QAbstractItemModelTester(dock.model, QAbstractItemModelTester.FailureReportingMode.Fatal, dock)
    assert shown(dock) == [
        "Overdue", "Grease the hub #shop", "Due today", "Carve a spoke", "No due date", "Read on"
    ]  # fmt: skip
    assert dock.model.rows[1].is_late and not dock.model.rows[3].is_late
    assert dock.view.hasFocus() and dock.view.task is not None
    window.dock_layout.toggle_tasks()
    assert not dock.isVisible()


def test_menus_and_words_narrow_the_tasks(errands: None, qtbot: QtBot, window: Window) -> None:
    dock = open_dock(qtbot, window)
    for choice, expected in (
        ({"days": "overdue"}, ["Overdue", "Grease the hub #shop"]),
        ({"days": "none"}, ["No due date", "Read on"]),
        ({"days": "any", "tag": "shop"}, ["Overdue", "Grease the hub #shop"]),
    ):
        dock.choose(**choice)
        qtbot.waitUntil(lambda wanted=expected: shown(dock) == wanted, timeout=30_000)
    tag = next(action for action in dock.tags.menu().actions() if action.isChecked())
    assert tag.text().split() == ["shop", "1"] and dock.tags.text().startswith("shop")
    next(action for action in dock.tags.menu().actions() if not action.isChecked()).trigger()
    qtbot.keyClicks(dock.box, "carve")
    qtbot.waitUntil(lambda: shown(dock) == ["Due today", "Carve a spoke"], timeout=30_000)
    qtbot.keyClicks(dock.box, " nothing")
    qtbot.waitUntil(lambda: dock._empty.text() == "No task matches these filters.", timeout=30_000)
    qtbot.keyClick(dock.box, Qt.Key.Key_Escape)
    assert not dock.box.text()
    with qtbot.waitSignal(dock.left):
        qtbot.keyClick(dock.box, Qt.Key.Key_Escape)
    with qtbot.waitSignal(dock.box.list_wanted):
        qtbot.keyClick(dock.box, Qt.Key.Key_Down)
    next(action for action in dock.states.menu().actions() if action.text() == "Done tasks").trigger()
    qtbot.waitUntil(lambda: shown(dock) == ["Done tasks", "Buy ash"], timeout=30_000)
    dock.hide()


def test_return_opens_the_page_at_the_task(errands: None, qtbot: QtBot, window: Window) -> None:
    dock = open_dock(qtbot, window)
    dock.view.setCurrentIndex(dock.model.index(shown(dock).index("Carve a spoke"), 0))
    with qtbot.waitSignal(window.reader.document_opened, timeout=30_000):
        qtbot.keyClick(dock.view, Qt.Key.Key_Return)
    here = window.reader.here
    assert here is not None and here.doc.endswith("todo/errands.md") and here.query == '"Carve a spoke"'
    dock.hide()


def test_a_task_opens_in_the_editor_at_its_line(errands: None, qtbot: QtBot, window: Window) -> None:
    dock = open_dock(qtbot, window)
    wanted: list[EditTarget] = []
    window.shell.open_in_editor = wanted.append
    window.source_file.editing.edit = wanted.append  # pyright: ignore[reportAttributeAccessIssue]
    at = dock.model.index(shown(dock).index("Carve a spoke"), 0)
    dock.view.setFocus()
    dock.view.setCurrentIndex(at)
    qtbot.waitUntil(lambda: dock.view.hasFocus(), timeout=30_000)
    window.source_file.edit()
    assert dock.view.task is not None
    menu = dock.view.build_menu(dock.view.task)
    next(action for action in menu.actions() if action.text() == "Open in editor").trigger()
    assert [(target.doc.rpartition("/")[2], target.line) for target in wanted] == [("errands.md", 4)] * 2
    dock.hide()


def test_a_list_that_was_cut_says_so() -> None:
    tasks = [Task("a/b.md", "B", "a/b.md#top", number, f"Task {number}", " ", is_done=False) for number in (1, 2)]
    assert [row.title for row in rows_of(tasks, 5, TODAY)] == [
        "No due date", "Task 1", "Task 2", "3 more. Filter to see them."
    ]  # fmt: skip
