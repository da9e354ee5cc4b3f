"""A collection becomes a publication: segments that the target lacks are written, then the manifest that names them."""

from __future__ import annotations

import logging
import re
import secrets
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from bookwheel import __version__
from bookwheel.domain.collection import Collection
from bookwheel.domain.collection_source import SourceKind
from bookwheel.domain.document_rows import ROWS, DocumentRows
from bookwheel.domain.errors import BadRequest, BookwheelError, NotAllowed, PublicationChanged, PublicationRefused
from bookwheel.domain.jobs import JobCounts, JobError
from bookwheel.domain.messages import Message
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
from bookwheel.domain.targets import Target
from bookwheel.indexes.catalogue import CatalogueReader, read_rows
from bookwheel.library.publishing.assets import embedded_files, read_files
from bookwheel.library.publishing.content import DocumentVectors, choose, divide
from bookwheel.library.publishing.known_times import with_known_times
from bookwheel.library.publishing.order_files import order_files
from bookwheel.library.publishing.standing import Standing, find_handovers, read_standing, without_withdrawn
from bookwheel.paths import LibraryPaths
from bookwheel.publications import keys
from bookwheel.publications.document_check import check_document
from bookwheel.publications.manifest import decode, encode
from bookwheel.publications.segments import (
    Packed,
    bucket_count,
    bucket_of,
    pack_assets,
    pack_documents,
    pack_vectors,
)

TRIES = 5
"""How often is begun again because another publisher was faster."""

SWEPT_AFTER_S = 24 * 3600.0
"""Age from which a segment that no manifest names is deleted: readers may be in the middle of it."""

SHOWN_PATHS = 20

Tell = Callable[[PublishReport], None]

_SWEPT = re.compile(r"[0-9a-f]{64}|\.draft-[0-9a-f]+")
"""Names of files that publishing makes; others in the folder are somebody else's."""

log = logging.getLogger(__name__)


def publish(
    paths: LibraryPaths,
    collection: Collection,
    request: PublishRequest,
    target: Target,
    chain: Sequence[bytes],
    tell: Tell,
    *,
    protected: Iterable[str] = (),
    ask: Callable[[], None] = lambda: None,
) -> PublishSummary:
    """Publish what a request leaves of a collection; `chain` holds the private keys, the present one last.

    Documents of a content whose hash is in `protected` are held back: a password opens them. `ask` is called right
    before a manifest is written, and raises a BookwheelError where that may not be.

    Raises:
        NotAllowed: for a subscription, or a target that holds another publication.
        BadRequest: when nothing is left to publish.
        PublicationChanged: when other publishers were faster again and again.
        BookwheelError: when the target cannot be read or written.
    """
    if collection.source is not None and collection.source.kind is SourceKind.PUBLICATION:
        raise NotAllowed(
            "{name} is published by somebody else. Publish a collection of your own.", name=collection.name
        )
    with (
        closing(CatalogueReader(paths.catalogue)) as catalogue,
        catalogue.snapshot(),
        closing(DocumentVectors(paths.vectors, catalogue)) as vectors,
    ):
        publication = _Publication(catalogue, vectors, collection, request, target, tell, protected, ask)
        for attempt in range(TRIES):
            standing = without_withdrawn(read_standing(target), chain[-1])
            rotations = find_handovers(standing.signed, chain)
            try:
                return publication.publish(standing, chain[-1], rotations)
            except PublicationChanged:
                if attempt == TRIES - 1:
                    raise
    raise AssertionError("the last try returns or raises")


def revoke(target: Target, chain: Sequence[bytes]) -> PublishSummary:
    """Withdraw what stands at a target: subscribers remove its documents, and nothing may follow it.

    Raises:
        BadRequest: when nothing is published there.
        NotAllowed: when it is signed by another key.
        PublicationChanged: when another publisher was faster.
    """
    standing = read_standing(target)
    if standing.signed is None:
        raise BadRequest("Nothing is published at this target. Check the address.")
    before = standing.signed.manifest
    rotations = find_handovers(standing.signed, chain)
    if not before.is_revoked:
        after = replace(
            before, sequence=before.sequence + 1, published_at=_now(), segments=(), models=(), documents=0, sections=0,
            words=0, rotations=(*before.rotations, *rotations), is_revoked=True,
        )  # fmt: skip
        target.replace(MANIFEST, encode(after, chain[-1]), standing.version)
        before = after
    fingerprint = keys.fingerprint(keys.public_key(chain[-1]))
    return PublishSummary(before.name, before.sequence, 0, 0, 0, 0, 0, 0, key=fingerprint)


class _Publication:
    """A collection of one revision on its way to a target."""

    def __init__(
        self,
        catalogue: CatalogueReader,
        vectors: DocumentVectors,
        collection: Collection,
        request: PublishRequest,
        target: Target,
        tell: Tell,
        protected: Iterable[str],
        ask: Callable[[], None],
    ) -> None:
        self._catalogue, self._vectors, self._collection = catalogue, vectors, collection
        self._request, self._target, self._tell = request, target, tell
        self._protected, self._ask = frozenset(protected), ask
        self._choice = choose(catalogue, collection, request.scope)
        self._before: Manifest | None = None
        self._written: dict[str, int] = {}
        self._locked: set[str] = set()
        self._refused: dict[str, JobError] = {}
        self._told: set[str] = set()

    def publish(self, standing: Standing, key: bytes, rotations: tuple[Rotation, ...]) -> PublishSummary:
        """Write what the target lacks and its manifest; nothing where nothing changed, or for a trial.

        Raises:
            PublicationChanged: when another publisher was faster.
        """
        before = standing.signed.manifest if standing.signed is not None else None
        buckets = bucket_count(len(self._choice.keys), before.buckets if before is not None else 0)
        self._before = before if before is not None and before.buckets == buckets else None
        named = {entry.hash for entry in before.segments} if before is not None else set[str]()
        entries, words = self._put_segments(buckets, named)
        manifest = self._manifest(before, entries, words, buckets, rotations)
        if not manifest.documents:
            raise BadRequest("Nothing is left to publish: there are no documents, or the filter leaves none.")
        if before is not None and manifest == replace(before, program=manifest.program):
            is_old = _age_s(before) > SWEPT_AFTER_S  # else readers may be in the middle of the one before it
            swept = self._sweep(named) if is_old and not self._request.is_trial else 0
            return replace(self._summary(before, key), swept=swept)
        if before is not None:
            manifest = replace(manifest, sequence=before.sequence + 1)
        manifest = replace(manifest, published_at=_now())
        if self._request.is_trial:
            return self._summary(manifest, key)
        content = encode(manifest, key)
        decode(content)  # what subscribers would refuse is never published
        self._ask()
        self._target.replace(MANIFEST, content, standing.version)
        self._restore(entries, buckets)
        summary = self._summary(manifest, key)
        swept = self._sweep({entry.hash for entry in entries} | named)
        return replace(summary, new_bytes=summary.new_bytes + len(content), swept=swept)

    def _put_segments(self, buckets: int, named: set[str]) -> tuple[list[SegmentEntry], int]:
        """Write the segments that the target lacks; all of them, and how many words their documents have.

        One that is there, but that the manifest does not `name`, is written again, so that nobody sweeps it meanwhile.
        """
        there = {name for name, _ in self._target.names(SEGMENTS)}
        entries: list[SegmentEntry] = []
        counts = JobCounts(total=len(self._choice.keys))
        words = 0
        for entry, content, count in self._segments(buckets):
            entries.append(entry)
            words += count
            is_there = entry.hash in there
            if self._request.is_trial:
                is_written = not is_there
            else:
                is_written = not (is_there and entry.hash in named) and self._target.write_new(_name(entry), content)
            if is_written:
                self._written[entry.hash] = len(content)
            if entry.kind is SegmentKind.DOCUMENTS:
                is_new = entry.hash in self._written
                counts = replace(
                    counts,
                    new=counts.new + (entry.documents if is_new else 0),
                    same=counts.same + (0 if is_new else entry.documents),
                )
            self._report(counts)
        return entries, words

    def _report(self, counts: JobCounts) -> None:
        errors = tuple(error for path, error in self._refused.items() if path not in self._told)
        self._told.update(error.id for error in errors)
        total = counts.total - len(self._locked)
        files = len(self._refused.keys() - self._choice.keys.keys())
        self._tell(PublishReport(replace(counts, total=total + files, failed=len(self._refused)), errors))

    def _segments(self, buckets: int) -> Iterator[tuple[SegmentEntry, bytes, int]]:
        """Every segment, and how many words its documents have."""
        assets: set[str] = set()
        published: list[str] = []
        for bucket, document_keys in divide(self._choice, buckets).items():
            rows = self._documents(document_keys)
            if not rows:
                continue
            published.extend(document.path for document in rows)
            packed = self._packed(rows, bucket)
            sections = sum(len(document.sections) for document in rows)
            entry = _entry(SegmentKind.DOCUMENTS, packed, bucket, documents=len(rows), sections=sections)
            yield entry, packed.content, sum(document.words for document in rows)
            own_keys = [self._choice.keys[document.path] for document in rows]
            for model, dimensions, vectors in self._vectors.of_documents(own_keys):
                packed = pack_vectors(dimensions, vectors)
                yield _entry(SegmentKind.VECTORS, packed, bucket, model=model), packed.content, 0
            if self._request.has_assets:
                assets.update(*map(embedded_files, rows))
        yield from self._files(buckets, assets, published)

    def _packed(self, rows: Sequence[DocumentRows], bucket: int) -> Packed:
        """The documents of a bucket as a segment: the one that is published already, where only times differ."""
        packed = pack_documents(rows)
        before = self._before.segments if self._before is not None else ()
        kinds = (entry for entry in before if entry.kind is SegmentKind.DOCUMENTS and entry.bucket == bucket)
        known = next(kinds, None)
        if known is None or known.hash == packed.hash:
            return packed
        return pack_documents(with_known_times(rows, known, self._target))

    def _documents(self, document_keys: Sequence[int]) -> list[DocumentRows]:
        """The documents of a bucket, without those that a password opens, or that no subscriber would take."""
        found: list[DocumentRows] = []
        for document in read_rows(self._catalogue, document_keys):
            if document.hash in self._protected:
                self._locked.add(document.path)
                continue
            try:
                check_document(document)
            except PublicationRefused as error:
                self._refuse(document.path, Message("The document was left out. {reason}", reason=error.message))
            else:
                found.append(document)
        return found

    def _files(
        self, buckets: int, assets: set[str], published: Sequence[str]
    ) -> Iterator[tuple[SegmentEntry, bytes, int]]:
        """The segments of files: those that pages embed, and those that state the order of documents."""
        root = Path(self._collection.root).resolve()
        order = order_files(root, published)
        paths: defaultdict[int, list[str]] = defaultdict(list)
        for path in sorted((assets - self._choice.held_back - self._locked) | order.keys()):
            paths[bucket_of(path, buckets)].append(path)
        for bucket, own in sorted(paths.items()):
            files = read_files(root, [path for path in own if path not in order], self._refuse)
            files |= {path: order[path] for path in own if path in order}
            if files:
                packed = pack_assets(files)
                yield _entry(SegmentKind.ASSETS, packed, bucket), packed.content, 0

    def _refuse(self, path: str, reason: Message) -> None:
        self._refused.setdefault(path, JobError(-1, path, reason))

    def _restore(self, entries: Sequence[SegmentEntry], buckets: int) -> None:
        """Write again what another publisher swept meanwhile, which knew only the manifest before."""
        there = {name for name, _ in self._target.names(SEGMENTS)}
        if all(entry.hash in there for entry in entries):
            return
        for entry, content, _ in self._segments(buckets):
            if entry.hash not in there:
                self._target.write_new(_name(entry), content)

    def _sweep(self, kept: set[str]) -> int:
        """Delete old segments but those that are kept; how many. What cannot be deleted is left to the next time."""
        swept = 0
        try:
            for name, age_s in self._target.names(SEGMENTS):
                if name not in kept and age_s > SWEPT_AFTER_S and _SWEPT.fullmatch(name):
                    self._target.delete(f"{SEGMENTS}/{name}")
                    swept += 1
        except BookwheelError as error:
            log.warning("Old segments could not be deleted: %s", error.message)
        return swept

    def _manifest(
        self,
        before: Manifest | None,
        entries: Sequence[SegmentEntry],
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
            name=plain_name(self._collection.name) or self._collection.slug,
            publisher=plain_name(self._request.publisher) or known.publisher,
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
        lacking = self._locked | self._refused.keys()
        return PublishSummary(
            manifest.name,
            manifest.sequence,
            manifest.documents,
            manifest.sections,
            len(manifest.segments),
            len(self._written),
            sum(entry.size_bytes for entry in manifest.segments),
            sum(self._written.values()),
            len(self._choice.held_back) + len(self._locked),
            key=keys.fingerprint(keys.public_key(key)),
            paths=tuple([path for path in self._choice.keys if path not in lacking][:SHOWN_PATHS]),
        )


def plain_name(name: str) -> str:
    """Return a name as every subscriber takes it: without signs that cannot be seen, and not too long."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in name).split())[:200].strip()


def _entry(
    kind: SegmentKind, packed: Packed, bucket: int, *, model: str = "", documents: int = 0, sections: int = 0
) -> SegmentEntry:
    size = len(packed.content)
    return SegmentEntry(kind, packed.hash, size, packed.unpacked_bytes, bucket, documents, sections, model)


def _name(entry: SegmentEntry) -> str:
    return f"{SEGMENTS}/{entry.hash}"


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _age_s(manifest: Manifest) -> float:
    return (datetime.now(UTC) - datetime.fromisoformat(manifest.published_at)).total_seconds()
