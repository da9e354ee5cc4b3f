"""The words of a publication as parts that are the same for every reader of it, counted where they were not."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np

from bookwheel.domain.document_rows import DocumentRows
from bookwheel.domain.publications import SegmentEntry, SegmentKind
from bookwheel.indexes.catalogue import keyword_texts_of
from bookwheel.indexes.keyword import CountedSections, KeywordRow, RowCounter
from bookwheel.indexes.keyword.schema import FIELDS
from bookwheel.indexes.keyword.store import Part
from bookwheel.indexes.keyword.term_counts import STAMP, TermCounts, merge, unpack
from bookwheel.library.snapshot.content_keys import Keys, content_keys, digest_of, short_digests
from bookwheel.library.snapshot.publication_label import label_of
from bookwheel.publications.manifest import Signed
from bookwheel.publications.mirror import PublicationMirror
from bookwheel.publications.segments import unpack_documents

MOST_PARTS = 16
"""Parts of one publication: a change of one document puts one anew, and a query asks all of them."""

MOST_WORDS_PER_LETTER = 4
"""Some letters stand for whole words, which count by themselves."""


@dataclass(frozen=True, slots=True)
class PublishedWords:
    """What a publication's manifest stands for: its label, a number for its state, and the parts of that."""

    label: str
    revision: int
    parts: tuple[Part, ...]


def read_published(mirror: Path) -> PublishedWords | None:
    """Return what the publication in a mirror has; None where none was fetched or it was revoked."""
    publication = PublicationMirror(mirror)
    signed = publication.manifest()
    if signed is None or signed.manifest.is_revoked:
        return None
    parts = tuple(
        Part(_hash(STAMP, *(entry.hash for entry in entries)), partial(_count, publication, entries))
        for entries in _divided(signed)
    )
    state = _hash(STAMP, *(part.name for part in parts))
    return PublishedWords(label_of(signed), max(1, int(state[:16], 16) >> 1), parts)


def _divided(signed: Signed) -> Iterator[tuple[SegmentEntry, ...]]:
    """The segments of documents in parts of neighbouring buckets."""
    buckets = signed.manifest.buckets
    parts: dict[int, list[SegmentEntry]] = {}
    for entry in sorted(signed.manifest.segments, key=lambda entry: entry.bucket):
        if entry.kind is SegmentKind.DOCUMENTS:
            parts.setdefault(entry.bucket * MOST_PARTS // max(MOST_PARTS, buckets), []).append(entry)
    return map(tuple, parts.values())


def _count(mirror: PublicationMirror, entries: Sequence[SegmentEntry]) -> CountedSections:
    """The sections of segments, with their terms.

    Raises:
        PublicationRefused: for a segment that is missing or is not what its entry names.
    """
    counter, counts, keys = RowCounter(), list[TermCounts](), list[Keys]()
    for entry in entries:
        for rows in unpack_documents(mirror.read(entry), entry):
            numbers = np.arange(len(rows.sections))
            digests = np.repeat(short_digests([digest_of(rows)]), len(numbers))
            keys.append(content_keys(digests, numbers))
            counts.append(_counted(rows, counter))
    together = np.concatenate(keys) if keys else np.zeros(0, np.int64)
    return CountedSections(together.tolist(), merge(counts))


def _counted(rows: DocumentRows, counter: RowCounter) -> TermCounts:
    """The terms that a document brings, where they can be its own; else those that are counted here."""
    try:
        counts = unpack(rows.terms, len(rows.sections)) if rows.terms else None
    except ValueError:
        counts = None
    if counts is not None and are_lengths_possible([rows], counts):
        return counts
    return counter.count([KeywordRow(*texts) for texts in keyword_texts_of(rows)])


def are_lengths_possible(documents: Sequence[DocumentRows], counts: TermCounts) -> bool:
    """Whether no field of documents' sections, which follow one another, has more words than its text has room for.

    Lengths of one document weigh upon all others.
    """
    return are_lengths_within(rooms_of(documents), counts)


def are_lengths_within(rooms: np.ndarray, counts: TermCounts) -> bool:
    """Whether no section has more words in a field than it has room for, as `rooms_of` says."""
    return rooms.size == counts.words.size and bool((rooms.reshape(-1, len(FIELDS)) >= counts.words.T).all())


def rooms_of(documents: Sequence[DocumentRows]) -> np.ndarray:
    """How many words each field of documents' sections has room for (int64, sections by fields)."""
    letters: list[tuple[int, ...]] = []
    for rows in documents:
        title, header, path = len(rows.title), len(rows.header_json), len(rows.path)
        labels = len(rows.tags) + len(rows.keywords) + len(rows.aliases) + sum(len(value) for _, value in rows.facets)
        letters += [
            (title, len(above) + len(own), len(prose), len(code), labels, header, path)
            for _, _, _, own, above, _, _, _, _, _, _, prose, code in rows.sections
        ]
    return MOST_WORDS_PER_LETTER * np.array(letters, np.int64).reshape(-1, len(FIELDS))


def _hash(*texts: str) -> str:
    return hashlib.blake2b("\n".join(texts).encode(), digest_size=16).hexdigest()
