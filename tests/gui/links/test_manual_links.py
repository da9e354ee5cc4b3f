"""Linking by hand in the window, against a real service."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester
from pytestqt.qtbot import QtBot

from bookwheel.client.connection import Client
from bookwheel.domain.annotations.manual_links import (
    THE_PERSON,
    LinkEnd,
    LinkEntry,
    LinkRequest,
    LinksRequest,
    ManualLink,
    UnlinkRequest,
)
from bookwheel.domain.diagnostics import MentionsAnswer
from bookwheel.gui.links.model import Connections, LinkRow, rows_of
from bookwheel.gui.state.locations import Location
from bookwheel.gui.window.commands.page_menu import build_page_menu
from bookwheel.gui.window.window import Window
from tests.gui.agents.test_pinning import documents
from tests.gui.stand_in import CENTRE
from tests.gui.test_links import NOTHING

TIMEOUT = 30_000


@pytest.fixture(autouse=True)
def empty(served: Client) -> None:
    served.unlink(UnlinkRequest(client=THE_PERSON))


def cards(window: Window) -> list[LinkRow]:
    return [row for row in window.links_dock.model.rows if row.link]


def open_page(qtbot: QtBot, window: Window, doc: str) -> None:
    window.shell.open(Location(doc))
    qtbot.waitUntil(lambda: window.reader.page is not None and window.reader.page.doc == doc, timeout=TIMEOUT)


def test_a_page_is_linked_by_two_palettes_and_unlinked_by_a_key(qtbot: QtBot, window: Window, served: Client):
    first = documents(served)[0]
    open_page(qtbot, window, first)
    action = next(each for each in window.commands.list_actions() if each.objectName() == "Add manual link")
    action.trigger()
    palette = window.command_palette
    qtbot.waitUntil(lambda: palette.isVisible() and len(palette.words) > 0, timeout=TIMEOUT)
    names = palette.words
    qtbot.keyClick(palette.box, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: palette.isVisible() and "contradicts" in palette.words, timeout=TIMEOUT)
    qtbot.keyClicks(palette.box, "is older than")
    qtbot.waitUntil(lambda: palette.words[:1] == ["is older than"], timeout=TIMEOUT)
    qtbot.keyClick(palette.box, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: len(served.links(LinksRequest()).links) == 1, timeout=TIMEOUT)
    [entry] = served.links(LinksRequest()).links
    assert (entry.link.by, entry.link.label, entry.object_title) == (THE_PERSON, "is older than", names[0])
    assert entry.subject.startswith(first)
    qtbot.waitUntil(lambda: len(cards(window)) == 1, timeout=TIMEOUT)
    [card] = cards(window)
    assert card.title == names[0] and "is older than" in card.words and "linked by you" in card.note
    assert "Add manual link…" in [
        each.text()
        for each in build_page_menu(
            window.shell, window.reader, window.commands, window.similar_passages.search_pressed
        ).actions()
    ]
    menu = window.links_dock.view.build_menu(card)
    assert menu is not None and [each.text() for each in menu.actions()] == [
        "Open in new tab",
        "More like this",
        "Delete link",
    ]
    assert window.links_dock.view.build_menu(LinkRow("card", "x")) is None
    menu.deleteLater()
    view = window.links_dock.view
    view.setCurrentIndex(window.links_dock.model.index(window.links_dock.model.rows.index(card), 0))
    qtbot.keyClick(view, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: not served.links(LinksRequest()).links and not cards(window), timeout=TIMEOUT)


def test_a_link_made_elsewhere_shows_beside_the_page_and_in_its_graph(qtbot: QtBot, window: Window, served: Client):
    first, other = documents(served)[:2]
    open_page(qtbot, window, first)
    window.related_docks.show_graph()
    served.link(LinkRequest(other, "continues", first, note="As it says."))
    qtbot.waitUntil(lambda: len(cards(window)) == 1, timeout=TIMEOUT)
    [card] = cards(window)
    assert card.words.endswith("As it says.") and card.place is not None and card.place.doc == other

    def shown() -> list[str]:
        return [tie.relation for tie in window.graph_dock.picture.ties]

    qtbot.waitUntil(lambda: "manual" in shown(), timeout=TIMEOUT)
    window.related_docks.hide_graph()


def test_links_by_hand_say_whose_they_are_and_what_is_lost():
    made = ManualLink(
        "l0000abcd", "planner", "scout", "", LinkEnd("shelf/wheel.md#hub", "Hub", ("Wheel", "Hub"), "hash"), "needs",
        LinkEnd("shelf/gone.md", "Gone"), "", "2026-03-01T10:00:00+00:00",
    )  # fmt: skip
    tag = ManualLink(
        "l0000abce", "", "", "", LinkEnd("tag:x", "x"), "is about", LinkEnd("shelf/wheel.md", "Wheel"), "why",
        "2026-03-02T10:00:00+00:00",
    )  # fmt: skip
    by_hand = (
        LinkEntry(made, "shelf/wheel.md#hub", "Hub", "", "Gone"),
        LinkEntry(tag, "tag:x", "x", "shelf/wheel.md", "Wheel"),
    )
    found = Connections(NOTHING, NOTHING, NOTHING, MentionsAnswer((), 0, 1), by_hand=by_hand)
    rows = [row for row in rows_of(CENTRE, found) if row.link]
    assert [(row.title, row.words, row.place) for row in rows] == [
        ("Gone", "“Hub” needs “Gone”", None),
        ("x", "“x” is about “Wheel” · why", None),
    ]
    assert "linked by planner/scout" in rows[0].note and "no longer there" in rows[0].note
    assert "linked by you" in rows[1].note and "no longer there" not in rows[1].note


def test_a_link_from_a_page_whose_name_goes_on_from_this_one_s_is_shown_from_the_other_end():
    made = ManualLink(
        "l0000abcd", "", "", "", LinkEnd("shelf/wheel.mdx", "Longer"), "continues", LinkEnd(CENTRE, "Wheel"), "",
        "2026-03-01T10:00:00+00:00",
    )  # fmt: skip
    by_hand = (LinkEntry(made, "shelf/wheel.mdx", "Longer", CENTRE, "Wheel"),)
    found = Connections(NOTHING, NOTHING, NOTHING, MentionsAnswer((), 0, 1), by_hand=by_hand)
    [card] = [row for row in rows_of(CENTRE, found) if row.link]
    assert card.title == "Longer" and card.place is not None and card.place.doc == "shelf/wheel.mdx"


def test_all_links_stand_in_a_sheet_that_follows_and_takes_away(qtbot: QtBot, window: Window, served: Client):
    first, other, third = documents(served)[:3]
    served.link(LinkRequest(first, "is older than", other, note="By far."))
    sheet = window.manual_links.show_all()
    QAbstractItemModelTester(sheet.table.items, QAbstractItemModelTester.FailureReportingMode.Fatal)

    def shown() -> list[str]:
        return [one.link.label for one in sheet.table.items.rows]

    qtbot.waitUntil(lambda: shown() == ["is older than"], timeout=TIMEOUT)
    served.link(LinkRequest(other, "continues", third))
    qtbot.waitUntil(lambda: shown() == ["continues", "is older than"], timeout=TIMEOUT)
    assert sheet.table.item is not None and sheet.table.item.link.label == "is older than", "the chosen one stays so"
    assert sheet.table.items.index(1, 3).data() == "you" and "2 links" in sheet.said.text()
    sheet.box.setText("by far")
    assert shown() == ["is older than"] and "1 of 2" in sheet.said.text()
    sheet.box.clear()
    at = sheet.table.items.index(1, 2)
    with qtbot.waitSignal(sheet.location_chosen, timeout=TIMEOUT) as opened:
        sheet.table.open(at, in_new_tab=False)
    assert opened.args is not None and opened.args[0].doc == other
    sheet.table.setCurrentIndex(sheet.table.items.index(0, 0))
    qtbot.keyClick(sheet.table, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: shown() == ["is older than"], timeout=TIMEOUT)
    qtbot.mouseClick(sheet.remove_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: shown() == [] and "yet" in sheet.said.text(), timeout=TIMEOUT)
    assert served.links(LinksRequest()).total == 0
    qtbot.keyClick(sheet.table, Qt.Key.Key_Escape)
    assert not sheet.isVisible()
