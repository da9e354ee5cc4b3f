"""Files that are not read are counted everywhere by what became of them, and the counts add up."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
from mcp import Client as Agent
from mcp.client.streamable_http import streamable_http_client
from PySide6.QtCore import QSettings, Qt
from pytestqt.qtbot import QtBot

from bookwheel.client.connection import Client, connect
from bookwheel.domain.collection import AddRequest
from bookwheel.domain.service.agents import AgentRequest
from bookwheel.domain.service.settings import SettingChange
from bookwheel.gui.state.session import Session
from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.window.window import Window
from bookwheel.paths import LibraryPaths
from tests.end_to_end.conftest import SOURCE
from tests.gui.conftest import theme as theme
from tests.waiting import until
from tests.words_only import turn_meaning_off

FILES = {
    "a.md": b"# A wheel\n\nIt turns.\n",
    "b.txt": b"A rim\n",
    "broken.pdf": b"no PDF at all",
    "letter.doc": b"\xd0\xcf\x11\xe0",
    "old/letter.doc": b"\xd0\xcf\x11\xe0",
    "turn.py": b"def turn(): pass\n",
    "build.log": b"log\n",
    "server.key": b"hush\n",
    "data.txt": bytes(range(256)) * 8,
    "long.txt": b"word " * 300_000,
    ".gitignore": b"*.log\n",
    ".hidden.md": b"# Hidden\n",
}
COUNTS = {
    "found": 10,
    "read": 2,
    "ignored": 1,
    "secret": 1,
    "binary": 1,
    "too_large": 1,
    "other_types": 3,
    "failed": 1,
}
SENTENCE = "10 files found: 2 read, 3 of other types, 1 ignored, 1 secret, 1 binary, 1 too large, 1 failed."
NOTICE = "Not read in notes: 2 .doc, 1 .py, 1 binary, 1 too large, 1 failed."


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """A client of a library with a file of each kind, and a second collection that was read in full."""
    notes, whole = tmp_path_factory.mktemp("sources") / "notes", tmp_path_factory.mktemp("sources") / "whole"
    for name, content in FILES.items():
        (notes / name).parent.mkdir(parents=True, exist_ok=True)
        (notes / name).write_bytes(content)
    whole.mkdir()
    (whole / "c.md").write_text("# Another wheel\n")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", SOURCE)
        client = connect(turn_meaning_off(tmp_path_factory.mktemp("unread")), client="cli")
    client.set(SettingChange("indexing.largest_file_mb", "1"))
    client.add(AddRequest(str(notes)))
    client.add(AddRequest(str(whole)))
    until(lambda: client.status().state == "ready" and client.status().documents == 3)
    yield client
    assert client.stop(20)
    client.close()


def run(served: Client, *words: str) -> str:
    """What a verb prints."""
    command = [sys.executable, "-m", "bookwheel", "--library", served.status().library, *words]
    environment = {**os.environ, "PYTHONPATH": SOURCE}
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False).stdout


def ask(served: Client, token: str, tool: str, **arguments: Any) -> dict[str, Any]:
    """What a tool answers."""

    async def main() -> dict[str, Any]:
        async with (
            httpx2.AsyncClient(headers={"Authorization": f"Bearer {token}"}, timeout=60) as http,
            Agent(streamable_http_client(f"{served.url}/mcp", http_client=http)) as agent,
        ):
            answer = (await agent.call_tool(tool, arguments)).structured_content
            assert answer is not None
            return answer

    return asyncio.run(main())


def test_the_command_line_counts_every_file_once(served: Client) -> None:
    cards = {card["slug"]: card for card in json.loads(run(served, "collections", "--json"))["collections"]}
    assert cards["notes"]["files"] == COUNTS and sum(COUNTS.values()) == 2 * COUNTS["found"]
    assert cards["whole"]["files"] == {"found": 1, "read": 1}
    assert json.loads(run(served, "problems", "notes", "--json"))["files"] == COUNTS
    status = json.loads(run(served, "status", "--json"))["files"]
    assert status == COUNTS | {"found": 11, "read": 3}
    assert SENTENCE in run(served, "problems", "notes")
    assert "11 files found: 3 read, 3 of other types" in run(served, "status")
    assert "8 not read" in run(served, "collections")


def test_answers_from_a_collection_say_what_is_not_in_them(served: Client) -> None:
    assert NOTICE in run(served, "search", "wheel", "--filter", "collection=notes")
    assert NOTICE in run(served, "browse", "documents", "--filter", "collection=notes")
    assert NOTICE in run(served, "context", "wheel", "--filter", "collection=notes")
    assert "Not read" not in run(served, "search", "wheel", "--filter", "collection=whole")
    assert "Not read: 2 .doc" in run(served, "search", "zanzibar"), "few hits say it of the whole library"


def test_agents_are_told_numbers_and_no_names_of_what_is_ignored_or_secret(served: Client) -> None:
    token = served.agent(AgentRequest("reader")).token
    values = {row["value"]: row["count"] for row in ask(served, token, "browse", view="status")["values"]}
    told = {name: values[name] for name in ("ignored_files", "secret_files", "binary_files", "too_large_files")}
    assert set(told.values()) == {1} and (values["failed_files"], values["skipped_files"]) == (1, 3)
    assert values["files_found"] == values["documents"] + sum(told.values()) + 1 + 3
    assert NOTICE in ask(served, token, "search", query="wheel", collection="notes")["notices"]
    narrow = served.agent(AgentRequest("narrow", collections=("notes",))).token
    assert NOTICE in ask(served, narrow, "explore", node="notes/a.md")["notices"]
    part = served.agent(AgentRequest("part", filter="path:old/")).token
    assert "Not read" not in json.dumps(ask(served, part, "search", query="zanzibar"))
    for who in (token, narrow, part):
        said = json.dumps([ask(served, who, "browse", view=view) for view in ("status", "collections")])
        assert "server" not in said and "build.log" not in said


def test_the_window_says_it_in_the_tree_and_under_the_hits(
    qtbot: QtBot, served: Client, theme: Theme, tmp_path: Path
) -> None:
    QSettings.setPath(QSettings.Format.IniFormat, QSettings.Scope.UserScope, str(tmp_path))
    library = LibraryPaths(Path(served.status().library))
    window = Window(library, Session(library), theme)
    window.resize(1300, 820)
    with qtbot.waitSignal(window.library_dock.collections_came, timeout=30_000):
        window.show()
        window.begin([])
    model = window.library_dock.model
    tips = [model.index(row, 0).data(Qt.ItemDataRole.ToolTipRole) for row in range(model.rowCount())]
    assert SENTENCE in tips[0] and "Other types: 2 .doc, 1 .py" in tips[0] and "files found" not in tips[1]
    with qtbot.waitSignal(window.search.answered, timeout=10_000):
        window.toolbar.box.setText("zanzibar")
    panel = window.results_panel
    qtbot.waitUntil(panel.unread.isVisible, timeout=10_000)
    assert panel.unread.text() == "Not read: 2 .doc, 1 .py, 1 binary, 1 too large, 1 failed."
    with qtbot.waitSignal(panel.unread_wanted, timeout=10_000):
        qtbot.keyClick(panel.unread, Qt.Key.Key_Space)
    window.close()
    window.end()
    window.deleteLater()
