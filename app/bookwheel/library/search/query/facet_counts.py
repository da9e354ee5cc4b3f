"""Counts by any field of what a search found: front matter, labels, folders, levels, and what sections have."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

import numpy as np
from numpy.typing import NDArray

from bookwheel.domain.messages import Message
from bookwheel.domain.search import FacetCount, SearchRequest
from bookwheel.library.search.query.operators import LABELS, unknown_field
from bookwheel.library.snapshot.filter_values import HELD, NOTE, field_of
from bookwheel.library.snapshot.snapshot import Snapshot

MOST_VALUES = 200
"""Values of a field that are counted in one answer."""

_COUNTED = frozenset(("path", "level", "has", "fields"))
"""What is counted although it is no field; `fields` counts the documents that carry each field of front matter."""

Keys = NDArray[np.integer]


def facet_counts(
    request: SearchRequest, snapshot: Snapshot, keys: Keys
) -> tuple[tuple[FacetCount, ...], tuple[Message, ...]]:
    """How many documents carry each value of the fields that are asked for, most first, over some sections.

    Where the request bounds the values, what is left out is said; so are names that are no field.
    """
    counts: list[FacetCount] = []
    notices: list[Message] = []
    most = min(request.facet_values or MOST_VALUES, MOST_VALUES)
    for asked in dict.fromkeys(request.facets):
        name = field_of(asked.strip())
        if name not in (*LABELS, *_COUNTED) and name not in snapshot.facets.fields():
            notices.append(unknown_field(asked.strip(), snapshot.facets.fields()))
            continue
        pairs = _counted(name, snapshot, keys)
        counts += [FacetCount(name, value, count) for value, count in pairs[:most]]
        if request.facet_values and len(pairs) > most:
            notices.append(Message("{name}: … and {count} more values.", name=name, count=f"{len(pairs) - most:,}"))
    return tuple(counts), tuple(notices)


def _counted(name: str, snapshot: Snapshot, keys: Keys) -> list[tuple[str, int]]:
    if name not in _COUNTED:
        return snapshot.facets.counts(name, keys)
    facets, found = snapshot.facets, np.asarray(keys, np.int64)
    documents = facets.document_of[found]
    if name == "path":
        folders = (_folder(facets.places, key) for key in np.unique(documents).tolist())
        return _most_first(Counter(folder for folder in folders if folder))
    if name == "level":
        levels = facets.level_of[found]
        return _most_first({str(level): _distinct(documents[levels == level]) for level in np.unique(levels).tolist()})
    if name == "fields":
        carried = np.zeros(len(facets.revision_of), np.bool_)
        carried[documents] = True
        others = (field for field in facets.fields() if field not in LABELS)
        return _most_first({field: facets.carrying(field, carried) for field in others})
    held = facets.held[found]
    names = enumerate(part for part in HELD if part != NOTE)
    return _most_first({part: _distinct(documents[(held & (1 << bit)) > 0]) for bit, part in names})


def _folder(places: Mapping[int, tuple[str, str, int]], key: int) -> str:
    """The collection and the outermost folder of a document."""
    slug, path, _ = places.get(key, ("", "", 0))
    folder, is_inside, _ = path.partition("/")
    return f"{slug}/{folder}" if is_inside else slug


def _distinct(documents: Keys) -> int:
    return len(np.unique(documents))


def _most_first(counts: Mapping[str, int]) -> list[tuple[str, int]]:
    pairs: Iterable[tuple[str, int]] = ((value, count) for value, count in counts.items() if count)
    return sorted(pairs, key=lambda pair: (-pair[1], pair[0]))
