"""Regions of a map: where documents lie close together, and what each of them is about."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from bookwheel.domain.map import Region
from bookwheel.library.map.force_layout import Floats, Ints
from bookwheel.parsing.stop_words import EVERY_STOP_WORD

MOST = 28
"""Regions that have a name; more could not be read."""

SMALLEST = 6
"""Documents of a region at least."""

_SIDES = (16, 72)
"""Cells along a side, for few documents and for many."""

_BLURS = (1.6, 2.2, 3.0, 4.2)
"""Cells; hills that are nearer to each other become one. The first is taken that leaves no more than can be named."""

_NEARLY_ALL = 0.8

_WORD = re.compile(r"[^\W\d_][\w.+#-]*[\w+#]")
_FOLDER_SHARE = 0.7
"""So much of a region must lie in one folder for it to be called after that."""


def regions_of(places: Floats, ids: Sequence[str], titles: Sequence[str]) -> tuple[tuple[Region, ...], Ints]:
    """Regions, the largest first, and by document which it is of, -1 for none."""
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
    names = _names(groups, ids, titles)
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


def _names(groups: list[NDArray[np.int64]], ids: Sequence[str], titles: Sequence[str]) -> list[str]:
    """A name for each group, none twice: its folder, if most share one that is mostly here, else telling words."""
    folders = [_folders(doc) for doc in ids]
    words = [_words(title) for title in titles]
    in_folder = Counter(folder for above in folders for folder in above)
    in_word = Counter(word for title in words for word in title)
    spelling = _spellings(titles)
    taken: set[str] = set()
    names: list[str] = []
    for group in groups:
        members: list[int] = group.tolist()
        name = _folder_name(Counter(f for m in members for f in folders[m]), in_folder, len(members), taken)
        if not name:
            counted = Counter(word for m in members for word in words[m])
            name = _word_name(counted, in_word, len(members), len(ids), taken, spelling)
        names.append(name)
    return names


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


def _word_name(
    here: Counter[str], everywhere: Counter[str], size: int, documents: int, taken: set[str], spelling: dict[str, str]
) -> str:
    """One or two words that many titles here have and few elsewhere."""
    scored = sorted(
        (
            (-count / size * math.log(count / size * documents / everywhere[word]), word)
            for word, count in here.items()
            if count >= max(2, 0.04 * size) and count / size > 1.3 * everywhere[word] / documents
        ),
    )
    chosen = [word for _, word in scored if word not in taken][:2]
    taken.update(chosen)
    return ", ".join(spelling[word] for word in chosen)


def _folders(doc: str) -> list[str]:
    """The folders around a document, from the collection inwards."""
    parts = doc.split("/")[:-1]
    return ["/".join(parts[: depth + 1]) for depth in range(len(parts))]


def _words(title: str) -> set[str]:
    found = {word.casefold() for word in _WORD.findall(title) if len(word) > 2}
    return {word for word in found if word not in EVERY_STOP_WORD}


def _spellings(titles: Sequence[str]) -> dict[str, str]:
    """How a word is most often written, its first letter large."""
    counted: dict[str, Counter[str]] = {}
    for title in titles:
        for word in _WORD.findall(title):
            counted.setdefault(word.casefold(), Counter())[word] += 1
    return {word: (best := ways.most_common(1)[0][0])[0].upper() + best[1:] for word, ways in counted.items()}
