"""The keyword index: Whoosh holds analysis, postings and lexicon; our BM25F ranks.

May import domain, settings and the engines it wraps (Whoosh, NumPy, PyStemmer). Must not know the catalogue, the
library or any other index.
"""

from bookwheel.indexes.keyword.reader import KeywordReader
from bookwheel.indexes.keyword.schema import KeywordRow
from bookwheel.indexes.keyword.writer import KeywordWriter

__all__ = ["KeywordReader", "KeywordRow", "KeywordWriter"]
