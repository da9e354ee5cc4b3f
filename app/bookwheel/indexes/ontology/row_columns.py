"""What all graphs state, in columns until the rows of each are asked for: tuples of them took twice the memory."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from functools import cached_property
from typing import Generic, TypeVarTuple, cast

import numpy as np
from numpy.typing import NDArray

from bookwheel.indexes.ontology.graph_rows import GraphRows

Ts = TypeVarTuple("Ts")


class Columns(Generic[*Ts]):
    """Rows of one kind by the number of the graph that states them; all are there before any is asked for."""

    def __init__(self, rows: Iterable[tuple[int, tuple[*Ts]]]) -> None:
        self._graphs = array("i")
        self._fields: list[list[object]] = []
        for graph, row in rows:
            self._graphs.append(graph)
            self._fields = self._fields or [[] for _ in row]
            for column, value in zip(self._fields, row, strict=True):
                column.append(value)

    def of(self, graph: int) -> list[tuple[*Ts]]:
        """The rows of a graph, in the order in which they came."""
        order, sorted_graphs = self._sorted
        first, last = np.searchsorted(sorted_graphs, (graph, graph + 1)).tolist()
        places: list[int] = order[first:last].tolist()
        return cast("list[tuple[*Ts]]", [tuple(column[place] for column in self._fields) for place in places])

    @cached_property
    def _sorted(self) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
        graphs = np.array(self._graphs, np.int32)
        order = np.argsort(graphs, kind="stable")
        return order, graphs[order]


class RowColumns:
    """The rows of every graph, by the document or label that it is of."""

    def __init__(
        self,
        numbers: dict[str, int],
        titles: Columns[str, str],
        parents: Columns[str, str],
        follows: Columns[str, str],
        labels: Columns[str, str],
        aliases: Columns[str, str],
        stated: Columns[str, str, str],
        links: Columns[str, str, str, int, str, str, bool],
    ) -> None:
        """Keep columns; `numbers` are those of the graphs."""
        self._numbers = numbers
        self._titles, self._parents, self._follows = titles, parents, follows
        self._labels, self._aliases, self._stated, self._links = labels, aliases, stated, links

    def of(self, node: str) -> GraphRows:
        """What the graph of a document or label states; nothing for one that is not known."""
        graph = self._numbers.get(node, -1)
        return GraphRows(
            titles=self._titles.of(graph),
            parents=self._parents.of(graph),
            follows=self._follows.of(graph),
            labels=self._labels.of(graph),
            aliases=self._aliases.of(graph),
            stated=self._stated.of(graph),
            links=self._links.of(graph),
        )
