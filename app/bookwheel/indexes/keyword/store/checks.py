"""What is put into a store of words and asked of it, checked once for all adapters."""

# pyright: standard
# NumPy's arrays of any shape, as in the rest of this room.

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

import numpy as np

from bookwheel.domain.errors import WordsRefused
from bookwheel.indexes.keyword.store.port import Change
from bookwheel.indexes.keyword.writer import CountedSections

MOST = 2**63 - 1

_COLLECTION = re.compile(r"[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?")
_PART = re.compile(r"[!-~]{1,100}")


def check_collection(name: str) -> None:
    """Refuse a name of a collection that not every adapter takes.

    Raises:
        WordsRefused: for such a name.
    """
    if not _COLLECTION.fullmatch(name):
        raise WordsRefused(
            "{name} cannot name a collection. Use up to 40 lower-case letters, digits and hyphens.", name=name[:80]
        )


def check_change(revision: int, change: Change) -> None:
    """Refuse numbers and names that cannot be held; what parts hold is looked at by `checked_keys`.

    Raises:
        WordsRefused: for such a change.
    """
    numbers = (revision, *change.dropped, *((change.before,) if change.before else ()))
    if not all(0 < number <= MOST for number in numbers):
        raise WordsRefused("A key or a revision is out of range. Use numbers from 1 to 2^63 - 1.")
    names = [part.name for part in change.put]
    if len(set(names)) < len(names) or not all(_PART.fullmatch(name) for name in names):
        raise WordsRefused("A part has no name of its own. Use up to 100 letters without spaces, each name once.")


def checked_keys(sections: CountedSections) -> np.ndarray:
    """The keys of sections (int64).

    Raises:
        WordsRefused: for keys that cannot be held, or that do not go with the terms.
    """
    if len(sections.keys) != sections.counts.sections:
        raise WordsRefused("The keys do not go with the terms. Give a key for each section.")
    if not all(0 < key <= MOST for key in sections.keys):
        raise WordsRefused("A key or a revision is out of range. Use numbers from 1 to 2^63 - 1.")
    keys = np.array(sections.keys, np.int64)
    check_unique([keys])
    return keys


def check_unique(keys: Sequence[np.ndarray]) -> None:
    """Refuse a key that stands twice in what one change puts.

    Raises:
        WordsRefused: for such keys.
    """
    together = np.concatenate(keys) if keys else np.zeros(0, np.int64)
    if len(np.unique(together)) < len(together):
        raise WordsRefused("A key is given twice in one change. Give each key once.")


def check_before(before: int, there: Collection[int]) -> None:
    """Refuse a change of a revision that is not there.

    Raises:
        WordsRefused: for such a change.
    """
    if before and before not in there:
        raise WordsRefused("The revision before is not there. Begin again with all sections.")
