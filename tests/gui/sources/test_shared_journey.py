"""A collection from its folder to a subscription of another: published, subscribed to, read and left by real keys."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from tests.gui.real_screen import RealScreen
from tests.publications.publishing import publish
from tests.waiting import until

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="X and AT-SPI are Linux's alone")


def test_a_collection_is_published_and_another_subscribed_to_by_keys(screen: RealScreen, tmp_path: Path) -> None:
    keys, type_, see, hear = screen.keys, screen.type, screen.see, screen.hear
    folder, target, shared = tmp_path / "wheels", tmp_path / "out", tmp_path / "handbook"
    folder.mkdir()
    (folder / "axle.md").write_text("# Axle\n\nThe quagga axle.\n", "utf-8")
    publish(shared, {"oil.md": "# Oil\n\nThe okapi oil.\n"}, name="Handbook")

    with screen.program("-m", "bookwheel", str(folder)) as program:
        see("^Axle .+ Bookwheel$")
        screen.run_command("publish collection")
        see("^Publish collection$")
        hear("text", lambda thing: thing["name"] == "Publish to" and "focused" in thing["states"])
        type_(str(target))
        hear("push button", lambda thing: thing["name"] == "Publish" and "enabled" in thing["states"])
        keys("Return")
        hear("push button", lambda thing: thing["name"] == "Copy fingerprint")
        assert (target / "collection.bookwheel").is_file()
        keys("Escape")
        until(lambda: not screen.titled("^Publish collection$"))

        screen.run_command("add shared collection")
        see("^Add shared collection$")
        hear("text", lambda thing: thing["name"] == "Address" and "focused" in thing["states"])
        type_(str(shared))
        hear("push button", lambda thing: thing["name"] == "Add shared collection" and "enabled" in thing["states"])
        keys("Return")
        see("^Oil .+ Bookwheel$")
        keys("ctrl+k")
        type_("okapi oil")
        keys("Down", "Return")
        hear("heading", lambda thing: thing["name"] == "Oil")
        screen.run_command("sources")
        see("^Sources$")
        hear("cell", lambda thing: thing["name"].startswith("Name: ") and "focused" in thing["states"])
        keys("Down")
        hear("label", lambda thing: "by Docs team" in thing["name"])
        keys("Delete")
        screen.click(hear("push button", lambda thing: thing["name"] == "Unsubscribe"))
        hear("label", lambda thing: thing["name"].startswith(str(folder)))
        keys("Escape")
        until(lambda: not screen.titled("^Sources$"))
        keys("ctrl+q")
        program.wait(30)
        assert program.returncode == 0
    assert not re.search("Traceback|Error:", (tmp_path / "said").read_text("utf-8", "replace"))
