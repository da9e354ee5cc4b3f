"""What a window does when the ground moves: broken files of its own, folders that go, screens that are no more."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import QByteArray, QModelIndex, QSettings, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMainWindow
from pytestqt.qtbot import QtBot

from bookwheel import paths
from bookwheel.client.connection import Client
from bookwheel.domain.collection import AddRequest
from bookwheel.gui.state.locations import Location
from bookwheel.gui.state.session import Session
from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.widgets.row_delegate import NOTE
from bookwheel.gui.window.window import Window
from tests.gui.window.test_window import go
from tests.waiting import until


def opened(qtbot: QtBot, served: Client, session: Session, theme: Theme) -> Window:
    """A window on the library with this session, once it has seen the collections."""
    window = Window(paths.LibraryPaths(Path(served.status().library)), session, theme)
    with qtbot.waitSignal(window.library_dock.collections_came, timeout=30_000):
        window.show()
        window.begin([])
    return window


def note_of(window: Window, slug: str) -> object:
    """The softer words of a collection's row."""
    at = window.library_dock.index_of(slug)
    return at.data(NOTE) if at is not None else "not here"


def closed(window: Window) -> None:
    window.close()
    window.end()
    window.deleteLater()


@pytest.mark.parametrize("is_torn", [False, True])
def test_broken_files_of_its_own_cost_only_what_was_broken(
    qtbot: QtBot, served: Client, theme: Theme, session: Session, tmp_path: Path, is_torn: bool
) -> None:
    folder = tmp_path / "bookwheel"
    folder.mkdir(exist_ok=True)
    (folder / "window.toml").write_bytes(b'theme = "dark\n\xff\xfe\x00[[')
    if is_torn:
        (folder / "window.ini").write_bytes(b"\x00\xff[[[\n=;%%%\ngeometry=@ByteArray(\\x")
    else:
        kept = QSettings(QSettings.Format.IniFormat, QSettings.Scope.UserScope, "bookwheel", "window")
        places = [{"doc": 5, "anchor": None, "scroll": "far"}, {"doc": "shelves/machines/desk.md"}, "x"]
        trails = [{"at": at, "places": places} for at in (0, 1, 2, 7, -1, None)]
        for name, value in (
            ("geometry", QByteArray(b"\x01\xd9\xd0\xcb" + b"\xff" * 30)),
            ("docks", QByteArray(b"\x00\x00\x00\xff" * 9)),
            ("tabs", json.dumps({"trails": [*trails, 5], "current": 99})),
            ("saved", '{"words": 1}'),
            ("folds", "[1]"),
        ):
            kept.setValue(f"{session._group}/{name}", value)
        kept.setValue("zoom", "nan")
        kept.sync()
    broken = Session(paths.LibraryPaths(Path(served.status().library)))
    window = opened(qtbot, served, broken, theme)
    if not is_torn:
        qtbot.waitUntil(lambda: window.windowTitle() == "The desk – Bookwheel", timeout=30_000)
    window.shell.open(Location("shelves/machines/wheel.md"))
    qtbot.waitUntil(lambda: window.windowTitle() == "The bookwheel – Bookwheel", timeout=30_000)
    assert 0.5 <= window.reader.zoom <= 4
    closed(window)
    again = Session(paths.LibraryPaths(Path(served.status().library)))
    assert "shelves/machines/wheel.md" in {trail.here.doc for trail in again.tabs[0] if trail.here}


def test_each_tab_goes_back_to_where_it_was_before_the_last_start(
    qtbot: QtBot, served: Client, theme: Theme, session: Session
) -> None:
    wheel, desk = "shelves/machines/wheel.md", "shelves/machines/desk.md"
    window = opened(qtbot, served, session, theme)
    for number in range(60):
        window.reader.trail.push(Location(wheel, f"s{number}"))
    window.reader.trail.push(Location("left/gone.md"))
    for place in (Location(wheel, "how-it-turns"), Location(desk), Location("shelves/index.md")):
        go(qtbot, window, place)
        if place.anchor:  # who leaves a page before it has come to its section comes back to its top
            qtbot.waitUntil(lambda: window.reader.anchor == "how-it-turns", timeout=30_000)
    with qtbot.waitSignal(window.reader.landed, timeout=30_000):
        window.reader.step(-1)
    closed(window)
    window = opened(qtbot, served, session, theme)
    qtbot.waitUntil(lambda: window.windowTitle() == "The desk – Bookwheel", timeout=30_000)
    trail = window.reader.trail
    assert [each.doc for each in trail.places[-3:]] == [wheel, desk, "shelves/index.md"]
    assert len(trail.places) == 41, "forty before, one of which is gone, this one, and one after"
    assert window.toolbar.back.isEnabled() and window.toolbar.forward.isEnabled()
    qtbot.waitUntil(lambda: not window.reader.is_landing, timeout=30_000)
    window.reader.step(-1)
    qtbot.waitUntil(lambda: window.reader.anchor == "how-it-turns", timeout=30_000)
    closed(window)


def test_the_end_of_an_earlier_load_does_not_cost_a_place_its_section(
    qtbot: QtBot, served: Client, theme: Theme, session: Session
) -> None:
    window = opened(qtbot, served, session, theme)
    go(qtbot, window, Location("shelves/machines/desk.md"))
    window.reader.open(Location("shelves/machines/wheel.md", "how-it-turns"))
    assert window.reader.view is not None
    window.reader.view.loadFinished.emit(True)
    qtbot.waitUntil(lambda: window.reader.anchor == "how-it-turns", timeout=30_000)
    closed(window)


def test_a_window_of_a_screen_that_is_gone_comes_to_one_that_is_there(
    qtbot: QtBot, served: Client, theme: Theme, session: Session
) -> None:
    far = QMainWindow()
    far.setGeometry(9000, 7000, 3000, 2000)
    session.keep(geometry=far.saveGeometry(), docks=far.saveState(), trails=[], current=0, zoom=1.0)
    window = opened(qtbot, served, session, theme)
    there = QGuiApplication.primaryScreen().availableGeometry()
    assert there.contains(window.geometry().center())
    assert window.width() <= there.width() and window.height() <= there.height()
    closed(window)


def test_a_folder_that_goes_leaves_its_tab_and_comes_back_with_it(
    qtbot: QtBot, served: Client, theme: Theme, session: Session, tmp_path: Path
) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    (stick / "plan.md").write_text("# The plan\n\nTwo words.\n", encoding="utf-8")
    served.add(AddRequest(str(stick), name="Stick"))
    until(lambda: any(card.slug == "stick" and card.documents for card in served.collections().collections))
    window = opened(qtbot, served, session, theme)
    go(qtbot, window, Location("stick/plan.md"))
    shutil.move(stick, tmp_path / "away")
    model = window.library_dock.model
    qtbot.waitUntil(lambda: note_of(window, "stick") == "folder is missing", timeout=30_000)
    tip = model.data(window.library_dock.index_of("stick") or QModelIndex(), Qt.ItemDataRole.ToolTipRole)
    assert "stay in the index" in str(tip)
    window.reader.reload()
    qtbot.waitUntil(lambda: window.reader.position.landing is None, timeout=30_000)
    go(qtbot, window, Location("shelves/machines/wheel.md"))
    window.reader.step(-1)
    assert [place.doc for place in window.reader.places] == ["stick/plan.md"]
    closed(window)
    assert [trail.here.doc for trail in session.tabs[0] if trail.here] == ["stick/plan.md"]
    shutil.move(tmp_path / "away", stick)
    window = opened(qtbot, served, session, theme)
    qtbot.waitUntil(lambda: window.windowTitle() == "The plan – Bookwheel", timeout=30_000)
    qtbot.waitUntil(lambda: note_of(window, "stick") is None, timeout=30_000)
    closed(window)


def test_a_page_grows_to_four_times_its_size(window: Window) -> None:
    for _ in range(40):
        window.reader.step_zoom(1)
    assert window.reader.zoom == 4.0
