"""What a page takes in from other files of its collection: code, shared parts, glossary entries. Never from outside."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path

from bookwheel.domain.document import LinkKind
from bookwheel.domain.left_out_names import SECRET_NAMES
from bookwheel.indexes.catalogue import DocumentRow
from bookwheel.library.snapshot.snapshot import Snapshot
from bookwheel.library.sources.inside_root import read_inside
from bookwheel.library.sources.link_resolver import Resolver
from bookwheel.pages.render import Kind
from bookwheel.parsing.front_matter import split

LARGEST = 1_000_000
"""Bytes of a file of which a page shows a piece."""

_CODE_FOLDERS = ("examples", "content/en/examples", "static/examples", "static", "assets", "")
_PART_FOLDERS = ("includes", "_includes", "partials", "_partials", "snippets", "")
_ANCHOR = re.compile(r"ANCHOR(_END)?:\s*([\w-]+)")
_ENTRY = re.compile(r"[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]")
_MORE = re.compile(r"<!--\s*more\s*-->", re.IGNORECASE)


def included(resolver: Resolver, snapshot: Snapshot, row: DocumentRow, root: Path, kind: Kind, name: str) -> str | None:
    """The text that a mark on a page asks for, or None; `root` is the collection's real path."""
    if kind in (Kind.TERM, Kind.TERM_IN_SHORT):
        return _term(resolver, snapshot, row, name, is_short=kind is Kind.TERM_IN_SHORT)
    path, _, place = name.partition(":")
    if kind is Kind.FILE:
        places = [path.lstrip("/")] if path.startswith("/") else [posixpath.join(posixpath.dirname(row.path), path)]
        places += [f"{folder}{places[0]}" for folder in ("docs/", "src/")] if path.startswith("/") else []
    else:
        places = list(_near(row.path, path, _CODE_FOLDERS if kind is Kind.CODE else _PART_FOLDERS))
    for candidate in map(posixpath.normpath, places):
        text = None if snapshot.catalogue.hides(row.collection, candidate) else _read(root, candidate)
        if text is not None:
            return piece(text, place) if kind is Kind.FILE else text if kind is Kind.CODE else _body(text)
    return None


def piece(text: str, place: str) -> str:
    """The lines between `ANCHOR: place` and its end, or those of `3:8`; without the anchors' own lines."""
    lines = text.split("\n")
    if place and place.replace(":", "").isdigit():
        first, is_range, last = place.partition(":")
        start = max(0, int(first or 1) - 1)
        lines = lines[start : int(last) if last else None if is_range else start + 1]
    elif place:
        kept: list[str] = []
        is_inside = False
        for line in lines:
            found = _ANCHOR.search(line)
            if found and found[2] == place:
                is_inside = not found[1]
            elif is_inside:
                kept.append(line)
        lines = kept
    return "\n".join(line for line in lines if not _ANCHOR.search(line))


def block_of(text: str, mark: str) -> str | None:
    """The paragraph or the line of a list that ends in a block id (`^id`), or None."""
    found = re.search(rf"(?:^|[ \t]){re.escape(mark)}[ \t]*$", text, re.MULTILINE)
    if found is None:
        return None
    lines = text[: found.start()].split("\n")
    start = len(lines) - 1
    if not lines[start].strip():  # The mark stands below its block.
        start -= 1
        while start > 0 and not lines[start].strip():
            start -= 1
    while start > 0 and lines[start - 1].strip() and not _ENTRY.match(lines[start]):
        start -= 1
    return "\n".join(lines[start:]).strip()


def _near(from_path: str, name: str, folders: tuple[str, ...]) -> Iterator[str]:
    """Where a name may lie: beside the page and in the usual folders of every folder above it."""
    folder = posixpath.dirname(from_path)
    name = name.lstrip("/")
    yield posixpath.join(folder, name)
    parts = folder.split("/") if folder else []
    for count in range(len(parts), -1, -1):
        for usual in folders:
            yield posixpath.join(*parts[:count], usual, name)


def _read(root: Path, path: str) -> str | None:
    parts = path.split("/")
    if path.startswith(("/", "../")) or path in ("..", ".") or any(part.startswith(".") for part in parts):
        return None
    if any(fnmatchcase(parts[-1].lower(), secret.lower()) for secret in SECRET_NAMES):
        return None
    try:
        return read_inside(root, path, LARGEST)[0].decode("utf-8", "replace").replace("\r\n", "\n")
    except (OSError, ValueError):
        return None


def _body(text: str) -> str:
    return text[split(text).length :]


def _term(resolver: Resolver, snapshot: Snapshot, row: DocumentRow, term: str, *, is_short: bool) -> str | None:
    found = resolver.resolve_href(row.path, f"glossary/{term}", LinkKind.SHORTCODE)
    other = snapshot.catalogue.document(f"{row.collection}/{found.path}") if found.status == "resolved" else None
    if other is None:
        return None
    body = _body(snapshot.catalogue.text_of(other.key)).strip()
    return _MORE.split(body)[0].strip() if is_short else _MORE.sub("", body).strip()
