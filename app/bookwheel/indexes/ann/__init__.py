"""The nearest vectors: Chroma, and nothing but Chroma.

A cache that one process owns; vectors.sqlite is its source. May import domain and NumPy; knows no other index, no
encoder and no library. Importing this does not load Chroma: opening a `ChromaFolder` does (a second, 70 MB).
"""

from bookwheel.indexes.ann.chroma import ChromaFolder
from bookwheel.indexes.ann.nearest_index import NearestIndex, OpenStore, Store

__all__ = ["ChromaFolder", "NearestIndex", "OpenStore", "Store"]
