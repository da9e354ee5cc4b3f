"""The vectors of chunks: vectors.sqlite, one hash a vector, many sections a hash.

One process writes, readers see what was committed. May import domain and NumPy; knows no encoder, no other index and no
library. What is lost here is embedded again from the catalogue's sections.
"""

from bookwheel.indexes.vectors.reader import Model, Rows, VectorsReader
from bookwheel.indexes.vectors.writer import ChunkRow, VectorsWriter

__all__ = ["ChunkRow", "Model", "Rows", "VectorsReader", "VectorsWriter"]
