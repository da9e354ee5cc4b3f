"""Memories as nodes of the graph: for each caller those that it may recall, with their agents and sessions.

They never enter the store that all share: a caller's graph and store get its own when it asks, so that nobody finds
another's, and one that is forgotten is gone with the next question.
"""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import quote

import numpy as np

from bookwheel.domain.annotations.memory import Memory
from bookwheel.domain.errors import BadRequest, NotReady
from bookwheel.domain.graph import NodeKind, QueryAnswer, QueryPart, QueryRequest
from bookwheel.domain.search import Scope
from bookwheel.indexes.ontology import query_sandbox
from bookwheel.indexes.ontology.iris import OF_MEMORY, VOCABULARY
from bookwheel.indexes.ontology.memory_triples import DescribedMemory, DescribedMention, memory_statements
from bookwheel.library.annotations.memories import Memories
from bookwheel.library.annotations.memory_names import Named, NodeNames
from bookwheel.library.graph.query_pages import QueryPages
from bookwheel.library.graph.visible_statements import iri_of, page_of_part, part_text_of
from bookwheel.library.snapshot.graph_arrays import KINDS, RELATIONS, Graph
from bookwheel.library.snapshot.graph_tables.text_table import extend, extend_numbers, insert_wordings
from bookwheel.library.snapshot.index_lag import GRAPH_MISSING
from bookwheel.library.snapshot.narrowed_graph import narrow
from bookwheel.library.snapshot.snapshot import Snapshot

MOST_MEMORIES = 2000
"""Memories of one caller in the graph, the newest."""

MOST_KEPT = 8
"""Graphs with memories that are kept, each of a caller and a graph."""

LONGEST_LABEL = 80

_TERMS = frozenset(f"{VOCABULARY}{name}" for name in ("Memory", "Agent", "Session", "recordedBy", "inSession", "about"))
_STARTS = tuple(f"urn:bookwheel:{kind}:" for kind in OF_MEMORY)

_ABOUT, _RECORDED_BY, _IN_SESSION = (RELATIONS.index(name) for name in ("about", "recordedBy", "inSession"))


@dataclass(frozen=True, slots=True)
class _Told:
    """Memories with what each names in one graph, which is held so that no other graph gets its `id`."""

    graph: Graph
    version: int
    memories: tuple[tuple[Memory, tuple[Named, ...]], ...]
    joined: Graph


class MemoryNodes:
    """Joins what a caller may recall to the graph that it sees; any thread."""

    def __init__(self, memories: Callable[[], Memories | None]) -> None:
        """Look at nothing yet."""
        self._memories = memories
        self._lock = threading.Lock()
        self._told: OrderedDict[tuple[int, str], _Told] = OrderedDict()
        self._names: NodeNames | None = None

    def joined(self, graph: Graph | None, scope: Scope) -> Graph | None:
        """A graph with the memories that its caller may recall; the same one where there are none."""
        told = None if graph is None else self._of(graph, scope)
        return graph if told is None else told.joined

    def statements(self, graph: Graph | None, scope: Scope) -> str:
        """The statements of the memories that a caller may recall; empty where there are none."""
        told = None if graph is None else self._of(graph, scope)
        return "" if told is None else memory_statements(_described(told))

    def query(
        self,
        queries: QueryPages,
        request: QueryRequest,
        scope: Scope,
        snapshot: Snapshot | None,
        graph: Graph | None,
        folder: Path,
    ) -> Future[QueryAnswer]:
        """The rows of a query that asks of memories, when they have come.

        Raises:
            NotReady: while there is no graph.
        """
        if snapshot is None or graph is None:
            raise NotReady(GRAPH_MISSING)
        return page_of_part(queries, request, scope, snapshot, graph, self._part(graph, snapshot, scope, folder))

    def _part(self, graph: Graph, snapshot: Snapshot, scope: Scope, folder: Path) -> QueryPart:
        """What SPARQL asks of memories: these, the nodes that they are about, and what joins those to each other."""
        told = self._of(graph, scope)
        version = told.version if told is not None else 0
        state = f"{graph.revision} {graph.statings} {snapshot.revision} {snapshot.facets.fingerprint}"
        said = f"memories {version} {scope!r} {state} {sorted(snapshot.collections)}"
        key = hashlib.blake2b(said.encode(), digest_size=16).hexdigest()

        def text() -> str:
            near = np.zeros(len(graph.ids), np.bool_)
            for _, named in told.memories if told is not None else ():
                near[[one.node for one in named]] = True
            near[graph.owner[near & (graph.owner >= 0)]] = True
            near |= near[graph.owner] & (graph.owner >= 0)  # documents come with all of their sections
            titles = {graph.ids[node]: graph.titles[node] for node in np.flatnonzero(near).tolist()}
            said = memory_statements(_described(told)) if told is not None else ""
            return part_text_of(narrow(graph, near, names=titles), folder, memories=said)

        return QueryPart(key, text)

    def _of(self, graph: Graph, scope: Scope) -> _Told | None:
        known = self._memories()
        version, memories = known.visible_to(scope) if known is not None else (0, [])
        if not memories:
            return None
        key = (id(graph), scope.client)
        with self._lock:
            told = self._told.get(key)
            if told is not None and told.version == version:
                self._told.move_to_end(key)
                return told
            if self._names is None or self._names.graph is not graph:
                self._names = NodeNames(graph)
            names = self._names
        known_names = {(one.id, one.content): named for one, named in told.memories} if told is not None else {}
        newest = sorted(memories, key=lambda one: (one.created_at, one.id))[-MOST_MEMORIES:]
        found: list[tuple[Memory, tuple[Named, ...]]] = []
        for memory in newest:
            named = known_names.get((memory.id, memory.content))
            found.append((memory, tuple(names.named_in(memory.content)) if named is None else named))
        made = _Told(graph, version, tuple(found), _joined(graph, found))
        with self._lock:
            self._told[key] = made
            while len(self._told) > MOST_KEPT:
                self._told.popitem(last=False)
        return made


def asks_of_memories(sparql: str) -> bool:
    """Whether a query asks of memories, agents or sessions; what cannot be read asks of nothing."""
    try:
        names = query_sandbox.read(sparql).names
    except BadRequest:
        return False
    return any(name in _TERMS or name.startswith(_STARTS) for name in names)


def _joined(graph: Graph, found: Sequence[tuple[Memory, tuple[Named, ...]]]) -> Graph:
    """The graph with memories, agents and sessions after its nodes, and their edges before those made by hand."""
    known, first = graph.number_of, len(graph.ids)
    added: dict[str, int] = {}
    titles: list[str] = []
    kinds: list[int] = []

    def number(node: str, kind: NodeKind, title: str) -> int:
        if node in known:
            return known[node]
        if node not in added:
            added[node] = first + len(added)
            titles.append(title)
            kinds.append(KINDS.index(kind))
        return added[node]

    rows: list[tuple[int, int, int, int]] = []
    words: list[str] = []
    for memory, named in found:
        me = number(_node(memory), NodeKind.MEMORY, _label(memory))
        rows.append((me, number(_agent(memory), NodeKind.AGENT, memory.agent), _RECORDED_BY, 0))
        words.append("")
        if memory.session:
            rows.append((me, number(_session(memory), NodeKind.SESSION, memory.session), _IN_SESSION, 0))
            words.append("")
        rows += [(me, one.node, _ABOUT, one.line) for one in named]
        words += [one.words for one in named]
    kept = len(graph.relations) - len(graph.by_hand)
    count = len(rows)
    edges = np.array(rows, np.int32).reshape(-1, 4)
    nothing = np.full(count, -1, np.int32)
    none = np.full(len(kinds), -1, np.int32)
    return replace(
        graph,
        ids=extend(graph.ids, list(added)),
        titles=extend(graph.titles, titles),
        number_of=extend_numbers(known, added),
        kinds=np.concatenate((graph.kinds, np.array(kinds, np.int8))),
        owner=np.concatenate((graph.owner, none)),
        collection_of=np.concatenate((graph.collection_of, none)),
        sources=np.insert(graph.sources, [kept] * count, edges[:, 0]),
        targets=np.insert(graph.targets, [kept] * count, edges[:, 1]),
        relations=np.insert(graph.relations, [kept] * count, edges[:, 2].astype(np.int8)),
        lines=np.insert(graph.lines, [kept] * count, edges[:, 3]),
        evidence=np.insert(graph.evidence, [kept] * count, nothing),
        derived=np.insert(graph.derived, [kept] * count, np.zeros(count, np.bool_)),
        wordings=insert_wordings(graph.wordings, kept, [said or None for said in words]),
        by_hand={edge + count: made for edge, made in graph.by_hand.items()},
    )


def _described(told: _Told) -> list[DescribedMemory]:
    graph = told.graph
    return [
        DescribedMemory(
            *(_node(memory), _label(memory), memory.type.value, memory.created_at, _agent(memory), memory.agent),
            *(_session(memory) if memory.session else "", memory.session),
            tuple(DescribedMention(iri_of(graph, one.node), one.line, one.words) for one in named),
        )
        for memory, named in told.memories
    ]


def _node(memory: Memory) -> str:
    return f"{NodeKind.MEMORY}:{memory.id}"


def _agent(memory: Memory) -> str:
    """The node of an agent: the client, and which of its agents if that has another name."""
    client = quote(memory.client, safe=" ")
    return f"{NodeKind.AGENT}:{client}" + (f"/{memory.agent}" if memory.agent != memory.client else "")


def _session(memory: Memory) -> str:
    return f"{NodeKind.SESSION}:{quote(memory.client, safe=' ')}/{memory.session}"


def _label(memory: Memory) -> str:
    """The first words of a memory, on one line."""
    said = " ".join(memory.content.split())
    return said if len(said) <= LONGEST_LABEL else f"{said[: LONGEST_LABEL - 1].rstrip()}…"
