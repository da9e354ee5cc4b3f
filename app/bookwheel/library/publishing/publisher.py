"""A collection becomes a publication: segments that the target lacks are written, then the manifest that names them."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from bookwheel import __version__
from bookwheel.domain.collection import Collection
from bookwheel.domain.collection_source import SourceKind
from bookwheel.domain.document_rows import ROWS
from bookwheel.domain.errors import BadRequest, NotAllowed, PublicationChanged, PublicationRefused
from bookwheel.domain.jobs import JobCounts
from bookwheel.domain.publications import (
    FORMAT,
    MANIFEST,
    SEGMENTS,
    Manifest,
    PublishRequest,
    PublishSummary,
    Rotation,
    SegmentEntry,
    SegmentKind,
)
from bookwheel.domain.publishing import PublishReport
from bookwheel.indexes.catalogue import CatalogueReader, read_rows
from bookwheel.library.publishing import content
from bookwheel.library.publishing.own_keys import handovers
from bookwheel.paths import LibraryPaths
from bookwheel.publications import keys
from bookwheel.publications.manifest import MOST_MANIFEST_BYTES, Signed, decode, encode
from bookwheel.publications.segments import Packed, bucket_count, pack_assets, pack_documents, pack_vectors
from bookwheel.publications.targets import Target

TRIES = 5
"""How often is begun again because another publisher was faster."""

SWEPT_AFTER_S = 24 * 3600.0
"""Age from which a segment that no manifest names is deleted: readers may be in the middle of it."""

SHOWN_PATHS = 20

Tell = Callable[[PublishReport], None]


@dataclass(frozen=True, slots=True)
class _Known:
    """What stands at the target: its manifest, and what tells this version from others; empty for nothing."""

    signed: Signed | None = None
    version: str = ""


def publish(
    paths: LibraryPaths, collection: Collection, request: PublishRequest, target: Target, chain: list[bytes], tell: Tell
) -> PublishSummary:
    """Publish what a request leaves of a collection; `chain` holds the private keys, the present one last.

    Raises:
        NotAllowed: for a subscription, or a target that holds another publication.
        PublicationChanged: when other publishers were faster again and again.
        BookwheelError: when the target cannot be read or written.
    """
    if collection.source is not None and collection.source.kind is SourceKind.PUBLICATION:
        raise NotAllowed(
            "{name} is published by somebody else. Publish a collection of your own.", name=collection.name
        )
    with closing(CatalogueReader(paths.catalogue)) as catalogue, catalogue.snapshot():
        choice = content.choose(catalogue, collection, request.scope)
        for attempt in range(TRIES):
            known = _begun_anew(_known(target), chain)
            key, rotations = _key_for(known.signed, chain)
            try:
                return _Publication(paths, catalogue, collection, request, target, choice, tell).publish(
                    known, key, rotations
                )
            except PublicationChanged:
                if attempt == TRIES - 1:
                    raise
    raise AssertionError("the last try returns or raises")


def revoke(target: Target, chain: list[bytes]) -> PublishSummary:
    """Withdraw what stands at a target: subscribers remove its documents, and nothing may follow it.

    Raises:
        BadRequest: when nothing is published there.
        NotAllowed: when it is signed by another key.
        PublicationChanged: when another publisher was faster.
    """
    known = _known(target)
    if known.signed is None:
        raise BadRequest("Nothing is published at this target. Check the address.")
    before = known.signed.manifest
    key, rotations = _key_for(known.signed, chain)
    if not before.is_revoked:
        after = replace(
            before, sequence=before.sequence + 1, published_at=_now(), segments=(), documents=0, sections=0, words=0,
            rotations=(*before.rotations, *rotations), is_revoked=True,
        )  # fmt: skip
        target.replace(MANIFEST, encode(after, key), known.version)
        before = after
    fingerprint = keys.fingerprint(keys.public_key(key))
    return PublishSummary(before.name, before.sequence, 0, 0, 0, 0, 0, 0, key=fingerprint)


class _Publication:
    """One try to publish a collection of one revision."""

    def __init__(
        self,
        paths: LibraryPaths,
        catalogue: CatalogueReader,
        collection: Collection,
        request: PublishRequest,
        target: Target,
        choice: content.Choice,
        tell: Tell,
    ) -> None:
        self._paths, self._catalogue, self._collection = paths, catalogue, collection
        self._request, self._target, self._choice, self._tell = request, target, choice, tell
        self._written = self._written_bytes = 0
        self._there: set[str] = set()

    def publish(self, known: _Known, key: bytes, rotations: tuple[Rotation, ...]) -> PublishSummary:
        """Write what the target lacks and its manifest; nothing where nothing changed, or for a trial."""
        before = known.signed.manifest if known.signed is not None else None
        buckets = bucket_count(len(self._choice.keys), before.buckets if before is not None else 0)
        self._there = {name for name, _ in self._target.names(SEGMENTS)}
        entries: list[SegmentEntry] = []
        words = 0
        for entry, packed, count in self._parts(buckets):
            entries.append(entry)
            words += count
            self._put(entry, packed)
        manifest = self._manifest(before, entries, words, buckets, rotations)
        if before is not None and manifest == replace(before, program=manifest.program):
            return self._summary(before, key)
        if before is not None:
            manifest = replace(manifest, sequence=before.sequence + 1)
        manifest = replace(manifest, published_at=_now())
        summary = self._summary(manifest, key)
        if self._request.is_trial:
            return summary
        signed = encode(manifest, key)
        self._target.replace(MANIFEST, signed, known.version)
        self._restore(entries, buckets)
        kept = {entry.hash for entry in (*entries, *(before.segments if before is not None else ()))}
        return replace(summary, new_bytes=self._written_bytes + len(signed), swept=self._sweep(kept))

    def _parts(self, buckets: int) -> Iterator[tuple[SegmentEntry, bytes, int]]:
        """Every segment, and how many words its documents have."""
        divided = content.divide(self._choice, buckets)
        for bucket, document_keys in divided.items():
            rows = list(read_rows(self._catalogue, document_keys))
            packed = pack_documents(rows)
            sections = sum(len(document.sections) for document in rows)
            entry = _entry(SegmentKind.DOCUMENTS, packed, bucket, documents=len(rows), sections=sections)
            yield entry, packed.content, sum(document.words for document in rows)
            if self._request.has_assets:
                assets = content.read_assets(self._collection, rows)
                if bucket == next(iter(divided)) and not self._choice.left_out:
                    assets = content.order_files(self._collection, self._choice.paths) | assets
                if assets:
                    packed = pack_assets(assets)
                    yield _entry(SegmentKind.ASSETS, packed, bucket), packed.content, 0
        for vectors in content.read_vectors(self._catalogue, self._paths.vectors, divided):
            for bucket, by_hash in sorted(vectors.by_bucket.items()):
                packed = pack_vectors(vectors.dimensions, content.sound_vectors(by_hash))
                yield _entry(SegmentKind.VECTORS, packed, bucket, model=vectors.model), packed.content, 0

    def _put(self, entry: SegmentEntry, packed: bytes) -> None:
        if entry.hash not in self._there:
            if not self._request.is_trial:
                self._target.write_new(_name(entry), packed)
            self._there.add(entry.hash)
            self._written += 1
            self._written_bytes += len(packed)
        self._tell(PublishReport(JobCounts(total=0, new=self._written, same=len(self._there) - self._written)))

    def _restore(self, entries: list[SegmentEntry], buckets: int) -> None:
        """Write again what another publisher swept meanwhile, which knew only the manifest before."""
        there = {name for name, _ in self._target.names(SEGMENTS)}
        if all(entry.hash in there for entry in entries):
            return
        for entry, packed, _ in self._parts(buckets):
            if entry.hash not in there:
                self._target.write_new(_name(entry), packed)

    def _sweep(self, kept: set[str]) -> int:
        old = [name for name, age_s in self._target.names(SEGMENTS) if name not in kept and age_s > SWEPT_AFTER_S]
        for name in old:
            self._target.delete(f"{SEGMENTS}/{name}")
        return len(old)

    def _manifest(
        self,
        before: Manifest | None,
        entries: list[SegmentEntry],
        words: int,
        buckets: int,
        rotations: tuple[Rotation, ...],
    ) -> Manifest:
        """The manifest of what was put, with number and time of the one before."""
        documents = [entry for entry in entries if entry.kind is SegmentKind.DOCUMENTS]
        known = before or Manifest(FORMAT, secrets.token_hex(16), "", "", 1, "", "", ROWS)
        return replace(
            known,
            format=FORMAT,
            name=self._collection.name[:200],
            publisher=self._request.publisher.strip() or known.publisher,
            program=__version__,
            schema=ROWS,
            language=self._collection.language,
            documents=sum(entry.documents for entry in documents),
            sections=sum(entry.sections for entry in documents),
            words=words,
            buckets=buckets,
            models=tuple(dict.fromkeys(entry.model for entry in entries if entry.model)),
            segments=tuple(entries),
            rotations=(*known.rotations, *rotations),
        )

    def _summary(self, manifest: Manifest, key: bytes) -> PublishSummary:
        return PublishSummary(
            manifest.name,
            manifest.sequence,
            manifest.documents,
            manifest.sections,
            len(manifest.segments),
            self._written,
            sum(entry.size_bytes for entry in manifest.segments),
            self._written_bytes,
            self._choice.left_out,
            key=keys.fingerprint(keys.public_key(key)),
            paths=self._choice.paths[:SHOWN_PATHS],
        )


def _known(target: Target) -> _Known:
    """What stands at the target.

    Raises:
        NotAllowed: when that is no publication of this program.
    """
    stored = target.read(MANIFEST, MOST_MANIFEST_BYTES)
    if stored is None:
        return _Known()
    try:
        return _Known(decode(stored.content), stored.version)
    except PublicationRefused as error:
        raise NotAllowed(
            "The target holds {file}, which cannot be used: {reason} Choose another target, or delete that file.",
            file=MANIFEST,
            reason=error.message,
        ) from None


def _begun_anew(known: _Known, chain: list[bytes]) -> _Known:
    """The same, or no publication in the place of one that was withdrawn: that takes another key.

    Raises:
        NotAllowed: when the present key is the one that was withdrawn.
    """
    if known.signed is None or not known.signed.manifest.is_revoked:
        return known
    if known.signed.key == keys.public_key(chain[-1]):
        raise NotAllowed(
            "This publication was withdrawn with the present key. Make a new key, and publish again.",
            next="bookwheel publishing-key rotate",
        )
    return replace(known, signed=None)


def _key_for(known: Signed | None, chain: list[bytes]) -> tuple[bytes, tuple[Rotation, ...]]:
    """The key that signs, and the rotations that lead to it from the one that signed before."""
    present = chain[-1]
    if known is None or known.key == keys.public_key(present):
        return present, ()
    rotations = handovers(known.manifest.id, known.key, chain)
    if not rotations:
        raise NotAllowed(
            "Another key ({key}) signed what is published at this target. Choose another target, or publish with that "
            "key.",
            key=keys.fingerprint(known.key),
        )
    return present, tuple(rotations)


def _entry(
    kind: SegmentKind, packed: Packed, bucket: int, *, model: str = "", documents: int = 0, sections: int = 0
) -> SegmentEntry:
    size = len(packed.content)
    return SegmentEntry(kind, packed.hash, size, packed.unpacked_bytes, bucket, documents, sections, model)


def _name(entry: SegmentEntry) -> str:
    return f"{SEGMENTS}/{entry.hash}"


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
