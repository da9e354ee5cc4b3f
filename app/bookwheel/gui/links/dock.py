"""The Links side bar: who links to the document read, what it misses, what is related to it, each with its proof."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QWidget

from bookwheel.client.connection import Client
from bookwheel.domain.annotations.manual_links import LinkEntry, LinksRequest
from bookwheel.domain.diagnostics import MentionsRequest
from bookwheel.domain.errors import BookwheelError, NotAllowed, NotFound
from bookwheel.domain.graph import ExploreRequest, ExploreView
from bookwheel.domain.reading import MOST_TARGETS, Passage, ReadRequest
from bookwheel.domain.things import is_thing
from bookwheel.gui.backend.background_calls import BackgroundCalls
from bookwheel.gui.i18n.service_messages import translate_message
from bookwheel.gui.i18n.translation import QT_TR_NOOP, tr
from bookwheel.gui.links.model import Connections, LinksModel, rows_of, sources_of
from bookwheel.gui.links.view import LinksView
from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.widgets.dock import Dock

_REFRESH_MS = 1200
_LIMIT = 200
_BUDGET = 40_000
"""Tokens of sources read for the words around links."""


class LinksDock(Dock):
    """Follows the reader; asks only while it is seen."""

    location_chosen = Signal(object, bool)
    """A Location, and whether a new tab was asked for."""

    def __init__(self, theme: Theme, calls: BackgroundCalls, parent: QWidget) -> None:
        super().__init__(theme, QT_TR_NOOP("Links"), "link", parent)
        self._calls = calls
        self._client: Client | None = None
        self._doc = self._shown_for = ""
        self._is_stale = False
        self.model = LinksModel(self)
        self.view = LinksView(theme, self.model)
        self.view.opened.connect(self.location_chosen)
        self.hold(self.view)
        self._refreshing = QTimer(self, singleShot=True, interval=_REFRESH_MS)
        self._refreshing.timeout.connect(self.ask)
        self.visibilityChanged.connect(self._appear)
        self._show_message("")

    def panes(self) -> tuple[QWidget, ...]:
        """See the dock."""
        return (self.view,)

    def set_client(self, client: Client | None) -> None:
        """Ask this client."""
        self._client = client
        self.ask()

    def follow(self, doc: str) -> None:
        """Show what a document is linked with; empty for none."""
        if doc != self._doc:
            self._doc = doc
            self.ask()
        if not doc:
            self.model.set_rows([])
            self._show_message("")

    def refresh(self) -> None:
        """Ask again soon, as after documents changed; when it is not seen, once it is."""
        self._is_stale = True
        self._refreshing.start()

    def _appear(self, is_visible: bool) -> None:
        if is_visible and (self._is_stale or self._shown_for != self._doc):
            self.ask()

    def ask(self) -> None:
        """Ask again now, if it is seen."""
        client, doc = self._client, self._doc
        if client is None or not doc or not self.isVisible():
            return
        self._is_stale = False

        def work() -> Connections:
            if is_thing(doc):
                around = client.explore(ExploreRequest(doc, limit=_LIMIT))
                own = tuple(edge for edge in around.edges if doc in (edge.source, edge.target))
                around = replace(around, edges=own)
                return Connections(around, passages=_read_sources(client, sources_of(around)))
            back = client.explore(ExploreRequest(doc, view=ExploreView.BACKLINKS, limit=_LIMIT))
            broken = client.explore(ExploreRequest(doc, relation="brokenLinkTo", limit=_LIMIT))
            related = client.explore(ExploreRequest(doc, view=ExploreView.RELATED, limit=12))
            sources = tuple(dict.fromkeys((*sources_of(back), *sources_of(broken))))
            passages = _read_sources(client, sources)
            named = client.mentions(MentionsRequest(doc))
            return Connections(back, broken, related, named, passages, _fetch_manual(client, doc))

        self._calls.ask(work, lambda found: self._show(doc, found), self._fail, slot="links")

    def _show(self, doc: str, found: Connections) -> None:
        if self._shown_for != doc:
            self.view.scrollToTop()
        self._shown_for = doc
        self.model.set_rows(rows_of(doc, found))
        self._show_message(" ".join(dict.fromkeys(map(translate_message, found.backlinks.notices))))

    def _fail(self, error: BookwheelError) -> None:
        self._shown_for = ""
        self.model.set_rows([])
        is_early = isinstance(error, NotFound)  # a document is in the graph soon after its words
        self._show_message(tr("The links of this document are not indexed yet.") if is_early else error.message)

    def _show_message(self, sentence: str) -> None:
        self.show_message(sentence or ("" if self._doc else tr("Open a document to see its links.")))


def _fetch_manual(client: Client, doc: str) -> tuple[LinkEntry, ...]:
    """The links made by hand from or to a document; a team's document has none."""
    try:
        return client.links(LinksRequest(node=doc, limit=_LIMIT)).links
    except NotAllowed:
        return ()


def _read_sources(client: Client, sources: tuple[str, ...]) -> tuple[Passage, ...]:
    """The sections in which links are written."""
    portions = (sources[start : start + MOST_TARGETS] for start in range(0, len(sources), MOST_TARGETS))
    answers = (client.read(ReadRequest(portion, budget_tokens=_BUDGET)) for portion in portions)
    return tuple(passage for answer in answers for passage in answer.passages)
