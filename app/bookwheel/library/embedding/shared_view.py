"""What one model has embedded, where an engine finds the nearest and the vectors stay in the file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from bookwheel.domain.stages import Stage, enter
from bookwheel.indexes.embedding import Encoder, Identity
from bookwheel.indexes.vector_store import MOST_NEAR, Mask, Vectors
from bookwheel.indexes.vectors import Model
from bookwheel.library.embedding.key_table import KeyTable
from bookwheel.library.embedding.stored_tables import StoredTables
from bookwheel.library.embedding.vector_table import Bools, Floats, Keys, Places


@dataclass(frozen=True, slots=True)
class SharedView:
    """What one model has embedded, at one moment; any thread. A section is as near as its nearest chunk.

    `publications` gives the chunks (places in the table) of each publication by its label, of sections that are
    published now. What the engine finds is scored by the file's vectors: it can leave out, and not make up.
    """

    encoder: Encoder
    collections: frozenset[str]
    table: KeyTable
    stored: StoredTables[KeyTable]
    model: Model
    vectors: Vectors
    publications: Mapping[str, Places]

    @property
    def identity(self) -> Identity:
        """Of the model that made the vectors."""
        return self.encoder.identity

    @property
    def done(self) -> Keys:
        """The sections that need no vectors any more."""
        return self.table.done

    def exact(self, vector: Floats, section_keys: Keys) -> tuple[Keys, Floats]:
        """Those of the sections that have vectors, in the order given, and their cosines."""
        found = self.stored.vectors_of(self.model, section_keys.tolist())
        keys = [key for key in section_keys.tolist() if key in found]
        if not keys:
            return np.zeros(0, np.int64), np.zeros(0, np.float32)
        counts = [len(found[key]) for key in keys]
        cosines = np.einsum("ij,j->i", self._matrix([row for key in keys for row in found[key]]), vector)
        return np.array(keys, np.int64), np.maximum.reduceat(cosines, np.cumsum([0, *counts[:-1]]))

    def mean_of(self, section_keys: Keys) -> Floats | None:
        """The mean of the sections' vectors, of length 1; None where they have none."""
        found = self.stored.vectors_of(self.model, section_keys.tolist())
        rows = [row for part in found.values() for row in part]
        mean = self._matrix(rows).mean(axis=0) if rows else np.zeros(1, np.float32)
        length = float(np.linalg.norm(mean))
        return mean / np.float32(length) if length > 0 else None

    def nearest(self, vector: Floats, count: int, among: Bools | None = None) -> tuple[Keys, Floats]:
        """The sections that may be the `count` nearest to a unit vector, and their cosines; of a mask by key, or all.

        Raises:
            EngineUnavailable: when the engine does not answer.
        """
        mask = self._mask(among)
        asked = count
        while True:
            with enter(Stage.VECTOR_ENGINE):
                found = self.vectors.near(vector, min(asked, MOST_NEAR), mask)
            keys = self.table.sections_of([key for _, key in found.rows])
            if among is not None:
                keys = keys[keys < len(among)]
                keys = keys[among[keys]]
            # A section may have several chunks, and an engine rows that nobody shows any more.
            if len(keys) >= count or len(found.rows) < asked or asked >= MOST_NEAR:
                return self.exact(vector, keys)
            asked *= 2

    def _mask(self, among: Bools | None) -> Mask:
        """The publications, each whole or narrowed to the chunks of the sections that are asked."""
        if among is None:
            return dict.fromkeys(self.publications)
        is_asked = np.zeros(self.table.size, np.bool_)
        is_asked[self.table.chunks_among(among)] = True
        mask: dict[str, frozenset[bytes] | None] = {}
        for label, chunks in self.publications.items():
            own = chunks[is_asked[chunks]]
            if len(own) == len(chunks):
                mask[label] = None
            elif len(own):
                mask[label] = frozenset(self.table.keys_at(own))
        return mask

    def _matrix(self, rows: list[bytes]) -> Floats:
        return np.frombuffer(b"".join(rows), "<f2").reshape(len(rows), -1).astype(np.float32)
