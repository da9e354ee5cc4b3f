"""The rarest words of a passage as a query: those that say most of what it is about."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from bookwheel.indexes.keyword import analysis, identifiers
from bookwheel.library.search.keyword_leg import KeywordLeg
from bookwheel.library.search.query_parser import Clause, Phrase, Query
from bookwheel.parsing.stop_words import EVERY_STOP_WORD

MOST = 40
"""Words of the query: 24 find less, 64 no more."""

MARKED = 12

MOST_WEIGHED = 200
"""Words of a passage whose rarity is looked up, the most frequent first."""

_HIRAGANA = re.compile("[\u3041-\u309f]")
_UNSPACED = re.compile(f"[{analysis.UNSPACED}]+")


def query_of(text: str, leg: KeywordLeg) -> Query:
    """A query of the words of a text that are most its own: often in it, and rare in the sections that may be seen.

    A word that no section has but those that the leg leaves out finds nothing, and is left out.
    """
    found: dict[frozenset[bytes], tuple[float, str]] = {}
    for word, count in Counter(_words(text)).most_common(MOST_WEIGHED):
        forms = frozenset(form for _, own in leg.analyser.forms(word) for form, _ in own)
        sections = max((len(np.unique(leg.reader.documents_of(form))) for form in forms), default=0)
        if not sections or forms in found:
            continue
        rarity = np.log1p((leg.reader.count - sections + 0.5) / (sections + 0.5))
        found[forms] = float(rarity) * count / (count + 1.2), word
    best = sorted(found.values(), key=lambda weighed: -weighed[0])[:MOST]
    return Query(text, "", tuple(Clause((Phrase((word,)),)) for _, word in best), is_passage=True)


def rarest(query: Query) -> Query:
    """The words of a passage's query that are marked in snippets: all of them would be too many to look at."""
    return replace(query, clauses=query.clauses[:MARKED])


def _words(text: str) -> Iterator[str]:
    """The words of a text that say something, lower case; of scripts without spaces, pairs of characters.

    Pairs with a hiragana are left out, as endings and particles. By words, MRR@10 of pages and of sections of
    k8s-docs-ja in both halves, with them: .409, .422 and .340, .303; without: .401, .401 and .421, .339.
    """
    for word in analysis.words(analysis.normalised(text)):
        if _UNSPACED.search(word):
            for run in _UNSPACED.findall(word):
                yield from (pair for pair in analysis.bigrams(run) if not _HIRAGANA.search(pair))
        else:
            parts = identifiers.parts(word) if "_" in word else [word]
            yield from (part.lower() for part in parts if len(part) > 1 and part.lower() not in EVERY_STOP_WORD)
