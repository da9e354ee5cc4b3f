"""Tabs that come back, crumbs that lead up, searches that are kept, and what can be taken from a page."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtPdf import QPdfDocument
from pytestqt.qtbot import QtBot

from bookwheel.domain.reading import OutlineEntry
from bookwheel.domain.search import Order
from bookwheel.gui.platform import desktop
from bookwheel.gui.state.locations import Location
from bookwheel.gui.state.saved_search import SavedSearch
from bookwheel.gui.state.session import Session
from bookwheel.gui.window.breadcrumbs import headings_above
from bookwheel.gui.window.window import Window
from tests.gui.window.test_window import DESK, WHEEL, ask, go


def test_a_closed_tab_comes_back_with_its_trail_where_it_stood(qtbot: QtBot, window: Window) -> None:
    go(qtbot, window, Location(WHEEL))
    go(qtbot, window, Location(DESK))
    with qtbot.waitSignal(window.reader.landed, timeout=30_000):
        window.shell.open(Location("shelves/index.md"), in_new_tab=True)
    with qtbot.waitSignal(window.reader.landed, timeout=30_000):
        window.tabs.step(-1)
    with qtbot.waitSignal(window.reader.landed, timeout=30_000):
        window.reader.close_tab()
    assert window.tabs.count() == 1
    with qtbot.waitSignal(window.reader.landed, timeout=30_000):
        window.reader.reopen()
    assert window.tabs.count() == 2 and window.tabs.current == 0
    assert window.reader.page is not None and window.reader.page.doc == DESK
    assert window.reader.trail.can_go_back
    window.reader.reopen()
    assert window.tabs.count() == 2


def test_a_tab_is_duplicated_and_a_new_one_asks_for_its_document(qtbot: QtBot, window: Window) -> None:
    go(qtbot, window, Location(WHEEL))
    with qtbot.waitSignal(window.reader.landed, timeout=30_000):
        window.reader.duplicate()
    assert [each.doc for each in window.reader.places] == [WHEEL, WHEEL]
    window.quick_open.show_documents(in_new_tab=True)
    qtbot.keyClicks(window.command_palette.box, "the desk")
    with qtbot.waitSignal(window.reader.landed, timeout=30_000):
        qtbot.keyClick(window.command_palette.box, Qt.Key.Key_Return)
    assert [each.doc for each in window.reader.places] == [WHEEL, WHEEL, DESK]


def test_quick_open_offers_first_what_was_read_last(qtbot: QtBot, window: Window) -> None:
    for doc in (WHEEL, DESK, "shelves/index.md"):
        go(qtbot, window, Location(doc))
    window.quick_open.show_documents()
    qtbot.waitUntil(lambda: window.command_palette.words[:2] == ["The desk", "The bookwheel"], timeout=30_000)
    assert window.command_palette.words[-1] == "Welcome", "what is shown comes last"
    with qtbot.waitSignal(window.reader.landed, timeout=30_000):
        qtbot.keyClick(window.command_palette.box, Qt.Key.Key_Return)
    assert window.reader.here is not None and window.reader.here.doc == DESK
    for doc in (WHEEL, "shelves/index.md"):
        with qtbot.waitSignal(window.reader.landed, timeout=30_000):
            window.shell.open(Location(doc), in_new_tab=True)
    with qtbot.waitSignal(window.reader.landed, timeout=30_000):
        window.tabs.step(-1)
    window.quick_open.show_documents()
    qtbot.waitUntil(lambda: window.command_palette.words[:2] == ["Welcome", "The desk"], timeout=30_000)
    window.command_palette.hide()


def test_who_goes_somewhere_by_name_reads_on_there(qtbot: QtBot, window: Window) -> None:
    go(qtbot, window, Location(DESK))
    for show, words in (
        (window.quick_open.show_documents, "bookwheel"),
        (window.commands.find("Go to heading").trigger, "who used"),
    ):
        window.library_dock.tree.setFocus()
        show()
        qtbot.keyClicks(window.command_palette.box, words)
        with qtbot.waitSignal(window.reader.landed, timeout=30_000):
            qtbot.keyClick(window.command_palette.box, Qt.Key.Key_Return)
        focus = window.focusWidget()
        assert window.reader.view is not None and focus is not None and window.reader.view.isAncestorOf(focus)


def test_a_command_is_found_by_what_else_it_is_called(qtbot: QtBot, window: Window) -> None:
    window.commands.find("Command palette").trigger()
    qtbot.keyClicks(window.command_palette.box, "sparql")
    qtbot.waitUntil(lambda: window.command_palette.words == ["Query graph with SPARQL"], timeout=30_000)
    window.command_palette.dismiss()


def test_only_the_headings_that_lead_there_stand_above_a_section() -> None:
    rows = [("a", 0), ("b", 1), ("c", 2), ("d", 1), ("e", 2)]
    entries = [OutlineEntry(f"x#{name}", name, depth + 1, depth, 1, 1, (1, 1)) for name, depth in rows]
    assert [each.title for each in headings_above(entries, "e")] == ["a", "d", "e"]
    assert [each.title for each in headings_above(entries, "a")] == ["a"]
    assert headings_above(entries, "nowhere") == []


def test_crumbs_lead_up_once_the_tree_is_there_too(qtbot: QtBot, window: Window) -> None:
    go(qtbot, window, Location(WHEEL))
    qtbot.waitUntil(lambda: len(window.breadcrumbs.words) > 1, timeout=30_000)
    whole, model = window.breadcrumbs.words, window.library_dock.model
    cards = list(model.cards().values())
    model.set_collections([])
    assert window.reader.page is not None
    window.breadcrumbs.show_page(window.reader.page)
    assert window.breadcrumbs.words == ["The bookwheel"]
    model.set_collections(cards)
    window.library_dock.focus_collection("shelves")
    qtbot.waitUntil(lambda: window.breadcrumbs.words == whole, timeout=30_000)


def test_crumbs_say_where_the_reader_is_and_lead_up(qtbot: QtBot, window: Window) -> None:
    qtbot.waitUntil(lambda: window.library_dock.model.index_of(WHEEL).isValid(), timeout=30_000)
    go(qtbot, window, Location(WHEEL, "who-used-it"))
    crumbs = window.breadcrumbs
    wanted = ["Shelves", "machines", "The bookwheel", "Who used it"]
    qtbot.waitUntil(lambda: crumbs.words == wanted, timeout=30_000)
    assert all(each.accessibleName() and each.height() >= 24 for each in crumbs.buttons)
    made = crumbs.buttons
    with qtbot.waitSignal(window.reader.landed, timeout=30_000):
        crumbs.buttons[2].click()
    qtbot.waitUntil(lambda: crumbs.words == wanted[:3] and not made[3].isVisible(), timeout=30_000)
    crumbs.buttons[1].click()
    assert window.library_dock.tree.currentIndex().data() == "machines"
    go(qtbot, window, Location(WHEEL, "who-used-it"))
    qtbot.waitUntil(lambda: crumbs.words == wanted, timeout=30_000)
    assert crumbs.buttons == made  # what is there is used again
    crumbs.setFixedWidth(330)
    qtbot.waitUntil(lambda: [each.isVisible() for each in crumbs.buttons] == [True, False, True, True], timeout=30_000)
    crumbs.setFixedWidth(220)

    def are_whole() -> bool:
        shown = [each for each in crumbs.buttons if each.isVisible()]
        fit = all(each.fontMetrics().horizontalAdvance(each.text()) <= each.width() for each in shown)
        return fit and any("…" in each.text() for each in shown)

    qtbot.waitUntil(are_whole, timeout=30_000)
    crumbs.setMaximumWidth(4000)
    qtbot.waitUntil(lambda: all(each.isVisible() for each in crumbs.buttons), timeout=30_000)
    assert [each.text() for each in crumbs.buttons] == wanted


def test_a_search_is_remembered_saved_and_asked_again(qtbot: QtBot, window: Window, session: Session) -> None:
    searches = window.saved_searches
    with qtbot.waitSignal(window.search.answered, timeout=30_000):
        window.toolbar.box.setText("zanzibar")
    with qtbot.waitSignal(window.search.answered, timeout=30_000):
        window.search.set_filter("type", "essay", True)
    searches.toggle()
    with qtbot.waitSignal(window.search.hit_opened, timeout=30_000):
        window.search.open()
    asked = SavedSearch("zanzibar", "auto", (("type", ("essay",)),))
    assert session.searches == ([asked], [asked])
    window.toolbar.box.clear()
    window.toolbar.box.setFocus()
    qtbot.keyClick(window.toolbar.box, Qt.Key.Key_Down)
    assert window.command_palette.words == ["zanzibar"]
    with qtbot.waitSignal(window.search.answered, timeout=30_000):
        qtbot.keyClick(window.command_palette.box, Qt.Key.Key_Return)
    assert window.search.filters == {"type": ("essay",)} and window.toolbar.box.text() == "zanzibar"
    searches.toggle()
    searches.forget_earlier()
    assert session.searches == ([], [])


def test_hits_stand_by_title_or_place_when_asked(qtbot: QtBot, window: Window) -> None:
    with qtbot.waitSignal(window.search.answered, timeout=30_000):
        window.toolbar.box.setText("reader turns leaf")
    hits = window.search.model
    for order in (Order.TITLE, Order.PLACE):
        with qtbot.waitSignal(window.search.answered, timeout=30_000):
            window.results_panel.order.choose(order)
        shown = [hit for row in range(hits.rowCount()) if (hit := hits.hit(row)) is not None]
        keys = [hit.title.casefold() if order is Order.TITLE else hit.doc for hit in shown]
        assert len(keys) > 1 and keys == sorted(keys)
    window.results_panel.order.choose(Order.BEST)


def test_the_section_read_is_copied_as_markdown_and_cited(qtbot: QtBot, window: Window) -> None:
    go(qtbot, window, Location(WHEEL, "who-used-it"))
    qtbot.waitUntil(lambda: window.reader.anchor == "who-used-it", timeout=30_000)
    qtbot.waitUntil(lambda: bool(window.outline_dock.model.entries()), timeout=30_000)
    clipboard = QGuiApplication.clipboard()
    window.page_export.copy_markdown()
    qtbot.waitUntil(lambda: clipboard.text().startswith("## Who used it\n"), timeout=30_000)
    window.page_export.copy_citation()
    link = "bookwheel://doc/shelves/machines/wheel.md#who-used-it"
    assert clipboard.text() == f"“Who used it”, in: The bookwheel (Shelves, machines/wheel.md), {link}"
    go(qtbot, window, Location(WHEEL, "top"))
    qtbot.waitUntil(lambda: window.reader.anchor in ("top", "the-bookwheel"), timeout=30_000)


def test_the_file_of_a_page_a_hit_or_a_problem_is_shown_and_opened(
    qtbot: QtBot, window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[str, str]] = []
    monkeypatch.setattr(desktop, "reveal", lambda path: asked.append(("reveal", Path(path).name)))
    monkeypatch.setattr(desktop, "open_file", lambda path: asked.append(("open", Path(path).name)))
    window.session.preferences.set("editor", "system")
    go(qtbot, window, Location(WHEEL))
    window.commands.find("Reveal in folder").trigger()
    window.commands.find("Open in default app").trigger()
    with qtbot.waitSignal(window.search.answered, timeout=30_000):
        window.toolbar.box.setText("reader turns leaf")
    hit = window.search.model.hit(0)
    menu = window.results_panel.build_menu(0)
    assert hit is not None and menu is not None
    for action in menu.actions()[-2:]:
        action.trigger()
    name = hit.doc.rpartition("/")[2]
    assert asked == [("reveal", "wheel.md"), ("open", "wheel.md"), ("open", name), ("reveal", name)]
    window.toolbar.box.setFocus()
    qtbot.waitUntil(window.toolbar.box.hasFocus)
    qtbot.keyClick(window.toolbar.box, Qt.Key.Key_E, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: len(asked) == 5, timeout=30_000)
    assert asked.pop() == ("open", name), "the box leaves the keys to the chosen hit"
    window.dialogs.file_wanted.emit("shelves/machines/gone.md", True)
    assert "gone.md no longer exists." in window.notification_bar.sentence and len(asked) == 4
    window.toolbar.box.clear()


def test_the_file_or_folder_of_a_tree_s_row_is_shown_and_opened_by_keys(
    qtbot: QtBot, window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[str, str]] = []
    monkeypatch.setattr(desktop, "reveal", lambda path: asked.append(("reveal", Path(path).name)))
    monkeypatch.setattr(desktop, "open_file", lambda path: asked.append(("open", Path(path).name)))
    go(qtbot, window, Location(WHEEL))
    tree = window.library_dock.tree
    desk = window.library_dock.model.index_of("shelves/machines/desk.md")
    tree.setFocus()
    tree.setCurrentIndex(desk)
    qtbot.waitUntil(tree.hasFocus)
    window.commands.find("Reveal in folder").trigger()
    window.commands.find("Open in default app").trigger()
    tree.setCurrentIndex(desk.parent())
    window.commands.find("Reveal in folder").trigger()
    assert asked == [("reveal", "desk.md"), ("open", "desk.md"), ("reveal", "machines")]
    window.reader.setFocus()
    qtbot.waitUntil(lambda: not tree.hasFocus())
    window.commands.find("Reveal in folder").trigger()
    assert asked[-1] == ("reveal", "wheel.md"), "without the keyboard in the tree it is the page"


def test_a_page_becomes_a_pdf_and_keeps_its_look(qtbot: QtBot, window: Window, tmp_path: Path) -> None:
    go(qtbot, window, Location(WHEEL))
    path = tmp_path / "wheel.pdf"
    window.theme.set_colour_scheme("dark")
    window.page_export.save_pdf(str(path))
    qtbot.waitUntil(lambda: "Saved to" in window.notification_bar.sentence, timeout=30_000)
    written = QPdfDocument()
    assert written.load(str(path)) == QPdfDocument.Error.None_
    paper = written.render(0, QSize(210, 297))
    at_left = {paper.pixelColor(x, y).name() for x in range(20) for y in range(297) if paper.pixelColor(x, y).alpha()}
    assert at_left <= {"#ffffff"}
    assert any(paper.pixelColor(x, y).lightness() < 200 for x in range(25, 60) for y in range(22, 60))
    qtbot.waitUntil(lambda: ask(qtbot, window, "theme_name") == "dark", timeout=30_000)
    window.theme.set_colour_scheme("light")
