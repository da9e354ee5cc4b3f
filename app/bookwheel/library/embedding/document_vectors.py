"""What whole documents mean: the mean of their chunks' vectors."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from bookwheel.library.embedding.vector_table import Floats, Keys, VectorTable
from bookwheel.library.snapshot.facets import Facets

PART = 4096
"""Vectors that are summed up at a time."""


def document_vectors(
    table: VectorTable, facets: Facets, document_keys: Sequence[int], axes: Floats | None = None
) -> Floats:
    """The mean (n, dimensions) of each document's vectors, NaN for those without.

    With axes (dimensions, m), along those alone. A key of 0 stands for a document that is not there.
    """
    width = table.matrix.shape[1] if axes is None else axes.shape[1]
    means = np.full((len(document_keys), width), np.nan, np.float32)
    if not table.size or not len(document_keys):
        return means
    keys = np.array(document_keys, np.int64)
    place_of = np.full(max(int(keys.max()), int(facets.document_of.max(initial=0))) + 1, -1, np.int64)
    place_of[keys] = np.arange(len(keys))
    place_of[0] = -1
    owners = place_of[documents_of_vectors(table, facets)]
    sums = np.zeros_like(means)
    for at in range(0, table.size, PART):
        part = owners[at : at + PART]
        rows = np.flatnonzero(part >= 0)
        found = table.matrix[at : at + PART][rows].astype(np.float32)
        np.add.at(sums, part[rows], found if axes is None else found @ axes)
    counts = np.bincount(owners[owners >= 0], minlength=len(keys))
    has = counts > 0
    means[has] = sums[has] / counts[has, None]
    return means


def documents_of_vectors(table: VectorTable, facets: Facets) -> Keys:
    """By vector the key of its document, 0 for one that is not there."""
    sections = table.section_keys
    is_known = sections < len(facets.document_of)
    documents = np.where(is_known, facets.document_of[np.where(is_known, sections, 0)], 0).astype(np.int64)
    return np.repeat(documents, np.diff(np.append(table.starts, table.size)))
