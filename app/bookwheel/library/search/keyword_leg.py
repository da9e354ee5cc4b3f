"""The keyword leg: which sections a parsed query matches, and how well."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from bookwheel.indexes.catalogue import SectionRow, fold_name
from bookwheel.indexes.keyword.analysis import QueryAnalyser, folded, query_analyser
from bookwheel.indexes.keyword.reader import KeywordReader
from bookwheel.indexes.keyword.scorer import Term, TermHits, find, having_all, scores_of, union
from bookwheel.indexes.keyword.term_expansion import completions, longer, near, slips
from bookwheel.library.search.query_parser import Phrase, Query, Word, opening, phrase_pattern
from bookwheel.library.search.score_order import Positions, best, best_first
from bookwheel.library.snapshot.snapshot import Snapshot
from bookwheel.parsing.stop_words import STOP_WORDS
from bookwheel.settings import KeywordSettings

SHORT = 2
"""Words of a query up to which each also finds longer words that begin with it."""

RARE = 10
"""Sections with a word up to which it does so in any query (XQuAD in German: nDCG@10 .949 against .943 without)."""

WORDY, WORDIEST = 6, 16
"""Words of a question between which rare ones come to count for more."""

SHORTEST_BEGINNING = 4
"""Letters of a word that may stand for longer ones."""

OPENING = 0.5
"""Weight of the words that open a question ("how do I"): Cranfield .488 with it, .486 without; CISI as it was."""

MOST_CHECKED = 1000
"""Sections whose text is looked through for one phrase, the best first."""

COMMON = 0.6
"""Share of all sections beyond which a word is common."""

FEW = 100
"""Sections below which no word is common by its frequency."""

MOST_RANKED = 2000
"""Matches that are put in order."""

MOST_LIKE = 12
"""Words of a query for which terms like them are looked for: each takes some 20 ms among 13,000 terms."""

MOST_NAMED = 50
"""Documents of exactly the name asked for that are looked at."""

LOOKED_AT = 512
"""Sections, the best first, among which those of one document strengthen each other."""

Floats = NDArray[np.float32]
Bools = NDArray[np.bool_]
Numbers = NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class Asked:
    """A term of the query with what was found for it."""

    term: Term
    hits: TermHits


@dataclass(frozen=True, slots=True)
class Matches:
    """What the keyword leg found, by document number of the reader.

    `numbers` are the matching sections with their `scores`, the first 2,000 best first; `boosts` name what
    was added to single ones.
    """

    numbers: Numbers
    scores: Floats
    asked: tuple[Asked, ...]
    boosts: dict[int, tuple[tuple[str, float], ...]]


class KeywordLeg:
    """One query against one snapshot."""

    def __init__(self, snapshot: Snapshot, weights: KeywordSettings, allowed: Bools | None) -> None:
        """Prepare; `allowed` is the mask by section key, None for everything."""
        self._snapshot = snapshot
        self.weights = weights
        self.reader: KeywordReader = snapshot.keyword
        self.analyser: QueryAnalyser = query_analyser(snapshot.facets.languages())
        self._allowed = snapshot.facets.document_of > 0 if allowed is None else allowed
        self.is_visible = _visible(self.reader, self._allowed)
        self._like: dict[str, tuple[bytes, ...]] = {}
        languages = ("en", *snapshot.facets.languages())
        self._stop_words = frozenset[str]().union(*(STOP_WORDS.get(each, frozenset()) for each in languages))

    def match(self, query: Query, replaced: dict[str, tuple[bytes, ...]] | None = None) -> Matches:
        """Every visible section that answers the query; `replaced` gives other terms for words that match nothing."""
        size = self.reader.size
        scores = np.zeros(size, np.float32)
        matching = np.zeros(size, np.bool_)
        asked: list[Asked] = []
        is_open = self.is_visible
        positive = [clause for clause in query.clauses if not clause.is_negated]
        is_short = sum(len(clause.parts) for clause in positive) <= SHORT
        optional: list[tuple[list[Numbers], list[Asked]]] = []
        for clause in positive:
            answered: list[Numbers] = []
            found_by_clause: list[Asked] = []
            for part in clause.parts:
                terms = self._terms(part, replaced, is_short=is_short)
                found = [Asked(term, find(self.reader, term, self.weights)) for term in terms]
                found_by_clause.extend(found)
                is_phrase = isinstance(part, Phrase)
                answered += [self._phrase(part, found)] if is_phrase else _of_word(found, clause.is_required)
            asked.extend(found_by_clause)
            if clause.is_required:
                is_answer = union(size, answered)
                is_open = is_open & is_answer
                matching |= is_answer
            else:
                optional.append((answered, found_by_clause))
        common = self.common_words(asked)
        for answered, found in optional:
            if not all(each.term.text in common for each in found):
                for numbers in answered:
                    matching[numbers] = True
        for clause in query.clauses:
            if clause.is_negated:
                is_open = is_open & ~union(size, self._excluded(clause.parts))
        if not positive:
            return self._listed(is_open)
        asked = _without_opening(self._emphasised(asked))
        for each in asked:
            scores[each.hits.documents] += scores_of(each.hits, each.term, self.weights)
        matching &= is_open
        return self._ordered(query, np.flatnonzero(matching), scores, tuple(asked))

    def _emphasised(self, asked: list[Asked]) -> list[Asked]:
        """In a long question the rare words count for more: their weight is idf's share of the greatest, to the power
        0 at `WORDY` words (without stop words) rising to 1 at `WORDIEST`.

        On CISI (long questions) nDCG@10 of the fused answer is .459 with it, .440 without; short queries stay as they
        are. Source of the idea: Bendersky & Croft, SIGIR 2008.
        """
        count = len({each.term.text.lower() for each in asked} - self._stop_words)
        power = min(1.0, max(0.0, (count - WORDY) / (WORDIEST - WORDY)))
        rarest = max((term.hits.idf for term in asked), default=0.0)
        if not power or rarest <= 0:
            return asked
        return [
            replace(each, term=replace(each.term, weight=each.term.weight * max(each.hits.idf / rarest, 0.0) ** power))
            for each in asked
        ]

    def common_words(self, asked: Sequence[Asked]) -> frozenset[str]:
        """Stop words and words that stand nearly everywhere, if the query has others: not to be matched or marked.

        What a vote on language leaves open is read as English, as in the index.
        """
        size = self.reader.count
        common = frozenset(
            each.term.text
            for each in asked
            if each.term.text.lower() in self._stop_words or (size > FEW and len(each.hits.documents) > COMMON * size)
        )
        has_others = any(len(each.hits.documents) and each.term.text not in common for each in asked)
        return common if has_others else frozenset()

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
                terms = tuple(term for term in slips(self.reader, self._stems(part.text)) if self.shows(term))
                if terms:
                    found[part.text] = terms[:2]
        return found

    def having_all(self, words: Sequence[str], most: int) -> Numbers:
        """The visible sections that have every one of these words, by number: `most` at most, the best first."""
        terms = self._terms(Phrase(tuple(words)), None)
        found = [Asked(term, find(self.reader, term, self.weights)) for term in terms]
        return self._roughly_best(self._seen(having_all([each.hits for each in found])), found, most)

    def shows_keys(self, section_keys: NDArray[np.int64]) -> Bools:
        """Which of some sections may be seen."""
        return self._allowed[section_keys]

    def shows(self, term: bytes) -> bool:
        """Whether a visible section has a term."""
        return bool(self.is_visible[self.reader.documents_of(term)].any())

    def holder(self, term: bytes) -> int:
        """The section key of a visible section that has a term; -1 when there is none."""
        numbers = self.reader.documents_of(term)
        seen = numbers[self.is_visible[numbers]]
        return int(self.reader.keys[seen[np.argmin(self._positions(seen))]]) if len(seen) else -1

    def _is_seen(self, word: str) -> bool:
        return any(self.shows(form) for _, forms in self.analyser.forms(word) for form, _ in forms)

    def _near(self, word: str) -> tuple[bytes, ...]:
        if word not in self._like and len(self._like) < MOST_LIKE:
            found = near(self.reader, self._stems(word))
            self._like[word] = tuple(term for term in found if self.shows(term))[:5]
        return self._like.get(word, ())

    def _stems(self, word: str) -> list[str]:
        stems = {form for _, forms in self.analyser.forms(word) for form, _ in forms}
        return sorted(stem.decode("utf-8", "replace") for stem in stems)

    def _terms(
        self, part: Word | Phrase, replaced: dict[str, tuple[bytes, ...]] | None, *, is_short: bool = False
    ) -> list[Term]:
        terms: list[Term] = []
        for word in part.words if isinstance(part, Phrase) else (part.text,):
            if replaced and word in replaced:
                terms.append(Term(word, tuple((form, self.weights.prefix) for form in replaced[word])))
                continue
            for text, forms in self.analyser.forms(word):
                terms.append(Term(text, forms))
        if isinstance(part, Word) and terms and not (replaced and part.text in replaced):
            if part.is_fuzzy:
                terms[-1] = self._widened(terms[-1], self._near(part.text))
            elif part.is_prefix or len(part.text) == 1 and part.text > "\u0e00":
                weight = self.weights.prefix if part.text.isascii() or len(part.text) > 1 else 1.0
                terms[-1] = self._widened(terms[-1], completions(self.reader, folded(terms[-1].text)), weight)
            elif self._is_beginning(part.text, terms[-1], is_short=is_short):
                # In a longer query a word that is nowhere may go beyond a stem; alone, it had better find nothing.
                beginning = longer if is_short else completions
                terms[-1] = self._widened(terms[-1], beginning(self.reader, folded(terms[-1].text)))
        return terms

    def _is_beginning(self, word: str, term: Term, *, is_short: bool) -> bool:
        if len(word) < SHORTEST_BEGINNING or not word.isalpha() or word.lower() in self._stop_words:
            return False
        return is_short or len(find(self.reader, term, self.weights).documents) <= RARE

    def _widened(self, term: Term, more: Sequence[bytes], weight: float | None = None) -> Term:
        known = {form for form, _ in term.forms}
        share = self.weights.prefix if weight is None else weight
        return replace(term, forms=(*term.forms, *((form, share) for form in more if form not in known)))

    def _positions(self, numbers: Numbers) -> Positions:
        return self._snapshot.facets.positions(self.reader.keys[numbers])

    def _seen(self, numbers: Numbers) -> Numbers:
        return numbers[self.is_visible[numbers]]

    def _phrase(self, phrase: Phrase, found: Sequence[Asked]) -> Numbers:
        numbers = self._seen(having_all([each.hits for each in found]))
        if len(phrase.words) < 2 and len(found) < 2:
            return numbers
        numbers = self._roughly_best(numbers, found, MOST_CHECKED)
        rows = self._snapshot.catalogue.section_rows(self.reader.keys[numbers].tolist())
        titles = self._snapshot.catalogue.document_rows(sorted({row.document_key for row in rows.values()}))
        pattern = phrase_pattern(phrase.words)
        verified = np.zeros(len(numbers), np.bool_)
        for place, key in enumerate(self.reader.keys[numbers].tolist()):
            row = rows.get(key)
            if row is not None:
                document = titles.get(row.document_key)
                texts = (row.title, document.title if document else "", row.prose, row.code)
                verified[place] = any(pattern.search(folded(text)) for text in texts if text)
        return numbers[verified]

    def _roughly_best(self, numbers: Numbers, found: Sequence[Asked], most: int) -> Numbers:
        """So many sections at most, by the sum of what was found in them."""
        if len(numbers) <= most:
            return numbers
        rough = np.zeros(self.reader.size, np.float32)
        for each in found:
            rough[each.hits.documents] += scores_of(each.hits, each.term, self.weights)
        return numbers[best_first(rough[numbers], self._positions(numbers))[:most]]

    def _excluded(self, parts: Sequence[Word | Phrase]) -> list[Numbers]:
        excluded: list[Numbers] = []
        for part in parts:
            found = [Asked(term, find(self.reader, term, self.weights)) for term in self._terms(part, None)]
            if found:
                is_phrase = isinstance(part, Phrase)
                excluded.append(self._phrase(part, found) if is_phrase else having_all([each.hits for each in found]))
        return excluded

    def _listed(self, is_open: Bools) -> Matches:
        """The first section of every document that filters leave, by their ids."""
        numbers = np.flatnonzero(is_open)
        ordered = numbers[np.argsort(self._positions(numbers))]
        documents = self._snapshot.facets.document_of[self.reader.keys[ordered]]
        _, first = np.unique(documents, return_index=True)
        numbers = ordered[np.sort(first)]
        return Matches(numbers, np.ones(len(numbers), np.float32), (), {})

    def _ordered(self, query: Query, numbers: Numbers, scores: Floats, asked: tuple[Asked, ...]) -> Matches:
        keys = self.reader.keys[numbers]
        facets = self._snapshot.facets
        documents = facets.document_of[keys]
        own = scores[numbers] * facets.weight_of[keys]
        boosts: dict[int, tuple[tuple[str, float], ...]] = {}
        if len(numbers) and self.weights.same_document_boost:
            near_top = best(own, LOOKED_AT, lambda at: facets.positions(keys[at]))
            near_top = near_top[np.argsort(facets.positions(keys[near_top]))]
            own = _with_siblings(own, documents, near_top, self.weights.same_document_boost)
        if query.name and len(numbers):
            self._lift_names(query.name, numbers, documents, own, boosts)
        top = best(own, MOST_RANKED, lambda at: facets.positions(keys[at]))
        ranked = top[best_first(own[top], facets.positions(keys[top]))]
        rest = np.ones(len(numbers), np.bool_)
        rest[ranked] = False
        order = np.concatenate([ranked, np.flatnonzero(rest)])
        return Matches(numbers[order], own[order].astype(np.float32), asked, boosts)

    def _lift_names(
        self,
        name: str,
        numbers: Numbers,
        documents: NDArray[np.int32],
        own: Floats,
        boosts: dict[int, tuple[tuple[str, float], ...]],
    ) -> None:
        """Put documents of exactly this title or alias first, then sections of exactly this heading."""
        if len(name) > 300:
            return
        catalogue = self._snapshot.catalogue
        present = [key for key in catalogue.exact(name)[:MOST_NAMED] if (documents == key).any()]
        if not present:
            return
        wanted = fold_name(name)
        top = float(own.max())
        for key, row in catalogue.document_rows(present).items():
            places = np.flatnonzero(documents == key)
            if wanted in {fold_name(each) for each in (row.title, *row.aliases)}:
                # Who asks for a document by its name wants its beginning; sections are numbered in source order.
                first = int(places[np.argmin(self.reader.keys[numbers[places]])])
                chosen, added, reason = [first], 2 * top, "exact title"
            else:
                sections: list[SectionRow] = catalogue.sections_of(key)
                same = [section.key for section in sections if fold_name(section.title) == wanted]
                chosen = [int(place) for place in places if int(self.reader.keys[numbers[place]]) in same]
                added, reason = top, "exact heading"
            for place in chosen:
                own[place] += added
                boosts[int(numbers[place])] = ((reason, round(added, 4)),)


def _without_opening(asked: list[Asked]) -> list[Asked]:
    count = opening([each.term.text for each in asked])
    lighter = [replace(each, term=replace(each.term, weight=each.term.weight * OPENING)) for each in asked[:count]]
    return [*lighter, *asked[count:]]


def _visible(reader: KeywordReader, mask: Bools) -> Bools:
    is_visible = reader.is_living.copy()
    known = reader.keys < len(mask)
    is_visible &= mask[np.where(known, reader.keys, 0)] & known
    return is_visible


def _of_word(found: Sequence[Asked], is_required: bool) -> list[Numbers]:
    """The sections that have a word: any of what stands for it, or, where it is required, all of that."""
    return [having_all([each.hits for each in found])] if is_required else [each.hits.documents for each in found]


def _with_siblings(own: Floats, documents: NDArray[np.int32], near_top: Numbers, share: float) -> Floats:
    """The best section of each document gains from the others of its document, each next best by a further share.

    With scores a ≥ b ≥ c … it is a + share·b + share²·c …: a long document cannot win by its length, as it does when
    all are summed (known items, MRR: .53 summed at .15, .78 without).
    """
    order = near_top[np.lexsort((-own[near_top], documents[near_top]))]
    groups = documents[order]
    starts = np.flatnonzero(np.r_[True, groups[1:] != groups[:-1]])
    place = np.arange(len(order)) - np.repeat(starts, np.diff(np.r_[starts, len(order)]))
    gained = own.copy()
    gained[order[starts]] = np.add.reduceat(own[order] * share ** place.astype(np.float32), starts)
    return gained
