"""Documents as they were published last: one that is the same still keeps its time and its counted terms.

A fresh checkout of the same files is no change, and counting takes longer than all the rest of a bucket.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from bookwheel.domain.document_rows import DocumentRows
from bookwheel.domain.errors import PublicationRefused
from bookwheel.domain.publications import SEGMENTS, SegmentEntry
from bookwheel.domain.targets import Target
from bookwheel.indexes.keyword.term_counts import unpack
from bookwheel.publications.limits import MOST_SEGMENT_BYTES
from bookwheel.publications.segments import unpack_documents


def read_published(entry: SegmentEntry | None, target: Target) -> Mapping[str, DocumentRows]:
    """Return the documents of a published segment by their paths; none where it is missing or cannot be used.

    Raises:
        BookwheelError: when the target cannot be read.
    """
    if entry is None:
        return {}
    try:
        stored = target.read(f"{SEGMENTS}/{entry.hash}", MOST_SEGMENT_BYTES)
        documents = unpack_documents(stored.content, entry) if stored is not None else ()
    except PublicationRefused:
        return {}
    return {document.path: document for document in documents}


def as_published(document: DocumentRows, published: DocumentRows | None) -> DocumentRows:
    """Return a document with the time that it was published with, and its terms if all else is the same too.

    Without terms that were counted as we count them, it comes back without any.
    """
    if published is None or not document.hash or document.hash != published.hash:
        return document
    known = replace(document, modified_ns=published.modified_ns)
    return published if known == replace(published, terms=b"") and _is_counted(published) else known


def _is_counted(document: DocumentRows) -> bool:
    """Whether a document has terms, and this version of the analysis counted them."""
    try:
        return bool(document.terms) and unpack(document.terms, len(document.sections)) is not None
    except ValueError:
        return False
