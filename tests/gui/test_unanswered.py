"""Queries of agents that found nothing: on the command line and in the window, against a real service."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester
from pytestqt.qtbot import QtBot

from bookwheel import paths
from bookwheel.cli import program
from bookwheel.client.connection import Client
from bookwheel.domain.service.settings import SettingChange
from bookwheel.gui.agents.unanswered_dialog import UnansweredDialog
from bookwheel.gui.window.window import Window
from tests.asking import asked

TIMEOUT = 30_000


def ask(served: Client, agent: str, *queries: str) -> None:
    """Let an agent search by words alone: a model finds something near for nearly everything."""
    library = paths.LibraryPaths(Path(served.status().library))
    for answer in asked(library, agent, *(("search", {"query": each, "mode": "keyword"}) for each in queries)):
        assert "hits" in answer, answer


def rows(sheet: UnansweredDialog) -> list[tuple[str, int]]:
    return [(one.query, one.times) for one in sheet.table.items.rows]


def test_what_agents_did_not_find_is_counted_and_searched_by_a_click(
    qtbot: QtBot, window: Window, served: Client, capsys: pytest.CaptureFixture[str]
) -> None:
    ask(served, "planner", "qqxjzv kkwpyt", "zanzibar")
    window.activity_dock.show()
    qtbot.mouseClick(window.activity_dock.lacking, Qt.MouseButton.LeftButton)
    sheet = window.dialogs.show_unanswered()
    QAbstractItemModelTester(sheet.table.items, QAbstractItemModelTester.FailureReportingMode.Fatal)
    qtbot.waitUntil(lambda: rows(sheet) == [("qqxjzv kkwpyt", 1)], timeout=TIMEOUT)
    assert "30 days" in sheet.said.text()
    ask(served, "critic", "Qqxjzv  Kkwpyt", "vvbnxz")
    qtbot.waitUntil(lambda: rows(sheet) == [("Qqxjzv Kkwpyt", 2), ("vvbnxz", 1)], timeout=TIMEOUT)
    assert sheet.table.items.index(0, 3).data() == "Critic, Planner"

    library = served.status().library
    assert program.main(["activity", "--nothing", "--json"], library) == 0
    told = json.loads(capsys.readouterr().out)
    assert [(one["query"], one["times"]) for one in told["queries"]] == rows(sheet)
    assert program.main(["activity", "--nothing", "--limit", "1"], library) == 0
    assert capsys.readouterr().out.split()[:3] == ["2", "Qqxjzv", "Kkwpyt"]

    at = sheet.table.visualRect(sheet.table.items.index(1, 0)).center()
    qtbot.mouseClick(sheet.table.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert not sheet.isVisible() and window.toolbar.box.text() == "vvbnxz"
    window.toolbar.box.clear()

    window.dialogs.show_unanswered()
    served.set(SettingChange("agents.activity_days", "0"))
    try:
        qtbot.waitUntil(lambda: rows(sheet) == [], timeout=TIMEOUT)
        qtbot.waitUntil(lambda: window.activity_dock.model.rowCount() == 0, timeout=TIMEOUT)
        qtbot.waitUntil(lambda: "No unanswered agent queries" in sheet.said.text(), timeout=TIMEOUT)
        assert not sheet.search.isEnabled()
        assert program.main(["activity", "--nothing"], library) == 1
        assert "No unanswered agent queries" in capsys.readouterr().out
    finally:
        served.set(SettingChange("agents.activity_days", "30"))
    qtbot.keyClick(sheet.table, Qt.Key.Key_Escape)
    assert not sheet.isVisible()
