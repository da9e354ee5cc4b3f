"""What topics are called: as the collection itself calls their documents, else by two of their telling words."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from bookwheel.domain.topics import LONGEST_NAME, GivenGroup, TopicDocument
from bookwheel.library.topics.document_words import DocumentWords

TERMS = 8
"""Telling words that are kept of a topic."""

_FITTING = 0.6
"""How well (F1) documents under a given name must cover a topic for it to be called so."""

_TITLED = 0.06
"""Share of titles that have a word which a topic is called after."""

_MOSTLY = 0.5
"""Share of titles from which on a word comes first."""

_SHORTEST = 3
_NOTHING = (
    "docs doc content contents src source text texts pages page posts post notes note misc other index home readme"
    " files main en de fr es ja zh wiki book chapters chapter"
)
_SAYING_NOTHING = frozenset(_NOTHING.split())
Terms = tuple[tuple[str, int], ...]


class TopicNames:
    """Names for groups of documents, none of them twice."""

    def __init__(
        self,
        documents: Sequence[TopicDocument],
        words: DocumentWords,
        groups: Sequence[GivenGroup],
        taken: Iterable[str],
    ) -> None:
        """Prepare; names in `taken` are given to none."""
        self._documents, self._words, self._count = documents, words, len(documents)
        self._taken = {name.casefold() for name in taken}
        self.given: set[str] = set()
        """The names that the collection itself gives."""
        self._given = _given(documents, groups)
        self._given_of: dict[int, list[int]] = defaultdict(list)
        for number, (_, members) in enumerate(self._given):
            for member in members:
                self._given_of[member].append(number)

    def named(self, groups: Sequence[Sequence[int]], within: str = "") -> list[tuple[str, Terms]]:
        """A name and the telling terms of each group; `within` is what the broader topic is called."""
        terms = self._terms(groups)
        names = self._given_names(groups)
        told = {part.casefold() for part in within.replace(",", " ").split()}
        for number, group in enumerate(groups):
            if not names[number]:
                titled = Counter(term for member in group for term in self._words.titles[member])
                least = max(2, _TITLED * len(group))
                fitting = [one for one in terms[number] if titled[one[0]] >= least]
                fitting = [
                    *(one for one in fitting if titled[one[0]] >= _MOSTLY * len(group)),
                    *(one for one in fitting if titled[one[0]] < _MOSTLY * len(group)),
                ]
                names[number] = self._word_name(fitting if len(fitting) > 1 else terms[number], told, group)
        return [(name, self._shown(found[:TERMS])) for name, found in zip(names, terms, strict=True)]

    def terms(self, groups: Sequence[Sequence[int]]) -> list[Terms]:
        """The telling terms of each group, as they are written, with how many of its documents have them."""
        return [self._shown(found[:TERMS]) for found in self._terms(groups)]

    def _shown(self, terms: Sequence[tuple[str, int]]) -> Terms:
        return tuple((self._words.spelling(term), count) for term, count in terms)

    def _given_names(self, groups: Sequence[Sequence[int]]) -> list[str]:
        fitting: list[tuple[float, int, int]] = []
        for number, group in enumerate(groups):
            shared = Counter(given for member in group for given in self._given_of[member])
            for given, both in shared.items():
                fit = 2 * both / (len(group) + len(self._given[given][1]))
                if fit >= _FITTING:
                    fitting.append((-fit, number, given))
        names = [""] * len(groups)
        for _, number, given in sorted(fitting):
            name = self._given[given][0]
            if not names[number] and name.casefold() not in self._taken:
                names[number] = name
                self._taken.add(name.casefold())
                self.given.add(name)
        return names

    def _terms(self, groups: Sequence[Sequence[int]]) -> list[list[tuple[str, int]]]:
        """By group its terms, the most telling first: frequent in it, rare in the others (c-TF-IDF), each part once."""
        counted = [Counter(term for member in group for term in self._words.of[member]) for group in groups]
        weights = [Counter[str]() for _ in groups]
        for weight, group in zip(weights, groups, strict=True):
            for member in group:
                weight.update(self._words.of[member])
        return [
            self._told(here, weight, len(group)) for here, weight, group in zip(counted, weights, groups, strict=True)
        ]

    def _told(self, here: Counter[str], weight: Counter[str], size: int) -> list[tuple[str, int]]:
        scored: list[tuple[float, str]] = []
        for term, count in here.items():
            share, everywhere = count / max(size, 1), self._words.holding[term] / max(self._count, 1)
            if count < min(2, size) or (share < 1.3 * everywhere and size < 0.8 * self._count):
                continue
            rarity = math.log(share / everywhere) + 0.05
            scored.append(
                (-math.sqrt(share * weight[term] / max(size, 1)) * rarity * (1.25 if " " in term else 1), term)
            )
        chosen: list[str] = []
        for _, term in sorted(scored)[:60]:
            if not any(_is_told(term, here[term], other, here[other]) for other in chosen):
                chosen.append(term)
        return [(term, here[term]) for term in chosen]

    def _word_name(self, terms: Sequence[tuple[str, int]], told: set[str], group: Sequence[int]) -> str:
        fresh = [self._words.spelling(term) for term, _ in terms]
        fresh = [name for name in fresh if not set(name.casefold().split()) & told] or fresh
        pairs = [f"{first}, {second}" for first, second in zip(fresh, fresh[1:4], strict=False)]
        others = [self._documents[member].title for member in group]
        for name in (*pairs, *fresh[:4], *others):
            shown = _large(" ".join(name.split()))[:LONGEST_NAME]
            if shown and shown.casefold() not in self._taken:
                self._taken.add(shown.casefold())
                return shown
        return f"{_large(', '.join(fresh[:2]) or others[0])[: LONGEST_NAME - 8]} {len(self._taken)}"


def _is_told(term: str, count: int, other: str, others: int) -> bool:
    """Whether a term says little more than one that was chosen: a part of it, or one that adds a word to it."""
    parts, theirs = set(term.split()), set(other.split())
    if parts < theirs or (" " not in term and term in other and not term.isascii()):
        return True
    return theirs < parts or (len(parts & theirs) > 0 and count <= others)


def _large(name: str) -> str:
    return name[:1].upper() + name[1:]


def _given(documents: Sequence[TopicDocument], groups: Sequence[GivenGroup]) -> list[tuple[str, frozenset[int]]]:
    """What the collection calls sets of its documents: folders by their index page, labels, parts of index pages."""
    folders: dict[str, set[int]] = defaultdict(set)
    titles: dict[str, str] = {}
    labels: dict[str, set[int]] = defaultdict(set)
    for number, one in enumerate(documents):
        parts = one.path.split("/")
        for depth in range(1, len(parts)):
            folders["/".join(parts[:depth])].add(number)
        if parts[-1].rpartition(".")[0].casefold() in ("index", "_index", "readme"):
            titles["/".join(parts[:-1])] = one.title
        for label in one.labels:
            labels[label].add(number)
    found: list[tuple[str, Iterable[int]]] = [
        (titles.get(folder) or _readable(folder.rpartition("/")[2]), members) for folder, members in folders.items()
    ]
    found += [(_readable(label), members) for label, members in labels.items()]
    found += [(one.name, one.members) for one in groups]
    kept = [(name[:LONGEST_NAME], frozenset(members)) for name, members in found if _is_name(name)]
    return [one for one in kept if len(one[1]) > 1]


def _is_name(name: str) -> bool:
    return (
        (len(name) >= _SHORTEST or not name.isascii())
        and name.casefold() not in _SAYING_NOTHING
        and any(letter.isalpha() for letter in name)
    )


def _readable(name: str) -> str:
    return _large(name.replace("-", " ").replace("_", " ").strip())
