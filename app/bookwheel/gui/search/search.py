"""Searching as you type: one question at a time, never a stale list, and a Return that waits for its own answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QElapsedTimer, QObject, QTimer, Signal

from bookwheel.client.connection import Client
from bookwheel.domain.errors import BookwheelError
from bookwheel.domain.search import FacetCount, Mode, Order, SearchAnswer, SearchRequest
from bookwheel.domain.typed_patterns import is_slashed, slashed
from bookwheel.gui.backend.background_calls import BackgroundCalls
from bookwheel.gui.platform.open_keys import is_beside_wanted
from bookwheel.gui.search.hits_model import HitsModel
from bookwheel.gui.search.last_word import knows_last_word
from bookwheel.gui.search.request import PAGE, build_request
from bookwheel.gui.state.likeness import Likeness

FACETS = ("collection", "type", "category", "tag", "language")
_DEBOUNCE_MS, _SETTLE_MS = 40, 220
_APART_MS = 70
"""Time between two keys from which the second is asked about at once; keys that come faster wait for each other."""
_EXPECTED = 2
"""Hits whose pages are wanted ahead of the arrow keys."""
_MOST = 100
"""Sections of one document that are unfolded."""


class Search(QObject):
    """What is typed, asked after a short rest; answers to older words are dropped.

    While typing, the last word counts as unfinished. Once the person rests or reaches for the list, the words are asked
    as they stand, as an agent would ask them, and that answer stays, unless it does not know the last word.

    `hit_opened` is told once Return is pressed and the answer to the full text is there: the chosen hit, else the
    first.
    """

    answered = Signal(object)
    """A SearchAnswer to the words as they are now."""
    failed = Signal(object)
    cleared = Signal()
    row_chosen = Signal(int)
    hit_opened = Signal(object, str)
    """The Hit, and the words that found it."""
    hit_previewed = Signal(object, str)
    """The Hit that the arrow keys reached, and the words that found it."""
    hits_expected = Signal(object, str)
    """The Hits that they are likely to reach next, in this order."""

    def __init__(self, calls: BackgroundCalls, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._calls = calls
        self._client: Client | None = None
        self.model = HitsModel(self)
        self.model.more_wanted.connect(self._ask_more)
        self._words = ""
        self._like: Likeness | None = None
        self._filters: dict[str, tuple[str, ...]] = {}
        self._mode = Mode.AUTO
        self._order = Order.BEST
        self._is_by_document = True
        self._counted: tuple[str, ...] = ()
        self._is_for_new_tab = False
        self.is_for_other_split = False
        """Whether the hit opened last is to be shown in the other split."""
        self._answer: SearchAnswer | None = None
        self._asked: SearchRequest | None = None
        self._row = self._previewed = -1
        self._opens_on_answer = False
        self._rest = QTimer(self, singleShot=True, interval=_DEBOUNCE_MS)
        self._rest.timeout.connect(self._ask)
        self._typed = QElapsedTimer()
        self._is_final = False
        self._is_unknown = False
        self._settling = QTimer(self, singleShot=True, interval=_SETTLE_MS)
        self._settling.timeout.connect(self._settle)
        self.is_left = False
        """Whether the person went away from these hits; what still comes for them does not call them back."""

    @property
    def words(self) -> str:
        """The words as they are now."""
        return self._words

    @property
    def like(self) -> Likeness | None:
        """The passage that hits shall be like; None while words are asked."""
        return self._like

    @property
    def is_asking(self) -> bool:
        """Whether there is something to search for: words or a passage."""
        return bool(self._words) or self._like is not None

    @property
    def marked_words(self) -> str:
        """The words by which a page marks what was found."""
        is_literal = self._mode is Mode.LITERAL and not is_slashed(self._words)
        return slashed(self._words) if is_literal else self._words

    @property
    def filters(self) -> dict[str, tuple[str, ...]]:
        """Values chosen, by facet."""
        return self._filters

    @property
    def mode(self) -> Mode:
        """Which legs are asked."""
        return self._mode

    @property
    def row(self) -> int:
        """The chosen row, -1 for none."""
        return self._row

    @property
    def is_waiting(self) -> bool:
        """Whether the list does not yet answer the words as they are now."""
        return self._answer is None and self.is_asking

    def set_client(self, client: Client | None) -> None:
        """Ask this client; a question still open is asked again."""
        self._client = client
        if client is not None and self.is_asking:
            self._ask()

    def set_words(self, text: str) -> None:
        """The words changed; the list shown no longer answers them."""
        words = text.strip()
        if words == self._words:
            return
        self._words, self._like = words, None
        self._row = -1
        self._opens_on_answer = False
        self._answer = None
        self._is_final = self._is_unknown = self.is_left = False
        self._settling.stop()
        self._calls.drop("search")
        self._calls.drop("search more")
        is_apart = not self._typed.isValid() or self._typed.elapsed() >= _APART_MS
        self._typed.start()
        if words:
            self._rest.start(0 if is_apart else _DEBOUNCE_MS)
        else:
            self._rest.stop()
            self._filters, self._counted = {}, ()
            self.model.set_hits((), has_more=False)
            self.cleared.emit()

    def set_filter(self, field: str, value: str, is_on: bool) -> None:
        """Restrict to a facet's value, or no longer."""
        kept = tuple(chosen for chosen in self._filters.get(field, ()) if chosen != value)
        values = (*kept, value) if is_on else kept
        self._filters = {key: chosen for key, chosen in {**self._filters, field: values}.items() if chosen}
        self._again()

    def clear_filters(self) -> None:
        """Search everything."""
        if self._filters:
            self._filters = {}
            self._again()

    @property
    def facets(self) -> tuple[str, ...]:
        """The fields by which hits are counted: those that were asked for, then the usual ones."""
        return tuple(dict.fromkeys((*self._counted, *FACETS)))

    def count_by(self, field: str) -> None:
        """Count the hits by one more field, or no longer."""
        is_on = field not in self._counted
        self._counted = tuple(name for name in self._counted if name != field) + ((field,) if is_on else ())
        self._again()

    def ask_fields(self, show: Callable[[tuple[FacetCount, ...]], None]) -> None:
        """Ask which fields the documents that are found carry, and how many of them each."""
        client, request = self._client, self._asked
        if client is None or request is None:
            return
        counted = replace(request, limit=1, cursor="", explain=False, facets=("fields",), is_by_document=False)
        self._calls.ask(
            lambda: client.search(counted), lambda answer: show(answer.facets), self.failed.emit, slot="search fields"
        )

    def ask_as(self, words: str, filters: dict[str, tuple[str, ...]]) -> None:
        """Ask words under these facets' values, as they were asked before."""
        self.set_words(words)
        self._filters = filters
        self._again()

    def ask_like(self, like: Likeness | None) -> None:
        """Ask for what is like a passage, in the whole library, until words are typed; None asks for nothing more."""
        self._rest.stop()
        self._settling.stop()
        self._calls.drop("search")
        self._calls.drop("search more")
        self._opens_on_answer = False
        self._words, self._like, self._filters, self._counted = "", like, {}, ()
        self._again()

    @property
    def is_for_new_tab(self) -> bool:
        """Whether the hit that is opened now wants a tab of its own."""
        return self._is_for_new_tab

    def set_order(self, order: Order) -> None:
        """Show the hits in another order."""
        if order != self._order:
            self._order = order
            self._again()

    @property
    def is_by_document(self) -> bool:
        """Whether the list has one row for each document, its further sections folded."""
        return self._is_by_document

    def set_by_document(self, is_on: bool) -> None:
        """List one hit of each document, those with every word first; or every section as it ranks."""
        if is_on != self._is_by_document:
            self._is_by_document = is_on
            self._again()

    def toggle_fold(self, row: int) -> None:
        """Show a hit's further passages and its document's further sections below it, or no longer."""
        hit, client, request = self.model.hit(row), self._client, self._asked
        if self.model.is_unfolded(row):
            self.model.fold(row)
        elif hit is not None and not hit.others:
            self.model.unfold(hit.section, ())
        elif hit is not None and client is not None and request is not None:
            within = replace(request, limit=_MOST, is_by_document=False, within=hit.doc, facets=())

            def done(answer: SearchAnswer) -> None:
                if self._asked is request:
                    self.model.unfold(hit.section, answer.hits)

            self._calls.ask(lambda: client.search(within), done, lambda _error: None, slot="search within")

    def set_mode(self, mode: Mode) -> None:
        """Ask other legs."""
        if mode is not self._mode:
            self._mode = mode
            self._again()

    def refresh(self) -> None:
        """Ask the same again, as after the library grew."""
        if self.is_asking and self._answer is not None and self._asked is not None and self._row < 0:
            self._send(is_prefix=self._asked.is_prefix)

    def move(self, by: int) -> None:
        """Choose the next or the previous row; before the answer is here, the choice waits for it."""
        last = self.model.rowCount() - 1 if self._is_final else self._row + by
        self._row = max(0, min(self._row + by, max(last, 0)))
        if not self._is_final:
            self._settle()
        elif self.model.rowCount():
            self.row_chosen.emit(self._row)
            self.preview()

    def preview(self) -> None:
        """Show the chosen hit's page beside the list."""
        hit = self.model.hit(self._row)
        if hit is not None:
            self.hit_previewed.emit(hit, self.marked_words)
            self._expect(1 if self._row >= self._previewed else -1)
            self._previewed = self._row

    def _expect(self, by: int) -> None:
        """Tell which hits follow the chosen one in the direction of the arrow keys."""
        rows = [self._row + by * step for step in range(1, _EXPECTED + 1)]
        hits = [hit for row in rows if row >= 0 and (hit := self.model.hit(row)) is not None]
        self.hits_expected.emit(hits, self.marked_words)

    def choose(self, row: int) -> None:
        """Choose a row of the list as it is, as by a click."""
        self._row = row
        if row >= 0:
            self._settling.stop()
            self._is_final = True

    def follow_row(self, row: int) -> None:
        """The chosen hit stands in this row now, since others came or went above it."""
        if self._row >= 0 and row >= 0:
            self._row = row

    def open(self, *, in_new_tab: bool = False) -> None:
        """Open the chosen hit, else the first; if the answer is on its way, open it when it comes."""
        if not self.is_asking:
            return
        self._is_for_new_tab = in_new_tab
        self.is_for_other_split = in_new_tab and is_beside_wanted()
        if self._is_final:
            self._open_chosen()
        else:
            self._opens_on_answer = True
            self._settle()

    def _open_chosen(self) -> None:
        hit = self.model.hit(max(self._row, 0))
        if hit is not None:
            self._row = max(self._row, 0)
            self.row_chosen.emit(self._row)
            self.hit_opened.emit(hit, self.marked_words)

    def _again(self) -> None:
        self._row = -1
        self._answer = None
        self._is_final = self._is_unknown = self.is_left = False
        if self.is_asking:
            self._ask()

    def _ask(self) -> None:
        self._send(is_prefix=self._like is None)

    def _settle(self) -> None:
        """Ask the words as they stand, unless that is under way."""
        asked = self._asked
        if asked is None or asked.is_prefix or asked.query != self._words or self._rest.isActive():
            self._send(is_prefix=False)

    def _send(self, *, is_prefix: bool) -> None:
        self._rest.stop()
        self._settling.stop()
        client = self._client
        if client is None or not self.is_asking:
            return
        request = build_request(
            self._words, self._like, self._mode, self._filters, self._order,
            is_prefix=is_prefix, is_by_document=self._is_by_document, facets=self.facets,
        )  # fmt: skip
        self._asked = request
        self._calls.ask(
            lambda: client.search(request), lambda answer: self._on_answer(request, answer), self._fail, slot="search"
        )

    def _ask_more(self) -> None:
        client, request, answer = self._client, self._asked, self._answer
        if client is None or request is None or answer is None or not answer.cursor:
            return
        more = replace(request, limit=PAGE, cursor=answer.cursor, facets=())

        def done(next_answer: SearchAnswer) -> None:
            if self._asked is request and self._answer is not None:
                self._answer = next_answer
                self.model.add_hits(next_answer.hits, has_more=bool(next_answer.cursor))

        self._calls.ask(lambda: client.search(more), done, lambda _error: None, slot="search more")

    def _on_answer(self, request: SearchRequest, answer: SearchAnswer) -> None:
        if request is not self._asked or request.query != self._words:
            return
        if request.is_prefix:
            self._show(answer)
            if self._is_unknown:
                self._conclude()
            else:
                self._settling.start()
            return
        self._is_unknown = not request.like and not knows_last_word(request, answer)
        if self._is_unknown and self._answer is None:
            self._send(is_prefix=True)
            return
        if not self._is_unknown:
            self._show(answer)
        self._conclude()

    def _show(self, answer: SearchAnswer) -> None:
        before, self._answer = self._answer, answer
        has_more, is_alike = bool(answer.cursor), before is not None and before.groups == answer.groups
        if not is_alike or not self.model.continue_with(answer.hits, has_more=has_more):
            self.model.set_hits(answer.hits, answer.groups, has_more=has_more)
        self.answered.emit(answer)

    def _conclude(self) -> None:
        """The list stays as it is now: what was chosen or opened meanwhile happens."""
        self._is_final, self._is_unknown = True, False
        count = self.model.rowCount()
        if self._row >= 0 and count:
            self._row = min(self._row, count - 1)
            self.row_chosen.emit(self._row)
            if not self._opens_on_answer:
                self.preview()
        if self._opens_on_answer:
            self._opens_on_answer = False
            self._open_chosen()
        elif self._row < 0:
            self._previewed = -1
            self._expect(1)

    def _fail(self, error: BookwheelError) -> None:
        self._opens_on_answer = False
        self.failed.emit(error)
