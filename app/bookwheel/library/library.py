"""The library as the service reads it: one facade over the newest published revision."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from dataclasses import replace
from functools import partial

from bookwheel.domain.browse import BrowseAnswer, BrowseRequest, TreeAnswer, TreeRequest
from bookwheel.domain.collection import Collection, CollectionCard, CollectionsAnswer
from bookwheel.domain.diagnostics import (
    AbsenceAnswer,
    AbsenceRequest,
    InspectAnswer,
    InspectRequest,
    MentionsAnswer,
    MentionsRequest,
)
from bookwheel.domain.errors import NotAllowed, NotFound, ServiceUnavailable, StoreUnusable
from bookwheel.domain.graph import (
    ContextAnswer,
    ContextRequest,
    ExploreAnswer,
    ExploreRequest,
    ExportAnswer,
    ExportRequest,
    QueryAnswer,
    QueryRequest,
)
from bookwheel.domain.history import ChangesAnswer, ChangesRequest
from bookwheel.domain.ingest import Ingests
from bookwheel.domain.map import MapAnswer, MapRequest
from bookwheel.domain.messages import NO_MESSAGE, Message
from bookwheel.domain.page import AssetAnswer, AssetRequest, PageAnswer, PageRequest, ResolveAnswer, ResolveRequest
from bookwheel.domain.readiness import Readiness
from bookwheel.domain.reading import OutlineAnswer, OutlineRequest, ReadAnswer, ReadRequest
from bookwheel.domain.scopes import is_narrow
from bookwheel.domain.search import EVERYTHING, NamesAnswer, NamesRequest, Scope, SearchAnswer, SearchRequest
from bookwheel.domain.service.requests import Empty, NameRequest
from bookwheel.domain.service.status import ProblemsAnswer
from bookwheel.library.annotations.annotations import Annotations
from bookwheel.library.annotations.manual_links import ManualLinks
from bookwheel.library.annotations.memories import Memories
from bookwheel.library.annotations.memory_nodes import MemoryNodes, asks_of_memories
from bookwheel.library.annotations.noted_sections import with_notes
from bookwheel.library.annotations.pinned_passages import Tray
from bookwheel.library.annotations.reading_progress import ReadingProgress
from bookwheel.library.annotations.same_things import SameThings
from bookwheel.library.context import context
from bookwheel.library.context.passage_scores import CutTexts
from bookwheel.library.embedding.live_vectors import LiveMeaning
from bookwheel.library.embedding.shared_meaning import SharedMeaning
from bookwheel.library.fields.note_store import NoteStore
from bookwheel.library.fields.task_list import TaskList
from bookwheel.library.graph import explore, export, network_export, unlinked_mentions
from bookwheel.library.graph.live_graph import Graphs
from bookwheel.library.graph.query_pages import QueryPages
from bookwheel.library.graph.visible_statements import visible_query
from bookwheel.library.indexing import store_checks
from bookwheel.library.map.live_map import LiveMap, Places, meant
from bookwheel.library.reading import browse, changes, document_tree, page, passages
from bookwheel.library.reading.assets import asset
from bookwheel.library.reading.inner_pictures import InnerPictures
from bookwheel.library.reading.protected_files import raise_if_protected
from bookwheel.library.reading.renderer_child import Renderer
from bookwheel.library.reading.unpublished_library import Unpublished
from bookwheel.library.report.link_report import LinkReports
from bookwheel.library.search import first_documents, missing_document, search
from bookwheel.library.search.semantic_leg import Kept
from bookwheel.library.snapshot.cursors import Cursors
from bookwheel.library.snapshot.graph_arrays import Graph
from bookwheel.library.snapshot.live_snapshot import LiveSnapshot, SharedWords
from bookwheel.library.snapshot.lookup import is_visible
from bookwheel.library.snapshot.scope_cache import Scoped, told_readiness
from bookwheel.library.snapshot.snapshot import Snapshot
from bookwheel.library.snapshot.source_order import put_in_order
from bookwheel.library.topics.live_topics import LiveTopics
from bookwheel.library.topics.topic_proposals import TopicProposals
from bookwheel.paths import LibraryPaths
from bookwheel.settings import Settings

log = logging.getLogger(__name__)


class Library:
    """Answers from the newest published revision; thread-safe.

    Every method named as in `wire.METHODS` takes its request and the caller's scope. Ids outside the scope behave like
    unknown ones. Until something was published, lists are empty and every id is unknown.
    """

    def __init__(self, paths: LibraryPaths, settings: Settings, collections: Callable[[], tuple[Collection, ...]],
                 meaning: SharedMeaning | None = None, words: SharedWords | None = None) -> None:  # fmt: skip
        """Open what is there; `collections` are asked for at every question, `meaning` and `words` are of engines."""
        self.settings = settings
        self.tells_sources = True  # in which folder collections lie, and where they are fetched from
        self.readiness: Callable[[], Readiness] = Readiness
        """What is still to be read, asked at every question; nothing where nobody follows the folders."""
        self.storage_problem = NO_MESSAGE
        """Why the system lets nothing be written; empty while all is well."""
        self.on_storage_refused: Callable[[Message], None] = lambda sentence: None
        """Told of each call that the system refused something."""
        self._paths, self._collections_now, self.words = paths, collections, words
        self.graphs = Graphs(paths.ontology)
        self.map_now = LiveMap()
        self.renderer = Renderer()
        self.pictures = InnerPictures()
        self.queries = QueryPages()
        self.memory: Memories | None = None
        """What agents keep, where there is a state to keep it in."""
        self._memory_nodes = MemoryNodes(lambda: self.memory)
        self.links: ManualLinks | None = None
        self.annotations: Annotations | None = None
        self.reading: ReadingProgress | None = None
        self.same: SameThings | None = None
        self.topics_now: LiveTopics | None = None
        self.topic_proposals: TopicProposals | None = None
        self.ingestion: Ingests | None = None
        self.tray: Tray | None = None
        """What the person made, said and pinned, where they left documents, and topics, likewise."""
        self.tasks, self._notes = TaskList(self.seen), NoteStore()
        self.reports, self.scoped = LinkReports(), Scoped()
        self.graphs.prepare = self.scoped.prepare
        self.meaning: LiveMeaning | SharedMeaning = meaning or LiveMeaning(paths)
        self.cursors = Cursors()
        self._kept, self._cut_texts = Kept(), CutTexts()
        self.on_viewed: Callable[[tuple[str, ...]], None] = lambda docs: None
        self._snapshots = LiveSnapshot(paths, collections, words)
        self._snapshots.topics = lambda: self.topics_now.stated if self.topics_now is not None else {}
        self.refresh(0)

    def refresh(self, revision: int) -> None:
        """Open the published revision (at least `revision`); questions under way keep the one that they began with."""
        try:
            self._snapshots.refresh(self.settings.keyword)
        except StoreUnusable as error:
            log.warning("revision %d cannot be opened: %s", revision, error.message)

    def watch_words(self, on_damaged: Callable[[], None]) -> None:
        """Call when the keyword index turns out to be damaged from now on, or at once where it is known to be."""
        self._snapshots.watch_words(on_damaged)

    def refresh_meaning(self) -> None:
        """Take in what was embedded, off the path of questions; the first time this loads the model."""
        self.meaning.refresh(self.settings.meaning, self._now())

    def put_in_order(self) -> None:
        """Find out the collections' orders before they are asked for."""
        if (snapshot := self._now()) is not None:
            put_in_order(snapshot)

    def close(self) -> None:
        """Close every store."""
        self.renderer.close()
        self.pictures.close()
        self.graphs.close()
        self.meaning.close()
        self._snapshots.close()

    @property
    def revision(self) -> int:
        """The revision that answers now; 0 before the first."""
        return self._snapshots.revision

    def pending(self, scope: Scope = EVERYTHING) -> int | None:
        """Return how many files of the scope are still to be read, None while they are counted or where not told."""
        return self._unpublished(scope).pending

    def coverage(self, scope: Scope = EVERYTHING) -> float:
        """The share (0 to 1) of the sections published now in a scope that meaning finds."""
        snapshot = self.seen(scope)
        return snapshot.meaning.coverage if snapshot else 0.0

    @property
    def memories(self) -> Memories:
        """What agents keep; ServiceUnavailable where nothing can be kept."""
        if self.memory is None:
            raise ServiceUnavailable("Memories are not available here.")
        return self.memory

    def faults(self) -> tuple[tuple[Message, Message], ...]:
        """Each store of the indexer with what is wrong with it, empty when it is sound; none in an empty library."""
        is_there = self._snapshots.is_open or self._paths.catalogue.exists()
        return tuple(store_checks.faults(self._paths)) if is_there else ()

    def search(self, request: SearchRequest, scope: Scope = EVERYTHING) -> SearchAnswer:
        """The sections that answer a query, best first."""
        snapshot = self.seen(scope)
        if snapshot is None:
            return self._unpublished(scope).search()
        snapshot = with_notes(self._with_graph(snapshot), request, scope, self.annotations)
        answer = search.search(request, scope, snapshot, self.settings, self.cursors.of(scope.client), self._kept)
        self.on_viewed(first_documents.of(request, answer))
        return answer

    def names(self, request: NamesRequest, scope: Scope = EVERYTHING) -> NamesAnswer:
        """Documents whose name fits, best first."""
        if (snapshot := self.seen(scope)) is None:
            return NamesAnswer((), 0)
        return browse.names(request, scope, snapshot, self._snapshots.names(snapshot))

    def browse(self, request: BrowseRequest, scope: Scope = EVERYTHING) -> BrowseAnswer:
        """One view of what the library holds."""
        snapshot = self.seen(scope)
        if snapshot is None:
            answer = self._unpublished(scope).browse(request)
            return replace(answer, collections=self._told(answer.collections))
        if request.view in browse.OF_GRAPH:
            snapshot = replace(snapshot, graph=self._with_memories(snapshot, scope))
        answer = browse.browse(request, scope, snapshot, self.cursors.of(scope.client))
        return replace(answer, collections=self._told(answer.collections))

    def outline(self, request: OutlineRequest, scope: Scope = EVERYTHING) -> OutlineAnswer:
        """A document's section tree."""
        return passages.outline(request, scope, self._asked(scope, request.doc))

    def read(self, request: ReadRequest, scope: Scope = EVERYTHING) -> ReadAnswer:
        """Passages in the order asked."""
        own = self.cursors.of(scope.client)
        answer = passages.read(request, scope, self._asked(scope, *request.targets), own)
        self.on_viewed(tuple(target.partition("#")[0] for target in request.targets))
        return answer

    def tree(self, request: TreeRequest, scope: Scope = EVERYTHING) -> TreeAnswer:
        """A collection's documents by path."""
        if (snapshot := self.seen(scope)) is None:
            return self._unpublished(scope).tree(request)
        return document_tree.tree(request, scope, snapshot, self.cursors)

    def page(self, request: PageRequest, scope: Scope = EVERYTHING) -> PageAnswer:
        """A document as safe HTML."""
        snapshot = self._asked(scope, request.doc)
        try:
            answer = page.page(request, scope, snapshot, search.marker, self.renderer, self._notes, self.pictures)
        except NotFound:
            raise_if_protected(request.doc, scope, snapshot)
            raise
        self.on_viewed((request.doc,))
        return replace(answer, topics=self.topics_now.of_document(answer.doc, scope)) if self.topics_now else answer

    def asset(self, request: AssetRequest, scope: Scope = EVERYTHING) -> AssetAnswer:
        """A file that a document shows."""
        return asset(request, scope, self._asked(scope, request.doc), self.pictures)

    def resolve(self, request: ResolveRequest, scope: Scope = EVERYTHING) -> ResolveAnswer:
        """Where a link leads."""
        return page.resolve(request, scope, self._asked(scope, request.doc))

    def explore(self, request: ExploreRequest, scope: Scope = EVERYTHING) -> ExploreAnswer:
        """What stands around a node of the graph, or on the way from it to another."""
        snapshot = self.seen(scope)
        if snapshot is None:
            return self._unpublished(scope).explore(request)
        return explore.explore(request, scope, snapshot, self._with_memories(snapshot, scope))

    def absence(self, request: AbsenceRequest, scope: Scope = EVERYTHING) -> AbsenceAnswer:
        """Why a document does not answer a query."""
        snapshot = self._with_graph(self._asked(scope, request.doc))
        return missing_document.absence(request, scope, snapshot, self.settings, self._kept)

    def mentions(self, request: MentionsRequest, scope: Scope = EVERYTHING) -> MentionsAnswer:
        """Where a document is named without being linked."""
        snapshot = self._asked(scope, request.doc)
        return unlinked_mentions.mentions(request, scope, snapshot, self._graph(snapshot))

    def inspect(self, request: InspectRequest, scope: Scope = EVERYTHING) -> InspectAnswer:
        """One view of what links leave to mend, or of what is worth a look."""
        if (snapshot := self.seen(scope)) is None:
            return InspectAnswer(request.view, (), 0, 0)
        return self.reports.inspect(request, scope, snapshot, self._graph(snapshot), self.meaning.views)

    def changes(self, request: ChangesRequest, scope: Scope = EVERYTHING) -> ChangesAnswer:
        """What changed since a day, by whom, in which documents."""
        if (snapshot := self.seen(scope)) is None:
            return ChangesAnswer((), 0, 0, self.pending(scope))
        return changes.changes(request, scope, snapshot)

    def query(self, request: QueryRequest, scope: Scope = EVERYTHING) -> Future[QueryAnswer]:
        """The rows of a SPARQL query, when they have come; a narrow scope asks a store of what it shows alone."""
        if not request.cursor and asks_of_memories(request.sparql):
            return self._memory_nodes.query(self.queries, request, scope, *self.unjoined(scope), self._paths.ontology)
        if request.cursor or self.sees_everything(scope):
            return self.queries.page(request, scope)
        shown, decisions = self.unjoined(scope), self.scoped.decisions()
        return visible_query(self.queries, request, scope, *shown, decisions, self._paths.ontology)

    def context(self, request: ContextRequest, scope: Scope = EVERYTHING) -> ContextAnswer:
        """Evidence for a question within a budget."""
        snapshot = self.seen(scope)
        if snapshot is None:
            return self._unpublished(scope).context(request)
        ask = partial(self.search, scope=scope)
        return context.context(request, ask, snapshot, self._graph(snapshot), self._cut_texts)

    def export(self, request: ExportRequest, scope: Scope = EVERYTHING) -> ExportAnswer:
        """A part of the graph in a format that other programs read.

        Raises:
            NotAllowed: for a scope that shows parts of collections.
        """
        if (scope.filters or scope.by_collection) and not self.sees_everything(scope):
            raise NotAllowed(
                "Only whole collections can be exported, and you have access to only part of them.", next="explore"
            )
        if request.format not in network_export.FORMATS or request.has_reifiers:
            memories = partial(self._memory_nodes.statements, self.unjoined(scope)[1], scope)
            return export.export(request, scope, self._collections_now(), self._paths.ontology, memories)
        export.check(request, scope, self._collections_now())
        snapshot = self.seen(scope)
        graph = None if snapshot is None else self._with_memories(snapshot, scope)
        return network_export.export(request, scope, snapshot, graph)

    def map(self, request: MapRequest, scope: Scope = EVERYTHING) -> MapAnswer:
        """Where every document of the scope lies on the map.

        Raises:
            NotAllowed: for a scope that shows parts of collections: regions are named after all of them.
        """
        if (scope.filters or scope.by_collection) and not self.sees_everything(scope):
            raise NotAllowed(
                "The map shows whole collections, but you have access to only part of them.", next="explore"
            )
        slugs = [one.slug for one in self._collections_now() if is_visible(one.slug, scope)]
        return self.map_now.answer(request, slugs, self.graphs.revision)

    def meant(self, ids: Sequence[str]) -> Places:
        """Where meaning puts documents on a map (n, 2), NaN for those without vectors."""
        snapshot = self._now()
        return meant(ids, self.meaning.views if snapshot is not None else (), snapshot)

    def collections(self, request: Empty, scope: Scope = EVERYTHING) -> CollectionsAnswer:
        """The collections with their counts and states."""
        snapshot = self.seen(scope)
        cards = self._unpublished(scope).cards if snapshot is None else browse.collection_cards(snapshot, scope)
        return CollectionsAnswer(self._told(cards), 0 if snapshot is None else snapshot.told_revision)

    def known_hashes(self, hashes: Iterable[str]) -> set[str]:
        """Those of the hashes that are of a file's content in any collection; all while nothing is published."""
        snapshot = self.seen(EVERYTHING)
        return set(hashes) if snapshot is None else snapshot.catalogue.known_hashes(hashes)

    def problems(self, request: NameRequest, scope: Scope = EVERYTHING) -> ProblemsAnswer:
        """Files that could not be indexed, or only in part; of one collection, by its slug, if one is named."""
        snapshot = self.seen(scope)
        return ProblemsAnswer((), 0) if snapshot is None else browse.problems(request, scope, snapshot)

    def cursor_before(self, cursor: str, count: int) -> str:
        """A cursor of an answer, moved to where that answer's last `count` rows begin: for who shows fewer of them."""
        return self.cursors.back(cursor, count)

    def _graph(self, snapshot: Snapshot) -> Graph | None:
        """The part of the newest graph that a snapshot shows; None while there is none."""
        whole = self.graphs.now
        return None if whole is None else self.scoped.graph(whole, snapshot)

    def _with_memories(self, snapshot: Snapshot, scope: Scope) -> Graph | None:
        """That part of the graph with the memories that the caller may recall."""
        return self._memory_nodes.joined(self._graph(snapshot), scope)

    def _with_graph(self, snapshot: Snapshot) -> Snapshot:
        return replace(snapshot, graph=self._graph(snapshot))

    def seen(self, scope: Scope) -> Snapshot | None:
        """The newest snapshot as far as the scope shows it."""
        snapshot = self._now()
        return None if snapshot is None else self.scoped.limited(snapshot, scope)

    def looked(self, scope: Scope) -> tuple[Snapshot | None, Graph | None]:
        """The newest snapshot and the newest graph as far as the scope shows them."""
        snapshot = self.seen(scope)
        return snapshot, None if snapshot is None else self._graph(snapshot)

    def unjoined(self, scope: Scope) -> tuple[Snapshot | None, Graph | None]:
        """Likewise, with the graph in which things that are the same are still several nodes."""
        snapshot, whole = self.seen(scope), self.graphs.now
        return snapshot, None if snapshot is None or whole is None else self.scoped.unjoined(whole, snapshot)

    def sees_everything(self, scope: Scope) -> bool:
        """Whether a caller sees all that there is: its scope is not narrow and hides nothing."""
        snapshot = self.seen(scope)
        return not is_narrow(scope) and (snapshot is None or snapshot.facets.is_whole)

    def _asked(self, scope: Scope, *docs: str) -> Snapshot:
        snapshot = self.seen(scope)
        if snapshot is None:
            raise NotFound("There is no document {name}.", name=docs[0] if docs else "", next="add a folder first")
        return snapshot

    def _told(self, cards: tuple[CollectionCard, ...]) -> tuple[CollectionCard, ...]:
        return cards if self.tells_sources else tuple(replace(card, root="", address="") for card in cards)

    def _now(self) -> Snapshot | None:
        """The newest snapshot under the present collections, weights and readiness."""
        return self._snapshots.now(self.readiness, self.meaning.at)

    def _unpublished(self, scope: Scope) -> Unpublished:
        known = tuple(one for one in self._collections_now() if is_visible(one.slug, scope))
        return Unpublished(known, told_readiness(self.readiness(), scope))
