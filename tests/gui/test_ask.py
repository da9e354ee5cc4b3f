"""A question becomes a pack of passages to read, to open and to copy."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from bookwheel.domain.graph import ContextAnswer, Evidence, Fact
from bookwheel.gui.ask import context_pack
from bookwheel.gui.ask.dock import PackView
from bookwheel.gui.theme import fonts
from bookwheel.gui.window.window import Window

pytestmark = pytest.mark.leaves_library

_ONE = Evidence(
    "s/a b.md#way",
    "s/a b.md",
    "The *way*",
    ("S", "A"),
    (3, 5),
    "## The way\n\n![x](y.png) Go to [[c|there]].",
    1.0,
    "",
    True,
)
_TWO = Evidence("s/c.md#top", "s/c.md", "C", ("S", "C"), (1, 2), "See.", 0.5, "")
_ANSWER = ContextAnswer("Which way?", (_ONE, _TWO), (Fact("A links to C.", "s/a b.md#way", 4),), 40, 1, 0, 1.0)


def test_the_copied_pack_cites_every_passage_by_a_deep_link() -> None:
    text = context_pack.as_markdown(_ANSWER)
    assert text.startswith("# Which way?\n")
    assert "### [1] A › The *way*\n\n## The way" in text and "(The passage continues.)" in text
    assert "1. [A › The \\*way\\*](bookwheel://doc/s/a%20b.md#way), lines 3–5" in text
    assert "2. [C](bookwheel://doc/s/c.md), lines 1–2" in text
    assert "- A links to C. ([source](bookwheel://doc/s/a%20b.md#way))" in text
    assert text.endswith(context_pack.sources(_ANSWER) + "\n")


def test_the_shown_pack_has_a_passage_s_own_headings_small_and_no_pictures() -> None:
    text = context_pack.as_shown(_ANSWER)
    assert "**The way**\n\n*x* Go to there." in text and "\n## The way" not in text


def test_the_shown_pack_is_free_of_markup_but_for_code() -> None:
    source = (
        '<a id="x"></a>Take {{< glossary_tooltip text="Pods" term_id="pod" >}} of <b>Vec</b>, `Vec<b>` and a<b.\n\n'
        '<img alt="A list\nof two" src="a.svg" class="center" />\n\n<span class="caption">Figure 1</span>\n'
        '{{#include x.rs}}{{% heading "whatsnext" %}}<!-- aside\n-->\n\n```html\n<span>kept</span> {{< x >}}\n```'
    )
    source += "\n\nPlate 188.[^plates] See `a[^b]`.\n\n[^plates]: Of 195."
    shown = context_pack.as_shown(replace(_ANSWER, passages=(replace(_TWO, text=source),)))
    assert "Plate 188. See `a[^b]`.\n\nOf 195." in shown
    assert "Take Pods of Vec, `Vec<b>` and a<b." in shown
    assert "*A list of two*\n\nFigure 1\n" in shown and "```html\n<span>kept</span> {{< x >}}\n```" in shown
    assert not any(each in shown for each in ("<a", "caption", "include", "heading", "aside", "<img"))


def test_the_shown_pack_sets_code_and_quotes_as_pages_do(qtbot: QtBot) -> None:
    view = PackView()
    qtbot.addWidget(view)
    view.show_pack("#### One\n\n> Said `so`.\n\n- item\n")
    blocks = [view.document().findBlockByNumber(number) for number in range(view.document().blockCount())]
    quote = next(block for block in blocks if "Said" in block.text())
    assert 0 < quote.blockFormat().leftMargin() < 40 and not quote.blockFormat().rightMargin()
    families = [piece.fragment().charFormat().fontFamilies() for piece in quote]  # type: ignore[attr-defined]
    assert [fonts.MONO] in families


def test_a_question_is_answered_opened_and_copied(qtbot: QtBot, window: Window) -> None:
    window.dock_layout.toggle_ask()
    ask = window.ask_dock
    assert ask.isVisible() and "No language model is called" in ask._empty_words.text()
    assert not ask.copy.isEnabled() and window.outline_dock.isVisible() and window.links_dock.isVisible()
    qtbot.keyClicks(ask.box, "same slope throughout the turn")
    qtbot.keyClick(ask.box, Qt.Key.Key_Return)
    qtbot.waitUntil(ask.copy.isEnabled, timeout=30_000)
    assert ask.answer is not None
    sections = [each.section for each in ask.answer.passages]
    assert "shelves/machines/wheel.md#how-it-turns" in sections
    assert "How it turns" in ask.view.toPlainText()
    ask.cite.click()
    assert "bookwheel://doc/shelves/machines/wheel.md#how-it-turns" in QGuiApplication.clipboard().text()
    ask.copy.click()
    assert QGuiApplication.clipboard().text() == context_pack.as_markdown(ask.answer)
    with qtbot.waitSignal(window.reader.landed, timeout=30_000):
        ask.view.anchorClicked.emit(QUrl("bookwheel://doc/shelves/machines/wheel.md#how-it-turns"))
    assert window.reader.here is not None and window.reader.here.anchor == "how-it-turns"


def test_a_smaller_budget_asks_again(qtbot: QtBot, window: Window) -> None:
    window.dock_layout.toggle_ask()
    ask = window.ask_dock
    ask.box.setText("slope")
    ask.ask()
    qtbot.waitUntil(lambda: ask.answer is not None, timeout=30_000)
    first = ask.answer
    qtbot.keyClick(ask.budget, Qt.Key.Key_Home)
    qtbot.waitUntil(lambda: ask.answer is not None and ask.answer is not first, timeout=30_000)
    assert ask.answer is not None and ask.answer.tokens <= 200


def test_the_pane_gives_its_room_back(qtbot: QtBot, window: Window) -> None:
    window.dock_layout.toggle_ask()
    window.activateWindow()
    qtbot.waitUntil(lambda: window.ask_dock.box.hasFocus(), timeout=30_000)
    qtbot.waitUntil(lambda: window.outline_dock.width() > 400, timeout=30_000)
    window.dock_layout.toggle_ask()
    assert not window.ask_dock.isVisible() and window.outline_dock.isVisible()
    qtbot.waitUntil(lambda: window.outline_dock.width() < 400, timeout=30_000)


def test_every_pane_has_a_close_button(qtbot: QtBot, window: Window) -> None:
    window.dock_layout.toggle_ask()
    for dock in (window.ask_dock, window.outline_dock, window.library_dock):
        qtbot.mouseClick(dock._close, Qt.MouseButton.LeftButton)
        assert not dock.isVisible() and dock._close.accessibleName() == f"Close {dock.windowTitle()}"
    assert window.links_dock.isVisible()
