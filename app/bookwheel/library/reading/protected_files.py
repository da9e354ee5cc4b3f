"""Source files by the ids of their documents, also of those that could not be read: a password is for these."""

from __future__ import annotations

import os
from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path
from urllib.parse import unquote

from bookwheel.domain.collection import Collection
from bookwheel.domain.errors import NotFound, ProtectedFile
from bookwheel.domain.links.lone_files import is_lone, lone_place
from bookwheel.domain.search import Scope
from bookwheel.library.snapshot.lookup import is_visible
from bookwheel.library.snapshot.section_ids import SCHEME
from bookwheel.library.snapshot.snapshot import Snapshot
from bookwheel.library.sources.file_rules import Rules
from bookwheel.library.sources.file_walk import Candidate, look_at
from bookwheel.library.sources.inside_root import describe, read_inside
from bookwheel.library.sources.publication_cards import is_publication

LARGEST_FILE = 500_000_000
"""Bytes of a file that is read for a password to be tried."""


def raise_if_protected(named: str, scope: Scope, snapshot: Snapshot) -> None:
    """Say of a document that is not there that a password would open it, to a caller who sees its collection.

    Raises:
        ProtectedFile: when that is so.
    """
    doc = unquote(named[len(SCHEME) :]).partition("#")[0] if named.startswith(SCHEME) else named
    slug, _, path = doc.partition("/")
    if is_visible(slug, scope) and (problem := snapshot.catalogue.problem(slug, path)) and problem.kind == "protected":
        raise ProtectedFile(problem.reason)


class SourceFiles:
    """The files that the collections take in, and files outside the library by the ids of `domain.links.lone_files`."""

    def __init__(
        self, collections: Callable[[], tuple[Collection, ...]], snapshot: Callable[[], Snapshot | None]
    ) -> None:
        """Both are asked at every call; the snapshot knows how the disk spells a path."""
        self._collections, self._snapshot = collections, snapshot

    def read(self, named: str) -> tuple[str, str, bytes]:
        """A file by its document's id or URI: the id, its path and its bytes.

        Raises:
            NotFound: when no collection takes such a file in, or it cannot be read.
        """
        if is_lone(named):
            return self._read_lone(named)
        doc, collection, path = self._find(named)
        rules, snapshot = Rules.of(collection), self._snapshot()
        disk_path = snapshot.catalogue.disk_path(collection.slug, path) if snapshot is not None else path
        if not isinstance(look_at(rules, disk_path), Candidate):
            raise NotFound("There is no file {name} that the library reads.", name=doc, next="bookwheel problems")
        try:
            return doc, path, read_inside(rules.root, disk_path, LARGEST_FILE)[0]
        except OSError as error:
            raise NotFound("{name} could not be read: {reason}.", name=doc, reason=describe(error)) from None

    def hash_of(self, named: str) -> tuple[str, str]:
        """A file's id, and the hash of its content as it was last read.

        Raises:
            NotFound: when no collection takes such a file in.
        """
        if is_lone(named):
            return named, blake2b(self._read_lone(named)[2], digest_size=16).hexdigest()
        doc, collection, path = self._find(named)
        snapshot = self._snapshot()
        hash = snapshot.catalogue.content_hash(collection.slug, path) if snapshot is not None else ""
        return doc, hash or blake2b(self.read(doc)[2], digest_size=16).hexdigest()

    @staticmethod
    def _read_lone(doc: str) -> tuple[str, str, bytes]:
        folder, path = lone_place(doc)
        try:
            return doc, path, read_inside(Path(os.path.realpath(folder)), path, LARGEST_FILE)[0]
        except (OSError, ValueError) as error:
            reason = describe(error) if isinstance(error, OSError) else str(error)
            raise NotFound("{name} could not be read: {reason}.", name=path, reason=reason) from None

    def _find(self, named: str) -> tuple[str, Collection, str]:
        doc = unquote(named[len(SCHEME) :]).partition("#")[0] if named.startswith(SCHEME) else named
        slug, _, path = doc.partition("/")
        collection = next((one for one in self._collections() if one.slug == slug), None)
        if collection is None or not path:
            raise NotFound("There is no file {name} that the library reads.", name=doc, next="bookwheel problems")
        if is_publication(collection):
            raise NotFound("{name} is part of a subscription, which comes without its files.", name=doc)
        return doc, collection, path
