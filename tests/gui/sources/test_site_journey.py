"""A site from its address to a page that is read, refreshed and removed again, by real keys and mouse."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.end_to_end.test_sites import page
from tests.fetching.servers import Server, content, web_server
from tests.gui.real_screen import RealScreen
from tests.waiting import until

HTML = "text/html; charset=utf-8"

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="X and AT-SPI are Linux's alone")


@pytest.fixture
def site() -> Iterator[Server]:
    with web_server() as server:
        server.answers["/guide/"] = content(page("Guide", "How a bookwheel is built."), HTML)
        server.answers["/guide/wheels.html"] = content(page("Wheels", "Each wheel has a quagga axle."), HTML)
        yield server


def test_a_site_is_added_read_refreshed_and_removed(screen: RealScreen, site: Server, tmp_path: Path) -> None:
    keys, type_, see, hear = screen.keys, screen.type, screen.see, screen.hear

    def palette(words: str) -> None:
        keys("ctrl+shift+p")
        hear("text", lambda each: each["name"] == "Command palette" and "focused" in each["states"])
        type_(words)
        keys("Return")

    with screen.program("-m", "bookwheel") as program:
        see("Bookwheel$")
        hear("push button", lambda each: each["name"] == "Try the sample")
        palette("add site")
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
        site.answers["/guide/wheels.html"] = content(page("Wheels", "Now of okapi."), HTML)
        palette("sources")
        see("^Sources$")
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
