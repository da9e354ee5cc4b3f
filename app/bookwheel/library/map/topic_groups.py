"""Topics on the map: by which root topic each document can be coloured, and which regions are named after one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from bookwheel.domain.map import Region
from bookwheel.domain.topics import Topic, TopicTree, topic_id
from bookwheel.library.map.force_layout import Ints

OF_REGION, OF_TOPIC = 0.6, 0.5
"""So much of a region must be of a topic, and so much of the topic in the region, for it to be named after it."""


def group_by_topic(
    ids: Sequence[str], trees: Mapping[str, TopicTree]
) -> tuple[tuple[tuple[str, str], ...], Ints, list[tuple[str, ...]]]:
    """The root topics (ids and labels) that documents are of, by document which, -1 for none, and all of its topics.

    The topics of a document are ids, the narrowest first; what a person hid is not among them.
    """
    known = {slug: {one.key: one for one in tree.topics} for slug, tree in trees.items()}
    number_of: dict[str, int] = {}
    labels: list[tuple[str, str]] = []
    of = np.full(len(ids), -1, np.int32)
    above: list[tuple[str, ...]] = []
    for row, doc in enumerate(ids):
        slug, _, path = doc.partition("/")
        topics = _line(known.get(slug, {}), trees[slug].of.get(path, "") if slug in trees else "")
        above.append(tuple(topic_id(slug, one.key) for one in topics))
        if topics:
            id = above[-1][-1]
            if id not in number_of:
                number_of[id] = len(labels)
                labels.append((id, topics[-1].label))
            of[row] = number_of[id]
    return tuple(labels), of, above


def name_regions(
    regions: Sequence[Region], region_of: Ints, above: Sequence[Sequence[str]], labels: Mapping[str, str]
) -> tuple[Region, ...]:
    """The regions, those called after a topic that has its documents there; `above` are the topics of documents."""
    everywhere = Counter(id for ids in above for id in ids)
    here: list[list[str]] = [[] for _ in regions]
    for row, ids in enumerate(above):
        region = int(region_of[row])
        if region >= 0:
            here[region].extend(ids)
    taken: set[str] = set()
    named: list[Region] = []
    for region, ids in zip(regions, here, strict=True):
        size = max(region.documents, 1)
        fitting = sorted(
            (-count / size * count / everywhere[id], id)
            for id, count in Counter(ids).items()
            if count >= OF_REGION * size and count >= OF_TOPIC * everywhere[id]
        )
        name = next((labels[id] for _, id in fitting if labels[id].casefold() not in taken), region.name)
        taken.add(name.casefold())
        named.append(replace(region, name=name))
    return tuple(named)


def labels_of(trees: Mapping[str, TopicTree]) -> dict[str, str]:
    """By id what every topic is called."""
    return {topic_id(slug, one.key): one.label for slug, tree in trees.items() for one in tree.topics}


def _line(topics: Mapping[str, Topic], key: str) -> list[Topic]:
    """A topic and those above it, up to the root; empty when one of them is hidden."""
    line: list[Topic] = []
    while key in topics and len(line) < len(topics):
        line.append(topics[key])
        key = topics[key].parent
    return [] if any(one.is_hidden for one in line) else line
