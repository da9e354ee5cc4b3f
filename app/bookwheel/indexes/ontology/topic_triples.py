"""The topics of a collection as RDF statements, which stand in a named graph of their own."""

from __future__ import annotations

from collections.abc import Container, Iterable
from urllib.parse import quote

from bookwheel.domain.topics import StatedTopics, topic_id
from bookwheel.indexes.ontology.iris import TOPICS_GRAPH, doc_iri, node_iri
from bookwheel.indexes.ontology.triples import quoted


def topics_graph(slug: str) -> str:
    """The IRI of the graph that holds a collection's topics."""
    return TOPICS_GRAPH + quote(slug, safe="")


def topic_statements(stated: StatedTopics, paths: Container[str]) -> str:
    """What is said of topics that have documents among the `paths`, themselves or through narrower ones."""
    parent_of = {one.key: one.parent for one in stated.topics}
    members: dict[str, set[str]] = {key: set() for key in parent_of}
    for path, key in stated.of:
        if path not in paths:
            continue
        for _ in range(len(parent_of)):  # a parent of a parent, should there be circles
            if key not in members:
                break
            members[key].add(path)
            key = parent_of[key]
    lines: list[str] = []
    for one in stated.topics:
        if count := len(members[one.key]):
            broader = f";b:broader <{topic_iri(stated.collection, one.parent)}>" if one.parent in members else ""
            lines.append(
                f"<{topic_iri(stated.collection, one.key)}> a b:Topic;k:inScheme b:topics;r:label {quoted(one.label)}"
                f";b:origin {quoted(one.origin)};b:documents {count}{broader}.\n"
            )
    lines += _memberships(stated, paths, members)
    return "".join(lines)


def topic_iri(slug: str, key: str) -> str:
    """The IRI of a topic."""
    return node_iri(topic_id(slug, key))


def _memberships(stated: StatedTopics, paths: Container[str], known: Container[str]) -> Iterable[str]:
    for path, key in stated.of:
        if path in paths and key in known:
            yield f"<{doc_iri(f'{stated.collection}/{path}')}> b:hasTopic <{topic_iri(stated.collection, key)}>.\n"
