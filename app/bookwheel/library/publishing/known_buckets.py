"""What is known of the buckets that were published last: those in which nothing changed are not made again."""

from __future__ import annotations

import contextlib
import hashlib
import os
import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bookwheel import __version__, packing
from bookwheel.domain.document_rows import ROWS
from bookwheel.domain.errors import BookwheelError
from bookwheel.domain.jobs import JobError
from bookwheel.domain.publications import SegmentEntry
from bookwheel.indexes.catalogue import CatalogueReader, section_ranges
from bookwheel.indexes.keyword.term_counts import STAMP
from bookwheel.library.publishing.content import DocumentVectors

MOST_FILES = 50
"""Publications of which something is known; the oldest are forgotten."""


@dataclass(frozen=True, slots=True)
class KnownBucket:
    """A bucket as it was published: what it was made of, its segments, and how many words its documents have.

    `pictures` are the paths of those documents that are pictures, whose pages show their own files; `locked` those that
    a password opens, and `refused` those that no subscriber would take: neither is published.
    """

    mark: str
    entries: tuple[SegmentEntry, ...]
    words: int
    pictures: tuple[str, ...]
    locked: tuple[str, ...]
    refused: tuple[JobError, ...]

    @property
    def left_out(self) -> frozenset[str]:
        """The paths of documents that are not published."""
        return frozenset((*self.locked, *(error.id for error in self.refused)))


@dataclass(frozen=True, slots=True)
class KnownBuckets:
    """The buckets of one publication by number."""

    buckets: Mapping[int, KnownBucket] = field(default_factory=dict[int, KnownBucket])


def known_file(folder: Path, slug: str, target: str) -> Path:
    """Return the file that keeps what is known of a collection at a target; it names neither."""
    return folder / hashlib.sha256(f"{slug}\n{target}".encode("utf-8", "surrogatepass")).hexdigest()[:32]


def read_known(path: Path) -> KnownBuckets:
    """Return what is known; nothing where the file is missing or torn."""
    try:
        return packing.decode(path.read_bytes(), KnownBuckets)
    except (OSError, BookwheelError):
        return KnownBuckets()


def write_known(path: Path, known: KnownBuckets) -> None:
    """Keep what is known, as far as the disk takes it, and forget the oldest others."""
    draft = path.with_name(f"{path.name}.draft-{secrets.token_hex(8)}")
    with contextlib.suppress(OSError):
        path.parent.mkdir(mode=0o700, exist_ok=True)
        try:
            draft.write_bytes(packing.encode(known))
            os.replace(draft, path)
        finally:
            draft.unlink(missing_ok=True)
        files = sorted(path.parent.iterdir(), key=lambda file: file.stat().st_mtime, reverse=True)
        for file in files[MOST_FILES:]:
            file.unlink()


def mark_buckets(
    catalogue: CatalogueReader,
    vectors: DocumentVectors,
    links: Mapping[int, Sequence[tuple[str, str]]],
    divided: Mapping[int, Sequence[int]],
    buckets: int,
    protected: Iterable[str],
) -> dict[int, str]:
    """Return a mark of all that the segments of each bucket are made of, by its number.

    Documents and chunks that change get other keys; of links the files they lead to (`links`, by
    document) may change besides.
    """
    form = "\n".join((f"{catalogue.birth()} {__version__} {ROWS} {STAMP} {buckets}", *sorted(protected)))
    ranges = section_ranges(catalogue)
    chunks = [(model.encode(), rows, _chunks_of(rows, ranges)) for model, rows in vectors.marks()]
    marks: dict[int, str] = {}
    for bucket, keys in divided.items():
        digest = hashlib.blake2b(form.encode(), digest_size=16)
        for key in keys:
            digest.update(repr((key, links.get(key, ()))).encode("utf-8", "surrogatepass"))
            for model, rows, places in chunks:
                start, end = places.get(key, (0, 0))
                if end > start:
                    digest.update(model + rows[start:end].tobytes())
        marks[bucket] = digest.hexdigest()
    return marks


def _chunks_of(rows: NDArray[np.int64], ranges: Mapping[int, tuple[int, int]]) -> dict[int, list[int]]:
    """Where the chunks of each document begin and end among `rows`, by the ranges of their sections."""
    bounds = np.array(list(ranges.values()), np.int64).reshape(-1, 2) + (0, 1)
    return dict(zip(ranges, np.searchsorted(np.ascontiguousarray(rows[:, 0]), bounds).tolist(), strict=True))
