"""What an answer says, and what stands in, while an index is behind the catalogue."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from bookwheel.domain.errors import NotFound, NotReady
from bookwheel.domain.messages import Message
from bookwheel.domain.readiness import KEYWORD_BEHIND
from bookwheel.domain.search import Filter, Scope
from bookwheel.indexes.catalogue import fold_name
from bookwheel.library.snapshot.graph_arrays import Graph
from bookwheel.library.snapshot.snapshot import Snapshot

GRAPH_MISSING = Message("The graph is still being built. Try again in a moment.")
GRAPH_BEHIND = Message("The graph is still being updated. Try again in a moment.")
MOST_TITLED = 50


def is_keyword_behind(snapshot: Snapshot) -> bool:
    """Return whether the keyword index lacks what the catalogue has: missing, damaged, being built or migrated."""
    return snapshot.keyword.revision < snapshot.changed_at or snapshot.keyword.is_damaged


def is_graph_behind(snapshot: Snapshot, graph: Graph | None) -> bool:
    """Return whether the graph lacks documents that the catalogue has."""
    return graph is None or graph.revision < snapshot.changed_at


def told_graph_revision(snapshot: Snapshot, revision: int) -> int:
    """Return what an answer says of a graph's revision; 0 to who may not see everything, where something is missing."""
    if snapshot.visible is None:
        return revision
    return snapshot.told_revision if revision >= snapshot.changed_at else 0


def keyword_notices(snapshot: Snapshot) -> tuple[Message, ...]:
    """Return what an answer that looked for words must say."""
    return (KEYWORD_BEHIND,) if is_keyword_behind(snapshot) else ()


def graph_notices(snapshot: Snapshot, graph: Graph | None) -> tuple[Message, ...]:
    """Return what an answer that looked into the graph must say."""
    if graph is None:
        return (GRAPH_MISSING,)
    return (GRAPH_BEHIND,) if is_graph_behind(snapshot, graph) else ()


def titled(text: str, filters: Sequence[Filter], scope: Scope, snapshot: Snapshot) -> NDArray[np.int64]:
    """Return the keys of the sections whose heading, or whose document's title or alias, is the text."""
    allowed = snapshot.facets.mask(tuple(filters), scope)
    name, keys = fold_name(text), list[int]()
    for document in snapshot.catalogue.exact(text)[:MOST_TITLED] if name else ():
        sections = snapshot.catalogue.sections_of(document)
        section = next((one for one in sections if fold_name(one.title) == name), sections[0] if sections else None)
        if section is not None and (allowed is None or allowed[section.key]):
            keys.append(section.key)
    return np.array(keys, np.int64)


def missing_node(name: str, near: Sequence[str], snapshot: Snapshot, graph: Graph) -> NotFound | NotReady:
    """Return the error for a name that the graph does not hold: not found, or not yet while the graph is behind."""
    others = [one for one in near if one != name]
    if is_graph_behind(snapshot, graph):
        message = Message("The graph has no node {name} yet; it is still being updated.", name=name[:200])
        known = [one for one in others if graph.find(one) >= 0]  # what the graph lacks too is no help
        return NotReady(message, did_you_mean=known, next="ask again in a moment, or read the document")
    next_step = "search or browse for its id, or explore at level schema"
    return NotFound("There is no node {name}.", name=name[:200], did_you_mean=others, next=next_step)
