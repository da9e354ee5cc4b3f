"""Looks through the documents' own text for a pattern, document by document, as long as there is time."""

from __future__ import annotations

import time
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bookwheel.indexes.catalogue import CatalogueReader, SectionBounds, headings_of, section_bounds, texts_of, titles_of
from bookwheel.library.search.literal.pattern import Pattern
from bookwheel.library.search.match_order import MOST_RANKED
from bookwheel.library.snapshot.facet_column import Bools
from bookwheel.library.snapshot.snapshot import Snapshot

MOST_IN_DOCUMENT = 1000
"""Matches of one document that are counted."""

_AT_ONCE = 64
"""Documents whose texts are read together."""

_TITLE, _HEADING = 8.0, 1.0
"""What a title counts beside the logarithm of the matches, and a heading within its document."""


@dataclass(frozen=True, slots=True)
class Scan:
    """The sections found, best first, with their scores; and how many documents were looked through of how many."""

    keys: NDArray[np.int64]
    scores: NDArray[np.float32]
    documents: int
    wanted: int
    is_cut: bool = False

    @property
    def is_whole(self) -> bool:
        """Whether everything was looked through."""
        return self.documents == self.wanted


@dataclass(frozen=True, slots=True)
class _Found:
    document: int
    section: int
    matches: int
    in_document: int


def scan(pattern: Pattern, allowed: Bools, snapshot: Snapshot, seconds: float) -> Scan:
    """Every section, of those that are allowed (by section key), in whose text a pattern stands.

    Documents with it in their title come first, then those with most matches; sections follow within their document.
    """
    until = time.monotonic() + seconds
    facets, catalogue = snapshot.facets, snapshot.catalogue
    wanted = np.unique(facets.document_of[: len(allowed)][allowed])
    wanted = wanted[wanted > 0]
    wanted = wanted[np.argsort(facets.rank_of[wanted], kind="stable")].tolist()
    found: list[_Found] = []
    looked_at, is_cut = 0, False
    for key, text in texts_in_parts(catalogue, wanted):
        if looked_at and time.monotonic() > until:
            break
        looked_at += 1
        starts = _starts(pattern, text, until)
        if starts:
            is_cut = is_cut or len(starts) >= MOST_IN_DOCUMENT
            found += _sections(starts, section_bounds(catalogue, key), allowed)
    keys, scores = _ranked(found, pattern, snapshot)
    return Scan(keys, scores, looked_at if len(wanted) else 0, len(wanted), is_cut)


def texts_in_parts(catalogue: CatalogueReader, keys: list[int]) -> Iterator[tuple[int, bytes]]:
    """The texts of documents, in the order of the keys, a few at a time; those without one are empty."""
    for start in range(0, len(keys), _AT_ONCE):
        part = keys[start : start + _AT_ONCE]
        texts = texts_of(catalogue, part)
        for key in part:
            yield key, texts.get(key, b"")


def _starts(pattern: Pattern, text: bytes, until: float) -> list[int]:
    starts: list[int] = []
    for start, _ in pattern.spans_in(text, 0, until):
        starts.append(start)
        if len(starts) >= MOST_IN_DOCUMENT:
            break
    return starts


def _sections(starts: list[int], bounds: SectionBounds, allowed: Bools) -> Iterator[_Found]:
    """The sections in which matches stand; what stands before the first one is the first one's."""
    counts: dict[int, int] = {}
    for start in starts:
        place = max(0, bisect_right(bounds.starts, start) - 1)
        counts[bounds.keys[place]] = counts.get(bounds.keys[place], 0) + 1
    shown = {key: count for key, count in counts.items() if key < len(allowed) and allowed[key]}
    total = sum(shown.values())
    return (_Found(bounds.document, key, count, total) for key, count in shown.items())


def _ranked(found: list[_Found], pattern: Pattern, snapshot: Snapshot) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """The sections' keys, best first, and their scores."""
    titles = titles_of(snapshot.catalogue, sorted({one.document for one in found}))
    titled = {key for key, title in titles.items() if pattern.is_in(title)}
    keys = np.array([one.section for one in found], np.int64)
    of_document = np.log2(1 + np.array([one.in_document for one in found], np.float32))
    of_document += _TITLE * np.array([one.document in titled for one in found], np.float32)
    own = np.log2(1 + np.array([one.matches for one in found], np.float32)) / 16
    positions = snapshot.facets.positions(keys)
    ranks = positions >> 40
    best = np.lexsort((positions, -own, ranks, -of_document))[:MOST_RANKED]
    headings = headings_of(snapshot.catalogue, keys[best].tolist())
    headed = {key for key, heading in headings.items() if pattern.is_in(heading)}
    own += _HEADING * np.isin(keys, list(headed))
    order = np.lexsort((positions, -own, ranks, -of_document))
    return keys[order], (of_document + own / 100)[order].astype(np.float32)
