"""The tables of a graph without what nothing uses any more, as they are kept on disk."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from bookwheel.library.snapshot.graph_parts import Keys
from bookwheel.library.snapshot.graph_tables.array_file import Arrays
from bookwheel.library.snapshot.graph_tables.blocks import Block
from bookwheel.library.snapshot.graph_tables.name_table import UNKNOWN, NameTable
from bookwheel.library.snapshot.graph_tables.text_table import Ints, TextColumn, Texts, TextTable

KEY_COLUMNS = {"nodes": (0,), "edges": (0, 2, 4), "labels": (0,), "aliases": (0,), "shared": (0, 2), "concepts": (0,)}
NAME_COLUMNS = {"nodes": (1,), "edges": (6,), "labels": (1,), "aliases": (1,)}
"""The columns of each kind of rows that hold keys, and rows of the table of names."""


class Renumbering:
    """Rows of a table that are used, numbered anew in their order."""

    def __init__(self, size: int, used: Sequence[Ints]) -> None:
        is_used = np.zeros(size + 1, np.bool_)  # the last stands for -1
        for rows in used:
            is_used[rows] = True
        self.rows = np.flatnonzero(is_used[:-1]).astype(np.int32)
        self._numbers = np.full(size + 1, -1, np.int32)
        self._numbers[self.rows] = np.arange(len(self.rows), dtype=np.int32)

    def __len__(self) -> int:
        """How many rows are used."""
        return len(self.rows)

    def of(self, rows: Ints) -> Ints:
        """The new numbers of rows; -1 stays."""
        return self._numbers[rows]


def renumber_keys(blocks: Sequence[Block], keys: Keys, others: Ints) -> Renumbering:
    """The keys that graphs and some others use, with those of their documents."""
    used = [others, *(block.owners for block in blocks), *_columns(blocks, KEY_COLUMNS)]
    above, known = keys.above, -1
    while True:
        found = Renumbering(len(keys.ids), used)
        if len(found) == known:
            return found
        known = len(found)
        used = [found.rows, above[found.rows]]


def renumber_names(blocks: Sequence[Block], names: NameTable, others: Sequence[Ints]) -> Renumbering:
    """The names that graphs and some others use, with what was made of each."""
    used = [*others, *_columns(blocks, NAME_COLUMNS)]
    found = Renumbering(len(names), used).rows
    said = names.known_said()[found]
    _, words = names.spoken(found[names.known_spoken()[found]])
    return Renumbering(len(names), [found, said[said != UNKNOWN], words])


def key_arrays(keys: Keys, renumbering: Renumbering) -> Arrays:
    """The table of keys as arrays."""
    rows = renumbering.rows
    kinds, above = keys.kinds[rows], renumbering.of(keys.above[rows])
    return {**_text_arrays("ids", keys.ids, rows), "keys.kinds": kinds, "keys.above": above}


def name_arrays(names: NameTable, renumbering: Renumbering) -> Arrays:
    """The table of names as arrays."""
    rows = renumbering.rows
    said = names.known_said()[rows]
    is_said = said != UNKNOWN
    said[is_said] = renumbering.of(said[is_said])
    is_spoken = names.known_spoken()[rows]
    lengths, words = names.spoken(rows[is_spoken])
    firsts = np.full(len(rows), UNKNOWN, np.int32)
    counts = np.zeros(len(rows), np.int32)
    firsts[is_spoken], counts[is_spoken] = np.cumsum(lengths) - lengths, lengths
    spoken = {"names.firsts": firsts, "names.counts": counts, "names.words": renumbering.of(words)}
    return {**_text_arrays("names", names, rows), "names.said": said, **spoken}


def block_arrays(name: str, block: Block, keys: Renumbering, names: Renumbering) -> Arrays:
    """Graphs as arrays."""
    signs = np.frombuffer(np.ascontiguousarray(block.signs), np.uint8) if len(block) else np.zeros(0, np.uint8)
    made: Arrays = {f"{name}.owners": keys.of(block.owners), f"{name}.signs": signs}
    for kind, rows in block.rows.items():
        changed = rows.copy()
        for column in KEY_COLUMNS.get(kind, ()):
            changed[:, column] = keys.of(rows[:, column])
        for column in NAME_COLUMNS.get(kind, ()):
            changed[:, column] = names.of(rows[:, column])
        made[f"{name}.{kind}"], made[f"{name}.{kind}.starts"] = changed, block.starts[kind]
    return made


def _text_arrays(name: str, table: TextTable, rows: NDArray[np.int32]) -> Arrays:
    texts = Texts.of(TextColumn(table, rows))
    hashes, order = texts.hashes()
    return {f"{name}.ends": texts.ends, f"{name}.blob": texts.blob, f"{name}.hashes": hashes, f"{name}.order": order}


def _columns(blocks: Sequence[Block], columns: dict[str, tuple[int, ...]]) -> list[Ints]:
    return [block.rows[kind][:, column] for block in blocks for kind, some in columns.items() for column in some]
