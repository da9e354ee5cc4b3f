"""The port `Keyword`: which sections each revision of a collection has, and the words of each."""

# pyright: standard
# NumPy's arrays of any shape, as in the rest of this room.

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Protocol

from bookwheel.indexes.keyword.segments import WordRevision, WordSegment
from bookwheel.indexes.keyword.writer import CountedSections


@dataclass(frozen=True, slots=True)
class Part:
    """Sections that are put together: up to 100 letters that name their content, and what counts them.

    The same name stands for the same sections wherever it is given; `read` is not called for a part that is there.
    """

    name: str
    read: Callable[[], CountedSections]


@dataclass(frozen=True, slots=True)
class Change:
    """What a revision has that the one before it has not: sections put, in parts, and sections dropped, by key.

    A key that is put again is replaced. Keys dropped that are not there do not matter. 0 stands for nothing before.
    """

    before: int = 0
    put: Sequence[Part] = ()
    dropped: Collection[int] = ()


class Keyword(Protocol):
    """The words of collections. Any thread may call; of an adapter that is shared, any number of processes.

    Masks, ranking, expansion and fusion stand above: `KeywordReader` reads a revision, `NarrowedReader` a part of it,
    and both count what they show alone. So answers are the same whatever stands below.

    Every method raises `StoreUnusable` when what holds the words does not answer, and `WordsRefused` for what cannot be
    held: names of collections that are not 1 to 40 lower-case letters, digits and hyphens; revisions and keys that are
    not 1 to 2^63 - 1; a key given twice in one change; and a revision before that is not there.
    """

    def collections(self) -> frozenset[str]:
        """The collections that have a revision."""
        ...

    def revisions(self, collection: str) -> frozenset[int]:
        """The revisions of a collection that can be opened; at least the one applied last."""
        ...

    def apply(self, collection: str, revision: int, change: Change) -> None:
        """Make a revision in one step: it is there whole or not at all, also after a kill.

        A revision that is there stays as it is. Several callers may apply the same one at once.
        """
        ...

    def open(self, collection: str, revision: int) -> WordRevision | None:
        """A revision, which stays readable while others are applied; None where it is not there."""
        ...

    def fetch(self, segments: Sequence[WordSegment], terms: Sequence[bytes]) -> None:
        """Read the postings of terms in segments of its own, of any collections, at once, and keep them for a while."""
        ...

    def drop_collection(self, collection: str) -> None:
        """Delete all revisions of a collection, which need not be there."""
        ...

    def close(self) -> None:
        """Let go of everything."""
        ...


class SharedKeyword(Keyword, Protocol):
    """Words that several readers share, each of which puts what it lacks.

    Any revision that is there can be opened. Opening one, or applying it again, notes that it is used.
    """

    def sweep(self) -> None:
        """Delete what nobody has used for long: a collection after a month, an older revision after two days."""
        ...
