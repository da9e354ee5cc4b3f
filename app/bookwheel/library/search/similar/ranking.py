"""What is like a passage, in order: other documents first, the passage's own later, copies and translations last."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from bookwheel.indexes.keyword import analysis
from bookwheel.library.search.hit_languages import other_languages
from bookwheel.library.search.hit_list import HitList
from bookwheel.library.search.similar.passage import Passage
from bookwheel.library.snapshot.snapshot import Snapshot
from bookwheel.settings import FusionSettings

OF_WORDS, OF_MEANING = 0.2, 0.8
"""Weights of the passage's rarest words and of its meaning."""

MOST = 200
"""Hits of a passage: everything is a little like it."""

LOOKED_AT = 60
"""Hits, the best first, whose text is compared with the passage's."""

RUN = 4
"""Words that follow each other and are compared as one."""

LEAST_RUNS = 8
ALIKE = 0.6
"""Share of the runs of the shorter of two texts that stand in both, from which on one is a copy of the other."""


def weighed(fusion: FusionSettings, weights: str) -> FusionSettings:
    """The weights of a call, else those of a passage's words and meaning.

    Raises:
        BadRequest: for weights that mean nothing.
    """
    if weights:
        return fusion.weighed(weights)
    return replace(fusion, preset="", keyword=OF_WORDS, meaning=OF_MEANING, graph=0.0, by_query=False)


def put_apart(hits: HitList, passage: Passage, snapshot: Snapshot) -> HitList:
    """The best of the hits: of other documents, then of the passage's own, then its copies and its translations."""
    keys = hits.keys[~np.isin(hits.keys, passage.sections)][:MOST]
    scores = hits.scores[~np.isin(hits.keys, passage.sections)][:MOST]
    tiers = (snapshot.facets.document_of[keys] == passage.document).astype(np.int8)
    tiers[np.isin(keys, _copies(keys[:LOOKED_AT].tolist(), passage, snapshot))] = 2
    tiers[np.isin(snapshot.facets.document_of[keys], _translations(passage, snapshot))] = 2
    order = np.argsort(tiers, kind="stable")
    return replace(hits, keys=keys[order], scores=scores[order], total=len(keys))


def _translations(passage: Passage, snapshot: Snapshot) -> list[int]:
    """The keys of the documents that are the passage's in other languages."""
    place = snapshot.facets.places.get(passage.document)
    others = other_languages("/".join(place[:2]), snapshot) if place is not None else ()
    return [snapshot.document_key(doc) for _, doc in others]


def _copies(keys: list[int], passage: Passage, snapshot: Snapshot) -> list[int]:
    """Those of some sections whose text is for the most part the passage's, or holds the most part of it."""
    own = _runs(passage.text)
    if len(own) < LEAST_RUNS:
        return []
    found: list[int] = []
    for key, row in snapshot.catalogue.section_rows(keys).items():
        runs = _runs(f"{row.prose}\n{row.code}")
        if len(runs) >= LEAST_RUNS and len(runs & own) >= ALIKE * min(len(runs), len(own)):
            found.append(key)
    return found


def _runs(text: str) -> set[tuple[str, ...]]:
    words = [word.lower() for word in analysis.words(analysis.normalised(text))]
    return set(zip(*(words[at:] for at in range(RUN)), strict=False))
