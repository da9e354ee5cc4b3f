"""Times of files as they were published before: a fresh checkout of the same files is no change."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bookwheel.domain.document_rows import DocumentRows
from bookwheel.domain.errors import PublicationRefused
from bookwheel.domain.publications import SEGMENTS, SegmentEntry
from bookwheel.domain.targets import Target
from bookwheel.publications.limits import MOST_SEGMENT_BYTES
from bookwheel.publications.segments import unpack_documents


def with_known_times(rows: Sequence[DocumentRows], entry: SegmentEntry, target: Target) -> list[DocumentRows]:
    """Return documents with the times that a published segment has for those whose content is the same.

    A segment that is not there, or cannot be used, knows none.

    Raises:
        BookwheelError: when the target cannot be read.
    """
    try:
        stored = target.read(f"{SEGMENTS}/{entry.hash}", MOST_SEGMENT_BYTES)
        documents = unpack_documents(stored.content, entry) if stored is not None else ()
    except PublicationRefused:
        return list(rows)
    known = {(document.path, document.hash): document.modified_ns for document in documents if document.hash}
    return [replace(one, modified_ns=known.get((one.path, one.hash), one.modified_ns)) for one in rows]
