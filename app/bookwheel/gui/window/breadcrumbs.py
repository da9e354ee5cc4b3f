"""The line above the page: collection, folders, document and headings down to the one being read, each to press."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QPersistentModelIndex, Qt, QTimer
from PySide6.QtGui import QFocusEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSizePolicy, QWidget

from bookwheel.domain.document import TOP
from bookwheel.domain.page import PageAnswer
from bookwheel.domain.reading import OutlineEntry
from bookwheel.gui.i18n.bidi import isolated
from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.library_tree.dock import LibraryDock
from bookwheel.gui.outline.dock import OutlineDock
from bookwheel.gui.window.splits.split_view import SplitView

_LONGEST = 34
"""Letters of one crumb."""
_SEE_MS = 100
_SIDE, _WIDEST, _AROUND = 14, 600, 14
"""Pixels at each end, of one crumb, and around its letters."""


def headings_above(entries: list[OutlineEntry], anchor: str) -> list[OutlineEntry]:
    """The headings that lead to a section, outermost first, itself last."""
    at = next((row for row, entry in enumerate(entries) if entry.section.partition("#")[2] == anchor), -1)
    found: list[OutlineEntry] = []
    for entry in reversed(entries[: at + 1]):
        if not found or entry.depth < found[0].depth:
            found.insert(0, entry)
    return found


def _shown(words: str) -> str:
    """What a crumb says of its words."""
    shown = words if len(words) <= _LONGEST else f"{words[: _LONGEST - 1]}…"
    return isolated(shown).replace("&", "&&")


class Breadcrumbs(QWidget):
    """Follows the reader; hidden while nothing is read."""

    def __init__(self, split_view: SplitView, library: LibraryDock, outline: OutlineDock) -> None:
        super().__init__()
        self._split_view = split_view
        self._library = library
        self._outline = outline.model
        self._page: PageAnswer | None = None
        self._anchor = TOP
        self._is_alone = False
        """Whether the page has no row in the tree, so that nothing says where it lies."""
        self._cells: list[tuple[QLabel, QPushButton]] = []
        self._acts: list[Callable[[], object]] = []
        self.setObjectName("crumbs")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName(tr("Breadcrumbs"))
        self.setFixedHeight(30)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(_SIDE, 0, _SIDE, 0)
        self._row.setSpacing(0)
        self._row.addStretch(1)
        self.hide()
        self._seeing = QTimer(self, singleShot=True, interval=_SEE_MS)
        self._seeing.timeout.connect(self._see)
        self._tree = library.model
        self._tree.rowsInserted.connect(lambda *_rows: self._wait())

    @property
    def words(self) -> list[str]:
        """What the crumbs say, from the collection on."""
        return [button.toolTip() for button in self.buttons]

    @property
    def buttons(self) -> list[QPushButton]:
        """The crumbs themselves."""
        return [button for _mark, button in self._cells[: len(self._acts)]]

    def show_page(self, page: PageAnswer) -> None:
        """A document was opened."""
        self._page, self._anchor = page, TOP
        self._fill()
        self.show()

    def follow(self, anchor: str) -> None:
        """The reader reached a section."""
        if anchor != self._anchor and self._page is not None:
            self._anchor = anchor
            self._fill()

    def _wait(self) -> None:
        """A tree came, perhaps that of the page, which was opened before it."""
        if self._is_alone and not self._seeing.isActive():
            self._seeing.start()

    def _see(self) -> None:
        if self._page is not None and self._tree.index_of(self._page.doc).isValid():
            self._fill()

    def _fill(self) -> None:
        page = self._page
        self._acts = []
        if page is None:
            return
        at = self._tree.index_of(page.doc)
        self._is_alone = not at.isValid()
        steps: list[tuple[str, QPersistentModelIndex]] = []
        while at.parent().isValid():
            at = at.parent()
            steps.insert(0, (str(at.data()), QPersistentModelIndex(at)))
        for words, place in steps:
            self._add(words, partial(self._show_in_tree, place))
        self._add(page.title, partial(self._jump, TOP))
        entries = [entry for entry in self._outline.entries() if entry.section.partition("#")[0] == page.doc]
        for heading in headings_above(entries, self._anchor) if self._anchor != TOP else ():
            if heading.title != page.title:
                self._add(heading.title, partial(self._jump, heading.section.partition("#")[2]))
        self._fit()

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: N802
        """Pass the keyboard on to the first crumb: the line itself can neither show it nor use it."""
        super().focusInEvent(event)
        visible = [button for button in self.buttons if button.isVisible()]
        if visible:
            visible[0].setFocus(event.reason())

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """As many crumbs as there is room for."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Leave out crumbs after the first one, as many as do not fit, and cut what is still too long."""
        room = self.width() - 2 * _SIDE
        cells = self._cells[: len(self._acts)]
        for row, (mark, button) in enumerate(cells):
            mark.setText("›" if row else "")
            button.setText(_shown(button.toolTip()))
        widths = [mark.sizeHint().width() + button.sizeHint().width() for mark, button in cells]
        left_out = 0
        while sum(widths[:1]) + sum(widths[1 + left_out :]) > room and left_out < len(cells) - 3:
            left_out += 1
        shown = [cells[0], *cells[1 + left_out :]] if cells else []
        if left_out:
            shown[1][0].setText("› … ›")
        is_long = sum(mark.sizeHint().width() + button.sizeHint().width() for mark, button in shown) > room
        widest = max(40, (room - 12 * len(shown)) // len(shown)) if is_long and shown else _WIDEST
        for cell in self._cells:
            if is_long and cell in shown:
                metrics, words = cell[1].fontMetrics(), cell[1].toolTip()
                cell[1].setText(_shown(metrics.elidedText(words, Qt.TextElideMode.ElideRight, widest - _AROUND)))
            cell[1].setMaximumWidth(widest)
            for widget in cell:
                # Whenever something is shown, Qt asks the screen's server where the pointer is, and waits for it.
                if widget.isHidden() is (cell in shown):
                    widget.setVisible(cell in shown)

    def _add(self, words: str, act: Callable[[], object]) -> None:
        """One more crumb, in place of one of the last page or heading where there is one."""
        row = len(self._acts)
        self._acts.append(act)
        if row == len(self._cells):
            self._cells.append(self._made(row))
        crumb = self._cells[row][1]
        crumb.setText(_shown(words))
        crumb.setToolTip(words)
        crumb.setAccessibleName(words)

    def _made(self, row: int) -> tuple[QLabel, QPushButton]:
        mark, crumb = QLabel(), QPushButton()
        mark.setObjectName("soft")
        crumb.setObjectName("crumb")
        crumb.setMinimumHeight(24)
        crumb.clicked.connect(lambda: self._acts[row]())
        for widget in (mark, crumb):
            widget.hide()
            self._row.insertWidget(self._row.count() - 1, widget)
        return mark, crumb

    def _jump(self, anchor: str) -> None:
        self._split_view.reader.jump(anchor)

    def _show_in_tree(self, place: QPersistentModelIndex) -> None:
        if place.isValid():
            self._library.show_row(self._tree.index(place.row(), place.column(), place.parent()))
