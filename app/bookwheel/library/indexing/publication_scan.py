"""What a scan of a subscription asks for: the segments to be taken in, and the documents that may be gone."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field

from bookwheel.domain.collection import Collection
from bookwheel.domain.publications import Manifest, SegmentEntry, SegmentKind
from bookwheel.indexes.catalogue import CatalogueWriter, FileRow
from bookwheel.publications.manifest import Signed
from bookwheel.publications.mirror import PublicationMirror
from bookwheel.publications.segments import bucket_of

_SHORT = 16
"""Letters of a segment's hash by which it is known again."""


@dataclass(slots=True)
class PublicationWork:
    """Segments of a subscription to be taken in, and documents that may be gone once these have been read.

    `before` says of each bucket the segment that the catalogue holds, `applied` the one that it holds once all is
    published, and `taken` which buckets were read. `is_whole` turns false over a segment that could not be read.
    """

    collection: Collection
    mirror: PublicationMirror
    waiting: deque[SegmentEntry]
    gone: dict[str, FileRow]
    before: str
    applied: str
    is_forced: bool = False
    is_scan: bool = True
    is_whole: bool = True
    taken: set[int] = field(default_factory=set[int])

    @property
    def count(self) -> int:
        """How many documents wait, and how many may be gone."""
        return sum(entry.documents for entry in self.waiting)

    def applied_so_far(self) -> str:
        """What the catalogue holds once the buckets that were read are published, as far as none of theirs is gone."""
        form, *after = _segments_of(self.applied)
        before = _known_segments(self.before, form, len(after))
        done = self.taken - {bucket_of(path, len(after)) for path in self.gone}
        return ",".join((form, *(after[at] if at in done else before[at] for at in range(len(after)))))


def publication_work(
    collection: Collection, mirror: PublicationMirror, catalogue: CatalogueWriter, *, is_forced: bool
) -> PublicationWork | None:
    """What must be done so that the catalogue agrees with the manifest that was taken last.

    Before the first was taken, it is to agree with what is here of the one that is coming; None where there is none.
    """
    signed = mirror.manifest()
    coming = mirror.coming() if signed is None else None
    slug = collection.slug
    if signed is None and coming is None:
        return None
    noted = catalogue.fingerprint(slug)
    if coming is not None:
        return _coming_work(collection, mirror, coming, "" if is_forced else noted, catalogue.files(slug))
    assert signed is not None, "one of both is there"
    manifest = signed.manifest
    known = catalogue.files(slug)
    entries = {} if manifest.is_revoked else _entries(manifest)
    applied = _applied(manifest, entries)
    before, after = _segments_of(noted), _segments_of(applied)
    if is_forced or before[:1] != after[:1]:
        changed = set(range(manifest.buckets))
    else:
        changed = {number for number, (old, new) in enumerate(zip(before, after, strict=True), -1) if old != new}
    gone = {path: file for path, file in known.items() if bucket_of(path, manifest.buckets) in changed}
    waiting = deque(entry for bucket, entry in entries.items() if bucket in changed)
    catalogue.clear_problems(slug, [""])
    return PublicationWork(collection, mirror, waiting, gone, noted, applied, is_forced)


def _coming_work(
    collection: Collection, mirror: PublicationMirror, signed: Signed, noted: str, known: Mapping[str, FileRow]
) -> PublicationWork | None:
    """The buckets of a first manifest that are here and not yet in the catalogue; in the others nothing is gone.

    None where the catalogue holds what another division brought: that is compared once all is here.
    """
    manifest = signed.manifest
    here = mirror.whole_buckets(signed)
    entries = {bucket: entry for bucket, entry in _entries(manifest).items() if bucket in here}
    form, *after = _segments_of(_applied(manifest, entries))
    before = _known_segments(noted, form, len(after))
    if noted and not noted.startswith(f"{form},"):
        return None
    changed = {bucket for bucket in entries if after[bucket] != before[bucket]}
    waiting = deque(entry for bucket, entry in entries.items() if bucket in changed)
    gone = {path: file for path, file in known.items() if bucket_of(path, manifest.buckets) in changed}
    applied = ",".join((form, *(new or old for old, new in zip(before, after, strict=True))))
    return PublicationWork(collection, mirror, waiting, gone, noted, applied)


def _entries(manifest: Manifest) -> dict[int, SegmentEntry]:
    """The segments of documents by their bucket."""
    return {entry.bucket: entry for entry in manifest.segments if entry.kind is SegmentKind.DOCUMENTS}


def _applied(manifest: Manifest, entries: dict[int, SegmentEntry]) -> str:
    """The publication's form and the segment of each bucket, as the catalogue notes what it holds."""
    hashes = (entries[bucket].hash[:_SHORT] if bucket in entries else "" for bucket in range(manifest.buckets))
    return ",".join((f"{manifest.id} {manifest.schema} {manifest.buckets}", *hashes))


def _known_segments(noted: str, form: str, buckets: int) -> list[str]:
    """The segments of each bucket that the catalogue holds; none where they are divided otherwise."""
    return _segments_of(noted)[1:] if noted.startswith(f"{form},") else [""] * buckets


def _segments_of(applied: str) -> list[str]:
    return applied.split(",")


def buckets_of(applied: str) -> int:
    """Return how many buckets the documents are divided into."""
    return int(_segments_of(applied)[0].rpartition(" ")[2])
