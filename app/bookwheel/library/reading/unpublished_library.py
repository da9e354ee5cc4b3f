"""Answers of a library before its first revision: empty, with what is still to be read."""

from __future__ import annotations

from dataclasses import dataclass

from bookwheel.domain.browse import BrowseAnswer, BrowseRequest, TreeAnswer, TreeRequest, View
from bookwheel.domain.collection import Collection, CollectionCard
from bookwheel.domain.errors import NotFound
from bookwheel.domain.graph import ContextAnswer, ContextRequest, ExploreAnswer, ExploreRequest
from bookwheel.domain.messages import Message
from bookwheel.domain.readiness import Readiness
from bookwheel.domain.search import SearchAnswer
from bookwheel.library.reading.browse import card_without_catalogue


@dataclass(frozen=True, slots=True)
class Unpublished:
    """The collections that a scope shows, of which no document was published yet."""

    collections: tuple[Collection, ...]
    readiness: Readiness

    @property
    def pending(self) -> int | None:
        """The number of files still to be read, None while they are counted and where they are not told."""
        return self.readiness.pending(one.slug for one in self.collections)

    @property
    def notices(self) -> tuple[Message, ...]:
        """What every answer must say."""
        return self.readiness.notices(one.slug for one in self.collections)

    @property
    def cards(self) -> tuple[CollectionCard, ...]:
        """The collections without counts."""
        return tuple(card_without_catalogue(one, self.readiness) for one in self.collections)

    def search(self) -> SearchAnswer:
        """No hits."""
        return SearchAnswer((), 0, "", 0, self.pending, 0.0, self.notices)

    def browse(self, request: BrowseRequest) -> BrowseAnswer:
        """The collections alone."""
        cards = self.cards if request.view is View.COLLECTIONS else ()
        state = (request.view, len(cards), "", 0, self.pending, 0.0)
        return BrowseAnswer(*state, collections=cards, notices=self.notices)

    def tree(self, request: TreeRequest) -> TreeAnswer:
        """A collection without documents.

        Raises:
            NotFound: for an unknown collection.
        """
        if not any(one.slug == request.collection for one in self.collections):
            raise NotFound("There is no collection {name}.", name=request.collection, next="browse collections")
        return TreeAnswer(request.collection, (), "", 0, 0)

    def explore(self, request: ExploreRequest) -> ExploreAnswer:
        """No graph.

        Raises:
            NotFound: for any node, unless files are still to be read.
        """
        if request.node and not self.pending and not self.notices:
            raise NotFound("There is no node {name}.", name=request.node[:200], next="add a folder first")
        return ExploreAnswer((), (), 0, 0, 0, self.pending, notices=self.notices)

    def context(self, request: ContextRequest) -> ContextAnswer:
        """No evidence."""
        notices = self.notices or (Message("The library is empty."),)
        return ContextAnswer(request.question, (), (), 0, 0, self.pending, 0.0, notices)
