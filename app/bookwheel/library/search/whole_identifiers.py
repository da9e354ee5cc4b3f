"""Whole identifiers of a query: each counts by its own rarity, beside the words that it is made of.

Of 300 identifiers of k8s-docs-en, each in three documents at most, the right one came first for 107 as words alone, for
248 so; of rust-rfcs for 145 and 261 (`tests.bench.typed_queries`, by keyword).
"""

from __future__ import annotations

from collections.abc import Iterator

from bookwheel.indexes.keyword import analysis
from bookwheel.indexes.keyword.scorer import Term
from bookwheel.library.search.query_parser import Query

NAME_WEIGHT, COMPOUND_WEIGHT, JOINED_WEIGHT = 1.0, 0.25, 0.25
"""Weight of a name, of words with a hyphen between, and of words typed apart that a document may write as one.

CISI, nDCG@10, by the second: .391 at .25, .390 at .5, .386 at 1. By the third, known items of k8s-docs-en, MRR@10, and
names typed in parts that come first, of 100: .796 and 36 at 0, .795 and 51 at .25, .791 and 62 at .5, .784 and 71 at 1.
"""

PART_WEIGHT = 0.1
"""Weight of the words of a name that is found.

Flags of k8s-docs-en that come first, of 50: 49 at .1, 48 at .25, 40 at .5.
"""

MOST_JOINED = 4
"""Words of a query up to which they may be one identifier of a document."""


def whole_terms(query: Query) -> Iterator[tuple[Term, tuple[str, ...]]]:
    """Each whole identifier that a query may name, and the words that count for less where it is found."""
    for identifier in query.identifiers:
        if identifier.term:
            is_name = identifier.is_name or len(query.clauses) == len(identifier.words)
            weight = NAME_WEIGHT if is_name else COMPOUND_WEIGHT
            yield _term(identifier.text, (identifier.term,), weight), identifier.words if is_name else ()
    words = [word.lower() for word in analysis.words(query.name)]
    if len(words) > MOST_JOINED or query.identifiers:
        return
    for count in range(2, len(words) + 1):
        for start in range(len(words) - count + 1):
            some = words[start : start + count]
            yield _term(" ".join(some), ("_".join(some), "-".join(some), "".join(some)), JOINED_WEIGHT), ()


def _term(text: str, forms: tuple[str, ...], weight: float) -> Term:
    return Term(text, tuple((form.encode("utf-8", "replace"), 1.0) for form in forms), weight, is_code=True)
