"""The index as shown in part: how rare a word is in the rest would tell that it is there."""

# pyright: standard
# Whoosh leaves most of what is used here untyped.

from __future__ import annotations

import numpy as np

from bookwheel.indexes.keyword.postings import Recent
from bookwheel.indexes.keyword.reader import FOUND_BYTES, FOUND_BYTES_PER_SECTION, KeywordReader, TermHits
from bookwheel.indexes.keyword.segments import WordSegment

SHARE = 4
"""How many times less is kept of what was found for a part, of which there are several, than for the whole."""


class NarrowedReader(KeywordReader):
    """A reader whose other documents are not counted: not for rarity, for frequency, or for the mean length.

    Numbers are those of the whole reader. Closing it is the whole one's business.
    """

    def __init__(self, whole: KeywordReader, shown: np.ndarray) -> None:
        """Read through `whole`; `shown` says by document number what there is."""
        self.__dict__.update({name: value for name, value in whole.__dict__.items() if name not in _OF_THE_WHOLE})
        self._whole = whole
        self.shown = shown
        self.count = int(np.count_nonzero(shown))
        self._norms = {}
        self._shown_terms = {}
        self._means = None
        self._hidden = None
        self.found = Recent(TermHits.size_bytes, max(FOUND_BYTES, FOUND_BYTES_PER_SECTION * self.count) // SHARE)

    @property
    def segments(self) -> list[WordSegment]:  # pyright: ignore[reportIncompatibleVariableOverride]
        """Those of the whole reader, none when it is closed."""
        return self._whole.segments

    @property
    def offsets(self) -> list[int]:  # pyright: ignore[reportIncompatibleVariableOverride]
        """The number of the first document of each segment."""
        return self._whole.offsets

    def close(self) -> None:
        """Forget what was found."""
        self.found.keep(lambda _: False)


_OF_THE_WHOLE = ("segments", "offsets")
