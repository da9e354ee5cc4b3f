"""The graph on disk: what each document states and the arrays made of it, in one file that is mapped.

It lies beside the store that it was read from and goes with it. Documents that changed since are read from the store.
"""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from bookwheel import packing
from bookwheel.domain.errors import BadRequest
from bookwheel.indexes.ontology import OntologyReader, graph_files, version
from bookwheel.library.snapshot.graph_arrays import ByHand, Graph, Rows, TopicPart
from bookwheel.library.snapshot.graph_compaction import (
    Renumbering,
    block_arrays,
    key_arrays,
    name_arrays,
    renumber_keys,
    renumber_names,
)
from bookwheel.library.snapshot.graph_loader import GraphLoader
from bookwheel.library.snapshot.graph_parts import Keys
from bookwheel.library.snapshot.graph_tables import array_file
from bookwheel.library.snapshot.graph_tables.array_file import Arrays, FileDamaged
from bookwheel.library.snapshot.graph_tables.blocks import SIGN, WIDTHS, Block
from bookwheel.library.snapshot.graph_tables.name_table import Aliases, NameTable, NodesByName
from bookwheel.library.snapshot.graph_tables.text_table import Ints, Numbers, TextColumn, Texts, TextTable, Wordings
from bookwheel.library.snapshot.link_texts import FoundWords, LinkTexts
from bookwheel.library.snapshot.same_groups import find_joins
from bookwheel.library.snapshot.same_nodes import join_nodes

log = logging.getLogger(__name__)

LAYOUT = 1
"""Grows whenever a file means something else than one written before."""

WHOLE, JOINED = "whole", "joined"
"""The graph as it was read, and with things of one name as one node, where there are any."""

_COLUMNS = ("kinds", "owner", "collection_of", "sources", "targets", "relations", "lines", "evidence", "derived")


@dataclass(frozen=True, slots=True)
class _Stamp:
    """What a file was made from, and what of its graph is no array."""

    layout: int
    version: str
    store: int
    identity: str
    statings: int
    revision: int
    collections: tuple[str, ...]
    topics: tuple[int, int, dict[str, str]]
    by_hand: dict[str, dict[int, tuple[str, str, str, str]]]


@dataclass(frozen=True, slots=True)
class GraphBase:
    """The graph of a file, and a loader that goes on from it."""

    graph: Graph
    loader: GraphLoader


def open_base(folder: Path, reader: OntologyReader) -> GraphBase | None:
    """The newest graph that was kept of a store in a folder; None where no file of it and of this version is whole."""
    made_from = (LAYOUT, version(), reader.number, reader.identity)
    for path in reversed(graph_files(folder, reader.number)):
        try:
            content, arrays = array_file.read(path)
            stamp = packing.decode(content, _Stamp)
            if (stamp.layout, stamp.version, stamp.store, stamp.identity) == made_from:
                return _opened(stamp, arrays)
        except (OSError, ValueError, LookupError, FileDamaged, BadRequest) as error:
            log.warning("the graph's file %s cannot be used (%s)", path.name, type(error).__name__)
    return None


def write_base(folder: Path, reader: OntologyReader) -> bool:
    """Keep the graph of a store, from the file that is there and what changed since; others of the store go.

    Whether it was kept. Only the child of the one service does this.

    Raises:
        IndexDamaged: when the store cannot be read.
    """
    before = graph_files(folder, reader.number)
    known = open_base(folder, reader)
    loader = known.loader if known is not None else GraphLoader()
    graph = loader.load(reader)
    joined = join_nodes(graph, find_joins(graph, ()))
    graphs = {WHOLE: graph} if joined is graph else {WHOLE: graph, JOINED: joined}
    serial = max((int(path.name.split(".")[1]) for path in before), default=0) + 1
    path = folder / f"{reader.number}.{serial}.graph"
    try:
        array_file.write(path, packing.encode(_stamp(graphs, reader)), _arrays(graphs, loader))
    except OSError as error:
        log.warning("the graph cannot be kept on disk (%s)", error)
        return False
    if not (folder / str(reader.number)).is_dir():  # the store was erased meanwhile, and no word of it may stay
        path.unlink(missing_ok=True)
        return False
    for other in (*before, *folder.glob(f"{reader.number}.*.graph.new")):
        with contextlib.suppress(OSError):  # one that is mapped stays on Windows, until the next time
            other.unlink()
    return True


def _stamp(graphs: Mapping[str, Graph], reader: OntologyReader) -> _Stamp:
    graph = graphs[WHOLE]
    topics = graph.topic_part
    return _Stamp(
        *(LAYOUT, version(), reader.number, reader.identity, reader.statings, reader.revision),
        tuple(graph.collections),
        (topics.nodes, topics.edges, dict(topics.signs)),
        {
            name: {edge: (one.id, one.note, one.by, one.at) for edge, one in made.by_hand.items()}
            for name, made in graphs.items()
        },
    )


def _arrays(graphs: Mapping[str, Graph], loader: GraphLoader) -> Arrays:
    """Graphs and what their loader knows as arrays, by rows of tables that hold nothing else."""
    keys, names, blocks = loader.keys, loader.names, loader.blocks()
    columns = [_Columns(graph) for graph in graphs.values()]
    of_keys = renumber_keys(blocks, keys, np.concatenate([one.ids.rows for one in columns]))
    of_names = renumber_names(blocks, names, [rows for one in columns for rows in one.name_rows])
    made: Arrays = {
        **key_arrays(keys, of_keys),
        **name_arrays(names, of_names),
        **block_arrays("documents", blocks[0], of_keys, of_names),
        **block_arrays("concepts", blocks[1], of_keys, of_names),
    }
    for name, one in zip(graphs, columns, strict=True):
        made |= {f"{name}.{part}": array for part, array in one.arrays(of_keys, of_names).items()}
    return made


class _Columns:
    """A graph whose texts are all rows of tables, and what is made of it before the first question."""

    def __init__(self, graph: Graph) -> None:
        ids, titles, wordings, aliases = graph.ids, graph.titles, graph.wordings, graph.aliases
        numbers, named, found = graph.number_of, graph.named, graph.link_texts.found
        assert isinstance(ids, TextColumn) and isinstance(titles, TextColumn) and isinstance(numbers, Numbers)
        assert isinstance(wordings, Wordings) and isinstance(aliases, Aliases)
        assert isinstance(named, NodesByName) and isinstance(found, FoundWords)
        self._graph, self.ids, self._titles, self._numbers = graph, ids, titles, numbers
        self._wordings, self._aliases, self._named, self._found = wordings, aliases, named, found

    @property
    def name_rows(self) -> tuple[Ints, ...]:
        """The rows of all names and words."""
        return (
            *(self._titles.rows, self._wordings.rows, self._aliases.names.rows),
            *(self._named.rows, self._found.rows),
        )

    def arrays(self, of_keys: Renumbering, of_names: Renumbering) -> Arrays:
        """All of it by the new rows."""
        graph, aliases, named, found = self._graph, self._aliases, self._named, self._found
        numbers = np.full(len(of_keys), -1, np.int32)
        is_numbered = of_keys.rows < len(self._numbers.numbers)
        numbers[is_numbered] = self._numbers.numbers[of_keys.rows[is_numbered]]
        made: Arrays = {
            **{name: getattr(graph, name) for name in _COLUMNS},
            **{"ids": of_keys.of(self.ids.rows), "numbers": numbers, "titles": of_names.of(self._titles.rows)},
            **{"wordings": of_names.of(self._wordings.rows), "aliases": of_names.of(aliases.names.rows)},
            **{"aliases.nodes": aliases.nodes, "aliases.docs": aliases.docs},
            **{"named": of_names.of(named.rows), "named.starts": named.starts, "named.nodes": named.nodes},
            **{"said": of_names.of(found.rows), "said.starts": found.starts, "said.documents": found.documents},
            **{"said.often": found.often, "said.lengths": graph.link_texts.lengths},
        }
        for name, rows in (("fine", graph.fine), ("rolled", graph.rolled), ("spreading", graph.spreading[0])):
            made |= {f"{name}.offsets": rows.offsets, f"{name}.edges": rows.edges, f"{name}.others": rows.others}
        return made


def _opened(stamp: _Stamp, arrays: Arrays) -> GraphBase:
    """What a file holds, as it was written."""
    ids = TextTable(_texts("ids", arrays), arrays["ids.hashes"], arrays["ids.order"])
    spoken = (arrays["names.firsts"], arrays["names.counts"], arrays["names.words"])
    names = NameTable(
        _texts("names", arrays), arrays["names.hashes"], arrays["names.order"], arrays["names.said"], spoken
    )
    keys = Keys(ids, arrays["keys.kinds"], arrays["keys.above"])
    loader = GraphLoader((keys, names, _block("documents", arrays), _block("concepts", arrays)))
    joined = _graph(JOINED, stamp, arrays, ids, names) if JOINED in stamp.by_hand else None
    return GraphBase(_graph(WHOLE, stamp, arrays, ids, names, joined), loader)


def _graph(
    name: str, stamp: _Stamp, arrays: Arrays, ids: TextTable, names: NameTable, joined: Graph | None = None
) -> Graph:
    own = {part.removeprefix(f"{name}."): array for part, array in arrays.items() if part.startswith(f"{name}.")}
    nodes, edges, signs = stamp.topics
    graph = Graph(
        revision=stamp.revision,
        ids=TextColumn(ids, own["ids"]),
        titles=TextColumn(names, own["titles"]),
        collections=stamp.collections,
        wordings=Wordings(names, own["wordings"]),
        number_of=Numbers(ids, own["numbers"]),
        by_hand={edge: ByHand(*made) for edge, made in stamp.by_hand[name].items()},
        aliases=Aliases(own["aliases.nodes"], TextColumn(names, own["aliases"]), own["aliases.docs"]),
        statings=(stamp.store, stamp.statings),
        topic_part=TopicPart(nodes, edges, frozenset(signs.items())),
        joined=joined,
        **{column: own[column] for column in _COLUMNS},
    )
    spreading = _rows("spreading", own)
    found = FoundWords(names, own["said"], own["said.starts"], own["said.documents"], own["said.often"])
    graph.__dict__.update(
        fine=_rows("fine", own),
        rolled=_rows("rolled", own),
        spreading=(spreading, np.diff(spreading.offsets)),
        named=NodesByName(names, own["named"], own["named.starts"], own["named.nodes"]),
        link_texts=LinkTexts(found, own["said.lengths"]),
    )
    return graph


def _texts(name: str, arrays: Arrays) -> Texts:
    return Texts(arrays[f"{name}.ends"], arrays[f"{name}.blob"])


def _rows(name: str, arrays: Arrays) -> Rows:
    return Rows(arrays[f"{name}.offsets"], arrays[f"{name}.edges"], arrays[f"{name}.others"])


def _block(name: str, arrays: Arrays) -> Block:
    signs = arrays[f"{name}.signs"].view(SIGN) if arrays[f"{name}.signs"].size else np.zeros(0, SIGN)
    starts = {kind: arrays[f"{name}.{kind}.starts"] for kind in WIDTHS}
    return Block(arrays[f"{name}.owners"], signs, starts, {kind: arrays[f"{name}.{kind}"] for kind in WIDTHS})
