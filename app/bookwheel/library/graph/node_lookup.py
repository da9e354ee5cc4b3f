"""Nodes of the graph by what a person or an agent calls them."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterable, Sequence

import numpy as np

from bookwheel.domain.graph import NodeKind
from bookwheel.domain.messages import Message
from bookwheel.domain.search import Scope
from bookwheel.domain.things import ThingKind, is_thing
from bookwheel.indexes.catalogue import fold_name
from bookwheel.indexes.ontology.iris import node_of
from bookwheel.library.snapshot import lookup
from bookwheel.library.snapshot.graph_arrays import KINDS, Graph
from bookwheel.library.snapshot.graph_tables.name_table import said_name
from bookwheel.library.snapshot.index_lag import missing_node
from bookwheel.library.snapshot.snapshot import Snapshot

_NAMED = ("tag", "category", "person", "type", "collection")
_MOST_COMPARED = 5000
_LEAST_PART = 3
"""Letters of a part of a name that is looked for."""


def found(named: str, scope: Scope, snapshot: Snapshot, graph: Graph, notices: list[Message]) -> int:
    """A node's number by its id, IRI, address, title, alias or label; `notices` gets what is worth saying of it.

    Raises:
        NotFound: for what the scope does not show, with near ones.
        NotReady: likewise, while the graph is behind the catalogue.
    """
    name = named.strip()
    name = name[2:-2].strip() if name.startswith("[[") and name.endswith("]]") else name
    name = node_of(name) if name.startswith("urn:bookwheel:") else name
    if name.startswith(lookup.SCHEME):
        doc, anchor = lookup.split_id(name)
        name = f"{doc}#{anchor}" if anchor else doc
    number = graph.find(name)
    if number >= 0:
        if is_thing(name) and name in graph.number_of and graph.ids[number] != name:
            notices.append(Message("{name} is the same as {other}.", name=name, other=graph.ids[number]))
        return number
    with snapshot.catalogue.snapshot():
        number = _by_document(name, scope, snapshot, graph, notices)
        if number < 0:
            number = next((one for kind in _NAMED if (one := graph.find(f"{kind}:{name}")) >= 0), -1)
        if number < 0:
            number = _by_thing(name, graph, notices)
        if number < 0:
            number = _by_words_of_title(name, graph)
        if number < 0:
            number = _by_topic(name, graph, notices)
        if number < 0:
            raise missing_node(name, _near(name, scope, snapshot, graph), snapshot, graph)
    return number


def _by_thing(name: str, graph: Graph, notices: list[Message]) -> int:
    """A thing by a name that it has, whatever its kind and type; the best connected of several."""
    things = [KINDS.index(NodeKind(kind)) for kind in ThingKind]
    known = (node for node in graph.named.get(said_name(name), ()) if int(graph.kinds[node]) in things)
    numbers = _best_connected(known, graph)
    note_namesakes(numbers, graph, notices)
    return numbers[0] if numbers else -1


def _best_connected(nodes: Iterable[int], graph: Graph) -> list[int]:
    """Nodes, those with most ties first."""
    return sorted(nodes, key=lambda node: (-int(graph.degrees[node]), node))


def note_namesakes(numbers: Sequence[int], graph: Graph, notices: list[Message]) -> None:
    """Say which other things have the name by which the first was meant."""
    if len(numbers) > 1:
        others = ", ".join(graph.ids[number] for number in numbers[1:])[:300]
        notices.append(Message("{count} things have this name; also {others}.", count=len(numbers), others=others))


def _by_words_of_title(name: str, graph: Graph) -> int:
    """The one document whose title or alias is the name but for its punctuation; -1 for none and for several."""
    document = KINDS.index(NodeKind.DOCUMENT)
    said = said_name(name)
    numbers = [node for node in graph.named.get(said, ()) if int(graph.kinds[node]) == document] if said else []
    return numbers[0] if len(numbers) == 1 else -1


def _by_topic(name: str, graph: Graph, notices: list[Message]) -> int:
    """A topic by its name, with or without `topic:` before it; the best connected of several."""
    numbers = _best_connected(graph.topics_named.get(said_name(name.removeprefix("topic:")), ()), graph)
    if len(numbers) > 1:
        others = ", ".join(graph.ids[number] for number in numbers[1:])[:300]
        notices.append(Message("{count} topics have this name; also {others}.", count=len(numbers), others=others))
    return numbers[0] if numbers else -1


def _by_document(name: str, scope: Scope, snapshot: Snapshot, graph: Graph, notices: list[Message]) -> int:
    """A document or section by an id that it had before, or by its title or alias."""
    doc, anchor = lookup.split_id(name)
    row = snapshot.catalogue.document(name) or snapshot.catalogue.document(doc)
    if row is not None and lookup.is_visible(row.collection, scope):
        number = graph.find(f"{row.doc}#{anchor}") if anchor and row.doc != name else -1
        if row.doc not in (name, doc):
            notices.append(Message("{document} has moved to {place}.", document=doc, place=row.doc))
        return number if number >= 0 else graph.find(row.doc)
    rows = snapshot.catalogue.document_rows(snapshot.catalogue.exact(fold_name(name))[:100])
    docs = sorted(row.doc for row in rows.values() if lookup.is_visible(row.collection, scope))
    numbers = [number for number in (graph.find(doc) for doc in docs) if number >= 0]
    if not numbers:
        return -1
    best = max(numbers, key=lambda number: (graph.titles[number].casefold() == name.casefold(), graph.degrees[number]))
    if len(numbers) > 1:
        others = ", ".join(graph.ids[number] for number in numbers if number != best)[:300]
        notices.append(Message("{count} documents have this name; also {others}.", count=len(numbers), others=others))
    return best


def partly_named(name: str, graph: Graph, kinds: Collection[NodeKind]) -> list[int]:
    """Nodes whose names contain all the words of a name, each from the start of a word; the best connected first."""
    wanted = said_name(name).split()
    if not wanted or max(map(len, wanted)) < _LEAST_PART:
        return []
    numbers = {
        node
        for said, nodes in (*graph.named.items(), *graph.topics_named.items())
        if all(f" {word}" in f" {said}" for word in wanted)
        for node in nodes
        if not kinds or graph.kind(node) in kinds
    }
    sections = KINDS.index(NodeKind.SECTION)
    return sorted(numbers, key=lambda node: (graph.kinds[node] == sections, -int(graph.degrees[node]), node))


def _near(name: str, scope: Scope, snapshot: Snapshot, graph: Graph) -> list[str]:
    found = lookup.near_documents(snapshot, lookup.split_id(name)[0], scope)
    bare = name.partition(":")[2].casefold() or name.casefold()
    labels: dict[str, str] = {}
    titles: dict[str, str] = {}
    section, document = KINDS.index(NodeKind.SECTION), KINDS.index(NodeKind.DOCUMENT)
    for number in np.flatnonzero(graph.kinds != section).tolist():
        known = titles if graph.kinds[number] == document else labels
        own = graph.titles[number].casefold()
        if own and abs(len(own) - len(bare)) <= max(3, len(bare) // 2):
            known.setdefault(own, graph.ids[number])
    for known in (labels, titles):
        close = difflib.get_close_matches(bare, list(known)[:_MOST_COMPARED], 3, 0.6)
        found.extend(known[label] for label in close)
    return list(dict.fromkeys(found))[:5]
