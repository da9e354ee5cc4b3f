"""The model of the port for statements: rdflib over what a mask shows."""

from __future__ import annotations

import warnings
from collections.abc import Mapping

import rdflib

from bookwheel.indexes.ontology.statements import Mask
from bookwheel.indexes.ontology.statements.terms import read_graph


class Model:
    """Says what an adapter must answer."""

    def __init__(self) -> None:
        """Hold nothing yet."""
        self.graphs: dict[str, dict[str, str]] = {}

    def replace(self, collection: str, graphs: Mapping[str, str]) -> None:
        """Let graphs hold these statements."""
        read = {name: "".join(read_graph(name, text).lines) for name, text in graphs.items()}
        self.graphs.setdefault(collection, {}).update(read)

    def drop(self, collection: str, name: str = "") -> None:
        """Forget a graph, or a whole collection."""
        if name:
            self.graphs.get(collection, {}).pop(name, None)
        else:
            self.graphs.pop(collection, None)

    def rows(self, sparql: str, mask: Mask) -> set[tuple[str, ...]]:
        """The rows of a query as texts."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # rdflib calls what it has deprecated itself
            return self._rows(sparql, mask)

    def _rows(self, sparql: str, mask: Mask) -> set[tuple[str, ...]]:
        shown = rdflib.Dataset(default_union=True)
        for collection, wanted in mask.graphs.items():
            for name, text in self.graphs.get(collection, {}).items():
                if wanted is None or name in wanted:
                    shown.graph(rdflib.URIRef(name)).parse(data=text, format="nt")
        found = shown.query(sparql)
        if found.type == "ASK":
            return {("true" if found.askAnswer else "false",)}
        return {tuple("" if term is None else str(term) for term in row) for row in found if not isinstance(row, bool)}
