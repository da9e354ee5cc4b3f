"""Encoders: text to unit vectors, by the bundled model, by any ONNX file, or by any that sentence-transformers can run.

May import domain, paths and the engines it wraps (ONNX Runtime, tokenizers, sentence-transformers). Must not know
another index or the library. Importing this loads no engine: `load` does.
"""

from bookwheel.indexes.embedding.encoder import Encoder, Identity, Reranker
from bookwheel.indexes.embedding.model_loader import BUNDLED, load, load_reranker

__all__ = ["BUNDLED", "Encoder", "Identity", "Reranker", "load", "load_reranker"]
