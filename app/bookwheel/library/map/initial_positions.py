"""Where the drawing of a map begins: from the places of before, from meaning, from folders."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bookwheel.library.map.force_layout import Bools, Floats, Ints, radius

HUB = 32
"""Links of a document from which on each of them pulls less."""

FOLDER_TIE = 0.3
"""How strongly a document without links is tied to its folder, where a link is 1."""

_DIFFUSIONS = 30
_GOLDEN = np.pi * (3.0 - np.sqrt(5.0))


@dataclass(frozen=True, slots=True)
class Ties:
    """Documents and their folders as one graph: `pairs` (m, 2), `weights` (m,), and how many of `nodes` are documents.

    Folders are the nodes after the documents, and have no `mass` (nodes,).
    """

    pairs: Ints
    weights: Floats
    mass: Floats
    documents: int
    nodes: int


def ties_of(ids: tuple[str, ...], links: Ints) -> Ties:
    """Links between documents, a hub's weaker, and a tie of each document to its folder, and of that to the one above.

    The fewer links a document has, the more its folder says where it belongs.
    """
    count = len(ids)
    degrees = np.bincount(links.ravel(), minlength=count).astype(np.float64)
    busiest = np.maximum(degrees[links[:, 0]], degrees[links[:, 1]]) if len(links) else np.zeros(0)
    linked = 1.0 / np.sqrt(np.maximum(1.0, busiest / HUB))
    numbers: dict[str, int] = {}
    folders = np.empty(count, np.int64)
    for place, doc in enumerate(ids):
        folders[place] = numbers.setdefault(doc.rpartition("/")[0], len(numbers))
    above: list[tuple[int, int]] = []
    for folder in list(numbers):
        while "/" in folder:
            parent = folder.rpartition("/")[0]
            is_new = parent not in numbers
            above.append((numbers[folder], numbers.setdefault(parent, len(numbers))))
            if not is_new:
                break
            folder = parent
    held = np.bincount(folders, minlength=len(numbers)).astype(np.float64)
    own = np.column_stack([np.arange(count), count + folders])
    nested = np.array(above, np.int64).reshape(-1, 2)
    weights = [linked, FOLDER_TIE / np.sqrt(1.0 + degrees), 0.5 * np.sqrt(1.0 + held[nested[:, 0]])]
    pairs = np.concatenate([links, own, count + nested]).astype(np.int32)
    mass = np.zeros(count + len(numbers))
    mass[:count] = 1.0 + np.bincount(links.ravel(), np.repeat(linked, 2), count)
    return Ties(pairs, np.concatenate(weights), mass, count, count + len(numbers))


def fresh(ties: Ties, meaning: Floats) -> Floats:
    """Places (nodes, 2) for a map that was never drawn: from meaning (n, 2; NaN for none) as far as it goes.

    Where little is known of meaning, a random start that was evened out along all ties, which brings near what is tied.
    """
    chance = np.random.default_rng(0)
    known = np.isfinite(meaning[:, 0])
    places = chance.standard_normal((ties.nodes, 2))
    if known.sum() * 2 > ties.documents:
        spread = meaning[known].std(axis=0) + 1e-9
        places[: ties.documents][known] = (meaning[known] - meaning[known].mean(axis=0)) / spread
        fixed = np.concatenate([known, np.zeros(ties.nodes - ties.documents, np.bool_)])
        places = _beside(ties, places, fixed)[0]
    else:
        for _ in range(_DIFFUSIONS):
            places = 0.5 * places + 0.5 * _average(ties, places)[0]
            places -= places.mean(axis=0)
            places = np.linalg.qr(places)[0] if ties.nodes > 2 else places
        places /= places.std(axis=0) + 1e-9
    places += 0.02 * chance.standard_normal((ties.nodes, 2))
    # Evenly over a disc, so that nothing begins far out or on a heap.
    distance = np.hypot(places[:, 0], places[:, 1])
    rank = np.argsort(np.argsort(distance))
    return places / (distance + 1e-9)[:, None] * (0.5 * radius(ties.mass) * np.sqrt((rank + 1.0) / len(rank)))[:, None]


def continued(ties: Ties, before: Floats) -> tuple[Floats, Bools]:
    """Places (nodes, 2) that go on from those of before (n, 2; NaN for new documents), and which were known.

    A new document begins in the midst of what it is tied to; what is tied to nothing that was there, such as a new
    collection, is drawn by itself and begins at the rim.
    """
    known = np.isfinite(before[:, 0])
    places = np.zeros((ties.nodes, 2))
    places[: ties.documents][known] = before[known]
    fixed = np.concatenate([known, np.zeros(ties.nodes - ties.documents, np.bool_)])
    places, placed = _beside(ties, places, fixed)
    apart = np.arange(ties.documents) * _GOLDEN
    beside = np.column_stack([np.cos(apart), np.sin(apart)]) * 0.5
    places[: ties.documents][~known] += beside[~known]
    _put_at_rim(ties, places, placed)
    return places, fixed


def _put_at_rim(ties: Ties, places: Floats, placed: Bools) -> None:
    """Give what has no tie to what is `placed` places of its own around it, each group drawn as a map of its own."""
    groups = _groups(ties, ~placed)
    middle = places[placed].mean(axis=0) if placed.any() else np.zeros(2)
    distances = np.hypot(*(places[placed] - middle).T)
    rim = float(np.quantile(distances, 0.98)) if len(distances) else 0.0
    for number, group in enumerate(groups):
        inside = np.full(ties.nodes, -1)
        inside[group] = np.arange(len(group))
        kept = (inside[ties.pairs] >= 0).all(axis=1)
        documents = int((group < ties.documents).sum())
        pairs = inside[ties.pairs[kept]].astype(np.int32)
        own = Ties(pairs, ties.weights[kept], ties.mass[group], documents, len(group))
        alone = fresh(own, np.full((documents, 2), np.nan)) if documents > 1 else np.zeros((len(group), 2))
        way = rim + 0.5 * radius(own.mass) + 1.0
        angle = number * _GOLDEN
        places[group] = alone + middle + way * np.array([np.cos(angle), np.sin(angle)])


def _groups(ties: Ties, among: Bools) -> list[NDArray[np.intp]]:
    """Numbers of the nodes that are tied to each other, group by group, with a document in each."""
    own = np.arange(ties.nodes)
    pairs = ties.pairs[among[ties.pairs].all(axis=1)]
    while True:
        least = own.copy()
        np.minimum.at(least, pairs[:, 0], own[pairs[:, 1]])
        np.minimum.at(least, pairs[:, 1], own[pairs[:, 0]])
        least = least[least]
        if np.array_equal(least, own):
            break
        own = least
    numbers = np.flatnonzero(among)
    heads = np.unique(own[numbers])
    return [numbers[own[numbers] == head] for head in heads[heads < ties.documents].tolist()]


def _beside(ties: Ties, places: Floats, fixed: Bools) -> tuple[Floats, Bools]:
    """The places with those that are not `fixed` put among their neighbours, ring by ring, and which were put there."""
    placed = fixed.copy()
    result = np.where(placed[:, None], places, 0.0)
    for _ in range(12):
        if placed.all():
            return result, placed
        average, total = _average(ties, result, placed)
        new = ~placed & (total > 0)
        if not new.any():
            break
        result[new] = average[new]
        placed |= new
    middle = result[placed].mean(axis=0) if placed.any() else np.zeros(2)
    return np.where(placed[:, None], result, middle + places * ~fixed[:, None]), placed


def _average(ties: Ties, places: Floats, counted: Bools | None = None) -> tuple[Floats, NDArray[np.float64]]:
    """By node: the mean place of what it is tied to, by weight, and that weight; only `counted` ones count."""
    here = np.concatenate([ties.pairs[:, 0], ties.pairs[:, 1]])
    there = np.concatenate([ties.pairs[:, 1], ties.pairs[:, 0]])
    weights = np.concatenate([ties.weights, ties.weights])
    if counted is not None:
        weights = weights * counted[there]
    total = np.bincount(here, weights, ties.nodes)
    sums = [np.bincount(here, weights * places[there, axis], ties.nodes) for axis in (0, 1)]
    return np.column_stack(sums) / np.maximum(total, 1e-9)[:, None], total.astype(np.float64)
