"""Memories as recall looks through them: their words and vectors in memory, ranked exactly."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from bookwheel.indexes.embedding import Encoder
from bookwheel.indexes.keyword.analysis import Analyser, normalised, query_analyser, words
from bookwheel.library.embedding.chunker import LONGEST_TOKENS, SPECIAL_TOKENS
from bookwheel.parsing.languages import vote
from bookwheel.parsing.stop_words import EVERY_STOP_WORD
from bookwheel.settings import FusionSettings

K1, B = 1.2, 0.75
"""Of BM25. Memories are short and of one kind, so its usual values do."""

OF_TAG = 3.0
"""What a word in a tag counts for, in occurrences."""

TAG_LIFT = 0.1
"""What a memory gains whose tags hold the whole query."""

MOST_WORDS = 64
"""Words of a query that are looked for."""

MOST_PIECES = 8
"""Vectors of one memory; it is as near as the nearest of them."""

Floats = NDArray[np.float32]
Halves = NDArray[np.float16]
Hashes = NDArray[np.int64]

_NO_HASHES, _NO_FLOATS = np.empty(0, np.int64), np.empty(0, np.float32)


@dataclass(frozen=True, slots=True)
class Entry:
    """What recall knows of a memory: the hashes of its terms with their weights, of its tags' terms, its length.

    `vectors` (n, dimensions) float16 of unit length, made by `model`; of no rows where that does not read its language.
    """

    terms: Hashes
    weights: Floats
    tags: Hashes
    length: float
    language: str
    model: str = ""
    vectors: Halves | None = None


@dataclass(frozen=True, slots=True)
class _Flat:
    """All entries after one another; `rows` say to which entry a term, a tag's term or a vector belongs."""

    ids: tuple[str, ...]
    row_of: dict[str, int]
    terms: Hashes
    term_rows: NDArray[np.int32]
    weights: Floats
    tags: Hashes
    tag_rows: NDArray[np.int32]
    lengths: Floats
    vectors: Halves
    vector_rows: NDArray[np.int32]
    models: dict[str, NDArray[np.bool_]]
    languages: tuple[str, ...]


def entry(content: str, tags: Sequence[str]) -> Entry:
    """A memory's words, read in its own language."""
    language = vote(content)
    analyser = Analyser(language)
    counts, length = analyser.counts(content)
    tagged, _ = analyser.counts(" ".join(tags))
    return Entry(
        _hashes(list(counts)),
        np.array(list(counts.values()), np.float32),
        _hashes(list(tagged)),
        float(length),
        language,
    )


def encoded(content: str, language: str, encoder: Encoder) -> Halves:
    """The vectors of a memory; of no rows where the model does not read its language.

    Raises:
        ModelUnavailable: when the model cannot be computed.
    """
    identity = encoder.identity
    if not identity.reads(language):
        return np.empty((0, identity.dimensions), np.float16)
    most = min(identity.max_tokens, LONGEST_TOKENS) - SPECIAL_TOKENS
    return encoder.encode(encoder.pieces(content, most)[:MOST_PIECES]).astype(np.float16)


class Shelf:
    """The entries of all memories by their id. Not for several threads at once."""

    def __init__(self) -> None:
        """Nothing is kept."""
        self._entries: dict[str, Entry] = {}
        self._flat: _Flat | None = None

    def put(self, id: str, entry: Entry) -> None:
        """Take in a memory, in place of what was known of it."""
        self._entries[id] = entry
        self._flat = None

    def drop(self, id: str) -> None:
        """Forget a memory."""
        if self._entries.pop(id, None) is not None:
            self._flat = None

    def of(self, id: str) -> Entry | None:
        """What is known of a memory."""
        return self._entries.get(id)

    def read(self, id: str, model: str, vectors: Halves) -> None:
        """Take in what a model made of a memory, if it is still there."""
        known = self._entries.get(id)
        if known is not None:
            self.put(id, replace(known, model=model, vectors=vectors))

    def unread(self, model: str, most: int) -> tuple[str, ...]:
        """Ids of memories that a model has not read, so many at most."""
        found: list[str] = []
        for id, known in self._entries.items():
            if known.model != model:
                found.append(id)
                if len(found) == most:
                    break
        return tuple(found)

    def rank(
        self, query: str, ids: Sequence[str], model: str, vector: Floats | None, settings: FusionSettings
    ) -> list[tuple[str, float]]:
        """Those of some memories that answer a query, best first, each with a score of 0 to 1.

        By words: BM25 among these memories alone, as a share of the best, times the share of the query that the best
        one has. By meaning: the cosine to `vector`, which `model` made. Both are weighed as in search; a memory that
        the model has not read follows its words. Tags count as words of weight and lift what they name.
        """
        flat = self._laid_out()
        rows = np.array([flat.row_of[id] for id in ids if id in flat.row_of], np.intp)
        if not len(rows):
            return []
        by_words, tagged = _by_words(query, flat, rows)
        cosines = _cosines(flat, rows, model, vector)
        of_words, of_meaning, _ = settings.weights
        whole = (of_words + of_meaning) or 1.0
        known = np.isfinite(cosines)
        near = np.where(known, np.maximum(cosines, 0), 0)
        best = float(near.max(initial=0.0)) if known.any() else 1.0
        said = np.where(known, near, by_words * best)
        scores = (of_words * by_words + of_meaning * said) / whole if vector is not None else by_words
        scores = np.minimum(1.0, scores + TAG_LIFT * tagged)
        found = np.flatnonzero((by_words > 0) | (known & (cosines >= settings.floor)))
        order = found[np.argsort(-scores[found], kind="stable")]
        return [(flat.ids[rows[at]], round(float(scores[at]), 4)) for at in order.tolist()]

    def _laid_out(self) -> _Flat:
        if self._flat is None:
            entries = list(self._entries.values())
            counts = [len(one.terms) for one in entries]
            tags = [len(one.tags) for one in entries]
            # Of two models' vectors those of the greater number lie here; the others are made anew soon.
            sizes = [one.vectors.shape[1] for one in entries if one.vectors is not None and len(one.vectors)]
            wide = max(set(sizes), key=sizes.count) if sizes else 0
            fitting = [
                one.vectors if one.vectors is not None and one.vectors.shape[1] == wide else _none(wide)
                for one in entries
            ]
            numbers = np.arange(len(entries), dtype=np.int32)
            read_by = np.array([one.model for one in entries], object)
            self._flat = _Flat(
                tuple(self._entries),
                {id: row for row, id in enumerate(self._entries)},
                np.concatenate([_NO_HASHES, *(one.terms for one in entries)]),
                np.repeat(numbers, counts),
                np.concatenate([_NO_FLOATS, *(one.weights for one in entries)]),
                np.concatenate([_NO_HASHES, *(one.tags for one in entries)]),
                np.repeat(numbers, tags),
                np.array([one.length for one in entries], np.float32),
                np.concatenate([_none(wide), *fitting]),
                np.repeat(numbers, [len(one) for one in fitting]),
                {model: read_by == model for model in {one.model for one in entries}},
                tuple(sorted({one.language for one in entries if one.language})),
            )
        return self._flat


def _cosines(flat: _Flat, rows: NDArray[np.intp], model: str, vector: Floats | None) -> Floats:
    """Of each row to a vector; NaN where the model has not read it."""
    cosines = np.full(len(flat.ids), np.nan, np.float32)
    is_read = flat.models.get(model)
    if vector is None or is_read is None or flat.vectors.shape[1] != len(vector):
        return cosines[rows]
    asked = np.zeros(len(flat.ids), np.bool_)
    asked[rows] = is_read[rows]
    wanted = np.flatnonzero(asked[flat.vector_rows])
    np.fmax.at(cosines, flat.vector_rows[wanted], flat.vectors[wanted].astype(np.float32) @ vector)
    return cosines[rows]


def _by_words(query: str, flat: _Flat, rows: NDArray[np.intp]) -> tuple[Floats, Floats]:
    """What the words say of each row, 0 to 1, and the share of the query that its tags hold."""
    asked = words(normalised(query))
    telling = ([word for word in asked if word.lower() not in EVERY_STOP_WORD] or asked)[:MOST_WORDS]
    analyser = query_analyser(flat.languages)
    size = len(flat.lengths)
    length = np.maximum(flat.lengths[rows], 1.0)
    norm = (1 - B + B * length / float(length.mean())).astype(np.float32)
    scores, matched, tagged = (np.zeros(len(rows), np.float32) for _ in range(3))
    mass = 0.0
    wanted = {text.lower(): forms for word in telling for text, forms in analyser.forms(word)}
    # One pass over all terms leaves the few that any word may be found by.
    keys = _hashes([term for forms in wanted.values() for term, _ in forms])
    some, tags = np.flatnonzero(np.isin(flat.terms, keys)), np.flatnonzero(np.isin(flat.tags, keys))
    terms, term_rows, weights = flat.terms[some], flat.term_rows[some], flat.weights[some]
    for forms in wanted.values():
        counts, in_tags = np.zeros(size, np.float32), np.zeros(size, np.float32)
        for term, weight in forms:
            key = hash(term)
            at = np.flatnonzero(terms == key)
            np.maximum.at(counts, term_rows[at], weights[at] * np.float32(weight))
            in_tags[flat.tag_rows[tags[flat.tags[tags] == key]]] = 1.0
        count, is_tagged = counts[rows], in_tags[rows]
        found = (count > 0) | (is_tagged > 0)
        having = int(np.count_nonzero(found))
        idf = float(np.log(1 + (len(rows) - having + 0.5) / (having + 0.5)))
        frequency = count / norm + OF_TAG * is_tagged
        scores += idf * frequency / (frequency + K1)
        matched += idf * found
        tagged += idf * is_tagged
        mass += idf
    if not mass:
        return scores, tagged
    best = int(np.argmax(scores))
    covered = float(matched[best]) / mass
    return scores / np.float32(float(scores[best]) or 1.0) * np.float32(covered), tagged / np.float32(mass)


def _hashes(terms: Sequence[bytes]) -> Hashes:
    """Terms as numbers: of use in this process alone."""
    return np.array([hash(term) for term in terms], np.int64)


def _none(wide: int) -> Halves:
    return np.empty((0, wide), np.float16)
