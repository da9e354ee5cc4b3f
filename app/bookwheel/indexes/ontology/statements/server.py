"""Keeps statements on a server of the SPARQL 1.1 protocol, and asks it under a mask.

Each graph of a collection is a graph of the server, which a list of graphs names. What a mask shows is united in one
more graph, made when it is first asked and shared by all who ask with the same mask: a query has one default graph, in
which no statement stands twice.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import pyoxigraph as ox

from bookwheel.domain.errors import BadRequest, GraphServerUnavailable, NotReady
from bookwheel.domain.graph import QueryRequest, QueryResult
from bookwheel.indexes.ontology.query import MOST_ROWS
from bookwheel.indexes.ontology.statements.answers import (
    JSON,
    TRIPLES,
    Row,
    divide,
    read_boolean,
    read_solutions,
    read_terms,
    read_triples,
)
from bookwheel.indexes.ontology.statements.port import Connection, Limits, Mask
from bookwheel.indexes.ontology.statements.scoped_query import NAME, NO_GRAPH, GraphNames, ScopedQuery, scope_query
from bookwheel.indexes.ontology.statements.terms import GraphText, check_collection, is_iri, read_graph
from bookwheel.indexes.ontology.statements.updates import (
    MARK,
    OF,
    SIGN,
    STATE,
    UNITES,
    WRITING,
    ServerNames,
    batches,
    digest,
)

MOST_GRAPHS = 2_000
"""Graphs that one query may look through with GRAPH and a variable."""

MOST_DESCRIBED = 500
"""Resources that one DESCRIBE describes."""

PAGE = 5_000
"""Graphs that are listed in one answer; Virtuoso gives 10,000 rows at most."""

_TRIES = 3
"""How often a query is asked whose graphs are replaced meanwhile."""

_MOST_LISTS = 32
_OWN_LIMITS = Limits(30.0, PAGE, 50_000_000)
_TRIPLE = ("subject", "predicate", "object")


@dataclass(frozen=True, slots=True)
class _Shown:
    """The graphs that a mask shows: server's graphs by name, the key of their union, and the states they were in."""

    graphs: Mapping[str, str]
    key: str
    states: Mapping[str, str]


class ServerStatements:
    """Statements on a server; see `Statements`. Safe to use from any thread."""

    def __init__(self, connection: Connection, base: str) -> None:
        """Ask nothing yet. `base` begins the name of every graph that is written, such as `urn:bookwheel:team:x:`."""
        self._connection, self._names = connection, ServerNames(base)
        self._lock = threading.Lock()
        self._lists: OrderedDict[tuple[str, str], Mapping[str, tuple[str, str]]] = OrderedDict()

    def replace(self, collection: str, graphs: Mapping[str, str]) -> None:
        """See `Statements`."""
        check_collection(collection)
        read = {name: read_graph(name, text) for name, text in graphs.items()}
        known = self._listed(collection)
        changed = {name: text for name, text in read.items() if known.get(name, ("", ""))[1] != text.sign}
        state = self._states([collection]).get(collection, "")
        if not changed and state not in ("", WRITING):
            return
        if state:
            self._connection.update(self._names.state(collection, WRITING))
        self._forget_unions(collection)
        for request in batches(self._changes(collection, changed, known)):
            self._connection.update(request)
        self._finish(collection)

    def drop(self, collection: str, graphs: Iterable[str] | None = None) -> None:
        """See `Statements`."""
        known = self._listed(collection)
        wanted = set(known) if graphs is None else set(graphs) & set(known)
        if graphs is not None and not wanted:
            return
        node = self._names.collection(collection)
        self._connection.update(self._names.state(collection, WRITING))
        self._forget_unions(collection)
        for request in batches(self._names.removal(known[name][0]) for name in sorted(wanted)):
            self._connection.update(request)
        if graphs is None:
            self._connection.update(f"DELETE WHERE {{ GRAPH <{self._names.list}> {{ <{node}> ?p ?o }} }}")
        else:
            self._finish(collection)

    def set_mark(self, collection: str, text: str) -> None:
        """See `Statements`."""
        self._connection.update(self._names.mark(collection, text))

    def marks(self) -> Mapping[str, str]:
        """See `Statements`."""
        found = self._select(f"SELECT ?name ?mark {{ ?node <{MARK}> ?mark ; <{OF}> ?name }}", self._names.list)
        return {name: mark for name, mark in found}  # noqa: C416 - pairs, as pyright must see

    def ask(self, request: QueryRequest, mask: Mask, limits: Limits) -> QueryResult:
        """See `Statements`."""
        if not 1 <= request.limit <= MOST_ROWS:
            raise BadRequest("{name} must be between {least} and {most}.", name="limit", least=1, most=f"{MOST_ROWS:,}")
        scope_query(request.sparql, GraphNames("", "", lambda _: NO_GRAPH), 1)  # refuses before anything is asked
        began = time.perf_counter()
        for _ in range(_TRIES):
            shown = self._show(mask)
            result = self._asked(request, shown, limits)
            if self._states(mask.graphs) == shown.states:
                took_ms = round((time.perf_counter() - began) * 1000, 2)
                return replace(result, first=replace(result.first, took_ms=took_ms))
        raise NotReady("The statements are being replaced. Try again in a moment.")

    def _asked(self, request: QueryRequest, shown: _Shown, limits: Limits) -> QueryResult:
        names = GraphNames(
            self._names.union(shown.key), self._names.names(shown.key), lambda name: shown.graphs.get(name, NO_GRAPH)
        )
        query = scope_query(request.sparql, names, limits.rows + 1)
        named = self._named(query, shown, names)
        dataset = [("default-graph-uri", names.union), *(("named-graph-uri", graph) for graph in named)]
        if query.form == "describe":
            return self._describe(query, request, dataset, limits)
        accept = TRIPLES if query.form == "construct" else JSON
        content = self._connection.query([("query", query.text), *dataset], accept, limits)
        is_cut = len(content) >= limits.size_bytes
        if query.form == "ask":
            said = "true" if read_boolean(content) else "false"
            return divide(("answer",), [(said,)], request, is_cut=False)
        if query.form == "construct":
            rows = read_triples(content, is_cut=is_cut)
            return _first_rows(_TRIPLE, rows, request, limits, is_cut=is_cut)
        columns, rows = read_solutions(content, query.own, is_cut=is_cut)
        return _first_rows(columns, rows, request, limits, is_cut=is_cut)

    def _named(self, query: ScopedQuery, shown: _Shown, names: GraphNames) -> Sequence[str]:
        """The named graphs of a query; there is always one, for a server may take none for all."""
        if not query.looks_through_graphs:
            return tuple(dict.fromkeys((*query.named, NO_GRAPH)))
        if len(shown.graphs) > MOST_GRAPHS:
            raise BadRequest(
                "GRAPH with a variable looks through up to {most} graphs, and you see {count}. Name the document.",
                most=f"{MOST_GRAPHS:,}",
                count=f"{len(shown.graphs):,}",
            )
        return tuple(dict.fromkeys((names.names, *shown.graphs.values(), NO_GRAPH)))

    def _describe(
        self, query: ScopedQuery, request: QueryRequest, dataset: Sequence[tuple[str, str]], limits: Limits
    ) -> QueryResult:
        """Describe resources by the statements about them: what a server itself tells of them differs."""
        found: dict[str, None] = {}
        is_cut = False
        if query.text:
            content = self._connection.query([("query", query.text), *dataset], JSON, limits)
            is_cut = len(content) >= limits.size_bytes
            columns, solutions = read_terms(content, is_cut=is_cut)
            found.update((iri, None) for iri in _iris_of(columns, solutions, query.own))
            if not solutions:
                return divide(_TRIPLE, [], request, is_cut=False)
        found.update((iri, None) for iri in query.described)
        iris = [iri for iri in found if is_iri(iri)]
        values = " ".join(f"<{iri}>" for iri in iris[:MOST_DESCRIBED])
        text = f"CONSTRUCT {{ ?s ?p ?o }} WHERE {{ VALUES ?s {{ {values} }} ?s ?p ?o }}"
        content = self._connection.query([("query", text), *dataset], TRIPLES, limits) if iris else b""
        is_cut = is_cut or len(content) >= limits.size_bytes
        rows = read_triples(content, is_cut=is_cut)
        is_cut = is_cut or len(iris) > MOST_DESCRIBED
        return _first_rows(_TRIPLE, rows, request, limits, is_cut=is_cut)

    def _show(self, mask: Mask) -> _Shown:
        """Find what a mask shows, and unite it unless that was done."""
        states = self._states(mask.graphs)
        if WRITING in states.values():
            raise NotReady("The statements are being written. Try again in a moment.")
        graphs: dict[str, str] = {}
        signs: list[str] = []
        for collection in sorted(states):
            wanted = mask.graphs[collection]
            for name, (graph, sign) in self._listed_at(collection, states[collection]).items():
                if wanted is None or name in wanted:
                    graphs[name] = graph
                    signs.append(f"{graph} {sign}")
        key = digest(*sorted(signs))
        shown = _Shown(graphs, key, states)
        self._unite(shown)
        return shown

    def _unite(self, shown: _Shown) -> None:
        union = self._names.union(shown.key)
        if not shown.graphs:
            return  # a graph that is not there is empty
        if self._select(f"SELECT ?state {{ <{union}> <{STATE}> ?state }}", self._names.list):
            return
        pairs = [(graph, name) for name, graph in sorted(shown.graphs.items())]
        for request in batches(self._names.uniting(shown.key, pairs, sorted(shown.states))):
            self._connection.update(request)
        if self._states(shown.states) == shown.states:
            self._connection.update(self._names.whole(shown.key))

    def _changes(
        self, collection: str, changed: Mapping[str, GraphText], known: Mapping[str, tuple[str, str]]
    ) -> Iterable[str]:
        for name, text in changed.items():
            if name in known:
                yield self._names.removal(known[name][0])
            yield from self._names.writing(collection, name, text)

    def _finish(self, collection: str) -> None:
        signs = sorted(f"{name} {sign}" for name, (_, sign) in self._listed(collection).items())
        self._connection.update(self._names.state(collection, digest(collection, *signs)))

    def _forget_unions(self, collection: str) -> None:
        node = self._names.collection(collection)
        unions = self._select(f"SELECT ?union {{ ?union <{UNITES}> <{node}> }}", self._names.list)
        for (union,) in unions:
            key = union.removeprefix(self._names.union(""))
            self._connection.update(f"DROP SILENT GRAPH <{self._names.names(key)}>;\n{self._names.removal(union)}")

    def _states(self, collections: Iterable[str]) -> Mapping[str, str]:
        """The states of collections that have one."""
        named = {self._names.collection(one): one for one in collections}
        if not named:
            return {}
        found = self._select(f"SELECT ?node ?state {{ ?node <{STATE}> ?state }}", self._names.list)
        return {named[node]: state for node, state in found if node in named}

    def _listed_at(self, collection: str, state: str) -> Mapping[str, tuple[str, str]]:
        """The graphs of a collection in a state, which are read once."""
        with self._lock:
            known = self._lists.get((collection, state))
        if known is None:
            known = self._listed(collection)
            with self._lock:
                self._lists[collection, state] = known
                while len(self._lists) > _MOST_LISTS:
                    self._lists.popitem(last=False)
        return known

    def _listed(self, collection: str) -> Mapping[str, tuple[str, str]]:
        """The server's graphs of a collection with their signs, by the names that callers know."""
        node = self._names.collection(collection)
        found: dict[str, tuple[str, str]] = {}
        while True:
            rows = self._select(
                f"SELECT ?graph ?name ?sign {{ {{ SELECT ?graph ?name ?sign {{ ?graph <{OF}> <{node}> ; "
                f"<{NAME}> ?name ; <{SIGN}> ?sign }} ORDER BY ?graph }} }} LIMIT {PAGE} OFFSET {len(found)}",
                self._names.list,
            )
            found.update({name: (graph, sign) for graph, name, sign in rows})
            if len(rows) < PAGE:
                return found

    def _select(self, text: str, graph: str) -> list[Row]:
        """The rows of a query of our own, asked of one graph."""
        form = [("query", text), ("default-graph-uri", graph), ("named-graph-uri", NO_GRAPH)]
        content = self._connection.query(form, JSON, _OWN_LIMITS)
        if len(content) >= _OWN_LIMITS.size_bytes:
            raise GraphServerUnavailable(
                "The SPARQL server lists more graphs than can be read. Use a server of your own."
            )
        _, solutions = read_terms(content, is_cut=False)
        return [
            tuple(term.value if isinstance(term, ox.NamedNode | ox.Literal) else "" for term in terms)
            for terms in solutions
        ]


def _first_rows(
    columns: tuple[str, ...], rows: list[Row], request: QueryRequest, limits: Limits, *, is_cut: bool
) -> QueryResult:
    return divide(columns, rows[: limits.rows], request, is_cut=is_cut or len(rows) > limits.rows)


def _iris_of(columns: Sequence[str], solutions: Iterable[Sequence[object]], own: str) -> Iterable[str]:
    for terms in solutions:
        for name, term in zip(columns, terms, strict=True):
            if isinstance(term, ox.NamedNode) and not name.startswith(own):
                yield term.value
