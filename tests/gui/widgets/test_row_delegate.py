from __future__ import annotations

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QColor, QImage, QPainter, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QStyleOptionViewItem, QWidget
from pytestqt.qtbot import QtBot

from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.widgets.row_delegate import KEEPS_NOTE, NOTE, RowDelegate

WIDTH = 240


def _paint(qtbot: QtBot, theme: Theme, words: str, *, keeps_note: bool) -> QImage:
    """A row with these words and a note."""
    model, row, parent = QStandardItemModel(), QStandardItem(words), QWidget()
    qtbot.addWidget(parent)
    row.setData("Acme · away", NOTE)
    row.setData(keeps_note, KEEPS_NOTE)
    model.appendRow(row)
    image = QImage(WIDTH, 28, QImage.Format.Format_RGB32)
    image.fill(QColor(theme.colours["page"]))
    option = QStyleOptionViewItem()
    option.rect = QRect(0, 0, WIDTH, 28)
    painter = QPainter(image)
    RowDelegate(theme, parent).paint(painter, option, model.index(0, 0))
    painter.end()
    return image


def _right_part(image: QImage) -> QImage:
    return image.copy(QRect(WIDTH - 70, 0, 70, 28))


@pytest.mark.parametrize("words", ["Handbook", "The handbook of the workshop in the long hall"])
def test_a_note_that_must_be_known_stands_beside_words_of_any_length(qtbot: QtBot, theme: Theme, words: str) -> None:
    without, kept = (_paint(qtbot, theme, words, keeps_note=keeps) for keeps in (False, True))
    is_long = len(words) > 20
    assert (without != kept) == is_long, "only words that are too long make room"
    if is_long:
        longer = _paint(qtbot, theme, f"{words} beside the river", keeps_note=True)
        assert _right_part(longer) == _right_part(kept), "the note stands at the same place, and is whole"
        assert _right_part(kept) != _right_part(without)
