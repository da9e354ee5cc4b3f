"""What a scan of a subscription asks for: the segments to be taken in, and the documents that may be gone."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from bookwheel.domain.collection import Collection
from bookwheel.domain.publications import Manifest, SegmentEntry, SegmentKind
from bookwheel.indexes.catalogue import CatalogueWriter, FileRow
from bookwheel.publications.mirror import PublicationMirror
from bookwheel.publications.segments import bucket_of

_SHORT = 16
"""Letters of a segment's hash by which it is known again."""


@dataclass(slots=True)
class PublicationWork:
    """Segments of a subscription to be taken in, and documents that may be gone once these have been read.

    `applied` says of each bucket the segment that the catalogue holds once all is published. `is_whole` turns false
    over a segment that could not be read.
    """

    collection: Collection
    mirror: PublicationMirror
    waiting: deque[SegmentEntry]
    gone: dict[str, FileRow]
    applied: str
    is_forced: bool = False
    is_scan: bool = True
    is_whole: bool = True

    @property
    def count(self) -> int:
        """How many documents wait, and how many may be gone."""
        return sum(entry.documents for entry in self.waiting)


def publication_work(
    collection: Collection, mirror: PublicationMirror, catalogue: CatalogueWriter, *, is_forced: bool
) -> PublicationWork | None:
    """What must be done so that the catalogue agrees with the manifest that was taken last; None before the first."""
    signed = mirror.manifest()
    if signed is None:
        return None
    slug, manifest = collection.slug, signed.manifest
    known = catalogue.files(slug)
    entries = {} if manifest.is_revoked else _entries(manifest)
    applied = _applied(manifest, entries)
    before = _segments_of(catalogue.fingerprint(slug))
    after = _segments_of(applied)
    if is_forced or before[:1] != after[:1]:
        changed = set(range(manifest.buckets))
    else:
        changed = {number for number, (old, new) in enumerate(zip(before, after, strict=True), -1) if old != new}
    gone = {path: file for path, file in known.items() if bucket_of(path, manifest.buckets) in changed}
    waiting = deque(entry for bucket, entry in entries.items() if bucket in changed)
    catalogue.clear_problems(slug, [""])
    return PublicationWork(collection, mirror, waiting, gone, applied, is_forced)


def _entries(manifest: Manifest) -> dict[int, SegmentEntry]:
    """The segments of documents by their bucket."""
    return {entry.bucket: entry for entry in manifest.segments if entry.kind is SegmentKind.DOCUMENTS}


def _applied(manifest: Manifest, entries: dict[int, SegmentEntry]) -> str:
    """The publication's form and the segment of each bucket, as the catalogue notes what it holds."""
    hashes = (entries[bucket].hash[:_SHORT] if bucket in entries else "" for bucket in range(manifest.buckets))
    return ",".join((f"{manifest.id} {manifest.schema} {manifest.buckets}", *hashes))


def _segments_of(applied: str) -> list[str]:
    return applied.split(",")


def buckets_of(applied: str) -> int:
    """Return how many buckets the documents are divided into."""
    return int(_segments_of(applied)[0].rpartition(" ")[2])
