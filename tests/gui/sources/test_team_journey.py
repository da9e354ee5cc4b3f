"""A team connected to, searched, read and left by real keys."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from tests import processes
from tests.gui.real_screen import RealScreen
from tests.gui.sources.team_reader import reading
from tests.loopback import no_proxy  # noqa: F401 - a fixture of every test here
from tests.waiting import until

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="X and AT-SPI are Linux's alone")


def test_a_team_is_connected_to_searched_and_left_by_keys(screen: RealScreen, tmp_path: Path) -> None:
    keys, type_, see, hear = screen.keys, screen.type, screen.see, screen.hear
    folder, place = tmp_path / "wheels", tmp_path / "team"
    for one in (folder, place):
        one.mkdir()
    (folder / "axle.md").write_text("# Axle\n\nThe quagga axle.\n", "utf-8")
    with processes.lasting(place), reading(place) as team, screen.program("-m", "bookwheel", str(folder)) as program:
        see("^Axle .+ Bookwheel$")
        screen.run_command("connect to team")
        see("^Connect to team$")
        hear("text", lambda thing: thing["name"] == "Address" and "focused" in thing["states"])
        type_(team.address)
        hear("push button", lambda thing: thing["name"] == "Connect" and "enabled" in thing["states"])
        keys("Return")
        hear("label", lambda thing: thing["name"] == "Connected to Team: 2 collections")
        keys("Return")
        until(lambda: not screen.titled("^Connect to team$"))

        keys("ctrl+k")
        type_("okapi hall")
        keys("Down", "Return")
        see("^Hall .+ Bookwheel$")
        hear("heading", lambda thing: thing["name"] == "Hall")
        screen.run_command("teams")
        see("^Teams$")
        hear("label", lambda thing: thing["name"] == "Collections: Handbook, House rules")
        keys("Escape")
        until(lambda: not screen.titled("^Teams$"))
        keys("ctrl+q")
        program.wait(30)
        assert program.returncode == 0
    assert not re.search("Traceback|Error:", (tmp_path / "said").read_text("utf-8", "replace"))
