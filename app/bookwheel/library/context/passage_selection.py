"""Which passages of some sources answer a question, best first, and how many of them fit into a room."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from bookwheel.domain.graph import Evidence
from bookwheel.domain.places import place_at
from bookwheel.library.context.passage_scores import score_words
from bookwheel.library.context.sources import Source
from bookwheel.library.search.snippets import Matcher

LONG = 30
"""Passages more than one that a section has where its own score counts half for them: that of a long one says little.

Known items of k8s-docs-en by words, half of them: the wanted page is in a context of 500 / 1,000 / 4,000 tokens for
.744 / .836 / .896 at 30, .740 / .824 / .892 at 10, .708 / .800 / .892 where a fifth is always the passage's own.
"""

LEAST_WORTH = 0.1
"""A passage scores at least this share of the best one."""

_MOST = 120
"""Passages that are tried."""

_LEAST_CUT = 240
"""Characters of a part of a passage that is worth showing."""

_NO_TITLE = '"title":"","breadcrumb":[],'
_ALIKE = 0.85
_WORDS = re.compile(r"\w+")

Size = Callable[[object], int]
"""Characters of a value as agents see it."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A passage by the number of its source and its own number in it, with its score."""

    source: int
    number: int
    score: float


def rank(sources: Sequence[Source], matcher: Matcher) -> list[Passage]:
    """The passages of all sources, best first: by their words, and by what search says of a section that is short.

    Of long sections the 12 best passages by words were embedded at query time in a trial, counting .3: half of
    `ir/chunking-eval` gave .751 / .876 at 500 / 1,000 tokens, words alone .736 / .882, in a third of the time.
    """
    found: list[Passage] = []
    best = max((source.hit.score for source in sources), default=0.0)
    words = score_words([source.words for source in sources], matcher)
    for place, (source, said) in enumerate(zip(sources, words, strict=True)):
        share = source.hit.score / best if best > 0 else 1.0
        own = said / said.max() if said.max(initial=0.0) > 0 else np.ones_like(said)
        weight = 1 / (1 + (len(said) - 1) / LONG)
        scores = weight * share * (1 + own) / 2 + (1 - weight) * said
        found += [Passage(place, number, score) for number, score in enumerate(scores.tolist())]
    found.sort(key=lambda passage: -passage.score)
    return [passage for passage in found if passage.score >= LEAST_WORTH * found[0].score]


def pack(passages: Sequence[Passage], sources: Sequence[Source], room: int, size: Size) -> list[Evidence]:
    """As many passages, the best first, as go into so many characters; those beside each other become one.

    Documents follow each other by their best passage, the passages of one as they stand in it. What room is left gets
    the beginning of the best one that did not fit.
    """
    taken: dict[tuple[int, int], float] = {}
    shingles: dict[int, list[frozenset[int]]] = {}
    heads: dict[int, int] = {}
    lost: list[Passage] = []
    for passage in passages[:_MOST]:
        place, number = passage.source, passage.number
        source = sources[place]
        if place not in heads:
            heads[place] = _head(source, size, is_first=True)
        start, end = source.words.ranges[number]
        is_beside = (place, number - 1) in taken or (place, number + 1) in taken
        needed = size(source.text[start:end]) - 2 + (0 if is_beside else heads[place])
        if needed > room:
            lost.append(passage)
            continue
        signs = _shingles(source.text[start:end])
        if any(_are_alike(signs, other) for known, own in shingles.items() if known != place for other in own):
            continue
        shingles.setdefault(place, []).append(signs)
        taken[place, number] = passage.score
        room -= needed
        heads[place] = _head(source, size, is_first=False)
    found = [(place, number, evidence) for place, number, evidence in _joined(taken, sources)]
    for passage in lost[:1]:
        beside = {(passage.source, passage.number + step) for step in (-1, 1)}
        if not beside & taken.keys():
            source = sources[passage.source]
            whole = source.evidence(passage.number, passage.number, passage.score)
            if (part := _cut(whole, room, source, size)) is not None:
                found.append((passage.source, passage.number, part))
    return _in_order(found)


def _head(source: Source, size: Size, *, is_first: bool) -> int:
    """Characters of a passage without its text; title and breadcrumb are those of the passage before, if not first."""
    head = replace(source.evidence(0, 0, 0.9999), text="", lines=(99_999, 99_999))
    return 1 + (size(head) if is_first else size(replace(head, title="", breadcrumb=())) - len(_NO_TITLE))


def _joined(taken: dict[tuple[int, int], float], sources: Sequence[Source]) -> list[tuple[int, int, Evidence]]:
    """What was taken as evidence, passages without a gap between them as one, with its source and first passage."""
    runs: list[tuple[int, int, int, float]] = []
    for (place, number), score in sorted(taken.items()):
        if runs and runs[-1][0] == place and runs[-1][2] == number - 1:
            runs[-1] = (place, runs[-1][1], number, max(runs[-1][3], score))
        else:
            runs.append((place, number, number, score))
    return [(place, first, sources[place].evidence(first, last, score)) for place, first, last, score in runs]


def _in_order(found: Sequence[tuple[int, int, Evidence]]) -> list[Evidence]:
    best: dict[str, float] = {}
    for _, _, evidence in found:
        best[evidence.doc] = max(best.get(evidence.doc, 0.0), evidence.score)
    ordered = sorted(
        (evidence for _, _, evidence in found),
        key=lambda evidence: (-best[evidence.doc], evidence.doc, evidence.lines),
    )
    return ordered


def _cut(passage: Evidence, room: int, source: Source, size: Size) -> Evidence | None:
    """The beginning of a passage, up to the end of a paragraph, else of a line or a word; None when hardly any fits."""
    left = room - size(replace(passage, text="", is_cut=True)) - 1
    text = passage.text
    while len(text) >= _LEAST_CUT:
        over = size(text) - 2 - left
        if over <= 0:
            lines = (passage.lines[0], passage.lines[0] + text.count("\n"))
            return replace(passage, text=text, lines=lines, place=place_at(source.places, lines), is_cut=True)
        # What JSON escapes takes more room than it counts, so that this may take some rounds.
        text = _whole_sentences(text, max(0, min(len(text) - 1, int(len(text) * left / (left + over)))))
    return None


def _whole_sentences(text: str, most: int) -> str:
    for border in ("\n\n", "\n", ". ", " "):
        end = text.rfind(border, 0, most)
        if end >= most * 0.5:
            return text[: end + (border == ". ")].rstrip()
    return text[:most]


def _shingles(text: str) -> frozenset[int]:
    words = _WORDS.findall(text.casefold())
    return frozenset(hash(tuple(words[at : at + 4])) for at in range(max(1, len(words) - 3)))


def _are_alike(one: frozenset[int], other: frozenset[int]) -> bool:
    return len(one & other) >= _ALIKE * min(len(one), len(other))
