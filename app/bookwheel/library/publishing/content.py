"""What of a collection is published: the documents that may be, divided into buckets, and their vectors."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bookwheel.domain.collection import Collection
from bookwheel.domain.scopes import DEFAULT, filters_of
from bookwheel.domain.search import Filter, Scope
from bookwheel.indexes.catalogue import CatalogueReader, levels_of
from bookwheel.indexes.vectors import VectorsReader
from bookwheel.library.embedding.chunk_hashes import published_hashes
from bookwheel.library.embedding.chunker import whole_text
from bookwheel.library.snapshot.facets import Facets
from bookwheel.publications.segments import bucket_of


@dataclass(frozen=True, slots=True)
class Choice:
    """The documents that may be published, key by path in the order of the paths, and the paths held back."""

    keys: Mapping[str, int]
    held_back: frozenset[str]


def choose(catalogue: CatalogueReader, collection: Collection, scope: str) -> Choice:
    """Return the documents of a collection that a filter leaves; private ones are never among them.

    Raises:
        BadRequest: for what is no filter.
    """
    slug = collection.slug
    filters: tuple[Filter, ...] = (*filters_of(DEFAULT), *filters_of(scope))
    facets = Facets.load(catalogue, {slug: collection}, filters)
    allowed = facets.document_mask(filters, Scope(collections=(slug,)))
    own = {path: key for key, (place_slug, path, _) in facets.places.items() if place_slug == slug}
    chosen = {path: own[path] for path in sorted(own) if allowed is None or allowed[own[path]]}
    return Choice(chosen, frozenset(own.keys() - chosen.keys()))


def divide(choice: Choice, buckets: int) -> dict[int, list[int]]:
    """Return the keys of the chosen documents by their bucket."""
    found: defaultdict[int, list[int]] = defaultdict(list)
    for path, key in choice.keys.items():
        found[bucket_of(path, buckets)].append(key)
    return dict(sorted(found.items()))


class DocumentVectors:
    """The vectors of documents by their model, as far as there are any of this catalogue; of one thread."""

    def __init__(self, path: Path, catalogue: CatalogueReader) -> None:
        """Open the vectors, if they are there.

        Raises:
            IndexDamaged: when they cannot be read.
        """
        self._catalogue = catalogue
        self._reader = VectorsReader(path) if path.exists() else None
        is_own = self._reader is not None and self._reader.stamp()[0] == catalogue.birth()
        self._models = self._reader.models() if self._reader is not None and is_own else ()

    def close(self) -> None:
        """Let go of the file."""
        if self._reader is not None:
            self._reader.close()

    def marks(self) -> Iterator[tuple[str, NDArray[np.int64]]]:
        """Yield each model's identity with section and key of each of its chunks (rows of two), by section."""
        for model in self._models:
            assert self._reader is not None, "what has models is open"
            yield f"{model.identity} {model.dimensions}", self._reader.chunk_keys(model)

    def of_documents(self, keys: Sequence[int]) -> Iterator[tuple[str, int, dict[bytes, bytes]]]:
        """Yield the identity of each model that has vectors of the documents, its dimensions, and these by hash."""
        sections = [section for section, *_ in levels_of(self._catalogue, keys)] if self._models else []
        for model in self._models:
            assert self._reader is not None, "what has models is open"
            found = _sound(self._by_hash(keys, self._reader.vectors_of(model, sections)))
            if found:
                yield model.identity, model.dimensions, found

    def _by_hash(self, keys: Sequence[int], by_section: Mapping[int, Sequence[bytes]]) -> dict[bytes, bytes]:
        """The vectors of documents by the hashes that they are published under."""
        found: dict[bytes, bytes] = {}
        for key, document in self._catalogue.document_rows(keys).items() if by_section else ():
            for section in self._catalogue.sections_of(key, with_text=True):
                if vectors := by_section.get(section.key):
                    hashes = published_hashes(whole_text(section, document.title), len(vectors))
                    found.update(zip(hashes, vectors, strict=True))
        return found


def _sound(vectors: Mapping[bytes, bytes]) -> dict[bytes, bytes]:
    """Return the vectors that a subscriber takes: finite ones of length about 1."""
    sound: dict[bytes, bytes] = {}
    for hash, content in vectors.items():
        values = np.frombuffer(content, "<f2").astype(np.float32)
        if 0.9 <= float(np.sqrt(values @ values)) <= 1.1:  # what is no number makes a length that is none
            sound[hash] = content
    return sound
