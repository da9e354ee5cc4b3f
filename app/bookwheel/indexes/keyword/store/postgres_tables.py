"""The tables of words in PostgreSQL, and what is read and written there, each in the caller's transaction."""

from __future__ import annotations

import uuid
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bookwheel.indexes.keyword.store.packed_segment import PackedSegment, SegmentRow

FORMAT = 1
"""Grows when rows are packed otherwise; versions of Bookwheel that differ in it share no table."""

UNUSED_DAYS, REPLACED_DAYS = 32, 2
"""Days after which a collection that nobody used is dropped, and a revision of one that is used in newer ones."""

_S, _T = f"bookwheel_words{FORMAT}_segments", f"bookwheel_words{FORMAT}_terms"
_R, _M = f"bookwheel_words{FORMAT}_revisions", f"bookwheel_words{FORMAT}_members"

_SCHEMA = f"""
CREATE TABLE IF NOT EXISTS {_S} (id uuid PRIMARY KEY, collection text COLLATE "C" NOT NULL, size integer NOT NULL,
  keys bytea NOT NULL, lengths bytea NOT NULL, lexicon bytea NOT NULL, frequencies bytea NOT NULL,
  used_at timestamptz NOT NULL DEFAULT now());
CREATE INDEX IF NOT EXISTS {_S}_collection ON {_S} (collection);
CREATE TABLE IF NOT EXISTS {_T} (segment uuid NOT NULL, term bytea NOT NULL, postings bytea NOT NULL,
  PRIMARY KEY (segment, term));
CREATE TABLE IF NOT EXISTS {_R} (collection text COLLATE "C" NOT NULL, revision bigint NOT NULL,
  used_at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (collection, revision));
CREATE TABLE IF NOT EXISTS {_M} (collection text COLLATE "C" NOT NULL, revision bigint NOT NULL, place integer NOT NULL,
  segment uuid NOT NULL REFERENCES {_S}, gone bytea NOT NULL, PRIMARY KEY (collection, revision, place),
  FOREIGN KEY (collection, revision) REFERENCES {_R} ON DELETE CASCADE);
CREATE INDEX IF NOT EXISTS {_M}_segment ON {_M} (segment)
"""


@dataclass(frozen=True, slots=True)
class Member:
    """A segment of a revision, and which of its sections are gone, packed as bits; empty for none."""

    segment: uuid.UUID
    gone: bytes


def prepare(connection: Any) -> None:
    """Make the tables where they are missing, one process at a time."""
    connection.execute("SELECT pg_advisory_xact_lock(hashtext('bookwheel words'))")
    for statement in _SCHEMA.split(";"):
        connection.execute(statement)


def list_collections(connection: Any) -> frozenset[str]:
    """The collections that have a revision."""
    return frozenset(row[0] for row in connection.execute(f"SELECT DISTINCT collection FROM {_R} LIMIT 100000"))


def list_revisions(connection: Any, collection: str) -> frozenset[int]:
    """The revisions of a collection."""
    query = f"SELECT revision FROM {_R} WHERE collection = %s ORDER BY used_at DESC LIMIT 10000"
    return frozenset(row[0] for row in connection.execute(query, (collection,)))


def use_revision(connection: Any, collection: str, revision: int) -> bool:
    """Note that a revision is used; whether it is there. Noted once a day at most, since each note writes a row."""
    query = f"SELECT used_at < now() - interval '1 day' FROM {_R} WHERE collection = %s AND revision = %s"
    row = connection.execute(query, (collection, revision)).fetchone()
    if row is not None and row[0]:
        note = f"UPDATE {_R} SET used_at = now() WHERE collection = %s AND revision = %s"
        connection.execute(note, (collection, revision))
    return row is not None


def list_members(connection: Any, collection: str, revision: int) -> list[Member]:
    """The segments of a revision, in order."""
    query = f"SELECT segment, gone FROM {_M} WHERE collection = %s AND revision = %s ORDER BY place"
    return [Member(row[0], bytes(row[1])) for row in connection.execute(query, (collection, revision))]


def hold_segments(connection: Any, ids: Sequence[uuid.UUID]) -> set[uuid.UUID]:
    """Those of some segments that are there; nobody deletes them before this transaction ends."""
    query = f"SELECT id FROM {_S} WHERE id = ANY(%s) ORDER BY id FOR KEY SHARE"
    return {row[0] for row in connection.execute(query, (list(ids),))}


def read_keys(connection: Any, ids: Sequence[uuid.UUID]) -> dict[uuid.UUID, bytes]:
    """The keys of segments, packed."""
    query = f"SELECT id, keys FROM {_S} WHERE id = ANY(%s)"
    return {row[0]: bytes(row[1]) for row in connection.execute(query, (list(ids),))}


def read_row(connection: Any, segment: uuid.UUID) -> SegmentRow | None:
    """A segment's row; None where it is not there."""
    query = f"SELECT size, keys, lengths, lexicon, frequencies FROM {_S} WHERE id = %s"
    row = connection.execute(query, (segment,)).fetchone()
    return None if row is None else SegmentRow(row[0], *map(bytes, row[1:]))


def put_segment(connection: Any, segment: uuid.UUID, collection: str, packed: PackedSegment) -> bool:
    """Put a segment with its terms; False where another has put it, who is waited for."""
    row = packed.row
    put = connection.execute(
        f"INSERT INTO {_S} (id, collection, size, keys, lengths, lexicon, frequencies)"
        " VALUES (%s, %s, %s, %s, %s, %s, %s) ON CONFLICT (id) DO NOTHING",
        (segment, collection, row.size, row.keys, row.lengths, row.lexicon, row.frequencies),
    )
    if not put.rowcount:
        return False
    with connection.cursor().copy(f"COPY {_T} (segment, term, postings) FROM STDIN (FORMAT BINARY)") as copy:
        copy.set_types(["uuid", "bytea", "bytea"])
        for term, postings in packed.terms:
            copy.write_row((segment, term, postings))
    return True


def put_revision(connection: Any, collection: str, revision: int, members: Sequence[Member]) -> None:
    """Make a revision of segments that are there; nothing changes where it is there."""
    made = connection.execute(
        f"INSERT INTO {_R} (collection, revision) VALUES (%s, %s) ON CONFLICT DO NOTHING", (collection, revision)
    )
    if not made.rowcount:
        return
    connection.execute(
        f"INSERT INTO {_M} (collection, revision, place, segment, gone)"
        " SELECT %s, %s, place, segment, gone FROM unnest(%s::int[], %s::uuid[], %s::bytea[])"
        " AS given (place, segment, gone)",
        (collection, revision, list(range(len(members))), [one.segment for one in members],
         [one.gone for one in members]),
    )  # fmt: skip


def read_postings(
    connection: Any, wanted: Sequence[tuple[uuid.UUID, bytes]]
) -> Mapping[tuple[uuid.UUID, bytes], bytes]:
    """The packed postings of terms of segments, by the segment and the term's key, in one question."""
    query = (
        f"SELECT t.segment, t.term, t.postings FROM unnest(%s::uuid[], %s::bytea[]) AS asked (segment, term)"
        f" JOIN {_T} t ON t.segment = asked.segment AND t.term = asked.term"
    )
    rows = connection.execute(query, ([one for one, _ in wanted], [term for _, term in wanted]), binary=True)
    return {(row[0], bytes(row[1])): bytes(row[2]) for row in rows}


def drop_collection(connection: Any, collection: str) -> None:
    """Delete all of a collection."""
    connection.execute(f"DELETE FROM {_R} WHERE collection = %s", (collection,))
    _delete_segments(connection, "collection = %s", collection)


def sweep(connection: Any) -> None:
    """Delete revisions that nobody used for long, and segments that stand in none and were put some days ago."""
    connection.execute(
        f"DELETE FROM {_R} r WHERE used_at < now() - make_interval(days => %s) OR used_at < now() -"
        f" make_interval(days => %s) AND EXISTS (SELECT FROM {_R} newer WHERE newer.collection = r.collection"
        " AND newer.used_at > r.used_at + interval '1 day')",
        (UNUSED_DAYS, REPLACED_DAYS),
    )
    _delete_segments(connection, "used_at < now() - make_interval(days => %s)", REPLACED_DAYS)


def _delete_segments(connection: Any, condition: str, value: object) -> None:
    """Delete segments that no revision has; one that is being put into a revision is waited for, and stays."""
    chosen = connection.execute(
        f"SELECT id FROM {_S} s WHERE {condition} AND NOT EXISTS (SELECT FROM {_M} m WHERE m.segment = s.id)"
        " ORDER BY id FOR UPDATE SKIP LOCKED",
        (value,),
    ).fetchall()
    ids: Collection[uuid.UUID] = [row[0] for row in chosen]
    deleted = connection.execute(
        f"DELETE FROM {_S} s WHERE id = ANY(%s) AND NOT EXISTS (SELECT FROM {_M} m WHERE m.segment = s.id)"
        " RETURNING id",
        (list(ids),),
    ).fetchall()
    connection.execute(f"DELETE FROM {_T} WHERE segment = ANY(%s)", ([row[0] for row in deleted],))
