"""Topics as they are told: in the order of a tree, with counts, and the sections that stand for each."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bookwheel.domain.errors import BadRequest
from bookwheel.domain.topics import CentralSection, Topic, TopicEntry, TopicsAnswer, TopicsRequest, TopicTree, topic_id
from bookwheel.indexes.catalogue import SectionRow
from bookwheel.library.embedding.document_vectors import document_vectors
from bookwheel.library.embedding.model_view import ModelView
from bookwheel.library.embedding.vector_table import Floats
from bookwheel.library.snapshot.snapshot import Snapshot

MOST_LISTED = 1000
CENTRAL, CENTRAL_OF_ROOT = 3, 1
"""Sections that are quoted for one topic, and for each root in a list."""

_CANDIDATES = 24
_FEWEST_WORDS = 12
_QUOTED = 280
"""Characters."""


def answer(
    request: TopicsRequest,
    trees: Mapping[str, TopicTree],
    named: tuple[str, Topic] | None,
    snapshot: Snapshot,
    views: Sequence[ModelView],
) -> TopicsAnswer:
    """The topics of some collections, or the one that is `named` with its documents."""
    if not 1 <= request.limit <= MOST_LISTED:
        raise BadRequest("{name} must be between {least} and {most}.", name="limit", least=1, most=f"{MOST_LISTED:,}")
    key_of = {f"{slug}/{path}": key for key, (slug, path, _) in snapshot.facets.places.items()}
    sections = np.bincount(snapshot.facets.document_of)
    entries: list[TopicEntry] = []
    documents: list[tuple[str, str]] = []
    covered = total = 0
    with snapshot.catalogue.snapshot():
        for slug, tree in trees.items():
            members = _members(slug, tree, key_of)
            meant = _meant(
                slug, {key for own in members.values() for key in own}, snapshot, () if request.is_brief else views
            )
            covered += len(meant.keys)
            for topic in _in_order(tree, request):
                if named is not None and (slug != named[0] or topic.key not in _branch(tree, named[1].key)):
                    continue
                own = sorted(members[topic.key])
                is_named = named is not None and topic.key == named[1].key
                is_listed = bool(topic.parent) or named is not None or request.is_brief
                quoted = CENTRAL if is_named else 0 if is_listed else CENTRAL_OF_ROOT
                central = _central(topic, own, quoted, snapshot, meant)
                entries.append(_entry(slug, topic, own, sections, central))
            if named is not None and named[0] == slug:
                documents, total = _documents(members[named[1].key], request, snapshot)
    return TopicsAnswer(
        tuple(entries), snapshot.told_revision, tuple(documents), total, covered, notices=snapshot.notices
    )


def keys_by_topic(slug: str, tree: TopicTree) -> Iterator[tuple[str, str]]:
    """Each document (by id) with each topic (by key) that it belongs to, narrower ones alone."""
    for path, key in tree.pairs():
        yield f"{slug}/{path}", key


def _members(slug: str, tree: TopicTree, key_of: Mapping[str, int]) -> dict[str, set[int]]:
    """By topic the keys of its documents and of those of narrower ones."""
    found: dict[str, set[int]] = {one.key: set() for one in tree.topics}
    parent_of = {one.key: one.parent for one in tree.topics}
    for doc, key in keys_by_topic(slug, tree):
        number = key_of.get(doc)
        for _ in range(len(found)):
            if number is None or key not in found:
                break
            found[key].add(number)
            key = parent_of[key]
    return found


def _in_order(tree: TopicTree, request: TopicsRequest) -> Iterator[Topic]:
    """Roots, each before what lies below it: pinned ones first, hidden ones on demand."""
    shown = [one for one in tree.topics if request.with_hidden or not one.is_hidden]
    below: dict[str, list[Topic]] = defaultdict(list)
    for one in sorted(shown, key=lambda one: not one.is_pinned):
        below[one.parent].append(one)
    pending = below[""][::-1]
    while pending:
        one = pending.pop()
        yield one
        pending.extend(below.pop(one.key, [])[::-1])


def _branch(tree: TopicTree, key: str) -> set[str]:
    return {key, *(one.key for one in tree.topics if one.parent == key)}


def _entry(
    slug: str, topic: Topic, own: Sequence[int], sections: NDArray[np.intp], central: tuple[CentralSection, ...]
) -> TopicEntry:
    parent = topic_id(slug, topic.parent) if topic.parent else ""
    return TopicEntry(
        topic_id(slug, topic.key), slug, parent, topic.label, len(own), int(sections[own].sum()) if own else 0,
        topic.terms, topic.is_renamed, topic.is_pinned, topic.is_hidden, central, topic.origin,
    )  # fmt: skip


def _documents(keys: set[int], request: TopicsRequest, snapshot: Snapshot) -> tuple[list[tuple[str, str]], int]:
    rank_of = snapshot.facets.rank_of
    ordered = sorted(keys, key=lambda key: int(rank_of[key]))
    part = ordered[: request.limit]
    rows = snapshot.catalogue.document_rows(part)
    return [(rows[key].doc, rows[key].title) for key in part if key in rows], len(ordered)


@dataclass(frozen=True, slots=True)
class _Meant:
    """What the documents of a collection mean: the mean vectors of those with `keys`, NaN for none, and whose they are.

    There are neither where no model reads the collection.
    """

    keys: Sequence[int]
    view: ModelView | None = None
    vectors: Floats | None = None


def _meant(slug: str, keys: set[int], snapshot: Snapshot, views: Sequence[ModelView]) -> _Meant:
    ordered = sorted(keys)
    view = next((view for view in views if slug in view.collections and view.table.size), None)
    if view is None or not ordered:
        return _Meant(ordered)
    return _Meant(ordered, view, document_vectors(view.table, snapshot.facets, ordered))


def _central(
    topic: Topic, own: Sequence[int], count: int, snapshot: Snapshot, meant: _Meant
) -> tuple[CentralSection, ...]:
    """The sections nearest to a topic's middle, of different documents: by meaning, else by the topic's terms."""
    if not count or not own:
        return ()
    found = _quoted(_by_meaning(own, snapshot, meant), count, snapshot)
    return found or _quoted(_by_words(topic, own, snapshot), count, snapshot)


def _by_meaning(own: Sequence[int], snapshot: Snapshot, meant: _Meant) -> list[int]:
    if meant.view is None or meant.vectors is None:
        return []
    means = meant.vectors[np.searchsorted(meant.keys, own)]
    means = means[np.isfinite(means[:, 0])]
    if not len(means):
        return []
    middle = means.mean(axis=0)
    middle /= max(float(np.linalg.norm(middle)), 1e-9)
    keys = np.flatnonzero(np.isin(snapshot.facets.document_of, own)).astype(np.int64)
    found, cosines = meant.view.exact(middle.astype(np.float32), keys)
    return [int(key) for key in found[np.argsort(-cosines, kind="stable")][: _CANDIDATES * 4]]


def _by_words(topic: Topic, own: Sequence[int], snapshot: Snapshot) -> list[int]:
    """The first sections of documents whose names have most of the terms."""
    terms = [term.casefold() for term, _ in topic.terms]
    rows = snapshot.catalogue.document_rows(list(own)[:MOST_LISTED])
    ranked = sorted(
        rows.values(),
        key=lambda row: (-sum(term in f"{row.title} {' '.join(row.keywords)}".casefold() for term in terms), row.doc),
    )
    return [section.key for row in ranked[:_CANDIDATES] for section in snapshot.catalogue.sections_of(row.key)[:2]]


def _quoted(keys: Sequence[int], count: int, snapshot: Snapshot) -> tuple[CentralSection, ...]:
    rows = snapshot.catalogue.section_rows(keys)
    chosen: dict[int, SectionRow] = {}
    for key in keys:
        row = rows.get(key)
        if row is not None and row.document_key not in chosen and len(row.prose.split()) >= _FEWEST_WORDS:
            chosen[row.document_key] = row
        if len(chosen) == count:
            break
    return tuple(
        CentralSection(
            f"{row.doc}#{row.anchor}" if row.anchor else row.doc, row.doc, row.title, row.start_line, _short(row.prose)
        )
        for row in chosen.values()
    )


def _short(prose: str) -> str:
    """The beginning of a text, to the end of a word."""
    text = " ".join(prose.split())
    return text if len(text) <= _QUOTED else f"{text[:_QUOTED].rsplit(' ', 1)[0]} …"
