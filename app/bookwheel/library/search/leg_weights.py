"""What words and meaning weigh for a query: few words are names and mean themselves, a sentence means more."""

from __future__ import annotations

import numpy as np

from bookwheel.library.search.fusion import Leg
from bookwheel.library.search.query.sentence import between, sentence_share
from bookwheel.library.search.query_parser import Query
from bookwheel.library.snapshot.facets import Facets
from bookwheel.settings import FusionSettings

FEW_WORDS, MANY_WORDS = 2, 5
"""Words of a query up to which meaning weighs least, and from which it weighs most.

MRR@10 by the set weights (.3 and .7) and by these: known items of k8s-docs-en .792 and .796, of rust-book .939 and
.949, of obsidian-tasks .944 and .946, of foam-docs .964 and .958; Cranfield and CISI stay as they are.
"""

FAR_AHEAD, CLOSE_BEHIND = 0.3, 0.6
"""Share of the best score by words that the second document has, up to which words are sure, and from which not.

Questions for a number or a name in rust-rfcs, MRR@10, without the graph: .769 without, .919 with.
"""


def weights_of(query: Query, words_leg: Leg, facets: Facets, settings: FusionSettings) -> tuple[float, float, float]:
    """The weights of words, meaning and graph: as they are set, or, where they adapt, less meaning for words that name.

    At the least words and meaning change places, if meaning weighs more.
    """
    of_words, of_meaning, of_graph = settings.weights
    if not settings.is_adaptive or of_meaning <= of_words:
        return of_words, of_meaning, of_graph
    sentence = sentence_share(query.text, FEW_WORDS, MANY_WORDS)
    unsure = between(_second_share(words_leg, facets), FAR_AHEAD, CLOSE_BEHIND)
    given_up = (of_meaning - of_words) * (1 - sentence * unsure)
    return of_words + given_up, of_meaning - given_up, of_graph


def _second_share(leg: Leg, facets: Facets) -> float:
    """What the best section of the second document has of the best score by words; 0 where there is none."""
    if not len(leg.keys):
        return 1.0
    shares, documents = leg.shares(), facets.document_of[leg.keys]
    others = shares[documents != documents[np.argmax(shares)]]
    return float(others.max(initial=0.0))
