"""What agents remember, in the window: a real service, and an agent that calls over the bridge."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QMessageBox, QWidget
from pytestqt.qtbot import QtBot

from bookwheel import paths
from bookwheel.client.connection import Client
from bookwheel.domain.annotations.memory import ForgetRequest, MemoriesRequest, Memory, MemoryType, Role
from bookwheel.domain.service.agents import AgentRequest
from bookwheel.domain.service.requests import NameRequest
from bookwheel.gui.agents import memory_dialog
from bookwheel.gui.agents.memory_dialog import MemoryDialog
from bookwheel.gui.agents.memory_queries import ALL, MemoryFilter
from bookwheel.gui.agents.memory_table import COLUMNS, RANKED, MemoriesTable, kind_of, owner_of
from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.window.window import Window
from tests.asking import asked
from tests.gui.test_access import LEAST, own, spoken, told

TIMEOUT = 30_000
KEPT: tuple[tuple[str, dict[str, object]], ...] = (
    ("planner", {"content": "Spokes are cut from ash timber.", "session": "shop", "tags": ["wood"], "type": "fact"}),
    ("planner", {"content": "The person drinks tea at four.", "session": "home", "type": "preference"}),
    ("critic", {"content": "The third chapter repeats the second.", "session": "shop", "agent": "reader"}),
)


def tell(served: Client, agent: str, *given: dict[str, object]) -> None:
    """Let an agent remember."""
    library = paths.LibraryPaths(Path(served.status().library))
    for answer in asked(library, agent, *(("remember", each) for each in given)):
        assert "id" in answer, answer


@pytest.fixture
def remembered(served: Client) -> Iterator[None]:
    for agent in ("planner", "critic"):
        served.agent(AgentRequest(agent, may_remember=True))
        tell(served, agent, *(given for name, given in KEPT if name == agent))
    yield
    for agent in ("planner", "critic"):
        served.forget_memories(ForgetRequest(client=agent))
        served.revoke(NameRequest(agent))


@pytest.fixture
def sheet(qtbot: QtBot, window: Window, remembered: None) -> Iterator[MemoryDialog]:
    """The sheet, opened by its key, with all that is remembered."""
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow, timeout=TIMEOUT)
    action = next(each for each in window.commands.list_actions() if each.objectName() == "Agent memory")
    qtbot.keyClick(window, Qt.Key.Key_R, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    assert window.commands.keys_of(action.objectName()) == ("Ctrl+Shift+R",)
    made = window.dialogs.show_memories()
    qtbot.waitUntil(lambda: made.table.items.rowCount() == len(KEPT), timeout=TIMEOUT)
    yield made
    made.within(ALL)
    made.box.clear()
    made.close()


def contents(sheet: MemoryDialog) -> list[str]:
    return [one.content for one in sheet.table.items.rows]


def press(qtbot: QtBot, sheet: MemoryDialog, act: Callable[[], object]) -> QMessageBox:
    """The question that is asked before something is deleted."""
    act()
    qtbot.waitUntil(lambda: bool(sheet.findChildren(QMessageBox)), timeout=TIMEOUT)
    return sheet.findChildren(QMessageBox)[-1]


def test_the_table_keeps_qts_rules_and_says_what_is_folded(qtbot: QtBot, theme: Theme) -> None:
    plain = Memory(
        "m1", "claude-code", "claude-code", "s", Role.USER, MemoryType.NOTE, "One\ntwo", ("a",), (), "2026-01-02"
    )
    folded = Memory(
        "m2", "claude-code", "reader", "", Role.ASSISTANT, MemoryType.SUMMARY, "All", (), (), "2026-01-03", folded=12
    )
    table = MemoriesTable(theme)
    qtbot.addWidget(table)
    QAbstractItemModelTester(table.items, QAbstractItemModelTester.FailureReportingMode.Fatal)
    table.show_memories((folded, plain), is_ranked=False)
    assert table.items.index(1, 0).data() == "One two"
    assert (kind_of(folded), owner_of(folded)) == ("Summary of 12", "Claude Code › reader")
    table.choose_where(lambda one: one.id == "m1")
    table.show_memories((plain, folded), is_ranked=True)
    assert table.items.columns is RANKED and table.item == plain
    table.show_memories((folded,), is_ranked=False)
    assert table.items.columns is COLUMNS and table.item == folded
    table.show_memories((), is_ranked=False)
    assert table.item is None


def test_memories_are_listed_by_agent_and_session_and_found_by_words(qtbot: QtBot, sheet: MemoryDialog) -> None:
    assert contents(sheet) == [KEPT[2][1]["content"], KEPT[1][1]["content"], KEPT[0][1]["content"]], "the newest first"
    agents = {action.text(): action for action in sheet.agents.menu().actions()}
    assert {"All agents", "Planner", "Critic"} <= set(agents)
    agents["Planner"].trigger()
    qtbot.waitUntil(lambda: len(contents(sheet)) == 2, timeout=TIMEOUT)
    sessions = {action.text(): action for action in sheet.sessions.menu().actions()}
    assert set(sessions) == {"All sessions", "home", "shop"}
    sessions["shop"].trigger()
    qtbot.waitUntil(lambda: contents(sheet) == [KEPT[0][1]["content"]], timeout=TIMEOUT)
    assert sheet.sessions.accessibleName() == "Session: shop"
    sheet.within(ALL)
    qtbot.keyClicks(sheet.box, "chapter")
    qtbot.waitUntil(lambda: contents(sheet)[:1] == [KEPT[2][1]["content"]], timeout=TIMEOUT)
    qtbot.waitUntil(lambda: sheet.table.items.columns is RANKED, timeout=TIMEOUT)
    assert sheet.table.items.rows[0].score > 0
    qtbot.keyClick(sheet.box, Qt.Key.Key_Return)
    assert sheet.table.hasFocus() and sheet.isVisible()


def test_a_menu_of_many_sessions_stays_one_column(sheet: MemoryDialog) -> None:
    sheet.sessions.offer([(number, f"session {number}") for number in range(500)], 0)
    assert sheet.sessions.menu().sizeHint().width() < 400


def test_a_memory_is_edited_by_keys_and_the_change_undone(qtbot: QtBot, sheet: MemoryDialog, served: Client) -> None:
    sheet.table.choose_where(lambda one: one.tags == ("wood",))
    qtbot.keyClick(sheet.table, Qt.Key.Key_Return)
    editor = sheet.editor
    assert editor.content.hasFocus() and not editor.save.isEnabled()
    editor.content.selectAll()
    qtbot.keyClicks(editor.content, "Spokes are cut from oak.")
    editor.type.setCurrentIndex(editor.type.findData("decision"))
    editor.tags.setText("wood, #shop, wood")
    assert "1 with unsaved changes" in sheet.said.text()
    sheet.table.choose_first()
    assert editor.content.toPlainText() == KEPT[2][1]["content"]
    sheet.table.choose_where(lambda one: one.tags == ("wood",))
    assert editor.content.toPlainText() == "Spokes are cut from oak.", "what was typed stays with its memory"
    qtbot.keyClick(editor.content, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)

    def kept() -> Memory:
        return next(
            one for one in served.memories(MemoriesRequest(client="planner")).memories if one.tags[:1] == ("wood",)
        )

    qtbot.waitUntil(lambda: kept().content == "Spokes are cut from oak.", timeout=TIMEOUT)
    assert (kept().type, kept().tags) == (MemoryType.DECISION, ("wood", "shop"))
    qtbot.waitUntil(sheet.undo.isVisible, timeout=TIMEOUT)
    assert "unsaved changes" not in sheet.said.text()
    sheet.undo.click()
    qtbot.waitUntil(lambda: kept().content == KEPT[0][1]["content"], timeout=TIMEOUT)
    assert (kept().type, kept().tags) == (MemoryType.FACT, ("wood",))
    qtbot.waitUntil(lambda: editor.content.toPlainText() == KEPT[0][1]["content"], timeout=TIMEOUT)
    qtbot.waitUntil(lambda: not sheet.undo.isVisible(), timeout=TIMEOUT)
    editor.content.setPlainText("   ")
    assert not editor.save.isEnabled(), "an empty memory is none"
    editor.revert.click()
    assert editor.content.toPlainText() == KEPT[0][1]["content"] and not editor.drafts


def test_deleting_asks_with_the_number_and_takes_one_a_session_or_an_agents(
    qtbot: QtBot, sheet: MemoryDialog, served: Client
) -> None:
    sheet.table.setFocus()
    sheet.table.choose_first()
    box = press(qtbot, sheet, lambda: qtbot.keyClick(sheet.table, Qt.Key.Key_Delete))
    assert box.text() == "Delete this memory?" and "cannot be undone" in box.informativeText()
    box.button(QMessageBox.StandardButton.Cancel).click()
    assert served.memories(MemoriesRequest()).total == 3
    tell(served, "planner", {"content": "Glue dries overnight.", "session": "shop"})
    sheet.within(MemoryFilter("planner", "shop"))
    qtbot.waitUntil(lambda: sheet.forget.isVisible() and len(contents(sheet)) == 2, timeout=TIMEOUT)
    assert contents(sheet)[0] == "Glue dries overnight."
    box = press(qtbot, sheet, sheet.forget.click)
    assert box.text() == "Delete all 2 memories of Planner in “shop”?"
    next(each for each in box.buttons() if each.text() == "Delete 2 memories").click()
    qtbot.waitUntil(lambda: served.memories(MemoriesRequest()).total == 2, timeout=TIMEOUT)
    qtbot.waitUntil(lambda: "2 memories deleted." in sheet.said.text(), timeout=TIMEOUT)
    sheet.within(MemoryFilter("planner"))
    qtbot.waitUntil(lambda: contents(sheet) == [KEPT[1][1]["content"]], timeout=TIMEOUT)
    box = press(qtbot, sheet, sheet.forget.click)
    assert box.text() == "Delete the one memory of Planner?"
    next(each for each in box.buttons() if each.text() == "Delete 1 memory").click()
    qtbot.waitUntil(lambda: served.memories(MemoriesRequest()).total == 1, timeout=TIMEOUT)
    assert served.memories(MemoriesRequest()).memories[0].client == "critic"


def test_what_an_agent_remembers_comes_while_a_person_writes(qtbot: QtBot, sheet: MemoryDialog, served: Client) -> None:
    sheet.table.choose_where(lambda one: one.tags == ("wood",))
    sheet.editor.content.setPlainText("half a sent")
    tell(served, "planner", {"content": "A page that came just now."})
    qtbot.waitUntil(lambda: "A page that came just now." in contents(sheet), timeout=TIMEOUT)
    assert sheet.table.item is not None and sheet.table.item.tags == ("wood",)
    assert sheet.editor.content.toPlainText() == "half a sent"
    sheet.editor.revert.click()


def test_memories_are_exported_as_lines_of_json_or_markdown(qtbot: QtBot, sheet: MemoryDialog, tmp_path: Path) -> None:
    sheet.export_to(tmp_path / "all.jsonl")
    qtbot.waitUntil(lambda: "3 memories exported to" in sheet.said.text(), timeout=TIMEOUT)
    rows = [json.loads(line) for line in (tmp_path / "all.jsonl").read_text("utf-8").splitlines()]
    assert [row["content"] for row in rows] == [given["content"] for _, given in KEPT]
    sheet.within(MemoryFilter("critic"))
    sheet.export_to(tmp_path / "critic.md")
    qtbot.waitUntil(lambda: "1 memory exported to" in sheet.said.text(), timeout=TIMEOUT)
    assert "The third chapter repeats the second." in (tmp_path / "critic.md").read_text("utf-8")
    sheet.export_to(tmp_path / "no" / "such.md")
    qtbot.waitUntil(lambda: "cannot be written" in sheet.said.text(), timeout=TIMEOUT)


def test_with_nothing_remembered_it_says_how_an_agent_may(qtbot: QtBot, window: Window) -> None:
    sheet = window.dialogs.show_memories()
    qtbot.waitUntil(sheet.empty.isVisible, timeout=TIMEOUT)
    assert "“Can save memories”" in sheet.empty.text() and not sheet.table.isVisible()
    assert sheet.empty.height() >= sheet.empty.heightForWidth(sheet.empty.width())
    with qtbot.waitSignal(sheet.agents_wanted, timeout=TIMEOUT):
        sheet.to_agents.click()
    window.dialogs.show_agents().close()
    qtbot.keyClick(sheet, Qt.Key.Key_Escape)
    assert not sheet.isVisible()


def test_everything_in_the_sheet_has_a_name_and_room_and_is_reached_by_tab(sheet: MemoryDialog) -> None:
    usable = [each for each in own(sheet) if each.isEnabled()]
    assert len(usable) > 8
    assert [told(each) for each in usable if not spoken(each).strip() or min(each.width(), each.height()) < LEAST] == []
    chain: list[QWidget | None] = [sheet.agents]
    while chain[-1] is not None and (following := chain[-1].nextInFocusChain()) is not sheet.agents:
        chain.append(following)
    wanted = (sheet.sessions, sheet.box, sheet.table, sheet.editor.content, sheet.export)
    places = [chain.index(each) for each in wanted]
    assert places == sorted(places)


def test_a_long_list_comes_in_parts_and_goes_on_when_the_service_comes_back(
    qtbot: QtBot, sheet: MemoryDialog, window: Window, served: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memory_dialog, "PAGE", 2)
    sheet.within(MemoryFilter("planner"))
    qtbot.waitUntil(lambda: len(contents(sheet)) == 2, timeout=TIMEOUT)
    sheet.within(ALL)
    qtbot.waitUntil(lambda: sheet.more.isVisible() and sheet.said.text() == "2 of 3", timeout=TIMEOUT)
    sheet.more.click()
    qtbot.waitUntil(lambda: len(contents(sheet)) == 3 and not sheet.more.isVisible(), timeout=TIMEOUT)
    assert sheet.said.text() == "3 memories"
    before = window.shell.client
    window.connection.reconnect()
    qtbot.waitUntil(lambda: window.shell.client not in (None, before), timeout=TIMEOUT)
    tell(served, "critic", {"content": "Told after a new connection."})
    qtbot.waitUntil(lambda: "Told after a new connection." in contents(sheet), timeout=TIMEOUT)
