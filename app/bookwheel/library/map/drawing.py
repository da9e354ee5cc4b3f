"""The drawing of a map from its task: step by step, with the places by then, and the regions at the end."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from bookwheel.domain.map import MapDrawn, MapTask
from bookwheel.library.map.force_layout import Layout
from bookwheel.library.map.initial_positions import continued, fresh, ties_of
from bookwheel.library.map.regions import regions_of

FRESH_STEPS = 250
GROWN_STEPS = 120
WARM_STEPS = 40
"""Steps of a new map, of one with many new documents, and of one with few."""

FEW = 0.2
"""So large a share of new documents counts as few."""

_SHOWN_EVERY = 25


def draw(task: MapTask) -> Iterator[MapDrawn]:
    """The map as it comes to rest; the last has progress 1 and its regions.

    A map that goes on from an earlier one stays in place: documents that lay there hardly move, and the middle of those
    does not at all. Takes about 10 s of one processor for 50,000 new documents.
    """
    count = len(task.ids)
    if not count:
        yield MapDrawn(1.0, b"")
        return
    links = np.frombuffer(task.links, np.int32).reshape(-1, 2)
    before, meaning = (_places(content, count) for content in (task.before, task.meaning))
    ties = ties_of(task.ids, links)
    share = float(np.isfinite(before[:, 0]).mean())
    if share > 0.5:
        start, known = continued(ties, before)
        steps, heat = (WARM_STEPS, 0.12) if 1 - share <= FEW else (GROWN_STEPS, 0.4)
        layout = Layout(start, ties.pairs, ties.weights, ties.mass, known=known, heat=heat)
    else:
        known, steps = None, FRESH_STEPS
        layout = Layout(fresh(ties, meaning), ties.pairs, ties.weights, ties.mass)
    for step in range(1, steps):
        layout.step()
        if step % _SHOWN_EVERY == 0:
            yield MapDrawn(step / steps, layout.places[:count].astype(np.float32).tobytes())
    layout.step()
    places = layout.places[:count]
    if known is not None:
        held = known[:count]
        places = places + (before[held].mean(axis=0) - places[held].mean(axis=0))
    regions, region_of = regions_of(places, task.ids, task.titles, links)
    yield MapDrawn(1.0, places.astype(np.float32).tobytes(), regions, region_of.astype(np.int32).tobytes())


def _places(content: bytes, count: int) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    if not content:
        return np.full((count, 2), np.nan)
    return np.frombuffer(content, np.float32).reshape(count, 2).astype(np.float64)
