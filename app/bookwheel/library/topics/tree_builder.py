"""The making of a collection's topics: groups in two levels, named, and those of before carried on."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from bookwheel.domain.topics import FEWEST, LONGEST_NAME, Topic, TopicTask, TopicTree
from bookwheel.library.topics.clusters import Floats, Ints, centres_of, groups_of, nearest, unit
from bookwheel.library.topics.document_words import DocumentWords
from bookwheel.library.topics.topic_names import TopicNames

ROOTS = (5, 10)
BELOW = (2, 8)
"""Topics of the first level, and of the second below each, at least and at most where there are documents enough."""

SMALLEST = 4
"""Documents of a topic on average, at least."""

LARGE_ENOUGH = 12
"""Documents of a topic that is divided."""

GROWN = 0.4
"""So large a share of documents that were not there has all topics made anew, but for those that a person arranged."""

APART = 0.2
"""By so much another topic must be nearer (cosine) than its own for a document to leave it."""

MOST_STATED = 5
"""Topics that a document's front matter may name; more say little."""

_FOLDER = 0.5
_WORDS = 0.7
"""How much the middle of its folder and its words count for a document beside its meaning, which counts 1."""

_SIGN = re.compile(r"[^\w]+")


def build_tree(task: TopicTask) -> TopicTree:
    """The topics of a collection; the same task gives the same topics.

    Known documents keep their topic unless another is nearer by far. Collections of less than `FEWEST` have none.
    """
    if len(task.documents) < FEWEST:
        return replace(task.before, topics=tuple(one for one in task.before.topics if one.is_kept), of={}, stated={})
    return _TreeBuilder(task).tree()


class _TreeBuilder:
    """One tree on its way."""

    def __init__(self, task: TopicTask) -> None:
        self._documents, self._before = task.documents, task.before
        self._paths = [one.path for one in task.documents]
        self._words = DocumentWords(task.documents)
        self._rows, self._is_meant = _features(task, self._words)
        self._is_known = np.any(self._rows, axis=1)
        kept = {one.key for one in task.before.topics}
        known = sum(task.before.of.get(path) in kept for path in self._paths)
        is_grown = len(self._paths) > (1 + GROWN) * max(task.before.made_of, 1)
        self._split = task.split
        self._stated: set[str] = set()
        self._is_anew = task.is_anew or not known or is_grown or (self._is_meant and not task.before.is_meant)
        self._topics = [one for one in task.before.topics if one.is_kept or not self._is_anew]
        self._with_parents()
        labels = [one.label for one in self._topics]
        self._names = TopicNames(task.documents, self._words, task.groups, labels)
        self._of: dict[int, str] = {}

    def tree(self) -> TopicTree:
        """The topics with their terms, and the topic of each document."""
        keys = {one.key for one in self._topics}
        of = self._before.of
        self._of = {number: of[path] for number, path in enumerate(self._paths) if of.get(path) in keys}
        stated = self._state()
        if self._is_anew:
            self._divide()
        elif self._is_meant or not self._before.is_meant:  # words alone do not move what meaning has put in its place
            self._move()
        if self._split:
            self._divide_topic(self._split)
        self._join_new()
        self._place_stated()
        return self._told(stated)

    def _state(self) -> dict[str, tuple[str, ...]]:
        """Give documents the topics that their front matter names; by path those beyond the first."""
        by_name = {one.label.casefold(): one.key for one in self._topics}
        further: dict[str, tuple[str, ...]] = {}
        for number, one in enumerate(self._documents):
            keys: list[str] = []
            for name in one.stated[:MOST_STATED]:
                shown = " ".join(name.split())[:LONGEST_NAME]
                if shown and shown.casefold() not in by_name:
                    self._names.given.add(shown)
                    by_name[shown.casefold()] = self._added(shown, "").key
                    self._stated.add(by_name[shown.casefold()])
                keys += [by_name[shown.casefold()]] if shown else []
            if keys and one.path not in self._before.fixed:
                self._of[number] = keys[0]
            if len(keys) > 1:
                further[one.path] = tuple(keys[1:])
        return further

    def _place_stated(self) -> None:
        """Put each new topic of front matter below the root that is nearest to its documents, if there are many."""
        roots = [one.key for one in self._topics if not one.parent and one.key not in self._stated]
        if not roots or len(roots) + len(self._stated) <= ROOTS[1]:
            return
        root_of = {number: self._root(key) for number, key in self._of.items()}
        place_of = {key: place for place, key in enumerate(roots)}
        own = {number: place_of[root] for number, root in root_of.items() if root in place_of}
        centres = centres_of(self._rows, self._groups(own), len(roots))
        for at, one in enumerate(self._topics):
            if one.key in self._stated:
                members = [number for number, key in self._of.items() if key == one.key]
                middle = self._rows[members].sum(axis=0, keepdims=True)
                self._topics[at] = replace(one, parent=roots[int(nearest(middle, centres)[0])])

    def _divide_topic(self, key: str) -> None:
        """Divide one topic as a person wished: into narrower ones, or, where it is one itself, into two beside it."""
        topic = next((one for one in self._topics if one.key == key), None)
        members = [number for number, own in sorted(self._of.items()) if own == key and self._is_known[number]]
        if topic is None or len(members) < 2:
            return
        made = self._divide_below(replace(topic, key=topic.parent) if topic.parent else topic, members, topic)
        if topic.parent and made:
            self._topics.remove(topic)

    def _with_parents(self) -> None:
        """Keep what is above a topic that is kept."""
        there, known = {one.key for one in self._topics}, {one.key: one for one in self._before.topics}
        for one in tuple(self._topics):
            while one.parent and one.parent not in there and one.parent in known:
                one = known[one.parent]
                there.add(one.key)
                self._topics.append(one)

    def _divide(self) -> None:
        """Make topics of the documents that have none, in two levels."""
        free = np.array([n for n in range(len(self._paths)) if n not in self._of and self._is_known[n]], np.int64)
        roots = sum(not one.parent for one in self._topics)
        least, most = (max(1, bound - roots) for bound in ROOTS)
        group_of = groups_of(self._rows[free], *_bounds(len(free), least, most)) if len(free) else free
        groups = [free[group_of == number].tolist() for number in range(int(group_of.max(initial=-1)) + 1)]
        groups = sorted((group for group in groups if group), key=lambda group: (-len(group), group))
        for group, (name, _) in zip(groups, self._names.named(groups), strict=True):
            root = self._added(name, "")
            for number in group:
                self._of[number] = root.key
            if len(group) >= LARGE_ENOUGH:
                self._divide_below(root, group)

    def _divide_below(self, root: Topic, members: Sequence[int], whole: Topic | None = None) -> bool:
        """Divide documents into topics below a root; `whole` is a topic that a person wants in two. Whether it did."""
        rows = self._rows[list(members)]
        apart = unit(rows - rows.mean(axis=0))
        bounds = _bounds(len(members), *BELOW) if whole is None else (2, 2)
        group_of = groups_of(apart, *bounds)
        groups = [
            [members[at] for at in np.flatnonzero(group_of == one).tolist()] for one in range(int(group_of.max()) + 1)
        ]
        groups = sorted((group for group in groups if group), key=lambda group: (-len(group), group))
        if len(groups) < 2:
            return False
        for group, (name, _) in zip(groups, self._names.named(groups, root.label), strict=True):
            below = self._added(name, root.key, is_kept=whole is not None)
            for number in group:
                self._of[number] = below.key
        return True

    def _added(self, name: str, parent: str, *, is_kept: bool = False) -> Topic:
        key, is_given = new_key(name, (one.key for one in self._topics)), name in self._names.given
        topic = Topic(key, parent, name, is_kept=is_kept, is_given=is_given)
        self._topics.append(topic)
        return topic

    def _move(self) -> None:
        """Let documents go that have come to be much nearer to another root; those of arranged topics stay."""
        root_of = {one.key: self._root(one.key) for one in self._topics}
        arranged = {one.key for one in self._topics if one.is_kept}
        fixed = {*self._before.fixed, *(one.path for one in self._documents if one.stated)}
        numbers = [
            number
            for number, key in self._of.items()
            if key not in arranged and self._is_known[number] and self._paths[number] not in fixed
        ]
        roots = sorted({root_of[key] for key in self._of.values()})
        if len(roots) < 2 or not numbers:
            return
        place_of = {key: place for place, key in enumerate(roots)}
        group_of = self._groups({number: place_of[root_of[key]] for number, key in self._of.items()})
        near = self._rows[numbers] @ centres_of(self._rows, group_of, len(roots)).T
        own = near[np.arange(len(numbers)), group_of[numbers]]
        for at in np.flatnonzero(near.max(axis=1) - own > APART).tolist():
            del self._of[numbers[at]]

    def _join_new(self) -> None:
        """Give each document without a topic the nearest one: its root first, then the one below it."""
        lacking = [number for number in range(len(self._paths)) if number not in self._of and self._is_known[number]]
        if not self._of or not lacking:
            return
        roots = sorted({self._root(key) for key in self._of.values()})
        place_of = {key: place for place, key in enumerate(roots)}
        own = {number: place_of[self._root(key)] for number, key in self._of.items()}
        centres = centres_of(self._rows, self._groups(own), len(roots))
        near = nearest(self._rows[lacking], centres)
        for place, root in enumerate(roots):
            joining = [lacking[at] for at in np.flatnonzero(near == place).tolist()]
            if joining:
                self._join_below(root, [number for number, at in own.items() if at == place], joining)

    def _join_below(self, root: str, members: Sequence[int], joining: Sequence[int]) -> None:
        keys = sorted({self._of[number] for number in members})
        place_of = {key: place for place, key in enumerate(keys)}
        middle = self._rows[list(members)].mean(axis=0)
        theirs = unit(self._rows[list(members)] - middle)
        centres = centres_of(theirs, np.array([place_of[self._of[number]] for number in members]), len(keys))
        near: list[int] = nearest(unit(self._rows[list(joining)] - middle), centres).tolist()
        self._of.update((number, keys[place]) for number, place in zip(joining, near, strict=True))

    def _groups(self, places: Mapping[int, int]) -> Ints:
        """By document its place, -1 for none."""
        return np.array([places.get(number, -1) for number in range(len(self._paths))], np.int64)

    def _root(self, key: str) -> str:
        """The key of the root above a topic, or its own."""
        for _ in range(len(self._topics)):  # a parent of a parent, should there be circles
            parent = next((one.parent for one in self._topics if one.key == key), "")
            if not parent:
                break
            key = parent
        return key

    def _told(self, stated: Mapping[str, tuple[str, ...]]) -> TopicTree:
        below: dict[str, list[int]] = {one.key: [] for one in self._topics}
        parent_of = {one.key: one.parent for one in self._topics}
        number_of = {path: number for number, path in enumerate(self._paths)}
        added = (*stated.items(), *self._before.accepted.items())
        further = [(number_of[path], key) for path, keys in added if path in number_of for key in keys if key in below]
        for number, key in sorted((*self._of.items(), *further)):
            for _ in range(len(parent_of)):  # a parent of a parent, should there be circles
                below[key].append(number)
                key = parent_of[key]
                if key not in below:
                    break
        shown = [one for one in self._topics if below[one.key] or one.is_kept]
        terms = self._names.terms([below[one.key] for one in shown])
        told = tuple(replace(one, terms=found) for one, found in zip(shown, terms, strict=True))
        there, paths = {one.key for one in told}, set(self._paths)
        return TopicTree(
            told,
            {self._paths[number]: key for number, key in sorted(self._of.items())},
            _in(self._before.fixed, paths),
            {path: kept for path, keys in stated.items() if (kept := _in(keys, there))},
            self._is_meant or (self._before.is_meant and not self._is_anew),
            len(self._paths) if self._is_anew else self._before.made_of,
            accepted={
                path: kept
                for path, keys in self._before.accepted.items()
                if path in paths and (kept := _in(keys, there))
            },
        )


def _in(keys: Sequence[str], there: set[str]) -> tuple[str, ...]:
    return tuple(key for key in keys if key in there)


def new_key(name: str, taken: Iterable[str]) -> str:
    """A key for a topic of a name: short, and not taken."""
    wanted = _SIGN.sub("-", name.casefold()).strip("-_")[:40] or "topic"
    there = set(taken)
    key, number = wanted, 2
    while key in there:
        key, number = f"{wanted}-{number}", number + 1
    return key


def _bounds(count: int, least: int, most: int) -> tuple[int, int]:
    """How many groups so many documents make up, at least and at most."""
    room = max(1, count // SMALLEST)
    return min(least, room), min(most, room)


def _features(task: TopicTask, words: DocumentWords) -> tuple[Floats, bool]:
    """Unit vectors (n, d) of what documents mean and say and of where they lie; whether meaning is in them."""
    count = len(task.documents)
    said = words.vectors()
    is_meant = False
    parts = [said]
    if task.vectors:
        meant = np.frombuffer(task.vectors, np.float16).astype(np.float32).reshape(count, -1)
        has = np.array(np.isfinite(meant).all(axis=1), np.bool_)
        if has.mean() >= 0.5:
            is_meant = True
            middle = meant[has].mean(axis=0)
            meant = unit(np.where(has[:, None], meant - middle, 0).astype(np.float32))
            parts = [meant, said * np.float32(_WORDS)]
    rows = unit(np.concatenate(parts, axis=1))
    return _near_folders(rows, [one.path for one in task.documents]), is_meant


def _near_folders(rows: Floats, paths: Sequence[str]) -> Floats:
    """Rows drawn to the middle of their folder: who keeps documents together has a reason."""
    names = [path.rpartition("/")[0] for path in paths]
    folders, folder_of = np.unique(names, return_inverse=True)
    if len(folders) < 2:
        return rows
    middles = centres_of(rows, folder_of.astype(np.int64), len(folders))
    said = np.any(rows, axis=1, keepdims=True)
    return unit(np.where(said, rows + np.float32(_FOLDER) * middles[folder_of], 0).astype(np.float32))
