"""Publications fetched into a mirror: the manifest is checked, and what is missing of its segments is fetched."""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

from bookwheel.crawling.asking import HostUnavailable
from bookwheel.crawling.progress import Outcome, Progress
from bookwheel.crawling.publication_reader import AT_ONCE, PublicationReader, SegmentGone, open_publication
from bookwheel.domain import storage
from bookwheel.domain.crawling import FetchReport, FetchTask
from bookwheel.domain.document_rows import DocumentRows
from bookwheel.domain.errors import FetchFailed, FetchRefused, PrivateAddress, PublicationRefused, StorageUnavailable
from bookwheel.domain.jobs import JobCounts
from bookwheel.domain.publications import SegmentEntry, SegmentKind
from bookwheel.fetching.connections import Resolve, resolve
from bookwheel.publications.manifest import Signed, check, decode
from bookwheel.publications.mirror import PublicationMirror
from bookwheel.publications.segments import bucket_of, unpack_assets, unpack_documents

TRIES = 3
"""How often a segment is asked for until the refresh ends."""

AGAIN_AFTER_S = 0.5

STATES = 3
"""Manifests that one refresh follows while the publisher goes on publishing."""

RESERVE_BYTES = 50_000_000
"""Free space that is left on the disk."""


def fetch_publication(task: FetchTask, tell: Callable[[FetchReport], None], find: Resolve = resolve) -> None:
    """Fetch what is missing of a publication, and take its manifest last; until then the known one is in force.

    Of a publication that is new, documents and vectors come bucket by bucket, and those here may be read meanwhile.

    Raises:
        BookwheelError: when it cannot be fetched, or is refused.
    """
    with contextlib.ExitStack() as stack:
        reader = open_publication(task, find, stack)
        _Refresh(task, reader, tell).run()


class _Refresh:
    """One refresh of a subscription."""

    def __init__(self, task: FetchTask, reader: PublicationReader, tell: Callable[[FetchReport], None]) -> None:
        self._task, self._reader, self._tell = task, reader, tell
        self._mirror = PublicationMirror(Path(task.folder))
        self._known = self._mirror.manifest()

    def run(self) -> None:
        """Fetch the newest state; once more when the publisher deletes segments of it meanwhile."""
        if self._known is not None and self._known.manifest.is_revoked:
            raise _withdrawal(self._known)
        signed = self._newest()
        for _ in range(STATES):
            try:
                self._fetch(signed)
            except SegmentGone:
                newer = self._newest()
                if newer.digest == signed.digest:
                    raise
                signed = newer
            else:
                return
        raise FetchFailed("It was published again and again during the refresh. Refresh again later.")

    def _newest(self) -> Signed:
        """The manifest as it is published, checked; a revoked one is taken before it is refused."""
        known = self._known
        content = self._reader.manifest(known)
        if content is None:
            assert known is not None, "only a known manifest can be the same still"
            return known
        signed, key = decode(content), self._task.source.key or (known.key if known is not None else "")
        check(signed, known, key)
        if not signed.manifest.is_revoked:
            return signed
        self._mirror.remove_assets(_files_below(self._documents))
        self._mirror.take(signed)
        raise _withdrawal(signed)

    def _fetch(self, signed: Signed) -> None:
        entries = {entry.hash: entry for entry in signed.manifest.segments}
        self._refuse_large(entries.values())
        known = {entry.hash for entry in self._known.manifest.segments} if self._known is not None else set[str]()
        counts = _DocumentCounts(self._mirror, self._known, signed, self._tell)
        missing: list[SegmentEntry] = []
        for entry in entries.values():
            if not self._mirror.has(entry) or not self._is_whole(entry, counts):
                missing.append(entry)
        self._refuse_full_disk(missing)
        if self._known is None:
            self._mirror.expect(signed)
        self._fetch_all(missing, counts)
        self._change_assets(signed, known)
        self._mirror.take(signed)
        self._reader.remember(signed)
        is_first = self._known is None or not self._task.source.key
        report = FetchReport(counts.end(), key=signed.key, name=_clean(signed.manifest.name) if is_first else "")
        self._tell(report)

    def _is_whole(self, entry: SegmentEntry, counts: _DocumentCounts) -> bool:
        """Whether a segment that is there can be read; its documents are counted if it came in a broken refresh."""
        if entry.kind is SegmentKind.VECTORS:
            return True  # those of a torn one are computed
        try:
            content = self._mirror.read(entry)
        except PublicationRefused:
            return False
        counts.add(entry, content)
        return True

    def _fetch_all(self, missing: Iterable[SegmentEntry], counts: _DocumentCounts) -> None:
        with ThreadPoolExecutor(AT_ONCE, "fetch a segment") as pool:
            in_order = sorted(missing, key=lambda entry: (entry.kind is SegmentKind.ASSETS, entry.bucket))
            fetches = [pool.submit(self._fetch_one, entry, counts) for entry in in_order]
            try:
                for fetch in as_completed(fetches):
                    fetch.result()
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                raise

    def _fetch_one(self, entry: SegmentEntry, counts: _DocumentCounts) -> None:
        """Fetch a segment, check it and keep it.

        Raises:
            FetchFailed: when it does not come whole, with why.
        """
        for left in range(TRIES - 1, -1, -1):
            try:
                content = self._ask(entry)
                break
            except (SegmentGone, HostUnavailable, PrivateAddress):
                raise
            except FetchFailed as error:
                if not left:
                    raise _interruption(error) from None
            time.sleep(AGAIN_AFTER_S)
        else:
            raise AssertionError("the last try returns or raises")
        counts.add(entry, content)
        self._mirror.keep(entry, content)

    def _ask(self, entry: SegmentEntry) -> bytes:
        content = self._reader.segment(entry)
        if len(content) != entry.size_bytes or hashlib.sha256(content).hexdigest() != entry.hash:
            raise PublicationRefused("A part is not what its publisher signed.")
        return content

    def _change_assets(self, signed: Signed, known: set[str]) -> None:
        """Write the assets that are new, after removing those that are gone."""
        now = {entry.hash: entry for entry in signed.manifest.segments if entry.kind is SegmentKind.ASSETS}
        before = self._known.manifest.segments if self._known is not None else ()
        gone: set[str] = set()
        for entry in before:
            if entry.kind is SegmentKind.ASSETS and entry.hash not in now:
                with contextlib.suppress(PublicationRefused):  # a torn one names none
                    gone |= unpack_assets(self._mirror.read(entry), entry).keys()
        new = [entry for entry in now.values() if entry.hash not in known]
        for entry in new:
            gone -= unpack_assets(self._mirror.read(entry), entry).keys()
        self._mirror.remove_assets(sorted(gone))
        for entry in new:
            self._mirror.write_assets(unpack_assets(self._mirror.read(entry), entry))

    def _refuse_large(self, entries: Iterable[SegmentEntry]) -> None:
        size, most = sum(entry.size_bytes for entry in entries), self._task.source.bounds.size_bytes
        if most and size > most:
            raise FetchRefused(
                "The publication has {size} MB, more than the {most} MB that this source may take. Allow more: "
                "bookwheel sources set --megabytes",
                size=f"{size / 1_000_000:,.0f}",
                most=f"{most / 1_000_000:,.0f}",
            )

    def _refuse_full_disk(self, missing: Iterable[SegmentEntry]) -> None:
        needed = sum(entry.size_bytes for entry in missing)
        with contextlib.suppress(OSError):
            if needed and shutil.disk_usage(self._task.folder).free < needed + RESERVE_BYTES:
                raise StorageUnavailable(storage.FULL)

    @property
    def _documents(self) -> Path:
        return Path(self._task.folder) / "documents"


class _DocumentCounts:
    """Counts documents by what became of them since the known manifest. Safe to use from several threads."""

    def __init__(
        self, mirror: PublicationMirror, known: Signed | None, signed: Signed, tell: Callable[[FetchReport], None]
    ) -> None:
        self._buckets, self._total = signed.manifest.buckets, signed.manifest.documents
        self._progress, self._lock = Progress(tell), threading.Lock()
        before = _document_segments(known)
        now = _document_segments(signed)
        self._same = before.keys() & now.keys()
        self._before: dict[str, str] = {}
        for hash, entry in before.items():
            if hash not in now:
                with contextlib.suppress(PublicationRefused):  # a torn one counts as if it had not been there
                    rows = unpack_documents(mirror.read(entry), entry)
                    self._before.update((document.path, document.hash) for document in rows)
        for hash in self._same:
            self._add([Outcome.SAME] * now[hash].documents)

    def add(self, entry: SegmentEntry, content: bytes) -> None:
        """Count the documents of a segment that came.

        Raises:
            PublicationRefused: for documents that are not what they should be.
        """
        if entry.kind is not SegmentKind.DOCUMENTS or entry.hash in self._same:
            return
        rows = unpack_documents(content, entry)
        if any(bucket_of(document.path, self._buckets) != entry.bucket for document in rows):
            raise PublicationRefused("The publication holds a document in the wrong place. Tell its publisher.")
        with self._lock:
            self._add([self._outcome(document) for document in rows])

    def end(self) -> JobCounts:
        """The counts, with the documents that are gone."""
        with self._lock:
            self._add([Outcome.REMOVED] * len(self._before))
            return self._progress.counts()

    def _outcome(self, document: DocumentRows) -> Outcome:
        before = self._before.pop(document.path, None)
        if before is None:
            return Outcome.NEW
        return Outcome.SAME if before == document.hash else Outcome.CHANGED

    def _add(self, outcomes: list[Outcome]) -> None:
        for outcome in outcomes:
            self._progress.add(outcome, lambda: max(0, self._total - self._progress.counts().done))


def _document_segments(signed: Signed | None) -> Mapping[str, SegmentEntry]:
    entries = signed.manifest.segments if signed is not None else ()
    return {entry.hash: entry for entry in entries if entry.kind is SegmentKind.DOCUMENTS}


def _files_below(folder: Path) -> list[str]:
    return [
        (Path(above) / name).relative_to(folder).as_posix() for above, _, names in os.walk(folder) for name in names
    ]


def _clean(name: str) -> str:
    """A name that a publisher chose, on one line."""
    return "".join(letter for letter in " ".join(name.split()) if letter.isprintable())[:100]


def _interruption(error: FetchFailed) -> FetchFailed:
    return FetchFailed(
        "The publication did not come whole: {reason} What came is kept; refresh again to go on.", reason=error.message
    )


def _withdrawal(signed: Signed) -> PublicationRefused:
    return PublicationRefused(
        "{publisher} withdrew the key of this publication, so its documents left the library. Ask the publisher for a "
        "new address and key.",
        publisher=_clean(signed.manifest.publisher) or "The publisher",
    )
