"""Documents on the same subject in other words: near each other in meaning, and neither copies nor linked."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from bookwheel.domain.diagnostics import LinkFinding
from bookwheel.domain.messages import Message
from bookwheel.library.embedding.document_vectors import document_vectors, documents_of_vectors
from bookwheel.library.embedding.model_view import ModelView
from bookwheel.library.report.copies import lines_of
from bookwheel.library.report.incoming_links import incoming_links
from bookwheel.library.report.inspection import MOST_COMPARED, Found, Inspection, too_many
from bookwheel.library.report.passages import first_told
from bookwheel.library.search.snippets import cleaned

LEAST_NEAR, MOST_NEAR = 0.845, 0.95
"""Cosines between the mean vectors of two documents: below, they are related at most; above, they are copies."""

LEAST_MARGIN = 0.015
"""By how much a document must be nearer to the other than to any third: else they are of a series."""

MOST_SHARED = 0.15
"""Share of lines that stand in both, from which on they are made from one template."""

LEAST_WORDS = 60
"""Words of a document that has a subject."""

MOST_TRIED = 50
"""Pairs of sections of which the first with prose is shown."""

_BLOCK = 1024

Floats = NDArray[np.float32]
Keys = NDArray[np.int64]

NO_VECTORS = Message("The semantic index has no vectors for these documents, so they were not compared by meaning.")


def find_similar(asked: Inspection, views: Sequence[ModelView]) -> Found:
    """Pairs of documents of one collection that are nearest to each other, the nearest first."""
    keys = asked.keys()
    found: list[LinkFinding] = []
    compared = 0
    links = incoming_links(asked.graph)
    for view in views:
        owners = documents_of_vectors(view.table, asked.snapshot.facets)
        for readable in _readable(keys[:MOST_COMPARED], view, asked):
            mine, centres = _centres(readable, view, asked)
            compared += len(mine)
            pairs = [(mine[one], mine[other], cosine) for one, other, cosine in nearest_pairs(centres)]
            found.extend(_finding(*pair, view, owners, asked) for pair in _telling(pairs, links, asked))
    found.sort(key=lambda finding: (-finding.share, finding.doc.casefold()))
    return Found(found, too_many(len(keys)) if compared else (NO_VECTORS,))


def _readable(keys: Sequence[int], view: ModelView, asked: Inspection) -> list[list[int]]:
    """The documents with a subject that a model reads, by collection."""
    facets, languages = asked.snapshot.facets, asked.snapshot.facets.values_of("language")
    words = {key: count for key, _, count in asked.snapshot.catalogue.sizes()}
    found: defaultdict[str, list[int]] = defaultdict(list)
    for key in keys:
        slug, language = facets.places[key][0], languages.get(key, "")
        is_read = view.identity.reads(language) if language else not view.identity.languages
        if is_read and slug in view.collections and words.get(key, 0) >= LEAST_WORDS:
            found[slug].append(key)
    return list(found.values())


def nearest_pairs(centres: Floats) -> Iterator[tuple[int, int, float]]:
    """Pairs of rows that are each other's nearest by a margin, within the band, with their cosine."""
    size = len(centres)
    if size < 2:
        return
    nearest, first, second = np.zeros(size, np.int64), np.zeros(size, np.float32), np.full(size, -1, np.float32)
    for at in range(0, size, _BLOCK):
        rows = np.arange(at, min(at + _BLOCK, size))
        cosines = centres[rows] @ centres.T
        cosines[np.arange(len(rows)), rows] = -1
        nearest[rows] = cosines.argmax(axis=1)
        first[rows] = cosines[np.arange(len(rows)), nearest[rows]]
        cosines[np.arange(len(rows)), nearest[rows]] = -1
        second[rows] = cosines.max(axis=1)
    for one in np.flatnonzero((first >= LEAST_NEAR) & (first < MOST_NEAR)).tolist():
        other = int(nearest[one])
        margin = float(first[one]) - max(float(second[one]), float(second[other]))
        if one < other and nearest[other] == one and margin >= LEAST_MARGIN:
            yield one, other, float(first[one])


def _telling(
    pairs: Sequence[tuple[int, int, float]], links: Mapping[int, Mapping[int, int]], asked: Inspection
) -> Iterator[tuple[int, int, float]]:
    """The pairs that do not link to each other and are not made from one template."""
    graph, places = asked.graph, asked.snapshot.facets.places
    for one, other, cosine in pairs:
        ends = [graph.number_of.get("/".join(places[key][:2]), -1) for key in (one, other)]
        if ends[0] in links.get(ends[1], ()) or ends[1] in links.get(ends[0], ()):
            continue
        lines = [lines_of(asked.snapshot.catalogue.text_of(key)) for key in (one, other)]
        if 2 * len(lines[0] & lines[1]) < MOST_SHARED * max(1, len(lines[0]) + len(lines[1])):
            yield one, other, cosine


def _centres(keys: Sequence[int], view: ModelView, asked: Inspection) -> tuple[list[int], Floats]:
    """Those of the documents that have vectors, and the mean of each one's (n, dimensions), of length 1."""
    means = document_vectors(view.table, asked.snapshot.facets, keys)
    lengths = np.linalg.norm(means, axis=1)
    has_some = lengths > 0  # NaN is not
    mine = [key for key, is_there in zip(keys, has_some.tolist(), strict=True) if is_there]
    return mine, means[has_some] / lengths[has_some, None]


def _finding(one: int, other: int, cosine: float, view: ModelView, owners: Keys, asked: Inspection) -> LinkFinding:
    """Two documents with the sections of them that are nearest to each other; `owners` are those of each vector."""
    table = view.table
    first, second = np.flatnonzero(owners == one), np.flatnonzero(owners == other)
    cosines = table.matrix[first].astype(np.float32) @ table.matrix[second].astype(np.float32).T
    order = np.argsort(-cosines, axis=None)[:MOST_TRIED]
    places = np.stack([first[order // len(second)], second[order % len(second)]], axis=1)
    keys = table.section_keys[np.searchsorted(table.starts, places, "right") - 1]
    ids = _told_sections([(int(mine), int(its)) for mine, its in keys], asked)
    documents = asked.snapshot.catalogue.document_rows([one, other])
    return LinkFinding(
        documents[one].doc, cleaned(documents[one].title), ids[0], other=documents[other].doc,
        other_title=cleaned(documents[other].title), other_section=ids[1], share=round(cosine, 3),
    )  # fmt: skip


def _told_sections(pairs: Sequence[tuple[int, int]], asked: Inspection) -> tuple[str, str]:
    """The ids of the first pair of sections (by key) that both have prose, else of the first pair."""
    catalogue = asked.snapshot.catalogue
    known = catalogue.section_rows(sorted({key for pair in pairs for key in pair}), with_text=False)
    lines = {key: catalogue.text_of(key).split("\n") for key in {row.document_key for row in known.values()}}
    told = [key for key, row in known.items() if first_told(lines[row.document_key], (row,))]
    ids = {key: f"{row.doc}#{row.anchor}" for key, row in known.items()}
    best = next((pair for pair in pairs if pair[0] in told and pair[1] in told), pairs[0])
    return ids.get(best[0], ""), ids.get(best[1], "")
