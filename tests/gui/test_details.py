"""The small things of the window: chips, tabs, titles, focus, words."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QFontInfo
from PySide6.QtWidgets import QPushButton, QWidget
from pytestqt.qtbot import QtBot

from bookwheel.domain.page import PageAnswer
from bookwheel.domain.service.activity import Activity
from bookwheel.gui.agents.activity_model import describe_call, describe_cost
from bookwheel.gui.i18n.utf16 import place_of, unit_of
from bookwheel.gui.page.html import page_template
from bookwheel.gui.search.hit_delegate import _laid_out
from bookwheel.gui.state.locations import Location
from bookwheel.gui.theme import fonts
from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.widgets.flow_layout import FlowLayout
from bookwheel.gui.window.window import Window
from tests.gui.window.test_window import DESK, WHEEL, ask, go

pytestmark = pytest.mark.leaves_library

PAGE = PageAnswer(
    *("d", "The wheel", "", ("Shelf",), (), "", "en"), *(False, 10, 1, "2026-01-01T00:00:00+00:00", "d.md", 0, 1)
)


@pytest.mark.parametrize(
    ("body", "titles"),
    [
        ('<h1 id="the-wheel">The wheel</h1><p>x</p>', 1),
        ('<span id="top"></span><p>Before.</p><h1 id="the-wheel"><em>The</em> wheel</h1><p>x</p>', 1),
        ('<h2 id="the-wheel">The wheel</h2><p>x</p>', 1),
        ("<p>No heading.</p>", 1),
        ('<h2 id="parts">Parts</h2><p>x</p>', 1),
    ],
)
def test_a_title_shows_once(body: str, titles: int) -> None:
    html = page_template.render_page(replace(PAGE, html=body), is_dark=False).decode()
    shown = page_template._MARKUP.sub("", html.partition("<main")[2])
    assert shown.count("The wheel") == titles
    assert all(f'id="{each}"' in html for each in ("the-wheel", "parts") if each in body)


def test_chips_beyond_two_lines_come_with_more(qtbot: QtBot) -> None:
    ground = QWidget()
    qtbot.addWidget(ground)
    flow = FlowLayout(ground)
    more = QPushButton("More", ground)
    flow.set_more(more)
    chips = [QPushButton(f"chip {number}") for number in range(20)]
    for each in chips:
        flow.addWidget(each)
    ground.setGeometry(QRect(0, 0, 300, 200))
    ground.show()
    qtbot.waitUntil(chips[-1].isVisible)
    folded = flow.heightForWidth(300)
    flow.setGeometry(QRect(0, 0, 300, 201))
    assert chips[-1].x() < 0
    assert more.isVisible() and more.geometry().right() <= 300
    shown = [each.geometry() for each in chips if each.x() >= 0]
    assert 0 < len(shown) < len(chips) and not any(each.intersects(more.geometry()) for each in shown)
    more.click()
    flow.setGeometry(ground.rect())
    assert flow.heightForWidth(300) > folded and all(each.x() >= 0 for each in chips) and more.text() == "Fewer"
    more.click()
    assert flow.heightForWidth(300) == folded


def test_a_snippet_that_is_cut_ends_in_an_ellipsis(theme: Theme) -> None:
    long, short = _laid_out("one two three " * 60, 300), _laid_out("one two", 300)
    assert long.layout.text().endswith("…") and long.lines == 3 and long.is_cut
    assert short.layout.text() == "one two" and not short.is_cut
    dense = _laid_out("… " + "字" * 900, 300)
    assert dense.lines == 3 and len(dense.layout.text()) > 40


def test_places_in_a_text_with_emoji_are_the_same_characters_in_both_countings(theme: Theme) -> None:
    text = "Step 🔁 two 📅 three"
    assert [place_of(text, unit_of(text, place)) for place in range(len(text) + 1)] == list(range(len(text) + 1))
    assert unit_of(text, text.index("three")) == text.index("three") + 2
    emoji = _laid_out("🔁 " * 400, 300)
    assert emoji.layout.text()[emoji.cut - 1] == "…" and len(emoji.layout.text()) == emoji.cut


def test_many_tabs_get_arrows_and_stay_readable(qtbot: QtBot, window: Window) -> None:
    go(qtbot, window, Location(WHEEL))
    for number in range(24):
        with qtbot.waitSignal(window.reader.landed, timeout=30_000):
            window.shell.open(Location(DESK if number % 2 else WHEEL), in_new_tab=True)
    assert window.tabs.width() <= window.width()
    assert window.tabs.rect().contains(window.tabs.tabRect(window.tabs.current))
    assert min(window.tabs.tabRect(row).width() for row in range(window.tabs.count())) >= 100


def test_commands_find_the_theme_by_its_name(qtbot: QtBot, window: Window, theme: Theme) -> None:
    window.commands.find("Command palette").trigger()
    qtbot.keyClicks(window.command_palette.box, "theme dark")
    qtbot.waitUntil(lambda: window.command_palette.words == ["Theme: dark"], timeout=30_000)
    qtbot.keyClick(window.command_palette.box, Qt.Key.Key_Return)
    assert theme.is_dark
    theme.set_colour_scheme("light")


def test_leaving_the_palette_leaves_the_page_where_it_was(qtbot: QtBot, window: Window) -> None:
    go(qtbot, window, Location(WHEEL, "who-used-it"))
    window.reader.setFocus()
    where = ask(qtbot, window, "spy")
    window.commands.find("Command palette").trigger()
    qtbot.keyClick(window.command_palette.box, Qt.Key.Key_Escape)
    qtbot.wait(200)
    assert ask(qtbot, window, "spy") == where


def test_removing_a_collection_closes_its_tabs(qtbot: QtBot, window: Window) -> None:
    go(qtbot, window, Location(WHEEL))
    window.reader.forget(lambda doc: doc != WHEEL)
    assert window.reader.here is not None
    window.window_session._close_removed(set())
    assert window.reader.here is None and window.tabs.count() == 0
    assert window.start_page.isVisible() and window.windowTitle() == "Bookwheel"
    go(qtbot, window, Location(DESK))
    assert window.tabs.count() == 1


def test_the_empty_window_says_its_title_in_a_heavier_weight(theme: Theme) -> None:
    heavy, plain = fonts.font(28, 600, fonts.SERIF), fonts.font(28, 400, fonts.SERIF)
    assert heavy.variableAxisTags() and not plain.variableAxisTags()
    assert QFontInfo(heavy).family() == fonts.SERIF


def test_a_refused_call_is_said_in_words() -> None:
    call = Activity(
        sequence=1, at="", client="generic", tool="browse", query="", sections=(), hits=0, tokens=0, took_ms=0.0,
        error="agents_paused",
    )  # fmt: skip
    assert describe_cost(call) == "refused: agents are paused" and describe_call(call) == "browse the library"


def test_a_resource_is_named_as_what_it_holds() -> None:
    call = Activity(1, "", "cursor", "resource", "bookwheel://tray", (), 0, 9, 1.0)
    assert describe_call(call) == "read “pinned passages”"
    assert describe_call(replace(call, query="bookwheel://doc/shelf/the%20wheel.md")) == "read “The wheel”"
    assert describe_call(replace(call, query="bookwheel://outline/shelf/the%20wheel.md")) == "outline “The wheel”"


def test_a_call_says_what_it_gave_and_cost() -> None:
    call = Activity(1, "", "cursor", "query", "SELECT", (), 2, 9, 1.0)
    assert describe_cost(call) == "2 rows · 9 tokens"
    assert describe_cost(replace(call, tool="read")) == "2 sections · 9 tokens"
    assert describe_cost(replace(call, tool="browse")) == "2 found · 9 tokens"
    assert describe_cost(replace(call, tool="remember")) == "9 tokens"


def test_a_call_names_what_it_read_in_words() -> None:
    call = Activity(1, "", "cursor", "read", "", ("shelf/a/the-wheel.md#how-it-turns", "shelf/b.md"), 2, 9, 1.0)
    assert describe_call(call) == "read “How it turns” and 1 more"
    assert describe_call(replace(call, sections=("shelf/a/the-wheel.md#top",))) == "read “The wheel”"
    assert describe_call(replace(call, tool="remember", query="chapter three")) == "remember “chapter three”"
    assert describe_call(replace(call, tool="outline", query="shelf/b.md", sections=())) == "outline “B”"
