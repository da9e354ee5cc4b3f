"""Links that may lead elsewhere than when the links of their collection were last looked at."""

from __future__ import annotations

import posixpath
import sqlite3
from collections.abc import Iterator, Set
from dataclasses import dataclass, field
from urllib.parse import unquote

from bookwheel.domain.links.named_links import NameKind, read_address
from bookwheel.indexes.catalogue.name_folding import fold_link_name, fold_name, stem_of
from bookwheel.indexes.catalogue.reader import CatalogueReader
from bookwheel.indexes.catalogue.rows import LinkRow

_PAGES_OF_FOLDERS = ("index", "_index", "readme")
_FOLDERS = ("", ".", "..")
"""Last parts of targets that may mean any folder: its page within, or the document beside it that has its name."""

_COLUMNS = "l.key, l.document_key, d.path, l.kind, l.target, l.fragment, l.status, l.target_path, l.target_anchor"
_SELECT = f"SELECT {_COLUMNS} FROM links l JOIN documents d ON d.key = l.document_key WHERE d.collection=?1"
_NO_FILE = "l.kind != 'name' AND l.status IN ('broken', 'asset')"
_ON_THE_WEB = "l.status = 'external' AND (l.target LIKE '%doi%' OR l.target LIKE '%arxiv%')"
_KINDS = frozenset(kind.value for kind in NameKind)

MOST_REPLACED = 500
"""Documents of one revision above which all links are looked at."""

Key = tuple[str, str]
"""The kind of a name that links use, and the name folded."""


def unsettled_links(catalogue: CatalogueReader, collection: str) -> list[LinkRow]:
    """Links of a collection that a look at its documents of now may resolve otherwise than the last look.

    Those are links that are new or broken, that lead to a file that is no document (nobody tells when one comes or
    goes), that lost the document they led to, whose document was replaced, and those that a document which came since
    then may be meant by, because of its path, title, aliases or the names that it states. A link by name that leads
    nowhere waits for a document that states the name; a citation also for the first and the last bibliography, for
    without one it is no mistake.
    """
    with catalogue.snapshot() as connection:
        came = _came(connection, collection, _revision_of_look(connection, collection))
        is_mistake = bool(catalogue.documents_with_references(collection))
        stale = "unknown" if is_mistake else "broken"
        citations = f"l.kind = 'name' AND l.status = '{stale}' AND l.target LIKE 'cite:%'"
        if not came.paths:
            rows = connection.execute(
                f"{_SELECT} AND (l.status = 'new' OR {_NO_FILE} OR {citations}"
                " OR l.status = 'resolved' AND l.target_path NOT IN (SELECT path FROM documents WHERE collection=?1))",
                (collection,),
            )
            return [LinkRow(*row) for row in rows]
        there = {path for (path,) in connection.execute("SELECT path FROM documents WHERE collection=?", (collection,))}
        at_once = f"l.status = 'new' OR {_NO_FILE} OR {citations}"
        of_web = f" OR {_ON_THE_WEB}" if came.has_works else ""
        rows = connection.execute(
            f"SELECT {_COLUMNS}, {at_once} FROM links l JOIN documents d ON d.key = l.document_key"
            f" WHERE d.collection=? AND (l.status != 'external'{of_web})",
            (collection,),
        )
        meant: dict[str, bool] = {}
        found: list[LinkRow] = []
        for *row, is_due in rows:
            target, status, leads_to = row[4], row[6], row[7]
            is_lost = status == "resolved" and (leads_to in came.paths or leads_to not in there)
            if is_lost or is_due:
                found.append(LinkRow(*row))
                continue
            if target not in meant:
                meant[target] = came.may_mean(target)
            if meant[target]:
                found.append(LinkRow(*row))
        return found


def links_to(catalogue: CatalogueReader, collection: str, paths: Set[str]) -> list[LinkRow]:
    """Links of a collection that are new, and those that lead to documents at these paths."""
    with catalogue.snapshot() as connection:
        # The documents since the last look first, by the index of revisions: all new links are in them.
        found = connection.execute(
            f"SELECT {_COLUMNS} FROM documents d CROSS JOIN links l ON l.document_key = d.key"
            " WHERE d.revision > ?2 AND +d.collection = ?1 AND l.status = 'new'",
            (collection, _revision_of_look(connection, collection)),
        ).fetchall()
        for path in sorted(paths):
            leading = "l.target_path != '' AND l.target_path = ? AND l.status = 'resolved'"
            found += connection.execute(f"{_SELECT} AND {leading}", (collection, path))
    return [LinkRow(*row) for row in found]


def links_to_files(catalogue: CatalogueReader, collection: str) -> list[LinkRow]:
    """Links of a collection that lead to a file which is no document, or nowhere.

    Nobody tells when such a file comes or goes.
    """
    with catalogue.snapshot() as connection:
        return [LinkRow(*row) for row in connection.execute(f"{_SELECT} AND {_NO_FILE}", (collection,))]


def replaced_paths(connection: sqlite3.Connection, revision: int) -> dict[str, set[str]] | None:
    """Paths, by collection, of the documents that a revision replaces by others of the same names; None otherwise."""
    replaced, replacing = "(SELECT document_key FROM dropping)", "(SELECT key FROM documents WHERE revision=?)"
    (count,) = connection.execute("SELECT count(*) FROM documents WHERE revision=?", (revision,)).fetchone()
    if count > MOST_REPLACED:
        return None
    select = "SELECT DISTINCT d.collection, d.path, n.kind, n.folded FROM documents d JOIN names n"
    select += " ON n.document_key = d.key WHERE n.kind != 'heading' AND d.key IN"
    before = set(connection.execute(f"{select} {replaced}"))
    after = set(connection.execute(f"{select} {replacing}", (revision,)))
    if before != after:
        return None
    found: dict[str, set[str]] = {}
    for collection, path, _, _ in after:
        found.setdefault(collection, set()).add(path)
    return found


def looked_at(collection: str) -> str:
    """The counter that holds the revision at which the links of a collection were last looked at."""
    return f"links:{collection}"


def _revision_of_look(connection: sqlite3.Connection, collection: str) -> int:
    """The revision at which the links of a collection were last looked at; 0 for never."""
    known = connection.execute("SELECT value FROM counters WHERE name=?", (looked_at(collection),)).fetchone()
    return known[0] if known else 0


@dataclass(frozen=True, slots=True)
class _Came:
    """Documents that came: their paths, the folded names by which a link may mean them, and the names they state."""

    paths: set[str] = field(default_factory=set[str])
    names: set[str] = field(default_factory=set[str])
    keys: set[Key] = field(default_factory=set[Key])

    @property
    def has_works(self) -> bool:
        """Whether one of them states works that have an address on the web."""
        return any(kind in (NameKind.DOI, NameKind.ARXIV) for kind, _ in self.keys)

    def may_mean(self, target: str) -> bool:
        """Whether a link with this target may lead to one of them."""
        address = read_address(target)
        if address is None:
            return not self.names.isdisjoint(_names_meant(target))
        return any((address.kind, fold_link_name(address.kind, name)) in self.keys for name in address.names)


def _came(connection: sqlite3.Connection, collection: str, revision: int) -> _Came:
    """The documents that came after a revision."""
    came = _Came()
    for path, name, kind in connection.execute(
        "SELECT d.path, n.folded, n.kind FROM documents d LEFT JOIN names n ON n.document_key = d.key"
        " WHERE d.collection=? AND d.revision > ?",
        (collection, revision),
    ):
        if path not in came.paths:
            came.paths.add(path)
            came.names.update(_names_of(path))
        if kind in ("title", "alias"):
            came.names.add(name)
        elif kind in _KINDS:
            came.keys.add((kind, name))
    return came


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
