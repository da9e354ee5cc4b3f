"""From a search to the marked words on a PDF's page, its citation, its text and back: by real keys and mouse."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from bookwheel import paths
from bookwheel.client.connection import connect
from bookwheel.domain.collection import AddRequest
from bookwheel.domain.errors import BookwheelError
from tests.gui.real_screen import RealScreen, missing
from tests.gui.shelves import write_shelves
from tests.large_pdf import make_pdf
from tests.waiting import until

linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="X and AT-SPI are Linux's alone")


@pytest.fixture
def screen(tmp_path: Path, library_folder: Path) -> Iterator[RealScreen]:
    """A virtual screen, and a library that has read a PDF."""
    lacking = missing()
    assert not lacking, f"This test drives a real window: install the packages {', '.join(lacking)}."
    shelves = write_shelves(tmp_path / "shelves")
    make_pdf(shelves / "wheels.pdf", 40)
    client = connect(paths.LibraryPaths(library_folder), client="test")
    client.add(AddRequest(str(shelves), name="Shelves"))
    until(lambda: client.status().documents >= 5 and client.status().state == "ready")
    opened = RealScreen(tmp_path)
    yield opened
    opened.close()
    with suppress(BookwheelError):
        client.stop()
    client.close()


@linux
def test_a_hit_in_a_pdf_is_seen_cited_and_read_as_text(screen: RealScreen) -> None:
    keys, type_, see, hear = screen.keys, screen.type, screen.see, screen.hear
    with screen.program("-m", "bookwheel"):
        see("Bookwheel$")
        keys("ctrl+k")
        hear("text", lambda spoken: "focused" in spoken["states"])
        type_('"this is leaf 17 of 40"')
        keys("Down", "Return")
        see("^wheels .+ Bookwheel$|^The Book of Wheels .+ Bookwheel$")
        # The page is shown, with its words marked and counted, and its label in the field.
        hear("label", lambda spoken: bool(re.fullmatch(r"1 of \d+", spoken["name"])))
        hear("label", lambda spoken: spoken["name"] == "(17 of 40)")
        keys("ctrl+shift+q")
        hear("label", lambda spoken: spoken["name"] == "Citation copied.")
        # Its text, and back.
        keys("ctrl+shift+v")
        hear("heading", lambda spoken: spoken["name"].startswith("Chapter 2"))
        keys("ctrl+shift+v")
        hear("label", lambda spoken: "of 40)" in spoken["name"])
        # Another page, by its label, and the way back.
        keys("ctrl+j")
        type_("ii")
        keys("Return")
        hear("label", lambda spoken: spoken["name"] == "(2 of 40)")
        keys("alt+Left")
        hear("label", lambda spoken: spoken["name"] != "(2 of 40)" and "of 40)" in spoken["name"])
