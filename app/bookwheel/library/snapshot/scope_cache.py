"""Snapshot and graph as one caller may see them: what lies outside leaves no trace, not even in a count."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import replace
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from bookwheel.domain.annotations.same_things import SameDecision
from bookwheel.domain.graph import NodeKind
from bookwheel.domain.readiness import Readiness
from bookwheel.domain.scopes import cuts_collections
from bookwheel.domain.search import Scope
from bookwheel.domain.things import fold
from bookwheel.library.snapshot.coverage import limit_coverage
from bookwheel.library.snapshot.graph_arrays import KINDS, LINKING, MANUAL, RELATIONS, Bools, Graph
from bookwheel.library.snapshot.same_groups import find_joins
from bookwheel.library.snapshot.same_nodes import join_nodes
from bookwheel.library.snapshot.scoped_catalogue import seen
from bookwheel.library.snapshot.snapshot import Meaning, Snapshot, Visible
from bookwheel.library.snapshot.visible_links import VisibleLink, links_without_hidden, names_as_written

T = TypeVar("T")

_BROKEN, _ENTITY = KINDS.index(NodeKind.BROKEN), KINDS.index(NodeKind.ENTITY)
_MANUAL = RELATIONS.index(MANUAL)
_LINKS = [RELATIONS.index(name) for name in (*LINKING, "brokenLinkTo")]

MOST_KEPT = 8
"""Narrowed graphs, and as many snapshots, that are kept; a client's scope rarely changes. Of vectors the newest."""


class Scoped:
    """Narrows snapshots and graphs to scopes and keeps what was narrowed; any thread."""

    def __init__(self) -> None:
        """Nothing was asked yet."""
        self._snapshots = _Kept[Snapshot]()
        self._graphs = _Kept[Graph]()
        self._joined_whole, self._joined = _Kept[Graph](1), _Kept[Graph]()
        self._meanings = _Kept[Meaning](1)
        self._visible = _Kept[Visible]()
        self.decisions: Callable[[], tuple[SameDecision, ...]] = tuple
        """Which things are the same, asked at every question; the same object until that changes."""

    def snapshot(self, whole: Snapshot, scope: Scope) -> Snapshot:
        """The part of a snapshot that a scope shows; the whole one when that is all."""
        if scope.collections is None and not scope.filters:
            return whole
        key = (scope.collections, scope.filters, tuple(whole.collections))
        part = self._snapshots.of((whole.facets,), key, lambda: seen(whole, scope))
        if part.facets is whole.facets:
            return whole
        collections = {slug: whole.collections[slug] for slug in part.collections}
        return replace(part, collections=collections, readiness=whole.readiness, meaning=whole.meaning)

    def limited(self, whole: Snapshot, scope: Scope) -> Snapshot:
        """The part that a scope shows, with what its caller is told of its freshness; nothing hidden moves that."""
        if scope.collections is None and not scope.filters:
            return whole
        part, meaning = self.snapshot(whole, scope), whole.meaning
        if not part.facets.is_whole:
            meaning = self._meanings.of((meaning, part.facets), "", lambda: limit_coverage(whole.meaning, part.facets))
        facets = part.facets
        visible = self._visible.of((facets,), "", lambda: Visible(facets.fingerprint, facets.changed_at))
        return replace(part, readiness=told_readiness(whole.readiness, scope), meaning=meaning, visible=visible)

    def graph(self, whole: Graph, snapshot: Snapshot) -> Graph:
        """The graph of what a snapshot shows, in which things that are the same are one node.

        That follows the scope: what joins two things through a name that it hides joins nothing in it.
        """
        return self._join(self.unjoined(whole, snapshot), is_whole=snapshot.facets.is_whole)

    def prepare(self, whole: Graph) -> None:
        """Join a new graph's nodes and put its edges in order, before the first question comes."""
        self._join(whole, is_whole=True).warm()

    def unjoined(self, whole: Graph, snapshot: Snapshot) -> Graph:
        """The graph of what a snapshot shows, as it was read; the whole one when that is all of it."""
        if snapshot.facets.is_whole:
            return whole
        return self._graphs.of((whole, snapshot.facets), "", lambda: _narrowed(whole, snapshot))

    def _join(self, graph: Graph, *, is_whole: bool) -> Graph:
        kept, decisions = self._joined_whole if is_whole else self._joined, self.decisions()
        if graph.joined is not None and not decisions:
            return graph.joined
        return kept.of((graph, decisions), "", lambda: join_nodes(graph, find_joins(graph, decisions)))


def told_readiness(whole: Readiness, scope: Scope) -> Readiness:
    """What a caller is told of reading: whether it may see a file in part of a collection is known once it was read."""
    return replace(whole, is_withheld=True) if cuts_collections(scope) else whole


class _Kept(Generic[T]):
    """What was made of something for a key, least recently asked for out first; any thread."""

    def __init__(self, most: int = MOST_KEPT) -> None:
        self._lock, self._most = threading.Lock(), most
        self._kept: OrderedDict[tuple[tuple[int, ...], Hashable], tuple[tuple[object, ...], T]] = OrderedDict()

    def of(self, wholes: tuple[object, ...], key: Hashable, make: Callable[[], T]) -> T:
        """What is kept; it holds on to the wholes, so that no other thing can have their identity."""
        place = (tuple(id(whole) for whole in wholes), key)
        with self._lock:
            found = self._kept.get(place)
            if found is not None:
                self._kept.move_to_end(place)
                return found[1]
        made = make()
        with self._lock:
            self._kept[place] = (wholes, made)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
        return made


def _narrowed(whole: Graph, snapshot: Snapshot) -> Graph:
    documents = [f"{slug}/{path}" for slug, path, _ in snapshot.facets.places.values()]
    shown = whole.shown_by(documents, tuple(snapshot.collections), snapshot.facets.whole_collections)
    with snapshot.catalogue.snapshot():
        links = links_without_hidden(whole, shown, snapshot)
        cited = [slug for slug in snapshot.collections if snapshot.catalogue.documents_with_references(slug)]
    return narrow(whole, shown, links, names_as_written(snapshot.facets), cited)


def narrow(
    whole: Graph,
    shown: Bools,
    links: Sequence[VisibleLink] = (),
    names: Mapping[str, str] | None = None,
    cited: Sequence[str] = (),
) -> Graph:
    """The nodes that are shown and the edges between them, as a graph made of them alone has them.

    `links` stand in place of those to what is hidden. Labels are called as `names` says, else by their key: a label's
    spelling may be that of a document which is not shown. `cited` are the collections with a bibliography that is
    shown: in others, a citation that leads nowhere is no broken link.
    """
    kept = np.flatnonzero(shown & (whole.kinds != _BROKEN))
    numbers: list[int] = kept.tolist()
    ids = [whole.ids[number] for number in numbers]
    titles = [_title(whole, number, names or {}) for number in numbers]
    number_of = {node: number for number, node in enumerate(ids)}
    between = shown[whole.sources] & shown[whole.targets] & whole.stated_by(shown)
    between &= ~whole.derived | _by_own_name(whole)
    lasting = [_link(whole, edge) for edge in np.flatnonzero(between & np.isin(whole.relations, _LINKS)).tolist()]
    idle = tuple(f"broken:{slug}/cite:" for slug in whole.collections if slug not in cited)
    written = sorted(link for link in (*lasting, *links) if not (idle and link.target.startswith(idle)))
    ids += dict.fromkeys(link.target for link in written if link.target.startswith("broken:"))
    titles += [target.partition("/")[2] for target in ids[len(kept) :]]
    number_of.update((node, number) for number, node in enumerate(ids[len(kept) :], len(kept)))
    owner = np.full(len(shown) + 1, -1, np.int32)  # the last stands for -1
    owner[kept] = np.arange(len(kept), dtype=np.int32)
    added = len(ids) - len(kept)
    slugs = _collections_of(whole, kept, ids[len(kept) :])
    code_of = {slug: code for code, slug in enumerate(dict.fromkeys(slug for slug in slugs if slug))}
    nodes = Graph(
        revision=whole.revision,
        ids=ids,
        titles=titles,
        kinds=np.concatenate((whole.kinds[kept], np.full(added, _BROKEN, np.int8))).astype(np.int8),
        owner=np.concatenate((owner[whole.owner[kept]], np.full(added, -1, np.int32))).astype(np.int32),
        collection_of=np.array([code_of.get(slug, -1) for slug in slugs], np.int32),
        collections=tuple(code_of),
        sources=np.empty(0, np.int32),
        targets=np.empty(0, np.int32),
        relations=np.empty(0, np.int8),
        lines=np.empty(0, np.int32),
        evidence=np.empty(0, np.int32),
        derived=np.empty(0, np.bool_),
        wordings={},
        number_of=number_of,
        aliases=tuple(
            (int(owner[node]), alias, int(owner[stating]))
            for node, alias, stating in whole.aliases
            if shown[node] and (stating < 0 or shown[stating])
        ),
    )
    return _joined(nodes, whole, between, written)


def _by_own_name(whole: Graph) -> Bools:
    """Which edges name their target as its id does: another name may be one that only a hidden document gives."""
    named = np.zeros(len(whole.relations), np.bool_)
    for edge in np.flatnonzero(whole.derived).tolist():
        key = _key(whole, int(whole.targets[edge]))
        named[edge] = fold(whole.wordings.get(edge, "")) == key
    return named


def _collections_of(whole: Graph, kept: NDArray[np.intp], broken: Sequence[str]) -> list[str]:
    """The collection of each node that is kept and of each broken target after them; empty for none."""
    codes: list[int] = whole.collection_of[kept].tolist()
    slugs = [whole.collections[code] if code >= 0 else "" for code in codes]
    return [*slugs, *(node.partition(":")[2].partition("/")[0] for node in broken)]


def _joined(nodes: Graph, whole: Graph, between: Bools, links: Sequence[VisibleLink]) -> Graph:
    """The nodes with their edges in the order of every graph: what is stated, written links, links made by hand."""
    number_of = nodes.number_of
    links = [link for link in links if link.source in number_of and _target(link, number_of) >= 0]
    is_manual = whole.relations == _MANUAL
    stated = np.flatnonzero(between & ~is_manual & ~np.isin(whole.relations, _LINKS)).tolist()
    by_hand = np.flatnonzero(between & is_manual).tolist()
    rows = [
        *(_row(whole, edge, number_of) for edge in stated),
        *(
            (
                number_of[link.source],
                _target(link, number_of),
                RELATIONS.index(link.relation),
                link.line,
                number_of.get(link.section, -1),
                0,
            )
            for link in links
        ),
        *(_row(whole, edge, number_of) for edge in by_hand),
    ]
    edges = np.array(rows, np.int32).reshape(-1, 6)
    first, last = len(stated), len(stated) + len(links)
    wordings = {first + place: link.wording for place, link in enumerate(links) if link.wording}
    wordings |= {place: whole.wordings[edge] for place, edge in enumerate(stated) if edge in whole.wordings}
    wordings |= {last + place: whole.wordings[edge] for place, edge in enumerate(by_hand) if edge in whole.wordings}
    return replace(
        nodes,
        sources=edges[:, 0].copy(),
        targets=edges[:, 1].copy(),
        relations=edges[:, 2].astype(np.int8),
        lines=edges[:, 3].copy(),
        evidence=edges[:, 4].copy(),
        derived=edges[:, 5].astype(np.bool_),
        wordings=wordings,
        by_hand={last + place: whole.by_hand[edge] for place, edge in enumerate(by_hand) if edge in whole.by_hand},
    )


def _row(whole: Graph, edge: int, number_of: Mapping[str, int]) -> tuple[int, int, int, int, int, int]:
    source, target = (number_of[whole.ids[int(ends[edge])]] for ends in (whole.sources, whole.targets))
    stating = int(whole.evidence[edge])
    section = number_of[whole.ids[stating]] if stating >= 0 else -1
    return source, target, int(whole.relations[edge]), int(whole.lines[edge]), section, int(whole.derived[edge])


def _title(whole: Graph, number: int, names: Mapping[str, str]) -> str:
    if whole.collection_of[number] >= 0:
        return whole.titles[number]
    return names.get(whole.ids[number]) or _key(whole, number)


def _key(whole: Graph, number: int) -> str:
    """What a label or thing is called in its id; before an entity's name stands its type."""
    key = whole.ids[number].partition(":")[2]
    return key.partition("/")[2] or key if whole.kinds[number] == _ENTITY else key


def _link(whole: Graph, edge: int) -> VisibleLink:
    source, target = whole.ids[int(whole.sources[edge])], whole.ids[int(whole.targets[edge])]
    stating = int(whole.evidence[edge])
    section = whole.ids[stating] if stating >= 0 else ""
    line, wording = int(whole.lines[edge]), whole.wordings.get(edge, "")
    return VisibleLink(source, whole.relation(edge), target, line, wording, section)


def _target(link: VisibleLink, number_of: Mapping[str, int]) -> int:
    """Where a link ends: at its document where its heading is none; -1 where it ends at nothing."""
    return number_of.get(link.target, number_of.get(link.target.rpartition("#")[0], -1))
