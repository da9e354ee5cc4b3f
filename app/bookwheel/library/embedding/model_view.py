"""What one model has embedded, at one moment."""

from __future__ import annotations

import logging
from dataclasses import dataclass

import numpy as np

from bookwheel.domain.errors import StoreUnusable
from bookwheel.indexes.ann import NearestIndex
from bookwheel.indexes.embedding import Encoder, Identity
from bookwheel.library.embedding.vector_table import Floats, Keys, VectorTable

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ModelView:
    """What one model has embedded, at one moment; any thread. A section is as near as its nearest chunk.

    `near` holds the table's first `near_rows` vectors, None until it is built.
    """

    encoder: Encoder
    collections: frozenset[str]
    table: VectorTable
    near: NearestIndex | None = None
    near_rows: int = 0

    @property
    def identity(self) -> Identity:
        """Of the model that made the vectors."""
        return self.encoder.identity

    @property
    def done(self) -> Keys:
        """The sections that need no vectors any more."""
        return self.table.done

    @property
    def is_compared_whole(self) -> bool:
        """Whether the vectors are so few that all are compared as fast as Chroma finds the nearest."""
        return self.table.is_full

    def exact(self, vector: Floats, section_keys: Keys) -> tuple[Keys, Floats]:
        """Those of the sections that have vectors, in the order given, and their cosines."""
        return self.table.scores(vector, section_keys)

    def mean_of(self, section_keys: Keys) -> Floats | None:
        """The mean of the sections' vectors, of length 1; None where they have none."""
        rows = self.table.rows_of(section_keys)
        mean = rows.mean(axis=0) if len(rows) else np.zeros(1, np.float32)
        length = float(np.linalg.norm(mean))
        return mean / np.float32(length) if length > 0 else None

    def nearest(self, vector: Floats, count: int) -> tuple[Keys, Floats]:
        """The sections of the `count` chunks nearest to a unit vector and their cosines, best first.

        Dropped sections may be among them. By Chroma as far as it is built, the rest exactly.
        """
        if self.near is None or self.near.is_lost or not self.near_rows:
            return self.table.best(vector, count)
        try:
            hashes, cosines = self.near.nearest(vector, min(count, self.near_rows))
        except StoreUnusable as error:
            log.warning("%s", error.message)
            return self.table.best(vector, count)
        keys, cosines = self.table.sections_of(hashes, cosines)
        if self.near_rows < self.table.size:
            more, theirs = self.table.best(vector, count, after_row=self.near_rows)
            keys, cosines = np.concatenate([keys, more]), np.concatenate([cosines, theirs])
            order = np.argsort(-cosines, kind="stable")
            # A section may have chunks on both sides: the nearest counts.
            _, first = np.unique(keys[order], return_index=True)
            order = order[np.sort(first)]
            keys, cosines = keys[order], cosines[order]
        return keys[:count], cosines[:count]
