"""What agents did, filtered and written to a file; who may connect, let in and shut out."""

from __future__ import annotations

import csv
import json
import os
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from bookwheel.client.connection import Client
from bookwheel.domain.browse import BrowseRequest, View
from bookwheel.domain.collection import RemoveRequest
from bookwheel.domain.collection_source import SourceKind
from bookwheel.domain.messages import Message
from bookwheel.domain.service.activity import Activity
from bookwheel.domain.service.agents import AgentRequest, AgentsAnswer, PauseAgentsRequest
from bookwheel.domain.service.requests import NameRequest
from bookwheel.domain.sources import AddSourceRequest
from bookwheel.gui.agents.activity_filter import as_csv
from bookwheel.gui.widgets.row_delegate import NOTE
from bookwheel.gui.window.window import Window


def _call(number: int, client: str, tool: str, error: str = "") -> Activity:
    section = ("shelves/machines/wheel.md#how-it-turns",)
    return Activity(number, "2026-11-22T00:00:00", client, tool, "slope", section, 3, 120, 4.0, error)


_CALLS = (
    _call(4, "cursor", "read"),
    _call(3, "claude-code", "search", "agents_paused"),
    _call(2, "claude-code", "read"),
    _call(1, "claude-code", "search"),
)


def test_the_agents_dialog_says_that_tokens_were_damaged(qtbot: QtBot, window: Window) -> None:
    sheet = window.dialogs.show_agents()
    notice = Message("{store} was missing and has been restored from its backup.", store="The agent token file")
    sheet._on_agents(AgentsAnswer((), is_paused=False, notices=(notice,)))
    assert sheet.said.text() == notice


def test_calls_are_filtered_by_agent_tool_and_refusal(window: Window) -> None:
    dock = window.activity_dock
    dock.model.set_calls(_CALLS)
    dock.shown.choose(client="claude-code")
    assert [each.sequence for each in dock.shown.calls()] == [3, 2, 1]
    dock.shown.choose(tool="search")
    assert [each.sequence for each in dock.shown.calls()] == [3, 1]
    dock.filters.refused.click()
    assert [each.sequence for each in dock.shown.calls()] == [3]
    dock.shown.choose(client="cursor")
    assert not dock.shown.calls() and "No matching calls" in dock._empty.text()
    offered = [action.text() for action in dock.filters.clients.menu().actions()]
    assert offered == ["All agents", "Claude Code", "Cursor"]


def test_a_call_opens_its_passage(qtbot: QtBot, window: Window) -> None:
    window.activity_dock.model.set_calls(_CALLS)
    window.activity_dock.shown.choose(client="cursor")
    with qtbot.waitSignal(window.reader.landed, timeout=30_000):
        window.activity_dock._choose(window.activity_dock.shown.index(0, 0))
    assert window.reader.here is not None and window.reader.here.anchor == "how-it-turns"


def test_the_calls_shown_are_written_as_json_and_csv(qtbot: QtBot, window: Window, tmp_path: Path) -> None:
    window.activity_dock.model.set_calls(_CALLS)
    window.activity_dock.shown.choose(tool="read")
    paths = [tmp_path / "calls.json", tmp_path / "calls.csv"]
    for path in paths:  # at once: the service's own calls may come between
        window.activity_dock.export(str(path))
    qtbot.waitUntil(lambda: all(path.exists() and path.stat().st_size for path in paths), timeout=30_000)
    kept = json.loads((tmp_path / "calls.json").read_text("utf-8"))
    assert [each["client"] for each in kept] == ["cursor", "claude-code"]
    rows = list(csv.DictReader((tmp_path / "calls.csv").read_text("utf-8").splitlines()))
    assert [each["sequence"] for each in rows] == ["4", "2"] and rows[0]["query"] == "slope"


def test_a_query_that_looks_like_a_formula_is_no_formula_in_the_table() -> None:
    call = Activity(1, "", "cursor", "search", "=cmd()", (), 0, 0, 1.0)
    assert next(csv.DictReader(as_csv([call]).splitlines()))["query"] == "'=cmd()"


def test_a_pause_is_seen(qtbot: QtBot, window: Window, served: Client) -> None:
    window.dock_layout.toggle_activity()
    window.activity_dock.pause.click()
    qtbot.waitUntil(window.activity_dock.paused.isVisible, timeout=30_000)
    assert served.status().agents_paused and window.activity_dock.pause.text() == "Resume"
    window.activity_dock.pause.click()
    qtbot.waitUntil(lambda: not window.activity_dock.paused.isVisible(), timeout=30_000)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A person's folder with two agents in it."""
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(tmp_path))
    for name in ("CLAUDE_CONFIG_DIR", "CODEX_HOME", "XDG_CONFIG_HOME", "APPDATA", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[2] / "app"))
    (tmp_path / ".cursor").mkdir()
    (tmp_path / ".codex").mkdir()
    return tmp_path


def test_an_agent_is_connected_after_its_change_was_shown_tried_and_disconnected(
    qtbot: QtBot, window: Window, served: Client, home: Path
) -> None:
    own = home / ".cursor" / "mcp.json"
    own.write_text('{\n  "theme": "dark" // mine\n}\n', "utf-8")
    sheet = window.dialogs.show_agents()
    qtbot.waitUntil(lambda: sheet.endpoint.light.tone == "good", timeout=30_000)
    assert sheet.which.currentText() == "Cursor" and sheet.which.itemText(0) == "Claude Code (not installed)"
    assert "answers at" in sheet.endpoint.sentence.text() and window.status_bar.endpoint.tone == "good"
    sheet.join.click()
    qtbot.waitUntil(sheet.write.isVisible, timeout=30_000)
    assert '+  "bookwheel"' in sheet.shown.toPlainText() and "bookwheel" not in own.read_text("utf-8")
    sheet.write.click()
    qtbot.waitUntil(lambda: "and tested: it answers in" in sheet.said.text(), timeout=30_000)
    written = own.read_text("utf-8")
    assert written.startswith('{\n  "theme": "dark", // mine\n') and '"--client"' in written
    assert (home / ".cursor" / "mcp.json.bookwheel-backup").read_text("utf-8") == '{\n  "theme": "dark" // mine\n}\n'
    assert "cursor" in {each.name for each in served.agents().agents}
    sheet.leave.click()
    qtbot.waitUntil(lambda: '-  "bookwheel"' in sheet.shown.toPlainText(), timeout=30_000)
    sheet.write.click()
    qtbot.waitUntil(lambda: "Removed from" in sheet.said.text(), timeout=30_000)
    assert "bookwheel" not in own.read_text("utf-8") and "// mine" in own.read_text("utf-8")
    own.write_text("{torn", "utf-8")
    sheet.join.click()
    qtbot.waitUntil(lambda: "Nothing was changed" in sheet.said.text(), timeout=30_000)


def test_an_agent_that_speaks_http_is_connected_by_address(
    qtbot: QtBot, window: Window, served: Client, home: Path
) -> None:
    own = home / ".codex" / "config.toml"
    sheet = window.dialogs.show_agents()
    qtbot.waitUntil(lambda: sheet.endpoint.light.tone == "good", timeout=30_000)
    sheet.which.setCurrentIndex(sheet.which.findData("claude-desktop"))
    assert not sheet.by_address.isVisible()
    sheet.which.setCurrentIndex(sheet.which.findData("codex"))
    assert sheet.by_address.isVisible()
    sheet.by_address.click()
    sheet.join.click()
    qtbot.waitUntil(sheet.write.isVisible, timeout=30_000)
    assert "Bearer …" in sheet.shown.toPlainText() and "only you can read" in sheet.said.text()
    sheet.write.click()
    qtbot.waitUntil(lambda: "and tested: it answers in" in sheet.said.text(), timeout=30_000)
    written = own.read_text("utf-8")
    token = served.agent(AgentRequest("codex", is_unasked=True)).token
    assert f"{served.url}/mcp" in written and token in written and "--client" not in written
    assert token not in sheet.shown.toPlainText()
    if os.name == "posix":
        assert own.stat().st_mode & 0o077 == 0
    sheet.leave.click()
    qtbot.waitUntil(lambda: "Bearer …" in sheet.shown.toPlainText() and sheet.write.isVisible(), timeout=30_000)
    sheet.write.click()
    qtbot.waitUntil(lambda: "Removed from" in sheet.said.text(), timeout=30_000)
    assert not own.exists() or token not in own.read_text("utf-8")


def test_the_light_tells_how_the_endpoint_is(qtbot: QtBot, window: Window, served: Client, home: Path) -> None:
    torn = home / ".codex" / "config.toml"
    torn.write_text("[torn", "utf-8")
    sheet = window.dialogs.show_agents()
    qtbot.waitUntil(lambda: sheet.endpoint.light.tone == "warm", timeout=30_000)
    assert "is not valid TOML" in sheet.endpoint.sentence.text() and window.status_bar.endpoint.tone == "good"
    torn.unlink()
    sheet.endpoint.check.click()
    qtbot.waitUntil(lambda: sheet.endpoint.light.tone == "good", timeout=30_000)
    assert "✓ bridge: The bridge answers in" in sheet.shown.toPlainText()
    served.pause_agents(PauseAgentsRequest(True))
    sheet.endpoint.check.click()
    qtbot.waitUntil(lambda: sheet.endpoint.light.tone == "bad", timeout=30_000)
    assert "All agents are paused." in sheet.endpoint.sentence.text() and window.status_bar.endpoint.tone != "good"
    served.pause_agents(PauseAgentsRequest(False))
    sheet.endpoint.check.click()
    qtbot.waitUntil(lambda: sheet.endpoint.light.tone == "good", timeout=30_000)
    qtbot.waitUntil(lambda: window.status_bar.endpoint.tone == "good", timeout=30_000)
    window.status_bar.show_lost("gone")
    assert (window.status_bar.endpoint.tone, window.status_bar.endpoint.toolTip()) == ("warm", "gone")
    sheet.close()
    window.status_bar._agents.click()
    assert sheet.isVisible()


def test_an_agent_is_shut_out(qtbot: QtBot, window: Window, served: Client) -> None:
    served.agent(AgentRequest("cursor"))
    sheet = window.dialogs.show_agents()
    qtbot.waitUntil(
        lambda: "Cursor" in [sheet.list.item(row).text() for row in range(sheet.list.count())], timeout=30_000
    )
    sheet.shut_out("cursor")
    qtbot.waitUntil(lambda: "can no longer" in sheet.said.text(), timeout=30_000)
    assert "cursor" not in {each.name for each in served.agents().agents}


def test_any_other_program_gets_its_command(qtbot: QtBot, window: Window) -> None:
    sheet = window.dialogs.show_agents()
    sheet.other.click()
    qtbot.waitUntil(sheet.copy.isVisible, timeout=30_000)
    assert "mcp --client generic" in sheet.shown.toPlainText()


def test_a_program_is_let_write_to_a_datasource(window: Window, qtbot: QtBot, served: Client):
    slug = served.add_source(AddSourceRequest("Tickets of programs", SourceKind.DATASOURCE)).collection.slug
    served.agent(AgentRequest("writer"))
    sheet = window.dialogs.show_agents()
    qtbot.waitUntil(lambda: bool(sheet.list.findItems("Writer", Qt.MatchFlag.MatchExactly)), timeout=30_000)
    sheet.list.setCurrentItem(sheet.list.findItems("Writer", Qt.MatchFlag.MatchExactly)[0])
    form = sheet.show_scope()
    assert form is not None
    qtbot.waitUntil(form.writable.isVisible, timeout=30_000)
    rows = [form.writable.item(row) for row in range(form.writable.count())]
    assert [row.text() for row in rows] == ["Tickets of programs"]
    assert rows[0].checkState() is Qt.CheckState.Unchecked
    rows[0].setCheckState(Qt.CheckState.Checked)
    qtbot.waitUntil(form.save.isEnabled, timeout=30_000)
    with qtbot.waitSignal(form.accepted, timeout=30_000):
        form.save.click()
    assert served.agent(AgentRequest("writer", is_unasked=True)).agent.may_write == (slug,)
    qtbot.waitUntil(
        lambda: f"can write to {slug}" in str(sheet.list.findItems("Writer", Qt.MatchFlag.MatchExactly)[0].data(NOTE)),
        timeout=30_000,
    )
    sheet.close()
    served.revoke(NameRequest("writer"))
    served.remove(RemoveRequest(slug))


def test_what_an_agent_sees_is_shown_counted_and_changed(window: Window, qtbot: QtBot, served: Client):
    token = served.agent(AgentRequest("scoped")).token
    sheet = window.dialogs.show_agents()
    qtbot.waitUntil(lambda: bool(sheet.list.findItems("Scoped", Qt.MatchFlag.MatchExactly)), timeout=30_000)
    assert not sheet.scope.isEnabled()
    sheet.list.setCurrentItem(sheet.list.findItems("Scoped", Qt.MatchFlag.MatchExactly)[0])
    form = sheet.show_scope()
    assert form is not None and form.filter.text() == "-private:true" and form.chosen() is None
    whole = served.browse(BrowseRequest(View.DOCUMENTS)).total
    qtbot.waitUntil(lambda: form.said.text() == f"{whole} of {whole} documents.", timeout=30_000)
    form.filter.setText("path")
    qtbot.waitUntil(lambda: not form.save.isEnabled(), timeout=30_000)
    assert "field:value" in form.said.text()
    form.everything.setChecked(False)
    form.list.item(0).setCheckState(Qt.CheckState.Unchecked)
    form.filter.setText('-title:"none of them"')
    qtbot.waitUntil(lambda: form.said.text() == f"0 of {whole} documents.", timeout=30_000)
    row = form.list.visualItemRect(form.list.item(0))
    qtbot.mouseClick(form.list.viewport(), Qt.MouseButton.LeftButton, pos=row.center())
    assert form.list.item(0).checkState() is Qt.CheckState.Checked, "a click on its words ticks a collection"
    form.remember.setChecked(True)
    qtbot.waitUntil(form.save.isEnabled, timeout=30_000)
    with qtbot.waitSignal(form.accepted, timeout=30_000):
        form.save.click()
    kept = served.agent(AgentRequest("scoped", is_unasked=True))
    slug = served.collections().collections[0].slug
    assert (kept.agent.collections, kept.agent.filter) == ((slug,), '-title:"none of them"')
    assert kept.agent.may_remember and kept.token == token
    qtbot.waitUntil(
        lambda: "can save memories" in str(sheet.list.findItems("Scoped", Qt.MatchFlag.MatchExactly)[0].data(NOTE)),
        timeout=30_000,
    )
    assert sheet.list.currentItem().text() == "Scoped" and sheet.scope.isEnabled()
    sheet.close()
