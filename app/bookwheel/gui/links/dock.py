"""The Links side bar: who links to the document read, what it misses, what is related to it, each with its proof."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QKeyEvent, QPainter, QResizeEvent, QTextLayout, QTextOption
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from bookwheel.client.connection import Client
from bookwheel.domain.diagnostics import MentionsRequest
from bookwheel.domain.errors import BookwheelError, NotFound
from bookwheel.domain.graph import ExploreRequest, ExploreView
from bookwheel.domain.manual_links import LinksRequest
from bookwheel.domain.reading import MOST_TARGETS, ReadRequest
from bookwheel.gui.backend.background_calls import Calls
from bookwheel.gui.i18n.bidi import is_mostly_leftwards, isolated, leftwards
from bookwheel.gui.i18n.service_messages import translate_message
from bookwheel.gui.i18n.translation import QT_TR_NOOP, tr
from bookwheel.gui.i18n.utf16 import place_of, unit_of
from bookwheel.gui.links.model import ROW, Connections, LinkRow, LinksModel, rows_of, sources_of
from bookwheel.gui.theme import fonts, icons
from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.widgets.dock import Dock
from bookwheel.gui.widgets.text_layout import line_x

Index = QModelIndex | QPersistentModelIndex
_HEAD, _NOTE, _TITLE, _LINE, _PAD, _GAP = 32, 26, 18, 17, 9, 6
_SIDE = 16
_MOST_LINES = 3
_REFRESH_MS = 1200
_LIMIT = 200
_BUDGET = 40_000
"""Tokens of sources read for the words around links."""


class _CardDelegate(QStyledItemDelegate):
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
            self._mark(painter, box, line, (row.mark[0] + 1 - start, row.mark[1] + 1 - start), is_leftwards)
            side = Qt.AlignmentFlag.AlignRight if is_leftwards else Qt.AlignmentFlag.AlignLeft
            words = leftwards(line) if is_leftwards else line
            painter.drawText(box, side | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextDontClip, words)
            top += _LINE
        if row.note:
            painter.setFont(fonts.font(11))
            painter.setPen(QColor(colours["faint"]))
            note = " · ".join(map(isolated, row.note.split(" · ")))
            note = painter.fontMetrics().elidedText(note, Qt.TextElideMode.ElideRight, int(inner.width()))
            painter.drawText(QRectF(inner.left(), top, inner.width(), _LINE), left, note)

    def _mark(self, painter: QPainter, box: QRectF, line: str, place: tuple[int, int], is_leftwards: bool) -> None:
        """The ground of the link's own words on a line; `place` counts the opening quotation mark."""
        first, last = max(0, place[0]), min(place[1], len(line))
        if first >= last:
            return
        left, right = _span(
            line, painter.font(), box.width(), (unit_of(line, first), unit_of(line, last)), is_leftwards
        )
        painter.save()
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self._theme.colours["mark"]))
        painter.drawRoundedRect(QRectF(box.left() + left - 1, box.top() + 1, right - left + 2, _LINE - 2), 3, 3)
        painter.restore()

    def _lines(self, row: LinkRow, width: int) -> list[tuple[int, str]]:
        """The words in at most three lines of the card, each with where it begins."""
        text = tr("“{words}”").format(words=row.words) if row.is_quoted and row.words else row.words
        key = (text, width, fonts.font(12.2).key())
        if key not in self._laid:
            if len(self._laid) > 300:
                self._laid.clear()
            self._laid[key] = _broken_into_lines(text, max(60, width - 2 * _SIDE - 2 * _PAD))
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


def _broken_into_lines(text: str, width: int) -> list[tuple[int, str]]:
    font = fonts.font(12.2)
    layout = QTextLayout(text.replace("\n", " "), font)
    choice = QTextOption()
    choice.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(choice)
    layout.beginLayout()
    lines: list[tuple[int, str]] = []
    while True:
        line = layout.createLine()
        if not line.isValid():
            break
        line.setLineWidth(width)
        start = place_of(layout.text(), line.textStart())
        end = place_of(layout.text(), line.textStart() + line.textLength())
        if len(lines) == _MOST_LINES - 1:
            rest = QFontMetricsF(font).elidedText(layout.text()[start:], Qt.TextElideMode.ElideRight, width)
            lines.append((start, rest))
            break
        lines.append((start, layout.text()[start:end].rstrip()))
    layout.endLayout()
    return lines


class LinksView(QListView):
    """The rows; a click or Return opens a card, with Ctrl in a new tab; Delete takes away what was linked by hand."""

    opened = Signal(object, bool)
    removed = Signal(str)
    """The id of a link that was made by hand."""

    def __init__(self, theme: Theme, model: LinksModel) -> None:
        super().__init__()
        self.setAccessibleName(tr("Links"))
        self.setObjectName("linksView")
        self.setModel(model)
        self.setItemDelegate(_CardDelegate(theme, self))
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.clicked.connect(lambda at: self._open(at, in_new_tab=False))
        theme.changed.connect(self._redraw)

    def _redraw(self, _is_dark: bool) -> None:
        self.viewport().update()

    def _open(self, at: QModelIndex, *, in_new_tab: bool) -> None:
        row: LinkRow | None = at.data(ROW)
        if row is not None and row.place is not None:
            self.opened.emit(row.place, in_new_tab)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Heights follow the width."""
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Return opens, Delete takes away."""
        row: LinkRow | None = self.currentIndex().data(ROW)
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace) and row is not None and row.link:
            self.removed.emit(row.link)
            return
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self._open(self.currentIndex(), in_new_tab=bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier))
            return
        super().keyPressEvent(event)


class LinksDock(Dock):
    """Follows the reader; asks only while it is seen."""

    place_chosen = Signal(object, bool)
    """A Place, and whether a new tab was asked for."""

    def __init__(self, theme: Theme, calls: Calls, parent: QWidget) -> None:
        super().__init__(theme, QT_TR_NOOP("Links"), "link", parent)
        self._calls = calls
        self._client: Client | None = None
        self._doc = self._shown_for = ""
        self._is_stale = False
        self.model = LinksModel(self)
        self.view = LinksView(theme, self.model)
        self.view.opened.connect(self.place_chosen)
        self.hold(self.view)
        self._refreshing = QTimer(self, singleShot=True, interval=_REFRESH_MS)
        self._refreshing.timeout.connect(self._ask)
        self.visibilityChanged.connect(self._appear)
        self._show_message("")

    def panes(self) -> tuple[QWidget, ...]:
        """See the dock."""
        return (self.view,)

    def set_client(self, client: Client | None) -> None:
        """Ask this client."""
        self._client = client
        self._ask()

    def follow(self, doc: str) -> None:
        """Show what a document is linked with; empty for none."""
        if doc != self._doc:
            self._doc = doc
            self._ask()
        if not doc:
            self.model.set_rows([])
            self._show_message("")

    def refresh(self) -> None:
        """Ask again soon, as after documents changed; when it is not seen, once it is."""
        self._is_stale = True
        self._refreshing.start()

    def ask(self) -> None:
        """Ask again now."""
        self._ask()

    def _appear(self, is_visible: bool) -> None:
        if is_visible and (self._is_stale or self._shown_for != self._doc):
            self._ask()

    def _ask(self) -> None:
        client, doc = self._client, self._doc
        if client is None or not doc or not self.isVisible():
            return
        self._is_stale = False

        def work() -> Connections:
            back = client.explore(ExploreRequest(doc, view=ExploreView.BACKLINKS, limit=_LIMIT))
            broken = client.explore(ExploreRequest(doc, relation="brokenLinkTo", limit=_LIMIT))
            related = client.explore(ExploreRequest(doc, view=ExploreView.RELATED, limit=12))
            sources = tuple(dict.fromkeys((*sources_of(back), *sources_of(broken))))
            portions = (sources[start : start + MOST_TARGETS] for start in range(0, len(sources), MOST_TARGETS))
            answers = (client.read(ReadRequest(portion, budget_tokens=_BUDGET)) for portion in portions)
            passages = tuple(passage for answer in answers for passage in answer.passages)
            named = client.mentions(MentionsRequest(doc))
            by_hand = client.links(LinksRequest(node=doc, limit=_LIMIT)).links
            return Connections(back, broken, related, named, passages, by_hand)

        self._calls.ask(work, lambda found: self._show(doc, found), self._fail, slot="links")

    def _show(self, doc: str, found: Connections) -> None:
        if self._shown_for != doc:
            self.view.scrollToTop()
        self._shown_for = doc
        self.model.set_rows(rows_of(doc, found))
        self._show_message(" ".join(dict.fromkeys(map(translate_message, found.backlinks.notices))))

    def _fail(self, error: BookwheelError) -> None:
        self._shown_for = ""
        self.model.set_rows([])
        is_early = isinstance(error, NotFound)  # a document is in the graph soon after its words
        self._show_message(tr("The links of this document are not indexed yet.") if is_early else error.message)

    def _show_message(self, sentence: str) -> None:
        self.show_message(sentence or ("" if self._doc else tr("Open a document to see what links to it.")))
