"""The texts that a question's hits lead to, and any part of one as evidence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bookwheel.domain.document import Dialect
from bookwheel.domain.graph import Evidence
from bookwheel.domain.places import Place, place_at
from bookwheel.domain.search import Hit
from bookwheel.library.context.passage_scores import CutTexts, PassageWords
from bookwheel.library.snapshot.section_ids import split_id
from bookwheel.library.snapshot.section_tree import branch_end
from bookwheel.library.snapshot.snapshot import Snapshot
from bookwheel.library.sources.named_link_text import without_lost_names

_WORTH = 0.25
"""A section scores at least this share of the best one."""

_STUB = 8
"""A section of no more words than this is taken with what stands below it."""

_LONGEST_TITLE = 100


@dataclass(frozen=True, slots=True)
class Source:
    """The text of a hit's section, with its passages; `first_line` is that of its first character in the document."""

    hit: Hit
    section_key: int
    first_line: int
    text: str
    places: Sequence[Place]
    words: PassageWords

    @property
    def title(self) -> str:
        """The section's title, its beginning if that is a long one."""
        return _shortened(self.hit.title)

    def evidence(self, first: int, last: int, score: float) -> Evidence:
        """The passages from one to another (both counted) as evidence."""
        start, end = self.words.ranges[first][0], self.words.ranges[last][1]
        shown = self.text[start:end]
        start += len(shown) - len(shown.lstrip())
        shown = shown.strip()
        line = self.first_line + self.text.count("\n", 0, start)
        hit = self.hit
        lines = (line, line + shown.count("\n"))
        trail = tuple(_shortened(title) for title in hit.breadcrumb)
        head = (hit.section, hit.doc, self.title, trail)
        return Evidence(*head, lines, shown, round(score, 4), hit.uri, place=place_at(self.places, lines), url=hit.url)


def find_sources(hits: Sequence[Hit], snapshot: Snapshot, cuts: CutTexts) -> Iterator[Source]:
    """The text of each hit that is worth it, each part of a document once.

    A heading with hardly a word of its own comes with its branch.
    """
    best = hits[0].score if hits else 0.0
    texts: dict[int, bytes] = {}
    taken: dict[int, list[tuple[int, int]]] = {}
    for hit in hits:
        if hit.score < best * _WORTH:
            return
        row = snapshot.catalogue.document(hit.doc)
        if row is None:
            continue
        sections = snapshot.catalogue.sections_of(row.key)
        anchor = split_id(hit.section)[1]
        first = next((number for number, one in enumerate(sections) if one.anchor == anchor), -1)
        if first < 0:
            continue
        last = branch_end(sections, first) - 1 if sections[first].words <= _STUB else first
        start, end = sections[first].start_byte, sections[last].end_byte
        known = taken.setdefault(row.key, [])
        if any(start < other_end and other_start < end for other_start, other_end in known):
            continue
        known.append((start, end))
        if row.key not in texts:
            texts[row.key] = snapshot.catalogue.text_of(row.key).encode()
        text = texts[row.key][start:end].decode("utf-8", "replace").rstrip()
        if not text:
            continue
        text = without_lost_names(text, Dialect(row.dialect), row.collection, row.path, snapshot.catalogue)
        key = sections[first].key
        words = cuts.of(f"{key} {len(text)} {hash(text)}", text)
        yield Source(hit, key, sections[first].start_line, text, snapshot.catalogue.places_of(row.key), words)


def _shortened(title: str) -> str:
    return title if len(title) <= _LONGEST_TITLE else f"{title[: _LONGEST_TITLE - 1]}…"
