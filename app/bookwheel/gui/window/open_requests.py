"""What a window is asked for from outside: links to passages, opened and marked, and folders to add."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from PySide6.QtCore import QObject, QTimer

from bookwheel.domain.document import TOP
from bookwheel.domain.links.lone_files import is_lone
from bookwheel.domain.page import PageAnswer
from bookwheel.domain.reading import OutlineAnswer
from bookwheel.gui.i18n.service_messages import translate_message
from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.outline.dock import OutlineDock
from bookwheel.gui.page.reader import Reader
from bookwheel.gui.platform.url_handler import register
from bookwheel.gui.shell.shell import Shell
from bookwheel.gui.state.locations import Location, is_link, location_of
from bookwheel.gui.window.add_folder import AddFolder
from bookwheel.gui.window.splits.split_view import SplitView
from bookwheel.paths import LibraryPaths


class OpenRequests(QObject):
    """Takes links and folders, as from the command line or from a second start, once the last session is back."""

    def __init__(
        self,
        shell: Shell,
        split_view: SplitView,
        outline: OutlineDock,
        add_folder: AddFolder,
        library: LibraryPaths,
        offer_shared: Callable[[str], bool],
    ) -> None:
        """`offer_shared` offers a published collection that a request names; it says whether there is one."""
        super().__init__(split_view)
        self._shell = shell
        self._split_view = split_view
        self._outline = outline.model
        self._add_folder, self._offer_shared = add_folder, offer_shared
        self._library_paths = library
        self._waiting: list[str] = []
        self._is_ready = False
        self._place: Location | None = None
        self._is_landed = False
        split_view.on_reader(
            lambda reader: reader.document_opened.connect(lambda page: self._tell_notices(reader, page))
        )
        split_view.landed.connect(self._land)
        split_view.outline_came.connect(self._check)

    @property
    def _reader(self) -> Reader:
        return self._split_view.reader

    def add(self, requests: Iterable[str]) -> None:
        """Open these links and add these folders, now or as soon as the tabs of last time are back."""
        self._waiting.extend(requests)
        if self._is_ready:
            self.begin()

    def begin(self) -> None:
        """The session is back: do what was asked for, and from now on at once."""
        self._is_ready = True
        waiting, self._waiting = self._waiting, []
        for request in waiting:
            self._open(request)

    def register_links(self) -> None:
        """Have the desktop open our links with this program from now on."""
        shell = self._shell
        said = tr("Bookwheel now opens bookwheel:// links (set in {file}).")
        shell.calls.ask(lambda: register(self._library_paths), lambda file: shell.notify(said.format(file=file)))

    def _open(self, request: str) -> None:
        if self._offer_shared(request):
            return
        if not is_link(request):
            self._add_folder.add(request)
            return
        place = location_of(request)
        if place is None or is_lone(place.doc):  # a web page may have such a link, and files open for the person alone
            said = tr("{link} is not a link to a document. A link looks like {example}.")
            self._shell.notify(said.format(link=request[:120], example="bookwheel://doc/notes/page.md#heading"))
            return
        here = self._reader.here
        self._place, self._is_landed = place, False
        self._shell.open(place, in_new_tab=here is not None and here.doc != place.doc)

    def _tell_notices(self, reader: Reader, page: PageAnswer) -> None:
        if reader.pages is not None:
            return  # it has pages without text as well
        for notice in page.notices:
            self._shell.notify(translate_message(notice))

    def _land(self, place: Location) -> None:
        """Mark the section that a link named; where it named words, these are marked already."""
        view = self._reader.view
        if self._place is None or replace(place, anchor=self._place.anchor) != self._place:
            return
        if place.anchor and not place.query:
            if self._reader.pages is not None:
                self._reader.pages.mark_section(place.anchor)
            elif view is not None:
                view.call("mark_section", place.anchor)
        self._is_landed = True
        self._warn_if_lost()

    def _check(self, answer: OutlineAnswer | None) -> None:
        if answer is not None:
            QTimer.singleShot(0, self, self._warn_if_lost)  # the outline itself may hear of it after this

    def _warn_if_lost(self) -> None:
        """Say that a page has no such section, once both the page and its outline are there.

        A link that also names a place in the file is followed by that instead.
        """
        place, page = self._place, self._reader.page
        sections = [entry.section for entry in self._outline.entries()]
        is_known = page is not None and place is not None and page.doc == place.doc
        if place is None or page is None or not is_known or not self._is_landed or not sections:
            return
        if sections[0].partition("#")[0] != place.doc:
            return
        self._place = None
        if place.anchor in ("", TOP) or f"{place.doc}#{place.anchor}" in sections:
            return
        if place.place:
            self._place, self._is_landed = replace(place, anchor=""), False
            self._shell.open(self._place)
        else:
            said = tr("“{title}” no longer has a section “{name}”; it is shown from the start.")
            self._shell.notify(said.format(title=page.title, name=place.anchor))
