"""The list of hits beside the page: chips for facets, how many and how fast, and words when there are none."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QActionGroup, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QListView, QMenu, QPushButton, QToolButton, QVBoxLayout, QWidget

from bookwheel.domain.errors import BookwheelError
from bookwheel.domain.query import Mode, SearchAnswer
from bookwheel.gui import icons, look
from bookwheel.gui.flow import FlowLayout, empty_out
from bookwheel.gui.hit_delegate import HitDelegate
from bookwheel.gui.reasons import MODES
from bookwheel.gui.search import FACETS, Search

_CHIPS = 14
_ORDER_WORDS = {"best": "Best first", "title": "By title", "place": "By place"}


class HitsView(QListView):
    """The hits; arrows move, Return opens, Escape goes back to the page."""

    opened = Signal()
    left = Signal()

    def __init__(self, skin: look.Look, search: Search) -> None:
        super().__init__()
        self.setAccessibleName("Search")
        self.setModel(search.model)
        self.setItemDelegate(HitDelegate(skin, self))
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        # The text of many hits takes a while to set: a screenful first, the others in between.
        self.setLayoutMode(QListView.LayoutMode.Batched)
        self.setBatchSize(8)
        self.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        skin.changed.connect(self._redraw)

    def _redraw(self, _is_dark: bool) -> None:
        self.viewport().update()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Heights follow the width."""
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Return opens, Escape leaves."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.opened.emit()
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)


class SearchPanel(QWidget):
    """Everything about the hits of one search."""

    left = Signal()

    def __init__(self, skin: look.Look, search: Search, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("hits")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._search = search
        self._names: dict[str, str] = {}
        self._chips = QWidget()
        self._flow = FlowLayout(self._chips)
        more = self._chip("More", False)
        more.setCheckable(False)
        more.setParent(self._chips)
        self._flow.set_more(more)
        search.cleared.connect(self._flow.fold)
        self.mode = ModeButton(skin, search)
        self.order = OrderButton(skin, search)
        self._counts = QLabel()
        self._counts.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._empty = QLabel()
        self._empty.setWordWrap(True)
        self._empty.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeading)
        self._empty.setContentsMargins(18, 16, 18, 8)
        self._empty.setTextFormat(Qt.TextFormat.PlainText)
        self._suggestions = QWidget()
        self._suggested = FlowLayout(self._suggestions)
        self._suggestions.setContentsMargins(18, 0, 18, 8)
        self.view = HitsView(skin, search)
        self._notice = QLabel()
        self._notice.setWordWrap(True)
        self._notice.setContentsMargins(18, 8, 18, 8)
        head = QVBoxLayout()
        head.setContentsMargins(16, 10, 16, 8)
        head.setSpacing(6)
        head.addWidget(self._chips)
        row = QHBoxLayout()
        row.addWidget(self.mode)
        row.addWidget(self.order)
        row.addStretch(1)
        row.addWidget(self._counts)
        head.addLayout(row)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 1, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(self._empty)
        column.addWidget(self._suggestions)
        column.addWidget(self.view, 1)
        column.addWidget(self._notice)
        column.addStretch(0)
        self._suggestions.hide()
        self._empty.hide()
        self._notice.hide()
        self.view.clicked.connect(self._open_row)
        self.view.opened.connect(search.open)
        self.view.left.connect(self.left)
        self.view.selectionModel().currentChanged.connect(lambda at, _was: search.choose(at.row()))
        search.answered.connect(self._show)
        search.failed.connect(self._fail)
        search.row_chosen.connect(self._choose)

    def sizeHint(self) -> QSize:  # noqa: N802
        """As wide as in the pictures."""
        return QSize(520, 600)

    @property
    def empty_words(self) -> str:
        """What is said while there are no hits."""
        return self._empty.text() if not self._empty.isHidden() else ""

    def set_names(self, names: dict[str, str]) -> None:
        """The collections' names by slug, for their chips."""
        self._names = names

    def _open_row(self, at: object) -> None:
        self._search.choose(at.row())  # type: ignore[attr-defined]
        self._search.open()

    def _choose(self, row: int) -> None:
        at = self._search.model.index(row, 0)
        self.view.setCurrentIndex(at)
        self.view.scrollTo(at)

    def _show(self, answer: SearchAnswer) -> None:
        self._show_chips(answer)
        hits = "1 hit" if answer.total == 1 else f"{answer.total:,} hits"
        self._counts.setText(f"{hits} · {max(answer.took_ms, 0.1):.{0 if answer.took_ms >= 10 else 1}f} ms")
        self.view.setVisible(bool(answer.hits))
        self.view.scrollToTop()
        self._empty.setVisible(not answer.hits)
        if not answer.hits:
            where = " here; try without the filters" if self._search.filters else " in your library"
            self._empty.setText(f"Nothing matches “{self._search.words}”{where}.")
        self._show_suggestions(() if answer.hits else answer.suggestions)
        pending = f"{answer.pending:,} files are still being read." if answer.pending else ""
        sentences = " ".join(each for each in (*answer.notices, _covered(self._search.mode, answer), pending) if each)
        self._notice.setText(sentences)
        self._notice.setVisible(bool(sentences))

    def _fail(self, error: BookwheelError) -> None:
        self._counts.setText("")
        self.view.hide()
        self._empty.setText(error.message)
        self._empty.show()

    def _show_chips(self, answer: SearchAnswer) -> None:
        empty_out(self._flow)
        everything = self._chip("All collections", not self._search.filters)
        everything.clicked.connect(lambda: (everything.setChecked(True), self._search.clear_filters()))
        self._flow.addWidget(everything)
        chosen = [(field, value, 0) for field, values in self._search.filters.items() for value in values]
        counts = {(each.field, each.value): each.count for each in answer.facets}
        offered = [
            (each.field, each.value, each.count)
            for field in FACETS
            for each in [one for one in answer.facets if one.field == field][:4]
            if (field, each.value) not in {(one[0], one[1]) for one in chosen}
            and not (field in ("collection", "language") and sum(one.field == field for one in answer.facets) < 2)
        ]
        for field, value, count in [*chosen, *offered][:_CHIPS]:
            number = counts.get((field, value), count)
            name = self._names.get(value, value) if field == "collection" else value
            prefix = {"type": "type: ", "language": "language: ", "tag": "# "}.get(field, "")
            words = f"{prefix}{name}" + (f"  {number:,}" if number else "")
            chip = self._chip(words, value in self._search.filters.get(field, ()))
            chip.clicked.connect(lambda on, f=field, v=value: self._search.set_filter(f, v, on))
            self._flow.addWidget(chip)
        self._chips.updateGeometry()

    def _show_suggestions(self, suggestions: tuple[str, ...]) -> None:
        empty_out(self._suggested)
        for each in suggestions[:5]:
            chip = self._chip(each, False)
            chip.setCheckable(False)
            chip.clicked.connect(lambda _on=False, words=each: self._search.set_words(words))
            self._suggested.addWidget(chip)
        self._suggestions.setVisible(bool(suggestions))

    def _chip(self, words: str, is_on: bool) -> QPushButton:
        chip = QPushButton(words)
        chip.setObjectName("chip")
        chip.setCheckable(True)
        chip.setChecked(is_on)
        chip.setMinimumHeight(24)
        chip.setAutoDefault(False)
        chip.setMaximumWidth(240)
        return chip


def _covered(mode: Mode, answer: SearchAnswer) -> str:
    """What meaning does not know yet, unless a notice says that already."""
    is_asked = mode in (Mode.AUTO, Mode.HYBRID, Mode.SEMANTIC)
    if not is_asked or not 0 < answer.coverage < 1 or any("meaning" in each.casefold() for each in answer.notices):
        return ""
    return f"Meaning covers {int(100 * answer.coverage)}% of the library; the rest was ranked by words and graph."


class ModeButton(QToolButton):
    """Which legs answer: a word that opens a short menu."""

    def __init__(self, skin: look.Look, search: Search) -> None:
        super().__init__()
        self._skin = skin
        self._search = search
        self.setObjectName("quietMenu")
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        self.setIconSize(QSize(12, 12))
        menu = QMenu(self)
        menu.setToolTipsVisible(True)
        group = QActionGroup(menu)
        for mode, (name, about) in MODES.items():
            action = menu.addAction(name)
            action.setCheckable(True)
            action.setChecked(mode is search.mode)
            action.setToolTip(about)
            action.triggered.connect(lambda _on=False, which=mode: self.choose(which))
            group.addAction(action)
        self.setMenu(menu)
        self._say(search.mode)
        skin.changed.connect(self._dress)
        self._dress()

    def choose(self, mode: Mode) -> None:
        """Ask other legs, and say which."""
        self._search.set_mode(mode)
        self._say(mode)

    def _say(self, mode: Mode) -> None:
        name, about = MODES[mode]
        self.setText(f"By {name.lower()}" if mode in (Mode.KEYWORD, Mode.SEMANTIC, Mode.GRAPH) else name)
        self.setToolTip(f"Search by: {about.lower()}")
        self.setAccessibleName(f"Search by: {name}")

    def _dress(self, _is_dark: bool = False) -> None:
        self.setIcon(icons.icon("chevron-down", self._skin.colours["soft"]))


class OrderButton(QToolButton):
    """In which order the hits stand: a word that opens a short menu."""

    def __init__(self, skin: look.Look, search: Search) -> None:
        super().__init__()
        self._search = search
        self.setObjectName("quietMenu")
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setMinimumHeight(24)
        menu = QMenu(self)
        for order, words in _ORDER_WORDS.items():
            menu.addAction(words, lambda which=order: self.choose(which))
        self.setMenu(menu)
        self.choose("best")

    def choose(self, order: str) -> None:
        """Put the hits in another order, and say which."""
        self._search.set_order(order)
        self.setText(_ORDER_WORDS[order])
        self.setAccessibleName(f"Order of hits: {_ORDER_WORDS[order]}")
        self.setToolTip("Order of hits" if order == "best" else "Order of the hundred best hits")


class BoxKeys(QObject):
    """What the arrow keys, Return and Escape do in the search box."""

    left = Signal()
    entered = Signal()
    searches_wanted = Signal()

    def __init__(self, search: Search, parent: QObject) -> None:
        super().__init__(parent)
        self._search = search

    def eventFilter(self, _box: QObject, event: QEvent) -> bool:  # noqa: N802
        """Take those keys before the box does."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            key = event.key()
            if key == Qt.Key.Key_Down and not self._search.words:
                self.searches_wanted.emit()
                return True
            if key in (Qt.Key.Key_Down, Qt.Key.Key_Up):
                self._search.move(1 if key == Qt.Key.Key_Down else -1)
                return True
            if key in (Qt.Key.Key_PageDown, Qt.Key.Key_PageUp):
                self._search.move(5 if key == Qt.Key.Key_PageDown else -5)
                return True
            if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._search.open()
                return True
            if key == Qt.Key.Key_Escape:
                self.left.emit()
                return True
        elif event.type() == QEvent.Type.FocusIn:
            self.entered.emit()
        return False
