"""What the texts of links say of the documents that they lead to, for a query's words."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import numpy as np

from bookwheel.indexes.keyword.analysis import QueryAnalyser
from bookwheel.library.search.match_order import Asked
from bookwheel.library.snapshot.snapshot import Snapshot

ALONE = 0.5
"""The share from which links bring in a document that has none of the words itself."""

MOST = 100
"""Documents that links lift, those they say most of."""


def shares_of(
    asked: Sequence[Asked], stop_words: Collection[str], snapshot: Snapshot, analyser: QueryAnalyser
) -> Mapping[int, float]:
    """How well links say what is asked (0 to 1), by the key of the document that they lead to, the best first."""
    graph = snapshot.graph
    if graph is None:
        return {}
    words = {
        answer.term.text: [form for form, _ in answer.term.forms]
        for answer in asked
        if not answer.is_extra and answer.term.text.lower() not in stop_words
    }
    nodes, shares = graph.link_texts.shares(list(words.values()), analyser)
    best = np.argsort(-shares, kind="stable")[:MOST]
    numbers: list[int] = nodes[best].tolist()
    keys = [snapshot.document_key(graph.ids[node]) for node in numbers]
    return {key: share for key, share in zip(keys, shares[best].tolist(), strict=True) if key}
