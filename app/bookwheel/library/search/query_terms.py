"""Chooses the terms of the index that stand for the words of a query: stems, longer words, and the most alike."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from bookwheel.indexes.keyword.analysis import QueryAnalyser, folded
from bookwheel.indexes.keyword.reader import KeywordReader
from bookwheel.indexes.keyword.scorer import Term, find
from bookwheel.indexes.keyword.term_expansion import completions, longer, near, slips
from bookwheel.library.search.query_parser import Phrase, Query, Word
from bookwheel.settings import KeywordSettings

PREFIX_QUERY_MAX_WORDS = 2
"""Words of a query up to which each also finds longer words that begin with it."""

PREFIX_MAX_SECTIONS = 10
"""Sections with a word up to which it does so in any query (XQuAD in German: nDCG@10 .949 against .943 without)."""

SHORTEST_BEGINNING = 4
"""Letters of a word that may stand for longer ones."""

MOST_LIKE = 12
"""Words of a query for which terms like them are looked for: each takes some 20 ms among 13,000 terms."""


class QueryTerms:
    """The terms for the words of one query against one index, of which some sections are visible."""

    def __init__(
        self, reader: KeywordReader, weights: KeywordSettings, analyser: QueryAnalyser, is_visible: NDArray[np.bool_],
        stop_words: frozenset[str],
    ) -> None:  # fmt: skip
        self._reader, self._weights, self._analyser = reader, weights, analyser
        self._is_visible, self._stop_words = is_visible, stop_words
        self._like: dict[str, tuple[bytes, ...]] = {}

    def nearest(self, query: Query) -> dict[str, tuple[bytes, ...]]:
        """For each word that no visible section has, the terms most like it that one has; phrases stay as they are."""
        found: dict[str, tuple[bytes, ...]] = {}
        for clause in query.clauses:
            if clause.is_negated:
                continue
            for part in clause.parts:
                if isinstance(part, Word) and len(part.text) > 2 and not self._is_seen(part.text):
                    terms = self._near(part.text)
                    if terms:
                        found[part.text] = terms
        return found

    def slips(self, query: Query) -> dict[str, tuple[bytes, ...]]:
        """The same for a word that other words of the query stand beside: terms one slip of the keyboard away."""
        words = [part for clause in query.clauses if not clause.is_negated for part in clause.parts]
        found: dict[str, tuple[bytes, ...]] = {}
        for part in words if len(words) > 1 else ():
            if isinstance(part, Word) and part.may_slip and not self._is_seen(part.text):
                terms = tuple(term for term in slips(self._reader, self._stems(part.text)) if self._shows(term))
                if terms:
                    found[part.text] = terms[:2]
        return found

    def of(
        self, part: Word | Phrase, replaced: dict[str, tuple[bytes, ...]] | None, *, is_short: bool = False
    ) -> list[Term]:
        """The terms of a word or a phrase, one for each word; `replaced` gives others for words by their text."""
        terms: list[Term] = []
        for word in part.words if isinstance(part, Phrase) else (part.text,):
            if replaced and word in replaced:
                terms.append(Term(word, tuple((form, self._weights.prefix) for form in replaced[word])))
                continue
            for text, forms in self._analyser.forms(word):
                terms.append(Term(text, forms))
        if isinstance(part, Word) and terms and not (replaced and part.text in replaced):
            if part.is_fuzzy:
                terms[-1] = self._widened(terms[-1], self._near(part.text))
            elif part.is_prefix or len(part.text) == 1 and part.text > "\u0e00":
                weight = self._weights.prefix if part.text.isascii() or len(part.text) > 1 else 1.0
                terms[-1] = self._widened(terms[-1], completions(self._reader, folded(terms[-1].text)), weight)
            elif self._is_beginning(part.text, terms[-1], is_short=is_short):
                # In a longer query a word that is nowhere may go beyond a stem; alone, it had better find nothing.
                beginning = longer if is_short else completions
                terms[-1] = self._widened(terms[-1], beginning(self._reader, folded(terms[-1].text)))
        return terms

    def _is_beginning(self, word: str, term: Term, *, is_short: bool) -> bool:
        if len(word) < SHORTEST_BEGINNING or not word.isalpha() or word.lower() in self._stop_words:
            return False
        return is_short or len(find(self._reader, term, self._weights).documents) <= PREFIX_MAX_SECTIONS

    def _widened(self, term: Term, more: Sequence[bytes], weight: float | None = None) -> Term:
        known = {form for form, _ in term.forms}
        share = self._weights.prefix if weight is None else weight
        return replace(term, forms=(*term.forms, *((form, share) for form in more if form not in known)))

    def _is_seen(self, word: str) -> bool:
        return any(self._shows(form) for _, forms in self._analyser.forms(word) for form, _ in forms)

    def _near(self, word: str) -> tuple[bytes, ...]:
        if word not in self._like and len(self._like) < MOST_LIKE:
            found = near(self._reader, self._stems(word))
            self._like[word] = tuple(term for term in found if self._shows(term))[:5]
        return self._like.get(word, ())

    def _stems(self, word: str) -> list[str]:
        stems = {form for _, forms in self._analyser.forms(word) for form, _ in forms}
        return sorted(stem.decode("utf-8", "replace") for stem in stems)

    def _shows(self, term: bytes) -> bool:
        """Whether a visible section has a term."""
        return bool(self._is_visible[self._reader.documents_of(term)].any())
