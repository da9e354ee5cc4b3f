"""A protected PDF is met in Health or as a page that cannot be shown, and opens with its password."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from bookwheel.client.connection import Client
from bookwheel.domain.collection import AddRequest
from bookwheel.domain.service.passwords import ProtectedRequest
from bookwheel.domain.service.requests import NameRequest
from bookwheel.gui.state.locations import Location
from bookwheel.gui.window.window import Window
from tests.encrypted_pdf import encrypted_pdf

DOC = "vault/plans.pdf"


@pytest.fixture
def vault(tmp_path: Path, served: Client, qtbot: QtBot) -> None:
    folder = tmp_path / "vault"
    folder.mkdir()
    (folder / "plans.pdf").write_bytes(encrypted_pdf("The quokka smiles.", "wheel"))
    served.add(AddRequest(str(folder)))
    qtbot.waitUntil(lambda: served.problems(NameRequest("vault")).total == 1, timeout=30_000)


def test_a_protected_document_is_unlocked_from_health(
    qtbot: QtBot, window: Window, served: Client, vault: None
) -> None:
    health = window.dialogs.show_health()
    qtbot.waitUntil(lambda: health.list.count() > 0 and health.unlock.isVisible(), timeout=30_000)
    qtbot.mouseClick(health.unlock, Qt.MouseButton.LeftButton)
    dialog = window.dialogs._password
    assert dialog is not None and dialog.isVisible() and not dialog.button.isEnabled()
    qtbot.keyClicks(dialog.field, "wrong")
    assert "wrong" not in dialog.field.displayText()
    qtbot.keyClick(dialog.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "does not open" in dialog.said.text(), timeout=30_000)
    assert dialog.isVisible() and dialog.field.selectedText()
    dialog.field.clear()
    qtbot.keyClicks(dialog.field, "wheel")
    with qtbot.waitSignal(dialog.unlocked, timeout=30_000) as said:
        qtbot.keyClick(dialog.field, Qt.Key.Key_Return)
    assert said.args[0] == DOC and "is unlocked" in said.args[1]
    assert not dialog.isVisible() and not dialog.field.text()
    qtbot.waitUntil(lambda: health.list.count() == 0 and not health.unlock.isVisible(), timeout=30_000)
    health.close()
    served.forget_password(ProtectedRequest(DOC))


def test_a_protected_page_offers_to_enter_its_password_and_comes_once_it_is_right(
    qtbot: QtBot, window: Window, served: Client, vault: None
) -> None:
    with qtbot.waitSignal(window.reader.failed, timeout=30_000):
        window.reader.open(Location(DOC))
    dialog = window.dialogs.ask_password(DOC)
    qtbot.keyClicks(dialog.field, "wheel")
    with qtbot.waitSignal(window.reader.document_opened, timeout=60_000) as opened:
        qtbot.keyClick(dialog.field, Qt.Key.Key_Return)
    assert opened.args[0].doc == DOC
