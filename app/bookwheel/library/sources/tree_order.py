"""The order of a collection's documents as its own source states it, and how they nest in its table of contents."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from bookwheel.indexes.catalogue import fold_name

Translations = Mapping[str, tuple[tuple[str, str], ...]]
"""Code and path of a page in each of its languages, by the path of any of them."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What a document's header says of its place: `position` among its siblings and a short `label`."""

    position: float | None = None
    label: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """Documents under one row: a folder (`key` is its path) or a part of a table of contents (`key` begins with `#`).

    `above` is the group that it lies in, empty at the top; `page` the path of its own page, empty for none.
    """

    key: str
    title: str
    above: str
    page: str = ""


class Spot(NamedTuple):
    """A document in its place. `run` is 0, or tells the table of contents that lists it."""

    path: str
    title: str
    group: str
    run: int = 0


@dataclass(frozen=True, slots=True)
class Order:
    """Every document of a collection, first to last; `at` is its place by its path.

    `lines` holds the folded title and path of each, once somebody looked for words in them.
    """

    spots: Sequence[Spot]
    groups: Mapping[str, Group]
    at: Mapping[str, int]
    lines: list[str] = field(default_factory=list[str], compare=False)

    def neighbours(self, path: str) -> tuple[Spot | None, Spot | None]:
        """The documents before and after one; a table of contents ends where its own pages do."""
        here = self.at.get(path)
        if here is None:
            return None, None
        before = self.spots[here - 1] if here else None
        after = self.spots[here + 1] if here + 1 < len(self.spots) else None
        run = self.spots[here].run
        return (
            before if before is not None and before.run == run else None,
            after if after is not None and after.run == run else None,
        )

    def holding(self, words: str) -> list[int]:
        """Places of the documents whose title and path hold every word, whatever its case and accents.

        Of 100,000 in some 10 ms, and 0.1 s the first time.
        """
        first, *more = fold_name(words).split() or [""]
        if not self.lines:  # all at once: who asks meanwhile finds none of them or all
            self.lines[:] = [fold_name(f"{spot.title} {spot.path}") for spot in self.spots]
        return [at for at, line in enumerate(self.lines) if first in line and all(word in line for word in more)]

    def groups_of(self, spots: Iterable[Spot]) -> tuple[Group, ...]:
        """The groups in which documents lie, each after the one that it lies in."""
        found: dict[str, Group] = {}
        for spot in spots:
            chain: list[Group] = []
            key = spot.group
            while key and key not in found:
                chain.append(self.groups[key])
                key = self.groups[key].above
            found.update((group.key, group) for group in reversed(chain))
        return tuple(found.values())


@dataclass(frozen=True, slots=True)
class Source:
    """A file that may state an order, and the folder in which it lies, None for the one above the collection's root."""

    path: Path
    folder: str | None
    kind: str


@dataclass(frozen=True, slots=True)
class Stated:
    """An order, the files that may state one, and those that were there: path, time (ns) and size.

    `titles`, `facts` and `spoken` (languages) are what it was made of, by path; `has_weights` says that a header's
    weight counts. `languages` are the codes of those in
    which pages stand besides another; `folded` keeps the order with one row for a page in several languages, by the
    language that is read.
    """

    sources: tuple[Source, ...]
    stamp: tuple[tuple[str, int, int], ...]
    order: Order
    translations: Translations
    titles: Mapping[str, str] = field(default_factory=dict[str, str])
    facts: Mapping[str, Facts] = field(default_factory=dict[str, Facts])
    spoken: Mapping[str, str] = field(default_factory=dict[str, str])
    has_weights: bool = False
    languages: frozenset[str] = frozenset()
    folded: dict[str, Order] = field(default_factory=dict[str, Order])
