"""The nearest vectors: Chroma, and nothing but Chroma.

A cache that one process owns; vectors.sqlite is its source. May import domain and NumPy; knows no other index, no
encoder and no library. Importing this does not load Chroma: opening does (a second, 70 MB).
"""

from bookwheel.indexes.ann.chroma import NearestIndex

__all__ = ["NearestIndex"]
