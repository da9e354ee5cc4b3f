"""Links and graph beside the page, with a real service behind the window."""

from __future__ import annotations

import time
from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from pytestqt.qtbot import QtBot

from bookwheel.domain.search import Mode, SearchAnswer
from bookwheel.gui.graph.node_actions import NodeTarget
from bookwheel.gui.state.locations import Location
from bookwheel.gui.window.window import Window
from tests.gui.window.test_window import DESK, WHEEL, ask, go

pytestmark = pytest.mark.leaves_library


def linked(qtbot: QtBot, window: Window, title: str) -> int:
    """The row of the backlink from a document with this title, once it is there."""

    def row() -> int:
        rows = window.links_dock.model.rows
        return next((at for at, each in enumerate(rows) if each.is_quoted and each.title == title), -1)

    qtbot.waitUntil(lambda: row() >= 0, timeout=30_000)
    return row()


def test_a_backlink_shows_its_sentence_and_leads_to_it(qtbot: QtBot, window: Window) -> None:
    go(qtbot, window, Location(DESK))
    links = window.links_dock
    row = linked(qtbot, window, "The bookwheel")
    shown = links.model.rows[row]
    assert "throughout the turn. See the desk or outside." in shown.words and "How it turns" in shown.note
    assert shown.words[shown.mark[0] : shown.mark[1]] == "the desk"
    with qtbot.waitSignal(window.reader.landed, timeout=30_000):
        links.view.setCurrentIndex(links.model.index(row))
        qtbot.keyClick(links.view, Qt.Key.Key_Return)
    assert window.reader.here is not None
    assert (window.reader.here.doc, window.reader.here.anchor) == (WHEEL, "how-it-turns")
    qtbot.waitUntil(window.reader.hits.isVisible, timeout=30_000)
    assert ask(qtbot, window, "marked") == "How it turns"


def test_the_graph_follows_the_reader_and_a_node_opens(qtbot: QtBot, window: Window) -> None:
    go(qtbot, window, Location(WHEEL))
    linked(qtbot, window, "Welcome")
    graph = window.graph_dock
    with qtbot.waitSignal(graph.drawn, timeout=30_000):
        window.related_docks.show_graph()
    assert graph.isVisible() and graph.picture.nodes[graph.picture.centre].id == WHEEL
    titles = {each.title for each in graph.picture.nodes}
    assert titles >= {"The desk", "Welcome", "history", "machines"}
    assert graph.canvas is not None and window.focusWidget() is graph.canvas
    graph.canvas.select(graph.picture.row(DESK))
    with qtbot.waitSignals([window.reader.landed, graph.drawn], timeout=30_000):
        qtbot.keyClick(graph.canvas, Qt.Key.Key_Return)
    assert window.reader.page is not None and window.reader.page.doc == DESK and graph.centre == DESK
    window.related_docks.show_graph()
    assert not graph.isVisible(), "from within, the same key puts it away"


def test_a_tag_in_the_graph_is_searched(qtbot: QtBot, window: Window) -> None:
    with qtbot.waitSignal(window.search.answered, timeout=30_000):
        window.related_docks._open(NodeTarget(words="tag:history"))
    assert window.toolbar.box.text() == "tag:history"
    hits = [window.search.model.hit(row) for row in range(window.search.model.rowCount())]
    assert {each.doc for each in hits if each is not None} == {WHEEL}


def test_the_mode_is_chosen_in_the_panel_and_asked(qtbot: QtBot, window: Window) -> None:
    with qtbot.waitSignal(window.search.answered, timeout=30_000):
        window.toolbar.box.setText("zanzibar")
    answers: list[SearchAnswer] = []
    window.search.answered.connect(answers.append)
    window.results_panel.mode.choose(Mode.KEYWORD)
    assert window.results_panel.mode.text() == "Keyword" and window.search.mode is Mode.KEYWORD
    qtbot.waitUntil(lambda: bool(answers), timeout=30_000)
    hit = window.search.model.hit(0)
    assert hit is not None and hit.explanation is not None
    assert {leg.leg for leg in hit.explanation.legs} == {"keyword"}
    assert "zanzibar" in str(window.search.model.index(0).data(Qt.ItemDataRole.ToolTipRole))
    window.search_commands.explain_rank()
    assert window.command_palette.words == ["Keyword search"] and "“" in window.command_palette.box.placeholderText()
    window.command_palette.dismiss()
    window.results_panel.mode.choose(Mode.AUTO)
    assert window.results_panel.mode.text() == "Automatic"


def test_the_window_stays_awake_while_the_graph_is_first_drawn(qtbot: QtBot, window: Window, tmp_path: Path) -> None:
    go(qtbot, window, Location(WHEEL))
    linked(qtbot, window, "Welcome")
    beats: list[float] = []
    beat = QTimer(window, interval=5)
    beat.timeout.connect(lambda: beats.append(time.thread_time()))
    beat.start()
    graph = window.graph_dock
    with qtbot.waitSignal(graph.drawn, timeout=30_000):
        window.related_docks.show_graph()
    qtbot.wait(100)
    beat.stop()
    # CPU time of this thread, which a busy machine does not lengthen; loading libraries here would take longer.
    assert max(after - before for before, after in pairwise(beats)) < 0.4


def test_right_side_bars_come_back_as_they_were(qtbot: QtBot, window: Window) -> None:
    bars, links, graph = window.dock_layout, window.links_dock, window.graph_dock
    assert window.outline_dock.isVisible() and links.isVisible() and not window.activity_dock.isVisible()
    window.related_docks.show_graph()
    bars.toggle_right()
    assert not any(each.isVisible() for each in (window.outline_dock, links, graph))
    bars.toggle_right()
    assert window.outline_dock.isVisible() and links.isVisible() and graph.isVisible()
    bars.toggle_activity()
    assert window.activity_dock.isVisible() and window.toolbar.agents.isChecked() and window.toolbar.graph.isChecked()
