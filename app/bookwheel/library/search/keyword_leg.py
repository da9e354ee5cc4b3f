"""The keyword leg: which sections a parsed query matches, and how well."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from bookwheel.indexes.keyword.analysis import QueryAnalyser, folded, query_analyser
from bookwheel.indexes.keyword.reader import KeywordReader
from bookwheel.indexes.keyword.scorer import Term, TermHits, find, having_all, scores_of, union
from bookwheel.indexes.keyword.segments import fetch_nothing
from bookwheel.library.search import incoming_links, shown_sections
from bookwheel.library.search.match_order import Alike, Asked, Bools, Matches, Numbers, list_documents, put_in_order
from bookwheel.library.search.other_names import other_names
from bookwheel.library.search.query.sentence import sentence_share
from bookwheel.library.search.query.text_fields import texts_in, weights_in
from bookwheel.library.search.query_parser import Clause, Phrase, Query, Word, opening, phrase_pattern
from bookwheel.library.search.query_terms import PREFIX_QUERY_MAX_WORDS, QueryTerms
from bookwheel.library.search.score_order import Positions, best_first
from bookwheel.library.search.whole_identifiers import PART_WEIGHT, whole_terms
from bookwheel.library.snapshot.snapshot import Snapshot
from bookwheel.parsing.stop_words import STOP_WORDS
from bookwheel.settings import KeywordSettings

LONG_QUERY_WORDS = (6, 16)
"""Words of a question between which rare ones come to count for more."""

OPENING_WEIGHT = 0.5
"""Weight of the words that open a question ("how do I"): Cranfield .488 with it, .486 without; CISI as it was."""

WHOLE_PART, FEWEST_IN_PARTS = 3, 3
"""Letters of a word that has parts, and words that a query must have of those for them to be looked for."""

NO_PARTS, ALL_PARTS = 3, 9
"""Words of a query between which parts of words come to count: few words are names, a sentence is written otherwise.

nDCG@10 by words, without and with: XQuAD de .950 and .959, ar .916 and .928; known items of k8s-docs-en .823 and .823,
without this slope .813.
"""

MOST_CHECKED = 1000
"""Sections whose text is looked through for one phrase, the best first."""

STOPWORD_SHARE = 0.6
"""Share of all sections beyond which a word is common."""

MIN_SECTIONS_FOR_STOPWORDS = 100
"""Sections below which no word is common by its frequency."""


class KeywordLeg:
    """One query against one snapshot."""

    def __init__(
        self, snapshot: Snapshot, weights: KeywordSettings, allowed: Bools | None,
        find_unread: Callable[[], Bools | None] = lambda: None,
    ) -> None:  # fmt: skip
        """Prepare; `allowed` is the mask by section key, None for everything.

        `find_unread` gives the mask of the sections that are compared by parts of words, if it comes to that.
        """
        self._find_unread = find_unread
        self._snapshot = snapshot
        self.weights = weights
        self.reader: KeywordReader = snapshot.keyword
        self.analyser: QueryAnalyser = query_analyser(snapshot.facets.languages())
        shown = shown_sections.shown_by(snapshot, allowed)
        self._allowed, self.is_visible = shown.by_key, shown.by_number
        languages = ("en", *snapshot.facets.languages())
        self._stop_words = frozenset[str]().union(*(STOP_WORDS.get(language, frozenset()) for language in languages))
        self._terms = QueryTerms(self.reader, weights, self.analyser, self.is_visible, self._stop_words)

    def match(self, query: Query, replaced: dict[str, tuple[bytes, ...]] | None = None) -> Matches:
        """Every visible section that answers the query; `replaced` gives other terms for words that match nothing."""
        self._fetch(query)
        size = self.reader.size
        matching = np.zeros(size, np.bool_)
        asked: list[Asked] = []
        is_open = self.is_visible
        positive = [clause for clause in query.clauses if not clause.is_negated]
        is_short = sum(len(clause.parts) for clause in positive) <= PREFIX_QUERY_MAX_WORDS
        optional: list[tuple[list[Numbers], list[Asked]]] = []
        for clause in positive:
            answered, found = self._ask(clause, replaced, is_short=is_short)
            asked.extend(found)
            if clause.is_required:
                is_answer = union(size, answered)
                is_open = is_open & is_answer
                matching |= is_answer
            else:
                optional.append((answered, found))
        common = self.common_words(asked)
        for answered, found in optional:
            if not all(answer.term.text in common for answer in found):
                for numbers in answered:
                    matching[numbers] = True
        for clause in query.clauses:
            if clause.is_negated:
                is_open = is_open & ~union(size, self._excluded(clause.parts))
        if not positive and query.is_passage:
            return Matches(np.zeros(0, np.intp), np.zeros(0, np.float32), (), {})
        if not positive:
            return list_documents(is_open, self.reader, self._snapshot.facets)
        asked = self._with_identifiers(query, _without_opening(self._emphasised(asked)), matching)
        asked += self._with_other_names(query, matching)
        linked = incoming_links.shares_of(asked, self._stop_words, self._snapshot, self.analyser)
        matching |= self._beginnings([key for key, share in linked.items() if share >= incoming_links.ALONE], matching)
        scores = np.zeros(size, np.float32)
        for answer in asked:
            scores[answer.hits.documents] += scores_of(answer.hits, answer.term, self.weights)
        numbers = np.flatnonzero(matching & is_open)
        alike = self._alike(query, asked)
        return put_in_order(
            query, numbers, scores, tuple(asked), self.reader, self.weights, self._snapshot, linked, alike
        )

    def _fetch(self, query: Query) -> None:
        """Have the postings of all terms read at once, where they lie elsewhere."""
        if self.reader.fetch is fetch_nothing:
            return
        parts = [part for clause in query.clauses for part in clause.parts]
        words = [word for part in parts for word in (part.words if isinstance(part, Phrase) else (part.text,))]
        terms = [form for word in words for _, forms in self.analyser.forms(word) for form, _ in forms]
        self.reader.fetch([*terms, *(form for term, _ in whole_terms(query) for form, _ in term.forms)])

    def _alike(self, query: Query, asked: Sequence[Asked]) -> Alike | None:
        """The words of a question without operators, with their rarity, where their parts are worth looking for."""
        weight = self.weights.word_parts * sentence_share(query.text, NO_PARTS, ALL_PARTS)
        if not query.name or not weight:
            return None
        unseen = float(np.log(1 + 2 * self.reader.count))
        found: dict[str, float] = {}
        for answer in asked:
            word = folded(answer.term.text)
            if not answer.is_extra and word not in self._stop_words and len(word) >= WHOLE_PART:
                idf = answer.hits.idf if len(answer.hits.documents) else unseen
                found[word] = max(found.get(word, 0.0), idf * answer.term.weight)
        return Alike(found, weight, self._find_unread()) if len(found) >= FEWEST_IN_PARTS else None

    def _ask(
        self, clause: Clause, replaced: dict[str, tuple[bytes, ...]] | None, *, is_short: bool
    ) -> tuple[list[Numbers], list[Asked]]:
        """The sections that answer each part of a clause, and what was found for its terms."""
        answered: list[Numbers] = []
        asked: list[Asked] = []
        for part in clause.parts:
            terms = self._terms.of(part, replaced, is_short=is_short)
            found = [Asked(term, find(self.reader, term, self._weights_in(part.field))) for term in terms]
            asked.extend(found)
            is_phrase = isinstance(part, Phrase)
            answered += [self._phrase(part, found)] if is_phrase else _of_word(found, clause.is_required)
        return answered, asked

    def _weights_in(self, field: str) -> KeywordSettings:
        """The weights of a word that must stand in one field: in others it counts for nothing."""
        return self.weights if not field else weights_in(field, self.weights)

    def _beginnings(self, documents: Sequence[int], matching: Bools) -> Bools:
        """The first section of each of some documents of which no section matches yet."""
        found = np.zeros(len(matching), np.bool_)
        if not documents:
            return found
        document_of = self._snapshot.facets.document_of[self.reader.keys]
        of_these = np.flatnonzero(np.isin(document_of, documents) & self.is_visible)
        for document in np.setdiff1d(document_of[of_these], document_of[of_these[matching[of_these]]]).tolist():
            own = of_these[document_of[of_these] == document]
            found[own[np.argmin(self.reader.keys[own])]] = True
        return found

    def _with_identifiers(self, query: Query, asked: list[Asked], matching: Bools) -> list[Asked]:
        """The same with whole identifiers; beside a name that is found, its words count for less."""
        weight_of: dict[str, float] = {}
        extra: list[Asked] = []
        for term, words in whole_terms(query):
            hits = find(self.reader, term, self.weights)
            if len(hits.documents):
                matching[hits.documents] = True
                extra.append(Asked(term, hits, is_extra=True))
                weight_of |= dict.fromkeys(words, PART_WEIGHT)
        lighter = [_weighed(answer, weight_of.get(answer.term.text.lower(), 1.0)) for answer in asked]
        return lighter + extra

    def _with_other_names(self, query: Query, matching: Bools) -> list[Asked]:
        """What stands under other names of the terms that a query without operators names: all words of such a name."""
        graph = self._snapshot.graph
        if graph is None or not query.name or not self.weights.other_names:
            return []
        found: list[Asked] = []
        for name in other_names(query.name, graph, self.analyser):
            terms = self._terms.of(Phrase(name), None)
            each = [find(self.reader, term, self.weights) for term in terms]
            numbers = having_all(each)
            if not len(numbers):
                continue
            matching[numbers] = True
            rarest = min(each, key=lambda hits: len(hits.documents))
            often = np.min([hits.frequencies[np.searchsorted(hits.documents, numbers)] for hits in each], axis=0)
            forms = tuple(form for term in terms for form in term.forms)
            term = Term(" ".join(name), forms, self.weights.other_names)
            found.append(Asked(term, TermHits(numbers, often, rarest.idf), is_extra=True))
        return found

    def _emphasised(self, asked: list[Asked]) -> list[Asked]:
        """In a long question the rare words count for more: their weight is idf's share of the greatest, to the power
        0 at the fewer of `LONG_QUERY_WORDS` (without stop words), rising to 1 at the more.

        On CISI (long questions) nDCG@10 of the fused answer is .459 with it, .440 without; short queries stay as they
        are. Source of the idea: Bendersky & Croft, SIGIR 2008.
        """
        count = len({answer.term.text.lower() for answer in asked} - self._stop_words)
        least, most = LONG_QUERY_WORDS
        power = min(1.0, max(0.0, (count - least) / (most - least)))
        rarest = max((answer.hits.idf for answer in asked), default=0.0)
        if not power or rarest <= 0:
            return asked
        return [_weighed(answer, max(answer.hits.idf / rarest, 0.0) ** power) for answer in asked]

    def common_words(self, asked: Sequence[Asked]) -> frozenset[str]:
        """Stop words and words that stand nearly everywhere, if the query has others: not to be matched or marked.

        What a vote on language leaves open is read as English, as in the index.
        """
        size = self.reader.count
        common = frozenset(
            answer.term.text
            for answer in asked
            if answer.term.text.lower() in self._stop_words
            or (size > MIN_SECTIONS_FOR_STOPWORDS and len(answer.hits.documents) > STOPWORD_SHARE * size)
        )
        has_others = any(len(answer.hits.documents) and answer.term.text not in common for answer in asked)
        return common if has_others else frozenset()

    def nearest(self, query: Query) -> dict[str, tuple[bytes, ...]]:
        """For each word that no visible section has, the terms most like it that one has; phrases stay as they are."""
        return self._terms.nearest(query)

    def slips(self, query: Query) -> dict[str, tuple[bytes, ...]]:
        """The same for a word that other words of the query stand beside: terms one slip of the keyboard away."""
        return self._terms.slips(query)

    def having_all(self, words: Sequence[str], most: int) -> Numbers:
        """The visible sections that have every one of these words, by number: `most` at most, the best first."""
        terms = self._terms.of(Phrase(tuple(words)), None)
        found = [Asked(term, find(self.reader, term, self.weights)) for term in terms]
        return self._roughly_best(self._seen(having_all([answer.hits for answer in found])), found, most)

    def shows_keys(self, section_keys: NDArray[np.int64]) -> Bools:
        """Which of some sections may be seen."""
        return self._allowed[section_keys]

    def holder(self, term: bytes) -> int:
        """The section key of a visible section that has a term; -1 when there is none."""
        numbers = self.reader.documents_of(term)
        seen = numbers[self.is_visible[numbers]]
        return int(self.reader.keys[seen[np.argmin(self._positions(seen))]]) if len(seen) else -1

    def _positions(self, numbers: Numbers) -> Positions:
        return self._snapshot.facets.positions(self.reader.keys[numbers])

    def _seen(self, numbers: Numbers) -> Numbers:
        return numbers[self.is_visible[numbers]]

    def _phrase(self, phrase: Phrase, found: Sequence[Asked]) -> Numbers:
        numbers = self._seen(having_all([answer.hits for answer in found]))
        if len(phrase.words) < 2 and len(found) < 2:
            return numbers
        numbers = self._roughly_best(numbers, found, MOST_CHECKED)
        rows = self._snapshot.catalogue.section_rows(self.reader.keys[numbers].tolist())
        titles = self._snapshot.catalogue.document_rows(sorted({row.document_key for row in rows.values()}))
        pattern = phrase_pattern(phrase.words)
        verified = np.zeros(len(numbers), np.bool_)
        for index, key in enumerate(self.reader.keys[numbers].tolist()):
            row = rows.get(key)
            if row is not None:
                document = titles.get(row.document_key)
                texts = texts_in(phrase.field, row, document)
                verified[index] = any(pattern.search(folded(text)) for text in texts if text)
        return numbers[verified]

    def _roughly_best(self, numbers: Numbers, found: Sequence[Asked], most: int) -> Numbers:
        """So many sections at most, by the sum of what was found in them."""
        if len(numbers) <= most:
            return numbers
        rough = np.zeros(self.reader.size, np.float32)
        for answer in found:
            rough[answer.hits.documents] += scores_of(answer.hits, answer.term, self.weights)
        return numbers[best_first(rough[numbers], self._positions(numbers))[:most]]

    def _excluded(self, parts: Sequence[Word | Phrase]) -> list[Numbers]:
        excluded: list[Numbers] = []
        for part in parts:
            weights = self._weights_in(part.field)
            found = [Asked(term, find(self.reader, term, weights)) for term in self._terms.of(part, None)]
            if found:
                is_phrase = isinstance(part, Phrase)
                excluded.append(
                    self._phrase(part, found) if is_phrase else having_all([answer.hits for answer in found])
                )
        return excluded


def _without_opening(asked: list[Asked]) -> list[Asked]:
    count = opening([answer.term.text for answer in asked])
    return [*(_weighed(answer, OPENING_WEIGHT) for answer in asked[:count]), *asked[count:]]


def _weighed(answer: Asked, factor: float) -> Asked:
    """The same term with a share of its weight."""
    return answer if factor == 1.0 else replace(answer, term=replace(answer.term, weight=answer.term.weight * factor))


def _of_word(found: Sequence[Asked], is_required: bool) -> list[Numbers]:
    """The sections that have a word: any of what stands for it, or, where it is required, all of that."""
    return (
        [having_all([answer.hits for answer in found])] if is_required else [answer.hits.documents for answer in found]
    )
