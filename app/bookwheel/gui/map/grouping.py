"""What documents of the map are coloured by: at most eight groups, of which topics keep their colours."""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bookwheel.domain.map import MapAnswer
from bookwheel.domain.topics import PREFIX
from bookwheel.gui.i18n.translation import tr

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

GROUPS = 7
"""Groups with a colour and a shape of their own; the rest are others."""

_MOSTLY, _DEEPEST = 0.7, 6


@dataclass(frozen=True, slots=True)
class Grouping:
    """Documents in at most 8 groups: their names and counts, and by document its group (n,), which is its colour.

    The largest come first, except for topics, which keep their colours: a group without a name is none.
    """

    names: tuple[str, ...]
    counts: tuple[int, ...]
    of: Ints


def groupings_of(
    answer: MapAnswer,
    ids: tuple[str, ...],
    tagged: Ints,
    region_of: Ints,
    names: Mapping[str, str],
    colours: Mapping[str, int],
) -> tuple[dict[str, Grouping], dict[str, int]]:
    """What documents may be coloured by, in the order of the menu; and the colours of topics, once more `colours`."""
    topics, kept = group_topics(answer, names, colours, np.ones(len(ids), bool))
    groupings = {
        "Collection": _grouped(ints(answer.collection_of), [names.get(s, s) for s in answer.collections]),
        "Topic": topics,
        "Type": _grouped(ints(answer.type_of), list(answer.types), tr("No type")),
        "Folder": _by_folder(ids),
        "Tag": _by_tag(tagged, answer.tags, len(ids)),
        "Region": _grouped(region_of, [region.name for region in answer.regions], tr("No region")),
    }
    return groupings, kept


def group_topics(
    answer: MapAnswer, names: Mapping[str, str], colours: Mapping[str, int], among: Bools
) -> tuple[Grouping, dict[str, int]]:
    """By root topic: the largest `among` some documents (n,), each in the colour that it had before."""
    if not answer.topics:
        return Grouping((), (), np.zeros(len(among), np.int64)), dict(colours)
    codes = np.where(among, ints(answer.topic_of), -1)
    counts = np.bincount(codes[codes >= 0], minlength=len(answer.topics))
    present = np.flatnonzero(counts).tolist()
    largest = sorted(present, key=lambda topic: (-int(counts[topic]), answer.topics[topic][0]))[:GROUPS]
    colour_of = choose_colours([answer.topics[topic][0] for topic in largest], colours)
    group_of = np.full(len(answer.topics) + 1, GROUPS, np.int64)
    words, sizes = [""] * (GROUPS + 1), [0] * (GROUPS + 1)
    for topic, name in zip(largest, _topic_names([answer.topics[topic] for topic in largest], names), strict=True):
        colour = colour_of[answer.topics[topic][0]]
        group_of[topic], words[colour], sizes[colour] = colour, name, int(counts[topic])
    of = group_of[codes]
    sizes[GROUPS] = int(np.count_nonzero((of == GROUPS) & among))
    if sizes[GROUPS]:
        words[GROUPS] = tr("Others") if (codes[of == GROUPS] >= 0).any() else tr("No topic")
    return Grouping(tuple(words), tuple(sizes), of), {**colours, **colour_of}


def choose_colours(ids: Sequence[str], before: Mapping[str, int]) -> dict[str, int]:
    """A colour for each of at most GROUPS topics: the one it had before, else the next free one after its id's."""
    chosen: dict[str, int] = {}
    for id in ids:
        if id in before and before[id] not in chosen.values():
            chosen[id] = before[id]
    for id in sorted(set(ids) - set(chosen)):
        first = zlib.crc32(id.encode()) % GROUPS
        chosen[id] = next(
            colour for step in range(GROUPS) if (colour := (first + step) % GROUPS) not in chosen.values()
        )
    return chosen


def _topic_names(topics: Sequence[tuple[str, str]], names: Mapping[str, str]) -> list[str]:
    """What topics are called, with their collection where two of them have one name."""
    counted = Counter(label for _, label in topics)
    slugs = [id.removeprefix(PREFIX).partition("/")[0] for id, _ in topics]
    return [
        f"{label} ({names.get(slug, slug)})" if counted[label] > 1 else label
        for (_, label), slug in zip(topics, slugs, strict=True)
    ]


def ints(content: bytes) -> Ints:
    """Numbers as an answer of the map brings them."""
    return np.frombuffer(content, "<i4").astype(np.int64)


def _grouped(codes: Ints, names: Sequence[str], none: str = "") -> Grouping:
    """The largest groups by themselves, the rest together; -1 counts among the rest."""
    others = tr("Others")
    none = none or others
    counts = np.bincount(codes[codes >= 0], minlength=len(names))
    order = [int(group) for group in np.argsort(-counts, kind="stable") if counts[group]][:GROUPS]
    group_of = np.full(len(names) + 1, len(order), np.int64)
    group_of[order] = np.arange(len(order))
    of = group_of[codes]
    left = int(np.count_nonzero(of == len(order)))
    kept = [names[group] or none for group in order]
    rest = ([none if not (codes[of == len(order)] >= 0).any() else others], [left]) if left else ([], [])
    return Grouping((*kept, *rest[0]), (*(int(counts[group]) for group in order), *rest[1]), of)


def _by_tag(tagged: Ints, tags: Sequence[str], count: int) -> Grouping:
    """By the tag that most others share, where a document has several."""
    if not len(tagged):
        return Grouping((), (), np.zeros(count, np.int64))
    frequent = np.bincount(tagged[:, 1], minlength=len(tags))
    codes = np.full(count, -1, np.int64)
    rising = tagged[np.argsort(frequent[tagged[:, 1]], kind="stable")]
    codes[rising[:, 0]] = rising[:, 1]
    return _grouped(codes, [f"# {tag}" for tag in tags], tr("No tag"))


def _by_folder(ids: Sequence[str]) -> Grouping:
    """By the folders at which the documents part: deeper as long as most of them lie in one."""
    parts = [tuple(doc.split("/")[:-1]) for doc in ids]
    depth = 1
    while parts and depth < _DEEPEST:
        folder, most = Counter(part[:depth] for part in parts).most_common(1)[0]
        if most < _MOSTLY * len(parts) or all(len(part) <= depth for part in parts if part[:depth] == folder):
            break
        depth += 1
    folders: dict[tuple[str, ...], int] = {}
    keys = [part[:depth] if len(part) >= depth else () for part in parts]
    codes = np.array([folders.setdefault(key, len(folders)) for key in keys], np.int64)
    return _grouped(codes, [folder[-1] if folder else tr("Top level") for folder in folders])
