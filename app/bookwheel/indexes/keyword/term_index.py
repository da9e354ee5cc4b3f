"""Whoosh's index of terms, an ordered hash file, written by arrays instead of key by key."""

# pyright: standard
# Whoosh leaves most of what is used here untyped.

from __future__ import annotations

from array import array
from collections.abc import Sequence
from hashlib import md5
from itertools import chain

import numpy as np
from whoosh.filedb.filetables import OrderedHashWriter

_SIZES = np.dtype([("key", ">i4"), ("value", ">i4")])
_POINTER = np.dtype([("hash", ">u4"), ("place", ">i8")])
_TABLES = 256
_CODES = (("H", 1 << 16), ("i", 1 << 31), ("I", 1 << 32), ("q", 1 << 63))
"""Type codes of the array of places, each with what its numbers stay below."""


class TermIndex:
    """Keys in order with their values; takes the place of Whoosh's own writer of the file, which it closes."""

    def __init__(self, written: OrderedHashWriter) -> None:
        """Go on with a file that holds nothing but its head."""
        self._written = written
        self._places: list[np.ndarray] = []
        self._hashes: list[np.ndarray] = []

    def add(self, keys: Sequence[bytes], values: Sequence[bytes]) -> None:
        """Add keys, which rise, with their values: the same bytes that Whoosh writes one by one."""
        sizes = np.empty(len(keys), _SIZES)
        sizes["key"], sizes["value"] = list(map(len, keys)), list(map(len, values))
        lengths = sizes["key"].astype(np.int64) + sizes["value"] + _SIZES.itemsize
        file = self._written.dbfile
        self._places.append(np.cumsum(lengths) - lengths + file.tell())
        digests = b"".join([md5(key, usedforsecurity=False).digest() for key in keys])
        self._hashes.append(np.frombuffer(digests, ">u4")[3::4].astype(np.int64))
        heads = sizes.tobytes()
        parts = (heads[at : at + _SIZES.itemsize] for at in range(0, len(heads), _SIZES.itemsize))
        file.write(b"".join(chain.from_iterable(zip(parts, keys, values, strict=True))))

    def close(self) -> None:
        """Write the tables by which keys are found, and close the file."""
        places = np.concatenate([np.zeros(0, np.int64), *self._places])
        hashes = np.concatenate([np.zeros(0, np.int64), *self._hashes])
        most = int(places.max(initial=0))
        code = next(code for code, limit in _CODES if most < limit)
        self._written.index.array = array(code, places.astype(code).tobytes())
        self._written._write_hashes = lambda: self._write_tables(hashes, places)
        self._written.close()

    def _write_tables(self, hashes: np.ndarray, places: np.ndarray) -> None:
        written = self._written
        slots, table = _fill_tables(hashes, places)
        starts = written.dbfile.tell() + _POINTER.itemsize * (np.cumsum(slots) - slots)
        written.directory += zip(starts.tolist(), slots.tolist(), strict=True)
        written.dbfile.write(table.tobytes())


def _fill_tables(hashes: np.ndarray, places: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The number of slots of each table, and the slots of all of them one after the other; a place of 0 is none.

    A key stands in the first free slot from its own, of which there are twice as many as keys. In the order of their
    slots, each is one behind the key before it or in its own; few go beyond a table's end, and on from its beginning.
    """
    tables = hashes & (_TABLES - 1)
    counts = np.bincount(tables, minlength=_TABLES)
    slots = 2 * counts
    own = (hashes >> 8) % np.maximum(slots, 1)[tables]
    order = np.lexsort((own, tables))
    tables = tables[order]
    rooms = 3 * (np.cumsum(counts) - counts)  # no table's keys reach the next one's room
    numbers = np.arange(len(order))
    found = np.maximum.accumulate(rooms[tables] + own[order] - numbers) + numbers - rooms[tables]
    firsts = np.cumsum(slots) - slots
    table = np.zeros(int(slots.sum()), _POINTER)
    is_beyond = found >= slots[tables]
    taken = (firsts[tables] + found)[~is_beyond]
    table["hash"][taken], table["place"][taken] = hashes[order][~is_beyond], places[order][~is_beyond]
    for key, of_table in zip(order[is_beyond].tolist(), tables[is_beyond].tolist(), strict=True):
        slot = int(firsts[of_table])
        while table["place"][slot]:
            slot += 1
        table[slot] = hashes[key], places[key]
    return slots, table
