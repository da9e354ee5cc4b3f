"""A site from its address to a page that is read, refreshed and removed again, by real keys and mouse."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from tests.fetching.servers import Server, guide_page
from tests.gui.real_screen import RealScreen
from tests.waiting import until

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="X and AT-SPI are Linux's alone")


def test_a_site_is_added_read_refreshed_and_removed(screen: RealScreen, site: Server, tmp_path: Path) -> None:
    keys, type_, see, hear = screen.keys, screen.type, screen.see, screen.hear

    with screen.program("-m", "bookwheel") as program:
        see("Bookwheel$")
        hear("push button", lambda each: each["name"] == "Try the sample")
        screen.run_command("add site")
        see("^Add site$")
        hear("text", lambda each: each["name"] == "Address" and "focused" in each["states"])
        type_(site.url("/guide/"))
        box = hear("check box", lambda each: each["name"].startswith("Allow addresses of this computer"))
        screen.click(box)
        hear("check box", lambda each: each["name"] == box["name"] and "checked" in each["states"])
        hear("push button", lambda each: each["name"] == "Add site" and "enabled" in each["states"])
        keys("Return")
        see("^Guide .+ Bookwheel$")
        keys("ctrl+k")
        type_("quagga axle")
        keys("Down", "Return")
        see("^Wheels .+ Bookwheel$")
        hear("heading", lambda each: each["name"] == "Wheels")
        site.answers["/guide/wheels.html"] = guide_page("Wheels", "Now of okapi.")
        screen.run_command("sources")
        see("^Sources$")
        hear("cell", lambda each: each["name"] == "Name: 127.0.0.1 guide" and "focused" in each["states"])
        keys("F5")
        hear("label", lambda each: "1 changed" in each["name"])
        keys("Delete")
        screen.click(hear("push button", lambda each: each["name"] == "Remove"))
        hear("label", lambda each: each["name"] == "No collections yet.")
        keys("Escape")
        until(lambda: not screen.titled("^Sources$"))
        keys("ctrl+q")
        program.wait(30)
        assert program.returncode == 0
    assert not re.search("Traceback|Error:", (tmp_path / "said").read_text("utf-8", "replace"))
