"""Other names of what a query names: an acronym for its words, its words for an acronym, and a term's other names.

The names are those that documents give: glossary pages, front matter, and acronyms that a text explains.
"""

from __future__ import annotations

from collections.abc import Iterator

from bookwheel.domain.graph import NodeKind
from bookwheel.indexes.keyword.analysis import QueryAnalyser, words
from bookwheel.library.search.graph_leg import names_in
from bookwheel.library.snapshot.graph_arrays import KINDS, Graph

MOST_NAMES = 6
"""Other names that a query is searched with, those of its longest names first."""

MOST_WORDS = 6
"""Words of such a name."""

_TERM = KINDS.index(NodeKind.TERM)


def other_names(text: str, graph: Graph, analyser: QueryAnalyser) -> Iterator[tuple[str, ...]]:
    """The words of each other name of the terms that a query names; none that has the words of the query's own."""
    said = words(text)
    known = {_stems(word, analyser) for word in said}
    told: set[tuple[frozenset[bytes], ...]] = set()
    for _, nodes in names_in(said, graph):
        for node in nodes:
            if graph.kinds[node] != _TERM:
                continue
            for name in (graph.titles[node], *graph.aliases_of.get(node, ())):
                parts = tuple(words(name))
                stems = tuple(_stems(part, analyser) for part in parts)
                if stems in told or not 0 < len(parts) <= MOST_WORDS or known.issuperset(stems):
                    continue
                told.add(stems)
                yield parts
                if len(told) == MOST_NAMES:
                    return


def _stems(word: str, analyser: QueryAnalyser) -> frozenset[bytes]:
    return frozenset(form for _, forms in analyser.forms(word) for form, _ in forms)
