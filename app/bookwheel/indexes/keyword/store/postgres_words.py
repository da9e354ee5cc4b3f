"""The port in PostgreSQL, for several readers: segments by the hash of their names, and revisions made of them.

A segment is put once and never changed; postings come when they are asked for, those of all terms of a query at once.
"""

# pyright: standard
# NumPy's arrays of any shape, as in the rest of this room.

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from weakref import WeakValueDictionary

import numpy as np

from bookwheel.domain.errors import EngineUnavailable
from bookwheel.indexes.keyword.postings import new_cache
from bookwheel.indexes.keyword.segments import WordRevision, WordSegment
from bookwheel.indexes.keyword.store import postgres_tables as tables
from bookwheel.indexes.keyword.store.checks import (
    check_before,
    check_change,
    check_collection,
    check_unique,
)
from bookwheel.indexes.keyword.store.packed_segment import pack_segment, read_postings, read_segment, term_key
from bookwheel.indexes.keyword.store.port import Change, Part
from bookwheel.indexes.keyword.store.postgres_tables import Member
from bookwheel.indexes.keyword.store.stored_segment import StoredSegment, Wanted
from bookwheel.postgres_connections import PostgresConnections

MOST_ASKED, MOST_ANSWERED_BYTES = 20_000, 16 << 20
"""Postings of one question to the database: how many, and how many bytes at most as far as is known before."""

BYTES_PER_SECTION = 9
"""Of a term's postings in one field, at most; most take five."""

_BY_KEY = "-c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off -c jit=off"
"""Each term's rows are found by the key alone: a plan that reads the whole table is never the better one."""

_TRIES = 3


class PostgresWords:
    """See `port.Keyword`."""

    def __init__(self, address: str) -> None:
        """Ask nothing yet.

        Raises:
            EngineUnavailable: where the package is missing.
        """
        self._connections = PostgresConnections(address, tables.prepare, _BY_KEY)
        self._cache = new_cache()
        self._segments: WeakValueDictionary[str, StoredSegment] = WeakValueDictionary()

    def collections(self) -> frozenset[str]:
        """The collections that have a revision."""
        return self._connections.run(tables.list_collections)

    def revisions(self, collection: str) -> frozenset[int]:
        """The revisions of a collection."""
        check_collection(collection)
        return self._connections.run(lambda connection: tables.list_revisions(connection, collection))

    def apply(self, collection: str, revision: int, change: Change) -> None:
        """Make a revision; parts are put one by one, and seen by nobody before the revision is there."""
        check_collection(collection)
        check_change(revision, change)
        run = self._connections.run
        if run(lambda connection: tables.use_revision(connection, collection, revision)):
            return
        check_before(change.before, self.revisions(collection) if change.before else ())
        ids = {_segment_id(collection, part.name): part for part in change.put}
        for _ in range(_TRIES):
            there = run(lambda connection: tables.hold_segments(connection, list(ids)))
            self._put(collection, {one: part for one, part in ids.items() if one not in there})
            if run(lambda connection: self._switch(connection, collection, revision, change, list(ids)), is_long=True):
                return
        raise EngineUnavailable("Segments were deleted again and again. Look at who deletes them.")

    def open(self, collection: str, revision: int) -> WordRevision | None:
        """A revision; segments that are open already are not read again."""
        check_collection(collection)
        run = self._connections.run
        if not run(lambda connection: tables.use_revision(connection, collection, revision)):
            return None
        members = run(lambda connection: tables.list_members(connection, collection, revision))
        opened: list[tuple[StoredSegment, np.ndarray]] = []
        for member in members:
            segment = self._segment(member.segment)
            if segment is None:
                return None  # it was dropped a moment ago
            opened.append((segment, _mask(member.gone, segment.size)))
        segments = [segment for segment, _ in opened]
        return WordRevision(revision, opened, partial(self.fetch, segments))

    def fetch(self, segments: Sequence[WordSegment], terms: Sequence[bytes]) -> None:
        """Cache the postings of terms in all segments that have them, in one question to the database."""
        wanted = [
            (segment, term)
            for term in dict.fromkeys(terms)
            for segment in segments
            if isinstance(segment, StoredSegment)
            and segment.has(term)
            and self._cache.get((segment.name, term)) is None
        ]
        if wanted:
            self._fetch(wanted)

    def drop_collection(self, collection: str) -> None:
        """Delete all revisions of a collection."""
        check_collection(collection)
        self._connections.run(lambda connection: tables.drop_collection(connection, collection), is_long=True)

    def sweep(self) -> None:
        """Delete what nobody has used for long."""
        self._connections.run(tables.sweep, is_long=True)

    def close(self) -> None:
        """Close the connections."""
        self._connections.close()

    def _put(self, collection: str, parts: Mapping[uuid.UUID, Part]) -> None:
        for segment, part in parts.items():
            packed = pack_segment(part.read())
            self._connections.run(
                lambda connection, segment=segment, packed=packed: tables.put_segment(
                    connection, segment, collection, packed
                ),
                is_long=True,
            )

    def _switch(
        self, connection: object, collection: str, revision: int, change: Change, new: Sequence[uuid.UUID]
    ) -> bool:
        """Make the revision; False where one of its segments was deleted meanwhile."""
        before = tables.list_members(connection, collection, change.before) if change.before else []
        kept = [member for member in before if member.segment not in set(new)]
        wanted = [*(member.segment for member in kept), *new]
        if tables.hold_segments(connection, wanted) != set(wanted):
            return False
        keys = {one: np.frombuffer(raw, "<i8") for one, raw in tables.read_keys(connection, wanted).items()}
        check_unique([keys[one] for one in new])
        doomed = np.unique(np.concatenate([np.array(sorted(change.dropped), np.int64), *(keys[one] for one in new)]))
        members = [_narrowed(member, keys[member.segment], doomed) for member in kept]
        tables.put_revision(connection, collection, revision, [*members, *(Member(one, b"") for one in new)])
        return True

    def _segment(self, key: uuid.UUID) -> StoredSegment | None:
        known = self._segments.get(key.hex)
        if known is None:
            row = self._connections.run(lambda connection: tables.read_row(connection, key), is_long=True)
            if row is None:
                return None
            try:
                known = StoredSegment(key.hex, read_segment(row), self._cache, self._fetch)
            except ValueError:
                raise _unusable() from None
            self._segments[key.hex] = known
        return known

    def _fetch(self, wanted: Wanted) -> Mapping[tuple[str, bytes], bytes]:
        found: dict[tuple[str, bytes], bytes] = {}
        for part in _bounded_parts(wanted):
            asked = [(uuid.UUID(segment.name), term_key(term)) for segment, term in part]
            told = self._connections.run(lambda connection, asked=asked: tables.read_postings(connection, asked))
            for (segment, term), key in zip(part, asked, strict=True):
                block = told.get(key, b"")
                try:
                    read_postings(block, segment.size)
                except ValueError:
                    raise _unusable() from None
                found[segment.name, term] = block
                self._cache.put((segment.name, term), block)
        return found


def _bounded_parts(wanted: Wanted) -> Iterator[Wanted]:
    """What is wanted, in parts whose answers are of bounded size."""
    part: list[tuple[StoredSegment, bytes]] = []
    size = 0
    for segment, term in wanted:
        own = segment.frequency(term) * BYTES_PER_SECTION
        if part and (size + own > MOST_ANSWERED_BYTES or len(part) >= MOST_ASKED):
            yield part
            part, size = [], 0
        part.append((segment, term))
        size += own
    yield part


def _segment_id(collection: str, name: str) -> uuid.UUID:
    return uuid.UUID(bytes=hashlib.blake2b(f"{collection}\n{name}".encode(), digest_size=16).digest())


def _narrowed(member: Member, keys: np.ndarray, doomed: np.ndarray) -> Member:
    gone = _mask(member.gone, len(keys)) | np.isin(keys, doomed)
    return Member(member.segment, np.packbits(gone).tobytes() if gone.any() else b"")


def _mask(packed: bytes, size: int) -> np.ndarray:
    """Which of so many sections are gone."""
    if not packed:
        return np.zeros(size, bool)
    gone = np.unpackbits(np.frombuffer(packed, np.uint8))[:size].astype(bool)
    if len(gone) != size:
        raise _unusable()
    return gone


def _unusable() -> EngineUnavailable:
    return EngineUnavailable("The words' database holds what no reader put there. Delete its tables, and start again.")
