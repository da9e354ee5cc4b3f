"""Places in the tree that a document's sections form, and how long a text is in tokens."""

from __future__ import annotations

from collections.abc import Sequence

from bookwheel.indexes.catalogue import SectionRow

CHARACTERS_PER_TOKEN = 4


def depths_of(sections: Sequence[SectionRow]) -> list[int]:
    """How many headings stand above each section; levels that are left out do not count."""
    depths: list[int] = []
    open_levels: list[int] = []
    for section in sections:
        if section.level:
            while open_levels and open_levels[-1] >= section.level:
                open_levels.pop()
        depths.append(len(open_levels) if section.level else 0)
        if section.level:
            open_levels.append(section.level)
    return depths


def branch_end(sections: Sequence[SectionRow], first: int) -> int:
    """The place after the last section below `first`."""
    level = sections[first].level
    end = first + 1
    while level and end < len(sections) and sections[end].level > level:
        end += 1
    return end
