"""Declares the port for statements, and the connection that an adapter for servers is handed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from bookwheel.domain.graph import QueryRequest, QueryResult


@dataclass(frozen=True, slots=True)
class Mask:
    """What a query may see: the graphs of each collection by their names, or None for all graphs of a collection.

    A collection that is not named is hidden, and so is a graph that is not named in its collection.
    """

    graphs: Mapping[str, frozenset[str] | None]


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds of one query: seconds, rows of the first page and after it, and bytes that are read of an answer."""

    time_s: float = 5.0
    rows: int = 9_999
    size_bytes: int = 20_000_000


class Statements(Protocol):
    """Statements of collections. Each collection has one writer at a time; any number of threads may ask.

    A collection is named by any text of one to 200 characters, a graph by an IRI that no other collection uses.
    Every adapter passes `tests/indexes/statements/contract.py` whole.
    """

    def replace(self, collection: str, graphs: Mapping[str, str]) -> None:
        """Let graphs of a collection hold these statements, N-Triples by name; its other graphs stay as they are.

        Blank nodes become IRIs of their graph, so that writing a graph twice changes nothing.

        Raises:
            BadRequest: for what is no statement, before anything is changed.
            GraphServerUnavailable: when the server is away; writing the same again then completes it.
        """
        ...

    def drop(self, collection: str, graphs: Iterable[str] | None = None) -> None:
        """Forget graphs of a collection; without graphs, all of it and its mark.

        Raises:
            GraphServerUnavailable: when the server is away.
        """
        ...

    def ask(self, request: QueryRequest, mask: Mask, limits: Limits) -> QueryResult:
        """Return the rows of a query over what the mask shows; all of its graphs together are the default graph.

        Raises:
            BadRequest: for what is no query that only reads, and what the engine cannot answer.
            TimedOut: after `limits.time_s`.
            NotReady: while a collection of the mask is being written.
            GraphServerUnavailable: when the server is away.
        """
        ...

    def set_mark(self, collection: str, text: str) -> None:
        """Note a text of a collection, such as what it was made from, once it is written whole."""
        ...

    def marks(self) -> Mapping[str, str]:
        """Return the marks of all collections that have one."""
        ...


class Connection(Protocol):
    """A connection to a server that speaks the SPARQL 1.1 protocol."""

    def query(self, form: Sequence[tuple[str, str]], accept: str, limits: Limits) -> bytes:
        """Return the answer to a posted form, cut after `limits.size_bytes`.

        Raises:
            BadRequest: when the server does not accept the query.
            TimedOut: after `limits.time_s`.
            GraphServerUnavailable: when the server is away or refuses the login.
        """
        ...

    def update(self, text: str) -> None:
        """Carry out a SPARQL update.

        Raises:
            GraphServerUnavailable: when the server is away, or does not accept it.
        """
        ...
