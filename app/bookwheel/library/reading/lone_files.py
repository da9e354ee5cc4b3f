"""Files read outside the library: parsed and rendered as its documents are, in no index, seen by no agent."""

from __future__ import annotations

import hashlib
import os
import posixpath
import stat
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from bookwheel.domain.collection import Collection
from bookwheel.domain.document import Dialect, Document
from bookwheel.domain.errors import BadRequest, NotFound, ProtectedFile
from bookwheel.domain.formats import format_of
from bookwheel.domain.links.lone_files import lone_id, lone_path, lone_place
from bookwheel.domain.messages import Message
from bookwheel.domain.page import (
    AssetAnswer,
    AssetRequest,
    FindAnswer,
    FindRequest,
    PageAnswer,
    PageRequest,
    ResolveAnswer,
    ResolveRequest,
)
from bookwheel.domain.reading import OutlineAnswer, OutlineRequest, ReadAnswer, ReadRequest
from bookwheel.domain.search import EVERYTHING
from bookwheel.indexes.catalogue import FileRow, NewDocument, SingleDocument, rows_of
from bookwheel.indexes.keyword import KeywordReader
from bookwheel.library.fields.note_store import NoteStore
from bookwheel.library.indexing.file_intake import times_larger
from bookwheel.library.indexing.parser_child import Parser
from bookwheel.library.indexing.quarantine import reason_of
from bookwheel.library.reading import page, passages
from bookwheel.library.reading.assets import asset
from bookwheel.library.reading.inner_pictures import InnerPictures
from bookwheel.library.reading.renderer_child import Renderer
from bookwheel.library.search import search
from bookwheel.library.snapshot.cursors import Cursors
from bookwheel.library.snapshot.facets import Facets
from bookwheel.library.snapshot.snapshot import Snapshot
from bookwheel.library.sources.inside_root import describe, is_inside, read_inside
from bookwheel.library.sources.path_text import to_nfc
from bookwheel.library.sources.tree_order import Order, Stated
from bookwheel.parsing.markdown.dialects import detect
from bookwheel.parsing.parse_task import ParseTask

MOST_KEPT = 8
"""Files that stay read; another one is read again when it is asked for."""
_MOST_ABOVE = 8
"""Folders above a file in which its vault is looked for."""


@dataclass(frozen=True, slots=True)
class _Kept:
    """A file that was read, and what it was like on the disk then."""

    stamp: tuple[int, int, int]
    snapshot: Snapshot


class LoneFiles:
    """Answers as a library that holds one file and no more; ids are those of `domain.links.lone_files`. Thread-safe."""

    def __init__(
        self,
        renderer: Renderer,
        pictures: InnerPictures,
        largest_mb: Callable[[], float],
        collections: Callable[[], tuple[Collection, ...]],
        snapshot: Callable[[], Snapshot | None],
        password_of: Callable[[str], str] = lambda _hash: "",
    ) -> None:
        """`largest_mb` bounds a file of text; `snapshot` is the library's own, to tell what it holds.

        `password_of` gives the password of a content by its hash, empty where none is known.
        """
        self._password_of = password_of
        self._renderer, self._pictures, self._largest_mb = renderer, pictures, largest_mb
        self._collections, self._snapshot = collections, snapshot
        self._kept: dict[str, _Kept] = {}
        self._revision = 0
        self._lock = threading.Lock()
        self._notes, self._cursors = NoteStore(), Cursors()

    def find_in_library(self, doc: str) -> str:
        """The id under which the library holds a file, empty where it does not."""
        snapshot, real = self._snapshot(), Path(os.path.realpath(lone_path(doc)))
        for collection in self._collections() if snapshot is not None else ():
            root = Path(os.path.realpath(collection.root))
            if snapshot is not None and is_inside(real, root):
                id = f"{collection.slug}/{to_nfc(real.relative_to(root).as_posix())}"
                if snapshot.catalogue.document(id) is not None:
                    return id
        return ""

    def page(self, request: PageRequest) -> PageAnswer:
        """A file as safe HTML."""
        state = (EVERYTHING, self._open(request.doc), search.marker)
        return page.page(request, *state, self._renderer, self._notes, self._pictures)

    def outline(self, request: OutlineRequest) -> OutlineAnswer:
        """A file's section tree."""
        return passages.outline(request, EVERYTHING, self._open(request.doc))

    def read(self, request: ReadRequest) -> ReadAnswer:
        """Passages of one file."""
        snapshot = self._open(request.targets[0].partition("#")[0])
        return passages.read(request, EVERYTHING, snapshot, self._cursors.of(""))

    def find(self, request: FindRequest) -> FindAnswer:
        """How often words stand in each part of a file's page."""
        return page.find_in(request, EVERYTHING, self._open(request.doc))

    def asset(self, request: AssetRequest) -> AssetAnswer:
        """A picture that a file shows, from its own folder and those below."""
        return asset(request, EVERYTHING, self._open(request.doc), self._pictures)

    def resolve(self, request: ResolveRequest) -> ResolveAnswer:
        """Where a link in a file leads; without a link the file's own id, once it was found fit to be read."""
        if request.href:
            return page.resolve(request, EVERYTHING, self._open(request.doc))
        doc = lone_id(os.path.realpath(lone_path(request.doc)))
        self._open(doc)
        return ResolveAnswer("resolved", doc=doc)

    def close(self) -> None:
        """Forget every file."""
        with self._lock:
            while self._kept:
                self._kept.popitem()[1].snapshot.catalogue.close()

    def _open(self, doc: str) -> Snapshot:
        """What is known of a file as it is now; a changed one is read again.

        Raises:
            NotFound: when there is no such file.
            ProtectedFile: for one that a password would open.
            BadRequest: for one that cannot be read, is too large, or is of no format that is read.
        """
        stamp = _check(doc, self._largest_mb())
        with self._lock:
            kept = self._kept.get(doc)
            if kept is None or kept.stamp != stamp:
                self._kept[doc] = kept = _Kept(stamp, self._read(doc, stamp))
            self._kept[doc] = self._kept.pop(doc)
            while len(self._kept) > MOST_KEPT:
                del self._kept[next(iter(self._kept))]  # who reads it still has it
            return kept.snapshot

    def _read(self, doc: str, stamp: tuple[int, int, int]) -> Snapshot:
        folder, path = lone_place(doc)
        root, slug = Path(os.path.realpath(folder)), doc.partition("/")[0]
        try:
            content, _ = read_inside(root, path, _most_bytes(path, self._largest_mb()))
        except OSError as error:
            raise _unreadable(doc, error) from None
        dialect = _dialect_of(root / posixpath.dirname(path))
        digest = hashlib.blake2b(content, digest_size=16).hexdigest()
        task = ParseTask(
            content, path, dialect=dialect, language="", format="", listed_title="",
            password=self._password_of(digest), finds_names=False,
        )  # fmt: skip
        reply = self._pictures.parse(task)
        if reply.is_protected:
            raise ProtectedFile("{file} is protected by a password.", file=_name(doc))
        if reply.document is None:
            raise BadRequest("{file}: {reason}", file=_name(doc), reason=reason_of(reply, Parser().limits))
        document: Document = replace(reply.document, things=(), statements=())
        file = FileRow(path, "", len(content), stamp[1], digest)
        return self._snapshot_of(NewDocument(slug, rows_of(document, file), file), root)

    def _snapshot_of(self, new: NewDocument, root: Path) -> Snapshot:
        self._revision += 1
        catalogue = SingleDocument(new, self._revision, lambda path: _is_readable(root, path))
        collections = {new.collection: Collection(new.collection, root.name or str(root), str(root))}
        unordered = Stated((), (), Order((), {}, {}), {})
        return Snapshot(
            self._revision,
            catalogue,
            Facets.load(catalogue, collections),
            KeywordReader.empty(self._revision),
            collections,
            orders={new.collection: unordered},
        )


def _check(doc: str, largest_mb: float) -> tuple[int, int, int]:
    """What a file is like on the disk, before anything is read of it."""
    path, name = lone_path(doc), _name(doc)
    if not os.path.isabs(path):
        raise NotFound("There is no file {file}.", file=name)
    try:
        status = os.stat(path)
    except (FileNotFoundError, NotADirectoryError):
        raise NotFound("There is no file {file}.", file=path) from None
    except (OSError, ValueError) as error:
        raise _unreadable(doc, error) from None
    if not stat.S_ISREG(status.st_mode):
        raise BadRequest("{file} is not a file.", file=name)
    if format_of(name) is None:
        raise BadRequest("{file} is of a type that Bookwheel does not read.", file=name)
    if status.st_size > _most_bytes(name, largest_mb):
        size = f"{_most_bytes(name, largest_mb) / 1_000_000:g}"
        raise BadRequest("{file} is larger than {size} MB, too large to be read.", file=name, size=size)
    return (status.st_ino, status.st_mtime_ns, status.st_size)


def _unreadable(doc: str, error: OSError | ValueError) -> BadRequest:
    reason = describe(error) if isinstance(error, OSError) else Message.verbatim(str(error))
    return BadRequest("{file} cannot be read: {reason}.", file=_name(doc), reason=reason)


def _most_bytes(path: str, largest_mb: float) -> int:
    return int(largest_mb * times_larger(path) * 1_000_000)


def _name(doc: str) -> str:
    return posixpath.basename(doc)


def _is_readable(root: Path, path: str) -> bool:
    full = root / path
    try:
        return format_of(path) is not None and is_inside(full, root) and full.is_file()
    except (OSError, ValueError):
        return False


def _dialect_of(folder: Path) -> Dialect:
    """The Markdown of a file: that of its vault where it is in one, else that of its folder."""
    if any((above / ".obsidian").is_dir() for above in [folder, *folder.parents][:_MOST_ABOVE]):
        return Dialect.OBSIDIAN
    return detect(folder)
