"""From a search to a page of a PDF, another page and back, by real keys; citations say where one is."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from bookwheel import paths
from bookwheel.client.connection import connect
from bookwheel.domain.collection import AddRequest
from tests.gui.real_screen import RealScreen
from tests.large_pdf import make_pdf
from tests.waiting import until

linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="X is Linux's alone")
_CLIPBOARD = """
from PySide6.QtCore import QTimer
from PySide6.QtGui import QGuiApplication
app = QGuiApplication([])
QTimer.singleShot(200, lambda: (print(QGuiApplication.clipboard().text()), app.quit()))
app.exec()
"""


@pytest.fixture(autouse=True)
def books(tmp_path: Path, library_folder: Path) -> None:
    """A library that has read a PDF."""
    folder = tmp_path / "books"
    folder.mkdir()
    make_pdf(folder / "wheels.pdf", 40)
    client = connect(paths.LibraryPaths(library_folder), client="test")
    client.add(AddRequest(str(folder), name="Books"))
    until(lambda: client.status().documents == 1 and client.status().state == "ready")
    client.close()


def cited(screen: RealScreen) -> str:
    """The citation of the place that is read, through the clipboard."""
    screen.keys("ctrl+shift+q")
    asked = [sys.executable, "-c", _CLIPBOARD]
    return subprocess.run(asked, env=screen.environment, capture_output=True, text=True, check=False).stdout


@linux
def test_a_hit_in_a_pdf_is_cited_by_its_page_and_can_be_come_back_to(screen: RealScreen) -> None:
    keys, type_, see = screen.keys, screen.type, screen.see
    with screen.program("-m", "bookwheel"):
        see("Bookwheel$")
        keys("ctrl+k")
        type_('"this is leaf 17 of 40"')
        keys("Return")
        see("^The Book of Wheels .+ Bookwheel$")
        until(lambda: "wheels.pdf, page 15" in cited(screen))
        keys("ctrl+j")
        type_("ii")
        keys("Return")
        until(lambda: "wheels.pdf, page ii" in cited(screen))
        keys("alt+Left")
        until(lambda: "wheels.pdf, page 15" in cited(screen))
        keys("ctrl+shift+v")
        until(lambda: "“Chapter 2" in cited(screen) or "“Section 2" in cited(screen))
