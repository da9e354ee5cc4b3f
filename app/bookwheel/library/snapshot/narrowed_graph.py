"""The part of a graph that is shown, as a graph made of it alone has it.

Its texts are rows of the whole graph's tables, so that a part costs numbers alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bookwheel.domain.graph import NodeKind
from bookwheel.library.snapshot.graph_arrays import KINDS, LINKING, MANUAL, RELATIONS, Bools, Graph
from bookwheel.library.snapshot.graph_tables.name_table import Aliases
from bookwheel.library.snapshot.graph_tables.text_table import Ints, Numbers, TextColumn, Wordings
from bookwheel.library.snapshot.visible_links import VisibleLink

_BROKEN = KINDS.index(NodeKind.BROKEN)
_BROKEN_START = f"{NodeKind.BROKEN}:"
_MANUAL = RELATIONS.index(MANUAL)
_LINKS = [RELATIONS.index(name) for name in (*LINKING, "brokenLinkTo")]
_RELATION_RANKS = np.argsort(np.argsort(np.array(RELATIONS))).astype(np.int64)


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
    kept = np.flatnonzero(shown & (whole.kinds != _BROKEN)).astype(np.int32)
    numbers = np.full(len(shown) + 1, -1, np.int32)  # the last stands for -1
    numbers[kept] = np.arange(len(kept), dtype=np.int32)
    between = shown[whole.sources] & shown[whole.targets] & whole.stated_by(shown)
    between &= ~whole.derived | whole.is_by_own_name
    idle = tuple(f"{_BROKEN_START}{slug}/cite:" for slug in whole.collections if slug not in cited)
    written = _Written(whole, between, links, idle)
    broken = written.broken
    number_of_broken = {node: number for number, node in enumerate(broken, len(kept))}
    slugs, collection_of = _collections(whole, kept, broken)
    texts, edges = _Texts(whole), _Edges(whole, between, written, numbers, number_of_broken)
    nothing = np.full(len(broken), -1, np.int32)
    return Graph(
        revision=whole.revision,
        ids=TextColumn(texts.ids.table, texts.ids.rows[kept]).extended(broken),
        titles=_titles(whole, kept, names or {}).extended(node.partition("/")[2] for node in broken),
        kinds=np.concatenate((whole.kinds[kept], np.full(len(broken), _BROKEN, np.int8))),
        owner=np.concatenate((numbers[whole.owner[kept]], nothing)),
        collection_of=collection_of,
        collections=slugs,
        sources=edges.sources,
        targets=edges.targets,
        relations=edges.relations,
        lines=edges.lines,
        evidence=edges.evidence,
        derived=edges.derived,
        wordings=edges.wordings,
        by_hand=edges.by_hand,
        number_of=texts.number_of.renumbered(numbers).extended(number_of_broken),
        aliases=_aliases(texts.aliases, shown, numbers),
    )


class _Texts:
    """The texts of a graph, which are all rows of tables."""

    def __init__(self, graph: Graph) -> None:
        ids, titles, wordings = graph.ids, graph.titles, graph.wordings
        assert isinstance(ids, TextColumn) and isinstance(titles, TextColumn) and isinstance(wordings, Wordings)
        assert isinstance(graph.number_of, Numbers)
        self.ids, self.titles, self.wordings, self.number_of = ids, titles, wordings, graph.number_of
        self.aliases = graph.aliases


@dataclass(frozen=True, slots=True)
class _Ranks:
    """The places of texts in their order."""

    place_of: Mapping[str, int]

    @classmethod
    def of(cls, *texts: Iterable[str]) -> _Ranks:
        """Those of all the texts, and of none."""
        return cls({text: place for place, text in enumerate(sorted({"", *(one for some in texts for one in some)}))})

    def at(self, texts: Iterable[str]) -> NDArray[np.int64]:
        """The places of some of them."""
        return np.array([self.place_of[text] for text in texts], np.int64)


class _Written:
    """Links as they are written, in their order: those of the graph that are left, and those that come beside them.

    `order` numbers the first, which are `edges`, and after them the others, which are `links`.
    """

    def __init__(self, whole: Graph, between: Bools, links: Sequence[VisibleLink], idle: tuple[str, ...]) -> None:
        self.whole = whole
        edges = np.flatnonzero(between & np.isin(whole.relations, _LINKS)).astype(np.int32)
        if idle:
            ends = np.unique(whole.targets[edges[whole.kinds[whole.targets[edges]] == _BROKEN]])
            gone = [node for node in _numbers(ends) if whole.ids[node].startswith(idle)]
            edges = edges[~np.isin(whole.targets[edges], gone)]
            links = [link for link in links if not link.target.startswith(idle)]
        self.edges, self.links = edges, links
        self.order = self._in_order()
        self.broken = self._find_broken()

    def _in_order(self) -> NDArray[np.intp]:
        """By their source, relation, target, line, words and section, as a `VisibleLink` is."""
        whole, edges, links = self.whole, self.edges, self.links
        ends = [whole.sources[edges], whole.targets[edges], whole.evidence[edges]]
        known = np.unique(np.concatenate(ends))
        known = known[known >= 0]
        texts = [whole.ids[node] for node in _numbers(known)]
        ranks = _Ranks.of(texts, *((link.source, link.target, link.section) for link in links))
        of_node = np.zeros(len(whole.ids) + 1, np.int64)  # the last stands for -1, which is no text
        of_node[known] = ranks.at(texts)
        rows = _Texts(whole).wordings.rows[edges]
        words, place = np.unique(rows, return_inverse=True)
        said = ["" if row < 0 else _Texts(whole).wordings.table[row] for row in words.tolist()]
        word_ranks = _Ranks.of(said, (link.wording for link in links))
        columns = (
            (of_node[ends[0]], ranks.at(link.source for link in links)),
            (_RELATION_RANKS[whole.relations[edges]], [_RELATION_RANKS[_code(link)] for link in links]),
            (of_node[ends[1]], ranks.at(link.target for link in links)),
            (whole.lines[edges], [link.line for link in links]),
            (word_ranks.at(said)[place], word_ranks.at(link.wording for link in links)),
            (of_node[ends[2]], ranks.at(link.section for link in links)),
        )
        return np.lexsort([np.concatenate(parts).astype(np.int64) for parts in reversed(columns)])

    def _find_broken(self) -> list[str]:
        """What the links lead to that is not there, in the order of the links, each once."""
        whole, edges, links = self.whole, self.edges, self.links
        is_broken = np.concatenate(
            (
                whole.kinds[whole.targets[edges]] == _BROKEN,
                np.array([link.target.startswith(_BROKEN_START) for link in links], np.bool_),
            )
        )[self.order]
        numbers: list[int] = self.order[is_broken].tolist()
        first = len(edges)
        return list(
            dict.fromkeys(
                whole.ids[int(whole.targets[edges[number]])] if number < first else links[number - first].target
                for number in numbers
            )
        )

    def ends(self, numbers: Ints, broken: Mapping[str, int]) -> tuple[Ints, Ints, Ints]:
        """Sources, targets and the sections that state them, by the new numbers; -1 for none, in the links' order.

        `numbers` has those of the graph's nodes, `broken` those of what is not there. A link to a heading that is not
        shown leads to its document.
        """
        whole, edges = self.whole, self.edges
        targets = numbers[whole.targets[edges]]
        for place in np.flatnonzero(whole.kinds[whole.targets[edges]] == _BROKEN).tolist():
            targets[place] = broken[whole.ids[int(whole.targets[edges[place]])]]

        def find(node: str) -> int:
            return broken.get(node, int(numbers[whole.number_of.get(node, -1)]))

        def target(node: str) -> int:
            found = find(node)
            return found if found >= 0 else find(node.rpartition("#")[0])

        more = [[find(one.source), target(one.target), find(one.section)] for one in self.links]
        added = np.array(more, np.int32).reshape(-1, 3)
        parts = (numbers[whole.sources[edges]], targets, numbers[whole.evidence[edges]])
        found = [np.concatenate((part, added[:, column]))[self.order] for column, part in enumerate(parts)]
        return found[0], found[1], found[2]

    def column(self, values: NDArray[np.integer], added: Sequence[int]) -> Ints:
        """What the graph has by edge and the others have, in the links' order."""
        return np.concatenate((values[self.edges], np.array(added, np.int32))).astype(np.int32)[self.order]


class _Edges:
    """The columns of edges in the order of every graph: what is stated, written links, links made by hand."""

    def __init__(
        self, whole: Graph, between: Bools, written: _Written, numbers: Ints, broken: Mapping[str, int]
    ) -> None:
        is_manual = whole.relations == _MANUAL
        self._stated = np.flatnonzero(between & ~is_manual & ~np.isin(whole.relations, _LINKS))
        self._by_hand = np.flatnonzero(between & is_manual)
        sources, targets, sections = written.ends(numbers, broken)
        self._is_left = (sources >= 0) & (targets >= 0)
        wordings, links = _Texts(whole).wordings, written.links
        said = [wordings.table.row(link.wording) if link.wording else -1 for link in links]
        self.sources = self._joined(numbers[whole.sources], sources)
        self.targets = self._joined(numbers[whole.targets], targets)
        relations = written.column(whole.relations, [_code(link) for link in links])
        self.relations = self._joined(whole.relations.astype(np.int32), relations).astype(np.int8)
        self.lines = self._joined(whole.lines, written.column(whole.lines, [link.line for link in links]))
        self.evidence = self._joined(numbers[whole.evidence], sections)
        self.derived = np.zeros(len(self.sources), np.bool_)
        self.derived[: len(self._stated)] = whole.derived[self._stated]
        self.wordings = Wordings(wordings.table, self._joined(wordings.rows, written.column(wordings.rows, said)))
        first = len(self.sources) - len(self._by_hand)
        self.derived[first:] = whole.derived[self._by_hand]
        made = whole.by_hand
        self.by_hand = {place: made[edge] for place, edge in enumerate(self._by_hand.tolist(), first) if edge in made}

    def _joined(self, of_edges: Ints, of_links: Ints) -> Ints:
        return np.concatenate((of_edges[self._stated], of_links[self._is_left], of_edges[self._by_hand]))


def _numbers(column: Ints) -> list[int]:
    return column.tolist()


def _code(link: VisibleLink) -> int:
    return RELATIONS.index(link.relation)


def _titles(whole: Graph, kept: Ints, names: Mapping[str, str]) -> TextColumn:
    """The titles of some nodes: of labels and things as `names` says, else as their ids do."""
    titles = _Texts(whole).titles
    rows = titles.rows[kept]
    for place in np.flatnonzero(whole.collection_of[kept] < 0).tolist():
        number = int(kept[place])
        rows[place] = titles.table.row(names.get(whole.ids[number]) or whole.name_in_id(number))
    return TextColumn(titles.table, rows)


def _aliases(aliases: Sequence[tuple[int, str, int]], shown: Bools, numbers: Ints) -> Aliases:
    """The other names that something shown gives to something shown."""
    assert isinstance(aliases, Aliases)
    left = shown[aliases.nodes] & ((aliases.docs < 0) | shown[aliases.docs])
    names = TextColumn(aliases.names.table, aliases.names.rows[left])
    return Aliases(numbers[aliases.nodes[left]], names, numbers[aliases.docs[left]])


def _collections(whole: Graph, kept: Ints, broken: Sequence[str]) -> tuple[tuple[str, ...], Ints]:
    """The collections of nodes and of broken targets after them, as they come, and which each is of; -1 for none."""
    codes = whole.collection_of[kept]
    present, firsts = np.unique(codes[codes >= 0], return_index=True)
    in_order: list[int] = present[np.argsort(firsts)].tolist()
    code_of = {whole.collections[code]: place for place, code in enumerate(in_order)}
    places = np.full(len(whole.collections) + 1, -1, np.int32)  # the last stands for -1
    places[in_order] = np.arange(len(in_order), dtype=np.int32)
    slugs = [node.removeprefix(_BROKEN_START).partition("/")[0] for node in broken]
    added = [code_of.setdefault(slug, len(code_of)) if slug else -1 for slug in slugs]
    return tuple(code_of), np.concatenate((places[codes], np.array(added, np.int32)))
