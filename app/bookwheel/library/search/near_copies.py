"""Folds hits whose text is that of a better hit, word for word or nearly, under it."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from bookwheel.domain.search import Hit, Order, SearchRequest
from bookwheel.indexes.catalogue import SectionRow
from bookwheel.indexes.catalogue.section_parts import BARE
from bookwheel.indexes.keyword.analysis import UNSPACED, QueryAnalyser, normalised
from bookwheel.library.search.hit_list import HitList
from bookwheel.library.search.keyword_leg import KeywordLeg
from bookwheel.library.search.match_order import MOST_RANKED, Matches
from bookwheel.library.snapshot.snapshot import Snapshot

LOOKED_AT = 40
"""Hits, the best first, that are compared; more where more than half of them are copies."""

MOST_TAKEN_UP = 60
"""Further hits among which a document is looked for that takes the place of a copy."""

RUN = 4
"""Words that follow each other and are compared as one."""

PASSAGE = 12
"""Words on each side of one that was found, which must be the same: what differs there may be what is looked for."""

ALIKE = 0.8
"""Share of the runs of the longer of two texts that stand in both, from which on they are nearly the same."""

LEAST_RUNS = 12
"""Runs of a text below which only the very same text is a copy: one word may be all that it says."""

MOST_LETTERS = 20_000
"""Characters of a text beyond which only the very same text is a copy."""

AS_OFTEN = 1.5
"""How many times oftener one of two copies may have a word of the query, by the weights of fields and their lengths."""

_TOKEN = re.compile(rf"[{UNSPACED}]|[^\W{UNSPACED}]+")


def folds(request: SearchRequest) -> bool:
    """Whether copies are folded in the answer to a request."""
    return request.folds_copies and request.order is Order.BEST and not request.within


def fold_copies(
    hits: HitList, matches: Matches, leg: KeywordLeg, snapshot: Snapshot, *, refills: bool = True
) -> HitList:
    """The same hits without those that say what a better one says; `copies` names them by its key.

    A hit stays where it has a word of the query that the better one has not, or where its text differs about one.
    With `refills` documents further down take the places of copies, so that no reply names fewer documents.
    """
    copy_of = _copies_in(hits, matches, leg, snapshot)
    if not copy_of:
        return hits
    copies: dict[int, tuple[int, ...]] = {}
    for place, better in copy_of.items():
        copies[int(hits.keys[better])] = (*copies.get(int(hits.keys[better]), ()), int(hits.keys[place]))
    left = [place for place in range(len(hits.keys)) if place not in copy_of]
    if refills:
        left = _refilled(left, copy_of, snapshot.facets.document_of[hits.keys].tolist())
    order = np.array(left, np.intp)
    whole = hits.whole - sum(place < hits.whole for place in copy_of)
    total = hits.total - len(copy_of)
    return replace(hits, keys=hits.keys[order], scores=hits.scores[order], total=total, whole=whole, copies=copies)


def name_copies(page: Sequence[tuple[int, Hit]], copies: Mapping[int, Sequence[int]], snapshot: Snapshot) -> list[Hit]:
    """The hits of a page, each with the ids of the sections that are folded under it."""
    wanted = [copy for key, _ in page for copy in copies.get(key, ())]
    rows = snapshot.catalogue.section_rows(wanted, with_text=False) if wanted else {}
    ids = {key: f"{row.doc}#{row.anchor}" for key, row in rows.items()}
    return [
        replace(hit, copies=tuple(ids[copy] for copy in copies[key] if copy in ids)) if key in copies else hit
        for key, hit in page
    ]


def _copies_in(hits: HitList, matches: Matches, leg: KeywordLeg, snapshot: Snapshot) -> dict[int, int]:
    """The places of hits that are copies, each with the better one's; looks further while most are copies."""
    forms = frozenset(hits.forms)
    copy_of: dict[int, int] = {}
    texts: dict[int, _Text] = {}
    kept: list[int] = []
    end = 0
    while len(kept) < LOOKED_AT // 2 and end < len(hits.keys):
        places = [*kept, *range(end, min(len(hits.keys), end + max(LOOKED_AT, end)))]
        keys = hits.keys[places]
        may_be = _may_be_copies(keys, matches, leg, snapshot)
        may_be[: len(kept)] = False
        wanted = keys[may_be.any(axis=0) | may_be.any(axis=1)].tolist()
        rows = snapshot.catalogue.section_rows(wanted)
        texts |= {place: _Text(rows[key]) for place, key in zip(places, keys.tolist(), strict=True) if key in rows}
        may_be &= _are_as_long(np.array([len(texts[place].whole) if place in texts else 0 for place in places]))
        for place, fits in zip(places, may_be, strict=True):
            for better in (places[at] for at in np.flatnonzero(fits)):
                is_there = better in texts and place in texts and better not in copy_of
                if is_there and _is_copy(texts[place], texts[better], forms, leg.analyser):
                    copy_of[place] = better
                    break
        end = places[-1] + 1
        kept = [place for place in places if place not in copy_of]
    return copy_of


@dataclass
class _Text:
    """What a section says with its heading, cut into words when they are asked for."""

    row: SectionRow

    @cached_property
    def whole(self) -> str:
        return f"{self.row.title}\n{self.row.prose}\n{self.row.code}"

    @cached_property
    def words(self) -> frozenset[str]:
        return frozenset(self.whole.split())

    @cached_property
    def tokens(self) -> list[str]:
        return _TOKEN.findall(normalised(self.whole).lower())

    @cached_property
    def in_order(self) -> list[tuple[str, ...]]:
        return list(zip(*(self.tokens[at:] for at in range(RUN)), strict=False))

    @cached_property
    def runs(self) -> frozenset[tuple[str, ...]]:
        return frozenset(self.in_order)


def _is_copy(text: _Text, better: _Text, forms: frozenset[bytes], analyser: QueryAnalyser) -> bool:
    """Whether a text is the better one's, or nearly and the same about every word that was found."""
    if text.whole == better.whole:
        return True
    if max(len(text.whole), len(better.whole)) > MOST_LETTERS or not _are_near(text, better):
        return False
    least, most = sorted((len(text.runs), len(better.runs)))
    if least < LEAST_RUNS or least < ALIKE * most:
        return False
    if len(text.runs & better.runs) < ALIKE * most:
        return False
    changed = (place for place, run in enumerate(text.in_order) if run not in better.runs)
    return not any(analyser.document_forms(word) & forms for word in _words_near(text.tokens, changed))


def _are_near(text: _Text, better: _Text) -> bool:
    """Whether two texts share enough words to be looked at closely."""
    most = max(len(text.words), len(better.words))
    return most < LEAST_RUNS or len(text.words & better.words) >= ALIKE * ALIKE * most


def _are_as_long(lengths: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Which texts (rows) are about as long as which (columns): where one has much more to say, it is no copy."""
    shorter, longer = np.minimum(lengths, lengths[:, np.newaxis]), np.maximum(lengths, lengths[:, np.newaxis])
    return shorter >= ALIKE * longer - RUN * RUN


def _words_near(tokens: Sequence[str], places: Iterable[int]) -> set[str]:
    """The words about some places, in order; of scripts without spaces each two characters, as they are indexed."""
    spans: list[tuple[int, int]] = []
    for place in places:
        start, end = max(0, place + RUN - 1 - PASSAGE), place + 1 + PASSAGE
        if spans and start < spans[-1][1]:
            spans[-1] = (spans[-1][0], end)
        else:
            spans.append((start, end))
    near: set[str] = set()
    for start, end in spans:
        window = tokens[start:end]
        near.update(window)
        near.update(one + other for one, other in zip(window, window[1:], strict=False) if len(one + other) == 2)
    return near


def _may_be_copies(keys: NDArray[np.int64], matches: Matches, leg: KeywordLeg, snapshot: Snapshot) -> NDArray[np.bool_]:
    """Which of some sections (rows) may be copies of which better ones (columns), by the query's words in them.

    A copy has no word of the query that the better one lacks, and those that it has as often.
    """
    numbers = matches.numbers[:MOST_RANKED]
    number_of = dict(zip(leg.reader.keys[numbers].tolist(), numbers.tolist(), strict=True))
    wanted = np.array([number_of.get(key, -1) for key in keys.tolist()], np.intp)
    has_text = (snapshot.facets.held[keys] & BARE) == 0
    may_be = np.tril(has_text[:, np.newaxis] & has_text, -1)
    for answer in matches.asked:
        holders = answer.hits.documents
        if len(holders):
            at = np.minimum(np.searchsorted(holders, wanted), len(holders) - 1)
            often = np.where(holders[at] == wanted, answer.hits.frequencies[at], np.float32(0))
            mine, better = often[:, np.newaxis], often[np.newaxis, :]
            may_be &= (mine <= better * AS_OFTEN) & ((mine == 0) | (better <= mine * AS_OFTEN))
    return may_be


def _refilled(left: Sequence[int], copy_of: Mapping[int, int], documents: Sequence[int]) -> list[int]:
    """The places that are left, in the place of each copy the next hit of a document that was not seen before it."""
    order: list[int] = []
    seen: set[int] = set()
    moved: set[int] = set()
    last = max(copy_of)
    for place in range(last + 1):
        chosen: int | None = place
        if place in copy_of or place in moved:
            later = left[bisect_right(left, place) :][:MOST_TAKEN_UP]
            chosen = next((one for one in later if one not in moved and documents[one] not in seen), None)
            if chosen is None:
                continue
            moved.add(chosen)
        order.append(chosen)
        seen.add(documents[chosen])
    return [*order, *(place for place in left if place > last and place not in moved)]
