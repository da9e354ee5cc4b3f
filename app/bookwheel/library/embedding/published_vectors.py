"""Vectors that came with publications: sections that have them are not embedded again."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bookwheel.domain.errors import PublicationRefused
from bookwheel.domain.publications import MANIFEST, SegmentEntry, SegmentKind
from bookwheel.indexes.embedding import Identity
from bookwheel.library.snapshot.publication_label import read_label
from bookwheel.paths import LibraryPaths
from bookwheel.publications.mirror import PublicationMirror
from bookwheel.publications.segments import bucket_of, unpack_vectors

log = logging.getLogger(__name__)

Vectors = Mapping[bytes, NDArray[np.float32]]

ROUNDED_OFF = 2e-3
"""How far float16 may bring a length from 1; a vector that is further off is brought to length 1."""


@dataclass(frozen=True, slots=True)
class _Segments:
    """The segments of vectors that a manifest names, by model and bucket; `stamp` tells its file from a later one."""

    stamp: tuple[int, int, int]
    buckets: int
    entries: Mapping[tuple[str, int], SegmentEntry]
    models: frozenset[str]
    label: str = ""


class PublishedVectors:
    """The vectors in the mirrors of subscriptions, a bucket of documents at a time."""

    def __init__(self, paths: LibraryPaths) -> None:
        """Read nothing yet; `slugs` are the collections that are subscriptions."""
        self._paths = paths
        self.slugs: frozenset[str] = frozenset()
        self._are_shared = False
        self._known: dict[str, _Segments] = {}
        self._held: tuple[tuple[str, str, int], Vectors] = (("", "", 0), {})
        self._refused: set[str] = set()

    def configure(self, slugs: Iterable[str], *, are_shared: bool = False) -> None:
        """Look into the mirrors of these collections, and no others; `are_shared` with other readers in an engine."""
        self.slugs, self._are_shared = frozenset(slugs), are_shared
        self.release()

    def release(self) -> None:
        """Let go of what was read."""
        self._known.clear()
        self._held = (("", "", 0), {})

    def has(self, slug: str, identity: Identity) -> bool:
        """Whether any vectors of a model came with a collection."""
        return slug in self.slugs and identity.key in self._look_up(slug).models

    def salt(self, slug: str) -> str:
        """What goes into the hashes of a collection's chunks, empty for one that is no subscription.

        The collection's slug; where vectors are shared, what names the publication for every reader.
        """
        if slug not in self.slugs:
            return ""
        return (self._look_up(slug).label if self._are_shared else "") or slug

    def bucket(self, slug: str, path: str) -> int:
        """The bucket of a document: those of one bucket are best asked for one after the other."""
        return bucket_of(path, self._look_up(slug).buckets)

    def of_document(self, slug: str, path: str, identity: Identity) -> Vectors:
        """The vectors of a model that came with a document and the others of its bucket; float32, of length 1.

        They are by the hashes under which they are published; empty where the collection is no subscription, or its
        publisher uses another model. A segment that cannot be used counts as none, and is logged once.
        """
        if slug not in self.slugs:
            return {}
        segments = self._look_up(slug)
        entry = segments.entries.get((identity.key, bucket_of(path, segments.buckets)))
        if entry is None:
            return {}
        held = (slug, entry.hash, identity.dimensions)
        if self._held[0] != held:
            self._held = (held, self._read(slug, entry, identity.dimensions))
        return self._held[1]

    def _look_up(self, slug: str) -> _Segments:
        """The segments that the mirror's manifest names now, which the crawler took last or is fetching first."""
        folder = self._paths.mirror(slug)
        stamp = max(_stamp(folder / MANIFEST), _stamp(PublicationMirror(folder).coming_path))
        known = self._known.get(slug)
        if known is None or known.stamp != stamp:
            known = self._known[slug] = _open(folder, stamp)
        return known

    def _read(self, slug: str, entry: SegmentEntry, dimensions: int) -> Vectors:
        try:
            packed = unpack_vectors(PublicationMirror(self._paths.mirror(slug)).read(entry), entry)
        except PublicationRefused as error:
            if entry.hash not in self._refused:
                self._refused.add(entry.hash)
                log.warning("%s: published vectors cannot be used: %s", slug, error)
            return {}
        return _as_floats(packed, dimensions)


def _as_floats(packed: Mapping[bytes, bytes], dimensions: int) -> Vectors:
    """Finite float16 vectors of length about 1 as float32 of length 1; none when they have other dimensions."""
    size = dimensions * np.dtype(np.float16).itemsize
    if any(len(content) != size for content in packed.values()):
        return {}
    vectors = np.frombuffer(b"".join(packed.values()), "<f2").reshape(len(packed), dimensions).astype(np.float32)
    lengths = np.linalg.norm(vectors, axis=1)
    is_off = np.abs(lengths - 1) > ROUNDED_OFF
    vectors[is_off] /= lengths[is_off, None]
    return dict(zip(packed, vectors, strict=True))


def _open(folder: Path, stamp: tuple[int, int, int]) -> _Segments:
    mirror = PublicationMirror(folder)
    signed = mirror.manifest() or mirror.coming()
    if signed is None or signed.manifest.is_revoked:
        return _Segments(stamp, 1, {}, frozenset())
    vectors = (entry for entry in signed.manifest.segments if entry.kind is SegmentKind.VECTORS)
    entries = {(entry.model, entry.bucket): entry for entry in vectors}
    models = frozenset(model for model, _ in entries)
    return _Segments(stamp, signed.manifest.buckets, entries, models, read_label(folder))


def _stamp(path: Path) -> tuple[int, int, int]:
    try:
        status = path.stat()
    except OSError:
        return (0, 0, 0)
    return (status.st_mtime_ns, status.st_size, status.st_ino)
