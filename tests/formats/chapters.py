"""What every made file says: a title and chapters of some paragraphs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

TITLE = "Collected notes"
_WORDS = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class Chapter:
    """A heading and what stands below it; both are words and spaces alone."""

    title: str
    paragraphs: tuple[str, ...]

    @property
    def identifier(self) -> str:
        """The title as a name in code."""
        return "_".join(words_in(self.title))


Chapters = Sequence[Chapter]

CHAPTERS = (
    Chapter("Turning wheel", ("Agostino drew twelve desks around one axle", "Every desk stays level while gears run")),
    Chapter("Oaken hub", ("Carpenters choose dry timber", "Iron rings hold both ends", "Grease keeps winter away")),
    Chapter("Distant library", ("Readers sat before open folios and turned them by hand",)),
)


def words_in(text: str) -> list[str]:
    """The words of a text in lower case, without signs."""
    return _WORDS.findall(text.casefold())
