"""Writes the SPARQL updates by which an adapter keeps graphs, and the list of them, on a server."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from bookwheel.indexes.ontology.iris import VOCABULARY
from bookwheel.indexes.ontology.statements.scoped_query import NAME
from bookwheel.indexes.ontology.statements.terms import GraphText, literal

PORTION = 200_000
"""Characters of statements in one update; Virtuoso 7 accepts no text of more than some hundred thousand lines."""

OF, SIGN, STATE, MARK, UNITES = (
    f"{VOCABULARY}{name}" for name in ("graphOf", "graphSign", "graphState", "graphMark", "graphUnites")
)
"""Relations in the list of graphs: a graph's collection and sign, a collection's state and mark, a union's sources."""

WRITING = "writing"
"""The state of a collection that is being changed."""


def digest(*texts: str) -> str:
    """Return a short name that other texts do not have."""
    return hashlib.blake2b("\0".join(texts).encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


@dataclass(frozen=True, slots=True)
class ServerNames:
    """The names of graphs on a server; those of one `base` are told from all others."""

    base: str

    @property
    def list(self) -> str:
        """The graph that lists all others."""
        return f"{self.base}list"

    def collection(self, collection: str) -> str:
        """The node that stands for a collection in the list."""
        return f"{self.base}collection:{digest(collection)}"

    def graph(self, collection: str, name: str) -> str:
        """The graph that holds a graph of a collection."""
        return f"{self.base}graph:{digest(collection)}:{digest(name)}"

    def union(self, key: str) -> str:
        """The graph that unites the graphs of a mask."""
        return f"{self.base}union:{key}"

    def names(self, key: str) -> str:
        """The graph that lists what a union unites."""
        return f"{self.base}names:{key}"

    def removal(self, graph: str) -> str:
        """The update that removes a graph and what the list says of it."""
        return f"DROP SILENT GRAPH <{graph}>;\nDELETE WHERE {{ GRAPH <{self.list}> {{ <{graph}> ?p ?o }} }}"

    def writing(self, collection: str, name: str, text: GraphText) -> Iterator[str]:
        """The updates that write a graph; its sign comes last, so that a torn one is written again."""
        graph, node = self.graph(collection, name), self.collection(collection)
        for portion in portions(text.lines):
            yield f"INSERT DATA {{ GRAPH <{graph}> {{\n{portion}}} }}"
        yield (
            f"INSERT DATA {{ GRAPH <{self.list}> {{ <{graph}> <{NAME}> <{name}> ; <{OF}> <{node}> ; "
            f'<{SIGN}> "{text.sign}" }} }}'
        )

    def state(self, collection: str, state: str) -> str:
        """The update that sets the state of a collection; an empty one is none."""
        node = self.collection(collection)
        clear = f"DELETE WHERE {{ GRAPH <{self.list}> {{ <{node}> <{STATE}> ?state }} }}"
        return f'{clear};\nINSERT DATA {{ GRAPH <{self.list}> {{ <{node}> <{STATE}> "{state}" }} }}' if state else clear

    def mark(self, collection: str, text: str) -> str:
        """The update that sets the mark of a collection."""
        node = self.collection(collection)
        said = f"<{node}> <{MARK}> {literal(text)} ; <{OF}> {literal(collection)}"
        return (
            f"DELETE WHERE {{ GRAPH <{self.list}> {{ <{node}> <{MARK}> ?mark }} }};\n"
            f"INSERT DATA {{ GRAPH <{self.list}> {{ {said} }} }}"
        )

    def uniting(self, key: str, graphs: Iterable[tuple[str, str]], collections: Iterable[str]) -> Iterator[str]:
        """The updates that unite graphs, pairs of a graph and its name; the last one says that it is whole."""
        union, names = self.union(key), self.names(key)
        yield f"DROP SILENT GRAPH <{union}>;\nDROP SILENT GRAPH <{names}>"
        sources = "".join(f"<{union}> <{UNITES}> <{self.collection(one)}> .\n" for one in collections)
        yield f"INSERT DATA {{ GRAPH <{self.list}> {{\n{sources}}} }}"
        for portion in portions(f"<{graph}> <{NAME}> <{name}> .\n" for graph, name in graphs):
            yield f"INSERT DATA {{ GRAPH <{names}> {{\n{portion}}} }}"
        yield (
            f"INSERT {{ GRAPH <{union}> {{ ?s ?p ?o }} }} WHERE "
            f"{{ GRAPH <{names}> {{ ?graph <{NAME}> ?name }} GRAPH ?graph {{ ?s ?p ?o }} }}"
        )

    def whole(self, key: str) -> str:
        """The update that says that a union is whole."""
        return f'INSERT DATA {{ GRAPH <{self.list}> {{ <{self.union(key)}> <{STATE}> "whole" }} }}'


def portions(lines: Iterable[str]) -> Iterator[str]:
    """Join lines into texts that one update may have."""
    return _joined(lines, "")


def batches(updates: Iterable[str]) -> Iterator[str]:
    """Join updates into requests."""
    return _joined(updates, ";\n")


def _joined(texts: Iterable[str], between: str) -> Iterator[str]:
    taken: list[str] = []
    size = 0
    for text in texts:
        if taken and size + len(text) > PORTION:
            yield between.join(taken)
            taken, size = [], 0
        taken.append(text)
        size += len(text)
    if taken:
        yield between.join(taken)
