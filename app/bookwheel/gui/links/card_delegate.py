"""How the rows of the Links dock are drawn: headings, sentences, and cards whose words mark the link in them."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QTextLayout, QTextOption
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from bookwheel.gui.i18n.bidi import is_mostly_leftwards, isolated, leftwards
from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.i18n.utf16 import unit_of
from bookwheel.gui.links.model import ROW, LinkRow
from bookwheel.gui.theme import fonts, icons
from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.widgets.text_layout import break_lines, line_x

Index = QModelIndex | QPersistentModelIndex
_HEAD, _NOTE, _TITLE, _LINE, _PAD, _GAP = 32, 26, 18, 17, 9, 6
_SIDE = 16
_MOST_LINES = 3


class CardDelegate(QStyledItemDelegate):
    """Headings, sentences, and cards with a title and the words that are their proof."""

    def __init__(self, theme: Theme, view: QListView) -> None:
        super().__init__(view)
        self._theme = theme
        self._view = view
        self._laid: dict[tuple[str, int, str], list[tuple[int, str]]] = {}

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: N802
        """As high as the words need."""
        row: LinkRow = index.data(ROW)
        width = self._view.viewport().width()
        if row.kind != "card":
            return QSize(width, _HEAD if row.kind == "head" else _NOTE)
        lines = len(self._lines(row, width)) + bool(row.note)
        return QSize(width, 2 * _PAD + _TITLE + lines * _LINE + _GAP)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """One row."""
        row: LinkRow = index.data(ROW)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if row.kind == "card":
            self._card(painter, option, row)
        else:
            self._plain(painter, QRectF(option.rect), row)
        painter.restore()

    def _plain(self, painter: QPainter, rect: QRectF, row: LinkRow) -> None:
        colours = self._theme.colours
        inner = rect.adjusted(_SIDE, 0, -_SIDE, 0)
        painter.setPen(QColor(colours["soft"]))
        if row.kind == "note":
            painter.setFont(fonts.font(12.2))
            painter.drawText(inner, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop, row.title)
            return
        middle = Qt.AlignmentFlag.AlignVCenter
        picture = icons.pixmap(row.icon, colours["soft"], 14)
        painter.drawPixmap(QPointF(inner.left(), inner.center().y() - 7), picture)
        painter.setFont(fonts.font(11, 600))
        painter.drawText(inner.adjusted(20, 0, 0, 0), Qt.AlignmentFlag.AlignLeft | middle, row.title)
        painter.setFont(fonts.font(11))
        painter.drawText(inner, Qt.AlignmentFlag.AlignRight | middle, row.note)

    def _card(self, painter: QPainter, option: QStyleOptionViewItem, row: LinkRow) -> None:
        colours = self._theme.colours
        state = option.state
        card = QRectF(option.rect).adjusted(_SIDE - 0.5, 0.5, -_SIDE + 4.5, -_GAP + 0.5)
        is_focused = bool(state & QStyle.StateFlag.State_Selected and self._view.hasFocus())
        painter.setPen(QColor(colours["accent" if is_focused else "line"]))
        painter.setBrush(QColor(colours["hover" if state & QStyle.StateFlag.State_MouseOver else "page"]))
        painter.drawRoundedRect(card, 8, 8)
        inner = card.adjusted(_PAD + 2, _PAD - 1, -_PAD, 0)
        painter.setFont(fonts.font(12.6, 600))
        painter.setPen(QColor(colours["text"]))
        cut = painter.fontMetrics().elidedText(row.title, Qt.TextElideMode.ElideRight, int(inner.width()))
        left = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextDontClip
        painter.drawText(QRectF(inner.left(), inner.top(), inner.width(), _TITLE), left, isolated(cut))
        top = inner.top() + _TITLE
        painter.setFont(fonts.font(12.2))
        painter.setPen(QColor(colours["soft"]))
        is_leftwards = row.is_quoted and is_mostly_leftwards(row.words)
        for start, line in self._lines(row, self._view.viewport().width()):
            box = QRectF(inner.left(), top, inner.width(), _LINE)
            mark = self._mark(painter, box, line, (row.mark[0] + 1 - start, row.mark[1] + 1 - start), is_leftwards)
            side = Qt.AlignmentFlag.AlignRight if is_leftwards else Qt.AlignmentFlag.AlignLeft
            words = leftwards(line) if is_leftwards else line
            flags = side | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextDontClip
            painter.drawText(box, flags, words)
            if mark is not None:
                painter.save()
                painter.setClipRect(mark)
                painter.setPen(QColor(colours["text"]))  # the soft ink would be too faint on this ground
                painter.fillRect(mark.adjusted(1, 1, -1, -1), QColor(colours["mark"]))
                painter.drawText(box, flags, words)
                painter.restore()
            top += _LINE
        if row.note:
            painter.setFont(fonts.font(11))
            painter.setPen(QColor(colours["soft"]))
            note = " · ".join(map(isolated, row.note.split(" · ")))
            note = painter.fontMetrics().elidedText(note, Qt.TextElideMode.ElideRight, int(inner.width()))
            painter.drawText(QRectF(inner.left(), top, inner.width(), _LINE), left, note)

    def _mark(
        self, painter: QPainter, box: QRectF, line: str, place: tuple[int, int], is_leftwards: bool
    ) -> QRectF | None:
        """The ground of the link's own words on a line; `place` counts the opening quotation mark."""
        first, last = max(0, place[0]), min(place[1], len(line))
        if first >= last:
            return None
        left, right = _span(
            line, painter.font(), box.width(), (unit_of(line, first), unit_of(line, last)), is_leftwards
        )
        painter.save()
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self._theme.colours["mark"]))
        mark = QRectF(box.left() + left - 1, box.top() + 1, right - left + 2, _LINE - 2)
        painter.drawRoundedRect(mark, 3, 3)
        painter.restore()
        return mark

    def _lines(self, row: LinkRow, width: int) -> list[tuple[int, str]]:
        """The words in at most three lines of the card, each with where it begins."""
        text = tr("“{words}”").format(words=row.words) if row.is_quoted and row.words else row.words
        key = (text, width, fonts.font(12.2).key())
        if key not in self._laid:
            if len(self._laid) > 300:
                self._laid.clear()
            self._laid[key] = break_lines(text, fonts.font(12.2), max(60, width - 2 * _SIDE - 2 * _PAD), _MOST_LINES)
        return self._laid[key]


def _span(line: str, font: QFont, width: float, units: tuple[int, int], is_leftwards: bool) -> tuple[float, float]:
    """From where to where some of a line's letters stand, in pixels from the left of a box of that width."""
    layout = QTextLayout(line, font)
    choice = QTextOption()
    side, direction = Qt.AlignmentFlag.AlignLeft, Qt.LayoutDirection.LeftToRight
    if is_leftwards:
        side, direction = Qt.AlignmentFlag.AlignRight, Qt.LayoutDirection.RightToLeft
    choice.setAlignment(side | Qt.AlignmentFlag.AlignAbsolute)
    choice.setTextDirection(direction)
    choice.setWrapMode(QTextOption.WrapMode.NoWrap)
    layout.setTextOption(choice)
    layout.beginLayout()
    only = layout.createLine()
    only.setLineWidth(width)
    layout.endLayout()
    one, other = sorted(line_x(only, unit) for unit in units)
    return one, other
