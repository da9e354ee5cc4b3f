"""The graph in memory: what stands near what, by which relation, and where that is written.

Nodes and edges are numbers into arrays, so that a neighbourhood of a large library takes about a millisecond.
Sections are nodes of their own; seen from anything but a section, they count as their document.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from bookwheel.domain import history, things
from bookwheel.domain.annotations import memory
from bookwheel.domain.annotations.manual_links import RELATION as MANUAL
from bookwheel.domain.graph import Edge, Node, NodeKind
from bookwheel.domain.links.named_links import REPLY_TO
from bookwheel.library.snapshot.graph_tables.name_table import NameTable, NodesByName, said_name
from bookwheel.library.snapshot.graph_tables.text_table import Ints, TextColumn, Wordings
from bookwheel.library.snapshot.link_texts import LinkTexts

Bools = NDArray[np.bool_]

KINDS = tuple(NodeKind)
RELATIONS = (
    "containsSection", "follows", "linksTo", "brokenLinkTo", "supersedes", "supersededBy", "dependsOn", "relatedTo",
    "references", REPLY_TO, "inCollection", "hasType", "inCategory", "hasTag", "hasTopic", "broader", "author", "owner",
    "reviewer",
    *things.RELATIONS, *history.RELATIONS, *memory.RELATIONS, MANUAL,
)  # fmt: skip
"""Every relation that is an edge; partOf is containsSection the other way round."""

TOPICAL = "hasTopic"
_WEAK = [RELATIONS.index(name) for name in (*history.RELATIONS, TOPICAL)]
STRUCTURE = ("containsSection", "follows")
LINKING = ("linksTo", "supersedes", "supersededBy", "dependsOn", "relatedTo", "references", REPLY_TO)
"""Relations by which a source refers to another."""

_BY_HAND, _LINKS_TO = RELATIONS.index(MANUAL), RELATIONS.index("linksTo")
LINKS = [RELATIONS.index(name) for name in LINKING]
"""The numbers of these relations."""

SECTION, _COLLECTION, _TYPE, DOCUMENT, TOPIC, _ENTITY = (
    KINDS.index(NodeKind(kind)) for kind in ("section", "collection", "type", "document", "topic", "entity")
)
SHORTEST_HASH = 7
"""Letters of a commit's hash by which it may be called, if no other begins with them."""

_OF_HISTORY = tuple(KINDS.index(kind) for kind in (NodeKind.COMMIT, NodeKind.BRANCH, NodeKind.REPOSITORY))
_THINGS = [KINDS.index(NodeKind(kind)) for kind in things.ThingKind]
COMMON_TIES, COMMON_SHARE = 50, 0.1
"""A thing with more ties than this, and than this share of all documents, says little of what it joins."""
MOST_OF_TOPIC = 50
"""Ties of a topic beyond which no walk leads through it."""

KIND_STARTS = {f"{kind}:": code for code, kind in enumerate(KINDS) if kind not in (NodeKind.DOCUMENT, NodeKind.SECTION)}
"""The kinds of labels, people, collections and broken targets, by how their ids begin."""


@dataclass(frozen=True, slots=True)
class Rows:
    """Edges by node: those of node n are `edges[offsets[n]:offsets[n + 1]]`, and `others` the nodes they lead to."""

    offsets: Ints
    edges: Ints
    others: Ints

    @classmethod
    def of(cls, sources: Ints, targets: Ints, edges: Ints, size: int) -> Rows:
        """Edges in both directions."""
        here, there = np.concatenate([sources, targets]), np.concatenate([targets, sources])
        order = np.argsort(here, kind="stable")
        offsets = np.zeros(size + 1, np.int32)
        np.cumsum(np.bincount(here, minlength=size), out=offsets[1:])
        return cls(offsets, np.tile(edges, 2)[order], there[order])

    def of_one(self, node: int) -> slice:
        """The place in `edges` and `others` of a node's edges."""
        return slice(int(self.offsets[node]), int(self.offsets[node + 1]))

    def at(self, nodes: Ints) -> Ints:
        """Places in `edges` and `others` of all edges of the nodes."""
        starts, counts = self.offsets[nodes], self.offsets[nodes + 1] - self.offsets[nodes]
        total = int(counts.sum())
        if not total:
            return np.zeros(0, np.int32)
        ends = np.cumsum(counts)
        return (np.arange(total) - np.repeat(ends - counts, counts) + np.repeat(starts, counts)).astype(np.int32)


@dataclass(frozen=True, slots=True)
class ByHand:
    """What is known of an edge that was linked by hand: its id, its maker's note, who and when."""

    id: str
    note: str
    by: str
    at: str


@dataclass(frozen=True, slots=True)
class TopicPart:
    """The part of a graph that its topics make up: nodes, edges, and what tells these topics from others."""

    nodes: int = 0
    edges: int = 0
    signs: frozenset[tuple[str, str]] = frozenset()


@dataclass(frozen=True)
class Graph:
    """The ontology of one revision as arrays; never changed, so that any thread may read.

    `ids` and `titles` are by node; `owner` is a section's document, a document itself, else -1; `collection_of` an
    index into `collections`, -1 for what is of none. By edge: source, target, relation (an index into RELATIONS), line,
    its words, if any, and in `evidence` the section that states it, -1 where that is the source; `derived` edges
    were found by comparing names. Topics are the last nodes; edges linked by hand come last, those of topics before
    them. `aliases` are other names: a node, the name and the document that gives it. As long as `statings` (the store,
    and how often documents were stated in it) stays, only topics and links made by hand change.
    """

    revision: int
    ids: Sequence[str]
    titles: Sequence[str]
    kinds: NDArray[np.int8]
    owner: Ints
    collection_of: Ints
    collections: Sequence[str]
    sources: Ints
    targets: Ints
    relations: NDArray[np.int8]
    lines: Ints
    evidence: Ints
    derived: Bools
    wordings: Mapping[int, str]
    number_of: Mapping[str, int]
    by_hand: Mapping[int, ByHand] = field(default_factory=dict[int, ByHand])
    aliases: Sequence[tuple[int, str, int]] = ()
    statings: tuple[int, int] = (0, 0)
    topic_part: TopicPart = TopicPart()
    joined: Graph | None = field(default=None, repr=False, compare=False)
    """The same with things that go by one name as one node, where that is known and no person decided otherwise."""

    def warm(self) -> None:
        """Put the edges in order by node, as every walk needs them, nodes by name and the texts of links by word."""
        assert len(self.named) <= len(self.ids) + len(self.aliases)
        assert len(self.degrees) == len(self.fine.offsets) - 1 == len(self.ends_walk)
        assert self.link_texts.lengths.ndim == 1

    def kind(self, node: int) -> NodeKind:
        """A node's kind."""
        return KINDS[int(self.kinds[node])]

    def relation(self, edge: int) -> str:
        """An edge's relation."""
        return RELATIONS[int(self.relations[edge])]

    def node(self, number: int, hops: int = 0) -> Node:
        """A node as it is shown; `weight` counts the edges between documents, labels and people that it has."""
        kind, owner = self.kind(number), int(self.owner[number])
        doc = self.ids[owner] if owner >= 0 else ""
        aliases = self.aliases_of.get(number, ())[:6] if owner < 0 else ()
        detail = self.titles[owner] if kind is NodeKind.SECTION else ", ".join(aliases)
        return Node(
            self.ids[number], kind, self.titles[number], doc, detail, hops, float(self.degrees[self.whole[number]])
        )

    def edge(self, number: int, *, is_rolled: bool) -> Edge:
        """An edge with its evidence; sections count as their documents when it is rolled up."""
        source, target = int(self.sources[number]), int(self.targets[number])
        stating = int(self.evidence[number])
        section = self.ids[stating] if stating >= 0 else self.ids[source] if self.kinds[source] == SECTION else ""
        ends = (int(self.whole[source]), int(self.whole[target])) if is_rolled else (source, target)
        line, text = int(self.lines[number]), self.wordings.get(number, "")
        made = self.by_hand.get(number)
        said = Edge(self.ids[ends[0]], self.relation(number), self.ids[ends[1]], section, line, text)
        return said if made is None else replace(said, section="", id=made.id, note=made.note, by=made.by, at=made.at)

    def find(self, node: str) -> int:
        """A node's number by its id, its label in any case, or the start of a commit's hash; -1 for none."""
        found = self.number_of.get(node, -1)
        if found < 0 and node.startswith(tuple(KIND_STARTS)):
            kind, _, name = node.partition(":")
            key = " ".join(name.strip().strip("/").casefold().split())
            found = self.number_of.get(f"{kind}:{key}", -1)
            if found < 0 and kind == NodeKind.COMMIT and len(key) >= SHORTEST_HASH:
                commits = [number for id, number in self.number_of.items() if id.startswith(f"commit:{key}")]
                found = commits[0] if len(commits) == 1 else -1
        return found

    def shown_by(
        self, documents: Collection[str], collections: Collection[str], whole: Collection[str] | None = ()
    ) -> Bools:
        """Which nodes (bool by node) some documents and collections show.

        A label or a person is shown by a document that names it, or by a narrower label. All documents of a collection
        make its topics, so they are shown by the collections of which everything is, which are among `whole`; with
        None by any of their documents.
        """
        nodes = np.zeros(len(self.ids) + 1, np.bool_)  # the last stands for -1
        known = (self.number_of.get(one, -1) for one in (*documents, *(f"collection:{slug}" for slug in collections)))
        nodes[[number for number in known if number >= 0]] = True
        return self._reached(nodes[:-1] | nodes[self.owner], None if whole is None else self._cut(nodes[:-1], whole))

    def _cut(self, shown: Bools, whole: Collection[str]) -> Bools:
        """Which nodes are topics of collections that are not shown whole."""
        is_cut = np.array([slug not in whole for slug in (*self.collections, "")], np.bool_)  # the last stands for -1
        is_cut[self.collection_of[(self.kinds == DOCUMENT) & ~shown]] = True
        return (self.kinds == TOPIC) & is_cut[self.collection_of]

    def stated_by(self, shown: Bools) -> Bools:
        """Which edges are stated by what is shown: an edge between things goes with the document that states it."""
        return (self.evidence < 0) | shown[self.evidence]

    @cached_property
    def whole(self) -> Ints:
        """By node: its document for a section, else the node itself."""
        return np.where(self.kinds == SECTION, self.owner, np.arange(len(self.ids))).astype(np.int32)

    @cached_property
    def named(self) -> Mapping[str, tuple[int, ...]]:
        """Nodes by name, as `said_name` has it: documents, sections, labels, people and things."""
        nameless = (_COLLECTION, KINDS.index(NodeKind.BROKEN), TOPIC, *_OF_HISTORY)
        is_named: Bools = ~np.isin(self.kinds, nameless)
        if isinstance(self.titles, TextColumn) and isinstance(self.titles.table, NameTable):
            others = [(node, alias) for node, alias, _ in self.aliases if is_named[node]]
            return NodesByName.of(self.titles.table, np.flatnonzero(is_named), self.titles.rows[is_named], others)
        found: dict[str, dict[int, None]] = {}
        has_name: list[bool] = is_named.tolist()
        said: dict[str, str] = {}  # most headings stand in many documents
        for node, name in chain(enumerate(self.titles), ((node, alias) for node, alias, _ in self.aliases)):
            if name and has_name[node]:
                if name not in said:
                    said[name] = said_name(name)
                found.setdefault(said[name], {})[node] = None
        return {name: tuple(nodes) for name, nodes in found.items() if name}

    def name_in_id(self, number: int) -> str:
        """What a label or thing is called in its id; before an entity's name stands its type."""
        key = self.ids[number].partition(":")[2]
        return key.partition("/")[2] or key if self.kinds[number] == _ENTITY else key

    @cached_property
    def is_by_own_name(self) -> Bools:
        """By edge: whether it was found by the name that its target's id says, not by one that a document gives it."""
        found = np.zeros(len(self.relations), np.bool_)
        known: dict[tuple[int, str], bool] = {}
        edges = np.flatnonzero(self.derived)
        for edge, target in zip(edges.tolist(), self.targets[edges].tolist(), strict=True):
            said = (target, self.wordings.get(edge, ""))
            if said not in known:
                known[said] = things.fold(said[1]) == self.name_in_id(target)
            found[edge] = known[said]
        return found

    @cached_property
    def topics_named(self) -> Mapping[str, tuple[int, ...]]:
        """Topics by name, likewise: what they are called are common words, so that no search starts from them."""
        found: dict[str, list[int]] = {}
        for node in np.flatnonzero(self.kinds == TOPIC).tolist():
            found.setdefault(said_name(self.titles[node]), []).append(node)
        return {name: tuple(nodes) for name, nodes in found.items() if name}

    @cached_property
    def aliases_of(self) -> Mapping[int, tuple[str, ...]]:
        """Other names by node."""
        found: dict[int, dict[str, None]] = {}
        for node, alias, _ in self.aliases:
            found.setdefault(node, {})[alias] = None
        return {node: tuple(names) for node, names in found.items()}

    @cached_property
    def link_texts(self) -> LinkTexts:
        """What links to documents say, from other documents than the one that they lead to."""
        sources, targets = self.whole[self.sources], self.whole[self.targets]
        is_telling = (self.relations == _LINKS_TO) & (sources != targets) & (self.owner[targets] == targets)
        if isinstance(self.wordings, Wordings) and isinstance(self.wordings.table, NameTable):
            telling = np.flatnonzero(is_telling & (self.wordings.rows >= 0))
            return LinkTexts.of_rows(targets[telling], self.wordings.table, self.wordings.rows[telling])
        edges = [edge for edge in np.flatnonzero(is_telling).tolist() if edge in self.wordings]
        return LinkTexts.of(targets[edges], [self.wordings[edge] for edge in edges])

    @cached_property
    def fine(self) -> Rows:
        """Every edge, sections being nodes."""
        edges = np.arange(len(self.sources), dtype=np.int32)
        return Rows.of(self.sources, self.targets, edges, len(self.ids))

    @cached_property
    def rolled(self) -> Rows:
        """Edges between documents, labels and people; those of sections count as their documents'."""
        sources, targets = self.whole[self.sources], self.whole[self.targets]
        edges = np.flatnonzero(sources != targets).astype(np.int32)
        return Rows.of(sources[edges], targets[edges], edges, len(self.ids))

    @cached_property
    def weak(self) -> Bools:
        """By edge: whether it says little of what it joins: that git alone knows it, or that both have a topic."""
        return np.isin(self.relations, _WEAK)

    @property
    def has_weak(self) -> bool:
        """Whether any edge says little."""
        return bool(self.weak.any())

    @cached_property
    def spreading(self) -> tuple[Rows, Ints]:
        """The rolled edges but weak ones, and how many each node has: what a search follows from what it names.

        Who changed a file says little of what stands in it, and words and meaning, which topics are made from, are
        searched anyway: no search depends on whether a folder has a history or topics.
        """
        if not self.has_weak:
            return self.rolled, self.degrees
        sources, targets = self.whole[self.sources], self.whole[self.targets]
        edges = np.flatnonzero((sources != targets) & ~self.weak).astype(np.int32)
        rows = Rows.of(sources[edges], targets[edges], edges, len(self.ids))
        return rows, np.diff(rows.offsets)

    @cached_property
    def degrees(self) -> Ints:
        """By node: how many edges it has when sections count as their documents."""
        return np.diff(self.rolled.offsets)

    def rows_for(self, *nodes: int, relation: str = "") -> tuple[Rows, bool]:
        """The edges to walk from some nodes, and whether they are rolled up: not from a section or along structure."""
        is_fine = relation in ("partOf", *STRUCTURE) or any(self.kinds[node] == SECTION for node in nodes)
        return (self.fine, False) if is_fine else (self.rolled, True)

    @cached_property
    def ends_walk(self) -> Bools:
        """By node: whether it joins too much to be walked through, as a collection, a type or a common thing does."""
        documents = int(np.count_nonzero(self.kinds == DOCUMENT))
        is_common = np.isin(self.kinds, _THINGS) & (self.degrees > max(COMMON_TIES, COMMON_SHARE * documents))
        is_common |= (self.kinds == TOPIC) & (self.degrees > MOST_OF_TOPIC)
        return np.isin(self.kinds, (_COLLECTION, _TYPE, *_OF_HISTORY)) | is_common

    def _reached(self, shown: Bools, cut: Bools | None) -> Bools:
        """With the labels, people and broken targets that the shown nodes lead to, but those that are cut."""
        labels = (self.owner < 0) & (self.kinds != KINDS.index(NodeKind.COLLECTION))
        labels = labels if cut is None else labels & ~cut
        # A link by hand shows its label to nobody, and a text not what others call a thing.
        stated = self.stated_by(shown) & (self.relations != _BY_HAND) & ~self.derived
        for _ in range(12):  # as deep as labels nest
            reached = self.targets[shown[self.sources] & stated]
            added = reached[labels[reached] & ~shown[reached]]
            if not len(added):
                break
            shown[added] = True
        return shown


def relation_filter(graph: Graph, relation: str) -> Callable[[Ints], Bools]:
    """Which of some edges to walk: those of a relation, or all but the order of sections."""
    name = "containsSection" if relation == "partOf" else relation
    if name:
        code = RELATIONS.index(name) if name in RELATIONS else -1
        return lambda edges: graph.relations[edges] == code
    follows = RELATIONS.index("follows")
    return lambda edges: graph.relations[edges] != follows


def without_weak(graph: Graph, is_walked: Callable[[Ints], Bools]) -> Callable[[Ints], Bools]:
    """Which of some edges to walk, less those that say little."""
    return lambda edges: is_walked(edges) & ~graph.weak[edges]
