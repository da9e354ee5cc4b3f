"""The palette's box and list, with a source of the test's own that answers when it is told to."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.widgets.palette import Choice, CommandPalette


class Desk:
    """A palette whose rows come late."""

    def __init__(self, qtbot: QtBot, theme: Theme) -> None:
        self.qtbot = qtbot
        self.ground = QWidget()
        self.ground.resize(900, 600)
        qtbot.addWidget(self.ground)
        self.palette = CommandPalette(theme, self.ground)
        self.asked: list[str] = []
        self.ran: list[str] = []
        self.ground.show()
        self.palette.show_choices("Quick open", "Search documents by name", self.asked.append)

    def answer(self, *words: str) -> None:
        self.palette.set_rows([Choice(each, lambda each=each: self.ran.append(each)) for each in words])

    def type(self, words: str) -> None:
        self.qtbot.keyClicks(self.palette.box, words)

    def press(self) -> None:
        self.qtbot.keyClick(self.palette.box, Qt.Key.Key_Return)


@pytest.fixture
def desk(qtbot: QtBot, theme: Theme) -> Desk:
    return Desk(qtbot, theme)


def test_return_waits_for_the_rows_of_what_was_typed(desk: Desk) -> None:
    desk.answer("Welcome", "The desk")
    desk.type("the desk")
    desk.qtbot.waitUntil(lambda: desk.asked[-1] == "the desk", timeout=30_000)
    desk.press()
    assert desk.ran == [], "the rows are those of before"
    desk.answer("The desk")
    assert desk.ran == ["The desk"] and not desk.palette.isVisible()


def test_return_waits_for_all_rows_where_some_come_earlier(desk: Desk) -> None:
    desk.type("the desk")
    desk.qtbot.waitUntil(lambda: desk.asked[-1] == "the desk", timeout=30_000)
    desk.palette.set_rows([], are_more_coming=True)
    desk.press()
    desk.palette.set_rows([], are_more_coming=True)
    assert desk.ran == [] and desk.palette.isVisible()
    desk.answer("The desk")
    assert desk.ran == ["The desk"]


def test_rows_that_come_while_more_is_typed_are_not_taken(desk: Desk) -> None:
    desk.type("the")
    desk.qtbot.waitUntil(lambda: desk.asked[-1] == "the", timeout=30_000)
    desk.type(" desk")
    desk.answer("The bookwheel")
    desk.press()
    assert desk.asked[-1] == "the desk" and desk.ran == []
    desk.answer("The desk")
    assert desk.ran == ["The desk"]


def test_return_takes_the_row_chosen_once_all_rows_are_there(desk: Desk) -> None:
    desk.press()
    desk.answer()
    assert desk.ran == [] and desk.palette.isVisible(), "nothing to take, and nothing taken later"
    desk.answer("Welcome", "The desk")
    assert desk.ran == []
    desk.qtbot.keyClick(desk.palette.box, Qt.Key.Key_Down)
    desk.press()
    assert desk.ran == ["The desk"]


def test_rows_that_could_not_be_given_are_asked_for_again(desk: Desk) -> None:
    desk.type("the desk")
    desk.qtbot.waitUntil(lambda: desk.asked[-1] == "the desk", timeout=30_000)
    desk.press()
    desk.palette.ask_again()
    count = len(desk.asked)
    desk.qtbot.waitUntil(lambda: len(desk.asked) > count, timeout=30_000)
    desk.answer("The desk")
    assert desk.ran == ["The desk"], "Return is remembered"
