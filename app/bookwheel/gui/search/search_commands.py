"""Looking closer: a search's operators, where it looks, why a document is not among its hits, and what links lack."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent

from bookwheel.domain.diagnostics import AbsenceAnswer, AbsenceRequest
from bookwheel.domain.errors import BookwheelError
from bookwheel.domain.search import Filter, NamesAnswer
from bookwheel.domain.service import Event, EventKind
from bookwheel.gui.i18n.service_messages import heard
from bookwheel.gui.i18n.translation import QT_TR_NOOP, tr
from bookwheel.gui.labels.dock import LabelsDock
from bookwheel.gui.search.quick_open import document_choice, note_of, seek_names
from bookwheel.gui.state.places import Place
from bookwheel.gui.widgets.palette import Choice, fitting

if TYPE_CHECKING:
    from bookwheel.gui.links.link_report import LinkSheet
    from bookwheel.gui.sparql.dialog import QuestionsSheet
    from bookwheel.gui.window.window import Window

OPERATORS: tuple[tuple[str, str, str], ...] = (
    ('"…"', '""', QT_TR_NOOP('these words together, in this order: "bread and butter"')),
    ("-word", "-", QT_TR_NOOP("without this word, phrase or value: -draft, -tag:old")),
    ("+word", "+", QT_TR_NOOP("this word must be there")),
    ("OR", "OR ", QT_TR_NOOP("one or the other: bread OR cake")),
    ("AND", "AND ", QT_TR_NOOP("both must be there: bread AND cake")),
    ("begin*", "*", QT_TR_NOOP("words that begin so: bak*")),
    ("~nearly", "~", QT_TR_NOOP("words that are written nearly so: ~buter")),
    ("path:", "path:", QT_TR_NOOP("in a folder or a file of this name: path:guide/ or path:*.txt")),
    ("tag:", "tag:", QT_TR_NOOP("with this tag, or one below it: tag:tools; several with commas")),
    ("type:", "type:", QT_TR_NOOP("of this type: type:guide")),
    ("category:", "category:", QT_TR_NOOP("in this category: category:news/2025")),
    ("collection:", "collection:", QT_TR_NOOP("in this collection alone")),
    ("language:", "language:", QT_TR_NOOP("in this language: language:de")),
    ("level:", "level:", QT_TR_NOOP("under headings of this level: level:2")),
    ("after:", "after:", QT_TR_NOOP("from this day on: after:2025-03-31, after:2025")),
    ("before:", "before:", QT_TR_NOOP("before this day: before:2024-12")),
)
"""What can be typed besides words: how it is shown, what is put into the box, and what it does."""


class Looking(QObject):
    """The palettes, sentences and side bars around a search."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self._window = window
        self._links: LinkSheet | None = None
        self._questions: QuestionsSheet | None = None
        self.labels = LabelsDock(window.theme, window.calls, window)
        window.splitDockWidget(window.library, self.labels, Qt.Orientation.Vertical)
        self.labels.hide()
        window.side_bars.put_below(self.labels)
        self.labels.words_chosen.connect(lambda words: window.actions_.search_for(words))
        self.labels.search_chosen.connect(lambda asked: window.searches.ask(asked))
        self.labels.left.connect(window.leave_search)
        self.labels.visibilityChanged.connect(lambda _on: self._follow())
        window.library.collections_came.connect(lambda _answer: self._follow())
        window.link.event_received.connect(self._hear)
        window.bar.box.installEventFilter(self)
        window.library.scope_chosen.connect(self.within)
        window.searches.on_changed = self._follow
        hits = window.hits
        hits.help_wanted.connect(self.operators)
        hits.absence_wanted.connect(self.missing)
        hits.suggested.connect(lambda words: window.actions_.search_for(words))
        hits.place_chosen.connect(window.open)

    def eventFilter(self, _box: QObject, event: QEvent) -> bool:  # noqa: N802
        """Tab goes from the words to their filters while there are hits."""
        is_tab = event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Tab
        if is_tab and self._window.hits.isVisible():
            self._window.hits.chips.take_focus()
            return True
        return False

    def operators(self) -> None:
        """Everything that can be typed besides words; Return puts it into the box."""
        palette = self._window.palette_
        rows = [Choice(shown, partial(self._put, put), "search", tr(about)) for shown, put, about in OPERATORS]
        palette.summon(
            tr("How to search"),
            tr("What can be typed besides words"),
            lambda text: palette.set_rows(_about(rows, text)),
        )

    def within(self, path: str) -> None:
        """Search in a collection or a folder alone: `path` is a collection's slug with folders after it."""
        search, box = self._window.search, self._window.bar.box
        for former in search.filters.get("path", ()):
            search.set_filter("path", former, False)
        search.set_filter("path", f"{path.strip('/')}/", True)
        slug, _, folder = path.strip("/").partition("/")
        name = " › ".join((self._window.collection_names.get(slug, slug), *(folder.split("/") if folder else ())))
        self._window.notice.say(
            tr("The search looks in {folder}; the chip above the hits ends that.").format(folder=name)
        )
        box.setFocus()
        box.selectAll()

    def within_here(self, *, is_folder: bool) -> None:
        """Search where the document read lies: in its folder, or in its collection."""
        here = self._window.reader.here
        if here is None:
            self._window.notice.say(tr("Open a document first; the search then looks where it lies."))
            return
        slug, _, path = here.doc.partition("/")
        folder = path.rpartition("/")[0] if is_folder else ""
        self.within(f"{slug}/{folder}")

    def missing(self) -> None:
        """Choose a document, and be told why it is not among the hits."""
        window = self._window
        if not window.search.words:
            window.notice.say(tr("Search for something first; then a document that is missing can be looked for."))
            return
        window.palette_.summon(
            tr("Why a document is missing"), tr("Which document did you expect?"), self._seek,
            tr("No document has that name. A part of a path finds files that could not be read: press Return."),
        )  # fmt: skip

    def toggle_labels(self) -> None:
        """Show the labels and go there; from there, put them away."""
        labels, focus = self.labels, self._window.focusWidget()
        if labels.isVisible() and focus is not None and labels.isAncestorOf(focus):
            labels.hide()
            self._window.leave_search()
            return
        if not labels.isVisible():
            self._window.library.show()
            labels.show()
            self._window.resizeDocks([self._window.library, labels], [520, 360], Qt.Orientation.Vertical)
        labels.go_to_tree()

    def _follow(self) -> None:
        self.labels.set_client(self._window.client)
        self.labels.set_saved(self._window.searches.saved)

    def _hear(self, event: Event) -> None:
        if event.kind in (EventKind.PUBLISHED, EventKind.COLLECTIONS_CHANGED, EventKind.RESYNC):
            self.labels.refresh()
        if event.kind is EventKind.PROJECTED and self._links is not None and self._links.isVisible():
            self._links.refresh()

    def links(self) -> LinkSheet:
        """Show what links leave to mend."""
        from bookwheel.gui.links.link_report import LinkSheet  # noqa: PLC0415 - later.py has loaded it by now

        window = self._window
        if self._links is None:
            self._links = LinkSheet(window.theme, window.calls, window)
            self._links.place_chosen.connect(lambda place, new: window.open(place, in_new_tab=new))
        self._links.show_names(window.collection_names)
        self._links.summon(window.client)
        return self._links

    def questions(self) -> QuestionsSheet:
        """Show where the graph is asked in SPARQL."""
        from bookwheel.gui.sparql.dialog import QuestionsSheet  # noqa: PLC0415 - later.py has loaded it by now

        window = self._window
        if self._questions is None:
            self._questions = QuestionsSheet(window.theme, window.calls, window.session, window)
            self._questions.place_chosen.connect(lambda place, new: window.open(place, in_new_tab=new))
            self._questions.words_chosen.connect(lambda words: window.actions_.search_for(words))
            window.link.connected.connect(self._questions.meet)
        self._questions.summon(window.client)
        return self._questions

    def _put(self, text: str) -> None:
        box = self._window.bar.box
        box.setFocus()
        if text == "*":
            box.setText(f"{box.text().rstrip()}*")
            return
        before = box.text()
        gap = " " if before and not before.endswith(" ") else ""
        box.setText(f"{before}{gap}{text}")
        box.setCursorPosition(len(box.text()) - (text == '""'))

    def _seek(self, text: str) -> None:
        window = self._window

        def rows(answer: NamesAnswer) -> list[Choice]:
            found = [
                document_choice(window, each.doc, each.title, note_of(each, text), partial(self._ask, each.doc))
                for each in answer.documents
            ]
            unread = tr("among the files that were not read")
            return found or ([Choice(text, partial(self._ask, text), "file-plus", unread)] if text else [])

        seek_names(window, text, rows)

    def _ask(self, doc: str) -> None:
        window, client, search = self._window, self._window.client, self._window.search
        if client is None:
            return
        filters = tuple(Filter(field, values) for field, values in search.filters.items())
        request = AbsenceRequest(doc, search.words, search.mode, filters)

        def fail(error: BookwheelError) -> None:
            window.notice.say(error.message)

        window.calls.ask(lambda: client.absence(request), self._show, fail, slot="absence")

    def _show(self, answer: AbsenceAnswer) -> None:
        self._window.show_hits()
        section = answer.section or answer.doc
        doc, _, anchor = section.partition("#")
        words = self._window.search.words
        self._window.hits.show_absence(
            tr("“{title}”: {reasons}").format(title=answer.title, reasons=" ".join(map(heard, answer.reasons))),
            Place(doc, anchor, words, title=answer.title),
        )


def _about(rows: list[Choice], text: str) -> list[Choice]:
    """The operators whose sign or explanation holds the words."""
    words = text.casefold().split()
    named = fitting(rows, text)
    return [*named, *(row for row in rows if row not in named and all(word in row.note.casefold() for word in words))]
