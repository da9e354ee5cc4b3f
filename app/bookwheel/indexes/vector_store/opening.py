"""Opens the engine of an address for one model."""

from __future__ import annotations

from bookwheel.indexes.vector_store.addresses import EngineKind, read_address
from bookwheel.indexes.vector_store.chroma_server import ChromaServer
from bookwheel.indexes.vector_store.engine_vectors import EngineVectors
from bookwheel.indexes.vector_store.lance_tables import LanceTables
from bookwheel.indexes.vector_store.pgvector import PgVector
from bookwheel.indexes.vector_store.port import Model, Vectors


def open_vectors(address: str, model: Model) -> Vectors:
    """Return the vectors of a model in an engine, which is asked at the first call.

    Raises:
        ConfigurationRefused: for an address that no adapter opens.
        EngineUnavailable: where the engine's package is missing.
    """
    found = read_address(address)
    match found.kind:
        case EngineKind.CHROMA:
            return EngineVectors(ChromaServer(found.location, model), model)
        case EngineKind.LANCE:
            return EngineVectors(LanceTables(found.location, model), model)
        case EngineKind.POSTGRES:
            return EngineVectors(PgVector(found.location, model), model)
