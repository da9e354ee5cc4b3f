"""How many of some sections have vectors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from bookwheel.library.snapshot.facets import Facets
from bookwheel.library.snapshot.snapshot import Keys, Meaning, Vectors


def alive(keys: Keys, facets: Facets) -> int:
    """Return how many of the keys are of published sections."""
    keys = keys[keys < len(facets.document_of)]
    return int(np.count_nonzero(facets.document_of[keys]))


def coverage(vectors: Sequence[Vectors], facets: Facets) -> float:
    """Return the share of published sections that need no vectors any more; 1 when there is none."""
    wanted = facets.document_of > 0
    total = int(np.count_nonzero(wanted))
    if not total:
        return 1.0
    done = np.zeros(len(wanted), np.bool_)
    for model in vectors:
        done[model.done[model.done < len(done)]] = True
    return int(np.count_nonzero(done & wanted)) / total


def limit_coverage(meaning: Meaning, facets: Facets) -> Meaning:
    """Return the same meaning with the coverage of the sections that `facets` holds."""
    return replace(meaning, coverage=coverage(meaning.vectors, facets)) if meaning.vectors else meaning
