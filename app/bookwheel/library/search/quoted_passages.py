"""A quoted passage finds its source: the sections that hold its words one after the other come first.

What is pasted comes with quotation marks of any kind, with line breaks or with Markdown's marks and addresses; none of
these matter. It may also hold what would be an operator in a typed query: where it stands in a section, it is a quote.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from bookwheel.domain.messages import Message
from bookwheel.indexes.catalogue import SectionRow
from bookwheel.indexes.keyword import analysis
from bookwheel.library.search.keyword_leg import KeywordLeg
from bookwheel.library.search.match_order import Matches
from bookwheel.library.search.query_parser import MOST_WORDS, Clause, Phrase, Query, Word
from bookwheel.library.snapshot.snapshot import Snapshot

SHORTEST = 6
"""Words from which a query may be a passage of a document; two CJK characters are one."""

MOST_CHECKED = 200
"""Sections whose text is looked through for a passage, the best first."""

EXACT = "exact passage"
"""What is said to have been added to the score of a section that holds it."""

NEARLY = Message("No section contains this exact passage. Nearest results:")

_LINK = re.compile(r"!?\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])")
_UNDERLINE = re.compile(r"(?<!\w)_+|_+(?!\w)")
_UNSPACED = re.compile(f"[{analysis.UNSPACED}]")

Numbers = NDArray[np.intp]


def passage_of(query: Query) -> tuple[str, ...]:
    """The words of what may be quoted, in order: a long phrase's own, else all that was typed; none for a few."""
    if query.names_fields:
        return ()
    phrases = [(clause, part) for clause in query.clauses for part in clause.parts if isinstance(part, Phrase)]
    long = [(clause.is_negated, phrase.words) for clause, phrase in phrases if _size(phrase.words) >= SHORTEST]
    if any(is_negated for is_negated, _ in long):
        return ()
    if len(long) == 1:
        return long[0][1]
    words = analysis.words(_UNDERLINE.sub(" ", _LINK.sub(r"\1", query.text)))[:MOST_WORDS]
    return tuple(words) if _size(words) >= SHORTEST else ()


def is_asked_as_phrase(query: Query) -> bool:
    """Whether the whole query is one phrase in quotation marks, which is looked for as such."""
    only = query.clauses[0] if len(query.clauses) == 1 else None
    return only is not None and not only.is_negated and not query.names_fields and isinstance(only.parts[0], Phrase)


def as_quote(query: Query, passage: Sequence[str]) -> Query:
    """The query without the operators that its words would be, were it no quote."""
    clauses = tuple(Clause((Word(word),)) for word in passage)
    return Query(query.text, " ".join(passage), clauses, (), query.notices)


def holders(leg: KeywordLeg, passage: Sequence[str], snapshot: Snapshot) -> Numbers:
    """The visible sections in which a passage's words stand one after the other, by the reader's number."""
    numbers = leg.having_all(passage, MOST_CHECKED)
    if not len(numbers):
        return numbers
    keys = leg.reader.keys[numbers].tolist()
    rows = snapshot.catalogue.section_rows(keys)
    # To fold accents as a phrase does takes 80 ms in a megabyte; what was copied has those of its source.
    found = re.compile(_joined([word.lower() for word in passage]))
    is_holder = [key in rows and any(found.search(text.lower()) for text in _texts(rows[key])) for key in keys]
    return numbers[np.array(is_holder, np.bool_)]


def lifted(matches: Matches, sections: Numbers) -> Matches:
    """The matches with these sections above all that only have the words; a page of exactly this title stays first.

    What is added is the best score that has nothing added to it: an exact title adds twice as much.
    """
    if not len(sections):
        return matches
    own = matches.scores.copy()
    for number, amounts in matches.boosts.items():
        own[matches.numbers == number] -= sum(amount for _, amount in amounts)
    added = round(float(own.max(initial=0.0)) or 1.0, 4)
    missing = sections[~np.isin(sections, matches.numbers, kind="table")]
    numbers = np.concatenate([matches.numbers, missing])
    scores = np.concatenate([matches.scores, np.zeros(len(missing), np.float32)])
    scores[np.isin(numbers, sections, kind="table")] += np.float32(added)
    order = np.argsort(-scores, kind="stable")
    boosts = {number: (*matches.boosts.get(number, ()), (EXACT, added)) for number in sections.tolist()}
    return replace(matches, numbers=numbers[order], scores=scores[order], boosts={**matches.boosts, **boosts})


def pattern(passage: Sequence[str]) -> re.Pattern[str] | None:
    """Finds a passage in a text as it is written, whatever stands between its words; None for no passage."""
    if not passage:
        return None
    return re.compile(_joined(passage), re.IGNORECASE)


def _joined(words: Sequence[str]) -> str:
    """The words with nothing but spaces and marks between them; it begins with letters, which the engine finds fast."""
    first, *rest = map(re.escape, words)
    return "[\\W_]+".join((rf"{first}(?<!\w{first})", *rest)) + r"(?!\w)"


def _texts(row: SectionRow) -> tuple[str, str, str]:
    return row.title, row.prose, row.code


def _size(words: Sequence[str]) -> int:
    return sum(max(1, len(word) // 2) if _UNSPACED.search(word) else 1 for word in words)
