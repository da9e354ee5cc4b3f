"""Commands of a search: its operators, where it looks, why a hit ranks and why a document is missing."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit

from bookwheel.domain.diagnostics import AbsenceAnswer, AbsenceRequest
from bookwheel.domain.errors import BookwheelError
from bookwheel.domain.search import Filter
from bookwheel.gui.i18n.service_messages import translate_message
from bookwheel.gui.i18n.translation import QT_TR_NOOP, tr
from bookwheel.gui.search.box_keys import BoxKeys
from bookwheel.gui.search.results_panel import ResultsPanel
from bookwheel.gui.search.saved_searches import SavedSearches
from bookwheel.gui.search.score_reasons import list_reasons
from bookwheel.gui.search.search import Search
from bookwheel.gui.shell.document_picker import pick_document
from bookwheel.gui.shell.shell import Shell
from bookwheel.gui.state.likeness import Likeness
from bookwheel.gui.state.locations import Location
from bookwheel.gui.widgets.palette import Choice, filter_choices

OPERATORS: tuple[tuple[str, str, str], ...] = (
    ('"…"', '""', QT_TR_NOOP('these words together, in this order: "bread and butter"')),
    ("-word", "-", QT_TR_NOOP("without this word, phrase or value: -draft, -tag:old")),
    ("+word", "+", QT_TR_NOOP("this word must be there")),
    ("OR", "OR ", QT_TR_NOOP("one or the other: bread OR cake")),
    ("AND", "AND ", QT_TR_NOOP("both must be there: bread AND cake")),
    ("begin*", "*", QT_TR_NOOP("words that start like this: bak*")),
    ("~nearly", "~", QT_TR_NOOP("words spelled similarly: ~buter")),
    ("/…/", "/", QT_TR_NOOP("a regular expression over the text as written: /max_\\w+/, /todo/i in any case")),
    ("title:", "title:", QT_TR_NOOP('in the title, heading:, body: or code: title:install code:"pip install"')),
    ("path:", "path:", QT_TR_NOOP("in a folder or a file of this name: path:guide/ or path:*.txt")),
    ("tag:", "tag:", QT_TR_NOOP("with this tag, or one below it: tag:tools; several with commas")),
    ("type:", "type:", QT_TR_NOOP("of this type: type:guide")),
    ("category:", "category:", QT_TR_NOOP("in this category: category:news/2025")),
    ("collection:", "collection:", QT_TR_NOOP("only in this collection")),
    ("language:", "language:", QT_TR_NOOP("in this language: language:de")),
    ("level:", "level:", QT_TR_NOOP("under headings of this level: level:2")),
    ("has:", "has:", QT_TR_NOOP("with code, a table, image, link, task or note of yours: has:table, has:task,note")),
    ("field:", "", QT_TR_NOOP("any field of front matter: status:done, priority:>3, due:2025-01..2025-06")),
    ("after:", "after:", QT_TR_NOOP("from this day on: after:2025-03-31, after:2025")),
    ("before:", "before:", QT_TR_NOOP("before this day: before:2024-12")),
)
"""What can be typed besides words: how it is shown, what is put into the box, and what it does."""


class SearchCommands(QObject):
    """What can be done around a search, in palettes and in the search box."""

    def __init__(
        self,
        shell: Shell,
        search: Search,
        results: ResultsPanel,
        box: QLineEdit,
        saved: SavedSearches,
        show_results: Callable[[], None],
    ) -> None:
        super().__init__(box)
        self._shell = shell
        self._search = search
        self._results = results
        self._box = box
        self._show_results = show_results
        keys = BoxKeys(search, box)
        self._before: tuple[str, dict[str, tuple[str, ...]]] = ("", {})
        """What was searched for before the hits like a passage."""
        self._is_focus_due = False
        results.like_wanted.connect(self.search_like)
        results.banner.closed.connect(self.end_like)
        search.answered.connect(lambda _answer: self._focus_hits())
        keys.left.connect(shell.leave_search)
        keys.entered.connect(show_results)
        keys.searches_wanted.connect(saved.show_list)
        box.textChanged.connect(search.set_words)
        box.installEventFilter(keys)
        box.installEventFilter(self)
        results.help_wanted.connect(self.show_operators)
        results.absence_wanted.connect(self.explain_absence)
        results.reasons_wanted.connect(self.explain_rank)
        results.suggested.connect(shell.search_for)
        results.location_chosen.connect(shell.open)

    def eventFilter(self, _box: QObject, event: QEvent) -> bool:  # noqa: N802
        """Tab goes from the words to their filters while there are hits."""
        is_tab = event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Tab
        if is_tab and self._results.isVisible():
            self._results.chips.take_focus()
            return True
        return False

    def search_like(self, like: Likeness) -> None:
        """Search for what is like a passage; what was searched for before comes back with the cross."""
        search = self._search
        if search.words:
            self._before = (search.words, search.filters)
        search.ask_like(like)
        self._box.clear()
        self._is_focus_due = True

    def end_like(self) -> None:
        """Go back to the search before, or to the page where there was none."""
        words, filters = self._before
        self._before = ("", {})
        if not words:
            self._search.ask_like(None)
            self._shell.leave_search()
            return
        self._search.ask_as(words, filters)
        self._box.setText(words)
        self.focus_box()

    def _focus_hits(self) -> None:
        """Put the keyboard on the hits of a passage once they are here; the page that is read stays."""
        if self._is_focus_due and self._search.like is not None:
            QTimer.singleShot(0, self._results.view, self._results.view.setFocus)
        self._is_focus_due = False

    def focus_box(self) -> None:
        """Go to the search box, its text chosen."""
        self._box.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._box.selectAll()

    def focus_results(self) -> None:
        """Go to the hits, or to the search box while there is nothing to search for."""
        if self._search.is_asking:
            self._show_results()
            self._results.view.setFocus()
        else:
            self.focus_box()

    def show_operators(self) -> None:
        """Everything that can be typed besides words; Return puts it into the box."""
        palette = self._shell.command_palette
        rows = [Choice(shown, partial(self._put, put), "search", tr(about)) for shown, put, about in OPERATORS]
        palette.show_choices(
            tr("Search syntax"),
            tr("Search operators"),
            lambda text: palette.set_rows(_about(rows, text)),
        )

    def search_within(self, path: str) -> None:
        """Search in a collection or a folder alone: `path` is a collection's slug with folders after it."""
        search, box = self._search, self._box
        for former in search.filters.get("path", ()):
            search.set_filter("path", former, False)
        search.set_filter("path", f"{path.strip('/')}/", True)
        slug, _, folder = path.strip("/").partition("/")
        name = " › ".join((self._shell.collection_names().get(slug, slug), *(folder.split("/") if folder else ())))
        self._shell.notify(
            tr("Searching in {folder}. Remove the filter above the hits to search everywhere.").format(folder=name)
        )
        box.setFocus()
        box.selectAll()

    def search_within_here(self, *, is_folder: bool) -> None:
        """Search where the document read lies: in its folder, or in its collection."""
        here = self._shell.location
        if here is None:
            self._shell.notify(tr("No document is open. Open one to search in its folder or collection."))
            return
        slug, _, path = here.doc.partition("/")
        folder = path.rpartition("/")[0] if is_folder else ""
        self.search_within(f"{slug}/{folder}")

    def explain_absence(self) -> None:
        """Choose a document, and be told why it is not among the hits."""
        if not self._search.words:
            text = tr("Search for something first. Then you can check why a document is missing.")
            self._shell.notify(text)
            return
        pick_document(
            self._shell,
            tr("Explain missing document"),
            tr("Which document did you expect?"),
            lambda doc, _title: self._ask_absence(doc),
            empty=tr(
                "No matching documents. To check a file that could not be read, type part of its path and press Enter."
            ),
            rows_if_none=self._offer_unread,
        )

    def explain_rank(self) -> None:
        """Show why the chosen hit ranks where it does, a row for each leg."""
        hit = self._search.model.hit(max(self._search.row, 0))
        lines = [line.partition(": ") for line in list_reasons(hit)] if hit is not None else []
        rows = [Choice(name, self._show_results, "gauge", note) for name, _, note in lines]
        title = tr("Explain ranking")
        if hit is not None:
            title = tr("Ranking of “{title}”").format(title=hit.title or hit.document_title)
        palette = self._shell.command_palette
        palette.show_choices(
            title, title, lambda text: palette.set_rows(filter_choices(rows, text)), tr("Search for something first.")
        )

    def _put(self, text: str) -> None:
        box = self._box
        box.setFocus()
        if text == "*":
            box.setText(f"{box.text().rstrip()}*")
            return
        before = box.text()
        gap = " " if before and not before.endswith(" ") else ""
        box.setText(f"{before}{gap}{text}")
        box.setCursorPosition(len(box.text()) - (text == '""'))

    def _offer_unread(self, text: str) -> list[Choice]:
        note = tr("files that could not be read")
        return [Choice(text, partial(self._ask_absence, text), "file-plus", note)] if text else []

    def _ask_absence(self, doc: str) -> None:
        shell, client, search = self._shell, self._shell.client, self._search
        if client is None:
            return
        filters = tuple(Filter(field, values) for field, values in search.filters.items())
        request = AbsenceRequest(doc, search.words, search.mode, filters)

        def fail(error: BookwheelError) -> None:
            shell.notify(error.message)

        shell.calls.ask(lambda: client.absence(request), self._show_absence, fail, slot="absence")

    def _show_absence(self, answer: AbsenceAnswer) -> None:
        self._show_results()
        section = answer.section or answer.doc
        doc, _, anchor = section.partition("#")
        self._results.show_absence(
            tr("“{title}”: {reasons}").format(
                title=answer.title, reasons=" ".join(map(translate_message, answer.reasons))
            ),
            Location(doc, anchor, self._search.words, title=answer.title),
        )


def _about(rows: list[Choice], text: str) -> list[Choice]:
    """The operators whose sign or explanation holds the words."""
    words = text.casefold().split()
    named = filter_choices(rows, text)
    return [*named, *(row for row in rows if row not in named and all(word in row.note.casefold() for word in words))]
