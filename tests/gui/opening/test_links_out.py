"""Links out of the library: asked about, remembered, taken back, and never silent."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent, QGuiApplication
from pytestqt.qtbot import QtBot

from bookwheel.gui.opening.open_question import OpenQuestion
from bookwheel.gui.platform import desktop
from bookwheel.gui.state.locations import Location
from bookwheel.gui.window.window import Window
from tests.gui.window.test_window import DESK, go

pytestmark = pytest.mark.leaves_library

TIMEOUT = 30_000


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    found: list[str] = []
    monkeypatch.setattr(desktop, "open_address", lambda url: found.append(url) or True)
    monkeypatch.setattr(desktop, "open_file", found.append)
    return found


def question(window: Window) -> OpenQuestion:
    asked = window.source_file.links_out.question
    assert asked is not None and asked.isVisible()
    return asked


def test_a_host_is_trusted_once_the_person_says_so_and_until_it_is_taken_back(
    window: Window, opened: list[str]
) -> None:
    out, preferences = window.source_file.links_out, window.session.preferences
    out.follow("https://a.test/1")
    asked = question(window)
    assert opened == []
    asked.options[1].click()
    asked.options[0].click()
    assert [box.isChecked() for box in asked.options] == [True, False]
    asked.open_button.click()
    out.follow("https://a.test/2")
    assert opened == ["https://a.test/1", "https://a.test/2"] and preferences.values.trusted_hosts == "a.test"
    out.follow("https://b.test/")
    question(window).reject()
    preferences.set("trusted_hosts", "")
    out.follow("https://a.test/3")
    question(window).reject()
    assert len(opened) == 2


def test_a_program_s_scheme_is_asked_about_and_others_are_refused(window: Window, opened: list[str]) -> None:
    out, bar = window.source_file.links_out, window.notification_bar
    out.follow("obsidian://open?vault=x")
    question(window).options[0].click()
    question(window).open_button.click()
    out.follow("obsidian://open?vault=y")
    assert len(opened) == 2
    window.session.preferences.set("trusted_schemes", "javascript\nfile")
    out.follow("javascript:alert(1)")
    assert "does not open links like this" in bar.sentence
    out.follow("file://server/share/x.zip")
    assert len(opened) == 2


def test_files_are_asked_about_by_kind_and_programs_are_never_opened(
    qtbot: QtBot, window: Window, opened: list[str], shelves: Path, tmp_path: Path
) -> None:
    out, bar = window.source_file.links_out, window.notification_bar
    (shelves / "machines" / "parts.zzz").write_bytes(b"PK")
    (shelves / "machines" / "run.desktop").write_text("[Desktop Entry]\n")
    (shelves / "machines" / "run.sh").write_text("echo a script\n")
    (tmp_path / "secret.zip").write_bytes(b"x")
    (shelves / "machines" / "away.zzz").symlink_to(tmp_path / "secret.zip")
    out.follow_file(DESK, "parts.zzz")
    qtbot.waitUntil(lambda: out.question is not None, timeout=TIMEOUT)
    question(window).options[0].click()
    question(window).open_button.click()
    assert opened == [str(shelves / "machines" / "parts.zzz")]
    out.follow_file(DESK, "parts.zzz")
    qtbot.waitUntil(lambda: len(opened) == 2, timeout=TIMEOUT)
    window.session.preferences.set("trusted_kinds", ".zzz\n.desktop\n.sh")
    out.follow_file(DESK, "run.desktop")
    qtbot.waitUntil(lambda: "could be a program" in bar.sentence, timeout=TIMEOUT)
    out.follow_file(DESK, "run.sh")
    qtbot.waitUntil(lambda: window.reader.page is not None and "a script" in window.reader.page.html, timeout=TIMEOUT)
    for href in ("away.zzz", "../../../etc/passwd"):
        bar.show_message("")
        out.follow_file(DESK, href)
        qtbot.waitUntil(lambda: bool(bar.sentence), timeout=TIMEOUT)
    assert len(opened) == 2
    for name in ("parts.zzz", "run.desktop", "run.sh", "away.zzz"):
        (shelves / "machines" / name).unlink()


def test_a_broken_link_says_so_and_offers_its_note(qtbot: QtBot, window: Window) -> None:
    go(qtbot, window, Location(DESK))
    window.reader.text.link_clicked.emit(QUrl("bookwheel://broken/?href=gone%20note.md"), False)
    bar = window.notification_bar
    assert "Nothing in this collection matches “gone note.md”." in bar.sentence
    bar.way.click()
    dialog = window.source_file.new_notes.dialog
    assert dialog is not None and dialog.name.text() == "gone note.md"
    dialog.reject()


def test_addresses_that_a_page_may_not_have_and_missing_sections_are_told(qtbot: QtBot, window: Window) -> None:
    go(qtbot, window, Location(DESK))
    bar, click = window.notification_bar, window.reader.text.link_clicked.emit
    for address, said in (
        ("bookwheel://broken/", "their address could run a script"),
        ("bookwheel://broken/?href=data%3Atext%2Fhtml%2Cx", "does not open links like this: data:text/html,x"),
        ("bookwheel://broken/?href=%23gone", "This page has no section “gone”."),
        ("bookwheel://broken/?href=gone.png", "Nothing in this collection matches “gone.png”."),
    ):
        click(QUrl(address), False)
        assert said in bar.sentence and not bar.way.isVisible()
    with qtbot.waitSignal(window.reader.landed, timeout=TIMEOUT):
        click(QUrl("bookwheel://doc/shelves/machines/wheel.md#long-gone"), False)
    assert "This page has no section “long-gone”." in bar.sentence


def test_a_dropped_address_is_asked_about(window: Window, opened: list[str]) -> None:
    dropped = QMimeData()
    dropped.setUrls([QUrl("https://drop.test/")])
    buttons, keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    window.dropEvent(QDropEvent(QPointF(9, 9), Qt.DropAction.CopyAction, dropped, buttons, keys))
    question(window).reject()
    dropped.clear()
    dropped.setText("  javascript:alert(1)\nhttps://b.test/")
    window.dropEvent(QDropEvent(QPointF(9, 9), Qt.DropAction.CopyAction, dropped, buttons, keys))
    assert "does not open links like this: javascript:alert(1)" in window.notification_bar.sentence
    clipboard, command = QGuiApplication.clipboard(), "Open link from clipboard"
    for text, is_link in (("words: no link", False), ("https://copied.test/", True)):
        clipboard.setText(text)
        window.commands.find(command).trigger()
        assert ("The clipboard holds no link" in window.notification_bar.sentence) or is_link
    question(window).reject()
    assert opened == []
