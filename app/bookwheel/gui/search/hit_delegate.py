"""How a hit is drawn: title, where it stands, the snippet with its matches marked, and what each leg gave."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QTextLayout, QTextOption
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from bookwheel.domain.search import Hit
from bookwheel.gui.i18n.bidi import isolated, runs_leftwards
from bookwheel.gui.i18n.file_places import name_place
from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.i18n.utf16 import place_of, unit_of
from bookwheel.gui.search.hits_model import ALSO_IN, COPIES, FOLD, HEADING, HIT, IS_BELOW, IS_PASSAGE
from bookwheel.gui.search.score_reasons import LEGS
from bookwheel.gui.theme import fonts, icons
from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.widgets.path_elision import elide_parts
from bookwheel.gui.widgets.text_layout import line_x

Index = QModelIndex | QPersistentModelIndex
_SIDE, _TOP, _BOTTOM = 18, 12, 12
_TITLE, _CRUMB, _LINE, _BARS = 20, 19, 22, 20
_MOST_LINES = 3
_LONGEST_WORD = 24
_SEPARATOR = " › "
_HEAD, _FOLD, _INDENT = 30, 22, 22
"""Height of a group's heading and of the line that folds, and how far further sections and passages stand in."""


@dataclass(slots=True)
class _Snippet:
    layout: QTextLayout
    lines: int
    cut: int
    """Characters shown."""
    is_cut: bool
    """Whether the last of them is an ellipsis."""


class HitDelegate(QStyledItemDelegate):
    """Draws hits in the look's three sizes; heights follow the snippet's lines."""

    def __init__(self, theme: Theme, view: QListView) -> None:
        super().__init__(view)
        self._theme = theme
        self._view = view
        self._snippets: dict[tuple[str, str, int, str], _Snippet] = {}

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: N802
        """As high as the snippet needs at the list's width."""
        hit = index.data(HIT)
        width = self._view.viewport().width()
        left, room = self._indented(index, width)
        lines = self._snippet(hit, room).lines if hit.snippet else 0
        bars = _BARS if hit.explanation is not None and hit.explanation.legs else 0
        head = 0 if index.data(IS_PASSAGE) else _TITLE + _CRUMB
        height = _TOP + head + lines * _LINE + (3 if lines else 0) + bars + _BOTTOM
        return QSize(width, height + _head(index) + (_FOLD if _has_foot(index) else 0))

    def part_at(self, index: Index, rect: QRect, point: QPoint) -> str:
        """What of a row is at a point: its `heading`, `fold`, `copies`, `languages`, or nothing but the hit."""
        if point.y() < rect.top() + _head(index):
            return "heading"
        if not _has_foot(index) or point.y() < rect.bottom() - _FOLD - _BOTTOM // 2:
            return ""
        for part, _, _, left, width in self._beside_fold(index, rect):
            if left <= point.x() <= left + width:
                return part
        return "fold" if index.data(FOLD) is not None else ""

    def _beside_fold(self, index: Index, rect: QRect) -> list[tuple[str, str, str, int, int]]:
        """What stands beside what folds: its name, icon, words, left edge and width."""
        left, fold = rect.left() + self._indented(index, rect.width())[0], index.data(FOLD)
        if fold is not None:
            left += 32 + int(QFontMetricsF(fonts.font(12, 500)).horizontalAdvance(fold[0]))
        found: list[tuple[str, str, str, int, int]] = []
        for part, icon, words in (
            ("copies", "files", index.data(COPIES)), ("languages", "languages", index.data(ALSO_IN))
        ):  # fmt: skip
            if words:
                width = 18 + int(QFontMetricsF(fonts.font(12)).horizontalAdvance(words))
                found.append((part, icon, words, left, width))
                left += width + 14
        return found

    def _indented(self, index: Index, width: int) -> tuple[int, int]:
        """Where a row's words begin, and how wide they may be."""
        left = _SIDE + (_INDENT if index.data(IS_BELOW) else 0)
        return left, width - left - _SIDE

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """One hit."""
        hit: Hit = index.data(HIT)
        colours = self._theme.colours
        rect = QRect(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        heading: tuple[str, str] | None = index.data(HEADING)
        fold: tuple[str, bool] | None = index.data(FOLD)
        if heading is not None:
            self._draw_heading(painter, rect, heading, colours)
            rect.setTop(rect.top() + _HEAD)
        is_chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        if is_chosen or option.state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, QColor(colours["tint" if is_chosen else "hover"]))
        if is_chosen:
            painter.fillRect(rect.left(), rect.top(), 3, rect.height(), QColor(colours["accent"]))
        painter.fillRect(rect.left(), rect.bottom(), rect.width(), 1, QColor(colours["line"]))
        indent, width = self._indented(index, rect.width())
        left = rect.left() + indent
        top = float(rect.top() + _TOP)
        if fold is not None:
            self._draw_fold(painter, fold, left, rect.bottom() - _BOTTOM - _FOLD + 4, colours)
        for part in self._beside_fold(index, rect):
            self._draw_beside_fold(painter, part, rect, colours)
        if not index.data(IS_PASSAGE):
            title, font = hit.title or hit.document_title, fonts.font(12)
            self._words(painter, title, fonts.font(14, 600), colours["text"], left, top, width)
            path = _path(hit, QFontMetricsF(font), width)
            self._words(painter, path, font, colours["soft"], left, top + _TITLE, width)
            top += _TITLE + _CRUMB
        if hit.snippet:
            top = self._draw_snippet(painter, hit, left, top + 3, width, colours)
        if hit.explanation is not None and hit.explanation.legs:
            self._draw_legs(painter, hit, left, top + 4, colours)
        painter.restore()

    def _draw_heading(self, painter: QPainter, rect: QRect, heading: tuple[str, str], colours: dict[str, str]) -> None:
        """The band above the first hit of a group."""
        words, count = heading
        painter.fillRect(rect.left(), rect.top(), rect.width(), _HEAD - 1, QColor(colours["ground"]))
        painter.fillRect(rect.left(), rect.top() + _HEAD - 1, rect.width(), 1, QColor(colours["line"]))
        band = QRect(rect.left() + _SIDE, rect.top(), rect.width() - 2 * _SIDE, _HEAD - 1)
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.setPen(QColor(colours["text"]))
        painter.setFont(fonts.font(12, 600))
        painter.drawText(band, middle | Qt.AlignmentFlag.AlignLeft, words)
        painter.setPen(QColor(colours["soft"]))
        painter.setFont(fonts.font(12))
        painter.drawText(band, middle | Qt.AlignmentFlag.AlignRight, count)

    def _draw_fold(
        self, painter: QPainter, fold: tuple[str, bool], left: int, top: int, colours: dict[str, str]
    ) -> None:
        """The line that shows or hides further passages and sections."""
        words, is_open = fold
        name = "chevron-down" if is_open else "chevron-right"
        painter.drawPixmap(left - 4, top, icons.pixmap(name, colours["accent"], 14))
        painter.setFont(fonts.font(12, 500))
        painter.setPen(QColor(colours["accent"]))
        painter.drawText(QPointF(left + 14, top + painter.fontMetrics().ascent()), words)

    def _draw_beside_fold(
        self, painter: QPainter, part: tuple[str, str, str, int, int], rect: QRect, colours: dict[str, str]
    ) -> None:
        """Copies of the hit, or the languages in which its page stands too, as far as there is room."""
        _, icon, words, left, _ = part
        room = rect.right() - _SIDE - left - 18
        if room > 0:
            top = rect.bottom() - _BOTTOM - _FOLD + 4
            painter.drawPixmap(left, top, icons.pixmap(icon, colours["soft"], 13))
            self._words(painter, words, fonts.font(12), colours["soft"], left + 18, top - 1, room)

    def _words(
        self, painter: QPainter, text: str, font: object, colour: str, left: int, top: float, width: int
    ) -> None:
        painter.setFont(font)  # type: ignore[arg-type]
        painter.setPen(QColor(colour))
        cut = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, width)
        box = QRectF(left, top, width, painter.fontMetrics().height() + 2)
        side = Qt.AlignmentFlag.AlignRight if runs_leftwards(cut) else Qt.AlignmentFlag.AlignLeft
        # Other scripts' letters are taller than the box that the interface's own font asks for.
        painter.drawText(box, side | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextDontClip, isolated(cut))

    def _draw_snippet(
        self, painter: QPainter, hit: Hit, left: int, top: float, width: int, colours: dict[str, str]
    ) -> float:
        drawn = self._snippet(hit, width)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colours["mark"]))
        text, shown = drawn.layout.text(), drawn.cut - drawn.is_cut
        spans = [(unit_of(text, start), unit_of(text, min(end, shown))) for start, end in hit.spans if start < shown]
        for start, end in spans:
            for number in range(drawn.lines):
                line = drawn.layout.lineAt(number)
                first = max(start, line.textStart())
                last = min(end, line.textStart() + line.textLength())
                if first < last:
                    a, b = sorted((line_x(line, first), line_x(line, last)))
                    painter.drawRoundedRect(QRectF(left + a - 2, top + line.y() + 1, b - a + 4, _LINE - 3), 3, 3)
        painter.setPen(QColor(colours["text"]))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for number in range(drawn.lines):
            drawn.layout.lineAt(number).draw(painter, QPointF(left, top))
        return top + drawn.lines * _LINE

    def _draw_legs(self, painter: QPainter, hit: Hit, left: int, top: float, colours: dict[str, str]) -> None:
        assert hit.explanation is not None
        painter.setFont(fonts.font(11))
        metrics = QFontMetricsF(painter.font())
        x = float(left)
        for leg in hit.explanation.legs:
            if leg.leg == "fused":
                continue  # said in words
            name = tr(LEGS.get(leg.leg, leg.leg))
            painter.setPen(QColor(colours["soft"]))
            painter.drawText(QPointF(x, top + metrics.ascent()), name)
            x += metrics.horizontalAdvance(name) + 5
            middle = top + metrics.height() / 2 - 2
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colours["line"]))
            painter.drawRoundedRect(QRectF(x, middle, 54, 4), 2, 2)
            painter.setBrush(QColor(colours["accent"]))
            painter.drawRoundedRect(QRectF(x, middle, max(3.0, 54 * min(1.0, leg.share)), 4), 2, 2)
            x += 54 + 14

    def _snippet(self, hit: Hit, width: int) -> _Snippet:
        key = (hit.section, hit.snippet, width, fonts.font(15.5, family=fonts.SERIF).key())
        if key not in self._snippets:
            if len(self._snippets) > 400:
                self._snippets.clear()
            self._snippets[key] = _laid_out(hit.snippet, width)
        return self._snippets[key]


def _laid_out(text: str, width: int) -> _Snippet:
    layout = QTextLayout(text.replace("\n", "\u2028"), fonts.font(15.5, family=fonts.SERIF))
    choice = QTextOption()
    choice.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(choice)
    lines, cut = _set_lines(layout, width)
    is_cut = cut < len(layout.text())
    while cut < len(layout.text()):
        # What does not fit ends in an ellipsis, a word or so earlier.
        kept = layout.text()[: max(cut - 2, 1)].rstrip()
        space = kept.rfind(" ", max(len(kept) - _LONGEST_WORD, 1))
        layout.setText(f"{kept[:space] if space > 0 else kept}…")
        lines, cut = _set_lines(layout, width)
    return _Snippet(layout, lines, cut, is_cut)


def _set_lines(layout: QTextLayout, width: int) -> tuple[int, int]:
    """How many lines there are, and how many characters of the text they hold."""
    layout.beginLayout()
    lines, cut = 0, 0
    while lines < _MOST_LINES:
        line = layout.createLine()
        if not line.isValid():
            break
        line.setLineWidth(max(width, 40))
        line.setPosition(QPointF(0, lines * _LINE))
        cut = line.textStart() + line.textLength()
        lines += 1
    layout.endLayout()
    return lines, place_of(layout.text(), cut)


def _path(hit: Hit, metrics: QFontMetricsF, width: int) -> str:
    """Where the hit is, in one line: what does not fit is left out in the middle, the document's name last."""
    crumbs = _crumbs(hit)
    name_at = crumbs.index(hit.document_title) if hit.document_title in crumbs else -1

    def fits(text: str) -> bool:
        return metrics.horizontalAdvance(text) <= width

    return _SEPARATOR.join(map(isolated, elide_parts(crumbs, fits, separator=_SEPARATOR, name_at=name_at)))


def _has_foot(index: Index) -> bool:
    return index.data(FOLD) is not None or bool(index.data(COPIES)) or bool(index.data(ALSO_IN))


def _head(index: Index) -> int:
    return _HEAD if index.data(HEADING) is not None else 0


def _crumbs(hit: Hit) -> tuple[str, ...]:
    crumbs = hit.breadcrumb
    above = crumbs[:-1] if len(crumbs) > 1 and crumbs[-1] == hit.title else crumbs
    return (*above, name_place(hit.told_place)) if hit.told_place else above
