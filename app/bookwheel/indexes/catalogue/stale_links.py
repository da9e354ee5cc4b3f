"""Links that may lead elsewhere than when the links of their collection were last looked at."""

from __future__ import annotations

import posixpath
import sqlite3
from collections.abc import Iterator
from urllib.parse import unquote

from bookwheel.indexes.catalogue.name_folding import fold_name, stem_of
from bookwheel.indexes.catalogue.reader import CatalogueReader
from bookwheel.indexes.catalogue.rows import LinkRow

_PAGES_OF_FOLDERS = ("index", "_index", "readme")
_FOLDERS = ("", ".", "..")
"""Last parts of targets that may mean any folder: its page within, or the document beside it that has its name."""

_COLUMNS = "l.key, l.document_key, d.path, l.kind, l.target, l.fragment, l.status, l.target_path, l.target_anchor"


def unsettled_links(catalogue: CatalogueReader, collection: str) -> list[LinkRow]:
    """Links of a collection that a look at its documents of now may resolve otherwise than the last look.

    Those are links that are new or broken, that lead to a file that is no document (nobody tells when one comes or
    goes), that lost the document they led to, whose document was replaced, and those that a document which came since
    then may be meant by, because of its path, title or aliases.
    """
    with catalogue.snapshot() as connection:
        known = connection.execute("SELECT value FROM counters WHERE name=?", (looked_at(collection),)).fetchone()
        paths, names = _came(connection, collection, known[0] if known else 0)
        if not paths:
            rows = connection.execute(
                f"SELECT {_COLUMNS} FROM links l JOIN documents d ON d.key = l.document_key WHERE d.collection=?1"
                " AND (l.status IN ('new', 'broken', 'asset')"
                " OR l.status = 'resolved' AND l.target_path NOT IN (SELECT path FROM documents WHERE collection=?1))",
                (collection,),
            )
            return [LinkRow(*row) for row in rows]
        there = {path for (path,) in connection.execute("SELECT path FROM documents WHERE collection=?", (collection,))}
        rows = connection.execute(
            f"SELECT {_COLUMNS} FROM links l JOIN documents d ON d.key = l.document_key WHERE d.collection=?"
            " AND l.status != 'external'",
            (collection,),
        )
        meant: dict[str, bool] = {}
        found: list[LinkRow] = []
        for row in rows:
            target, status, leads_to = row[4], row[6], row[7]
            is_lost = status == "resolved" and (leads_to in paths or leads_to not in there)
            if is_lost or status in ("new", "broken", "asset"):
                found.append(LinkRow(*row))
                continue
            if target not in meant:
                meant[target] = not names.isdisjoint(_names_meant(target))
            if meant[target]:
                found.append(LinkRow(*row))
        return found


def looked_at(collection: str) -> str:
    """The counter that holds the revision at which the links of a collection were last looked at."""
    return f"links:{collection}"


def _came(connection: sqlite3.Connection, collection: str, revision: int) -> tuple[set[str], set[str]]:
    """Paths of the documents that came after a revision, and folded names by which a link may mean them."""
    paths: set[str] = set()
    names: set[str] = set()
    for path, name, kind in connection.execute(
        "SELECT d.path, n.folded, n.kind FROM documents d LEFT JOIN names n ON n.document_key = d.key"
        " WHERE d.collection=? AND d.revision > ?",
        (collection, revision),
    ):
        if path not in paths:
            paths.add(path)
            names.update(_names_of(path))
        if kind in ("title", "alias"):
            names.add(name)
    return paths, names


def _names_of(path: str) -> Iterator[str]:
    """Folded last parts of targets that may mean a path."""
    stem = fold_name(stem_of(path))
    yield fold_name(posixpath.basename(path))
    yield stem
    yield from _FOLDERS
    if stem in _PAGES_OF_FOLDERS:
        yield fold_name(posixpath.basename(posixpath.dirname(path)))
        yield from _PAGES_OF_FOLDERS


def _names_meant(target: str) -> Iterator[str]:
    """Folded names that the end of a target may stand for."""
    for spelling in dict.fromkeys((target, unquote(target), unquote(target.partition("?")[0]))):
        last = spelling.strip().replace("\\", "/").rstrip("/").rpartition("/")[2]
        yield fold_name(last)
        yield fold_name(stem_of(last))
        yield fold_name(spelling)
