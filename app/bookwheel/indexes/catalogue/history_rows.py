"""What git knows of collections, as rows: commits in their order, and a history for each document."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

import msgspec

from bookwheel import packing
from bookwheel.domain.history import Commit, FileHistory, History
from bookwheel.domain.messages import NO_MESSAGE, Message
from bookwheel.indexes.catalogue import schema
from bookwheel.indexes.catalogue.reader import CatalogueReader

_ENCODER = msgspec.msgpack.Encoder()
_HISTORY = msgspec.msgpack.Decoder(FileHistory)
_PATHS = msgspec.json.Decoder(tuple[str, ...])


def marker_of(connection: sqlite3.Connection, collection: str) -> str:
    """What was noted when the collection's history was read last; empty when it never was."""
    row = connection.execute("SELECT marker FROM histories WHERE collection=?", (collection,)).fetchone()
    return row[0] if row else ""


def put_history(connection: sqlite3.Connection, collection: str, marker: str, history: History) -> int:
    """Let this be the history of a collection; how many documents' histories changed. Their statements are noted."""
    known = dict(
        connection.execute("SELECT path, history FROM document_histories WHERE collection=?", (collection,)).fetchall()
    )
    wanted = {file.path: _ENCODER.encode(file) for file in history.files}
    changed = [path for path, content in wanted.items() if known.get(path) != content]
    gone = [path for path in known if path not in wanted]
    connection.executemany(
        "INSERT OR REPLACE INTO document_histories VALUES (?, ?, ?)",
        [(collection, path, wanted[path]) for path in changed],
    )
    _drop(connection, collection, gone)
    connection.executemany(
        "INSERT OR IGNORE INTO graph_changes SELECT collection, path FROM documents WHERE collection=? AND path=?",
        [(collection, path) for path in (*changed, *gone)],
    )
    connection.execute("DELETE FROM commits WHERE collection=?", (collection,))
    connection.executemany(
        "INSERT INTO commits VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (collection, position, one.at, one.hash, one.by, one.title, packing.encode(one.paths).decode(), one.files)
            for position, one in enumerate(history.commits)
        ],
    )
    notice = packing.encode(history.notice).decode()
    connection.execute("INSERT OR REPLACE INTO histories VALUES (?, ?, ?)", (collection, marker, notice))
    return len(changed) + len(gone)


def drop_history(connection: sqlite3.Connection, collection: str) -> bool:
    """Forget what git knows of a collection, and note its statements; whether there was anything."""
    paths = connection.execute("SELECT path FROM document_histories WHERE collection=?", (collection,)).fetchall()
    connection.executemany(
        "INSERT OR IGNORE INTO graph_changes SELECT collection, path FROM documents WHERE collection=? AND path=?",
        [(collection, path) for (path,) in paths],
    )
    was_there = bool(marker_of(connection, collection))
    for table in schema.OF_HISTORY:
        connection.execute(f"DELETE FROM {table} WHERE collection=?", (collection,))
    return was_there


def history_of(connection: sqlite3.Connection, collection: str, path: str) -> FileHistory | None:
    """What git knows of a document."""
    row = connection.execute(
        "SELECT history FROM document_histories WHERE collection=? AND path=?", (collection, path)
    ).fetchone()
    return _HISTORY.decode(row[0]) if row else None


def commits_since(catalogue: CatalogueReader, collection: str, since: str) -> list[Commit]:
    """The commits of a collection at or after a time (ISO 8601 in UTC), newest first."""
    with catalogue.snapshot() as connection:
        rows = connection.execute(
            "SELECT hash, at, author, title, paths, files FROM commits WHERE collection=? AND at >= ?"
            " ORDER BY at DESC, position",
            (collection, since),
        ).fetchall()
    return [Commit(hash, at, by, title, _PATHS.decode(paths), files) for hash, at, by, title, paths, files in rows]


def files_since(catalogue: CatalogueReader, collection: str, since: str) -> list[tuple[str, str]]:
    """Path and time of the files written at or after a time of which git knows nothing."""
    with catalogue.snapshot() as connection:
        return connection.execute(
            "SELECT path, modified_at FROM documents WHERE collection=?1 AND modified_at >= ?2 AND path NOT IN"
            f" (SELECT path FROM document_histories WHERE collection=?1) AND key <= {schema.SHOWN}",
            (collection, since),
        ).fetchall()


def last_changes(catalogue: CatalogueReader, collection: str) -> dict[str, str]:
    """When git saw each document of a collection change last (ISO 8601 in UTC), by path; of hidden ones too."""
    with catalogue.snapshot() as connection:
        rows = connection.execute("SELECT path, history FROM document_histories WHERE collection=?", (collection,))
        histories = ((path, _HISTORY.decode(packed)) for path, packed in rows)
        return {path: history.commits[0].at for path, history in histories if history.commits}


def file_times(catalogue: CatalogueReader) -> dict[int, str]:
    """When the file of each document was changed last (ISO 8601 in UTC), by key; of hidden ones too."""
    with catalogue.snapshot() as connection:
        return dict(connection.execute(f"SELECT key, modified_at FROM documents WHERE +key <= {schema.SHOWN}"))


def notice_of(catalogue: CatalogueReader, collection: str) -> Message:
    """What could not be read of a collection's history; empty when all was."""
    with catalogue.snapshot() as connection:
        row = connection.execute("SELECT notice FROM histories WHERE collection=?", (collection,)).fetchone()
    return packing.decode(row[0].encode(), Message) if row else NO_MESSAGE


def _drop(connection: sqlite3.Connection, collection: str, paths: Sequence[str]) -> None:
    connection.executemany(
        "DELETE FROM document_histories WHERE collection=? AND path=?", [(collection, path) for path in paths]
    )
