"""The semantic leg: how near in meaning sections are to a query, as far as a model can read both."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bookwheel.domain.errors import EngineUnavailable
from bookwheel.domain.messages import Message
from bookwheel.domain.stages import Stage, enter
from bookwheel.indexes.embedding import Encoder
from bookwheel.indexes.keyword.postings import Recent
from bookwheel.library.embedding.chunker import LONGEST_TOKENS, SPECIAL_TOKENS, chunks
from bookwheel.library.search.score_order import best, best_first
from bookwheel.library.search.similar.passage import Passage
from bookwheel.library.snapshot.snapshot import Snapshot, Vectors
from bookwheel.parsing.languages import vote
from bookwheel.settings import FusionSettings

MOST_NEAR, MOST_BESIDE = 200, 100
"""Sections that meaning can bring in, asked alone and beside words.

Of 499 queries of k8s-docs-en 498 have the same ten best hits with 100 beside words as with 200, and Chroma takes a
third less time.
"""

NEAREST = 5
"""Sections that are shown as the nearest ones where none is near enough and meaning is asked alone."""

ASIDE = 24
"""Best keyword hits without vectors that are embedded while the query waits."""

ASIDE_BATCH = 2
ASIDE_LETTERS = 500
"""Letters of such a section's beginning that are read: the time is short."""

PASSAGE_LETTERS, PASSAGE_PIECES = 4000, 4
"""Letters of a passage without vectors of its own that are embedded while the query waits, and pieces of these."""

Keys = NDArray[np.int64]
Floats = NDArray[np.float32]
Bools = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Nearness:
    """Cosines by section key: `keys` rising (int64), `cosines` float32, every one that the query and its hits need."""

    keys: Keys
    cosines: Floats
    notices: tuple[Message, ...] = ()

    def of(self, keys: Keys) -> Floats:
        """The cosines of some sections; NaN where meaning cannot tell."""
        if not len(self.keys):
            return np.full(len(keys), np.nan, np.float32)
        places = np.minimum(np.searchsorted(self.keys, keys), len(self.keys) - 1)
        return np.where(self.keys[places] == keys, self.cosines[places], np.float32(np.nan))


UNREAD = Message("The embedding model does not support the language of this query; this answer uses keyword search.")

AWAY = Message("The engine for search by meaning does not answer; this answer uses keyword search.")

NOTHING = np.zeros(0, np.float32)
NOWHERE = Nearness(np.zeros(0, np.int64), NOTHING)


class Kept:
    """What was embedded while a query waited: vectors of queries and of sections; any thread."""

    def __init__(self) -> None:
        """Start empty."""
        self.queries: Recent[tuple[str, str], Floats] = Recent(_size, 2 << 20)
        self.sections: Recent[tuple[str, int], Floats] = Recent(_size, 16 << 20)


class SemanticLeg:
    """Meaning for the questions asked of one snapshot."""

    def __init__(
        self,
        snapshot: Snapshot,
        kept: Kept,
        allowed: Bools | None,
        settings: FusionSettings,
        *,
        is_typing: bool = False,
        passage: Passage | None = None,
    ) -> None:
        """Prepare; `allowed` is the mask by section key, None for everything. Nobody waits while `is_typing`.

        With a passage, that is what sections are near to, whatever text is asked.
        """
        self._snapshot, self._kept, self._allowed = snapshot, kept, allowed
        self._passage = passage
        self._views: Sequence[Vectors] = snapshot.meaning.vectors
        self._floor, self._aside_s = settings.floor, 0.0 if is_typing else settings.embed_on_demand_ms / 1000

    @property
    def is_ready(self) -> bool:
        """Whether any model is at hand."""
        return bool(self._views)

    def find_unread(self) -> Bools | None:
        """Which sections (bool by section key) no model at hand reads; None where there is no model."""
        readable = [self._readable(view) for view in self._views]
        return ~np.logical_or.reduce(readable) if readable else None

    def match(self, text: str, keyword_keys: Keys, *, is_open: bool = True, is_alone: bool = False) -> Nearness:
        """How near the keyword hits are to a text and, if `is_open`, what else is; nothing of what a model cannot read.

        Hits without a vector are embedded now, the best first, as long as the settings let. Where nothing is near
        enough and meaning `is_alone`, the few nearest ones stand for it.
        """
        # On the caller's thread: handed to another, beside the look at the words, it took a search .5 ms longer.
        least = NEAREST if is_alone else 0
        found: list[tuple[Keys, Floats]] = []
        notices: tuple[Message, ...] = ()
        for view in self._views:
            vector = self._vector_of(view, text)
            if vector is None:
                continue
            readable = self._readable(view)
            near = NOWHERE.keys, NOWHERE.cosines
            if is_open:
                try:
                    near = self._near(view, vector, readable, least)
                except EngineUnavailable:  # logged where it was noticed first; vectors of the hits are at hand
                    notices = (AWAY,)
            near = self._beyond_passage(*near)
            asked = np.sort(keyword_keys[readable[keyword_keys]])
            known = view.exact(vector, asked)
            parts = [near, known, self._aside(view, vector, keyword_keys, readable, known[0])]
            keys = np.concatenate([keys for keys, _ in parts])
            cosines = np.concatenate([cosines for _, cosines in parts])
            order = np.argsort(keys, kind="stable")
            order = order[np.r_[True, np.diff(keys[order]) > 0]] if len(keys) else order
            keys, cosines = keys[order], cosines[order]
            nearest = float(cosines.max(initial=0.0))
            is_close = nearest > 0 and (not least or nearest >= self._floor)
            found.append((keys, cosines / nearest if len(self._views) > 1 and is_close else cosines))
        if not found:
            return Nearness(NOWHERE.keys, NOWHERE.cosines, (UNREAD,) if self._views else ())
        if len(found) == 1:
            return Nearness(found[0][0], found[0][1].astype(np.float32), notices)
        keys = np.concatenate([keys for keys, _ in found])
        order = np.argsort(keys, kind="stable")
        cosines = np.concatenate([cosines for _, cosines in found])[order].astype(np.float32)
        return Nearness(keys[order], cosines, notices)

    def _near(self, view: Vectors, vector: Floats, readable: Bools, least: int) -> tuple[Keys, Floats]:
        most = (MOST_NEAR if least else MOST_BESIDE) + len(self._passage.sections if self._passage else ())
        is_everything = self._allowed is None and len(self._views) == 1
        keys, cosines = view.nearest(vector, most, None if is_everything else readable)
        known = keys < len(readable)
        fit = known & readable[np.where(known, keys, 0)]
        keys, cosines = keys[fit], cosines[fit]
        if len(keys) > most:
            top = best(cosines, most, lambda at: self._snapshot.facets.positions(keys[at]))
            keys, cosines = keys[top], cosines[top]
        chosen = cosines >= self._floor
        if not chosen.any():
            chosen[best_first(cosines, self._snapshot.facets.positions(keys))[:least]] = True
        return keys[chosen], cosines[chosen]

    def _beyond_passage(self, keys: Keys, cosines: Floats) -> tuple[Keys, Floats]:
        """What is not the passage itself."""
        if self._passage is None or not self._passage.sections:
            return keys, cosines
        is_other = ~np.isin(keys, self._passage.sections)
        return keys[is_other], cosines[is_other]

    def _aside(self, view: Vectors, vector: Floats, ranked: Keys, readable: Bools, known: Keys) -> tuple[Keys, Floats]:
        """Keyword hits without vectors, embedded now or for an earlier query."""
        first = ranked[:ASIDE]
        there = set(known.tolist())
        missing = [key for key in first[readable[first]].tolist() if key not in there]
        if not missing:
            return NOWHERE.keys, NOWHERE.cosines
        name = view.encoder.identity.key
        vectors = {key: kept for key in missing if (kept := self._kept.sections.get((name, key))) is not None}
        vectors.update(self._made(view, [key for key in missing if key not in vectors]))
        keys = np.array(sorted(key for key, made in vectors.items() if len(made)), np.int64)
        if not len(keys):
            return NOWHERE.keys, NOWHERE.cosines
        return keys, np.stack([vectors[key] for key in keys.tolist()]) @ vector

    def _made(self, view: Vectors, waiting: Sequence[int]) -> dict[int, Floats]:
        """Vectors of sections' beginnings, of no length where there is nothing to embed, as many as the time allows."""
        if not waiting or not self._aside_s:
            return {}
        ends = time.perf_counter() + self._aside_s
        rows = self._snapshot.catalogue.section_rows(waiting)
        titles = self._snapshot.catalogue.document_rows(sorted({row.document_key for row in rows.values()}))
        vectors: dict[int, Floats] = {}
        for at in range(0, len(waiting), ASIDE_BATCH):
            if time.perf_counter() >= ends:
                break
            texts: dict[int, str] = {}
            for key in waiting[at : at + ASIDE_BATCH]:
                row = rows.get(key)
                document = titles.get(row.document_key) if row else None
                if row and document and (cut := chunks(row, document.title, view.encoder)):
                    texts[key] = cut[0].text[:ASIDE_LETTERS]
                else:
                    vectors[key] = NOTHING
            vectors.update(zip(texts, view.encoder.encode(list(texts.values())), strict=True))
        for key, made in vectors.items():
            self._kept.sections.put((view.encoder.identity.key, key), made)
        return vectors

    def _vector_of(self, view: Vectors, text: str) -> Floats | None:
        """The vector of what is asked: of the passage, else of the text; None where the model cannot read it."""
        passage = self._passage
        if passage is not None and passage.is_whole:
            mean = view.mean_of(np.array(passage.sections, np.int64))
            if mean is not None:
                return mean
        if not self._reads(view, text):
            return None
        return self._vector(view, text) if passage is None else _encoded(view.encoder, text)

    def _vector(self, view: Vectors, text: str) -> Floats:
        key = (view.encoder.identity.key, text)
        vector = self._kept.queries.get(key)
        if vector is None:
            with enter(Stage.EMBED_QUERY):
                vector = view.encoder.encode([text], is_query=True)[0]
            self._kept.queries.put(key, vector)
        return vector

    def _reads(self, view: Vectors, text: str) -> bool:
        identity = view.encoder.identity
        if not identity.languages:
            return True
        letters = [letter for letter in text if letter.isalpha()]
        if 2 * sum(letter > "\u036f" for letter in letters) > len(letters):
            return any(code not in _LATIN for code in identity.languages)
        language = vote(text)
        return identity.reads(language) or language not in self._snapshot.facets.languages()

    def _readable(self, view: Vectors) -> Bools:
        """Which sections (bool by section key) may be asked: allowed, and in a language and collection of the model."""
        snapshot, identity = self._snapshot, view.encoder.identity
        facets = snapshot.facets
        key = (identity.key, view.collections)
        readable = snapshot.readable.get(key)
        if readable is None:
            readable = facets.document_of > 0
            for language in facets.languages():
                if not identity.reads(language):
                    readable &= ~facets.carrying_mask("language", (language,))
            others = tuple(slug for slug in snapshot.collections if slug not in view.collections)
            if others:
                readable &= ~facets.carrying_mask("collection", others)
            snapshot.readable[key] = readable
        return readable if self._allowed is None else readable & self._allowed


_LATIN = frozenset(
    ("en", "de", "fr", "es", "it", "pt", "nl", "sv", "da", "no", "nb", "nn", "fi", "pl", "cs", "ro", "tr")
)


def _encoded(encoder: Encoder, text: str) -> Floats:
    """The mean of the vectors of a passage's first pieces, of length 1."""
    most = min(encoder.identity.max_tokens, LONGEST_TOKENS) - SPECIAL_TOKENS
    pieces = encoder.pieces(text[:PASSAGE_LETTERS], most)[:PASSAGE_PIECES] or [text[:PASSAGE_LETTERS]]
    mean = encoder.encode(pieces).mean(axis=0)
    return (mean / max(float(np.linalg.norm(mean)), 1e-9)).astype(np.float32)


def _size(vector: Floats) -> int:
    return 200 + vector.nbytes
