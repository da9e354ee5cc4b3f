"""What the floating palette offers: documents by name, headings of the page, commands, shortcuts."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtGui import QKeySequence

from bookwheel.domain.errors import BookwheelError, ServiceUnavailable
from bookwheel.domain.reading import PageAnswer
from bookwheel.domain.search import DocumentCard, NamesAnswer, NamesRequest
from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.search.score_reasons import reasons
from bookwheel.gui.state.places import Place
from bookwheel.gui.widgets.palette import Choice, fitting

_NATIVE = QKeySequence.SequenceFormat.NativeText

_ALSO = {"Ask the graph": "SPARQL"}
"""What else finds a command by its name, which stays English and finds it too."""

if TYPE_CHECKING:
    from bookwheel.gui.window.window import Window


class Choosing:
    """The window's palettes."""

    def __init__(self, window: Window) -> None:
        self._window = window
        self._in_new_tab = False
        self._opened: dict[str, str] = {}
        window.reader.document_opened.connect(self._note_opened)

    def _note_opened(self, page: PageAnswer) -> None:
        """Keep titles by document, the one opened last at the end."""
        self._opened.pop(page.doc, None)
        self._opened[page.doc] = page.title

    def documents(self, *, in_new_tab: bool = False) -> None:
        """Quick open: a document by title, alias or file name; recent ones while nothing is typed."""
        self._in_new_tab = in_new_tab
        self._window.palette_.summon(
            tr("Quick open"), tr("Go to a document"), self._seek_names, tr("No document has that name.")
        )

    def headings(self) -> None:
        """Go to a heading of the document shown."""
        window = self._window
        entries = window.outline.model.entries()
        rows = [
            Choice(
                f"{'    ' * min(each.depth, 5)}{each.title}",
                partial(self._read, partial(window.reader.jump, each.section.partition("#")[2])),
                "hash",
            )
            for each in entries
        ]
        window.palette_.summon(
            tr("Go to heading"),
            tr("Go to a heading"),
            lambda text: window.palette_.set_rows(fitting(rows, text)),
            tr("No such heading."),
        )

    def commands(self) -> None:
        """Everything that can be done, with its keys."""
        window = self._window
        rows = [
            Choice(
                *(window.actions_.spoken(action), action.trigger, "command", ""),
                *(action.shortcut().toString(_NATIVE), f"{action.objectName()} {_ALSO.get(action.objectName(), '')}"),
            )
            for action in window.actions_.listed()
        ]
        window.palette_.summon(
            tr("Commands"),
            tr("Do something"),
            lambda text: window.palette_.set_rows(fitting(rows, text)),
            tr("No such command."),
        )

    def reasons(self) -> None:
        """Why the chosen hit ranks where it does, a row for each leg."""
        window = self._window
        hit = window.search.model.hit(max(window.search.row, 0))
        said = [each.partition(": ") for each in reasons(hit)] if hit is not None else []
        rows = [Choice(name, window.show_hits, "gauge", words) for name, _, words in said]
        title = (
            tr("Why “{title}” ranks").format(title=hit.title or hit.document_title)
            if hit is not None
            else tr("Why this hit ranks")
        )
        window.palette_.summon(
            title, title, lambda text: window.palette_.set_rows(fitting(rows, text)), tr("Search for something first.")
        )

    def _read(self, go: Callable[[], object]) -> None:
        """Go somewhere, and read on there: the keys are the page's, wherever they were before."""
        go()
        self._window.reader.setFocus()

    def _seek_names(self, text: str) -> None:
        def rows(answer: NamesAnswer) -> list[Choice]:
            found = [(each.doc, each.title, note_of(each, text)) for each in answer.documents]
            return [self._document(*each) for each in (found if text else self._read_lately(found))]

        seek_names(self._window, text, rows)

    def _document(self, doc: str, title: str, note: str) -> Choice:
        go = partial(self._window.open, Place(doc, title=title), in_new_tab=self._in_new_tab)
        return document_choice(self._window, doc, title, note, partial(self._read, go))

    def _read_lately(self, changed: list[tuple[str, str, str]]) -> list[tuple[str, str, str]]:
        """What was read, the last first, then what changed last; the document shown comes at the end.

        Of an earlier session only the tabs are known: those opened last stand last.
        """
        reader, names = self._window.reader, self._window.collection_names
        trails = [reader.trail, *(each for each in reversed(reader.trails) if each is not reader.trail)]
        places = [place for trail in trails for place in reversed(trail.places[: trail.at + 1])]
        titles = [*reversed(self._opened.items()), *((place.doc, place.title) for place in places)]
        read = [
            (doc, title, doc.partition("/")[2]) for doc, title in titles if title and doc.partition("/")[0] in names
        ]
        lately: dict[str, tuple[str, str, str]] = {}
        for each in (*read, *changed):
            lately.setdefault(each[0], each)
        here = reader.here.doc if reader.here is not None else ""
        return sorted(lately.values(), key=lambda each: each[0] == here)


def seek_names(window: Window, text: str, rows: Callable[[NamesAnswer], list[Choice]]) -> None:
    """Offer documents by name in the palette, also when the service has to come back first."""
    client, palette = window.client, window.palette_
    if client is None:
        palette.ask_again()
        return

    def fail(error: BookwheelError) -> None:
        if isinstance(error, ServiceUnavailable):  # a new one is on its way, and the status bar says so
            palette.ask_again()
        else:
            window.calls.failed.emit(error)

    window.calls.ask(
        lambda: client.names(NamesRequest(text)), lambda answer: palette.set_rows(rows(answer)), fail, slot="names"
    )


def document_choice(window: Window, doc: str, title: str, note: str, run: Callable[[], None]) -> Choice:
    """A document's row in the palette, with its collection at the end."""
    slug = doc.partition("/")[0]
    return Choice(title, run, "file-text", note, window.collection_names.get(slug, slug))


def note_of(document: DocumentCard, typed: str) -> str:
    """Where a document lies, after the alias by which it was found, if it was."""
    words = typed.casefold().split()

    def fits(name: str) -> bool:
        return all(word in name.casefold() for word in words)

    alias = "" if not words or fits(document.title) else next((each for each in document.aliases if fits(each)), "")
    return f"{alias} · {document.path}" if alias else document.path
