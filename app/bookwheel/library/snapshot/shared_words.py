"""Words as a team's reader with a database holds them: terms and lengths in memory, postings in the database.

A part that is there is not put again, whoever put it. Readers keep what they opened before, until the catalogue no
longer shows what was in it: a publication's new state is never half shown.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from bookwheel.domain.errors import BookwheelError, EngineUnavailable
from bookwheel.domain.publications import MANIFEST
from bookwheel.indexes.catalogue import CatalogueReader, hashes_of
from bookwheel.indexes.keyword import CountedSections, KeywordReader
from bookwheel.indexes.keyword.segments import KeyedSegment, WordRevision, WordSegment
from bookwheel.indexes.keyword.store import Change, Part, SharedKeyword
from bookwheel.library.snapshot.content_keys import Keys, content_keys, short_digests
from bookwheel.library.snapshot.facets import Facets
from bookwheel.library.snapshot.published_words import PublishedWords, read_published
from bookwheel.paths import LibraryPaths

LOOK_S = 3600.0
"""Seconds after which a revision is noted as used again, and what nobody uses is dropped."""

log = logging.getLogger(__name__)


_HASH_DIGITS = 32


class Unwanted(Exception):
    """Parts that nobody waits for any more; those that were put stay."""


@dataclass(frozen=True, slots=True)
class _Opened:
    """A revision of a publication's words that can be read, and the file that named it."""

    stamp: tuple[int, int]
    words: PublishedWords
    revision: WordRevision


class SharedWords:
    """The words of all subscriptions; `tend` is for one thread, everything else for any."""

    def __init__(self, paths: LibraryPaths, words: SharedKeyword) -> None:
        """Ask nothing yet."""
        self._paths, self._words = paths, words
        self._lock = threading.Lock()
        self._opened: dict[str, tuple[_Opened, ...]] = {}
        self._read: dict[str, tuple[int, int]] = {}
        self._looked_at: dict[str, float] = {}
        self._revoked: dict[str, tuple[int, int]] = {}
        self._hashes: dict[str, dict[int, str]] = {}
        self._swept_at = 0.0

    def tend(self, slugs: Iterable[str], is_wanted: Callable[[], bool] = lambda: True) -> bool:
        """Put what the database lacks of the publications that are here, and open them; whether any was opened.

        Raises:
            EngineUnavailable: when the database does not answer.
        """
        slugs, has_opened = set(slugs), False
        with self._lock:
            for slug in self._opened.keys() - slugs:
                del self._opened[slug]
        for slug in sorted(slugs):
            if not self._is_due(slug):
                continue
            try:
                has_opened |= self._open(slug, is_wanted)
            except Unwanted:
                return has_opened
            except EngineUnavailable:
                raise
            except BookwheelError as error:
                log.warning("the words of a subscription cannot be put: %s", error.message)
        if time.monotonic() - self._swept_at >= LOOK_S or not self._swept_at:
            self._words.sweep()
            self._swept_at = time.monotonic()
        return has_opened

    def is_filled(self, slug: str) -> bool:
        """Whether what was read last has the words of the state that was fetched last."""
        stamp = self._stamp(slug)
        with self._lock:
            return stamp is not None and stamp in (self._revoked.get(slug), self._read.get(slug))

    def read(self, catalogue: CatalogueReader, facets: Facets) -> KeywordReader:
        """What can be read now of the sections that the facets have; its revision is 0 where some have no words."""
        with self._lock:
            opened = dict(self._opened)
        owners = _sections_by_collection(facets)
        segments: list[tuple[WordSegment, NDArray[np.bool_]]] = []
        stored: list[WordSegment] = []
        known = 0
        for slug, revisions in opened.items():
            table = _KeyTable(*self._keys(catalogue, facets, slug, owners.get(slug)))
            for one in revisions:
                for segment, is_gone in one.revision.segments:
                    own = np.where(is_gone, 0, table.take(segment.keys))
                    count = int(np.count_nonzero(own))
                    if count:
                        segments.append((KeyedSegment(segment, own), own == 0))
                        stored.append(segment)
                        known += count
        is_whole = known == int(np.count_nonzero(facets.document_of))
        fetch = partial(self._fetch, stored)
        with self._lock:
            self._read = {slug: revisions[0].stamp for slug, revisions in opened.items()}
        return KeywordReader(WordRevision(facets.revision if is_whole else 0, segments, fetch))

    def close(self) -> None:
        """Close the connections; what readers hold stays in memory."""
        self._words.close()

    def _fetch(self, segments: Sequence[WordSegment], terms: Sequence[bytes]) -> None:
        try:
            self._words.fetch(segments, terms)
        except EngineUnavailable:
            self._looked_at.clear()  # what was deleted is put again, as soon as it can be
            raise

    def _is_due(self, slug: str) -> bool:
        stamp = self._stamp(slug)
        with self._lock:
            known = (self._revoked.get(slug), *(one.stamp for one in self._opened.get(slug, ())[:1]))
        if stamp not in known:
            return stamp is not None
        return time.monotonic() - self._looked_at.get(slug, 0.0) >= LOOK_S

    def _open(self, slug: str, is_wanted: Callable[[], bool]) -> bool:
        """Put and open what a mirror holds now; whether it is another state than before."""
        stamp = self._stamp(slug)
        if stamp is None:
            return False
        published = read_published(self._paths.mirror(slug))
        if published is None:
            self._looked_at[slug] = time.monotonic()
            with self._lock:
                self._revoked[slug] = stamp
                return bool(self._opened.pop(slug, ()))
        parts = [_while_wanted(part, is_wanted) for part in published.parts]
        self._words.apply(published.label, published.revision, Change(put=parts))
        revision = self._words.open(published.label, published.revision)
        if revision is None:
            raise EngineUnavailable("The words of a collection were deleted from the database. They are put again.")
        self._looked_at[slug] = time.monotonic()
        new = _Opened(stamp, published, revision)
        with self._lock:
            before = self._opened.get(slug, ())
            older = [one for one in before if one.words.revision != published.revision]
            self._opened[slug] = (new, *older[:1])
        return not before or before[0].stamp != stamp

    def _stamp(self, slug: str) -> tuple[int, int] | None:
        """What tells the manifest that was taken last from another; None where none was."""
        try:
            state = (self._paths.mirror(slug) / MANIFEST).stat()
        except OSError:
            return None
        return state.st_mtime_ns, state.st_ino

    def _keys(
        self, catalogue: CatalogueReader, facets: Facets, slug: str, own: tuple[Keys, Keys] | None
    ) -> tuple[Keys, Keys]:
        """The content keys of a collection's sections, and their own keys."""
        if own is None:
            self._hashes.pop(slug, None)
            return np.zeros(0, np.int64), np.zeros(0, np.int64)
        sections, documents = own
        # A document that is about to be replaced has lost its row already: what was known of it still holds.
        known = {**self._hashes.get(slug, {}), **dict(hashes_of(catalogue, slug))}
        self._hashes[slug] = known = {key: hash for key, hash in known.items() if key in facets.places}
        order = np.lexsort((sections, documents))
        sections, documents = sections[order], documents[order]
        firsts = np.flatnonzero(np.diff(documents, prepend=-1))
        sizes = np.diff(firsts, append=len(documents))
        hashes = [known.get(key, "") for key in documents[firsts].tolist()]
        is_known = np.array([len(hash) == _HASH_DIGITS for hash in hashes], bool)
        digests = short_digests([hash if fits else "0" for hash, fits in zip(hashes, is_known, strict=True)])
        numbers = np.arange(len(sections)) - np.repeat(firsts, sizes)
        keys = content_keys(np.repeat(digests, sizes), numbers)
        return keys[np.repeat(is_known, sizes)], sections[np.repeat(is_known, sizes)]


class _KeyTable:
    """Own keys by content keys, of which each is taken once: by the newest state that has it."""

    def __init__(self, contents: Keys, sections: Keys) -> None:
        order = np.argsort(contents, kind="stable")
        self._contents, self._sections = contents[order], sections[order].copy()

    def take(self, contents: Keys) -> Keys:
        """The own key of each content key, 0 for one that is not here or was taken before."""
        if not len(self._contents):
            return np.zeros(len(contents), np.int64)
        places = np.minimum(np.searchsorted(self._contents, contents), len(self._contents) - 1)
        own = np.where(self._contents[places] == contents, self._sections[places], 0)
        self._sections[places[own > 0]] = 0
        return own


def _while_wanted(part: Part, is_wanted: Callable[[], bool]) -> Part:
    def read() -> CountedSections:
        if not is_wanted():
            raise Unwanted
        return part.read()

    return Part(part.name, read)


def _sections_by_collection(facets: Facets) -> Mapping[str, tuple[Keys, Keys]]:
    """The keys of the sections of each collection, and of their documents."""
    sections = np.flatnonzero(facets.document_of)
    documents = facets.document_of[sections].astype(np.int64)
    slugs = sorted({slug for slug, _, _ in facets.places.values()})
    number_of = {slug: number for number, slug in enumerate(slugs)}
    of_document = np.full(int(documents.max(initial=0)) + 1, -1, np.int64)
    for key, (slug, _, _) in facets.places.items():
        if key < len(of_document):
            of_document[key] = number_of[slug]
    owners = of_document[documents]
    return {slug: (sections[owners == number], documents[owners == number]) for slug, number in number_of.items()}
