"""The keyword index: Whoosh holds analysis, postings and lexicon; our BM25F ranks.

May import domain, settings and the engines it wraps (Whoosh, NumPy, PyStemmer). Must not know the catalogue, the
library or any other index.
"""

from bookwheel.indexes.keyword.detached_segment import MadeSegment, NotMade
from bookwheel.indexes.keyword.reader import KeywordReader
from bookwheel.indexes.keyword.row_counter import RowCounter
from bookwheel.indexes.keyword.schema import KeywordRow
from bookwheel.indexes.keyword.writer import CountedSections, KeywordWriter

__all__ = [
    "CountedSections",
    "KeywordReader",
    "KeywordRow",
    "KeywordWriter",
    "MadeSegment",
    "NotMade",
    "RowCounter",
]
