"""What is known of each page of a mirror and which are still to be asked for, in one SQLite file."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Generator, Iterable, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

from bookwheel import sqlite_files
from bookwheel.domain.errors import StorageUnavailable

VERSION = 1
_CACHE_KIB = 4_000
_SCHEMA = """
CREATE TABLE page (
    id INTEGER PRIMARY KEY, url TEXT NOT NULL UNIQUE, state TEXT NOT NULL DEFAULT 'waiting',
    depth INTEGER NOT NULL DEFAULT 0, run INTEGER NOT NULL DEFAULT 0, tries INTEGER NOT NULL DEFAULT 0,
    is_listed INTEGER NOT NULL DEFAULT 0, listed_date TEXT NOT NULL DEFAULT '', target TEXT NOT NULL DEFAULT '',
    path TEXT NOT NULL DEFAULT '', etag TEXT NOT NULL DEFAULT '', modified TEXT NOT NULL DEFAULT '',
    charset TEXT NOT NULL DEFAULT '', media_type TEXT NOT NULL DEFAULT '', raw TEXT NOT NULL DEFAULT '',
    document TEXT NOT NULL DEFAULT '', blocks BLOB NOT NULL DEFAULT x'', navigation TEXT NOT NULL DEFAULT '',
    gone_since TEXT NOT NULL DEFAULT ''
);
CREATE INDEX page_run ON page (run, depth, tries, id);
CREATE INDEX page_path ON page (path);
CREATE TABLE navigation (hash TEXT PRIMARY KEY, entries TEXT NOT NULL);
CREATE TABLE picture (
    url TEXT PRIMARY KEY, run INTEGER NOT NULL DEFAULT 0, path TEXT NOT NULL DEFAULT '', etag TEXT NOT NULL DEFAULT '',
    modified TEXT NOT NULL DEFAULT ''
);
CREATE TABLE mark (name TEXT PRIMARY KEY, value TEXT NOT NULL);
"""
_COLUMNS = (
    "url, state, depth, run, tries, is_listed, listed_date, target, path, etag, modified, charset, media_type, raw,"
    " document, blocks, navigation, gone_since, id"
)


class PageState(StrEnum):
    """What became of an address when it was last asked for."""

    WAITING = "waiting"
    MIRRORED = "mirrored"
    ALIAS = "alias"
    GONE = "gone"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Page:
    """A page by its address. `run` is the refresh that finished it last, `tries` how often this one began to.

    `target` is the address that it is another name of. `path` is that of its document, `document` the hash of what
    was written there (empty while nothing is), `raw` that of the answer. `blocks` are the hashes of its blocks, eight
    bytes each. Times are ISO 8601 in UTC.
    """

    url: str
    state: PageState = PageState.WAITING
    depth: int = 0
    run: int = 0
    tries: int = 0
    is_listed: bool = False
    listed_date: str = ""
    target: str = ""
    path: str = ""
    etag: str = ""
    modified: str = ""
    charset: str = ""
    media_type: str = ""
    raw: str = ""
    document: str = ""
    blocks: bytes = b""
    navigation: str = ""
    gone_since: str = ""
    id: int = 0


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture of pages by its address; `path` is empty while it is not there."""

    url: str
    path: str = ""
    etag: str = ""
    modified: str = ""


class Frontier:
    """The pages of one mirror. For the thread that made it."""

    def __init__(self, path: Path) -> None:
        """Open the file, or make it.

        Raises:
            StorageUnavailable: when it is damaged or comes from a newer version.
        """
        try:
            self._connection = sqlite_files.connect(path, is_writer=True, cache_kib=_CACHE_KIB)
            (version,) = self._connection.execute("PRAGMA user_version").fetchone()
            if not version:
                self._connection.executescript(f"BEGIN; {_SCHEMA} PRAGMA user_version = {VERSION}; COMMIT;")
            elif version > VERSION:
                self._connection.close()
                raise StorageUnavailable("The mirror of this source was written by a newer version of Bookwheel.")
        except sqlite3.DatabaseError as error:
            raise StorageUnavailable(
                "The list of this source's pages cannot be read ({reason}).", reason=error
            ) from None
        self.run = int(self.mark("run") or 0)

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    @contextmanager
    def writing(self) -> Generator[None]:
        """Keep all of what is written meanwhile, or nothing."""
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            if self._connection.in_transaction:  # a full disk has ended it already
                self._connection.execute("ROLLBACK")
            raise
        self._connection.execute("COMMIT")

    def begin(self) -> bool:
        """Begin a refresh, or go on with the one that was broken off; whether it goes on."""
        if self.mark("state") == "running":
            return True
        self.run += 1
        with self.writing():
            self._connection.execute("UPDATE page SET tries = 0")
            self.set_mark("run", str(self.run))
            self.set_mark("state", "running")
        return False

    def end(self) -> None:
        """Note that the refresh is complete."""
        self.set_mark("state", "complete")

    def mark(self, name: str) -> str:
        """A value under a name, empty where there is none."""
        row = self._connection.execute("SELECT value FROM mark WHERE name = ?", (name,)).fetchone()
        return str(row[0]) if row else ""

    def set_mark(self, name: str, value: str) -> None:
        """Keep a value under a name."""
        self._connection.execute("INSERT OR REPLACE INTO mark VALUES (?, ?)", (name, value))

    def add(self, url: str, depth: int, *, is_listed: bool = False, listed_date: str = "") -> bool:
        """Add an address, or note that it is nearer or listed; whether it is new."""
        cursor = self._connection.execute(
            "INSERT OR IGNORE INTO page (url, depth, is_listed, listed_date) VALUES (?, ?, ?, ?)",
            (url, depth, is_listed, listed_date),
        )
        if cursor.rowcount:
            return True
        self._connection.execute(
            "UPDATE page SET depth = min(depth, ?), is_listed = max(is_listed, ?),"
            " listed_date = CASE WHEN ? = '' THEN listed_date ELSE ? END WHERE url = ?",
            (depth, is_listed, listed_date, listed_date, url),
        )
        return False

    def next(self, count: int, in_hand: Iterable[str], most_tries: int, *, only_mirrored: bool = False) -> list[Page]:
        """The next addresses of this refresh that are in nobody's hands, those that were begun already last."""
        urls = list(in_hand)
        marks = ",".join("?" * len(urls))
        rows = self._connection.execute(
            f"SELECT {_COLUMNS} FROM page WHERE run < ? AND tries < ? AND url NOT IN ({marks})"
            f"{' AND document != ' + repr('') if only_mirrored else ''}"
            " ORDER BY tries > 0, depth, id LIMIT ?",
            (self.run, most_tries, *urls, count),
        )
        return [_page(row) for row in rows]

    def count_left(self, most_tries: int) -> int:
        """How many addresses this refresh has not finished."""
        asked = "SELECT count(*) FROM page WHERE run < ? AND tries < ?"
        (count,) = self._connection.execute(asked, (self.run, most_tries)).fetchone()
        return int(count)

    def count_mirrored(self) -> int:
        """How many pages are mirrored."""
        (count,) = self._connection.execute(
            "SELECT count(*) FROM page WHERE state = ?", (PageState.MIRRORED,)
        ).fetchone()
        return int(count)

    def find(self, url: str) -> Page | None:
        """What is known of an address."""
        row = self._connection.execute(f"SELECT {_COLUMNS} FROM page WHERE url = ?", (url,)).fetchone()
        return _page(row) if row else None

    def begin_page(self, page: Page) -> None:
        """Note that a page is asked for, before it is."""
        self._connection.execute("UPDATE page SET tries = tries + 1 WHERE id = ?", (page.id,))

    def finish(self, page: Page) -> None:
        """Keep what became of a page in this refresh; where it is in the tree and the sitemap stays."""
        self.put(replace(page, run=self.run))

    def put(self, page: Page) -> None:
        """Keep what is known of a page."""
        self._connection.execute(
            "UPDATE page SET state = ?, run = ?, target = ?, path = ?, etag = ?, modified = ?, charset = ?,"
            " media_type = ?, raw = ?, document = ?, blocks = ?, navigation = ?, gone_since = ? WHERE id = ?",
            (
                page.state, page.run, page.target, page.path, page.etag, page.modified, page.charset, page.media_type,
                page.raw, page.document, page.blocks, page.navigation, page.gone_since, page.id,
            ),
        )  # fmt: skip

    def set_path(self, page: Page, path: str) -> None:
        """Give a page the path of its document."""
        self._connection.execute("UPDATE page SET path = ? WHERE id = ?", (path, page.id))

    def retry(self, page: Page) -> None:
        """Have a page asked for again in this refresh, as if it had not been begun."""
        self._connection.execute(
            "UPDATE page SET tries = max(0, tries - 1), run = min(run, ?) WHERE id = ?", (self.run - 1, page.id)
        )

    def remove(self, page: Page) -> None:
        """Forget an address."""
        self._connection.execute("DELETE FROM page WHERE id = ?", (page.id,))

    def pages(self) -> list[Page]:
        """All addresses, in the order in which they were found."""
        return [_page(row) for row in self._connection.execute(f"SELECT {_COLUMNS} FROM page ORDER BY id")]

    def raw_hashes(self) -> list[str]:
        """The hashes of the answers that are needed: those of pages, and of files that speak of the whole site."""
        pages = self._connection.execute("SELECT raw FROM page WHERE raw != ''")
        files = self._connection.execute("SELECT value FROM mark WHERE substr(name, 1, 5) = 'file '")
        return [*(str(row[0]) for row in pages), *(str(json.loads(str(row[0]))[2]) for row in files)]

    def paths(self) -> Sequence[str]:
        """The paths that are taken."""
        return [str(row[0]) for row in self._connection.execute("SELECT path FROM page WHERE path != ''")]

    def keep_navigation(self, hash: str, entries: str) -> None:
        """Keep a navigation by its hash."""
        self._connection.execute("INSERT OR IGNORE INTO navigation VALUES (?, ?)", (hash, entries))

    def navigations(self) -> dict[str, str]:
        """Every navigation by its hash."""
        return {str(hash): str(entries) for hash, entries in self._connection.execute("SELECT * FROM navigation")}

    def sweep_navigations(self) -> None:
        """Forget navigations that no page has any more."""
        self._connection.execute("DELETE FROM navigation WHERE hash NOT IN (SELECT navigation FROM page)")

    def add_picture(self, url: str) -> None:
        """Add a picture that a page names."""
        self._connection.execute("INSERT OR IGNORE INTO picture (url) VALUES (?)", (url,))

    def pictures_left(self) -> list[Picture]:
        """The pictures that this refresh has not asked for."""
        rows = self._connection.execute(
            "SELECT url, path, etag, modified FROM picture WHERE run < ? ORDER BY rowid", (self.run,)
        )
        return [Picture(*map(str, row)) for row in rows]

    def finish_picture(self, picture: Picture) -> None:
        """Keep what became of a picture in this refresh."""
        values = (self.run, picture.path, picture.etag, picture.modified, picture.url)
        self._connection.execute("UPDATE picture SET run = ?, path = ?, etag = ?, modified = ? WHERE url = ?", values)

    def picture_path(self, url: str) -> str:
        """The path of a picture that is there; empty for none."""
        row = self._connection.execute("SELECT path FROM picture WHERE url = ?", (url,)).fetchone()
        return str(row[0]) if row else ""

    def picture_paths(self) -> list[str]:
        """The paths of all pictures that are there, in order."""
        return [
            str(row[0]) for row in self._connection.execute("SELECT path FROM picture WHERE path != '' ORDER BY path")
        ]

    def sweep_pictures(self) -> None:
        """Forget pictures that this refresh did not ask for: none are wanted any more."""
        self._connection.execute("DELETE FROM picture WHERE run < ?", (self.run,))


def _page(row: tuple[object, ...]) -> Page:
    (
        url, state, depth, run, tries, is_listed, listed_date, target, path, etag, modified, charset, media_type, raw,
        document, blocks, navigation, gone_since, number,
    ) = row  # fmt: skip
    assert isinstance(blocks, bytes)
    return Page(
        str(url), PageState(str(state)), _int(depth), _int(run), _int(tries), bool(is_listed), str(listed_date),
        str(target), str(path), str(etag), str(modified), str(charset), str(media_type), str(raw), str(document),
        blocks, str(navigation), str(gone_since), _int(number),
    )  # fmt: skip


def _int(value: object) -> int:
    assert isinstance(value, int)
    return value
