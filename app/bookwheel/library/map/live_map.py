"""The newest map, and what the next is drawn from: documents and links of the graph, places of before and meaning."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import msgspec
import numpy as np
from numpy.typing import NDArray

from bookwheel import wire
from bookwheel.domain.map import MapAnswer, MapDrawn, MapRequest, MapState, MapTask, Region
from bookwheel.domain.topics import TopicTree
from bookwheel.library.embedding.document_vectors import document_vectors
from bookwheel.library.embedding.model_view import ModelView
from bookwheel.library.map.regions import regions_of
from bookwheel.library.map.topic_groups import group_by_topic, labels_of, name_regions
from bookwheel.library.snapshot.graph_arrays import DOCUMENT, LINKS, RELATIONS, Graph
from bookwheel.library.snapshot.graph_tables.text_table import Ints
from bookwheel.library.snapshot.snapshot import Snapshot

Places = NDArray[np.float32]

SAMPLE = 4096
"""Vectors from which the two directions of most difference are found."""


@dataclass(frozen=True, slots=True)
class Map:
    """A map with what is known of its documents, as `MapAnswer` has it; never changed. `places` are NaN before any."""

    version: int
    revision: int
    ids: tuple[str, ...]
    titles: tuple[str, ...]
    places: Places
    collections: tuple[str, ...]
    collection_of: Ints
    types: tuple[str, ...]
    type_of: Ints
    tags: tuple[str, ...]
    tagged: Ints
    links: Ints
    regions: tuple[Region, ...] = ()
    region_of: Ints | None = None
    progress: float = 0.0

    def drawn(self, drawn: MapDrawn) -> Map:
        """The map with its places by now."""
        places = np.frombuffer(drawn.places, np.float32).reshape(-1, 2)
        of = np.frombuffer(drawn.region_of, np.int32) if drawn.region_of else None
        return replace(self, places=places, regions=drawn.regions, region_of=of, progress=drawn.progress)

    def task(self, before: Places, meaning: Places) -> MapTask:
        """What a child needs to draw it."""
        links = np.ascontiguousarray(self.links, np.int32).tobytes()
        return MapTask(self.ids, self.titles, links, before.tobytes(), meaning.tobytes())


def gathered(graph: Graph) -> Map:
    """The documents of a graph, and the links between them, each once; without places."""
    documents = np.flatnonzero(graph.kinds == DOCUMENT)
    place_of = np.full(len(graph.ids) + 1, -1, np.int32)
    place_of[documents] = np.arange(len(documents), dtype=np.int32)
    sources, targets = place_of[graph.whole[graph.sources]], place_of[graph.whole[graph.targets]]
    linking = np.isin(graph.relations, LINKS)
    kept = linking & (sources >= 0) & (targets >= 0) & (sources != targets)
    links = np.unique(np.column_stack([sources[kept], targets[kept]]), axis=0).astype(np.int32)
    types, typed = _labels(graph, "hasType", sources)
    tags, tagged = _labels(graph, "hasTag", sources)
    type_of = np.full(len(documents), -1, np.int32)
    type_of[typed[:, 0]] = typed[:, 1]
    numbers = documents.tolist()
    return Map(
        version=0,
        revision=graph.revision,
        ids=tuple(graph.ids[number] for number in numbers),
        titles=tuple(graph.titles[number] for number in numbers),
        places=np.full((len(documents), 2), np.nan, np.float32),
        collections=tuple(graph.collections),
        collection_of=graph.collection_of[documents].astype(np.int32),
        types=types,
        type_of=type_of,
        tags=tags,
        tagged=tagged,
        links=links,
    )


def numbered(drawn: Map, version: int) -> Map:
    """The map under a version."""
    return replace(drawn, version=version)


def relabelled(shown: Map, new: Map) -> Map:
    """A map of the same documents and links with their new titles, types and tags."""
    return replace(new, places=shown.places, regions=shown.regions, region_of=shown.region_of, progress=shown.progress)


def seen(whole: Map, slugs: Sequence[str]) -> Map:
    """The part of a map that lies in some collections; regions are found and named anew, from it alone."""
    shown = [place for place, slug in enumerate(whole.collections) if slug in slugs]
    if len(shown) == len(whole.collections):
        return whole
    kept = np.isin(whole.collection_of, shown)
    place_of = np.where(kept, np.cumsum(kept) - 1, -1).astype(np.int32)
    numbers = np.flatnonzero(kept).tolist()
    ids, titles = (tuple(texts[number] for number in numbers) for texts in (whole.ids, whole.titles))
    tagged, tags = _renumbered(whole.tagged[kept[whole.tagged[:, 0]]], whole.tags)
    type_of, types = _renumbered(whole.type_of[kept][:, None], whole.types)
    collection_of, collections = _renumbered(whole.collection_of[kept][:, None], whole.collections)
    links = whole.links[kept[whole.links].all(axis=1)]
    places = whole.places[kept]
    is_placed = bool(len(places)) and bool(np.isfinite(places).all())
    own = place_of[links].reshape(-1, 2)
    regions, region_of = regions_of(places.astype(np.float64), ids, titles, own) if is_placed else ((), None)
    if len(tagged):
        tagged[:, 0] = place_of[tagged[:, 0]]
    return replace(
        whole, ids=ids, titles=titles, places=places, collections=collections, collection_of=collection_of[:, 0],
        types=types, type_of=type_of[:, 0], tags=tags, tagged=tagged, links=own,
        regions=regions, region_of=region_of,
    )  # fmt: skip


def meant(ids: Sequence[str], views: Sequence[ModelView], snapshot: Snapshot | None) -> Places:
    """Where meaning puts documents (n, 2), NaN without vectors: the two directions in which they differ most.

    By the model with most vectors; a document lies at the mean of its chunks.
    """
    view = max(views, key=lambda candidate: candidate.table.size, default=None)
    if view is None or snapshot is None or view.table.size < 3:
        return np.full((len(ids), 2), np.nan, np.float32)
    table = view.table
    chosen = np.linspace(0, table.size - 1, min(SAMPLE, table.size)).astype(np.int64)
    sample = table.matrix[chosen].astype(np.float32)
    middle = sample.mean(axis=0)
    sample -= middle
    axes = np.linalg.eigh(sample.T @ sample)[1][:, -2:]
    key_of = {f"{collection}/{path}": key for key, (collection, path, _) in snapshot.facets.places.items()}
    places = document_vectors(table, snapshot.facets, [key_of.get(doc, 0) for doc in ids], axes)
    return places - middle @ axes


class _Kept(msgspec.Struct, array_like=True):
    """The places of one collection as they are kept."""

    paths: list[str]
    places: bytes


def kept(drawn: Map) -> dict[str, bytes]:
    """The places by collection, to be kept in the state."""
    rows: dict[str, tuple[list[str], list[int]]] = {}
    for number, doc in enumerate(drawn.ids):
        slug, _, path = doc.partition("/")
        paths, numbers = rows.setdefault(slug, ([], []))
        paths.append(path)
        numbers.append(number)
    return {
        slug: msgspec.msgpack.encode(_Kept(paths, drawn.places[numbers].tobytes()))
        for slug, (paths, numbers) in rows.items()
    }


def before(ids: Sequence[str], by_collection: Mapping[str, bytes]) -> Places:
    """Where documents lay when the map was kept (n, 2), NaN for those that it did not have."""
    places = np.full((len(ids), 2), np.nan, np.float32)
    number_of = {doc: number for number, doc in enumerate(ids)}
    for slug, content in by_collection.items():
        try:
            one = msgspec.msgpack.decode(content, type=_Kept)
            own = np.frombuffer(one.places, np.float32).reshape(len(one.paths), 2)
        except (msgspec.DecodeError, ValueError):
            continue  # drawn anew
        numbers = np.array([number_of.get(f"{slug}/{path}", -1) for path in one.paths], np.int64)
        places[numbers[numbers >= 0]] = own[numbers >= 0]
    return places


class LiveMap:
    """The map that is shown; any thread may read `now`, one alone draws."""

    def __init__(self) -> None:
        """No map yet."""
        self._lock = threading.Lock()
        self._scoped: tuple[Map, tuple[str, ...], Map] | None = None
        self.now: Map | None = None
        self.is_drawing = False
        self.on_asked: Callable[[], None] = lambda: None
        """Told whenever someone looks at the map."""
        self.trees: Callable[[], Mapping[str, TopicTree]] = dict
        """The topics of each collection, by slug."""

    def answer(self, request: MapRequest, slugs: Sequence[str], revision: int) -> MapAnswer:
        """The map as some collections have it, or more of its names; `revision` is the graph's."""
        if not request.start:
            self.on_asked()
        whole = self.now
        if whole is None:
            return MapAnswer(0, MapState.WAITING, 0.0, 0, 0)
        shown = self._seen(whole, slugs)
        is_new = whole.revision >= revision and whole.progress >= 1.0
        state = MapState.READY if is_new and not self.is_drawing else MapState.DRAWING
        head = MapAnswer(shown.version, state, shown.progress, shown.revision, len(shown.ids))
        if request.version not in (0, shown.version):
            return head
        part = slice(max(0, request.start), max(0, request.start) + wire.PAGE)
        named = replace(head, ids=shown.ids[part], titles=shown.titles[part])
        if request.start:
            return named
        own = {slug: tree for slug, tree in self.trees().items() if slug in slugs and tree.topics}
        return _with_topics(replace(named, **_arrays(shown)), shown, own)

    def _seen(self, whole: Map, slugs: Sequence[str]) -> Map:
        if set(whole.collections) <= set(slugs):
            return whole
        with self._lock:
            if self._scoped is None or self._scoped[0] is not whole or self._scoped[1] != tuple(slugs):
                self._scoped = (whole, tuple(slugs), seen(whole, slugs))
            return self._scoped[2]


def _arrays(shown: Map) -> dict[str, object]:
    none = np.full(len(shown.ids), -1, np.int32)
    return {
        "places": np.ascontiguousarray(shown.places, "<f4").tobytes(),
        "collections": shown.collections,
        "collection_of": shown.collection_of.astype("<i4").tobytes(),
        "types": shown.types,
        "type_of": shown.type_of.astype("<i4").tobytes(),
        "tags": shown.tags,
        "tagged": shown.tagged.astype("<i4").tobytes(),
        "links": shown.links.astype("<i4").tobytes(),
        "regions": shown.regions,
        "region_of": (none if shown.region_of is None else shown.region_of).astype("<i4").tobytes(),
    }


def _with_topics(answer: MapAnswer, shown: Map, trees: Mapping[str, TopicTree]) -> MapAnswer:
    if not trees:
        return answer
    topics, of, above = group_by_topic(shown.ids, trees)
    regions = shown.regions
    if shown.region_of is not None:
        regions = name_regions(regions, shown.region_of, above, labels_of(trees))
    return replace(answer, topics=topics, topic_of=of.astype("<i4").tobytes(), regions=regions)


def _labels(graph: Graph, relation: str, sources: Ints) -> tuple[tuple[str, ...], Ints]:
    """The labels that documents bear by a relation, the commonest first, and pairs (k, 2) of document and label."""
    edges = np.flatnonzero((graph.relations == RELATIONS.index(relation)) & (sources >= 0))
    if not len(edges):
        return (), np.zeros((0, 2), np.int32)
    pairs = np.unique(np.column_stack([sources[edges], graph.targets[edges]]), axis=0)
    nodes, which, counts = np.unique(pairs[:, 1], return_inverse=True, return_counts=True)
    order = np.argsort(-counts, kind="stable")
    rank = np.empty(len(order), np.int32)
    rank[order] = np.arange(len(order), dtype=np.int32)
    names = tuple(graph.titles[int(nodes[row])] for row in order)
    return names, np.column_stack([pairs[:, 0], rank[which]]).astype(np.int32)


def _renumbered(rows: Ints, names: tuple[str, ...]) -> tuple[Ints, tuple[str, ...]]:
    """The rows with their last column counting only names that occur, and those; -1 stays."""
    used = np.unique(rows[:, -1][rows[:, -1] >= 0])
    number = np.full(len(names) + 1, -1, np.int32)
    number[used] = np.arange(len(used), dtype=np.int32)
    result = rows.copy()
    result[:, -1] = number[rows[:, -1]]
    return result, tuple(names[int(index)] for index in used)
