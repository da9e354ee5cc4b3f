"""Documents that bring their terms counted, as published ones do: they are used where they are what we would count."""

from __future__ import annotations

import logging
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from bookwheel.domain.document_rows import DocumentRows
from bookwheel.indexes.catalogue import Batch, CatalogueWriter, Unpublished, keyword_texts_of
from bookwheel.indexes.keyword import CountedSections, KeywordRow, MadeSegment, RowCounter
from bookwheel.indexes.keyword.term_counts import section_counts, unpack, unpack_all
from bookwheel.library.indexing.keyword_child import KeywordChild
from bookwheel.library.snapshot.published_words import are_lengths_possible

LOOKED_AT_FIRST, LOOKED_AT_LATER = 32, 8
"""Segments that are all looked at, and of how many one is after them."""

log = logging.getLogger(__name__)


class CountCheck:
    """Looks whether documents of a segment bring the terms that we would count; of one thread."""

    def __init__(self) -> None:
        """Nothing was counted yet."""
        self._counter = RowCounter()
        self._chance = random.SystemRandom()
        self._looked = 0

    def without_wrong(self, documents: Sequence[DocumentRows]) -> Sequence[DocumentRows]:
        """Return the documents, without any counted terms where one section taken at random has others.

        Of many segments not all are looked at, as that takes as long as a tenth of their indexing.

        The same text gives other terms where another version counted them. A publisher who lies about some documents
        wins nothing: hidden text in them would do the same.
        """
        if not any(document.terms for document in documents):
            return documents
        if self._looked >= LOOKED_AT_FIRST and self._chance.randrange(LOOKED_AT_LATER):
            return documents
        self._looked += 1
        if self._is_right(self._chance.choice(documents)):
            return documents
        self._looked = 0
        log.warning("documents of a subscription came with terms that are not theirs; they are counted afresh")
        return [replace(document, terms=b"") for document in documents]

    def _is_right(self, document: DocumentRows) -> bool:
        if not document.terms:
            return True
        try:
            counts = unpack(document.terms, len(document.sections))
        except ValueError:
            return False
        if counts is None:
            return True  # another version counted them, which is seen again for each document
        number = self._chance.randrange(len(document.sections))
        texts = [texts for texts in keyword_texts_of(document) if texts[0] == number]
        own = self._counter.count([KeywordRow(*texts[0])])
        return section_counts(own, 0) == section_counts(counts, number)


@dataclass(frozen=True, slots=True)
class CountedDocuments:
    """Documents, by their keys, whose terms are counted; their sections, or the segments that are made of these."""

    keys: frozenset[int] = frozenset()
    sections: tuple[CountedSections, ...] = ()
    segments: tuple[MadeSegment, ...] = ()


def write_counted(
    catalogue: CatalogueWriter, batch: Batch, child: KeywordChild
) -> tuple[Unpublished, CountedDocuments]:
    """Write a batch, and find those of its documents whose terms are usable; the child makes a segment of many."""
    is_handed = child.begin([new.rows for new in batch.added])
    try:
        written = catalogue.write(batch)
        keys = sorted(written.document_keys)
        if len(keys) != len(batch.added):
            child.close()
            return written, CountedDocuments()
        rows_of = {key: new.rows for key, new in zip(keys, batch.added, strict=True) if new.rows.terms}
        own_keys = catalogue.section_keys(list(rows_of)) if rows_of else {}
        made = child.tell_keys(list(chain.from_iterable(own_keys[key] for key in keys))) if is_handed else None
    except BaseException:
        child.close()
        raise
    if made is not None:
        return written, CountedDocuments(frozenset(keys), segments=(made,))
    return written, _counted(rows_of, own_keys)


def _counted(rows_of: Mapping[int, DocumentRows], own_keys: Mapping[int, Sequence[int]]) -> CountedDocuments:
    """The terms of documents, by their keys: of all together; where that does not go, of one after the other."""
    if not rows_of:
        return CountedDocuments()
    together = _read_counted(list(rows_of), list(rows_of.values()), own_keys)
    if together is not None:
        return together
    parts = [_read_counted([key], [rows], own_keys) or CountedDocuments() for key, rows in rows_of.items()]
    return CountedDocuments(
        frozenset(chain.from_iterable(part.keys for part in parts)),
        tuple(chain.from_iterable(part.sections for part in parts)),
    )


def _read_counted(
    keys: Sequence[int], documents: Sequence[DocumentRows], own_keys: Mapping[int, Sequence[int]]
) -> CountedDocuments | None:
    """Some documents with their terms together; None where those of any cannot be used."""
    try:
        counts = unpack_all([rows.terms for rows in documents], [len(rows.sections) for rows in documents])
    except ValueError as error:
        if len(documents) == 1:
            log.warning("a document of a subscription came with terms that cannot be used: %s", error)
        return None
    section_keys = list(chain.from_iterable(own_keys[key] for key in keys))
    if counts is None or len(section_keys) != counts.sections or not are_lengths_possible(documents, counts):
        return None
    return CountedDocuments(frozenset(keys), (CountedSections(section_keys, counts),))
