"""The catalogue's tables and how its file is opened."""

from __future__ import annotations

import secrets
import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path

from bookwheel import sqlite_files

VERSION = 12
"""Grows when a table changes or parsing gives other rows; a catalogue of another version is rebuilt from the files."""

LOGGED_REVISIONS = 500
"""How many revisions of dropped keys readers can catch up with; beyond, they load anew."""

CACHE_KIB = 32_768

TABLES = """
CREATE TABLE counters (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE roots (collection TEXT PRIMARY KEY, fingerprint TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE documents (
    key INTEGER PRIMARY KEY AUTOINCREMENT, collection TEXT NOT NULL, path TEXT NOT NULL, title TEXT NOT NULL,
    description TEXT NOT NULL, type TEXT NOT NULL, language TEXT NOT NULL, date TEXT NOT NULL, category TEXT NOT NULL,
    tags TEXT NOT NULL, aliases TEXT NOT NULL, words INTEGER NOT NULL, sections INTEGER NOT NULL,
    modified_at TEXT NOT NULL, dialect TEXT NOT NULL, format TEXT NOT NULL, summary TEXT NOT NULL,
    keywords TEXT NOT NULL, header_json TEXT NOT NULL, size_bytes INTEGER NOT NULL, revision INTEGER NOT NULL);
CREATE INDEX documents_by_path ON documents (collection, path, title, sections, words);
CREATE INDEX documents_by_time ON documents (modified_at);
CREATE INDEX documents_for_sorting ON documents (title, category, date, modified_at);
CREATE INDEX documents_by_revision ON documents (revision);
CREATE TABLE texts (document_key INTEGER PRIMARY KEY, text TEXT NOT NULL);
CREATE TABLE places (document_key INTEGER PRIMARY KEY, places BLOB NOT NULL);
CREATE TABLE sections (
    key INTEGER PRIMARY KEY AUTOINCREMENT, document_key INTEGER NOT NULL, anchor TEXT NOT NULL, level INTEGER NOT NULL,
    parts INTEGER NOT NULL, title TEXT NOT NULL, heading_path TEXT NOT NULL, start_line INTEGER NOT NULL,
    end_line INTEGER NOT NULL,
    start_byte INTEGER NOT NULL, end_byte INTEGER NOT NULL, words INTEGER NOT NULL, text_hash TEXT NOT NULL,
    prose TEXT NOT NULL, code TEXT NOT NULL);
CREATE INDEX sections_by_document ON sections (document_key, anchor);
CREATE TABLE links (
    key INTEGER PRIMARY KEY, document_key INTEGER NOT NULL, section INTEGER NOT NULL, kind TEXT NOT NULL,
    target TEXT NOT NULL, fragment TEXT NOT NULL, text TEXT NOT NULL, line INTEGER NOT NULL,
    status TEXT NOT NULL, target_path TEXT NOT NULL, target_anchor TEXT NOT NULL, relation TEXT NOT NULL);
CREATE INDEX links_by_document ON links (document_key);
CREATE INDEX links_by_status ON links (status) WHERE status IN ('new', 'broken');
CREATE TABLE facets (document_key INTEGER NOT NULL, field TEXT NOT NULL, value TEXT NOT NULL);
CREATE INDEX facets_by_document ON facets (document_key);
CREATE TABLE names (
    folded TEXT NOT NULL, kind TEXT NOT NULL, document_key INTEGER NOT NULL, anchor TEXT NOT NULL);
CREATE INDEX names_by_folded ON names (folded, kind);
CREATE INDEX names_of_references ON names (document_key) WHERE kind='cite';
CREATE INDEX names_by_document ON names (document_key);
CREATE TABLE things (
    document_key INTEGER NOT NULL, id TEXT NOT NULL, label TEXT NOT NULL, aliases TEXT NOT NULL,
    properties TEXT NOT NULL);
CREATE INDEX things_by_document ON things (document_key);
CREATE INDEX things_by_id ON things (id);
CREATE TABLE statements (
    document_key INTEGER NOT NULL, section INTEGER NOT NULL, source TEXT NOT NULL, relation TEXT NOT NULL,
    target TEXT NOT NULL, line INTEGER NOT NULL, words TEXT NOT NULL, count INTEGER NOT NULL,
    is_derived INTEGER NOT NULL);
CREATE INDEX statements_by_document ON statements (document_key, is_derived);
CREATE TABLE matched_names (name TEXT NOT NULL, id TEXT NOT NULL, PRIMARY KEY (name, id)) WITHOUT ROWID;
CREATE TABLE matched_documents (document_key INTEGER PRIMARY KEY);
CREATE TABLE files (
    collection TEXT NOT NULL, path TEXT NOT NULL, disk_path TEXT NOT NULL, size_bytes INTEGER NOT NULL,
    modified_ns INTEGER NOT NULL, hash TEXT NOT NULL, document_key INTEGER NOT NULL, PRIMARY KEY (collection, path));
CREATE TABLE problems (
    collection TEXT NOT NULL, path TEXT NOT NULL, kind TEXT NOT NULL, reason TEXT NOT NULL, seen_at TEXT NOT NULL,
    PRIMARY KEY (collection, path));
CREATE TABLE skipped_types (
    collection TEXT NOT NULL, extension TEXT NOT NULL, count INTEGER NOT NULL, examples TEXT NOT NULL,
    PRIMARY KEY (collection, extension)) WITHOUT ROWID;
CREATE TABLE left_out (collection TEXT NOT NULL, rule TEXT NOT NULL, count INTEGER NOT NULL,
    PRIMARY KEY (collection, rule)) WITHOUT ROWID;
CREATE TABLE moved (collection TEXT NOT NULL, old_path TEXT NOT NULL, path TEXT NOT NULL,
    PRIMARY KEY (collection, old_path));
CREATE TABLE histories (collection TEXT PRIMARY KEY, marker TEXT NOT NULL, notice TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE commits (
    collection TEXT NOT NULL, position INTEGER NOT NULL, at TEXT NOT NULL, hash TEXT NOT NULL, author TEXT NOT NULL,
    title TEXT NOT NULL, paths TEXT NOT NULL, files INTEGER NOT NULL, PRIMARY KEY (collection, position)) WITHOUT ROWID;
CREATE INDEX commits_by_time ON commits (collection, at);
CREATE TABLE document_histories (collection TEXT NOT NULL, path TEXT NOT NULL, history BLOB NOT NULL,
    PRIMARY KEY (collection, path)) WITHOUT ROWID;
CREATE TABLE dropping (document_key INTEGER PRIMARY KEY);
CREATE TABLE dropped (revision INTEGER NOT NULL, document_key INTEGER NOT NULL);
CREATE INDEX dropped_by_revision ON dropped (revision);
CREATE TABLE graph_changes (collection TEXT NOT NULL, path TEXT NOT NULL, PRIMARY KEY (collection, path)) WITHOUT ROWID;
"""

INDEXES = """
CREATE INDEX IF NOT EXISTS links_by_target ON links (target_path) WHERE target_path != '';
"""
"""What came after the version: a catalogue without it gets it when its writer opens it."""

COUNTERS = ("revision", "document_key", "section_key", "written_revision", "birth")
"""The published revision with the newest keys that it shows, the revision written, perhaps not published, and a random
number by which a catalogue made anew, whose keys begin anew, is told from the one before it."""

OF_DOCUMENT = ("texts", "places", "sections", "links", "facets", "names", "things", "statements", "matched_documents")
"""Tables whose rows go with their document."""

OF_HISTORY = ("histories", "commits", "document_histories")
"""Tables of what git knows of a collection."""


def connect(path: Path, *, is_writer: bool) -> sqlite3.Connection:
    """A connection in autocommit mode; a reader's refuses to write."""
    return sqlite_files.connect(path, is_writer=is_writer, cache_kib=CACHE_KIB if is_writer else CACHE_KIB // 8)


def create(connection: sqlite3.Connection, revision: int) -> None:
    """Make the tables of an empty catalogue that stands at `revision`."""
    connection.executescript(f"BEGIN; {TABLES} {INDEXES} PRAGMA user_version={VERSION}; COMMIT;")
    values = {"revision": revision, "written_revision": revision, "birth": secrets.randbits(62)}
    connection.executemany("INSERT INTO counters VALUES (?, ?)", [(name, values.get(name, 0)) for name in COUNTERS])


SHOWN = "(SELECT value FROM counters WHERE name='document_key')"
"""The greatest document key that readers see."""

SHOWN_SECTION = "(SELECT value FROM counters WHERE name='section_key')"
"""The greatest section key that readers see."""

DATE_OF = "CASE date WHEN '' THEN modified_at ELSE date END"
"""A document's date: the header's, else the file's."""

VERSION_OF = " || char(10) || ".join(("collection", "path", "title", "size_bytes", "words", "modified_at"))
"""What tells a version of a document from others."""


def key_lists(keys: Sequence[int], size: int = 500) -> Iterator[str]:
    """Keys as they stand in `IN (…)`, some hundred at a time."""
    for start in range(0, len(keys), size):
        yield ",".join(str(int(key)) for key in keys[start : start + size])
