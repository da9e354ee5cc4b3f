"""The main journeys in a real window on a virtual screen, by keys and mouse, heard over the accessibility bus."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sys
from collections.abc import Callable
from pathlib import Path

import httpx2
import pytest
from mcp import Client as Agent
from mcp.client.streamable_http import streamable_http_client

from bookwheel import paths
from bookwheel.client.connection import connect
from bookwheel.domain.service.agents import AgentRequest
from tests.gui.real_screen import RealScreen, Spoken
from tests.gui.shelves import write_shelves
from tests.waiting import until

linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="X and AT-SPI are Linux's alone")


def named(*names: str) -> Callable[[Spoken], bool]:
    return lambda each: each["name"] in names


async def _call(url: str, token: str) -> None:
    async with (
        httpx2.AsyncClient(headers={"Authorization": f"Bearer {token}"}, timeout=60) as http,
        Agent(streamable_http_client(url, http_client=http)) as agent,
    ):
        await agent.call_tool("search", {"query": "zanzibar"})


@linux
@pytest.mark.timeout(900)  # two minutes where six others want the processors, and every wait follows progress
def test_the_main_journeys_by_real_keys_and_mouse(screen: RealScreen, tmp_path: Path, library_folder: Path) -> None:
    shelves = write_shelves(tmp_path / "shelves")
    dropped = tmp_path / "cards"
    dropped.mkdir()
    (dropped / "cards.md").write_text("# Index cards\n\nOne thought on each.\n", encoding="utf-8")
    keys, type_, see, hear = screen.keys, screen.type, screen.see, screen.hear

    def is_added(folder: Path) -> bool:
        """Add a folder by key, again where Qt's dialog, on a busy machine, took a name of its own for it."""
        keys("ctrl+o")
        see("^Add folder$")
        hear("text", lambda each: "focused" in each["states"] and "Add folder" in each["under"])
        type_(str(folder))
        keys("Return")
        try:
            until(lambda: screen.titled("^Welcome .+ Bookwheel$"), 15)
        except AssertionError:
            keys("Escape", "Escape", "Escape")
            return False
        return True

    with screen.program("-m", "bookwheel") as program:
        see("Bookwheel$")
        # Add: by key, in the dialog that asks for a folder.
        hear("push button", named("Try the sample"))
        until(lambda: any("focused" in each["states"] for each in screen.spoken()))
        until(lambda: is_added(shelves), 120)
        # Drop: a folder of another program, by mouse.
        with screen.program(str(Path(__file__).with_name("drag_source.py")), str(dropped)):
            see("^A folder$")
            screen.drag((60, 850), (800, 480))
            see("^Index cards .+ Bookwheel$")
        # Search and read: the page is heard, the marked hit is counted.
        keys("ctrl+k")
        type_("same slope throughout")
        keys("Down", "Return")
        see("^The bookwheel .+ Bookwheel$")
        hear("heading", named("How it turns"))
        hear("label", lambda each: bool(re.fullmatch(r"1 of \d+", each["name"])))
        keys("Escape")
        # Outline: by mouse; and jump to a heading by its name.
        screen.click(hear("list item", lambda each: each["name"].startswith("Who used it")))
        hear("list item", lambda each: each["name"].startswith("Who used it") and "selected" in each["states"])
        keys("ctrl+shift+o")
        type_("how it")
        keys("Return")
        # Tabs, and back along their trail.
        keys("ctrl+t")
        type_("the desk")
        keys("Return")
        see("^The desk .+ Bookwheel$")
        hear("heading", named("The desk"))
        keys("ctrl+shift+Tab")
        see("^The bookwheel .+ Bookwheel$")
        keys("ctrl+Tab")
        see("^The desk .+ Bookwheel$")
        keys("ctrl+p")
        type_("welcome")
        keys("Return")
        see("^Welcome .+ Bookwheel$")
        keys("alt+Left")
        see("^The desk .+ Bookwheel$")
        # Every pane is reached by key, and left again, the page too.
        assert panes(screen) >= {"Search", "Library", "Page", "Outline", "Links"}
        # Map: shown, heard as a table, left.
        keys("ctrl+shift+m")
        hear("button menu", named("Colour by"))
        screen.run_command("map as table")
        hear("table", named("Map as table"))
        keys("ctrl+shift+m")
        # Settings: found by name.
        keys("ctrl+comma")
        see("^Settings")
        type_("motion")
        hear("check box", lambda each: "Reduce motion" in each["name"])
        keys("Escape")
        until(lambda: not screen.titled("^Settings"))
        # Theme: by mouse.
        screen.click(hear("push button", named("Toggle light/dark theme")))
        settings = tmp_path / "config" / "bookwheel" / "window.toml"
        until(lambda: settings.exists() and 'theme = "dark"' in settings.read_text("utf-8"))
        # Agents in view.
        screen.run_command("agent activity")
        client = connect(paths.LibraryPaths(library_folder), client="test")
        agent = client.agent(AgentRequest("scholar"))
        asyncio.run(_call(agent.url, agent.token))
        hear("list item", lambda each: "zanzibar" in each["name"] and "Activity" in each["under"])
        keys("ctrl+q")
        program.wait(30)
        assert program.returncode == 0
    # Restart: the tabs, the page and the theme are back.
    with screen.program("-m", "bookwheel") as program:
        see("^The desk .+ Bookwheel$")
        tabs = [each["name"] for each in screen.spoken() if each["role"] == "page tab"]
        assert {"The bookwheel", "The desk"} <= set(tabs)
        # The service dies while a page is open: the next thing asked for comes all the same.
        os.kill(client.pid, signal.SIGKILL)
        client.close()
        keys("ctrl+p")
        type_("notes")
        hear("list item", lambda each: each["name"].startswith("Notes"))
        keys("Return")
        see("^Notes .+ Bookwheel$")
        keys("ctrl+q")
        program.wait(30)
        assert program.returncode == 0
    assert not re.search("Traceback|Error:", (tmp_path / "said").read_text("utf-8", "replace"))


def panes(screen: RealScreen) -> set[str]:
    """What gets the keyboard as F6 goes round the window."""
    found = now = screen.focused()
    for _ in range(8):
        before = now
        screen.keys("F6")
        until(lambda before=before: screen.focused() != before)
        now = screen.focused()
        found |= now
    return found
