"""Names in a page's text that lead to their things: asked for once the page is shown, and set by the page itself."""

from __future__ import annotations

from PySide6.QtCore import QObject

from bookwheel.domain.errors import BookwheelError
from bookwheel.domain.graph import ExploreAnswer, ExploreRequest
from bookwheel.domain.page import PageAnswer
from bookwheel.domain.service.events import Event, EventKind
from bookwheel.domain.things import fold, is_thing
from bookwheel.gui.page.html.thing_page import kind_of
from bookwheel.gui.page.reader import Reader
from bookwheel.gui.shell.shell import Shell
from bookwheel.gui.state.locations import address, is_made_page

_MOST_THINGS = 300
_LONGER = 3
"""Letters that the words in a text may have more than the name of what they mean, as a plural has."""

NameLink = tuple[str, str, str]
"""Words as they are written, the address that they lead to, and what is said of it."""


class NameLinks(QObject):
    """Links names while the setting says so; each page that is loaded gets them once."""

    def __init__(self, shell: Shell, reader: Reader) -> None:
        super().__init__(reader)
        self._reader, self._shell, self._calls = reader, shell, reader.calls
        self._preferences = preferences = shell.session.preferences
        self._is_wanted = preferences.values.name_links
        self._awaits: PageAnswer | None = None
        self._shown: list[NameLink] = []
        shell.event_received.connect(self._on_event)
        reader.document_opened.connect(self._expect)
        reader.landed.connect(lambda _place: self._ask())
        preferences.changed.connect(self._follow_setting)

    def _expect(self, page: PageAnswer) -> None:
        self._calls.drop("name links")
        self._awaits, self._shown = page, []

    def _on_event(self, event: Event) -> None:
        """The graph has followed the documents: what the page names may be known only now."""
        if event.kind is EventKind.PROJECTED and self._awaits is None and not self._reader.is_landing:
            self._awaits = self._reader.page
            self._ask()

    def _follow_setting(self) -> None:
        wanted = self._preferences.values.name_links
        if wanted == self._is_wanted:
            return
        self._is_wanted = wanted
        view = self._reader.view
        if wanted:
            self._awaits = self._reader.page
            self._ask()
        elif view is not None:
            self._calls.drop("name links")
            self._shown = []
            view.call("link_names", [])

    def _ask(self) -> None:
        page, self._awaits = self._awaits, None
        here, client = self._reader.here, self._shell.client
        if page is None or client is None or here is None or not self._is_wanted:
            return
        if self._reader.pages is not None or here.is_source or is_made_page(page.doc):
            return
        request = ExploreRequest(page.doc, relation="mentions", limit=_MOST_THINGS)

        def done(names: list[NameLink]) -> None:
            view = self._reader.view
            if view is not None and names != self._shown and self._reader.page is page and self._is_wanted:
                self._shown = names
                view.call("link_names", names)

        def failed(_error: BookwheelError) -> None:
            return  # a document without a graph yet is read without such links

        self._calls.ask(lambda: names_of(client.explore(request)), done, failed, slot="name links")


def names_of(answer: ExploreAnswer) -> list[NameLink]:
    """What a document calls the things that it mentions; words that mean two things lead nowhere."""
    things = {node.id: node for node in answer.nodes if is_thing(node.id)}
    meant: dict[str, set[str]] = {}
    for edge in answer.edges:
        node = things.get(edge.target)
        if node is None or edge.relation != "mentions":
            continue
        for words in {node.title, *_names_in(edge.text, node.title, node.detail)}:
            if len(words) > 1:
                meant.setdefault(words, set()).add(node.id)
    return [
        (words, address(id), f"{things[id].title} \u00b7 {kind_of(things[id])}")
        for words, ids in sorted(meant.items())
        if len(ids) == 1
        for id in ids
    ]


def _names_in(text: str, *names: str) -> list[str]:
    """The words of a mention, if they are a name of what it mentions and not a line about it."""
    words = " ".join(text.split())
    return [words] if words and any(len(fold(words)) <= len(fold(name)) + _LONGER for name in names if name) else []
