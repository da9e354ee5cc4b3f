"""Published collections: the segments of a subscription's mirror are taken in as rows, without reading any file."""

from __future__ import annotations

import logging
import time

from bookwheel.domain.document_rows import DocumentRows
from bookwheel.domain.errors import PublicationRefused
from bookwheel.domain.messages import Message
from bookwheel.domain.publications import SegmentEntry
from bookwheel.indexes.catalogue import CatalogueWriter, FileRow, NewDocument
from bookwheel.library.indexing.batch import Gathering
from bookwheel.library.indexing.counted_documents import CountCheck
from bookwheel.library.indexing.file_intake import Taken
from bookwheel.library.indexing.publication_scan import PublicationWork, buckets_of
from bookwheel.library.indexing.scan import Found, problem_of
from bookwheel.library.snapshot.content_keys import digest_of
from bookwheel.publications.segments import bucket_of, unpack_documents

log = logging.getLogger(__name__)


class PublicationIntake:
    """Puts the documents of segments into the batch in the making; of one thread."""

    def __init__(self, catalogue: CatalogueWriter, gathering: Gathering, found: Found, taken: Taken) -> None:
        """Take documents into `gathering`, telling `found` of every problem and counting in `taken`."""
        self._catalogue, self._gathering, self._found, self._taken = catalogue, gathering, found, taken
        self._counts = CountCheck()

    def advance(self, work: PublicationWork) -> bool:
        """Take one segment in, or what is gone; True when the work is done."""
        if work.waiting:
            self._take(work, work.waiting.popleft())
            return False
        self._begin_batch()
        for path, file in work.gone.items():
            if self._known(work.collection.slug, path) == file:
                self._gathering.drop(work.collection.slug, file)
        work.gone.clear()
        return True

    def finish(self, work: PublicationWork) -> None:
        """Note what the catalogue holds, now that all of it is published."""
        if work.is_whole:
            self._catalogue.set_fingerprint(work.collection.slug, work.applied)

    def suspend(self, work: PublicationWork) -> None:
        """Note what the catalogue holds of a work that another takes over, now that what was taken is published."""
        if work.taken and not work.is_forced:
            self._catalogue.set_fingerprint(work.collection.slug, work.applied_so_far())

    def _take(self, work: PublicationWork, entry: SegmentEntry) -> None:
        slug = work.collection.slug
        try:
            documents = unpack_documents(work.mirror.read(entry), entry)
        except PublicationRefused as error:
            log.warning("a segment of a subscription could not be read: %s", error.message)
            work.is_whole = False
            buckets = buckets_of(work.applied)
            work.gone = {path: file for path, file in work.gone.items() if bucket_of(path, buckets) != entry.bucket}
            reason = Message("{reason} Refresh the collection to fetch it again.", reason=error.message)
            self._found(problem_of(slug, "", "failed", reason))
            return
        self._begin_batch()
        for published, rows in zip(documents, self._counts.without_wrong(documents), strict=True):
            self._put(work, rows, digest_of(published))
        work.taken.add(entry.bucket)

    def _put(self, work: PublicationWork, rows: DocumentRows, digest: str) -> None:
        slug = work.collection.slug
        known = self._known(slug, rows.path)
        work.gone.pop(rows.path, None)
        self._taken.files += 1
        if known is not None and known.hash == digest and known.document_key and not work.is_forced:
            return
        self._taken.sections += len(rows.sections)
        file = FileRow(rows.path, "", rows.size_bytes, rows.modified_ns, digest)
        self._gathering.add(NewDocument(slug, rows, file), known)

    def _begin_batch(self) -> None:
        if not len(self._gathering):
            self._gathering.began_s = time.monotonic()

    def _known(self, slug: str, path: str) -> FileRow | None:
        is_gathered, file = self._gathering.file(slug, path)
        return file if is_gathered else self._catalogue.file(slug, path)
