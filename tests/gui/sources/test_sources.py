"""Sites in the window: added by the dialog or a dropped link, listed, refreshed, edited and removed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from bookwheel.client.connection import Client
from bookwheel.domain.collection import RemoveRequest
from bookwheel.domain.collection_source import Timetable
from bookwheel.domain.sources import SourceState
from bookwheel.gui.sources.dialog import SourcesDialog
from bookwheel.gui.window.window import Window
from tests.fetching.servers import Server, content, guide_page

TIMEOUT = 60_000


@pytest.fixture(autouse=True)
def only_shelves(served: Client) -> Iterator[None]:
    """Remove what a test added."""
    yield
    for card in served.sources().sources:
        if card.kind is not None:
            served.remove(RemoveRequest(card.slug))


def add(qtbot: QtBot, window: Window, address: str) -> None:
    form = window.dialogs.add_site(address)
    form.name.setText("Guide")
    form.form.private.setChecked(True)
    with qtbot.waitSignal(form.added, timeout=TIMEOUT):
        qtbot.mouseClick(form.button, Qt.MouseButton.LeftButton)
    assert not form.isVisible()


def state(dialog: SourcesDialog, name: str) -> SourceState | None:
    return next((card.state for card in dialog.table.items.rows if card.name == name and card.refreshed_at), None)


def test_a_site_is_added_and_listed_with_what_came_of_it(
    qtbot: QtBot, window: Window, served: Client, site: Server
) -> None:
    dialog = window.dialogs.show_sources()
    QAbstractItemModelTester(dialog.table.items, QAbstractItemModelTester.FailureReportingMode.Fatal)
    qtbot.waitUntil(lambda: [card.name for card in dialog.table.items.rows] == ["Shelves"], timeout=TIMEOUT)
    assert not dialog.refresh_now.isEnabled()

    add(qtbot, window, site.url("/guide/"))

    qtbot.waitUntil(lambda: state(dialog, "Guide") is SourceState.IDLE, timeout=TIMEOUT)
    qtbot.waitUntil(lambda: window.library_dock.index_of("guide") is not None, timeout=TIMEOUT)
    dialog.table.choose_where(lambda card: card.name == "Guide")
    assert site.url("/guide/") in dialog.details.text() and "2 new" in dialog.details.text()
    site.answers["/guide/wheels.html"] = guide_page("Wheels", "Now of okapi.")
    qtbot.mouseClick(dialog.refresh_now, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "1 changed" in dialog.details.text(), timeout=TIMEOUT)

    qtbot.mouseClick(dialog.pause, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: state(dialog, "Guide") is SourceState.PAUSED, timeout=TIMEOUT)
    assert dialog.pause.text() == "Resume" and not dialog.refresh_now.isEnabled()
    dialog.close()


def test_a_source_is_edited_and_removed_after_a_question(
    qtbot: QtBot, window: Window, served: Client, site: Server
) -> None:
    add(qtbot, window, site.url("/guide/"))
    dialog = window.dialogs.show_sources()
    qtbot.waitUntil(lambda: state(dialog, "Guide") is SourceState.IDLE, timeout=TIMEOUT)
    dialog.table.choose_where(lambda card: card.name == "Guide")
    qtbot.mouseClick(dialog.edit, Qt.MouseButton.LeftButton)
    form = window.dialogs.add_site()  # the same dialog, as a new source
    assert form.address.isEnabled() and not form.address.text()
    form.edit(served, dialog.table.item)  # pyright: ignore[reportArgumentType]
    assert not form.address.isEnabled()
    form.form.timetable.setCurrentIndex(form.form.timetable.findData(Timetable.DAILY))
    form.form.skip.setPlainText("blog/\n\n")
    with qtbot.waitSignal(form.changed, timeout=TIMEOUT):
        qtbot.mouseClick(form.button, Qt.MouseButton.LeftButton)
    card = next(card for card in served.sources().sources if card.name == "Guide")
    assert card.timetable is Timetable.DAILY and card.bounds.exclude == ("blog/",) and card.bounds.may_be_private

    qtbot.mouseClick(dialog.remove, Qt.MouseButton.LeftButton)
    box = dialog.findChild(QMessageBox)
    assert box is not None and "deletes what it fetched" in box.informativeText()
    qtbot.mouseClick(next(one for one in box.buttons() if one.text() == "Remove"), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: all(card.name != "Guide" for card in dialog.table.items.rows), timeout=TIMEOUT)
    dialog.close()


def test_the_window_says_what_came_of_a_fetch(qtbot: QtBot, window: Window, site: Server) -> None:
    bar = window.notification_bar
    add(qtbot, window, site.url("/guide/"))
    qtbot.waitUntil(lambda: bar.sentence == "Fetched “Guide”: 2 new.", timeout=TIMEOUT)
    qtbot.waitUntil(lambda: window.reader.page is not None and window.reader.page.title == "Guide", timeout=TIMEOUT)
    site.answers["/guide/wheels.html"] = guide_page("Wheels", "Now of okapi.")
    window.library_dock.row_menu.refresh_wanted.emit("guide")
    qtbot.waitUntil(lambda: bar.sentence == "Fetched “Guide”: 1 changed, 1 unchanged.", timeout=TIMEOUT)


def test_a_fetch_that_found_nothing_says_so(qtbot: QtBot, window: Window, site: Server) -> None:
    site.answers["/notes.xml"] = content(b'<rss version="2.0"><channel><title>Notes</title></channel></rss>')
    add(qtbot, window, site.url("/notes.xml"))
    qtbot.waitUntil(lambda: window.notification_bar.sentence == "Fetched “Guide”: nothing new.", timeout=TIMEOUT)


def test_the_window_says_that_a_site_could_not_be_fetched(qtbot: QtBot, window: Window, site: Server) -> None:
    site.answers.clear()
    add(qtbot, window, site.url("/guide/"))
    bar = window.notification_bar
    qtbot.waitUntil(lambda: bar.sentence.startswith("Could not fetch “Guide”: "), timeout=TIMEOUT)
    assert bar.way.isVisible() and bar.way.text() == "Show sources"


def test_an_address_that_is_none_is_refused_in_the_dialog(qtbot: QtBot, window: Window) -> None:
    form = window.dialogs.add_site()
    assert not form.button.isEnabled()
    form.address.setText("ftp://example.org/")
    qtbot.mouseClick(form.button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "is not a web address" in form.said.text(), timeout=TIMEOUT)
    assert form.isVisible() and form.button.isEnabled()
    form.close()


def test_a_dropped_link_offers_to_add_its_site(qtbot: QtBot, window: Window) -> None:
    dropped = QMimeData()
    dropped.setUrls([QUrl("https://docs.example.org/guide/")])
    assert window._take(dropped)
    question = window.source_file.links_out.question
    assert question is not None
    qtbot.mouseClick(question.extra_button, Qt.MouseButton.LeftButton)
    form = window.dialogs._site_form()
    assert form.isVisible() and form.address.text() == "https://docs.example.org/guide/"
    form.close()


def test_the_row_of_a_site_offers_its_address_and_no_editing(qtbot: QtBot, window: Window, site: Server) -> None:
    add(qtbot, window, site.url("/guide/"))
    qtbot.waitUntil(lambda: window.library_dock.index_of("guide") is not None, timeout=TIMEOUT)
    model = window.library_dock.model
    at = window.library_dock.index_of("guide")
    assert at is not None
    menu = window.library_dock.row_menu.build(model.node(at), model.cards()["guide"])
    names = [action.text() for action in menu.actions()]
    assert {"Open in browser", "Copy address", "Refresh now", "Sources…"} <= {*names}
    assert not {"New note here…", "Reveal in folder"} & {*names}
    menu.close()
