"""What is chosen in docks, in the results and on the map: opened, searched for, or written to a file."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QWidget

from bookwheel.domain.search import Hit
from bookwheel.gui.annotations.annotating import Annotating
from bookwheel.gui.annotations.dock import AnnotationsDock
from bookwheel.gui.map.tab import MapTab
from bookwheel.gui.page.reader import Reader
from bookwheel.gui.page.text_passages import TextPassages
from bookwheel.gui.reading_list.actions import ReadingActions
from bookwheel.gui.reading_list.reading_places import ReadingPlaces
from bookwheel.gui.reading_list.start_page import StartPage
from bookwheel.gui.search.results_panel import ResultsPanel
from bookwheel.gui.search.saved_searches import SavedSearches
from bookwheel.gui.search.search import Search
from bookwheel.gui.shell.file_export import write_export
from bookwheel.gui.shell.shell import Shell
from bookwheel.gui.shell.team_documents import is_team_document
from bookwheel.gui.state.locations import Location, section_location
from bookwheel.gui.window.docks.docks import Docks
from bookwheel.gui.window.docks.related_docks import RelatedDocks
from bookwheel.gui.window.splits.page_tools import ToolsOfReaders
from bookwheel.gui.window.splits.split_view import SplitView

if TYPE_CHECKING:
    from bookwheel.gui.pdf.passages import PdfPassages

_PASSAGE = 120
"""Characters of a hit's snippet that tell its place from others of the section."""
_FETCH_AHEAD_MS = 80
"""Rest after a page is shown, so that to fetch the next one does not slow its painting."""


def connect_docks(shell: Shell, docks: Docks, related: RelatedDocks, map_tab: MapTab, saved: SavedSearches) -> None:
    """Open what is chosen in the docks and on the map."""

    def open_passage(section: str, words: str) -> None:
        doc, _, anchor = section.partition("#")
        shell.open(Location(doc, anchor, words))

    for part in (related, map_tab, docks.ask, docks.tasks):
        part.location_chosen.connect(lambda place, new: shell.open(place, in_new_tab=new))
    for part in (related, docks.labels):
        part.words_chosen.connect(shell.search_for)
        part.left.connect(shell.leave_search)
    docks.tasks.left.connect(shell.leave_search)
    docks.library.document_chosen.connect(lambda doc, new: shell.open(Location(doc), in_new_tab=new))
    docks.labels.search_chosen.connect(saved.run)
    docks.labels.thing_chosen.connect(lambda thing, name: shell.open(Location(thing, title=name)))
    docks.labels.set_saved(saved.saved)
    saved.changed.connect(lambda: docks.labels.set_saved(saved.saved))
    docks.ask.said.connect(shell.notify)
    docks.activity.passage_chosen.connect(open_passage)
    docks.activity.export_wanted.connect(lambda path, text: write_export(shell, path, text))


def connect_hits(shell: Shell, search: Search, split_view: SplitView) -> None:
    """Open hits where their words are, and read on there."""

    previewed: list[Location] = []

    expected: list[Location] = []

    def place_of(hit: Hit, words: str) -> Location:
        start = hit.spans[0][0] if hit.spans else len(hit.snippet)
        passage = hit.snippet[start : start + _PASSAGE]
        return section_location(hit.section, words, hit.place, title=hit.document_title, passage=passage)

    def open_hit(hit: Hit, words: str) -> None:
        place = place_of(hit, words)
        if search.is_for_other_split:
            shell.open_beside(place)
            return
        reader = split_view.reader
        if [place] == previewed and not search.is_for_new_tab and reader.tabs.is_preview:
            reader.tabs.keep()
        else:
            shell.open(place, in_new_tab=search.is_for_new_tab)
        split_view.setFocus()

    def preview_hit(hit: Hit, words: str) -> None:
        place = place_of(hit, words)
        previewed[:] = [place]
        shell.preview(place)

    def expect_hits(hits: Sequence[Hit], words: str) -> None:
        expected[:] = [place_of(hit, words) for hit in hits]
        if not split_view.reader.is_landing:
            resting.start()

    resting = QTimer(split_view, singleShot=True, interval=_FETCH_AHEAD_MS)

    def fetch_expected() -> None:
        if expected and shell.client is not None:
            split_view.reader.ahead.expect(shell.client, expected)
            expected.clear()

    search.hit_opened.connect(open_hit)
    search.hit_previewed.connect(preview_hit)
    search.hits_expected.connect(expect_hits)
    resting.timeout.connect(fetch_expected)
    split_view.landed.connect(lambda _place: resting.start())


def connect_reading(
    shell: Shell, places: ReadingPlaces, docks: Docks, results: ResultsPanel, start: StartPage
) -> ReadingActions:
    """Show how far documents are read, and offer the reading list in the menus of documents."""
    actions = ReadingActions(shell, places, docks.reading)
    places.is_read_only = results.is_read_only = partial(is_team_document, shell)
    docks.library.row_menu.extend = results.extend_menu = start.extend_menu = actions.extend_menu
    places.changed.connect(lambda: docks.library.model.set_reading(places.entries))
    start.follow(places)
    start.opened.connect(lambda place, new: shell.open(place, in_new_tab=new))
    return actions


def connect_annotating(shell: Shell, dock: AnnotationsDock, split_view: SplitView, tools: ToolsOfReaders) -> Annotating:
    """Annotate what is selected in the text and on the pages of PDFs, and draw it in every split that shows it."""
    annotating = Annotating(shell, dock, lambda: tools.current.annotations)

    def connect(reader: Reader) -> None:
        own = tools.of(reader)
        annotations = own.annotations

        def watch(passages: TextPassages | PdfPassages, widget: QWidget) -> None:
            passages.selection_changed.connect(annotations.show_bar)
            passages.annotation_chosen.connect(annotations.choose)
            annotating.add_key(widget)

        reader.view_made.connect(lambda view: watch(reader.text.passages, view))
        own.pdf.view_built.connect(lambda view: watch(view.passages, view.pages))
        annotations.acted_on.connect(lambda: split_view.focus(reader))
        annotating.serve(annotations)

    split_view.on_reader(connect)
    split_view.landed.connect(lambda _place: annotating.follow())
    split_view.reader_changed.connect(lambda _reader: annotating.follow())
    return annotating
