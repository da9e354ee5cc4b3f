"""What one model has embedded, at one moment."""

from __future__ import annotations

import logging
from dataclasses import dataclass

import numpy as np

from bookwheel.domain.errors import StoreUnusable
from bookwheel.indexes.ann import NearestIndex
from bookwheel.indexes.embedding import Encoder, Identity
from bookwheel.library.embedding import nearest_rule
from bookwheel.library.embedding.nearest_rule import Way
from bookwheel.library.embedding.vector_table import Bools, Floats, Keys, VectorTable

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
    def asks_chroma(self) -> bool:
        """Whether Chroma is asked for the nearest, once it is built."""
        return nearest_rule.asks_chroma(self.table.size, is_full=self.table.is_full)

    def exact(self, vector: Floats, section_keys: Keys) -> tuple[Keys, Floats]:
        """Those of the sections that have vectors, in the order given, and their cosines."""
        return self.table.scores(vector, section_keys)

    def mean_of(self, section_keys: Keys) -> Floats | None:
        """The mean of the sections' vectors, of length 1; None where they have none."""
        rows = self.table.rows_of(section_keys)
        mean = rows.mean(axis=0) if len(rows) else np.zeros(1, np.float32)
        length = float(np.linalg.norm(mean))
        return mean / np.float32(length) if length > 0 else None

    def nearest(self, vector: Floats, count: int, among: Bools | None = None) -> tuple[Keys, Floats]:
        """The sections that may be the `count` nearest to a unit vector, and their cosines; of a mask by key, or all.

        More where each is compared, and dropped sections may be among them. `nearest_rule` says how they are found.
        """
        table = self.table
        places = None if among is None else table.places_among(among)
        asked = table.size if places is None else table.rows_at(places)
        has_chroma = self.near is not None and not self.near.is_lost and self.near_rows > 0
        way = nearest_rule.choose(table.size, asked, count, is_full=table.is_full, has_chroma=has_chroma)
        if way is Way.EACH:
            return table.each(vector, places)
        # Scored exactly, so that an answer is the same whether Chroma has come so far or not.
        keys = self._by_chroma(vector, count) if way is Way.CHROMA else None
        return table.likely(vector, count, places) if keys is None else table.scores(vector, np.sort(keys))

    def _by_chroma(self, vector: Floats, count: int) -> Keys | None:
        """By Chroma as far as it is built, the rest by the table; None where Chroma does not answer."""
        assert self.near is not None
        try:
            hashes, cosines = self.near.nearest(vector, min(count, self.near_rows))
        except StoreUnusable as error:
            log.warning("%s", error.message)
            return None
        keys, cosines = self.table.sections_of(hashes, cosines)
        if self.near_rows == self.table.size:
            return keys
        more, theirs = self.table.best(vector, count, after_row=self.near_rows)
        order = np.argsort(-np.concatenate([cosines, theirs]), kind="stable")
        keys = np.concatenate([keys, more])[order]
        _, first = np.unique(keys, return_index=True)  # a section may have chunks on both sides
        return keys[np.sort(first)][:count]
