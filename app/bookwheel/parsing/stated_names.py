"""Names that a converted file states for its sections, and what it refers to outside of its text."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from bookwheel.domain.document import Link, Name, Section
from bookwheel.domain.links.named_links import NameKind
from bookwheel.parsing.encoding import storable

_PLACE = re.compile(r'<a id="([^"\n]{1,300})">')
_MOST = 200_000


@dataclass(frozen=True, slots=True)
class StatedName:
    """A name with the id of the heading or of the place in the text that it stands for, empty for all of the file."""

    kind: NameKind
    name: str
    id: str


def names_of(stated: Sequence[StatedName], text: str, sections: Sequence[Section]) -> Iterator[Name]:
    """The names with the sections in which their ids stand; those whose id stands nowhere name the whole document."""
    if not stated:
        return
    section_of: dict[str, int] = {}
    for index, section in enumerate(sections):
        section_of.setdefault(section.anchor, index)
    if any(one.id and one.id not in section_of for one in stated):
        for id, index in _places(text, sections):
            section_of.setdefault(id, index)
    for one in stated[:_MOST]:
        if one.name.strip():
            yield Name(one.kind, storable(" ".join(one.name.split())), section_of.get(one.id, -1))


def _places(text: str, sections: Sequence[Section]) -> Iterator[tuple[str, int]]:
    """The ids of places in a text, each with the index of its section."""
    starts = [section.start_line for section in sections]
    at, line = 0, 1
    for match in _PLACE.finditer(text):
        line += text.count("\n", at, match.start())
        at = match.start()
        yield match[1], max(0, bisect_right(starts, line) - 1)


def links_of(links: Sequence[Link], sections: Sequence[Section]) -> Iterator[Link]:
    """Links that stand at lines of the text (from 1), each with the index of its section."""
    starts = [section.start_line for section in sections]
    for link in links:
        yield replace(
            link,
            target=storable(link.target),
            text=storable(link.text),
            section=max(0, bisect_right(starts, link.line) - 1),
        )
