"""Facets in memory: which sections a filter or a scope allows, and how many documents carry each value."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from bookwheel.domain.collection import Collection
from bookwheel.domain.search import Filter, Scope
from bookwheel.domain.topics import StatedTopics
from bookwheel.indexes.catalogue import CatalogueReader, changes_since, facets_of, levels_of, places_of
from bookwheel.library.snapshot import filter_values
from bookwheel.library.snapshot.comparisons import fitting
from bookwheel.library.snapshot.document_places import Place, changed_places, hash_of
from bookwheel.library.snapshot.facet_column import Bools, Column, Keys
from bookwheel.library.snapshot.filter_values import NESTED, day_of, levels_in
from bookwheel.library.snapshot.topic_column import FIELD as TOPIC
from bookwheel.library.snapshot.topic_column import joined, moved, of_documents, topic_column

OF_SECTIONS = ("level", "has")
"""Filters by what a section is or has, not its document."""

MARGIN = 4096
"""Keys beyond the newest for which arrays have room, should a keyword index be ahead by a batch."""


@dataclass(frozen=True, slots=True)
class Facets:
    """Facets of one revision; never changed, so that any thread may read.

    `document_of` is the document key by section key (int32, 0 for no section), `weight_of` the collection's weight by
    section key (float32), `level_of` the heading's level by section key (int8), `held` what a section has as bits (see
    `filter_values.HELD`, uint8), `noted` the keys of those with a note of the person, where these are known; `places`
    holds collection, path and date of each document, in the order of their ids; all arrays have the same length, at
    least the greatest section key + 1. By document key, `rank_of` is a document's place in that order (int32),
    `revision_of` the revision in which it was published (int32) and `version_of` a hash of what it is like (uint64).
    `is_whole` says that these are all documents there are.
    """

    revision: int
    document_of: Keys
    weight_of: NDArray[np.float32]
    level_of: NDArray[np.int8]
    held: NDArray[np.uint8]
    places: Mapping[int, Place]
    rank_of: Keys
    revision_of: Keys
    version_of: NDArray[np.uint64]
    _columns: Mapping[str, Column]
    _weights: Mapping[str, float]
    _newest_document: int
    is_whole: bool = True
    _cut: frozenset[str] = frozenset()
    _topics: Column | None = None
    _stated_topics: Mapping[str, StatedTopics] = field(default_factory=dict[str, StatedTopics])
    noted: frozenset[int] | None = None
    _languages: list[tuple[str, ...]] = field(init=False, repr=False, default_factory=list[tuple[str, ...]])
    _documents: list[Bools] = field(init=False, repr=False, default_factory=list[Bools])
    _fingerprints: dict[str, int] = field(init=False, repr=False, default_factory=dict[str, int])

    @classmethod
    def load(
        cls, catalogue: CatalogueReader, collections: Mapping[str, Collection], filters: Sequence[Filter] | None = None
    ) -> Facets:
        """The facets of the published revision; with `filters` only what these, and collections, are chosen by."""
        names = (filter_values.field_of(one.field.strip()) for one in filters or ())
        nothing = np.zeros(1, np.int32)
        weights = _weights_of(collections)
        ones, levels, versions = np.ones(1, np.float32), np.zeros(1, np.int8), np.zeros(1, np.uint64)
        empty = cls(0, nothing, ones, levels, np.zeros(1, np.uint8), {}, nothing, nothing, versions, {}, weights, 0)
        with catalogue.snapshot():
            return empty._with(catalogue, None, [], None if filters is None else {"collection", *names})

    def updated(self, catalogue: CatalogueReader, collections: Mapping[str, Collection]) -> Facets:
        """The facets of the revision published now, made from these by what changed since."""
        with catalogue.snapshot():
            changes = changes_since(catalogue, self.revision)
            if changes is None:
                return Facets.load(catalogue, collections)
            added, gone = changes
            current = self if not (added or gone) else self._with(catalogue, added, gone)
            current = replace(current, revision=catalogue.revision())
        return current.weighted(collections)

    def weighted(self, collections: Mapping[str, Collection]) -> Facets:
        """The same facets under the collections' present weights."""
        weights = _weights_of(collections)
        return self if weights == self._weights else replace(self, _weights=weights, weight_of=self._weigh(weights))

    def narrowed(self, shown: Bools) -> Facets:
        """The facets of some documents (bool by document key) alone, as if there were no others; masks keep to them."""
        columns = {
            name: Column.of(column.documents[kept], column.codes[kept], column.values)
            for name, column in self._columns.items()
            if (kept := shown[column.documents]).any()
        }
        places = {key: place for key, place in self.places.items() if shown[key]}
        cut = self._cut.union(slug for key, (slug, _, _) in self.places.items() if not shown[key])
        is_whole = np.zeros(len(shown), np.bool_)  # all documents of a collection make its topics
        is_whole[[key for key, (slug, _, _) in places.items() if slug not in cut]] = True
        topics = of_documents(self._topics, is_whole)
        document_of = np.where(shown[self.document_of], self.document_of, np.int32(0))
        narrowed = replace(self, document_of=document_of, places=places, _columns=columns, is_whole=False, _cut=cut)
        return replace(narrowed, _topics=topics)

    def with_topics(self, stated: Mapping[str, StatedTopics]) -> Facets:
        """The same facets with these topics, by collection; the very same where they have them."""
        if stated is self._stated_topics or not (stated or self._stated_topics):
            return self
        return replace(self, _topics=topic_column(stated, self.places), _stated_topics=stated)

    def without_topics(self) -> Facets:
        """The same facets with what documents say of themselves alone, by which a person hides documents."""
        return self if self._topics is None else replace(self, _topics=None)

    def mask(self, filters: Sequence[Filter], scope: Scope) -> Bools | None:
        """Which sections (bool by section key) the filters and the scope allow; None when all are.

        Raises:
            BadRequest: for a level that is no number, or a date that is none.
        """
        of_sections = [one for one in filters if filter_values.field_of(one.field.strip()) in OF_SECTIONS]
        documents = self.document_mask([wanted for wanted in filters if wanted not in of_sections], scope)
        if documents is None and not of_sections:
            return None
        allowed = self.document_of > 0 if documents is None else documents[self.document_of]
        for wanted in of_sections:
            chosen = self._sections_with(wanted)
            allowed &= ~chosen if wanted.is_negated else chosen
        return allowed

    def document_mask(self, filters: Sequence[Filter], scope: Scope) -> Bools | None:
        """Which documents (bool by document key) the filters and the scope allow; None when all are."""
        if not filters and scope.collections is None and self.is_whole:
            return None
        allowed = self._all_documents()
        if scope.collections is not None:
            allowed &= self._carrying("collection", scope.collections)
        for wanted in filters:
            allowed &= self._chosen(wanted)
        return allowed

    def scope_mask(self, scope: Scope) -> Bools | None:
        """Which documents (bool by document key) a scope shows by all its filters; None when it shows all."""
        allowed = self.document_mask(scope.filters, scope)
        for slug in dict.fromkeys(slug for slug, _ in scope.by_collection):
            allowed = self._all_documents() if allowed is None else allowed
            shown = ~self._carrying("collection", (slug,))
            for own in (filters for known, filters in scope.by_collection if known == slug):
                part = self._all_documents()
                for wanted in own:
                    part &= self._chosen(wanted)
                shown |= part
            allowed &= shown
        return allowed

    def _chosen(self, wanted: Filter) -> Bools:
        """Which documents (bool by document key) one filter allows."""
        name = filter_values.field_of(wanted.field.strip())
        if name in OF_SECTIONS:
            sections = self._sections_with(wanted) & (self.document_of > 0)
            chosen = np.zeros(self._newest_document + 1, np.bool_)
            chosen[self.document_of[sections]] = True
        elif name == "path":
            chosen = self._matching(filter_values.fits_paths(self.places.values(), wanted.values))
        elif name in filter_values.DATED:
            chosen = self._dated(name, wanted.values)
        else:
            chosen = self._carrying(name, wanted.values)
        return ~chosen if wanted.is_negated else chosen

    def counts(self, field: str, section_keys: NDArray[np.integer]) -> list[tuple[str, int]]:
        """How many documents of the sections carry each value of a field, most first, then by value."""
        documents = np.zeros(self._newest_document + 1, np.bool_)
        documents[self.document_of[section_keys]] = True
        documents[0] = False
        return self.counts_of(field, documents)

    def counts_of(self, field: str, documents: Bools | None) -> list[tuple[str, int]]:
        """How many of the documents (bool by document key; None for all) carry each value of a field."""
        column = self._column(filter_values.field_of(field))
        if column is None:
            return []
        codes = column.codes if documents is None else column.codes[documents[column.documents]]
        counts = np.bincount(codes, minlength=len(column.values))
        pairs = [(column.values[code], int(counts[code])) for code in np.flatnonzero(counts)]
        return sorted(pairs, key=lambda pair: (-pair[1], pair[0]))

    def branches_of(self, field: str, documents: Bools | None) -> list[tuple[str, int]]:
        """How many documents carry a value of a nested field or one below it, each once, for values with others below.

        The values are folded, and in order.
        """
        column = self._columns.get(field)
        if column is None or field not in NESTED:
            return []
        folded = [filter_values.folded(field, value) for value in column.values]
        above = {way for value in folded for way in filter_values.branches(value)[:-1]}
        ways = [[way for way in filter_values.branches(value) if way in above] for value in folded]
        found: set[tuple[str, int]] = set()
        keys: list[int] = column.documents.tolist()
        codes: list[int] = column.codes.tolist()
        for key, code in zip(keys, codes, strict=True):
            if documents is None or documents[key]:
                found.update((way, key) for way in ways[code])
        return sorted(Counter(way for way, _ in found).items())

    def carrying(self, field: str, documents: Bools | None) -> int:
        """How many of the documents (of all, for None) carry any value of a field."""
        column = self._column(field)
        if column is None:
            return 0
        keys = np.unique(column.documents)
        return len(keys) if documents is None else int(np.count_nonzero(documents[keys]))

    def values_of(self, field: str, among: Sequence[int] | None = None) -> dict[int, str]:
        """The value of a field that each document carries (its first of several), by key; of all, or some documents."""
        column = self._column(field)
        if column is None:
            return {}
        rows = slice(None) if among is None else np.isin(column.documents, among)
        pairs = zip(column.documents[rows].tolist(), column.codes[rows].tolist(), strict=True)
        return {key: column.values[code] for key, code in reversed(list(pairs))}

    def has_value(self, field: str, value: str) -> bool:
        """Whether a document carries a value of a field."""
        return bool(self._carrying(filter_values.field_of(field), (value,)).any())

    def fields(self) -> tuple[str, ...]:
        """The names of all fields, by name."""
        return tuple(sorted(self._columns))

    def carrying_mask(self, field: str, values: Sequence[str]) -> Bools:
        """Which sections (bool by section key) belong to a document that carries any of a field's values."""
        return self._carrying(field, values)[self.document_of]

    @property
    def whole_collections(self) -> frozenset[str]:
        """The collections of which these are all documents there are."""
        return frozenset(slug for slug, _, _ in self.places.values()) - self._cut

    @property
    def changed_at(self) -> int:
        """The newest revision in which one of the documents was published."""
        return int(self.revision_of[list(self.places)].max(initial=0))

    @property
    def fingerprint(self) -> int:
        """A number (31 bits) that tells these documents, as they are now, from others; 0 for none."""
        total = int(self.version_of[list(self.places)].sum(dtype=np.uint64))
        return 1 + total % (2**31 - 1) if self.places else 0

    @property
    def fingerprints(self) -> Mapping[str, int]:
        """By collection a number (64 bits) that tells its documents, as they are now, from others."""
        if not self._fingerprints:
            found: dict[str, int] = {}
            for key, (slug, _, _) in self.places.items():
                found[slug] = (found.get(slug, 0) + int(self.version_of[key])) % 2**64
            self._fingerprints.update(found)
        return self._fingerprints

    def languages(self) -> tuple[str, ...]:
        """The languages of the documents, the most frequent first."""
        if not self._languages:
            self._languages.append(tuple(value for value, _ in self.counts_of("language", None)))
        return self._languages[0]

    def positions(self, section_keys: NDArray[np.integer]) -> NDArray[np.int64]:
        """Numbers that put sections in the order of their documents' ids, and within those as they are written.

        What is equally good follows this order: keys tell when a document was read last, which says nothing of it.
        """
        return self.rank_of[self.document_of[section_keys]].astype(np.int64) << 40 | section_keys

    def _column(self, name: str) -> Column | None:
        column = self._columns.get(name)
        return joined(column, self._topics) if name == TOPIC else column

    def _sections_with(self, wanted: Filter) -> Bools:
        """Which sections (bool by section key) have a level, or something else than text."""
        if filter_values.field_of(wanted.field.strip()) == "level":
            return np.isin(self.level_of, [level for value in wanted.values for level in levels_in(value)])
        bits, is_noted = filter_values.parts_of(wanted.values)
        chosen = (self.held & bits) > 0
        if is_noted:
            chosen[[key for key in self.noted or () if key < len(chosen)]] = True
        return chosen

    def _all_documents(self) -> Bools:
        """Which keys (bool by document key) are those of documents; the caller's own."""
        if not self._documents:
            found = np.zeros(self._newest_document + 1, np.bool_)
            found[list(self.places)] = True
            self._documents.append(found)
        return self._documents[0].copy()

    def _carrying(self, name: str, values: Sequence[str]) -> Bools:
        chosen = np.zeros(self._newest_document + 1, np.bool_)
        column = self._column(name)
        if column is None:
            return chosen
        wanted = {filter_values.folded(name, value) for value in values}
        if name in NESTED:
            begins = tuple(f"{value}/" for value in wanted)
            labels = [filter_values.folded(name, value) for value in column.values]
            fits = [label in wanted or label.startswith(begins) for label in labels]
        else:
            fits = [value.casefold() in wanted for value in column.values]
        if compared := fitting(column.values, values):
            fits = [one or other for one, other in zip(fits, compared, strict=True)]
        chosen[column.documents[np.array(fits, np.bool_)[column.codes]]] = True
        return chosen

    def _dated(self, name: str, values: Sequence[str]) -> Bools:
        bounds = filter_values.days_of(name, values)
        if name == "before":
            return self._matching([0 < day < max(bounds) for _, _, day in self.places.values()])
        return self._matching([day >= min(bounds) for _, _, day in self.places.values()])

    def _matching(self, fits: Sequence[bool]) -> Bools:
        chosen = np.zeros(self._newest_document + 1, np.bool_)
        chosen[[key for key, fit in zip(self.places, fits, strict=True) if fit]] = True
        return chosen

    def _weigh(self, weights: Mapping[str, float]) -> NDArray[np.float32]:
        if all(weight == 1.0 for weight in weights.values()):
            return np.ones(len(self.document_of), np.float32)
        by_document = np.ones(self._newest_document + 1, np.float32)
        for key, (slug, _, _) in self.places.items():
            by_document[key] = weights.get(slug, 1.0)
        return by_document[self.document_of]

    def _with(
        self,
        catalogue: CatalogueReader,
        added: Sequence[int] | None,
        gone: Sequence[int],
        fields: Set[str] | None = None,
    ) -> Facets:
        places = places_of(catalogue, added)
        came = {key: (slug, path, day_of(date)) for key, slug, path, date, *_ in places}
        by_key = changed_places(self.places, self.rank_of, came, gone)
        newest = max((self._newest_document, *(key for key, *_ in places)))
        size = max(len(self.document_of), catalogue.newest_section() + 1 + MARGIN)
        keys = np.fromiter(by_key, np.int64, len(by_key))
        alive = np.zeros(newest + 1, np.bool_)
        alive[keys] = True
        alive[0] = True
        rank_of = np.zeros(newest + 1, np.int32)
        rank_of[keys] = np.arange(1, len(by_key) + 1)
        revision_of, version_of = np.zeros(newest + 1, np.int32), np.zeros(newest + 1, np.uint64)
        revision_of[: len(self.revision_of)], version_of[: len(self.version_of)] = self.revision_of, self.version_of
        for key, _, _, _, revision, version in places:
            revision_of[key], version_of[key] = revision, hash_of(version)
        document_of = np.zeros(size, np.int32)
        document_of[: len(self.document_of)] = np.where(alive[self.document_of], self.document_of, 0)
        level_of = np.zeros(size, np.int8)
        level_of[: len(self.level_of)] = self.level_of
        held = np.zeros(size, np.uint8)
        held[: len(self.held)] = self.held
        has_sections = fields is None or not fields.isdisjoint(OF_SECTIONS)
        sections = np.array(levels_of(catalogue, added) if has_sections else [], np.int64).reshape(-1, 4)
        document_of[sections[:, 0]] = sections[:, 1]
        level_of[sections[:, 0]] = sections[:, 2]
        held[sections[:, 0]] = sections[:, 3]
        rows: dict[str, list[tuple[int, str]]] = {}
        for row in facets_of(catalogue, added, fields):
            rows.setdefault(row.field, []).append((row.document_key, row.value))
        columns = {
            name: column
            for name in {*self._columns, *rows}
            if (column := Column.merged(self._columns.get(name), rows.get(name, []), alive)) is not None
        }
        made = Facets(
            *(catalogue.revision(), document_of, self.weight_of, level_of, held, by_key, rank_of, revision_of),
            *(version_of, columns, self._weights, newest),
        )
        return self._with_topics_of_these(replace(made, weight_of=made._weigh(self._weights)), came, gone)

    def _with_topics_of_these(self, changed: Facets, added: Iterable[int], gone: Iterable[int]) -> Facets:
        """The changed facets with the topics of these, where each document that is new stands in the place of another.

        Otherwise they are made when they are asked for.
        """
        came = {changed.places[key][:2]: key for key in added if key not in self.places}
        new_keys = np.arange(len(self.rank_of), dtype=np.int32)
        for key in self.places.keys() & set(gone):
            new_keys[key] = came.pop(self.places[key][:2], 0)
        if came or not self._stated_topics:
            return changed
        return replace(changed, _topics=moved(self._topics, new_keys), _stated_topics=self._stated_topics)


def _weights_of(collections: Mapping[str, Collection]) -> dict[str, float]:
    return {slug: collection.weight for slug, collection in collections.items()}
