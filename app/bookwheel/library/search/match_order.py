"""Puts what the keyword leg found in order: exact names first, documents before their single sections."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bookwheel.indexes.catalogue import SectionRow, fold_name
from bookwheel.indexes.catalogue.section_parts import BARE, LINK_LIST
from bookwheel.indexes.keyword.reader import KeywordReader
from bookwheel.indexes.keyword.scorer import Term, TermHits
from bookwheel.library.search.query_parser import Query
from bookwheel.library.search.score_order import best, best_first
from bookwheel.library.search.word_parts import shared_parts
from bookwheel.library.snapshot.facets import Facets
from bookwheel.library.snapshot.snapshot import Snapshot
from bookwheel.settings import KeywordSettings

MOST_RANKED = 2000
"""Matches that are put in order."""

MOST_NAMED = 50
"""Documents of exactly the name asked for that are looked at."""

EXACT_TITLE, EXACT_HEADING = "exact title", "exact heading"

LINK_WEIGHT = 0.2
"""What links that say the whole query add to a document's best section, as a share of the best score by words.

Known items of k8s-docs-en, without the links of pages that the query was taken from, MRR@10 all and hard: .798 and .718
without, .807 and .730 at .2, .799 and .712 at .5; no tree of four lost more than .003.
"""

LOOKED_AT = 512
"""Sections, the best first, among which those of one document strengthen each other."""

LOOKED_INTO = 30
"""Sections, the best first, whose text is compared with the query by parts of words."""

Floats = NDArray[np.float32]
Bools = NDArray[np.bool_]
Numbers = NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class Asked:
    """A term of the query with what was found for it; an extra one lifts sections but is not asked of them."""

    term: Term
    hits: TermHits
    is_extra: bool = False


@dataclass(frozen=True, slots=True)
class Alike:
    """Words whose parts are looked for, with their rarity, what that weighs, and the mask by key of the sections where.

    Without a mask it is everywhere.
    """

    words: Mapping[str, float]
    weight: float
    sections: Bools | None = None


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


def list_documents(is_open: Bools, reader: KeywordReader, facets: Facets) -> Matches:
    """The first section of every document that filters leave, by their ids."""
    numbers = np.flatnonzero(is_open)
    ordered = numbers[np.argsort(facets.positions(reader.keys[numbers]))]
    documents = facets.document_of[reader.keys[ordered]]
    _, first = np.unique(documents, return_index=True)
    numbers = ordered[np.sort(first)]
    return Matches(numbers, np.ones(len(numbers), np.float32), (), {})


def put_in_order(
    query: Query, numbers: Numbers, scores: Floats, asked: tuple[Asked, ...], reader: KeywordReader,
    weights: KeywordSettings, snapshot: Snapshot, linked: Mapping[int, float], alike: Alike | None,
) -> Matches:  # fmt: skip
    """The sections with these numbers, the best first: by the scores of all sections, and by what lifts single ones.

    `linked` says by the keys of documents how well links to them say what is asked, 0 to 1; `alike` whose parts of
    words are looked for, and where.
    """
    keys = reader.keys[numbers]
    facets = snapshot.facets
    documents = facets.document_of[keys]
    own = scores[numbers] * facets.weight_of[keys]
    boosts: dict[int, tuple[tuple[str, float], ...]] = {}
    if len(numbers) and weights.same_document_boost:
        near_top = best(own, LOOKED_AT, lambda at: facets.positions(keys[at]))
        near_top = near_top[np.argsort(facets.positions(keys[near_top]))]
        own = _with_siblings(own, documents, near_top, weights.same_document_boost)
    if linked and len(numbers):
        boosts = _lift_linked(linked, numbers, documents, own)
    if alike is not None and len(numbers):
        _put_alike_first(alike, numbers, keys, own, snapshot, boosts)
    if query.name and len(numbers):
        named = _lift_names(query.name, numbers, keys, own, snapshot)
        boosts |= {number: (*boosts.get(number, ()), *added) for number, added in named.items()}
    top = best(own, MOST_RANKED, lambda at: facets.positions(keys[at]))
    ranked = top[best_first(own[top], facets.positions(keys[top]))]
    rest = np.ones(len(numbers), np.bool_)
    rest[ranked] = False
    order = np.concatenate([ranked, np.flatnonzero(rest)])
    return Matches(numbers[order], own[order].astype(np.float32), asked, boosts)


def _lift_linked(
    linked: Mapping[int, float], numbers: Numbers, documents: NDArray[np.int32], own: Floats
) -> dict[int, tuple[tuple[str, float], ...]]:
    """Lift the best section of each document that links say something of, in `own`; say by how much."""
    best_own = float(own.max()) or 1.0
    at = np.flatnonzero(np.isin(documents, list(linked)))
    at = at[np.lexsort((-own[at], documents[at]))]
    first = at[np.r_[True, documents[at][1:] != documents[at][:-1]]] if len(at) else at
    boosts: dict[int, tuple[tuple[str, float], ...]] = {}
    for position in first.tolist():
        added = LINK_WEIGHT * linked[int(documents[position])] * best_own
        own[position] += added
        boosts[int(numbers[position])] = (("incoming links", round(added, 4)),)
    return boosts


def _put_alike_first(
    alike: Alike, numbers: Numbers, keys: NDArray[np.int64], own: Floats, snapshot: Snapshot,
    boosts: dict[int, tuple[tuple[str, float], ...]],
) -> None:  # fmt: skip
    """Put the best sections in order by their scores and the parts of words that they share with the query, in `own`.

    They change places and keep the scores of those: other legs are weighed against scores by words. `boosts` says so.
    """
    at = best(own, LOOKED_INTO, lambda at: snapshot.facets.positions(keys[at]))
    at = at if alike.sections is None else at[alike.sections[keys[at]]]
    rows = snapshot.catalogue.section_rows(keys[at].tolist())
    there = np.array([position for position in at.tolist() if int(keys[position]) in rows], np.intp)
    texts = [_text_of(rows[int(keys[position])]) for position in there.tolist()]
    before = own[there].copy()
    order = np.argsort(-(before + alike.weight * float(own.max()) * shared_parts(alike.words, texts)), kind="stable")
    own[there[order]] = -np.sort(-before)
    for position, was in zip(there.tolist(), before.tolist(), strict=True):
        number, more = int(numbers[position]), round(float(own[position]) - was, 4)
        if more:
            boosts[number] = (*boosts.get(number, ()), ("word parts", more))


def _text_of(row: SectionRow) -> str:
    return " ".join((*row.heading_path, row.title, row.prose))


def _lift_names(
    name: str, numbers: Numbers, keys: NDArray[np.int64], own: Floats, snapshot: Snapshot
) -> dict[int, tuple[tuple[str, float], ...]]:
    """Put documents of exactly this title or alias first, then sections of exactly this heading; say which, and why.

    `own` holds the scores of the sections with these numbers and keys, and is changed.
    """
    if len(name) > 300:
        return {}
    catalogue, documents = snapshot.catalogue, snapshot.facets.document_of[keys]
    bare = name.rstrip("? ")
    asked = (name, bare, f"{bare}?")  # a question is one with and without its mark
    called = dict.fromkeys(key for text in asked for key in catalogue.exact(text)[:MOST_NAMED])
    near = np.flatnonzero(np.isin(documents, list(called))) if called else np.zeros(0, np.intp)
    if not len(near):
        return {}
    present = [key for key in called if (documents[near] == key).any()]
    boosts: dict[int, tuple[tuple[str, float], ...]] = {}
    wanted = {fold_name(text) for text in asked}
    top = float(own.max())
    for key, row in catalogue.document_rows(present).items():
        positions = near[documents[near] == key]
        if wanted & {fold_name(title) for title in (row.title, *row.aliases)}:
            # Who asks for a document by its name wants its first text; sections are numbered in source order.
            is_thin = (snapshot.facets.held[keys[positions]] & (LINK_LIST | BARE)) > 0
            chosen, added, reason = [int(positions[np.lexsort((keys[positions], is_thin))[0]])], 2 * top, EXACT_TITLE
        else:
            same = [section.key for section in catalogue.sections_of(key) if fold_name(section.title) in wanted]
            chosen = [int(position) for position in positions if int(keys[position]) in same]
            added, reason = top, EXACT_HEADING
        for position in chosen:
            own[position] += added
            boosts[int(numbers[position])] = ((reason, round(added, 4)),)
    return boosts


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
