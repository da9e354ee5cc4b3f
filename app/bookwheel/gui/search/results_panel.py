"""The list of hits beside the page: chips for facets, how many and how fast, and words when there are none."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import pairwise

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QLabel, QMenu, QPushButton, QVBoxLayout, QWidget

from bookwheel.domain.errors import BookwheelError
from bookwheel.domain.readiness import KEYWORD_BEHIND, NOT_READ, NOT_READ_IN
from bookwheel.domain.search import Hit, Mode, SearchAnswer
from bookwheel.gui.i18n.bidi import isolated
from bookwheel.gui.i18n.language_names import language_name
from bookwheel.gui.i18n.service_messages import translate_message
from bookwheel.gui.i18n.translation import number, share, tr
from bookwheel.gui.search.absence_card import AbsenceCard
from bookwheel.gui.search.facet_chips import FacetChips
from bookwheel.gui.search.field_menu import FieldButton
from bookwheel.gui.search.hits_view import HitsView
from bookwheel.gui.search.like_banner import LikeBanner
from bookwheel.gui.search.mode_menu import ModeButton, OrderButton
from bookwheel.gui.search.search import Search
from bookwheel.gui.shell.edit_target import EditTarget
from bookwheel.gui.state.likeness import Likeness
from bookwheel.gui.state.locations import Location
from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.widgets.chip import chip
from bookwheel.gui.widgets.dock import IconButton
from bookwheel.gui.widgets.flow_layout import FlowLayout, empty_out
from bookwheel.gui.widgets.manual_page import set_manual_page
from bookwheel.gui.widgets.wrapping_row import WrappingRow

_QUOTED = 80
"""Characters of a snippet by which its line is found in the file."""
_MOST_COPIES = 20
"""Copies of a hit that its menu offers; it counts the others."""
_NOT_READ = (NOT_READ.template, NOT_READ_IN.template)


class ResultsPanel(QWidget):
    """Everything about the hits of one search."""

    left = Signal()
    help_wanted = Signal()
    absence_wanted = Signal()
    reasons_wanted = Signal()
    pin_requested = Signal(str)
    """A section."""
    edit_wanted = Signal(object)
    """An EditTarget: the line of a hit."""
    file_wanted = Signal(str, bool)
    """A document whose file is to be opened in its program, or shown in its folder."""
    location_chosen = Signal(object)
    """A Location."""
    unread_wanted = Signal()
    """What was not read, and why, is to be shown."""
    grouping_chosen = Signal(bool)
    """Whether hits are to be grouped by document."""
    suggested = Signal(str)
    """Words to ask instead."""
    like_wanted = Signal(object)
    """A Likeness: what is like a hit is to be searched for."""

    def __init__(self, theme: Theme, search: Search, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_manual_page(self, "search.md")
        self.setObjectName("hits")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._search = search
        self._asked_for = ""
        self.box: QWidget | None = None
        """Where words are typed; its arrow keys choose a hit."""
        self.banner = LikeBanner(theme)
        self.chips = FacetChips(search)
        self.mode = ModeButton(theme, search)
        self.order = OrderButton(theme, search)
        self.grouping = IconButton(theme, "list-tree", tr("Group hits by document"))
        self.grouping.setFixedSize(24, 24)
        self.grouping.setCheckable(True)
        self.grouping.setChecked(search.is_by_document)
        self.grouping.clicked.connect(self.grouping_chosen)
        self.fields = FieldButton(theme, search)
        self.help = IconButton(theme, "circle-question-mark", tr("Search syntax"))
        self.help.setFixedSize(24, 24)
        self.help.clicked.connect(self.help_wanted)
        self._counts = QLabel()
        self._counts.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.empty = QLabel()
        self.empty.setWordWrap(True)
        self.empty.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeading)
        self.empty.setContentsMargins(18, 16, 18, 8)
        self.empty.setTextFormat(Qt.TextFormat.PlainText)
        self._suggestions = QWidget()
        self._suggested = FlowLayout(self._suggestions)
        self._suggestions.setContentsMargins(18, 0, 18, 8)
        self.view = HitsView(theme, search)
        self.absent = QPushButton(tr("Is a document missing?"))
        self.absent.setObjectName("quiet")
        self.absent.setAutoDefault(False)
        self.absent.setToolTip(tr("Choose a document to see why it is not among the hits"))
        self.absent.clicked.connect(self.absence_wanted)
        self.absence = AbsenceCard()
        self.absence.opened.connect(self.location_chosen)
        search.cleared.connect(self.absence.hide)
        self.extend_menu: Callable[[QMenu, str], None] = lambda _menu, _doc: None
        """Adds what else can be done with a hit's document."""
        self.is_read_only: Callable[[str], bool] = lambda _doc: False
        """Whether a document is a team's, which is only read."""
        self._notice = QLabel()
        self._notice.setWordWrap(True)
        self._notice.setContentsMargins(18, 8, 18, 8)
        self.unread = QPushButton()
        self.unread.setObjectName("quiet")
        self.unread.setAutoDefault(False)
        self.unread.setToolTip(tr("Show which files were not read, and why"))
        self.unread.clicked.connect(self.unread_wanted)
        self._lay_out()
        self._connect(search)

    def _lay_out(self) -> None:
        head = QVBoxLayout()
        head.setContentsMargins(16, 10, 16, 8)
        head.setSpacing(6)
        head.addWidget(self.banner)
        head.addWidget(self.chips)
        row = WrappingRow(spacing=6)
        for widget in (self.mode, self.order, self.grouping, self.fields):
            row.add(widget)
        row.add_stretch()
        row.add(self._counts)
        row.add(self.help)
        head.addLayout(row)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 1, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(self.empty)
        column.addWidget(self._suggestions)
        column.addWidget(self.view, 1)
        column.addWidget(self._notice)
        column.addWidget(self.absence)
        column.addWidget(self.unread, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self.absent, 0, Qt.AlignmentFlag.AlignLeft)
        column.addStretch(0)
        self._suggestions.hide()
        self.empty.hide()
        self._notice.hide()
        self.unread.hide()

    def _connect(self, search: Search) -> None:
        self.view.clicked.connect(self._open_row)
        self.view.opened.connect(lambda in_new_tab: search.open(in_new_tab=in_new_tab))
        self.view.moved.connect(search.preview)
        self.view.left.connect(self.left)
        self.view.copies_wanted.connect(partial(self._offer, self._add_copies))
        self.view.languages_wanted.connect(partial(self._offer, self._add_languages))
        self.chips.left.connect(self.left)
        self.chips.down.connect(lambda: self.view.setFocus(Qt.FocusReason.TabFocusReason))
        self.view.selectionModel().currentChanged.connect(lambda at, _was: search.choose(at.row()))
        for changed in (search.model.rowsInserted, search.model.rowsRemoved):
            changed.connect(lambda _parent, _first, _last: search.follow_row(self.view.currentIndex().row()))
        self.view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.view.customContextMenuRequested.connect(self._show_menu)
        search.answered.connect(self._show)
        search.failed.connect(self._fail)
        search.row_chosen.connect(self._choose)

    def sizeHint(self) -> QSize:  # noqa: N802
        """As wide as in the pictures."""
        return QSize(520, 600)

    def set_grouping(self, is_on: bool) -> None:
        """List hits by document, or section by section."""
        self.grouping.setChecked(is_on)
        self._search.set_by_document(is_on)

    def set_names(self, names: dict[str, str]) -> None:
        """The collections' names by slug, for their chips."""
        self.chips.set_names(names)

    def show_absence(self, sentence: str, place: Location) -> None:
        """Say why a document is missing, with a way to its nearest place."""
        self.absence.show_reason(sentence, place)

    def focused_section(self) -> str:
        """The section of the chosen hit while the hits or the box above them have the keyboard, else nothing."""
        hit = self.focused_hit()
        return hit.section if hit is not None else ""

    def focused_hit(self) -> EditTarget | None:
        """Where the chosen hit's words stand while the hits or the box above them have the keyboard."""
        is_in_box = self.box is not None and self.box.hasFocus() and self.isVisible()
        is_chosen = self.view.hasFocus() or is_in_box
        hit = self._search.model.hit(self.view.currentIndex().row()) if is_chosen else None
        return _target_of(hit) if hit is not None else None

    def focused_likeness(self) -> Likeness | None:
        """The chosen hit as a passage while the hits or the box above them have the keyboard."""
        hit = self._search.model.hit(self.view.currentIndex().row()) if self.focused_hit() is not None else None
        return likeness_of(hit) if hit is not None else None

    def build_menu(self, row: int) -> QMenu | None:
        """What can be done with a hit, None where there is none."""
        hit = self._search.model.hit(row)
        if hit is None:
            return None
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(tr("Open in new tab"), lambda: self.view.opened.emit(True))
        if hit.languages:
            self._add_languages(menu.addMenu(tr("Open in language")), hit)
        if hit.copies:
            self._add_copies(menu.addMenu(tr("Open copy")), hit)
        menu.addAction(tr("More like this"), lambda: self.like_wanted.emit(likeness_of(hit)))
        if self.is_read_only(hit.doc):
            menu.addAction(tr("Explain ranking"), self.reasons_wanted.emit)
            return menu
        menu.addAction(tr("Pin for agents"), lambda: self.pin_requested.emit(hit.section))
        menu.addAction(tr("Explain ranking"), self.reasons_wanted.emit)
        menu.addSeparator()
        self.extend_menu(menu, hit.doc)
        menu.addSeparator()
        menu.addAction(tr("Open in editor"), lambda: self.edit_wanted.emit(_target_of(hit)))
        menu.addAction(tr("Open in default app"), lambda: self.file_wanted.emit(hit.doc, False))
        menu.addAction(tr("Reveal in folder"), lambda: self.file_wanted.emit(hit.doc, True))
        return menu

    def _add_copies(self, menu: QMenu, hit: Hit) -> None:
        for section in hit.copies[:_MOST_COPIES]:
            doc, _, anchor = section.partition("#")
            name, at = (section if doc == hit.doc else doc).replace("&", "&&"), Location(doc, anchor)
            menu.addAction(isolated(name), lambda at=at: self.location_chosen.emit(at))
        if len(hit.copies) > _MOST_COPIES:
            menu.addAction(f"+{number(len(hit.copies) - _MOST_COPIES)}").setEnabled(False)

    def _add_languages(self, menu: QMenu, hit: Hit) -> None:
        for code, doc in hit.languages:
            menu.addAction(isolated(language_name(code)), lambda doc=doc: self.location_chosen.emit(Location(doc)))

    def _offer(self, add: Callable[[QMenu, Hit], None], hit: Hit, at: QPoint) -> None:
        """Do the one thing that is added to a menu of a hit, or offer several."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        add(menu, hit)
        if len(menu.actions()) == 1:
            menu.actions()[0].trigger()
            menu.deleteLater()
        else:
            menu.popup(at)

    def _show_menu(self, at: QPoint) -> None:
        view = self.view
        index = view.indexAt(at) if view.indexAt(at).isValid() else view.currentIndex()
        if index.isValid():
            view.setCurrentIndex(index)
        menu = self.build_menu(index.row())
        if menu is not None:
            menu.popup(view.viewport().mapToGlobal(at))

    def _open_row(self, at: object) -> None:
        self._search.choose(at.row())  # type: ignore[attr-defined]
        keys = QGuiApplication.keyboardModifiers()
        self._search.open(in_new_tab=bool(keys & Qt.KeyboardModifier.ControlModifier))

    def _choose(self, row: int) -> None:
        at = self._search.model.index(row, 0)
        self.view.setCurrentIndex(at)
        self.view.scrollTo(at)

    def _show(self, answer: SearchAnswer) -> None:
        self.banner.show_like(self._search.like)
        self.absent.setVisible(self._search.like is None)
        self.chips.show_answer(answer)
        # Chips are made anew, and stand last for the Tab key until they are put in their place.
        for one, following in pairwise(
            (
                self.banner.close_button,
                *self.chips.buttons,
                self.mode,
                self.order,
                self.grouping,
                self.fields,
                self.help,
                self.view,
                self.unread,
                self.absent,
            )
        ):
            QWidget.setTabOrder(one, following)
        if self._asked_for != self._search.words:
            self._asked_for = self._search.words
            self.absence.hide()
        hits = tr("%Ln hit(s)", "", answer.total)
        took = number(max(answer.took_ms, 0.1), 0 if answer.took_ms >= 10 else 1)
        self._counts.setText(tr("{hits} · {took} ms").format(hits=hits, took=took))
        self.view.setVisible(bool(answer.hits))
        self.view.scrollToTop()
        self.empty.setVisible(not answer.hits)
        if not answer.hits:
            said = tr("Nothing matches “{words}” in your library.")
            if self._search.like is not None:
                said = tr("No similar sections found.")
            elif answer.pending != 0 or KEYWORD_BEHIND in answer.notices:
                said = tr("Nothing matches “{words}” yet.")
            elif self._search.filters:
                said = tr("Nothing matches “{words}” with these filters. Remove a filter and try again.")
            self.empty.setText(said.format(words=self._search.words))
        self._show_suggestions(() if answer.hits else answer.suggestions)
        pending = tr("%Ln file(s) are still being indexed.", "", answer.pending) if answer.pending else ""
        unread = [notice for notice in answer.notices if notice.template in _NOT_READ]
        self.unread.setText(" ".join(map(translate_message, unread)))
        self.unread.setVisible(bool(unread))
        others = (translate_message(notice) for notice in answer.notices if notice not in unread)
        sentences = " ".join(part for part in (*others, _covered(self._search.mode, answer), pending) if part)
        self._notice.setText(sentences)
        self._notice.setVisible(bool(sentences))

    def _fail(self, error: BookwheelError) -> None:
        self.banner.show_like(self._search.like)
        self._counts.setText("")
        self.view.hide()
        self.empty.setText(translate_message(error.message))
        self.empty.show()

    def _show_suggestions(self, suggestions: tuple[str, ...]) -> None:
        empty_out(self._suggested)
        for suggestion in suggestions[:5]:
            offered = chip(suggestion, is_on=False)
            offered.setCheckable(False)
            offered.clicked.connect(lambda _on=False, words=suggestion: self.suggested.emit(words))
            self._suggested.addWidget(offered)
            offered.show()
        self._suggestions.setVisible(bool(suggestions))

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Escape leaves, whatever has the keyboard here."""
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)


def likeness_of(hit: Hit) -> Likeness:
    """A hit's section as a passage that others shall be like."""
    return Likeness(hit.section, hit.title or hit.document_title)


def _target_of(hit: Hit) -> EditTarget:
    """The line on which the first match of a hit stands."""
    start = hit.spans[0][0] if hit.spans else 0
    return EditTarget(hit.doc, hit.section, hit.line or 0, hit.snippet[start : start + _QUOTED], hit.place)


def _covered(mode: Mode, answer: SearchAnswer) -> str:
    """What meaning does not know yet, unless a notice says that already."""
    is_asked = mode in (Mode.AUTO, Mode.HYBRID, Mode.SEMANTIC)
    if (
        not is_asked
        or not 0 < answer.coverage < 1
        or any("meaning" in notice or "semantic" in notice for notice in answer.notices)
    ):
        return ""
    said = tr("The semantic index covers {share} of the library; the rest is ranked by keywords and graph.")
    return said.format(share=share(answer.coverage))
