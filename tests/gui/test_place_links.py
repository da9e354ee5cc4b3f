"""Links that name a place in a file: copied, opened at its section, and said to be elsewhere where there is none."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from bookwheel.gui.state.locations import Location, Trail, address, location_of
from bookwheel.gui.state.session import Session
from bookwheel.gui.window.window import Window
from tests.gui.shelves import write_shelves
from tests.gui.window.test_window import go

TIMEOUT = 30_000
MAIL = "shelves/letters.mbox"
WHEEL = "shelves/machines/wheel.md"


@pytest.fixture(scope="module")
def shelves(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of documents with a mailbox in it."""
    folder = write_shelves(tmp_path_factory.mktemp("documents") / "shelves")
    letters = (
        f"From a@b.c Mon Jan  1 00:00:00 2024\nFrom: Ann <a@b.c>\nSubject: About {tree}\n\n{'It is a tree. ' * 90}\n\n"
        for tree in ("oak", "elm", "yew")
    )
    (folder / "letters.mbox").write_text("".join(letters))
    return folder


def test_a_location_says_its_place_in_its_link_and_in_a_session(session: Session) -> None:
    place = Location("notes/a b.pdf", "of-the-end", "two words", place="page=xii")
    link = "bookwheel://doc/notes/a%20b.pdf?page=xii&quote=two%20words#of-the-end"
    assert location_of(link) == place and address(place.doc) == "bookwheel://doc/notes/a%20b.pdf"
    assert place.link == "bookwheel://doc/notes/a%20b.pdf?page=xii#of-the-end"
    assert location_of("bookwheel://doc/notes/a.pdf?pages=3") == Location("notes/a.pdf")
    session.keep(geometry=session.geometry, docks=session.docks, trails=[Trail([place], 0)], current=0, zoom=1.0)
    assert session.tabs[0][0].here == place


def test_a_link_with_a_place_lands_on_the_section_that_holds_it(qtbot: QtBot, window: Window) -> None:
    go(qtbot, window, Location(WHEEL))
    with qtbot.waitSignal(window.reader.landed, timeout=TIMEOUT):
        window.open_requests.add([f"bookwheel://doc/{MAIL}?message=2"])
    qtbot.waitUntil(lambda: "elm" in window.reader.anchor, timeout=TIMEOUT)
    with qtbot.waitSignal(window.reader.landed, timeout=TIMEOUT):
        window.open_requests.add([f"bookwheel://doc/{MAIL}?message=3"])
    qtbot.waitUntil(lambda: "yew" in window.reader.anchor, timeout=TIMEOUT)
    window.page_export.copy_link()
    link = QGuiApplication.clipboard().text()
    assert link == f"bookwheel://doc/{MAIL}?message=3#{window.reader.anchor}"
    window.page_export.copy_citation()
    assert QGuiApplication.clipboard().text().endswith(f"letters.mbox, message 3), {link}")


def test_a_place_that_is_not_there_leads_to_the_nearest_and_says_so(qtbot: QtBot, window: Window) -> None:
    go(qtbot, window, Location(WHEEL))
    with qtbot.waitSignal(window.reader.landed, timeout=TIMEOUT):
        window.open_requests.add([f"bookwheel://doc/{MAIL}?message=30"])
    qtbot.waitUntil(lambda: "yew" in window.reader.anchor, timeout=TIMEOUT)
    assert window.notification_bar.sentence == f"{MAIL} has nothing at message 30; the nearest is message 3."
    with qtbot.waitSignal(window.reader.landed, timeout=TIMEOUT):
        window.open_requests.add([f"bookwheel://doc/{WHEEL}?slide=4"])
    assert window.notification_bar.sentence == f"{WHEEL} has no slide 4; it is shown from the start."


def test_a_section_that_is_gone_is_found_by_the_place_of_its_link(qtbot: QtBot, window: Window) -> None:
    go(qtbot, window, Location(WHEEL))
    window.open_requests.add([f"bookwheel://doc/{MAIL}?message=2#gone"])
    qtbot.waitUntil(lambda: "elm" in window.reader.anchor, timeout=TIMEOUT)
    assert "no longer" not in window.notification_bar.sentence
