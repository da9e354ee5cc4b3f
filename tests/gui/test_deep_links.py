"""What leads to a passage from outside: a sentence that was copied, and links."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtNetwork import QLocalSocket
from PySide6.QtWebEngineCore import QWebEngineScript
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from bookwheel import paths
from bookwheel.client.connection import Client
from bookwheel.gui.platform import single_instance, url_handler
from bookwheel.gui.process.window_manager import Windows
from bookwheel.gui.state.locations import Location, address, location_of
from bookwheel.gui.state.session import Session
from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.window.window import Window
from tests.gui.window.test_window import go

TIMEOUT = 30_000
WORLD = QWebEngineScript.ScriptWorldId.ApplicationWorld.value
SENTENCE = "Each shelf hangs at the same slope throughout the turn."
WHEEL = "shelves/machines/wheel.md"
MARKED = "[...document.querySelectorAll('mark.hit')].map((each) => each.textContent).join('|')"
LINKED = MARKED.replace("mark.hit", ".linked")


def marked(qtbot: QtBot, window: Window) -> list[str]:
    """What is marked on the page."""
    got: list[str] = []
    window.reader.warm().web_page.runJavaScript(MARKED, WORLD, got.append)
    qtbot.waitUntil(lambda: bool(got), timeout=TIMEOUT)
    return got[0].split("|")


def linked(qtbot: QtBot, window: Window) -> list[str]:
    """What is marked as the section that a link named."""
    got: list[str] = []
    window.reader.warm().web_page.runJavaScript(LINKED, WORLD, got.append)
    qtbot.waitUntil(lambda: bool(got), timeout=TIMEOUT)
    return got[0].split("|")


@pytest.mark.parametrize(
    "pasted", [SENTENCE, f"“{SENTENCE}”", "Each **shelf** hangs at the same\n slope throughout the turn"]
)
def test_a_pasted_sentence_opens_its_source_with_the_sentence_marked(qtbot: QtBot, window: Window, pasted: str) -> None:
    box = window.toolbar.box
    QGuiApplication.clipboard().setText(pasted)
    box.setFocus()
    box.paste()
    with qtbot.waitSignal(window.reader.landed, timeout=TIMEOUT):
        qtbot.keyClick(box, Qt.Key.Key_Return)
    here = window.reader.here
    assert here is not None and (here.doc, here.anchor) == (WHEEL, "how-it-turns")
    assert marked(qtbot, window) == [SENTENCE.rstrip(".")]
    qtbot.waitUntil(lambda: window.reader.anchor == "how-it-turns", timeout=TIMEOUT)
    box.clear()


def test_a_link_says_its_words_and_one_that_is_none_is_no_place() -> None:
    place = Location("notes/a b#c.md", "of-the-end", "“it's 100% & more”")
    assert location_of(address(place.doc, place.anchor, place.query)) == place
    assert location_of("bookwheel://doc/notes/a.md?quote=two%0A++lines#x") == Location("notes/a.md", "x", "two lines")
    for none in (
        "bookwheel://doc/",
        "bookwheel://agent/x",
        "bookwheel:doc/a.md",
        "bookwheel://[doc/a.md",
        "https://a.b/",
    ):
        assert location_of(none) is None, none


def test_a_link_opens_beside_what_is_read_with_its_section_marked(qtbot: QtBot, window: Window) -> None:
    go(qtbot, window, Location("shelves/machines/desk.md"))
    with qtbot.waitSignal(window.reader.landed, timeout=TIMEOUT):
        window.open_requests.add(["bookwheel://doc/shelves/machines/wheel.md#how-it-turns"])
    qtbot.waitUntil(lambda: linked(qtbot, window)[:1] == ["How it turns"], timeout=TIMEOUT)
    assert any(each.startswith("Each shelf hangs") for each in linked(qtbot, window))
    assert not any("zanzibar" in each for each in linked(qtbot, window)), "the next section is not marked"
    assert [each.doc for each in window.reader.places] == ["shelves/machines/desk.md", WHEEL]
    with qtbot.waitSignal(window.reader.landed, timeout=TIMEOUT):
        window.reader.jump("who-used-it")
    assert linked(qtbot, window) == [""]
    with qtbot.waitSignal(window.reader.landed, timeout=TIMEOUT):
        window.open_requests.add([f"bookwheel://doc/{WHEEL}?quote=unusual%20zanzibar%20of%20scholars"])
    assert set(marked(qtbot, window)) == {"unusual zanzibar", "scholars"}
    assert len(window.reader.places) == 2, "a link into the page that is read stays in its tab"


def test_a_link_that_names_nothing_says_so(qtbot: QtBot, window: Window) -> None:
    window.open_requests.add(["bookwheel://nothing/here"])
    assert "bookwheel://nothing/here is not a link to a document" in window.notification_bar.sentence
    with qtbot.waitSignal(window.reader.failed, timeout=TIMEOUT) as failed:
        window.open_requests.add(["bookwheel://doc/shelves/machines/wheels.md#how-it-turns"])
    assert failed.args is not None and failed.args[0].message == "There is no document shelves/machines/wheels.md."
    assert failed.args[0].did_you_mean, "and what may be meant is offered"
    window.open_requests.add([f"bookwheel://doc/{WHEEL}#long-gone"])
    qtbot.waitUntil(lambda: "no longer has a section “long-gone”" in window.notification_bar.sentence, timeout=TIMEOUT)
    assert window.reader.page is not None and window.reader.page.doc == WHEEL


def test_a_link_at_the_start_leaves_the_tabs_of_last_time(
    qtbot: QtBot, window: Window, served: Client, session: Session, theme: Theme
) -> None:
    go(qtbot, window, Location("shelves/machines/desk.md"))
    window.close()
    other = Window(paths.LibraryPaths(Path(served.status().library)), session, theme)
    with qtbot.waitSignal(other.reader.landed, timeout=TIMEOUT):
        other.show()
        other.begin([f"bookwheel://doc/{WHEEL}#how-it-turns"])
    qtbot.waitUntil(lambda: other.reader.page is not None and other.reader.page.doc == WHEEL, timeout=TIMEOUT)
    assert [each.doc for each in other.reader.places] == ["shelves/machines/desk.md", WHEEL]
    other.close()
    other.end()
    other.deleteLater()


def test_the_link_that_is_copied_marks_the_words_that_are_selected(qtbot: QtBot, window: Window) -> None:
    go(qtbot, window, Location(WHEEL, "how-it-turns"))
    view = window.reader.warm()
    view.web_page.runJavaScript("getSelection().selectAllChildren(document.getElementById('how-it-turns')); 1", WORLD)
    qtbot.waitUntil(lambda: view.selectedText() == "How it turns", timeout=TIMEOUT)
    qtbot.waitUntil(lambda: window.reader.anchor == "how-it-turns", timeout=TIMEOUT)
    window.page_export.copy_link()
    link = QGuiApplication.clipboard().text()
    assert link == f"bookwheel://doc/{WHEEL}?quote=How%20it%20turns#how-it-turns"


def test_a_second_start_hands_over_its_link_and_ends(qtbot: QtBot, window: Window, tmp_path: Path) -> None:
    library = paths.LibraryPaths(tmp_path / "library")
    held = single_instance.lock(library)
    assert held is not None and single_instance.lock(library) is None
    windows = Windows(window)
    first = single_instance.SingleInstance(library)
    first.asked.connect(windows.open_requests)
    window.showMinimized()
    words = [sys.executable, "-m", "bookwheel", "--library", str(library.root), f"bookwheel://doc/{WHEEL}#who-used-it"]
    start = subprocess.Popen(words, env={**os.environ, "QT_QPA_PLATFORM": "offscreen"})
    with qtbot.waitSignal(window.reader.landed, timeout=TIMEOUT):
        qtbot.waitUntil(lambda: start.poll() is not None, timeout=TIMEOUT)
    assert start.returncode == 0 and not window.isMinimized()
    qtbot.waitUntil(lambda: linked(qtbot, window)[:1] == ["Who used it"], timeout=TIMEOUT)
    state = QLocalSocket.LocalSocketState.UnconnectedState
    for bad in (b"no json\n", b'{"a": 1}\n', b"[1]\n"):
        stranger = QLocalSocket()
        stranger.connectToServer(str(library.window_socket))
        assert stranger.waitForConnected(5000)
        stranger.write(bad)
        stranger.flush()
        qtbot.waitUntil(lambda one=stranger: one.state() == state, timeout=TIMEOUT)
        assert not stranger.readAll().data()
    first.close()
    held.release()
    again = single_instance.lock(library)
    assert again is not None
    again.release()
    QApplication.setQuitOnLastWindowClosed(True)


def test_a_start_waits_for_the_windows_that_are_just_closing(tmp_path: Path) -> None:
    library = paths.LibraryPaths(tmp_path / "library")
    former = single_instance.lock(library)
    assert former is not None
    threading.Timer(0.5, former.release).start()
    held, is_taken = single_instance.begin(library, [])
    assert held is not None and not is_taken
    held.release()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other desktops are told otherwise")
def test_the_desktop_is_told_whose_the_links_are(
    qtbot: QtBot, window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told, tools = tmp_path / "told", tmp_path / "tools"
    tools.mkdir()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("PATH", str(tools))
    action = next(
        each for each in window.commands.list_actions() if each.objectName() == "Set as default for bookwheel:// links"
    )
    action.trigger()
    qtbot.waitUntil(lambda: "xdg-mime is missing" in window.notification_bar.sentence, timeout=TIMEOUT)
    (tools / "xdg-mime").write_text(f'#!/bin/sh\necho "$@" > "{told}"\n')
    (tools / "xdg-mime").chmod(0o755)
    action.trigger()
    qtbot.waitUntil(lambda: "now opens bookwheel:// links" in window.notification_bar.sentence, timeout=TIMEOUT)
    assert told.read_text().split() == ["default", "bookwheel.desktop", "x-scheme-handler/bookwheel"]
    lines = (tmp_path / "data" / "applications" / "bookwheel.desktop").read_text().splitlines()
    [run] = [line.removeprefix("Exec=") for line in lines if line.startswith("Exec=")]
    assert shlex.split(run)[1:3] == ["-m", "bookwheel"] and shlex.split(run)[-1] == "%u"
    assert shlex.split(run)[3:5] == ["--library", str(window.library_paths.root)]
    assert "MimeType=x-scheme-handler/bookwheel;" in lines
    odd = url_handler.entry(paths.LibraryPaths(Path('/a "b"/$c/100%')))
    assert r'/a \\"b\\"/\\$c/100%%' in odd


def test_a_section_near_the_end_counts_once_it_was_gone_to(qtbot: QtBot, window: Window) -> None:
    model = window.library_dock.model
    qtbot.waitUntil(lambda: model.index_of("shelves/machines/wheel.md").isValid(), timeout=TIMEOUT)
    window.resize(1200, 2000)
    for anchor in ("how-it-turns", "who-used-it"):
        go(qtbot, window, Location("shelves/machines/wheel.md", anchor))
        qtbot.waitUntil(lambda anchor=anchor: window.reader.anchor == anchor, timeout=TIMEOUT)
    window.resize(1200, 800)
