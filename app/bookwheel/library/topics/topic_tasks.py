"""What the topics of a collection are made from, gathered for the child that makes them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from bookwheel.domain.topics import GivenGroup, TopicDocument, TopicTask, TopicTree
from bookwheel.indexes.catalogue import topic_rows
from bookwheel.library.embedding.document_vectors import document_vectors
from bookwheel.library.embedding.model_view import ModelView
from bookwheel.library.snapshot.graph_arrays import RELATIONS, SECTION, Graph
from bookwheel.library.snapshot.snapshot import Snapshot

FEWEST_LISTED = 4
"""Documents that a section of an index page must lead to for its heading to be a name for them."""

MOST_GROUPS = 2000
MEANT = 0.5
"""So large a share of documents must have vectors for them to be used."""


def build_task(
    slug: str,
    snapshot: Snapshot,
    views: Sequence[ModelView],
    graph: Graph | None,
    before: TopicTree,
    *,
    is_anew: bool = False,
    split: str = "",
) -> TopicTask:
    """The task of making a collection's topics; `before` are those it has."""
    rows = topic_rows(snapshot.catalogue, slug)
    documents = tuple(one for _, one in rows)
    view = next((view for view in views if slug in view.collections and view.table.size), None)
    vectors = b""
    if view is not None and rows:
        means = document_vectors(view.table, snapshot.facets, [key for key, _ in rows])
        if np.isfinite(means[:, 0]).mean() >= MEANT:
            vectors = means.astype(np.float16).tobytes()
    number_of = {f"{slug}/{one.path}": number for number, one in enumerate(documents)}
    groups = () if graph is None else _index_page_groups(graph, number_of)
    return TopicTask(documents, vectors, groups, _follow_moves(slug, snapshot, before, documents), is_anew, split)


def _follow_moves(slug: str, snapshot: Snapshot, tree: TopicTree, documents: Sequence[TopicDocument]) -> TopicTree:
    """The tree with documents that were moved under their new paths."""
    there = {one.path for one in documents}
    to: dict[str, str] = {}
    with snapshot.catalogue.snapshot():
        for path in dict.fromkeys((*tree.of, *tree.fixed, *tree.accepted)):
            if path not in there:
                row = snapshot.catalogue.document(f"{slug}/{path}")
                if row is not None and row.collection == slug:
                    to[path] = row.path
    if not to:
        return tree
    return replace(
        tree,
        of={to.get(path, path): key for path, key in tree.of.items()},
        fixed=tuple(to.get(path, path) for path in tree.fixed),
        accepted={to.get(path, path): keys for path, keys in tree.accepted.items()},
    )


def _index_page_groups(graph: Graph, number_of: dict[str, int]) -> tuple[GivenGroup, ...]:
    """Documents that the same section leads to, under its heading: what index pages put together."""
    linking = graph.relations == RELATIONS.index("linksTo")
    edges = np.flatnonzero(linking & (graph.kinds[graph.sources] == SECTION)).tolist()
    led: dict[int, set[int]] = defaultdict(set)
    for edge in edges:
        number = number_of.get(graph.ids[int(graph.whole[graph.targets[edge]])])
        source = int(graph.sources[edge])
        if number is not None and graph.ids[int(graph.owner[source])] in number_of:
            led[source].add(number)
    fitting = [(section, members) for section, members in sorted(led.items()) if len(members) >= FEWEST_LISTED]
    named = Counter(graph.titles[section] for section, _ in fitting)
    return tuple(
        GivenGroup(graph.titles[section], tuple(sorted(members)))
        for section, members in fitting
        if named[graph.titles[section]] == 1
    )[:MOST_GROUPS]
