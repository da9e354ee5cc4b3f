"""Files outside the library: opened at once, named as such, followed on the disk, kept, and never told to agents."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent, QGuiApplication
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from bookwheel.client.connection import Client
from bookwheel.domain.collection import RemoveRequest
from bookwheel.domain.links.lone_files import is_lone, lone_id
from bookwheel.domain.page import PageRequest
from bookwheel.domain.service.passwords import ProtectedRequest
from bookwheel.gui.state.locations import Location
from bookwheel.gui.state.session import Session
from bookwheel.gui.window.window import Window
from tests.encrypted_pdf import encrypted_pdf
from tests.gui.window.test_window import DESK, go

TIMEOUT = 30_000


@pytest.fixture
def note(tmp_path: Path) -> Path:
    note = tmp_path / "else where 100% #1~?" / "note.md"
    note.parent.mkdir()
    note.write_text("# A lone note\n\n[on](further.md) [parts](parts.zzz)\n\n## End\n")
    (note.parent / "further.md").write_text("# Further\n")
    return note


def is_shown(window: Window, title: str) -> bool:
    page = window.reader.page
    return page is not None and page.title == title and not window.reader.is_landing


def test_a_dropped_file_opens_at_once_and_says_that_it_is_not_in_the_library(
    qtbot: QtBot, window: Window, served: Client, note: Path
) -> None:
    go(qtbot, window, Location(DESK))
    dropped = QMimeData()
    dropped.setUrls([QUrl.fromLocalFile(str(note))])
    buttons, keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    window.dropEvent(QDropEvent(QPointF(9, 9), Qt.DropAction.CopyAction, dropped, buttons, keys))
    qtbot.waitUntil(lambda: is_shown(window, "A lone note"), timeout=TIMEOUT)
    assert window.lone_bar.isVisible() and len(window.reader.places) == 2
    assert not window.findChildren(QMessageBox), "nothing is asked"
    qtbot.waitUntil(lambda: len(window.outline_dock.model.entries()) == 2, timeout=TIMEOUT)
    window.reader.text.link_clicked.emit(QUrl(link_on(window)), False)
    qtbot.waitUntil(lambda: is_shown(window, "Further"), timeout=TIMEOUT)
    assert window.lone_bar.isVisible()
    assert served.status().collections == 1, "its folder is not added"


def link_on(window: Window) -> str:
    page = window.reader.page
    assert page is not None
    return "bookwheel://doc/" + page.html.partition('href="bookwheel://doc/')[2].partition('"')[0]


def test_a_page_follows_its_file(qtbot: QtBot, window: Window, note: Path) -> None:
    window.open_requests.add([str(note)])
    qtbot.waitUntil(lambda: is_shown(window, "A lone note"), timeout=TIMEOUT)
    id = lone_id(str(note))
    qtbot.waitUntil(lambda: window.lone_pages.knows(id), timeout=TIMEOUT)
    note.write_text("# Another title\n")
    qtbot.waitUntil(lambda: is_shown(window, "Another title"), timeout=TIMEOUT)
    with qtbot.waitSignal(window.reader.failed, timeout=TIMEOUT) as failed:
        note.unlink()
    assert failed.args is not None and str(note) in failed.args[0].message
    note.write_text("# Back again\n")
    qtbot.waitUntil(lambda: is_shown(window, "Back again"), timeout=TIMEOUT)


def test_its_tab_survives_a_restart(qtbot: QtBot, window: Window, session: Session, note: Path) -> None:
    window.open_requests.add([str(note)])
    qtbot.waitUntil(lambda: is_shown(window, "A lone note"), timeout=TIMEOUT)
    window.window_session.keep()
    again = Window(window.library_paths, session, window.theme)
    again.show()
    again.begin([])
    qtbot.waitUntil(lambda: is_shown(again, "A lone note"), timeout=TIMEOUT)
    assert again.lone_bar.isVisible()
    again.close()
    again.end()
    again.deleteLater()


def test_a_file_of_the_library_opens_there_and_what_cannot_be_read_is_refused(
    qtbot: QtBot, window: Window, shelves: Path, tmp_path: Path
) -> None:
    window.add_folder.add(str(shelves / "machines" / "desk.md"))
    qtbot.waitUntil(lambda: window.reader.page is not None and window.reader.page.doc == DESK, timeout=TIMEOUT)
    assert not window.lone_bar.isVisible()
    bar = window.notification_bar
    (tmp_path / "x.bin").write_bytes(b"\0")
    (tmp_path / "b.txt").write_bytes(bytes(range(256)) * 40)
    for name, said in (
        ("x.bin", "of a type that Bookwheel does not read"),
        ("gone.md", "does not exist"),
        ("b.txt", "b.txt: "),
    ):
        window.add_folder.add(str(tmp_path / name))
        qtbot.waitUntil(lambda said=said: said in bar.sentence, timeout=TIMEOUT)
    assert window.reader.page is not None and window.reader.page.doc == DESK
    assert not window.findChildren(QMessageBox), "nothing was asked before"


def test_its_folder_is_added_on_wish_and_then_it_is_a_document(
    qtbot: QtBot, window: Window, served: Client, note: Path
) -> None:
    window.add_folder.add(str(note))
    qtbot.waitUntil(lambda: is_shown(window, "A lone note"), timeout=TIMEOUT)
    window.lone_bar.button.click()
    (box,) = window.findChildren(QMessageBox)
    box.defaultButton().click()
    qtbot.waitUntil(lambda: served.status().documents >= 6, timeout=TIMEOUT)
    answered = served.page(PageRequest(lone_id(str(note))))
    assert not is_lone(answered.doc), "also for tabs that were open before"
    qtbot.waitUntil(
        lambda: (
            window.reader.page is not None and not is_lone(window.reader.page.doc) and not window.lone_bar.isVisible()
        ),
        timeout=TIMEOUT,
    )
    served.remove(RemoveRequest(answered.doc.partition("/")[0]))


def test_a_link_from_outside_opens_no_file(qtbot: QtBot, window: Window, note: Path) -> None:
    window.open_requests.add([Location(lone_id(str(note))).link])
    assert "is not a link to a document" in window.notification_bar.sentence


def test_a_protected_file_asks_for_its_password_and_opens_with_it(
    qtbot: QtBot, window: Window, served: Client, tmp_path: Path
) -> None:
    secret = tmp_path / "plans.pdf"
    secret.write_bytes(encrypted_pdf("The quokka smiles.", "wheel"))
    doc = lone_id(str(secret))
    with qtbot.waitSignal(window.reader.failed, timeout=TIMEOUT):
        window.add_folder.add(str(secret))
    qtbot.waitUntil(lambda: str(secret) in window.notification_bar.sentence, timeout=TIMEOUT)
    window.notification_bar.way.click()
    dialog = window.dialogs._password
    assert dialog is not None and dialog.isVisible()
    qtbot.keyClicks(dialog.field, "wrong")
    qtbot.keyClick(dialog.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "does not open" in dialog.said.text(), timeout=TIMEOUT)
    dialog.field.clear()
    qtbot.keyClicks(dialog.field, "wheel")
    with qtbot.waitSignal(window.reader.document_opened, timeout=TIMEOUT) as opened:
        qtbot.keyClick(dialog.field, Qt.Key.Key_Return)
    assert opened.args[0].doc == doc and served.password(ProtectedRequest(doc)).password == "wheel"
    served.forget_password(ProtectedRequest(doc))


def test_its_passages_are_not_annotated_and_that_is_said(qtbot: QtBot, window: Window, note: Path) -> None:
    window.add_folder.add(str(note))
    qtbot.waitUntil(lambda: is_shown(window, "A lone note"), timeout=TIMEOUT)
    window.commands.find("Bookmark").trigger()
    assert "can't be annotated" in window.notification_bar.sentence
    assert not window.annotating.bar.isVisible()


def test_a_path_is_pasted_on_the_page_and_words_into_a_box(qtbot: QtBot, window: Window, note: Path) -> None:
    go(qtbot, window, Location(DESK))
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow, timeout=TIMEOUT)
    QGuiApplication.clipboard().setText(f'"{note}"\n')
    window.toolbar.box.setFocus()
    qtbot.keyClick(window.toolbar.box, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert str(note) in window.toolbar.box.text()
    window.toolbar.box.clear()
    window.library_dock.tree.setFocus()
    qtbot.keyClick(window.library_dock.tree, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: is_shown(window, "A lone note"), timeout=TIMEOUT)
    QGuiApplication.clipboard().setText("https://example.org/a")
    qtbot.keyClick(window.library_dock.tree, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    question = window.source_file.links_out.question
    assert question is not None and question.isVisible()
    question.reject()
