"""A collection becomes a publication: segments that the target lacks are written, then the manifest that names them."""

from __future__ import annotations

import logging
import re
import secrets
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from bookwheel import __version__
from bookwheel.domain.collection import Collection
from bookwheel.domain.collection_source import SourceKind
from bookwheel.domain.document_rows import ROWS
from bookwheel.domain.errors import BadRequest, BookwheelError, NotAllowed, PublicationChanged
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
from bookwheel.domain.targets import Target
from bookwheel.indexes.catalogue import CatalogueReader
from bookwheel.library.publishing.content import Choice, DocumentVectors, choose
from bookwheel.library.publishing.known_buckets import KnownBuckets, known_file, read_known, write_known
from bookwheel.library.publishing.segment_maker import SegmentMaker
from bookwheel.library.publishing.standing import Standing, find_handovers, read_standing, without_withdrawn
from bookwheel.paths import LibraryPaths
from bookwheel.publications import keys
from bookwheel.publications.manifest import decode, encode
from bookwheel.publications.segments import bucket_count
from bookwheel.publications.targets import is_whole

TRIES = 5
"""How often is begun again because another publisher was faster."""

SWEPT_AFTER_S = 24 * 3600.0
"""Age from which a segment that no manifest names is deleted: readers may be in the middle of it."""

SHOWN_PATHS = 20

TOLD_EVERY_S = 0.1
"""Seconds between two reports."""

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
        choice = choose(catalogue, collection, request.scope)
        maker = SegmentMaker(
            catalogue, vectors, collection, choice, target, protected=protected, has_assets=request.has_assets
        )
        known = known_file(paths.published, collection.slug, request.target)
        return _try_again(_Publication(maker, collection, choice, request, target, tell, known, ask), target, chain)


def _try_again(publication: _Publication, target: Target, chain: Sequence[bytes]) -> PublishSummary:
    """Publish, and begin again where another publisher was faster."""
    for attempt in range(TRIES):
        standing = without_withdrawn(read_standing(target), chain[-1])
        rotations = find_handovers(standing.signed, chain)
        try:
            return publication.publish(standing, chain[-1], rotations)
        except PublicationChanged:
            if attempt == TRIES - 1:
                raise
    raise AssertionError("the last try returns or raises")


def revoke(target: Target, chain: Sequence[bytes], ask: Callable[[], None] = lambda: None) -> PublishSummary:
    """Withdraw what stands at a target: subscribers remove its documents, and nothing may follow it.

    `ask` is called before the manifest is written, and raises where it must not be.

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
        ask()
        target.replace(MANIFEST, encode(after, chain[-1]), standing.version)
        before = after
    fingerprint = keys.fingerprint(keys.public_key(chain[-1]))
    return PublishSummary(before.name, before.sequence, 0, 0, 0, 0, 0, 0, key=fingerprint)


class _Publication:
    """A collection of one revision on its way to a target."""

    def __init__(
        self,
        maker: SegmentMaker,
        collection: Collection,
        choice: Choice,
        request: PublishRequest,
        target: Target,
        tell: Tell,
        known: Path,
        ask: Callable[[], None],
    ) -> None:
        self._maker, self._collection, self._choice = maker, collection, choice
        self._request, self._target, self._tell = request, target, tell
        self._known_file, self._ask = known, ask
        self._documents_before: dict[int, SegmentEntry] = {}
        self._written: dict[str, int] = {}
        self._told: set[str] = set()
        self._told_at = self._upload_s = 0.0

    def publish(self, standing: Standing, key: bytes, rotations: tuple[Rotation, ...]) -> PublishSummary:
        """Write what the target lacks and its manifest; nothing where nothing changed, or for a trial.

        Raises:
            PublicationChanged: when another publisher was faster.
        """
        before = standing.signed.manifest if standing.signed is not None else None
        buckets = bucket_count(len(self._choice.keys), before.buckets if before is not None else 0)
        same = before.segments if before is not None and before.buckets == buckets else ()
        self._documents_before = {one.bucket: one for one in same if one.kind is SegmentKind.DOCUMENTS}
        named = {entry.hash: entry.size_bytes for entry in before.segments} if before is not None else {}
        entries, words = self._put_segments(buckets, named)
        manifest = self._manifest(before, entries, words, buckets, rotations)
        if not manifest.documents:
            raise BadRequest("Nothing is left to publish: there are no documents, or the filter leaves none.")
        if before is not None and manifest == replace(before, program=manifest.program):
            if not self._request.is_trial:
                self._note_known()
            is_old = _age_s(before) > SWEPT_AFTER_S  # else readers may be in the middle of the one before it
            swept = self._sweep(set(named)) if is_old and not self._request.is_trial else 0
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
        self._note_known()
        summary = self._summary(manifest, key)
        swept = self._sweep({entry.hash for entry in entries} | named.keys())
        return replace(summary, new_bytes=summary.new_bytes + len(content), swept=swept)

    def _note_known(self) -> None:
        write_known(self._known_file, KnownBuckets(self._maker.known))

    def _put_segments(self, buckets: int, named: Mapping[str, int]) -> tuple[list[SegmentEntry], int]:
        """Write the segments that the target lacks; all of them, and how many words their documents have.

        One that is there, but that the manifest does not `name`, is written again, so that nobody sweeps it meanwhile.
        """
        there = self._there()
        entries: list[SegmentEntry] = []
        counts = JobCounts(total=len(self._choice.keys))
        words = 0
        usable = frozenset(hash for hash, size in named.items() if there.get(hash) == size)
        known = read_known(self._known_file)
        for made in self._maker.segments(buckets, self._documents_before, known, usable):
            entry = made.entry
            entries.append(entry)
            words += made.words
            if made.content is not None and self._put(entry, made.content, there, named):
                self._written[entry.hash] = len(made.content)
            if entry.kind is SegmentKind.DOCUMENTS:
                is_new = entry.hash in self._written
                counts = replace(
                    counts,
                    new=counts.new + (entry.documents if is_new else 0),
                    same=counts.same + (0 if is_new else entry.documents),
                )
            self._report(counts)
        self._report(counts, is_last=True)
        return entries, words

    def _there(self) -> dict[str, int]:
        """The sizes of the segments that are at the target; when asked to verify, of those alone that are whole."""
        there = {one.name: one.size_bytes for one in self._target.names(SEGMENTS)}
        if not self._request.is_verified:
            return there
        return {name: size for name, size in there.items() if is_whole(self._target, name, size)}

    def _put(self, entry: SegmentEntry, content: bytes, there: Mapping[str, int], named: Mapping[str, int]) -> bool:
        """Write a segment that the target lacks, or holds otherwise; whether it was written, or would be."""
        is_there = there.get(entry.hash) == len(content)
        if self._request.is_trial:
            return not is_there
        if is_there and entry.hash in named:
            return False
        if self._request.is_verified and not is_there:
            self._target.delete(_name(entry))  # stores of objects compare sizes alone
        began = time.perf_counter()
        is_written = self._target.write_new(_name(entry), content)
        self._upload_s += time.perf_counter() - began
        return is_written

    def _report(self, counts: JobCounts, *, is_last: bool = False) -> None:
        now = time.monotonic()
        if not is_last and now - self._told_at < TOLD_EVERY_S:
            return
        self._told_at = now
        refused = self._maker.refused
        errors = tuple(error for path, error in refused.items() if path not in self._told)
        self._told.update(error.id for error in errors)
        files = sum(path not in self._choice.keys for path in refused)
        total = counts.total - len(self._maker.locked) + files
        self._tell(PublishReport(replace(counts, total=total, failed=len(refused)), errors))

    def _restore(self, entries: Sequence[SegmentEntry], buckets: int) -> None:
        """Write again what another publisher swept meanwhile, which knew only the manifest before."""
        there = {one.name for one in self._target.names(SEGMENTS)}
        if all(entry.hash in there for entry in entries):
            return
        for made in self._maker.segments(buckets, self._documents_before, KnownBuckets(), frozenset()):
            if made.content is not None and made.entry.hash not in there:
                self._target.write_new(_name(made.entry), made.content)

    def _sweep(self, kept: set[str]) -> int:
        """Delete old segments but those that are kept; how many. What cannot be deleted is left to the next time."""
        swept = 0
        try:
            for one in self._target.names(SEGMENTS):
                if one.name not in kept and one.age_s > SWEPT_AFTER_S and _SWEPT.fullmatch(one.name):
                    self._target.delete(f"{SEGMENTS}/{one.name}")
                    swept += 1
            swept += self._target.sweep_drafts(SWEPT_AFTER_S)
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
        lacking = self._maker.locked | self._maker.refused.keys()
        return PublishSummary(
            manifest.name,
            manifest.sequence,
            manifest.documents,
            manifest.sections,
            len(manifest.segments),
            len(self._written),
            sum(entry.size_bytes for entry in manifest.segments),
            sum(self._written.values()),
            len(self._choice.held_back) + len(self._maker.locked),
            key=keys.fingerprint(keys.public_key(key)),
            paths=tuple([path for path in self._choice.keys if path not in lacking][:SHOWN_PATHS]),
            upload_s=round(self._upload_s, 6),
        )


def plain_name(name: str) -> str:
    """Return a name as every subscriber takes it: without signs that cannot be seen, and not too long."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in name).split())[:200].strip()


def _name(entry: SegmentEntry) -> str:
    return f"{SEGMENTS}/{entry.hash}"


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _age_s(manifest: Manifest) -> float:
    return (datetime.now(UTC) - datetime.fromisoformat(manifest.published_at)).total_seconds()
