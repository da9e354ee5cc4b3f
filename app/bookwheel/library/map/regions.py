"""Regions of a map: where documents lie close together, and what each of them is about."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from bookwheel.domain.map import Region
from bookwheel.library.map.force_layout import Floats, Ints

MOST = 28
"""Regions that have a name; more could not be read."""

SMALLEST = 6
"""Documents of a region at least."""

_SIDES = (16, 72)
"""Cells along a side, for few documents and for many."""

_BLURS = (1.6, 2.2, 3.0, 4.2)
"""Cells; hills that are nearer to each other become one. The first is taken that leaves no more than can be named."""

_NEARLY_ALL = 0.8

_LONGEST_NAME, _CANDIDATES = 40, 12
"""Letters of a name at most, and how many titles are tried for one."""
_FOLDER_SHARE = 0.7
"""So much of a region must lie in one folder for it to be called after that."""


def regions_of(
    places: Floats, ids: Sequence[str], titles: Sequence[str], links: Ints
) -> tuple[tuple[Region, ...], Ints]:
    """Regions, the largest first, and by document which it is of, -1 for none; `links` (m, 2) are from and to."""
    count = len(ids)
    region_of = np.full(count, -1, np.int32)
    if count < SMALLEST:
        return (), region_of
    least = max(SMALLEST, count // 400)
    groups: list[NDArray[np.int64]] = []
    for blur in _BLURS:
        found, member = np.unique(_hills(places, blur), return_inverse=True)
        sizes = np.bincount(member, minlength=len(found))
        order = [int(number) for number in np.argsort(-sizes, kind="stable") if sizes[number] >= least]
        groups = [np.flatnonzero(member == number) for number in order[:MOST]]
        if len(order) <= MOST:
            break
    if len(groups) == 1 and len(groups[0]) > _NEARLY_ALL * count:
        return (), region_of  # a name for everything says nothing
    names = _names(groups, ids, [_central_titles(group, places, titles, links) for group in groups])
    regions: list[Region] = []
    for group, name in zip(groups, names, strict=True):
        if not name:
            continue
        region_of[group] = len(regions)
        x, y = np.median(places[group], axis=0)
        regions.append(Region(name, round(float(x), 3), round(float(y), 3), len(group)))
    return tuple(regions), region_of


def _hills(places: Floats, blur: float) -> NDArray[np.int64]:
    """By document the top of the hill on which it lies: each cell climbs to its densest neighbour."""
    low, high = np.percentile(places, (0.5, 99.5), axis=0)
    span = float(max((high - low).max(), 1e-9))
    side = int(np.clip(1.5 * math.sqrt(len(places)), *_SIDES))
    at = np.clip((places - (low + high) / 2) / span * (side - 6) + side / 2, 0, side - 1).astype(np.int64)
    cells = at[:, 0] * side + at[:, 1]
    density = np.bincount(cells, minlength=side * side).reshape(side, side).astype(float)
    waves = np.fft.fftfreq(side)
    soft = np.exp(-2.0 * (np.pi * blur) ** 2 * (waves[:, None] ** 2 + waves[None] ** 2))
    height = np.fft.ifft2(np.fft.fft2(density) * soft).real
    height += 1e-9 * np.arange(side * side).reshape(side, side)  # no two alike
    around = np.pad(height, 1, constant_values=-np.inf)
    steps = [(down, across) for down in range(3) for across in range(3)]
    windows = np.stack([around[down : down + side, across : across + side] for down, across in steps])
    best = windows.argmax(axis=0).ravel()
    numbers = np.arange(side * side)
    climb = numbers + (best // 3 - 1) * side + best % 3 - 1
    while True:
        higher = climb[climb]
        if np.array_equal(higher, climb):
            return climb[cells]
        climb = higher


def _names(groups: list[NDArray[np.int64]], ids: Sequence[str], central: Sequence[Sequence[str]]) -> list[str]:
    """A name for each group, none twice: its folder, if most share one that is mostly here, else a central title."""
    folders = [_folders(doc) for doc in ids]
    in_folder = Counter(folder for above in folders for folder in above)
    taken: set[str] = set()
    names: list[str] = []
    for group, titles in zip(groups, central, strict=True):
        members: list[int] = group.tolist()
        name = _folder_name(Counter(f for m in members for f in folders[m]), in_folder, len(members), taken)
        if not name:
            name = next((title for title in titles if title.casefold() not in taken), "")
            taken.add(name.casefold())
        names.append(name)
    return names


def _central_titles(group: NDArray[np.int64], places: Floats, titles: Sequence[str], links: Ints) -> list[str]:
    """The titles of a region's most central documents: those that most others of it link to, then the most inward."""
    is_here = np.zeros(len(titles), bool)
    is_here[group] = True
    within = links[is_here[links].all(axis=1)]
    linked = np.bincount(within[:, 1], minlength=len(titles))[group]
    middle = np.median(places[group], axis=0)
    away = np.hypot(*(places[group] - middle).T)
    order = np.lexsort((away, -linked))[:_CANDIDATES]
    found = (_shortened(titles[int(group[row])]) for row in order)
    return [title for title in found if len(title) > 2]


def _shortened(title: str) -> str:
    """A title in one line, cut at a word where it is long."""
    whole = " ".join(title.split())
    if len(whole) <= _LONGEST_NAME:
        return whole
    return whole[:_LONGEST_NAME].rpartition(" ")[0].rstrip(" ,;:–-") + "…"


def _folder_name(here: Counter[str], everywhere: Counter[str], size: int, taken: set[str]) -> str:
    fitting = [
        (count / size * count / everywhere[folder], folder)
        for folder, count in here.items()
        if count >= _FOLDER_SHARE * size and count >= 0.4 * everywhere[folder]
    ]
    for _, folder in sorted(fitting, reverse=True):
        name = folder.rpartition("/")[2].replace("-", " ").replace("_", " ").strip()
        if len(name) > 2 and name.casefold() not in taken:
            taken.add(name.casefold())
            return name[0].upper() + name[1:]
    return ""


def _folders(doc: str) -> list[str]:
    """The folders around a document, from the collection inwards."""
    parts = doc.split("/")[:-1]
    return ["/".join(parts[: depth + 1]) for depth in range(len(parts))]
