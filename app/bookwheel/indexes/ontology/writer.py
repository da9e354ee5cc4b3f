"""The one writer of the ontology."""

from __future__ import annotations

import contextlib
import hashlib
import logging
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import pyoxigraph as ox

from bookwheel.domain.errors import IndexDamaged
from bookwheel.domain.messages import NO_MESSAGE, Message
from bookwheel.indexes.ontology.history_triples import history_statements
from bookwheel.indexes.ontology.iris import (
    DOC,
    LIBRARY,
    MANUAL_GRAPH,
    OF_HISTORY,
    SAME_GRAPH,
    SIGN_GRAPH,
    THINGS,
    TOPIC,
    VOCABULARY,
    VOCABULARY_GRAPH,
    doc_iri,
    node_of,
)
from bookwheel.indexes.ontology.stores import (
    LIBRARY_NODE,
    LINKED,
    REVISION,
    SIGN,
    STATINGS,
    TOPICS,
    VERSION,
    numbered,
    raising_damage,
    stamp_of,
    statings_of,
    sync_logs,
    text_of,
    topic_signs_of,
    version,
    version_of,
    vocabulary_path,
)
from bookwheel.indexes.ontology.triples import (
    PREFIXES,
    Concepts,
    Described,
    DescribedManual,
    DescribedPair,
    manual_statements,
    same_statements,
    statements,
)

log = logging.getLogger(__name__)

_BROADER = ox.NamedNode(f"{VOCABULARY}broader")
_UNSTAMPED = "unstamped"
_MANUAL, _SAME = ox.NamedNode(MANUAL_GRAPH), ox.NamedNode(SAME_GRAPH)
_SIGNS = ox.NamedNode(SIGN_GRAPH)

UNREADABLE = Message("The graph could not be read; it is being rebuilt.")

BULK = 20
"""Documents new to the store from which on they are loaded in bulk, which is faster but leaves a file each time."""

LARGE = 4_000_000
"""Characters of a document's statements that are loaded at once; a transaction takes thirty times as much memory."""

MOST_UNFLUSHED = 400_000
"""Characters of changes that a stamp leaves in the store's log, of 2 MB then; readers read it each time they open it.

Every other flush has the engine write the whole store anew, for its keys are hashes: of 10,000 documents, five changed
files took 55 MB and half a second of a processor with a flush each, and take .4 MB without.
"""

_QUAD = 100
"""Characters of one statement in the mean."""

_CONCEPT_STARTS = tuple(
    f"urn:bookwheel:{kind}:"
    for kind in ("tag", "type", "category", "person", "collection", "field", *THINGS, *OF_HISTORY)
)


class OntologyWriter:
    """Writes documents' statements; one per library, in the indexer's thread.

    The store lies in a numbered folder of its own, so that one built anew can stand beside one that is being read.
    `revision` is the one reached, -1 when the store is new; `notice` says why one that was there could not be used.

    Raises:
        IndexDamaged: by every method, when the store cannot be used; `erase` then begins another.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._known: dict[str, str] = {}
        self._doubtful: set[str] = set()
        self._linked = ""
        self._topics: dict[str, str] = {}
        self._statings = self._unflushed = 0
        self.notice = NO_MESSAGE
        self._make_folder()
        self._store, self._number = self._opened()
        if self._store is None:
            self.erase()
        else:
            self._sweep_folders()

    @property
    def revision(self) -> int:
        """The revision that the statements have reached; -1 before the first stamp."""
        with raising_damage():
            return stamp_of(self._now())

    def replace(self, documents: Sequence[Described], dropped: Iterable[str] = ()) -> None:
        """State documents anew, each in one step, and take the statements of dropped ones away."""
        store = self._now()
        self._statings += 1
        with raising_damage():
            try:
                self._state(store, documents)
            except (SyntaxError, ValueError):
                if len(documents) < 2:
                    log.exception("a document cannot be stated")
                else:
                    for one in documents:
                        self.replace([one])
            for doc in dropped:
                graph = ox.NamedNode(doc_iri(doc))
                if store.contains_named_graph(graph):
                    self._doubt(graph)
                    self._unsign(graph)
                    store.remove_graph(graph)

    def has(self, iri: str) -> bool:
        """Whether a label, topic, person or collection is described, once all that is said of documents was said."""
        node = ox.NamedNode(iri)
        with raising_damage():
            self._settle()
            if iri.startswith(TOPIC):  # in the graph of its collection's topics
                return next(iter(self._now().quads_for_pattern(node, None, None)), None) is not None
            return self._now().contains_named_graph(node)

    def link(self, links: Sequence[DescribedManual], pairs: Sequence[DescribedPair] = ()) -> bool:
        """Let these be the manual links and what is the same, in one step; whether they were others before.

        The next stamp makes it last. The same step says that they are not stamped: the next writer states them anew if
        this one is killed before.
        """
        said, same = manual_statements(links), same_statements(pairs)
        sign = _sign(f"{said}{same}") if said or same else ""
        if sign == self._linked:
            return False
        with raising_damage():
            self._now().update(
                f"{PREFIXES}DROP SILENT GRAPH {_MANUAL};INSERT DATA {{ GRAPH {_MANUAL} {{\n{said}}} }};"
                f"DROP SILENT GRAPH {_SAME};INSERT DATA {{ GRAPH {_SAME} {{\n{same}}} }};"
                f"DELETE WHERE {{ GRAPH {LIBRARY_NODE} {{ {LIBRARY_NODE} {LINKED} ?before }} }};"
                f'INSERT DATA {{ GRAPH {LIBRARY_NODE} {{ {LIBRARY_NODE} {LINKED} "{_UNSTAMPED}" }} }}'
            )
        self._linked = sign
        return True

    def state_topics(self, topics: Mapping[str, str]) -> bool:
        """Let these be the topics, statements by the graph of their collection; whether they were others before.

        Each graph is replaced in one step, unless it is large; that also says that it is not stamped, as in `link`.
        """
        signs = {graph: _sign(said) for graph, said in topics.items() if said}
        changed = [graph for graph in {*signs, *self._topics} if signs.get(graph) != self._topics.get(graph)]
        with raising_damage():
            for graph in sorted(changed):
                self._replace_topics(ox.NamedNode(graph), topics.get(graph, ""))
        self._topics = signs
        return bool(changed)

    def docs(self) -> set[str]:
        """Ids of the documents that have statements."""
        with raising_damage():
            return {node_of(iri) for iri in self._graphs() if iri.startswith(DOC)}

    def _replace_topics(self, graph: ox.NamedNode, said: str) -> None:
        store, is_large = self._now(), len(said) > LARGE
        stamp = f'GRAPH {LIBRARY_NODE} {{{{ {LIBRARY_NODE} {TOPICS} "{graph.value} {{sign}}" }}}}'
        store.update(
            f"{PREFIXES}DROP SILENT GRAPH {graph};INSERT DATA {{ GRAPH {graph} {{\n{'' if is_large else said}}} }};"
            f"DELETE DATA {{ {stamp.format(sign=self._topics.get(graph.value, ''))} }};"
            f"INSERT DATA {{ {stamp.format(sign=_UNSTAMPED)} }}"
        )
        if is_large:  # not in one step; a writer that is killed in between begins again
            for part in _parts(said):
                _load(store, f"{graph} {{\n{part}}}\n", is_bulk=True)

    def _state(self, store: ox.Store, documents: Sequence[Described]) -> None:
        concepts = Concepts()
        fresh: list[str] = []
        changed: list[str] = []
        signs: list[str] = []
        for document in documents:
            said = statements(document, concepts) + history_statements(document, concepts)
            self._unflushed += len(said)
            graph = ox.NamedNode(doc_iri(document.doc))
            sign = f'{graph} {SIGN} "{hashlib.blake2b(said.encode(), digest_size=12).hexdigest()}".\n'
            is_known = store.contains_named_graph(graph)
            if is_known:
                self._doubt(graph)
            if len(said) > LARGE:
                if is_known:
                    self._unsign(graph)
                    store.remove_graph(graph)
                signs.append(sign)
                for part in _parts(said):  # not in one step; a writer that is killed in between begins again
                    _load(store, f"{graph} {{\n{part}}}\n", is_bulk=True)
            elif is_known:
                changed.append(
                    f"{PREFIXES}DROP SILENT GRAPH {graph};DELETE WHERE {{ GRAPH {_SIGNS} {{ {graph} {SIGN} ?sign }} }};"
                    f"INSERT DATA {{ GRAPH {graph} {{\n{said}}} GRAPH {_SIGNS} {{ {sign} }} }}"
                )
            else:
                signs.append(sign)
                fresh.append(f"{graph} {{\n{said}}}\n")
        is_bulk = len(fresh) >= BULK
        added = {iri: said for iri, said in concepts.graphs.items() if not self._known.get(iri, "").startswith(said)}
        fresh.extend(f"<{iri}> {{\n{said}}}\n" for iri, said in added.items())
        if fresh:
            _load(store, "".join(fresh), is_bulk=is_bulk)
        if signs:  # last: a document without one is not stated whole
            _load(store, f"{_SIGNS} {{\n{''.join(signs)}}}\n", is_bulk=False)
        for update in changed:
            store.update(update)
        self._known.update(added)

    def _unsign(self, graph: ox.NamedNode) -> None:
        """Say that a document is not stated whole."""
        for quad in self._now().quads_for_pattern(graph, None, None, _SIGNS):
            self._now().remove(quad)

    def stamp(self, revision: int) -> None:
        """Say that the statements are those of a revision, and make that last; readers may open the store now."""
        store = self._now()
        with raising_damage():
            self._settle()
            store.update(
                f"DELETE WHERE {{ GRAPH <{LIBRARY}> {{ ?s ?p ?o }} }}; INSERT DATA {{ GRAPH <{LIBRARY}> {{"
                f' <{LIBRARY}> {REVISION} {revision}; {VERSION} "{version()}"; {STATINGS} {self._statings};'
                f' {LINKED} "{self._linked}"{self._said_of_topics()} }} }}'
            )
            if self._unflushed > MOST_UNFLUSHED:
                self.flush()
            else:
                sync_logs(self._folder / str(self._number))
            self._mark(self._number).touch()
        self._sweep_folders()

    def _said_of_topics(self) -> str:
        return "".join(f'; {TOPICS} "{graph} {sign}"' for graph, sign in sorted(self._topics.items()))

    def flush(self) -> None:
        """Put everything stated so far on the disk."""
        with raising_damage():
            self._now().flush()
        self._unflushed = 0

    def erase(self) -> None:
        """Begin an empty store in another folder, so that no word of the old one is left in a file."""
        self._store = None
        self._known, self._doubtful = {}, set()
        self._linked, self._topics, self._statings = "", {}, 0
        self._number = max((number for number, _ in numbered(self._folder)), default=0) + 1
        self._sweep_folders()
        self._make_folder()
        with raising_damage():
            self._store = ox.Store(str(self._folder / str(self._number)))
            self._store.load(
                path=str(vocabulary_path()), format=ox.RdfFormat.TURTLE, to_graph=ox.NamedNode(VOCABULARY_GRAPH)
            )

    def close(self) -> None:
        """Let go of the store."""
        self._store = None

    def _opened(self) -> tuple[ox.Store | None, int]:
        """The newest store, if it was stamped with this version."""
        for number, place in reversed(numbered(self._folder)):
            try:
                with raising_damage():
                    store = ox.Store(str(place))
                    if stamp_of(store) >= 0 and version_of(store) == version():
                        named = (graph.value for graph in store.named_graphs() if isinstance(graph, ox.NamedNode))
                        self._doubtful = {iri for iri in named if iri.startswith(_CONCEPT_STARTS)}
                        self._statings, self._linked = statings_of(store), text_of(store, LINKED)
                        self._topics = topic_signs_of(store)
                        self._mark(number).touch()
                        return store, number
                    if stamp_of(store) >= 0:
                        self.notice = Message(
                            "The graph was built by another version of Bookwheel; it is being rebuilt."
                        )
                    del store
            except IndexDamaged as error:
                log.warning("ontology: %s", error.message)
                if self._mark(number).exists():
                    self.notice = UNREADABLE
        return None, 0

    def _mark(self, number: int) -> Path:
        """The file that says that a store was stamped once: one killed while it was made is no loss."""
        return self._folder / f"{number}.stamped"

    def _make_folder(self) -> None:
        with raising_damage():
            if not self._folder.is_dir() and (self._folder.exists() or self._folder.is_symlink()):
                self._folder.unlink()
                self.notice = UNREADABLE
            self._folder.mkdir(exist_ok=True)

    def _now(self) -> ox.Store:
        if self._store is None:
            raise IndexDamaged("The ontology's store is closed.")
        return self._store

    def _graphs(self) -> Iterator[str]:
        for graph in self._now().named_graphs():
            if isinstance(graph, ox.NamedNode):
                yield graph.value

    def _doubt(self, graph: ox.NamedNode) -> None:
        """Note the labels and fields that a document names: they may be named by none when it has changed."""
        for quad in self._now().quads_for_pattern(None, None, None, graph):
            self._unflushed += _QUAD
            for term in (quad.predicate, quad.object):
                if isinstance(term, ox.NamedNode) and term.value.startswith(_CONCEPT_STARTS):
                    self._doubtful.add(term.value)

    def _settle(self) -> None:
        """Drop the graphs of labels and fields that nothing names any more."""
        store = self._now()
        while self._doubtful:
            iri = self._doubtful.pop()
            node = ox.NamedNode(iri)
            is_field = iri.startswith("urn:bookwheel:field:")
            named = store.quads_for_pattern(None, node, None) if is_field else store.quads_for_pattern(None, None, node)
            if next((quad for quad in named if quad.graph_name not in (_MANUAL, _SAME)), None) is None:
                for quad in store.quads_for_pattern(node, _BROADER, None):
                    if isinstance(quad.object, ox.NamedNode):
                        self._doubtful.add(quad.object.value)
                store.remove_graph(node)
                self._known.pop(iri, None)

    def _sweep_folders(self) -> None:
        """Delete stores that were replaced; what a reader still holds open is left to the next time."""
        for number, place in numbered(self._folder):
            if number != self._number:
                shutil.rmtree(place, ignore_errors=True)
                self._mark(number).unlink(missing_ok=True)
        for file in self._folder.glob("*.graph*"):
            if file.name.split(".")[0] != str(self._number):
                with contextlib.suppress(OSError):  # Windows deletes no file that is mapped
                    file.unlink()


def _sign(said: str) -> str:
    return hashlib.blake2b(said.encode(), digest_size=8).hexdigest()


def _load(store: ox.Store, said: str, *, is_bulk: bool) -> None:
    load = store.bulk_load if is_bulk else store.load
    content = (PREFIXES + said).encode()
    load(input=content, format=ox.RdfFormat.TRIG, lenient=True)  # our own IRIs need no check: a fifth faster


def _parts(said: str) -> Iterator[str]:
    """Statements cut at the ends of lines, where one always ends."""
    start = 0
    while start < len(said):
        end = said.find("\n", start + LARGE) + 1 or len(said)
        yield said[start:end]
        start = end
