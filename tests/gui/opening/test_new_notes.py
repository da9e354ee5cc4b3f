"""“New note here…”: from the page, a row and a broken link, made by the service and opened in the editor."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from bookwheel.client.connection import Client
from bookwheel.domain.diagnostics import InspectView, LinkFinding
from bookwheel.domain.service.settings import SettingChange
from bookwheel.gui.opening.new_notes import is_note, note_of_link
from bookwheel.gui.state.locations import Location
from bookwheel.gui.window.window import Window
from tests.gui.opening.conftest import Programs, use
from tests.gui.window.test_window import DESK, go

TIMEOUT = 30_000


@pytest.mark.parametrize(
    ("doc", "target", "place", "name"),
    [
        ("n/a/b.md", "gone.md", "n/a", "gone.md"),
        ("n/a/b.md", "New%20Idea#part", "n/a", "New Idea"),
        ("n/a/b.md", "../c/gone.md?x", "n/c", "gone.md"),
        ("n/b.md", "gone", "n", "gone"),
        ("n/a/b.md", "/top.md", "n", "top.md"),
        ("n/a/b.md", "../../../etc/passwd", "n/a", "passwd"),
        ("n/a/b.md", "c\\gone.md", "n/a/c", "gone.md"),
    ],
)
def test_a_broken_link_names_the_note_that_it_would_lead_to(doc: str, target: str, place: str, name: str) -> None:
    assert note_of_link(doc, target) == (place, name)


def test_an_address_or_a_picture_is_no_note() -> None:
    assert [is_note(target) for target in ("a.md", "A name", "x.txt")] == [True] * 3
    assert not any(map(is_note, ("", "obsidian://x", "data:text/html,x", "pic.png", "#part", "x.pdf")))


def test_a_note_is_made_beside_the_page_and_opens_in_the_editor(
    qtbot: QtBot, window: Window, programs: Programs, shelves: Path
) -> None:
    programs.put("kate")
    use(window, "kate")
    go(qtbot, window, Location(DESK))
    window.reader.setFocus()
    window.commands.find("New note here").trigger()
    notes = window.source_file.new_notes
    dialog = notes.dialog
    assert dialog is not None and dialog.isVisible()
    assert (dialog.collections.currentText(), dialog.folder.text()) == ("Shelves", "machines")
    assert not dialog.button.isEnabled()
    qtbot.keyClicks(dialog.name, "a: b")
    assert dialog.said.text() == "A name cannot contain :." and not dialog.button.isEnabled()
    dialog.name.setText("desk")
    assert dialog.said.text() == "Creates machines/desk.md in “Shelves”."
    qtbot.keyClick(dialog.name, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "already exists" in dialog.said.text(), timeout=TIMEOUT)
    dialog.name.setText("Levers")
    dialog.button.click()
    made = shelves / "machines" / "Levers.md"
    qtbot.waitUntil(lambda: bool(programs.calls), timeout=TIMEOUT)
    assert programs.calls == [["--line", "8", str(made)]] and "# Levers" in made.read_text("utf-8")
    assert window.notification_bar.sentence == "Levers.md was created."
    made.unlink()


def test_a_dialog_opened_while_the_service_is_away_can_create_once_it_is_back(window: Window) -> None:
    notes, client = window.source_file.new_notes, window.shell.client
    assert client is not None
    notes.ask_in("shelves", "Levers")
    dialog = notes.dialog
    assert dialog is not None
    dialog.ask_for(None, window.shell.collection_names(), "shelves", name="Levers")
    assert dialog.said.text() == "Reconnecting to the background service…" and not dialog.button.isEnabled()
    dialog.on_connected(client)
    assert dialog.said.text() == "Creates Levers.md in “Shelves”." and dialog.button.isEnabled()
    dialog.reject()


def test_a_broken_link_and_a_row_ask_for_their_note(qtbot: QtBot, window: Window) -> None:
    report = window.dialogs._build_report(is_worth=False)
    finding = LinkFinding(DESK, "The desk", f"{DESK}#the-desk", 9, "x", "../plans/Gone one.md")
    report.table.show_findings(InspectView.BROKEN, (finding,))
    menu = report.table.build_menu()
    assert menu is not None
    menu.actions()[-1].trigger()
    dialog = window.source_file.new_notes.dialog
    assert dialog is not None
    assert (dialog.folder.text(), dialog.name.text()) == ("plans", "Gone one.md")
    dialog.reject()
    report.close()
    dock = window.library_dock
    qtbot.waitUntil(lambda: dock.model.index_of(DESK).isValid(), timeout=TIMEOUT)
    row = dock.model.index_of(DESK)
    card = dock.model.collection_of(row)
    assert card is not None
    menu = dock.row_menu.build(dock.model.node(row.parent()), card)
    next(action for action in menu.actions() if action.text() == "New note here…").trigger()
    assert (dialog.folder.text(), dialog.name.text()) == ("machines", "")
    dialog.reject()


def test_the_setting_that_forbids_it_is_named(qtbot: QtBot, window: Window, served: Client, shelves: Path) -> None:
    served.set(SettingChange("notes.create", "false"))
    window.source_file.new_notes.ask_in("shelves", "Forbidden")
    dialog = window.source_file.new_notes.dialog
    assert dialog is not None
    dialog.button.click()
    qtbot.waitUntil(lambda: "notes.create forbids" in dialog.said.text(), timeout=TIMEOUT)
    assert not (shelves / "Forbidden.md").exists()
    dialog.reject()
    served.set(SettingChange("notes.create", "true"))
