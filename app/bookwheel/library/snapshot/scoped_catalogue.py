"""A snapshot as one caller may see it: what lies outside the scope is not there, whatever is asked."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from dataclasses import replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from bookwheel.domain.collection import SkippedType
from bookwheel.domain.links.named_links import NameKind
from bookwheel.domain.places import Place
from bookwheel.domain.scopes import cuts_collections
from bookwheel.domain.search import Scope
from bookwheel.domain.service.status import Problem
from bookwheel.indexes.catalogue import CatalogueReader, DocumentRow, SectionRow
from bookwheel.indexes.keyword.scoped_reader import NarrowedReader
from bookwheel.library.snapshot.facets import Facets
from bookwheel.library.snapshot.snapshot import Snapshot

Bools = NDArray[np.bool_]


def seen(whole: Snapshot, scope: Scope) -> Snapshot:
    """The part of a snapshot that the scope shows, as if there were nothing else; the whole one when that is all."""
    if scope.is_open:
        return whole
    shown = whole.facets.without_topics().scope_mask(scope)
    if shown is None:
        return whole
    collections = {
        slug: one for slug, one in whole.collections.items() if scope.collections is None or slug in scope.collections
    }
    if len(collections) == len(whole.collections) and np.count_nonzero(shown) == len(whole.facets.places):
        return whole
    facets = whole.facets.narrowed(shown)
    keys, document_of = whole.keyword.keys, facets.document_of
    known = keys < len(document_of)
    sections = whole.keyword.is_living & known & (document_of[np.where(known, keys, 0)] > 0)
    has_filters = _cuts_any(scope, whole, facets, collections)
    return replace(
        whole,
        keyword=NarrowedReader(whole.keyword, sections),
        catalogue=SeenCatalogue(whole.catalogue, facets, shown, has_filters=has_filters),
        facets=facets,
        collections=collections,
        document_keys={},
        folder_titles={},
        orders={},
        older_orders={},
        translations={},
        readable={},
        shown=[],
    )


def _cuts_any(scope: Scope, whole: Snapshot, facets: Facets, collections: Container[str]) -> bool:
    """Whether a part of a collection may be hidden; that every agent sees no private pages hides none where none is."""
    if cuts_collections(scope) or not scope.filters:
        return cuts_collections(scope)
    return sum(slug in collections for slug, _, _ in whole.facets.places.values()) > len(facets.places)


class SeenCatalogue(CatalogueReader):
    """The catalogue of one revision without the documents that are not shown. Closing it is the whole one's business.

    Every method that finds documents by something else than a key of a shown one is narrowed here.
    """

    def __init__(self, whole: CatalogueReader, facets: Facets, shown: Bools, *, has_filters: bool) -> None:
        """Read through `whole`; `shown` is by document key, and `has_filters` says that it cuts through collections."""
        self.__dict__.update(whole.__dict__)
        self._facets, self._shown, self._has_filters = facets, shown, has_filters

    @cached_property
    def _paths(self) -> frozenset[tuple[str, str]]:
        return frozenset((slug, path) for slug, path, _ in self._facets.places.values())

    @cached_property
    def _slugs(self) -> frozenset[str]:
        return frozenset(slug for slug, _ in self._paths)

    def _shows(self, key: int) -> bool:
        return 0 < key < len(self._shown) and bool(self._shown[key])

    def section_rows(self, keys: Sequence[int], *, with_text: bool = True) -> dict[int, SectionRow]:
        """Sections by key; keys without a row are left out."""
        rows = super().section_rows(keys, with_text=with_text)
        return {key: row for key, row in rows.items() if self._shows(row.document_key)}

    def document_rows(self, keys: Sequence[int]) -> dict[int, DocumentRow]:
        """Documents by key; keys without a row are left out."""
        return super().document_rows([key for key in keys if self._shows(key)])

    def document(self, doc_id: str) -> DocumentRow | None:
        """A document by its id, or by one that it had before it was moved."""
        row = super().document(doc_id)
        return row if row is not None and self._shows(row.key) else None

    def sections_of(self, document_key: int, *, with_text: bool = False) -> list[SectionRow]:
        """A document's sections in source order."""
        return super().sections_of(document_key, with_text=with_text) if self._shows(document_key) else []

    def text_of(self, document_key: int) -> str:
        """A document's text as it was read."""
        return super().text_of(document_key) if self._shows(document_key) else ""

    def places_of(self, document_key: int) -> tuple[Place, ...]:
        """Where in its file a document's text stands."""
        return super().places_of(document_key) if self._shows(document_key) else ()

    def exact(self, name: str) -> list[int]:
        """Keys of documents with a title, alias, file stem or heading equal to `name` once both are folded."""
        return [key for key in super().exact(name) if self._shows(key)]

    def named(self, collection: str, name: str, kinds: Sequence[str]) -> list[str]:
        """Paths of a collection's documents with a name of one of the kinds (path, stem, title, alias, heading)."""
        return [path for path in super().named(collection, name, kinds) if (collection, path) in self._paths]

    def places_named(self, collection: str, kind: NameKind, name: str) -> list[tuple[str, str]]:
        """Paths of a collection's documents that state a name, and its sections' anchors (empty for all of one)."""
        found = super().places_named(collection, kind, name)
        return [(path, anchor) for path, anchor in found if (collection, path) in self._paths]

    def documents_with_references(self, collection: str) -> list[int]:
        """Keys of the documents of a collection that state works by their keys: bibliographies, lists of literature."""
        return [key for key in super().documents_with_references(collection) if self._shows(key)]

    def section_title(self, collection: str, path: str, anchor: str) -> str:
        """The title of a section, or of the document without an anchor; empty when there is none."""
        return super().section_title(collection, path, anchor) if (collection, path) in self._paths else ""

    def has_path(self, collection: str, path: str) -> bool:
        """Whether a document stands at this very path."""
        return (collection, path) in self._paths

    def hides(self, collection: str, path: str) -> bool:
        """Whether a document that is not shown stands at this path, in whatever case."""
        found = super().named(collection, path, ("path",))
        return any((collection, known) not in self._paths for known in found)

    def headings_at(self, collection: str, path: str) -> list[tuple[str, str]]:
        """Anchors and titles of the sections of the document at `path`, in source order."""
        return super().headings_at(collection, path) if (collection, path) in self._paths else []

    def document_keys(self, collection: str = "") -> list[int]:
        """Keys of all documents, or of one collection's, in order."""
        return [key for key in super().document_keys(collection) if self._shows(key)]

    def tree(self, collection: str, *, after: str = "", limit: int = -1) -> list[tuple[str, str]]:
        """Paths and titles of a collection's documents, by path: those after a path, `limit` at most (-1 for all)."""
        rows = [row for row in super().tree(collection, after=after) if (collection, row[0]) in self._paths]
        return rows if limit < 0 else rows[:limit]

    def sizes(self) -> list[tuple[int, int, int]]:
        """Key, number of sections and number of words of every document."""
        return [row for row in super().sizes() if self._shows(row[0])]

    def level_counts(self) -> list[tuple[int, int, int]]:
        """How many headings of each level each document has: its key, the level and the count."""
        return [row for row in super().level_counts() if self._shows(row[0])]

    def sort_rows(self) -> list[tuple[int, str, str, str]]:
        """Key, title, category and date (the header's, else the file's) of every document."""
        return [row for row in super().sort_rows() if self._shows(row[0])]

    def recent(self, collections: Sequence[str] | None, limit: int) -> list[int]:
        """Keys of the documents modified last, in the collections (in all, for None)."""
        return [key for key in super().recent(collections, -1) if self._shows(key)][:limit]

    def totals(self) -> dict[str, tuple[int, int, int]]:
        """Documents, sections and words of each collection that has any."""
        found: dict[str, tuple[int, int, int]] = {}
        for key, sections, words in self.sizes():
            slug = self._facets.places[key][0]
            known = found.get(slug, (0, 0, 0))
            found[slug] = (known[0] + 1, known[1] + sections, known[2] + words)
        return found

    def title_at(self, collection: str, paths: Sequence[str]) -> str:
        """The title of the first of the paths that is a document; empty when none is."""
        return super().title_at(collection, [path for path in paths if (collection, path) in self._paths])

    def problems(self, collection: str = "", limit: int = 2000) -> tuple[tuple[Problem, ...], int]:
        """Problems, newest first, and how many there are: none where a part of a collection is shown.

        A file that could not be read has no front matter that says whether it is.
        """
        found, total = super().problems(collection, limit)
        if self._has_filters:
            return (), 0
        kept = tuple(problem for problem in found if problem.collection in self._slugs)
        return kept, total if len(kept) == len(found) else len(kept)

    def problem(self, collection: str, path: str) -> Problem | None:
        """What is wrong with a file: nothing where a part of a collection is shown."""
        is_hidden = self._has_filters or collection not in self._slugs
        return None if is_hidden else super().problem(collection, path)

    def content_hash(self, collection: str, path: str) -> str:
        """The hash of the content of a document that is shown; empty for any other file."""
        return super().content_hash(collection, path) if (collection, path) in self._paths else ""

    def known_hashes(self, hashes: Iterable[str]) -> set[str]:
        """None: that a content is known may tell of a file that is not shown."""
        return set()

    def problem_counts(self) -> dict[str, int]:
        """How many problems each collection has."""
        return {} if self._has_filters else super().problem_counts()

    def left_out(self) -> dict[str, dict[str, int]]:
        """How many files of each collection were left out by each rule; nothing where the scope hides documents."""
        return {} if self._has_filters else super().left_out()

    def unread(self) -> dict[str, dict[str, int]]:
        """How many files of each collection are no documents, by reason; nothing where a part of one is shown."""
        return {} if self._has_filters else super().unread()

    def skipped_types(self) -> dict[str, tuple[SkippedType, ...]]:
        """Files left out because of their type, by collection; none where a part of one is shown."""
        return {} if self._has_filters else super().skipped_types()

    def names_of(self, document_keys: Sequence[int] | None) -> list[tuple[str, int]]:
        """Names and the documents that have them, of some documents or of all."""
        return [row for row in super().names_of(document_keys) if self._shows(row[1])]
