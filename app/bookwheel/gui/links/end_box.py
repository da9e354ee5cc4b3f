"""A box for one end of a path: names of documents and things are offered while one types."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Qt, QTimer
from PySide6.QtGui import QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QCompleter, QLineEdit

from bookwheel.client.connection import Client
from bookwheel.domain.errors import BookwheelError
from bookwheel.domain.graph import ExploreRequest, NodeKind
from bookwheel.domain.search import NamesRequest
from bookwheel.gui.backend.background_calls import BackgroundCalls
from bookwheel.gui.graph.vocabulary import KINDS
from bookwheel.gui.i18n.translation import tr

_REST_MS = 150
_MOST = 8
_ID = Qt.ItemDataRole.UserRole + 1

Offer = tuple[str, str, str]
"""The id of what is offered, its name, and what is said of it."""


class EndBox(QLineEdit):
    """What is typed, or what was chosen among the names offered."""

    def __init__(self, calls: BackgroundCalls, name: str) -> None:
        super().__init__()
        self.setPlaceholderText(name)
        self.setAccessibleName(name)
        self.setMinimumHeight(30)
        self.client: Client | None = None
        self._calls = calls
        self._chosen = ("", "")
        self._offers = QStandardItemModel(self)
        completer = QCompleter(self._offers, self)
        completer.setCompletionMode(QCompleter.CompletionMode.UnfilteredPopupCompletion)
        completer.setCompletionColumn(0)
        completer.activated[QModelIndex].connect(self._choose)  # pyright: ignore[reportIndexIssue]
        self.setCompleter(completer)
        self._rest = QTimer(self, singleShot=True, interval=_REST_MS)
        self._rest.timeout.connect(self._ask)
        self.textEdited.connect(lambda _text: self._rest.start())

    @property
    def target(self) -> str:
        """The id of what was chosen, else what is typed."""
        text = self.text().strip()
        shown, id = self._chosen
        return id if id and text == shown else text

    def offer(self, offers: list[Offer]) -> None:
        """Show names to choose from."""
        self._offers.clear()
        for id, name, note in offers:
            row = QStandardItem(f"{name} · {note}" if note else name)
            row.setData(id, _ID)
            self._offers.appendRow(row)
        completer = self.completer()
        if offers and self.hasFocus() and completer is not None:
            completer.complete()

    def _choose(self, at: QModelIndex) -> None:
        self._chosen = (str(at.data()).strip(), str(at.data(_ID)))

    def _ask(self) -> None:
        client, text = self.client, self.text().strip()
        if client is None or len(text) < 2:
            return

        def done(offers: list[Offer]) -> None:
            if self.text().strip() == text:
                self.offer(offers)

        self._calls.ask(
            lambda: fetch_offers(client, text), done, lambda _error: None, slot=f"offers {self.accessibleName()}"
        )


def fetch_offers(client: Client, text: str) -> list[Offer]:
    """Documents, then things and labels, whose name fits what is typed."""
    offers = [(card.doc, card.title, card.path) for card in client.names(NamesRequest(text, limit=_MOST)).documents]
    try:
        nodes = client.explore(ExploreRequest(text, hops=0, limit=_MOST)).nodes
    except BookwheelError:
        nodes = ()  # nothing is called so, which is no reason to offer no documents
    known = {id for id, _, _ in offers}
    named = [
        node for node in nodes if node.id not in known and node.kind is not NodeKind.SECTION and node.kind in KINDS
    ]
    return [*offers, *((node.id, node.title or node.id, tr(KINDS[node.kind].one)) for node in named)]
