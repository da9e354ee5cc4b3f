"""Where a person left documents, which of them were read, and the list of what is to be read."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

MOST_KEPT = 2000
"""Documents of which something is kept at most; the place left longest ago goes first, what is listed stays."""
MOST_LISTED = 500
"""Documents in the reading list at most."""


@dataclass(frozen=True, slots=True)
class ReadingRecord:
    """What is kept of a document: where it was left, whether it was read, and its place in the reading list.

    `heading_path` ends with the title of the section that was read; with `text_hash` it finds the section again.
    `depth` is how far into that section, `fraction` how far into the document, from 0 to 1; `page` counts a PDF's
    pages from 0, -1 for other formats. `left_at` and `listed_at` are ISO 8601, empty for never; `rank` counts from 0.
    """

    doc: str
    title: str
    section: str = ""
    heading_path: tuple[str, ...] = ()
    text_hash: str = ""
    depth: float = 0.0
    page: float = -1.0
    fraction: float = 0.0
    is_read: bool = False
    left_at: str = ""
    listed_at: str = ""
    rank: int = -1


class ReadingAction(StrEnum):
    """What is to be changed of documents."""

    LEAVE = "leave"
    ADD = "add"
    REMOVE = "remove"
    MOVE = "move"
    READ = "read"
    UNREAD = "unread"


@dataclass(frozen=True, slots=True)
class LeftPlace:
    """Where a document is left: the section that is read and how far into it, from 0 to 1.

    Of a PDF `page` counts pages from 0 (2.5 is half down the third) and `pages` is their number, 0 for other formats.
    """

    anchor: str = ""
    depth: float = 0.0
    page: float = -1.0
    pages: int = 0
    is_at_end: bool = False


@dataclass(frozen=True, slots=True)
class ReadingChange:
    """Change what is kept of documents.

    LEAVE needs a `place`. ADD puts documents at the end of the reading list, or at `position`, counted from 0; MOVE
    moves those that are in it. READ and UNREAD say whether they were read; UNREAD forgets where they were left, too.
    """

    action: ReadingAction
    docs: tuple[str, ...]
    place: LeftPlace | None = None
    position: int = -1


@dataclass(frozen=True, slots=True)
class ReadingRequest:
    """What is kept of these documents, by their present ids, or of all."""

    docs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ReadingEntry:
    """A document as it is now, and what is kept of it. `doc` is its present id; a lost one has its last.

    `anchor`, `depth` and `page` say where it was left; `section` is the title of that section, empty where that is the
    document's. `rank` is its place in the reading list, -1 for not in it.
    """

    doc: str
    title: str
    anchor: str
    section: str
    depth: float
    page: float
    fraction: float
    is_read: bool
    left_at: str
    listed_at: str
    rank: int
    is_lost: bool = False


@dataclass(frozen=True, slots=True)
class ReadingAnswer:
    """Documents, the one left last first."""

    entries: tuple[ReadingEntry, ...]
    revision: int

    @property
    def listed(self) -> tuple[ReadingEntry, ...]:
        """The reading list in its order."""
        return tuple(sorted((entry for entry in self.entries if entry.rank >= 0), key=lambda entry: entry.rank))
