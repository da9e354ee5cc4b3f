"""Published collections in the window: offered by links and files, subscribed to, shown as others', and left."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget
from pytestqt.qtbot import QtBot

from bookwheel.client.connection import Client
from bookwheel.domain.annotations.reading_progress import ReadingAction, ReadingChange
from bookwheel.domain.collection import RemoveRequest
from bookwheel.domain.collection_source import SourceKind, Timetable
from bookwheel.domain.sources import SourceCard, SourceState
from bookwheel.gui.sources.subscribe_dialog import AddSharedDialog
from bookwheel.gui.state.locations import Location
from bookwheel.gui.window.window import Window
from bookwheel.publications.keys import fingerprint
from tests.gui.window.test_window import go
from tests.publications.publishing import public, publish

TIMEOUT = 60_000
TEXTS = {
    "index.md": "# Handbook\n\nHow a bookwheel is kept.\n",
    "oil.md": "# Oil\n\nThe okapi axle wants oil.\n\n[Subscribe](bookwheel://subscribe?address=https://docs.example.org/)\n",
}


@pytest.fixture(autouse=True)
def only_shelves(served: Client) -> Iterator[None]:
    """Remove what a test added."""
    yield
    for card in served.sources().sources:
        if card.kind is not None:
            served.remove(RemoveRequest(card.slug))


@pytest.fixture
def published(tmp_path: Path) -> Path:
    """A folder that a team publishes to."""
    publish(tmp_path / "handbook", TEXTS, name="Handbook")
    return tmp_path / "handbook"


def form_of(window: Window) -> AddSharedDialog:
    form = window.dialogs._shared_form()
    assert form.isVisible()
    return form


def subscribe(qtbot: QtBot, window: Window, folder: Path, key: str = "") -> None:
    form = window.dialogs.add_shared()
    form.address.setText(str(folder))
    form.key.line.setText(key)
    with qtbot.waitSignal(form.added, timeout=TIMEOUT):
        qtbot.mouseClick(form.button, Qt.MouseButton.LeftButton)
    assert not form.isVisible()


def card_of(client: Client) -> SourceCard | None:
    return next((card for card in client.sources().sources if card.kind is SourceKind.PUBLICATION), None)


def wait_until_read(qtbot: QtBot, window: Window, slug: str = "handbook") -> None:
    cards = window.library_dock.model.cards
    qtbot.waitUntil(lambda: slug in cards() and cards()[slug].documents == 2, timeout=TIMEOUT)


def test_a_collection_is_subscribed_to_and_listed_with_its_publisher(
    qtbot: QtBot, window: Window, served: Client, published: Path
) -> None:
    subscribe(qtbot, window, published, key=fingerprint(public()))
    bar = window.notification_bar
    qtbot.waitUntil(lambda: bar.sentence == "Fetched “Handbook”: 2 new.", timeout=TIMEOUT)
    wait_until_read(qtbot, window)
    dialog = window.dialogs.show_sources()
    qtbot.waitUntil(lambda: dialog.table.items.rowCount() == 2, timeout=TIMEOUT)
    dialog.table.choose_where(lambda card: card.name == "Handbook")
    rows = [tuple(dialog.table.items.index(row, column).data() for column in range(2)) for row in range(2)]
    assert ("Handbook", "Shared collection") in rows
    qtbot.waitUntil(lambda: "by Docs team" in dialog.details.text(), timeout=TIMEOUT)
    assert dialog.details.text().startswith(f"{published}\nPublished ")
    assert f"Publisher's key: {fingerprint(public())}" in dialog.details.text()
    assert dialog.remove.text() == "Unsubscribe…"

    publish(published, {**TEXTS, "oil.md": "# Oil\n\nNow of quagga.\n"}, 2, name="Handbook")
    qtbot.mouseClick(dialog.refresh_now, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "1 changed" in dialog.details.text(), timeout=TIMEOUT)
    qtbot.mouseClick(dialog.pause, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: dialog.pause.text() == "Resume", timeout=TIMEOUT)
    dialog.close()


def test_a_subscription_is_edited_and_left_after_a_question(
    qtbot: QtBot, window: Window, served: Client, published: Path
) -> None:
    subscribe(qtbot, window, published)
    wait_until_read(qtbot, window)
    card = card_of(served)
    assert card is not None and card.timetable is Timetable.DAILY
    dialog = window.dialogs.show_sources()
    dialog.edit_wanted.emit(card)
    form = form_of(window)
    assert (
        not form.folder.isEnabled()
        and form.key.line.text() == fingerprint(public())
        and form.button.text() == ("Save changes")
    )
    assert not form.form.pages.isVisible() and not form.form.only.isVisible() and not form.form.images.isVisible()
    form.form.timetable.setCurrentIndex(form.form.timetable.findData(Timetable.WEEKLY))
    with qtbot.waitSignal(form.changed, timeout=TIMEOUT):
        qtbot.mouseClick(form.button, Qt.MouseButton.LeftButton)
    card = card_of(served)
    assert card is not None and card.timetable is Timetable.WEEKLY

    qtbot.waitUntil(lambda: dialog.table.items.rowCount() == 2, timeout=TIMEOUT)
    dialog.table.choose_where(lambda card: card.kind is SourceKind.PUBLICATION)
    qtbot.mouseClick(dialog.remove, Qt.MouseButton.LeftButton)
    box = dialog.findChild(QMessageBox)
    assert box is not None and box.text() == "Unsubscribe from “Handbook”?" and "its copy" in box.informativeText()
    qtbot.mouseClick(next(one for one in box.buttons() if one.text() == "Unsubscribe"), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: dialog.table.items.rowCount() == 1, timeout=TIMEOUT)
    dialog.close()


def test_a_collection_that_is_not_what_its_publisher_signed_says_so(
    qtbot: QtBot, window: Window, served: Client, published: Path
) -> None:
    subscribe(qtbot, window, published, key="0123-4567-89ab-cdef")
    bar = window.notification_bar
    qtbot.waitUntil(lambda: bar.sentence.startswith("Could not fetch “handbook”: "), timeout=TIMEOUT)
    assert bar.way.text() == "Show sources"
    bar.way.click()
    dialog = window.dialogs.show_sources()
    qtbot.waitUntil(lambda: dialog.table.items.rowCount() == 2, timeout=TIMEOUT)
    dialog.table.choose_where(lambda card: card.kind is SourceKind.PUBLICATION)
    assert "The first download shows who publishes it." in dialog.details.text()
    card = card_of(served)
    assert card is not None and card.publication is None and card.state is SourceState.FAILED
    dialog.close()


def test_an_address_that_is_none_is_refused_in_the_dialog(qtbot: QtBot, window: Window) -> None:
    form = window.dialogs.add_shared()
    assert not form.button.isEnabled() and form.windowTitle() == "Add shared collection"
    form.address.setText("ftp://example.org/")
    qtbot.mouseClick(form.button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "is not the address of a publication" in form.said.text(), timeout=TIMEOUT)
    assert form.isVisible() and form.button.isEnabled()
    form.close()


def test_the_keyboard_reaches_every_field_and_return_subscribes(
    qtbot: QtBot, window: Window, served: Client, published: Path
) -> None:
    form = window.dialogs.add_shared()
    form.activateWindow()
    qtbot.waitUntil(form.address.hasFocus, timeout=TIMEOUT)
    passed: list[QWidget | None] = []
    for _ in range(6):
        qtbot.keyClick(form.focusWidget(), Qt.Key.Key_Tab)
        passed.append(form.focusWidget())
    fields = [form.folder.browse, form.name, form.key.line, form.form.timetable, form.form.private, form.cancel]
    assert passed == fields, "the button that adds is off until there is an address"
    form.address.setFocus()
    qtbot.keyClicks(form.address, str(published))
    with qtbot.waitSignal(form.added, timeout=TIMEOUT):
        qtbot.keyClick(form.address, Qt.Key.Key_Return)
    assert card_of(served) is not None


def test_the_folder_of_a_collection_is_picked(qtbot: QtBot, window: Window, published: Path) -> None:
    form = window.dialogs.add_shared()
    qtbot.mouseClick(form.folder.browse, Qt.MouseButton.LeftButton)
    box = form.findChild(QFileDialog)
    assert box is not None
    box.fileSelected.emit(str(published))
    box.reject()
    assert form.address.text() == str(published)
    form.close()


def drop(window: Window, *, url: QUrl | None = None, text: str = "") -> bool:
    dropped = QMimeData()
    if url is not None:
        dropped.setUrls([url])
    else:
        dropped.setText(text)
    return window._take(dropped)


def test_a_manifest_that_is_dropped_or_opened_fills_in_the_dialog_and_fetches_nothing(
    qtbot: QtBot, window: Window, served: Client, published: Path
) -> None:
    manifest = published / "collection.bookwheel"
    assert drop(window, url=QUrl.fromLocalFile(str(manifest)))
    form = form_of(window)
    assert form.address.text() == str(published) and not form.notice.isVisible()
    form.close()
    window.open_requests.add([str(manifest)])
    assert form_of(window).address.text() == str(published)
    form.close()
    assert drop(window, url=QUrl("https://docs.example.org/guide/collection.bookwheel"))
    assert form_of(window).address.text() == "https://docs.example.org/guide/" and form.notice.isVisible()
    form.close()
    assert drop(window, text="s3://bucket/guide/")
    assert form_of(window).address.text() == "s3://bucket/guide"
    form.close()
    assert card_of(served) is None


LINK = "bookwheel://subscribe?address=https://docs.example.org/&key=ab12-cd34-ef56-7890&name=The%20handbook"


def test_a_link_fills_in_the_dialog_wherever_it_comes_from(qtbot: QtBot, window: Window, served: Client) -> None:
    def check() -> None:
        form = form_of(window)
        assert form.address.text() == "https://docs.example.org/" and form.notice.isVisible()
        assert (form.key.line.text(), form.name.text()) == ("ab12-cd34-ef56-7890", "The handbook")
        form.close()

    assert drop(window, url=QUrl(LINK))
    check()
    QGuiApplication.clipboard().setText(LINK)
    window.commands.find("Open link from clipboard").trigger()
    check()
    window.open_requests.add([LINK])
    check()
    go(qtbot, window, Location("shelves/machines/desk.md"))
    window.reader.text.link_clicked.emit(QUrl(LINK), False)
    check()
    assert card_of(served) is None


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("address=file:///etc/", "This link leads to file:///etc/."),
        ("address=javascript:alert(1)", "This link leads to javascript:alert(1)."),
        ("address=https://a.test/&name=x%00y", "This link cannot be read."),
        ("name=x", "This link names no address"),
    ],
)
def test_a_hostile_link_opens_no_dialog_and_says_why(qtbot: QtBot, window: Window, query: str, said: str) -> None:
    link = f"bookwheel://subscribe?{query}"
    go(qtbot, window, Location("shelves/machines/desk.md"))
    for follow in (
        lambda: window.reader.text.link_clicked.emit(QUrl(link), False),
        lambda: window.open_requests.add([link]),
        lambda: drop(window, text=link),
    ):
        window.notification_bar.show_message("")
        follow()
        assert said in window.notification_bar.sentence
        assert window.dialogs._add_shared is None or not window.dialogs._add_shared.isVisible()


def test_the_tree_marks_a_subscription_and_disables_what_needs_files_of_one_s_own(
    qtbot: QtBot, window: Window, published: Path
) -> None:
    subscribe(qtbot, window, published)
    wait_until_read(qtbot, window)
    dock = window.library_dock
    at = dock.index_of("handbook")
    assert at is not None
    qtbot.waitUntil(lambda: dock.model.cards()["handbook"].publication is not None, timeout=TIMEOUT)
    assert str(at.data(Qt.ItemDataRole.ToolTipRole)).startswith("Shared by Docs team, ")
    menu = dock.row_menu.build(dock.model.node(at), dock.model.cards()["handbook"])
    actions = {action.text(): action for action in menu.actions()}
    for name in ("New note here…", "Reveal in folder"):
        assert not actions[name].isEnabled() and "Only its publisher can change its files" in actions[name].toolTip()
    assert {"Copy address", "Refresh now", "Sources…", "Unsubscribe…"} <= {*actions}
    assert not {"Publish collection…", "Open in browser", "Remove from library…"} & {*actions}
    menu.close()

    window.activateWindow()
    dock.tree.setFocus()
    dock.tree.setCurrentIndex(at)
    qtbot.waitUntil(dock.tree.hasFocus, timeout=TIMEOUT)
    for command in ("Open in editor", "Reveal in folder", "New note here"):
        window.notification_bar.show_message("")
        window.commands.find(command).trigger()
        assert "“Handbook” is a shared collection." in window.notification_bar.sentence, command


def test_the_start_page_says_who_shares_a_document(
    qtbot: QtBot, window: Window, served: Client, published: Path
) -> None:
    subscribe(qtbot, window, published)
    wait_until_read(qtbot, window)
    served.change_reading(ReadingChange(ReadingAction.ADD, ("handbook/oil.md",)))
    window.start_tab.show()
    page = window.start_page
    qtbot.waitUntil(lambda: any("Shared by Docs team" in row.toolTip() for row in page.rows), timeout=TIMEOUT)
