"""The Outline side bar: a document's sections, which one is being read, and a jump to each."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPersistentModelIndex, QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLineEdit,
    QListView,
    QMenu,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from bookwheel.domain.reading import OutlineAnswer, OutlineEntry
from bookwheel.gui.i18n.bidi import isolated
from bookwheel.gui.i18n.translation import QT_TR_NOOP, tr
from bookwheel.gui.outline.model import DEPTH, FOLDED, OutlineModel
from bookwheel.gui.theme import fonts, icons
from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.widgets.dock import Dock, IconButton
from bookwheel.gui.widgets.row_delegate import COUNT, IS_HERE

Index = QModelIndex | QPersistentModelIndex
_ROW, _STEP, _FOLD = 26, 14, 16
_LEVELS = (QT_TR_NOOP("All levels"), QT_TR_NOOP("One level"), QT_TR_NOOP("Two levels"), QT_TR_NOOP("Three levels"))


class _OutlineDelegate(QStyledItemDelegate):
    """A line down the left, thick and in the accent beside the section being read."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: N802
        """Every row is as high as the next."""
        return QSize(option.rect.width(), _ROW)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """The line, the title at its depth, the count of words."""
        colours = self._theme.colours
        rect = option.rect
        is_here = bool(index.data(IS_HERE))
        painter.save()
        is_under = bool(option.state & QStyle.StateFlag.State_MouseOver)
        is_focused = bool(option.state & QStyle.StateFlag.State_HasFocus)
        painter.fillRect(QRect(rect.left(), rect.top(), 2, rect.height()), QColor(colours["line"]))
        if is_under or is_focused:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QColor(colours["accent"]) if is_focused else Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colours["tint" if is_focused else "hover"]))
            painter.drawRoundedRect(QRectF(rect).adjusted(6.5, 1.5, -0.5, -1.5), 5, 5)
        if is_here:
            painter.fillRect(QRect(rect.left(), rect.top(), 2, rect.height()), QColor(colours["accent"]))
        count = index.data(COUNT)
        inner = rect.adjusted(indent(index), 0, -6, 0)
        if index.data(FOLDED) is not None:
            name = "chevron-right" if index.data(FOLDED) else "chevron-down"
            place = QPoint(inner.left() - _FOLD + 1, rect.top() + (_ROW - 12) // 2)
            painter.drawPixmap(place, icons.pixmap(name, colours["soft"], 12))
        painter.setFont(fonts.font(11))
        painter.setPen(QColor(colours["soft"]))
        painter.drawText(inner, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, count)
        inner.setRight(inner.right() - painter.fontMetrics().horizontalAdvance(count) - 10)
        painter.setFont(fonts.font(12.6, 600 if is_here else 400))
        painter.setPen(QColor(colours["accent" if is_here else "soft"]))
        words = painter.fontMetrics().elidedText(
            index.data(Qt.ItemDataRole.DisplayRole), Qt.TextElideMode.ElideRight, inner.width()
        )
        painter.drawText(inner, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, isolated(words))
        painter.restore()


def indent(index: Index) -> int:
    """Pixels from the left at which a row's title begins."""
    return 8 + _FOLD + _STEP * min(int(index.data(DEPTH)), 6)


class OutlineView(QListView):
    """The list of sections; a click or Return jumps, the arrow or Left and Right fold and open what is below."""

    chosen = Signal(str)
    folds_wanted = Signal(object)
    """The anchors that shall be folded."""

    def __init__(self, theme: Theme, model: OutlineModel) -> None:
        super().__init__()
        self._outline = model
        self.setAccessibleName(tr("Outline"))
        self.setModel(model)
        self.setItemDelegate(_OutlineDelegate(theme, self))
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setObjectName("outlineView")
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.clicked.connect(lambda at: self.chosen.emit(model.anchor(at)))
        theme.changed.connect(self._redraw)

    def _redraw(self, _is_dark: bool) -> None:
        self.viewport().update()

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: N802
        """Who comes by a key begins at the section that is read."""
        by_key = (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason, Qt.FocusReason.ShortcutFocusReason)
        if event.reason() in by_key and self._outline.here.isValid():
            self.setCurrentIndex(self._outline.here)
        super().focusInEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """A press on the arrow folds or opens, and jumps nowhere."""
        at = self.indexAt(event.position().toPoint())
        if at.isValid() and at.data(FOLDED) is not None and event.position().x() < indent(at):
            self._fold(at, not at.data(FOLDED))
            return
        super().mousePressEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Return jumps to the row; Left folds it or goes to the one above it, Right opens it."""
        at, key = self.currentIndex(), event.key()
        if at.isValid() and key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.chosen.emit(self._outline.anchor(at))
        elif at.isValid() and key == Qt.Key.Key_Right and at.data(FOLDED):
            self._fold(at, True, is_open=True)
        elif at.isValid() and key == Qt.Key.Key_Left and at.data(FOLDED) is False:
            self._fold(at, True)
        elif at.isValid() and key == Qt.Key.Key_Left:
            above = self._outline.above(at)
            self.setCurrentIndex(above if above.isValid() else at)
        else:
            super().keyPressEvent(event)

    def _fold(self, at: Index, is_folded: bool, *, is_open: bool = False) -> None:
        anchor = self._outline.anchor(at)
        folded = self._outline.folded - {anchor} if is_open or not is_folded else self._outline.folded | {anchor}
        self.folds_wanted.emit(folded)
        row = self._outline.row_of(anchor)
        if row >= 0:
            self.setCurrentIndex(self._outline.index(row))


class OutlineDock(Dock):
    """The sections of the document being read, which can be filtered and folded; what is folded is remembered."""

    section_chosen = Signal(str)
    """An anchor."""
    like_wanted = Signal(str)
    """An anchor: what is like its section is to be searched for."""
    folds_changed = Signal(str, object)
    """A document, and the anchors of its sections that are folded now."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, QT_TR_NOOP("Outline"), "list-tree", parent)
        self.recall: Callable[[str], frozenset[str]] = lambda _doc: frozenset()
        """What was folded in a document when it was read last."""
        self._doc = self._anchor = ""
        self.model = OutlineModel(self)
        self.view = OutlineView(theme, self.model)
        self.view.chosen.connect(self.section_chosen)
        self.view.folds_wanted.connect(self._fold)
        self.view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.view.customContextMenuRequested.connect(self._show_menu)
        self.box = QLineEdit()
        self.box.setPlaceholderText(tr("Filter headings"))
        self.box.setAccessibleName(tr("Filter headings"))
        self.box.setClearButtonEnabled(True)
        self.box.textChanged.connect(self._filter)
        self.box.installEventFilter(self)
        self._line = QWidget()
        row = QHBoxLayout(self._line)
        row.setContentsMargins(14, 2, 12, 6)
        row.addWidget(self.box)
        self._line.hide()
        self.filter = IconButton(theme, "filter", tr("Filter headings"))
        self.filter.setCheckable(True)
        self.filter.clicked.connect(lambda is_on: self.show_filter() if is_on else self.end_filter())
        self.levels = IconButton(theme, "chevrons-down-up", tr("Outline levels"))
        self.levels.setPopupMode(IconButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(self.levels)
        for level, words in enumerate(_LEVELS):
            menu.addAction(tr(words), partial(self.show_levels, level))
        self.levels.setMenu(menu)
        for widget in (self.filter, self.levels):
            self.add_to_title(widget)
        self.hold(self._line, stretch=0)
        self.hold(self.view)
        self.set_outline(None)

    def panes(self) -> tuple[QWidget, ...]:
        """See the dock."""
        return (self.view,)

    def set_outline(self, answer: OutlineAnswer | None) -> None:
        """Show a document's sections, or none; another one's words filter nothing here."""
        doc = answer.doc if answer is not None else ""
        if doc != self._doc and self.filter.isChecked():
            self.end_filter()
        self._doc = doc
        self.model.set_outline(answer, self.recall(self._doc) if answer is not None else frozenset())
        self.show_message("" if answer is not None else tr("Open a document to see its sections."))
        for widget in (self.filter, self.levels):
            widget.setEnabled(answer is not None)

    def follow(self, anchor: str) -> None:
        """Mark the section being read and keep it in view."""
        self._anchor = anchor
        at = self.model.set_here(anchor)
        if at.isValid() and not self.view.hasFocus():
            self.view.scrollTo(at)

    def headings(self) -> tuple[OutlineEntry, ...]:
        """All sections of the document, shown or not."""
        return self.model.entries()

    def show_levels(self, level: int) -> None:
        """Fold what is deeper than so many levels; 0 opens everything."""
        self._fold(self.model.at_level(level))

    def show_filter(self) -> None:
        """Show the line that filters, and go there."""
        self.show()
        self.filter.setChecked(True)
        self._line.show()
        self.box.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.box.selectAll()

    def end_filter(self) -> None:
        """Show everything again."""
        self.filter.setChecked(False)
        self.box.clear()
        had_focus = self.box.hasFocus()
        self._line.hide()
        if had_focus:
            self.view.setFocus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        """From the filter, Down goes to the list, Return jumps to the first fit, Escape ends it."""
        if watched is not self.box or not isinstance(event, QKeyEvent) or event.type() != QEvent.Type.KeyPress:
            return False
        if event.key() == Qt.Key.Key_Escape:
            self.end_filter()
        elif event.key() == Qt.Key.Key_Down and self.model.rowCount():
            self.view.setCurrentIndex(self.model.index(0))
            self.view.setFocus()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.box.text().strip():
            first = self.model.first_fit()
            if first:
                self.section_chosen.emit(first)
        else:
            return False
        return True

    def build_menu(self, at: Index) -> QMenu:
        """What can be done with a section."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        anchor = self.model.anchor(at)
        menu.addAction(tr("Go to section"), lambda: self.section_chosen.emit(anchor))
        menu.addAction(tr("More like this"), lambda: self.like_wanted.emit(anchor))
        return menu

    def _show_menu(self, point: QPoint) -> None:
        at = self.view.indexAt(point) if self.view.indexAt(point).isValid() else self.view.currentIndex()
        if at.isValid():
            self.view.setCurrentIndex(at)
            self.build_menu(at).popup(self.view.viewport().mapToGlobal(point))

    def _filter(self, text: str) -> None:
        self.model.set_words(text)
        none = bool(text.strip()) and not self.model.rowCount()
        self.show_message(tr("No matching headings.") if none else "")
        self.follow(self._anchor)

    def _fold(self, folded: frozenset[str]) -> None:
        self.model.fold(folded)
        self.follow(self._anchor)
        if self._doc:
            self.folds_changed.emit(self._doc, folded)
