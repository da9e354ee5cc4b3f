"""Documents by what they are called, for quick open."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from bookwheel.indexes.catalogue import CatalogueReader, changes_since, fold_name

LETTERS_ALONE = 5
"""The rank of a name that has no more than the query's letters, in order and close together."""
_APART = 1_000_000
"""The spread of letters that stand too far apart."""


@dataclass(frozen=True, slots=True)
class Names:
    """Folded titles, aliases, file stems and names of every document of one revision, one a line; never changed."""

    revision: int
    of_document: Mapping[int, str]

    @classmethod
    def load(cls, catalogue: CatalogueReader) -> Names:
        """The names at the published revision."""
        with catalogue.snapshot():
            return cls(catalogue.revision(), _joined(catalogue.names_of(None)))

    @classmethod
    def at(cls, catalogue: CatalogueReader, revision: int, known: Names | None) -> Names:
        """The names at a revision at least, from those that are known."""
        if known is None:
            return cls.load(catalogue)
        return known.updated(catalogue) if known.revision < revision else known

    def updated(self, catalogue: CatalogueReader) -> Names:
        """The names of the revision published now, made from these by what changed since."""
        with catalogue.snapshot():
            changes = changes_since(catalogue, self.revision)
            if changes is None:
                return Names.load(catalogue)
            added, gone = changes
            names = dict(self.of_document)
            for key in gone:
                names.pop(key, None)
            names.update(_joined(catalogue.names_of(added)))
            return Names(catalogue.revision(), names)

    def best(self, query: str, limit: int, is_allowed: Callable[[int], bool], rank_of: NDArray[np.int32]) -> list[int]:
        """Keys of the documents whose name fits the query, best first.

        A whole name comes before a beginning, that before a word's beginning, a part, and letters in order that stand
        close together or begin words; among equals the shorter name comes first, then the document's place in
        `rank_of` by its key.
        """
        folded = fold_name(query)
        first, *more = folded.split() or [""]
        ranked: list[tuple[int, int, str, int, int]] = []
        for key, names in self.of_document.items():
            if first in names and all(word in names for word in more) and is_allowed(key):
                rank, length = min((_rank(name, folded, [first, *more]), len(name)) for name in names.split("\n"))
                ranked.append((rank, length, names, int(rank_of[key]), key))
        if len(ranked) < limit:
            known = {key for *_, key in ranked}
            letters = re.compile(".*?".join(re.escape(letter) for letter in folded if letter != " "))
            for key, names in self.of_document.items():
                if letters.search(names) and key not in known and is_allowed(key):
                    spread = min(map(partial(_spread, letters=folded.replace(" ", "")), names.split("\n")))
                    if spread < _APART:
                        ranked.append((LETTERS_ALONE, spread, names, int(rank_of[key]), key))
        ranked.sort()
        return [key for *_, key in ranked[:limit]]


def _rank(name: str, folded: str, words: list[str]) -> int:
    if name == folded:
        return 0
    if name.startswith(folded):
        return 1
    if f" {folded}" in name or f"-{folded}" in name:
        return 2
    if folded in name:
        return 3
    return 4 if all(word in name for word in words) else LETTERS_ALONE


def _spread(name: str, letters: str) -> int:
    """Over how many of a name's letters some letters stand in order, where that is close enough to be meant.

    The first letters of words may be as far apart as they like.
    """
    firsts = iter(part[0] for part in re.split(r"[\W_]+", name) if part)
    if all(letter in firsts for letter in letters):
        return len(letters)
    best, start = _APART, name.find(letters[0])
    while start >= 0:
        at = start
        for letter in letters[1:]:
            at = name.find(letter, at + 1)
            if at < 0:
                return best
        if at - start < 2 * len(letters) + 6:
            best = min(best, at - start + 1)
        start = name.find(letters[0], start + 1)
    return best


def _joined(pairs: Iterable[tuple[str, int]]) -> dict[int, str]:
    found: dict[int, list[str]] = {}
    for name, key in pairs:
        found.setdefault(key, []).append(name)
    return {key: "\n".join(dict.fromkeys(names)) for key, names in found.items()}
