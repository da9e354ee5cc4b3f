"""A window on a tiny library with a real service."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QSettings, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from bookwheel import paths
from bookwheel.client.connection import Client, connect
from bookwheel.domain.errors import BookwheelError
from bookwheel.gui.i18n import translation
from bookwheel.gui.page import url_scheme
from bookwheel.gui.process.application import prepare_environment
from bookwheel.gui.state.session import Session
from bookwheel.gui.theme import fonts
from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.window.window import Window
from tests import processes
from tests.gui.patience import make_patient
from tests.gui.real_screen import RealScreen, missing
from tests.gui.shared_library import Shared, leaves_library, serving
from tests.gui.shelves import write_shelves
from tests.stalls import Stalls
from tests.words_only import turn_meaning_off

make_patient()

_STALL = "stall"
"""A property of each test that had a window: for how many milliseconds its thread was held up at most, and where."""
_TOLD = 5

prepare_environment()
url_scheme.register()
QCoreApplication.setAttribute(Qt.ApplicationAttribute.AA_ShareOpenGLContexts)


@pytest.fixture(scope="session", autouse=True)
def english(qapp: QApplication) -> None:
    """The language that the tests read, whatever the system speaks."""
    translation.speak(qapp, "en")


@pytest.fixture(autouse=True)
def no_window_left() -> Iterator[None]:
    """End the windows that a failed test left open: they would start its service again and fail the next modules."""
    yield
    for left in QApplication.topLevelWidgets():
        if isinstance(left, Window) and left.isVisible():
            left.close()
            left.end()
            left.deleteLater()


@pytest.fixture(scope="session")
def theme(qapp: QApplication) -> Theme:
    """The look, with its fonts."""
    fonts.load()
    return Theme(qapp, "light")


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shared]:
    """Documents and a service that has read them, for all modules that leave a library as it is."""
    folder = tmp_path_factory.mktemp("shared")
    shelves = write_shelves(folder / "documents" / "shelves")
    with processes.lasting(folder), serving(folder / "served", shelves) as client:
        yield Shared(shelves, client)


@pytest.fixture(scope="module")
def shelves(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of documents."""
    if leaves_library(request):
        return request.getfixturevalue("shared").shelves
    return write_shelves(tmp_path_factory.mktemp("documents") / "shelves")


@pytest.fixture(scope="module")
def served(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, shelves: Path) -> Iterator[Client]:
    """A client of a real service that has read the folder and searches it by words alone."""
    if not leaves_library(request):
        with serving(tmp_path_factory.mktemp("served"), shelves) as client:
            yield client
        return
    shared = request.getfixturevalue("shared")
    before = shared.kept()
    yield shared.client
    shared.forget_reading()
    assert shared.kept() == before, "This module changed the library that others share: take its mark away."


@pytest.fixture
def session(served: Client, tmp_path: Path) -> Session:
    """What the window remembers, in a folder of the test."""
    QSettings.setPath(QSettings.Format.IniFormat, QSettings.Scope.UserScope, str(tmp_path))
    return Session(paths.LibraryPaths(Path(served.status().library)))


@pytest.fixture
def window(
    qtbot: QtBot, served: Client, session: Session, theme: Theme, request: pytest.FixtureRequest
) -> Iterator[Window]:
    """A shown window that has met the service and seen its collections, with a watch on what holds its thread up."""
    opened = Window(paths.LibraryPaths(Path(served.status().library)), session, theme)
    opened.resize(1300, 820)
    with qtbot.waitSignal(opened.library_dock.collections_came, timeout=30_000):
        opened.show()
        opened.begin([])
    watch = Stalls()
    with watch.journey() as found:
        yield opened
    watch.end()
    if found:
        line = f"{found[0].own_ms:.0f} ms ({found[0].work_ms:.0f} of work) {request.node.nodeid}: {found[0].where}"
        request.node.user_properties.append((_STALL, (found[0].own_ms, line)))
    opened.close()
    opened.end()
    opened.deleteLater()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say which journeys held the window's thread up longest; `make bench` measures it, no test asserts it."""
    reports = [report for kind in terminalreporter.stats.values() for report in kind]
    properties = [pair for report in reports for pair in getattr(report, "user_properties", ())]
    stalls = sorted((stall for name, stall in properties if name == _STALL), reverse=True)
    if stalls:
        terminalreporter.section("longest stalls of the window's thread")
    for _, line in stalls[:_TOLD]:
        terminalreporter.write_line(line)


@pytest.fixture(autouse=True)
def library_folder(library_folder: Path) -> Path:
    """The folder of a library of words alone for this test."""
    return turn_meaning_off(library_folder).root


@pytest.fixture
def screen(tmp_path: Path, library_folder: Path) -> Iterator[RealScreen]:
    """A virtual screen with a window manager and an accessibility bus; the service of its programs ends with it."""
    lacking = missing()
    assert not lacking, f"This test drives a real window: install the packages {', '.join(lacking)}."
    opened = RealScreen(tmp_path)
    yield opened
    opened.close()
    with suppress(BookwheelError):
        client = connect(paths.LibraryPaths(library_folder), client="test", start=False)
        client.stop()
        client.close()
