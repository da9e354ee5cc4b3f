"""Engines that hold vectors for several readers: the port, what is the same for all of them, and an adapter each.

May import domain and NumPy; knows no other index, no encoder and no library. An engine's package is loaded when its
address is opened. What is lost here is put again from the vectors that publications bring.
"""

from bookwheel.indexes.vector_store.addresses import EngineAddress, EngineKind, check_engine, read_address
from bookwheel.indexes.vector_store.engine_vectors import EngineVectors
from bookwheel.indexes.vector_store.opening import open_vectors
from bookwheel.indexes.vector_store.port import KEY_BYTES, MOST_NEAR, Engine, Found, Mask, Model, Row, Vectors

__all__ = [
    "KEY_BYTES",
    "MOST_NEAR",
    "Engine",
    "EngineAddress",
    "EngineKind",
    "EngineVectors",
    "Found",
    "Mask",
    "Model",
    "Row",
    "Vectors",
    "check_engine",
    "open_vectors",
    "read_address",
]
