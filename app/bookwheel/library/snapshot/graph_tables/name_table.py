"""Names and words of the graph: each name also as a question says it, and as the words that a link's text has."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import cast, overload

import numpy as np
from numpy.typing import NDArray

from bookwheel.indexes.catalogue import fold_name
from bookwheel.indexes.keyword.analysis import normalised, words
from bookwheel.library.snapshot.graph_tables.text_table import ByText, Hashes, Ints, TextColumn, Texts, TextTable

LONGEST_TEXT = 30
"""Words of one link's text that count."""

UNKNOWN = -2
_NO_ROWS = np.zeros(0, np.int32)


def said_name(name: str) -> str:
    """A name as words of a question can say it: folded, and without punctuation."""
    return fold_name(" ".join(words(name)))


class NameTable(TextTable):
    """Texts by row with what was made of each, once asked for; any thread.

    `said` has by row of `texts` the row of the name as it is said; `firsts`, `counts` and `flat` the rows of its words.
    Both are UNKNOWN where nobody asked.
    """

    def __init__(
        self,
        texts: Texts | None = None,
        hashes: Hashes | None = None,
        order: Ints | None = None,
        said: Ints = _NO_ROWS,
        spoken: tuple[Ints, Ints, Ints] = (_NO_ROWS, _NO_ROWS, _NO_ROWS),
    ) -> None:
        super().__init__(texts, hashes, order)
        self._said_of, self._spoken_of = said, spoken
        self._said: dict[int, int] = {}
        self._spoken: dict[int, Ints] = {}

    def said(self, rows: Ints) -> Ints:
        """By row the row of the name as it is said."""
        found = _known(self._said_of, rows)
        missing = np.flatnonzero(found == UNKNOWN)
        for place, row in zip(missing.tolist(), rows[missing].tolist(), strict=True):
            if row not in self._said:
                self._said[row] = self.row(said_name(self[row]))
            found[place] = self._said[row]
        return found

    def spoken(self, rows: Ints) -> tuple[Ints, Ints]:
        """How many words the texts of rows have, and the rows of all these words one after the other."""
        firsts, counts, flat = self._spoken_of
        found = _known(firsts, rows)
        lengths = np.zeros(len(rows), np.int32)
        is_known = found != UNKNOWN
        lengths[is_known] = counts[rows[is_known]]
        missing = np.flatnonzero(~is_known).tolist()
        for place in missing:
            lengths[place] = len(self._words(int(rows[place])))
        starts = np.cumsum(lengths) - lengths
        made = np.zeros(int(lengths.sum()), np.int32)
        known = np.flatnonzero(is_known)
        made[_spread(starts[known], lengths[known])] = flat[_spread(found[known], lengths[known])]
        for place in missing:
            made[starts[place] : starts[place] + lengths[place]] = self._words(int(rows[place]))
        return lengths, made

    def known_said(self) -> Ints:
        """What `said` has for every row, UNKNOWN where nobody asked."""
        found = _known(self._said_of, np.arange(len(self), dtype=np.int32))
        found[list(self._said)] = list(self._said.values())
        return found

    def known_spoken(self) -> NDArray[np.bool_]:
        """By row whether anybody asked for its words."""
        found = _known(self._spoken_of[0], np.arange(len(self), dtype=np.int32)) != UNKNOWN
        found[list(self._spoken)] = True
        return found

    def _words(self, row: int) -> Ints:
        known = self._spoken.get(row)
        if known is None:
            said = words(normalised(self[row]))[:LONGEST_TEXT]
            known = self._spoken[row] = np.array([self.row(word) for word in said], np.int32)
        return known


class NodesByName(ByText[tuple[int, ...]]):
    """Nodes by name as it is said: those of the name in row `rows[n]`, rising, are `nodes[starts[n]:starts[n + 1]]`."""

    def __init__(self, table: TextTable, rows: Ints, starts: Ints, nodes: Ints) -> None:
        super().__init__(table, rows, starts)
        self.nodes = nodes

    @classmethod
    def of(
        cls, table: NameTable, nodes: NDArray[np.intp], rows: Ints, others: Sequence[tuple[int, str]]
    ) -> NodesByName:
        """The nodes that have names in rows of a table, and other names; a name that a node has twice counts once."""
        said = table.said(np.concatenate([rows, np.array([table.row(name) for _, name in others], np.int32)]))
        nodes = np.concatenate([nodes, np.array([node for node, _ in others], np.intp)])
        none = table.find("")
        if none >= 0:
            nodes, said = nodes[said != none], said[said != none]
        pairs = said.astype(np.int64) << 32 | nodes
        _, firsts = np.unique(pairs, return_index=True)
        firsts.sort()
        nodes, said = nodes[firsts], said[firsts]
        order = np.argsort(said, kind="stable")
        names, starts = np.unique(said[order], return_index=True)
        ends = np.append(starts, len(order)).astype(np.int32)
        return cls(table, names.astype(np.int32), ends, nodes[order].astype(np.int32))

    def _between(self, places: slice) -> tuple[int, ...]:
        return tuple(self.nodes[places].tolist())


class Aliases(Sequence[tuple[int, str, int]]):
    """Other names: a node, the name and the document that gives it."""

    __hash__ = None  # pyright: ignore[reportAssignmentType] - it is equal to any sequence of the same names

    def __init__(self, nodes: Ints, names: TextColumn, docs: Ints) -> None:
        self.nodes, self.names, self.docs = nodes, names, docs

    def __len__(self) -> int:
        """How many there are."""
        return len(self.nodes)

    @overload
    def __getitem__(self, index: int) -> tuple[int, str, int]: ...
    @overload
    def __getitem__(self, index: slice) -> Aliases: ...
    def __getitem__(self, index: int | slice) -> tuple[int, str, int] | Aliases:
        """One of them, or a part."""
        if isinstance(index, slice):
            return Aliases(self.nodes[index], self.names[index], self.docs[index])
        return int(self.nodes[index]), self.names[index], int(self.docs[index])

    def __iter__(self) -> Iterator[tuple[int, str, int]]:
        """All of them in their order."""
        return zip(self.nodes.tolist(), self.names, self.docs.tolist(), strict=True)

    def __eq__(self, other: object) -> bool:
        """Whether another sequence has the same, in the same order."""
        return isinstance(other, Sequence) and list(self) == list(cast("Sequence[object]", other))

    def __repr__(self) -> str:
        """All of them."""
        return repr(list(self))


def _known(column: Ints, rows: Ints) -> Ints:
    """What a column has for rows; UNKNOWN for those after its last."""
    found = np.full(len(rows), UNKNOWN, np.int32)
    is_known = rows < len(column)
    found[is_known] = column[rows[is_known]]
    return found


def _spread(starts: Ints, lengths: Ints) -> Ints:
    """Each start with the numbers after it, as many as its length says."""
    ends = np.cumsum(lengths)
    return np.arange(int(lengths.sum())) - np.repeat(ends - lengths, lengths) + np.repeat(starts, lengths)
