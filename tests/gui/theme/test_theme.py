"""A change of the look reaches everything, what is hidden meanwhile as well."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QMargins, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QListWidget,
    QMenu,
    QPushButton,
    QTableWidget,
    QTabWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.widgets.dock import IconButton

PRIMARY, SOFT, PLAIN_GROUND = "primary", "soft", "plainGround"


class Pane(QWidget):
    """One of everything, a part of it hidden in the pane, on a ground of its own."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(PLAIN_GROUND)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        column = QVBoxLayout(self)
        box, table, entries = QComboBox(), QTableWidget(1, 1), QListWidget()
        box.addItem("one")
        entries.addItem("one")
        table.setHorizontalHeaderLabels(["Name"])
        primary, soft = QPushButton("Do it"), QLabel("faintly")
        primary.setObjectName(PRIMARY)
        soft.setObjectName(SOFT)
        own = QLabel("of its own style")
        own.setStyleSheet("QLabel { border: 1px solid #a04000; }")
        self.inner = QTabWidget()
        line = QLineEdit("first")
        self.inner.addTab(line, "One")
        self.inner.addTab(QLabel("second"), "Two")
        for each in (
            primary,
            soft,
            own,
            QToolButton(),
            QCheckBox("so"),
            box,
            table,
            entries,
            QLineEdit("x"),
            self.inner,
        ):
            column.addWidget(each)
        for each in self.findChildren(QWidget):
            each.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.resize(320, 640)


@pytest.fixture
def light(theme: Theme) -> Iterator[Theme]:
    """The look, light before and after."""
    theme.set_colour_scheme("light")
    yield theme
    theme.set_type("", 13)
    theme.set_colour_scheme("light")


@pytest.fixture
def pane(qtbot: QtBot, light: Theme) -> Pane:
    made = Pane()
    qtbot.addWidget(made)
    made.show()
    qtbot.waitExposed(made)
    return made


def picture(widget: QWidget) -> QImage:
    return widget.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)


def test_what_was_hidden_while_the_theme_changed_looks_as_if_it_had_been_seen(qtbot: QtBot, light: Theme) -> None:
    hosts = [QWidget() for _ in range(2)]
    seen, hidden = (Pane(host) for host in hosts)
    for host in hosts:
        qtbot.addWidget(host)
        host.resize(seen.size())
        host.show()
    qtbot.waitUntil(lambda: picture(seen) == picture(hidden), timeout=30_000)
    before = picture(seen)
    hidden.inner.setCurrentIndex(1)
    hidden.hide()
    light.set_colour_scheme("dark")
    hidden.show()
    hidden.inner.setCurrentIndex(0)
    qtbot.waitUntil(lambda: picture(hidden) == picture(seen) != before, timeout=30_000)
    first = picture(seen)
    for each in (seen, hidden):
        each.inner.setCurrentIndex(1)
    qtbot.waitUntil(lambda: picture(hidden) == picture(seen) != first, timeout=30_000)


def test_a_sentence_that_was_never_shown_keeps_its_margins(qtbot: QtBot, light: Theme) -> None:
    host = QWidget()
    qtbot.addWidget(host)
    sentence = QLabel("x", host)
    sentence.hide()
    host.show()
    sentence.setContentsMargins(18, 8, 18, 8)
    light.set_colour_scheme("dark")
    sentence.resize(0, 200)
    sentence.show()
    assert sentence.contentsMargins() == QMargins(18, 8, 18, 8)


def test_what_was_hidden_through_several_changes_takes_the_last(qtbot: QtBot, light: Theme, pane: Pane) -> None:
    before = picture(pane)
    pane.hide()
    for theme in ("dark", "light", "dark"):
        light.set_colour_scheme(theme)
    fresh = Pane()
    qtbot.addWidget(fresh)
    fresh.show()
    pane.show()
    qtbot.waitUntil(lambda: picture(pane) == picture(fresh) != before, timeout=30_000)
    pane.hide()
    light.set_colour_scheme("light")
    pane.show()
    qtbot.waitUntil(lambda: picture(pane) == picture(fresh) == before, timeout=30_000)


def test_menu_that_was_open_once_is_dark_when_it_is_opened_again(qtbot: QtBot, light: Theme, pane: Pane) -> None:
    menu = QMenu(pane)
    menu.addAction("Open")
    menu.popup(pane.mapToGlobal(pane.rect().center()))
    bright = picture(menu)
    menu.hide()
    light.set_colour_scheme("dark")
    menu.popup(pane.mapToGlobal(pane.rect().center()))
    fresh = QMenu(pane)
    fresh.addAction("Open")
    fresh.popup(pane.mapToGlobal(pane.rect().center()))
    qtbot.waitUntil(lambda: picture(menu) == picture(fresh) != bright, timeout=30_000)
    menu.hide()
    fresh.hide()


def test_larger_letters_reach_what_waits_hidden_for_the_last_change(qtbot: QtBot, light: Theme, pane: Pane) -> None:
    height = pane.sizeHint().height()
    pane.hide()
    light.set_colour_scheme("dark")
    light.set_type("", 18)
    assert pane.sizeHint().height() > height
    pane.show()
    fresh = Pane()
    qtbot.addWidget(fresh)
    fresh.show()
    qtbot.waitUntil(lambda: picture(pane) == picture(fresh), timeout=30_000)


def test_an_icon_is_drawn_when_it_can_be_seen_in_the_look_of_then(qtbot: QtBot, light: Theme) -> None:
    seen, hidden = (IconButton(light, "link", "Link") for _ in range(2))
    for each in (seen, hidden):
        qtbot.addWidget(each)
    assert seen.icon().isNull() and seen.sizeHint().width() >= 16
    seen.show()
    bright = seen.icon().pixmap(16).toImage()
    light.set_colour_scheme("dark")
    assert hidden.icon().isNull()
    hidden.show()
    dark = hidden.icon().pixmap(16).toImage()
    assert dark == seen.icon().pixmap(16).toImage() != bright
    hidden.hide()
    light.set_colour_scheme("light")
    hidden.set_icon("search")
    hidden.show()
    hidden.set_icon("link")
    assert hidden.icon().pixmap(16).toImage() == bright
