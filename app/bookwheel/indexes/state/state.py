"""The state: what no source file holds, such as collections, memories, manual links, decisions and pins."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from pathlib import Path

import msgspec

from bookwheel import wire
from bookwheel.domain.annotations.annotation import Annotation
from bookwheel.domain.annotations.manual_links import ManualLink
from bookwheel.domain.annotations.memory import Memory
from bookwheel.domain.annotations.pins import Pin
from bookwheel.domain.annotations.reading_progress import ReadingRecord
from bookwheel.domain.annotations.same_things import SameDecision
from bookwheel.domain.collection import Collection
from bookwheel.domain.errors import StorageUnavailable
from bookwheel.domain.jobs import Job
from bookwheel.domain.messages import Message
from bookwheel.domain.topic_proposals import TopicProposal
from bookwheel.domain.topics import TopicTree, topic_id
from bookwheel.indexes.state.state_file import StateFile

_TREE = msgspec.msgpack.Decoder(TopicTree)
_MOVING = "are_calls_moving"
"""The mark of a state whose calls were not moved to their own file entirely."""


_DISMISSED = "dismissed:"
"""How the marks of dismissed findings begin."""


class State:
    """What the open state file holds; safe to use from any thread."""

    def __init__(self, path: Path, backup: Path) -> None:
        """Open or make the file, restoring it from its backup when it is damaged.

        Raises:
            IndexDamaged: when the file cannot be read and was written by a newer program.
            StorageUnavailable: when the system refuses to open it; the file is left as it is.
        """
        self._file = StateFile(path, backup)

    def close(self) -> None:
        """Close the file; calls after it fail."""
        self._file.close()

    @property
    def notices(self) -> tuple[Message, ...]:
        """Sentences about what happened at opening (a damaged file was restored)."""
        return self._file.notices

    def collections(self) -> tuple[Collection, ...]:
        """All collections by slug."""
        rows = self._file.rows("SELECT record FROM collection ORDER BY slug")
        return tuple(wire.decode(str(record), Collection) for (record,) in rows)

    def put_collection(self, collection: Collection) -> None:
        """Add a collection or replace the one of its slug, also in the backup: no file of the person's names it."""
        with self._file.writing() as connection:
            connection.execute(
                "INSERT OR REPLACE INTO collection VALUES (?, ?)", (collection.slug, wire.encode(collection).decode())
            )
            self._file.mark_backup_stale(connection)
        with contextlib.suppress(StorageUnavailable):  # it is kept; `keep_backup` makes up for the backup
            self.back_up()

    def drop_collection(self, slug: str) -> None:
        """Forget a collection, the calls that named its sections and the backup that held them.

        The slug stays among `forgetting()` until `forgotten(slug)`, so that a crash cannot leave half of it behind.
        """
        with self._file.writing() as connection:
            connection.execute("DELETE FROM collection WHERE slug = ?", (slug,))
            connection.execute("INSERT OR IGNORE INTO forgetting VALUES (?)", (slug,))
            named = "SELECT sequence FROM activity_collection WHERE slug = ?"
            connection.execute(f"DELETE FROM activity WHERE sequence IN ({named})", (slug,))
            connection.execute("DELETE FROM activity_collection WHERE slug = ?", (slug,))
            connection.execute("DELETE FROM map_places WHERE slug = ?", (slug,))
            connection.execute("DELETE FROM mark WHERE substr(name, 1, ?) = ?", _begins(f"{_DISMISSED}{slug}/"))
            connection.execute("DELETE FROM topics WHERE slug = ?", (slug,))
            connection.execute("DELETE FROM job WHERE slug = ?", (slug,))
            connection.execute("DELETE FROM topic_proposal WHERE substr(doc, 1, ?) = ?", _begins(f"{slug}/"))
            for table in ("annotation", "reading"):
                connection.execute(f"DELETE FROM {table} WHERE substr(doc, 1, ?) = ?", _begins(f"{slug}/"))
            connection.execute("DELETE FROM pin WHERE substr(section, 1, ?) = ?", (len(slug) + 1, f"{slug}/"))
            for end in ("subject", "object"):
                inside = f"substr({end}, 1, ?) = ? OR {end} = ?"
                values = (len(slug) + 1, f"{slug}/", f"collection:{slug}")
                connection.execute(f"DELETE FROM manual_link WHERE {inside}", values)
                topics = _begins(topic_id(slug, ""))
                connection.execute(f"DELETE FROM manual_link WHERE substr({end}, 1, ?) = ?", topics)
            self._file.mark_backup_stale(connection)
        self._file.drop_damaged_copy()
        with contextlib.suppress(StorageUnavailable):  # `keep_backup` makes up for it
            self._file.shrink()
            self.back_up()

    def forgetting(self) -> tuple[str, ...]:
        """Slugs that were removed here but may still be in other stores."""
        return tuple(str(slug) for (slug,) in self._file.rows("SELECT slug FROM forgetting ORDER BY slug"))

    def forgotten(self, slug: str) -> None:
        """Note that a removed collection has left every store."""
        with self._file.writing() as connection:
            connection.execute("DELETE FROM forgetting WHERE slug = ?", (slug,))

    def mark(self, name: str) -> str:
        """A small value by its name, empty when it was never set."""
        rows = self._file.rows("SELECT value FROM mark WHERE name = ?", (name,))
        return str(rows[0][0]) if rows else ""

    def set_mark(self, name: str, value: str) -> None:
        """Keep a small value under a name."""
        with self._file.writing() as connection:
            connection.execute("INSERT OR REPLACE INTO mark VALUES (?, ?)", (name, value))

    def jobs(self) -> tuple[Job, ...]:
        """The jobs of all collections, oldest first."""
        rows = self._file.rows("SELECT record FROM job ORDER BY number")
        return tuple(wire.decode(str(record), Job) for (record,) in rows)

    def put_job(self, job: Job, keep: int) -> None:
        """Keep a job as it is now, and of its collection the newest `keep`."""
        last = "SELECT number FROM job WHERE slug = ? ORDER BY number DESC LIMIT 1 OFFSET ?"
        with self._file.writing() as connection:
            values = (job.id, job.collection, wire.encode(job).decode())
            kept = "ON CONFLICT (id) DO UPDATE SET record = excluded.record"
            connection.execute(f"INSERT INTO job (id, slug, record) VALUES (?, ?, ?) {kept}", values)
            connection.execute(
                f"DELETE FROM job WHERE slug = ? AND number <= ({last})", (job.collection, job.collection, keep)
            )

    def dismissed(self) -> frozenset[str]:
        """The ids of the findings that the person has dismissed."""
        rows = self._file.rows("SELECT name FROM mark WHERE substr(name, 1, ?) = ?", _begins(_DISMISSED))
        return frozenset(str(name).removeprefix(_DISMISSED) for (name,) in rows)

    def dismiss(self, ids: Sequence[str], at: str) -> None:
        """Keep the ids of findings as dismissed, with the time of it."""
        with self._file.writing() as connection:
            rows = [(f"{_DISMISSED}{id}", at) for id in ids]
            connection.executemany("INSERT OR IGNORE INTO mark VALUES (?, ?)", rows)

    def restore(self, ids: Sequence[str]) -> None:
        """Let findings be dismissed no longer."""
        with self._file.writing() as connection:
            connection.executemany("DELETE FROM mark WHERE name = ?", [(f"{_DISMISSED}{id}",) for id in ids])

    def map_places(self) -> dict[str, bytes]:
        """Where documents lie on the map, by collection, as they were kept."""
        rows = self._file.rows("SELECT slug, places FROM map_places")
        return {str(slug): places for slug, places in rows if isinstance(places, bytes)}

    def put_map_places(self, slug: str, places: bytes) -> None:
        """Keep where a collection's documents lie on the map, unless it was removed meanwhile."""
        known = "SELECT ?, ? WHERE EXISTS (SELECT 1 FROM collection WHERE slug = ?)"
        with self._file.writing() as connection:
            connection.execute(f"INSERT OR REPLACE INTO map_places {known}", (slug, places, slug))

    def topics(self, slug: str = "") -> dict[str, TopicTree]:
        """The topics of each collection (or of one) by slug; one that cannot be read is left out, and made anew."""
        found: dict[str, TopicTree] = {}
        for name, tree in self._file.rows("SELECT slug, tree FROM topics WHERE ? IN ('', slug)", (slug,)):
            if isinstance(tree, bytes):
                with contextlib.suppress(msgspec.DecodeError):
                    found[str(name)] = _TREE.decode(tree)
        return found

    def put_topics(self, slug: str, tree: TopicTree) -> None:
        """Keep a collection's topics, unless it was removed meanwhile."""
        known = "SELECT ?, ? WHERE EXISTS (SELECT 1 FROM collection WHERE slug = ?)"
        with self._file.writing() as connection:
            content = msgspec.msgpack.encode(tree)
            connection.execute(f"INSERT OR REPLACE INTO topics {known}", (slug, content, slug))

    def topic_proposals(self) -> tuple[TopicProposal, ...]:
        """The topics that agents propose for documents, in the order in which they were made."""
        rows = self._file.rows("SELECT record FROM topic_proposal ORDER BY rowid")
        return tuple(wire.decode(str(record), TopicProposal) for (record,) in rows)

    def change_topic_proposals(self, kept: Sequence[TopicProposal], dropped: Sequence[str] = ()) -> None:
        """Keep proposals (in place of those of the same id) and drop others by id, in one write."""
        keep = "INSERT INTO topic_proposal VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET record = excluded.record"
        with self._file.writing() as connection:
            connection.executemany("DELETE FROM topic_proposal WHERE id = ?", [(id,) for id in dropped])
            connection.executemany(keep, [(one.id, one.doc, wire.encode(one).decode()) for one in kept])
            if dropped:
                self._file.mark_backup_stale(connection)

    def pins(self) -> tuple[Pin, ...]:
        """The passages in the tray, in its order."""
        return tuple(
            wire.decode(str(record), Pin) for (record,) in self._file.rows("SELECT record FROM pin ORDER BY place")
        )

    def put_pins(self, pins: Sequence[Pin]) -> None:
        """Let these passages be the tray, in this order."""
        rows = [(pin.section, place, wire.encode(pin).decode()) for place, pin in enumerate(pins)]
        with self._file.writing() as connection:
            connection.execute("DELETE FROM pin")
            connection.executemany("INSERT INTO pin VALUES (?, ?, ?)", rows)

    def annotations(self, doc: str = "") -> tuple[Annotation, ...]:
        """The annotations of a document by the id that it had, or all of them, in the order in which they were made."""
        if doc:
            rows = self._file.rows("SELECT record FROM annotation WHERE doc = ? ORDER BY rowid", (doc,))
        else:
            rows = self._file.rows("SELECT record FROM annotation ORDER BY rowid")
        return tuple(wire.decode(str(record), Annotation) for (record,) in rows)

    def annotated_documents(self) -> tuple[str, ...]:
        """The ids of the documents that have annotations."""
        return tuple(str(doc) for (doc,) in self._file.rows("SELECT DISTINCT doc FROM annotation"))

    def annotation(self, id: str) -> Annotation | None:
        """An annotation by its id."""
        rows = self._file.rows("SELECT record FROM annotation WHERE id = ?", (id,))
        return wire.decode(str(rows[0][0]), Annotation) if rows else None

    def count_annotations(self) -> int:
        """How many annotations there are."""
        return int(str(self._file.rows("SELECT count(*) FROM annotation")[0][0]))

    def change_annotations(self, kept: Sequence[Annotation], dropped: Sequence[str] = ()) -> None:
        """Keep annotations (in place of those of the same id) and drop others by id, in one write."""
        keep = "INSERT INTO annotation VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET record = excluded.record"
        with self._file.writing() as connection:
            connection.executemany("DELETE FROM annotation WHERE id = ?", [(id,) for id in dropped])
            connection.executemany(keep, [(one.id, one.doc, wire.encode(one).decode()) for one in kept])
            self._file.mark_backup_stale(connection)

    def reading(self, docs: Sequence[str] = ()) -> tuple[ReadingRecord, ...]:
        """What is kept of the reading of documents, by the ids that they had, or of all."""
        if docs:
            rows = [row for doc in docs for row in self._file.rows("SELECT record FROM reading WHERE doc = ?", (doc,))]
        else:
            rows = self._file.rows("SELECT record FROM reading ORDER BY rowid")
        return tuple(wire.decode(str(record), ReadingRecord) for (record,) in rows)

    def change_reading(self, kept: Sequence[ReadingRecord], dropped: Sequence[str] = ()) -> None:
        """Keep what is known of the reading of documents and drop that of others by id, in one write."""
        with self._file.writing() as connection:
            connection.executemany("DELETE FROM reading WHERE doc = ?", [(doc,) for doc in dropped])
            rows = [(one.doc, wire.encode(one).decode()) for one in kept]
            connection.executemany("INSERT OR REPLACE INTO reading VALUES (?, ?)", rows)
            if dropped:
                self._file.mark_backup_stale(connection)

    def links(self) -> tuple[ManualLink, ...]:
        """All manual links in the order in which they were made."""
        rows = self._file.rows("SELECT record FROM manual_link ORDER BY rowid")
        return tuple(wire.decode(str(record), ManualLink) for (record,) in rows)

    def change_links(self, kept: Sequence[ManualLink], dropped: Sequence[str] = ()) -> None:
        """Keep manual links (in place of those of the same id) and drop others by id, in one write.

        The backup holds what was dropped or replaced until the next `back_up`, which a start makes up for.
        """
        taken = ", ".join(f"{name} = excluded.{name}" for name in ("subject", "object", "record"))
        keep = f"INSERT INTO manual_link VALUES (?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET {taken}"
        rows = [(one.id, one.subject.id, one.object.id, wire.encode(one).decode()) for one in kept]
        with self._file.writing() as connection:
            known = {str(id) for (id,) in connection.execute("SELECT id FROM manual_link").fetchall()}
            connection.executemany(keep, rows)
            connection.executemany("DELETE FROM manual_link WHERE id = ?", [(id,) for id in dropped])
            is_forgetting = bool(dropped) or any(one.id in known for one in kept)
            if is_forgetting:
                self._file.mark_backup_stale(connection)
        if is_forgetting:
            self._file.drop_damaged_copy()

    def same_decisions(self) -> tuple[SameDecision, ...]:
        """Which things the person says are the same, or not, in the order in which that was decided."""
        rows = self._file.rows("SELECT record FROM same_thing ORDER BY rowid")
        return tuple(wire.decode(str(record), SameDecision) for (record,) in rows)

    def change_same(self, made: Sequence[SameDecision], dropped: Sequence[str] = ()) -> None:
        """Keep decisions on things and drop others by id, in one write. The backup is stale until it is renewed."""
        with self._file.writing() as connection:
            connection.executemany("DELETE FROM same_thing WHERE id = ?", [(id,) for id in dropped])
            rows = [(one.id, wire.encode(one).decode()) for one in made]
            connection.executemany("INSERT INTO same_thing VALUES (?, ?)", rows)
            self._file.mark_backup_stale(connection)
        if dropped:
            self._file.drop_damaged_copy()

    def memories(self) -> tuple[Memory, ...]:
        """All memories in the order in which they were kept."""
        rows = self._file.rows("SELECT record FROM memory ORDER BY rowid")
        return tuple(wire.decode(str(record), Memory) for (record,) in rows)

    def change_memories(self, kept: Sequence[Memory], dropped: Sequence[str] = (), *, is_edited: bool = False) -> None:
        """Keep memories (in place of those of the same id) and drop others by id, in one write.

        The backup holds what was dropped, or edited, until the next `back_up`, which a start makes up for.
        """
        keep = "INSERT INTO memory VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET record = excluded.record"
        gone = [(id,) for id in dropped]
        with self._file.writing() as connection:
            connection.executemany(keep, [(memory.id, wire.encode(memory).decode()) for memory in kept])
            for table in ("memory", "memory_vectors"):
                connection.executemany(f"DELETE FROM {table} WHERE id = ?", gone)
            if gone or is_edited:
                self._file.mark_backup_stale(connection)
        if gone or is_edited:
            self._file.drop_damaged_copy()

    def memory_vectors(self) -> dict[str, tuple[str, bytes]]:
        """The model and the vectors of each memory that has been read by one, by its id."""
        rows = self._file.rows("SELECT id, model, vectors FROM memory_vectors")
        return {str(id): (str(model), vectors) for id, model, vectors in rows if isinstance(vectors, bytes)}

    def put_memory_vectors(self, model: str, vectors: Sequence[tuple[str, bytes]]) -> None:
        """Keep what a model made of memories, of those that are still there."""
        known = "SELECT ?, ?, ? WHERE EXISTS (SELECT 1 FROM memory WHERE id = ?)"
        with self._file.writing() as connection:
            connection.executemany(
                f"INSERT OR REPLACE INTO memory_vectors {known}", [(id, model, made, id) for id, made in vectors]
            )

    def has_older_calls(self) -> bool:
        """Whether calls of an earlier version, which kept them here, are still to be moved to their own file."""
        return bool(self.mark(_MOVING)) or bool(self._file.rows("SELECT 1 FROM activity LIMIT 1"))

    def last_older_call(self) -> int:
        """The sequence number of the newest call ever kept here, 0 for none."""
        rows = self._file.rows("SELECT seq FROM sqlite_sequence WHERE name = 'activity'")
        return int(str(rows[0][0])) if rows else 0

    def older_calls(self, limit: int, before: int = 0) -> tuple[tuple[int, str], ...]:
        """Calls that were kept here, newest first, by number and as they were written."""
        rows = self._file.rows(
            "SELECT sequence, record FROM activity WHERE ? = 0 OR sequence < ? ORDER BY sequence DESC LIMIT ?",
            (before, before, limit),
        )
        return tuple((int(str(sequence)), str(record)) for sequence, record in rows)

    def drop_older_calls(self, first: int = 0, *, before: str = "") -> None:
        """Drop calls from a number on, which have been moved, or those before a time, which are too old."""
        with self._file.writing() as connection:
            connection.execute("INSERT OR REPLACE INTO mark VALUES (?, 'yes')", (_MOVING,))
            connection.execute("DELETE FROM activity WHERE at < ? OR (? > 0 AND sequence >= ?)", (before, first, first))

    def end_moving_calls(self) -> None:
        """Give back the room of the calls that were moved, and renew the backup, which holds them still."""
        with self._file.writing() as connection:
            connection.execute("DELETE FROM activity_collection")
        self._file.shrink()
        self.back_up()
        self.set_mark(_MOVING, "")

    def keep_backup(self) -> None:
        """Renew the backup if it is missing, older than a day, or holds what was forgotten."""
        self._file.keep_backup()

    def back_up(self) -> None:
        """Replace the backup by a copy of the state as it is now; who forgets something meanwhile waits."""
        self._file.back_up()

    def faults(self) -> tuple[str, ...]:
        """What SQLite finds wrong with the file; empty when it is sound."""
        return self._file.faults()


def _begins(text: str) -> tuple[int, str]:
    """What `substr(…, 1, ?) = ?` compares."""
    return len(text), text
