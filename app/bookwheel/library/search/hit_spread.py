"""The first hits speak for more than one document each way: texts before headings and lists, two of one document."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from bookwheel.indexes.catalogue.section_parts import BARE, LINK_LIST
from bookwheel.indexes.keyword.reader import KeywordReader
from bookwheel.library.search.hit_list import HitList
from bookwheel.library.search.match_order import EXACT_HEADING, Matches
from bookwheel.library.snapshot.facets import Facets

FIRST, MOST_OF_ONE = 10, 2
"""Hits among which no more than so many sections of one document stand."""

LOOKED_AT = 200
"""Hits among which the text of a document is looked for."""


def spread_out(hits: HitList, matches: Matches, reader: KeywordReader, facets: Facets) -> HitList:
    """The same hits with a text in front of the lists and stubs of its document, and two sections of it at the top.

    A heading that was asked for by its name stays in front. Each hit keeps its score.
    """
    asked = named_keys(matches, reader)
    keys = hits.keys[:LOOKED_AT].tolist()
    documents = facets.document_of[hits.keys[:LOOKED_AT]].tolist()
    is_text = ((facets.held[hits.keys[:LOOKED_AT]] & (LINK_LIST | BARE)) == 0).tolist()
    places = list(range(len(keys)))
    first_of: dict[int, int] = {}
    for place, document in enumerate(documents):
        first = first_of.setdefault(document, place)
        if is_text[place] and not is_text[places[first]] and keys[places[first]] not in asked:
            places[first], places[place] = places[place], places[first]
    seen: dict[int, int] = {}
    top: list[int] = []
    behind: list[int] = []
    for place in places:
        seen[documents[place]] = count = seen.get(documents[place], 0) + 1
        (top if count <= MOST_OF_ONE and len(top) < FIRST else behind).append(place)
    order = np.array([*top, *behind], np.intp)
    spread = [np.concatenate((values[order], values[len(order) :])) for values in (hits.keys, hits.scores)]
    return replace(hits, keys=spread[0], scores=spread[1])


def named_keys(matches: Matches, reader: KeywordReader) -> frozenset[int]:
    """The sections whose heading is what was asked."""
    named = [number for number, added in matches.boosts.items() if any(why == EXACT_HEADING for why, _ in added)]
    return frozenset(reader.keys[named].tolist())
