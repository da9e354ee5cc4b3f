"""What a person does in the window, with a real service behind it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from pytestqt.qtbot import QtBot

from bookwheel.client.connection import Client
from bookwheel.domain.search import Mode, SearchAnswer, SearchRequest
from bookwheel.gui.opening.open_question import OpenQuestion
from bookwheel.gui.state.locations import Location
from bookwheel.gui.state.session import Session
from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.widgets.row_delegate import IS_HERE
from bookwheel.gui.window.window import Window

pytestmark = pytest.mark.leaves_library

WHEEL, DESK = "shelves/machines/wheel.md", "shelves/machines/desk.md"


def ask(qtbot: QtBot, window: Window, name: str, *values: object) -> object:
    """What one of the page's scripts returns."""
    view = window.reader.warm()
    answers: list[object] = []
    view.call(name, *values, then=answers.append)
    qtbot.waitUntil(lambda: bool(answers), timeout=30_000)
    return answers[0]


def go(qtbot: QtBot, window: Window, place: Location) -> None:
    with qtbot.waitSignal(window.reader.landed, timeout=30_000):
        window.shell.open(place)


def test_collections_stand_in_the_tree_with_their_documents_by_title(qtbot: QtBot, window: Window) -> None:
    model = window.library_dock.model
    qtbot.waitUntil(lambda: model.index_of(WHEEL).isValid(), timeout=30_000)
    assert model.index_of(WHEEL).data() == "The bookwheel"
    assert model.index_of(WHEEL).parent().data() == "machines"


def test_words_down_and_return_open_the_first_hit_however_fast_they_come(qtbot: QtBot, window: Window) -> None:
    window.toolbar.box.setFocus()
    with qtbot.waitSignal(window.reader.landed, timeout=30_000):
        qtbot.keyClicks(window.toolbar.box, "same slope throughout")
        qtbot.keyClick(window.toolbar.box, Qt.Key.Key_Down)
        qtbot.keyClick(window.toolbar.box, Qt.Key.Key_Return)
    here = window.reader.here
    assert here is not None
    assert (here.doc, here.anchor, here.query) == (WHEEL, "how-it-turns", "same slope throughout")
    assert window.results_panel.isVisible() and window.results_panel.view.currentIndex().row() == 0
    qtbot.waitUntil(window.reader.hits.isVisible, timeout=30_000)
    assert ask(qtbot, window, "marked") == "How it turns"
    assert window.windowTitle() == "The bookwheel – Bookwheel"


def test_a_hit_opens_where_most_of_its_words_stand_side_by_side(qtbot: QtBot, window: Window) -> None:
    go(qtbot, window, Location(WHEEL, "how-it-turns", "shelf slope throughout"))
    qtbot.waitUntil(window.reader.hits.isVisible, timeout=30_000)
    assert ask(qtbot, window, "marks_now") == [2, 2]


def test_answers_to_older_words_never_show(qtbot: QtBot, window: Window) -> None:
    answers: list[SearchAnswer] = []
    window.search.answered.connect(answers.append)
    for words in ("gout", "slope", "lectern", "zanzibar"):
        window.toolbar.box.setText(words)
        window.search._ask()
    qtbot.waitUntil(lambda: bool(answers) and not window.search.is_waiting, timeout=30_000)
    qtbot.wait(400)
    assert all({hit.doc for hit in answer.hits} == {WHEEL, DESK} for answer in answers)


def _listed(window: Window) -> list[str]:
    hits = [window.search.model.hit(row) for row in range(window.search.model.rowCount())]
    return [hit.section for hit in hits if hit is not None]


def test_the_list_settles_on_what_an_agent_would_get(qtbot: QtBot, window: Window, served: Client) -> None:
    # By words alone: vectors that come in between would make the two answers differ.
    window.results_panel.mode.choose(Mode.KEYWORD)
    window.session.preferences.set("group_hits", "false")
    for words, is_prefix in (("shelf turn", False), ("unusual zanz", True)):
        window.toolbar.box.setText(words)
        wanted = [hit.section for hit in served.search(SearchRequest(words, Mode.KEYWORD, is_prefix=is_prefix)).hits]
        qtbot.waitUntil(lambda wanted=wanted: _listed(window) == wanted, timeout=30_000)
        qtbot.wait(500)
        assert _listed(window) == wanted


def test_words_that_find_nothing_are_answered_in_words(qtbot: QtBot, window: Window) -> None:
    with qtbot.waitSignal(window.search.answered, timeout=30_000):
        window.toolbar.box.setText("qqqxyz")
    assert not window.results_panel.view.isVisible()
    assert "Nothing matches" in window.results_panel.empty.text()


def test_a_chip_restricts_the_hits_to_its_value(qtbot: QtBot, window: Window) -> None:
    with qtbot.waitSignal(window.search.answered, timeout=30_000):
        window.toolbar.box.setText("zanzibar")
    assert window.search.model.rowCount() == 2
    with qtbot.waitSignal(window.search.answered, timeout=30_000):
        window.search.set_filter("type", "essay", True)
    assert [window.search.model.hit(0).doc] == [WHEEL]  # type: ignore[union-attr]
    assert window.search.model.rowCount() == 1


def test_escape_goes_back_to_the_page(qtbot: QtBot, window: Window) -> None:
    with qtbot.waitSignal(window.search.answered, timeout=30_000):
        window.toolbar.box.setText("slope")
    assert window.results_panel.isVisible()
    qtbot.keyClick(window.toolbar.box, Qt.Key.Key_Escape)
    assert not window.results_panel.isVisible()
    for inside in (window.results_panel.mode, window.results_panel.order, window.results_panel.chips.buttons[-1]):
        window.centre.show_results()
        assert window.results_panel.isVisible()
        qtbot.keyClick(inside, Qt.Key.Key_Escape)
        assert not window.results_panel.isVisible()


def test_outline_follows_the_reader_and_jumps(qtbot: QtBot, window: Window) -> None:
    go(qtbot, window, Location(WHEEL))
    model = window.outline_dock.model
    qtbot.waitUntil(lambda: model.rowCount() >= 3, timeout=30_000)
    row = next(row for row in range(model.rowCount()) if model.index(row).data() == "Who used it")
    with qtbot.waitSignal(window.reader.landed, timeout=30_000):
        window.outline_dock.view.chosen.emit(model.anchor(model.index(row)))
    qtbot.waitUntil(lambda: bool(model.index(row).data(IS_HERE)), timeout=30_000)
    qtbot.waitUntil(lambda: window.reader.warm().web_page.scrollPosition().y() > 0, timeout=30_000)
    window.reader.warm().call("scroll", 0)
    qtbot.waitUntil(lambda: not model.index(row).data(IS_HERE), timeout=30_000)


def test_a_heading_chosen_by_name_is_shown_though_hits_are_marked(qtbot: QtBot, window: Window) -> None:
    go(qtbot, window, Location(WHEEL, "how-it-turns"))
    wanted = ask(qtbot, window, "spy")
    go(qtbot, window, Location(WHEEL, "who-used-it", "leaf"))
    assert ask(qtbot, window, "spy") != wanted
    with qtbot.waitSignal(window.reader.landed, timeout=30_000):
        window.reader.jump("how-it-turns")
    assert ask(qtbot, window, "spy") == wanted
    window.reader.setFocus()
    window.outline_dock.view.setFocus(Qt.FocusReason.TabFocusReason)
    assert window.outline_dock.model.anchor(window.outline_dock.view.currentIndex()) == "how-it-turns"


def test_back_and_forward_walk_the_places_read(qtbot: QtBot, window: Window) -> None:
    go(qtbot, window, Location(WHEEL))
    go(qtbot, window, Location(DESK))
    for by, doc in ((-1, WHEEL), (1, DESK)):
        with qtbot.waitSignal(window.reader.landed, timeout=30_000):
            window.reader.step(by)
        assert window.reader.page is not None and window.reader.page.doc == doc


def test_links_inside_are_followed_and_outside_ones_asked_about(qtbot: QtBot, window: Window) -> None:
    go(qtbot, window, Location(WHEEL))
    own = window.reader.warm().web_page
    with qtbot.waitSignal(window.reader.external_link_clicked, timeout=30_000) as asked:
        own.link_clicked.emit(QUrl("https://example.org/a?b=1"), False)
    assert asked.args == ["https://example.org/a?b=1"]
    qtbot.waitUntil(lambda: bool(window.findChildren(OpenQuestion)), timeout=30_000)
    window.findChildren(OpenQuestion)[0].reject()
    with qtbot.waitSignal(window.reader.landed, timeout=30_000):
        own.link_clicked.emit(QUrl(f"bookwheel://doc/{DESK}#lectern"), False)
    assert window.reader.here is not None and window.reader.here.anchor == "lectern"


def test_a_click_on_a_link_is_taken_from_the_engine(qtbot: QtBot, window: Window) -> None:
    go(qtbot, window, Location(WHEEL))
    with qtbot.waitSignal(window.reader.landed, timeout=30_000):
        ask(qtbot, window, "press", "desk")
    assert window.reader.page is not None and window.reader.page.doc == DESK


def test_a_page_cannot_run_script_or_fetch(qtbot: QtBot, window: Window) -> None:
    go(qtbot, window, Location(DESK))
    assert window.reader.view is not None
    assert window.reader.view.title() == "The desk"
    assert not window.reader.view.settings().testAttribute(window.reader.view.settings().WebAttribute.JavascriptEnabled)


def test_a_document_that_is_gone_is_said_calmly(qtbot: QtBot, window: Window) -> None:
    with qtbot.waitSignal(window.reader.failed, timeout=30_000):
        window.shell.open(Location("shelves/nowhere.md"))


def test_dark_and_light_change_the_page_without_loading_it_again(qtbot: QtBot, window: Window, theme: Theme) -> None:
    go(qtbot, window, Location(WHEEL))
    theme.set_colour_scheme("dark")
    qtbot.waitUntil(lambda: ask(qtbot, window, "theme_name") == "dark", timeout=30_000)
    theme.set_colour_scheme("light")
    qtbot.waitUntil(lambda: ask(qtbot, window, "theme_name") == "light", timeout=30_000)


def test_tabs_keep_their_own_trail(qtbot: QtBot, window: Window) -> None:
    go(qtbot, window, Location(WHEEL))
    with qtbot.waitSignal(window.reader.landed, timeout=30_000):
        window.shell.open(Location(DESK), in_new_tab=True)
    assert window.tabs.count() == 2 and not window.reader.trail.can_go_back
    with qtbot.waitSignal(window.reader.landed, timeout=30_000):
        window.reader.close_tab()
    assert window.reader.page is not None and window.reader.page.doc == WHEEL


def test_session_brings_back_document_and_theme(qtbot: QtBot, window: Window, session: Session, theme: Theme) -> None:
    go(qtbot, window, Location(WHEEL, "who-used-it"))
    window.close()
    trails, current = session.tabs
    assert [trail.here.doc for trail in trails if trail.here] == [WHEEL] and current == 0
    assert trails[0].here is not None and trails[0].here.scroll > 0
    session.keep_theme("dark")
    assert session.theme == "dark"


def test_quick_open_finds_a_document_by_its_title(qtbot: QtBot, window: Window) -> None:
    window.quick_open.show_documents()
    palette = window.command_palette
    qtbot.keyClicks(palette.box, "bookwh")
    qtbot.waitUntil(lambda: palette.words[:1] == ["The bookwheel"], timeout=30_000)
    with qtbot.waitSignal(window.reader.landed, timeout=30_000):
        qtbot.keyClick(palette.box, Qt.Key.Key_Return)


def test_a_dropped_folder_that_is_known_is_focused(qtbot: QtBot, window: Window, shelves: object) -> None:
    dropped = QMimeData()
    dropped.setUrls([QUrl.fromLocalFile(str(shelves))])
    copy, left, none = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    window.dropEvent(QDropEvent(QPointF(10, 10), copy, dropped, left, none))
    qtbot.waitUntil(lambda: "already" in window.notification_bar.sentence, timeout=30_000)
    assert window.library_dock.model.rowCount() == 1


def test_every_pane_and_icon_button_has_a_name(window: Window) -> None:
    from PySide6.QtWidgets import QToolButton  # noqa: PLC0415

    names = {window.library_dock.tree.accessibleName(), window.outline_dock.view.accessibleName()}
    names |= {window.activity_dock.view.accessibleName(), window.toolbar.box.accessibleName()}
    names |= {window.reader.warm().accessibleName(), window.links_dock.view.accessibleName()}
    names |= {window.graph_dock.table.accessibleName(), window.graph_dock.accessibleName()}
    assert names == {"Library", "Outline", "Activity", "Search", "Page", "Links", "Graph", "Graph as table"}
    window.related_docks.show_graph()
    own = [each for each in window.findChildren(QToolButton) if each.objectName() not in ("ScrollLeftButton", "qt_")]
    unnamed = [each.objectName() for each in own if not each.accessibleName() and not each.text() and each.isVisible()]
    assert not unnamed
