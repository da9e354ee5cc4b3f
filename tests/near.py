"""Vectors of a small library, held in memory and made by the real chunking and a real encoder."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from bookwheel.indexes.catalogue import CatalogueReader
from bookwheel.indexes.embedding import Encoder
from bookwheel.library.embedding.chunker import chunks


@dataclass(frozen=True)
class Near:
    """Every chunk's vector, compared one by one."""

    encoder: Encoder
    collections: frozenset[str]
    chunk_keys: NDArray[np.int64]
    matrix: NDArray[np.float32]

    @classmethod
    def of(cls, catalogue: CatalogueReader, encoder: Encoder, collections: Iterable[str], share: float = 1.0) -> Near:
        """The vectors of all published sections, or of a share of them, spread evenly."""
        keys: list[int] = []
        texts: list[str] = []
        titles = catalogue.document_rows(catalogue.document_keys())
        rows = [row for key in titles for row in catalogue.sections_of(key, with_text=True)]
        chosen = [row for place, row in enumerate(rows) if int(place * share) != int((place + 1) * share)]
        for row in chosen:
            for chunk in chunks(row, titles[row.document_key].title, encoder):
                keys.append(row.key)
                texts.append(chunk.text)
        matrix = encoder.encode(texts) if texts else np.zeros((0, encoder.identity.dimensions), np.float32)
        return cls(encoder, frozenset(collections), np.array(keys, np.int64), matrix)

    def thinned(self, share: float) -> Near:
        """The same with the vectors of a share of the sections, spread evenly."""
        keys = np.unique(self.chunk_keys)
        places = np.arange(len(keys))
        kept = np.isin(self.chunk_keys, keys[(places * share).astype(int) != ((places + 1) * share).astype(int)])
        return Near(self.encoder, self.collections, self.chunk_keys[kept], self.matrix[kept])

    @cached_property
    def _starts(self) -> NDArray[np.intp]:
        return np.flatnonzero(np.r_[True, self.chunk_keys[1:] != self.chunk_keys[:-1]])[: len(self.chunk_keys)]

    def nearest(
        self, vector: NDArray[np.float32], count: int, among: NDArray[np.bool_] | None = None
    ) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
        keys, cosines = self._all(vector)
        asked = np.ones(len(keys), np.bool_) if among is None else among[keys]
        return keys[asked], cosines[asked]

    def exact(
        self, vector: NDArray[np.float32], section_keys: NDArray[np.int64]
    ) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
        keys, cosines = self._all(vector)
        asked = np.isin(keys, section_keys)
        return keys[asked], cosines[asked]

    def mean_of(self, section_keys: NDArray[np.int64]) -> NDArray[np.float32] | None:
        rows = self.matrix[np.isin(self.chunk_keys, section_keys)]
        if not len(rows):
            return None
        mean = rows.mean(axis=0)
        return (mean / np.linalg.norm(mean)).astype(np.float32)

    def _all(self, vector: NDArray[np.float32]) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
        if not len(self.chunk_keys):
            return self.chunk_keys, np.zeros(0, np.float32)
        return self.chunk_keys[self._starts], np.maximum.reduceat(self.matrix @ vector, self._starts)
