"""What is annotated in the document that one page shows: drawn there, with a toolbar at what is selected."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from bookwheel.domain.annotations.annotation import (
    MOST_LISTED,
    AnnotationEntry,
    AnnotationsAnswer,
    AnnotationsRequest,
)
from bookwheel.domain.links.lone_files import is_lone
from bookwheel.domain.page import PageAnswer
from bookwheel.domain.places import PlaceKind
from bookwheel.domain.service.events import Event, EventKind
from bookwheel.gui.annotations.selection_bar import SelectionBar
from bookwheel.gui.backend.background_calls import BackgroundCalls
from bookwheel.gui.shell.passages import PassageMark, PassageView
from bookwheel.gui.shell.shell import Shell
from bookwheel.gui.shell.team_documents import is_team_document
from bookwheel.gui.state.locations import is_made_page


class PageAnnotations(QObject):
    """Serves one reader; `passages` gives its view that shows the document."""

    acted_on = Signal()
    """A button of the toolbar or an annotation was pressed; what it does comes after this."""
    chosen = Signal(object)
    """An AnnotationEntry that was pressed on the page."""

    def __init__(
        self,
        shell: Shell,
        reader: QWidget,
        calls: BackgroundCalls,
        page: Callable[[], PageAnswer | None],
        passages: Callable[[], PassageView],
    ) -> None:
        super().__init__(reader)
        self._shell, self._calls, self._page, self.passages = shell, calls, page, passages
        self._entries: dict[str, AnnotationEntry] = {}
        self.wanted = ""
        """The annotation that was chosen in the pane, until its document is shown."""
        self.bar = bar = SelectionBar(shell.theme, reader)
        for signal in (bar.colour_chosen, bar.bookmark_wanted, bar.note_wanted):
            signal.connect(self.acted_on)
        shell.event_received.connect(self._on_event)

    @property
    def can_annotate(self) -> bool:
        """Whether a document of the library is shown, and no page of a thing, comparison, team or file outside it."""
        page = self._page()
        if page is None or is_made_page(page.doc) or is_lone(page.doc):
            return False
        return not is_team_document(self._shell, page.doc)

    def show_bar(self) -> None:
        """Show the toolbar at what is selected, or hide it."""
        if self.can_annotate:
            self.passages().ask_selection(lambda found: self.bar.show_at(found.box) if found else self.bar.hide())
        else:
            self.bar.hide()

    def follow_scrolling(self) -> None:
        """The page was scrolled: the toolbar goes where the selection is now."""
        if self.bar.isVisible():
            self.show_bar()

    def draw(self) -> None:
        """Ask what is annotated in the document shown, and have it drawn."""
        client, page = self._shell.client, self._page()
        if client is None or page is None or not self.can_annotate:
            return
        request = AnnotationsRequest(page.doc, limit=MOST_LISTED)

        def done(answer: AnnotationsAnswer) -> None:
            if self._page() is page:
                self._entries = {entry.annotation.id: entry for entry in answer.annotations}
                marks = (_mark(entry) for entry in answer.annotations if not entry.is_lost)
                self.passages().show_annotations(tuple(marks))
                wanted, self.wanted = self.wanted, ""
                if wanted in self._entries:
                    self.passages().bring_annotation(wanted)

        self._calls.ask(lambda: client.annotations(request), done, lambda _error: None, slot="page annotations")

    def choose(self, id: str) -> None:
        """An annotation was pressed on the page."""
        entry = self._entries.get(id)
        if entry is not None:
            self.acted_on.emit()
            self.chosen.emit(entry)

    def _on_event(self, event: Event) -> None:
        if event.kind in (EventKind.ANNOTATIONS_CHANGED, EventKind.RESYNC):
            self.draw()


def _mark(entry: AnnotationEntry) -> PassageMark:
    annotation, place = entry.annotation, entry.place
    return PassageMark(
        annotation.id,
        annotation.kind.value,
        entry.section.partition("#")[2],
        annotation.quote,
        annotation.prefix,
        annotation.suffix,
        annotation.colour.value if annotation.colour else "",
        annotation.note,
        place.first - 1 if place is not None and place.kind is PlaceKind.PAGE else -1,
    )
