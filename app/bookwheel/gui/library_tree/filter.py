"""A tree narrowed by words: the documents whose title or path holds them, below their folders, while one types."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import QEvent, QModelIndex, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QWidget

from bookwheel import gc_tuning
from bookwheel.client.connection import Client
from bookwheel.domain.browse import TreeRequest
from bookwheel.domain.collection import CollectionCard
from bookwheel.domain.errors import BookwheelError
from bookwheel.gui.backend.background_calls import BackgroundCalls
from bookwheel.gui.i18n.translation import number, tr
from bookwheel.gui.library_tree.branch import Branch
from bookwheel.gui.library_tree.model import LibraryModel
from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.widgets.row_delegate import RowTree


@dataclass(frozen=True, slots=True)
class _Found:
    """A collection with the number of documents that fit, their rows, and the ids of those in the rows."""

    card: CollectionCard
    whole: Branch
    fits: frozenset[str]


class LibraryFilter(QWidget):
    """The line in which one types, and the tree that takes the place of the whole one meanwhile.

    The service looks through the names, so that a tree of 100,000 documents answers while it is typed.
    """

    narrowed = Signal(bool)
    """Whether words narrow the tree from now on."""
    said = Signal(str)
    """A sentence above the rows; empty for none."""
    ended = Signal()
    document_chosen = Signal(str, bool)
    """The first document that fits, by Return, and whether it should open in a new tab."""

    def __init__(self, theme: Theme, calls: BackgroundCalls, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._calls = calls
        self._client: Client | None = None
        self._asks: Callable[[], tuple[str, dict[str, str]]] = lambda: ("book", {})
        self._cards: Sequence[CollectionCard] = ()
        self._opens_first = ""
        self._fits: frozenset[str] = frozenset()
        self.model = LibraryModel(self)
        self.tree = RowTree(theme)
        self.tree.setAccessibleName(tr("Matching documents"))
        self.tree.setModel(self.model)
        self.tree.installEventFilter(self)
        self.tree.hide()
        self.box = QLineEdit()
        self.box.setPlaceholderText(tr("Filter documents"))
        self.box.setAccessibleName(tr("Filter documents"))
        self.box.setClearButtonEnabled(True)
        self.box.textChanged.connect(lambda _text: self.refresh())
        self.box.installEventFilter(self)
        row = QHBoxLayout(self)
        row.setContentsMargins(14, 2, 12, 6)
        row.addWidget(self.box)
        self.hide()

    @property
    def words(self) -> str:
        """What is typed."""
        return self.box.text().strip()

    def follow(self, client: Client | None, asks: Callable[[], tuple[str, dict[str, str]]]) -> None:
        """Ask this client; `asks` says in which order, and in which language each collection is read."""
        self._client, self._asks = client, asks

    def set_cards(self, cards: Sequence[CollectionCard]) -> None:
        """Look in these collections."""
        self._cards = cards
        if self.words:
            self.refresh()

    def begin(self) -> None:
        """Show the line and go there."""
        self.show()
        self.box.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.box.selectAll()

    def end(self) -> None:
        """Show the whole tree again."""
        self.box.clear()
        self.hide()
        self.ended.emit()

    def refresh(self) -> None:
        """Look again for what is typed."""
        client, words = self._client, self.words
        self._opens_first = ""
        if client is None or not words:
            self._calls.drop("filter")
            self.said.emit("")
            self.narrowed.emit(False)
            return
        order, languages = self._asks()
        cards = self._cards

        def work() -> list[_Found]:
            found: list[_Found] = []
            for card in cards:
                language = languages.get(card.slug, "")
                request = TreeRequest(card.slug, language=language, is_dated=order == "date", words=words)
                try:
                    answer = client.tree(request)
                except BookwheelError:
                    if not card.team:
                        raise
                    continue  # the team is away
                if answer.entries:
                    with gc_tuning.gc_paused():
                        made = Branch(card.slug, order)
                        made.add(answer.entries, answer.groups)
                        fits = frozenset(entry.doc for entry in answer.entries)
                        found.append(_Found(replace(card, documents=answer.total), made.finish(), fits))
            return found

        self._calls.ask(work, self._show, slot="filter")

    def _show(self, found: list[_Found]) -> None:
        self.narrowed.emit(True)
        self.model.set_collections([])
        self.model.set_collections([part.card for part in found])
        for part in found:
            self.model.set_branch(part.whole)
        self._fits = frozenset().union(*(part.fits for part in found))
        self.tree.expandAll()
        first = self._first(QModelIndex())
        self.tree.setCurrentIndex(first)
        self.tree.scrollToTop()
        shown, total = len(self._fits), sum(part.card.documents for part in found)
        if not found:
            self.said.emit(tr("No matching documents."))
        elif total > shown:
            self.said.emit(tr("The first {shown} of {all}").format(shown=number(shown), all=number(total)))
        else:
            self.said.emit("")
        if self._opens_first and first.isValid():
            self._open(first, in_new_tab=self._opens_first == "new")

    def _first(self, above: QModelIndex) -> QModelIndex:
        """The first row whose own page fits, and not only what lies below it."""
        for row in range(self.model.rowCount(above)):
            at = self.model.index(row, 0, above)
            fit = at if self.model.node(at).doc in self._fits else self._first(at)
            if fit.isValid():
                return fit
        return QModelIndex()

    def _open(self, at: QModelIndex, *, in_new_tab: bool) -> None:
        self._opens_first = ""
        self.document_chosen.emit(self.model.node(at).doc, in_new_tab)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        """From the box, Down goes to the rows, Return opens the first that fits, Escape ends it; Up comes back."""
        if not isinstance(event, QKeyEvent) or event.type() != QEvent.Type.KeyPress:
            return False
        key = event.key()
        if key == Qt.Key.Key_Escape:
            self.end()
        elif watched is self.tree and key == Qt.Key.Key_Up and self.tree.currentIndex() == self.model.index(0, 0):
            self.box.setFocus(Qt.FocusReason.ShortcutFocusReason)
        elif watched is self.box and key == Qt.Key.Key_Down and self.tree.isVisible():
            self.tree.setFocus(Qt.FocusReason.TabFocusReason)
        elif watched is self.box and key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.words:
            is_new = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
            self.refresh()
            self._opens_first = "new" if is_new else "here"
        else:
            return False
        return True
