"""The bundled model: all-MiniLM-L6-v2 as int8, checked against what was made and what it must compute."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import cast

import msgspec
import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from bookwheel.domain.errors import ModelUnavailable
from bookwheel.domain.messages import NO_MESSAGE, Message
from bookwheel.indexes.embedding.encoder import Encoder, Identity
from bookwheel.indexes.embedding.model_card import file_hash
from bookwheel.indexes.embedding.model_folder import Pooling, Recipe
from bookwheel.indexes.embedding.onnx_model import OnnxEncoder, Parts
from bookwheel.indexes.embedding.onnx_session import Graph

ENGINE = "onnx-int8"
PROBED = 5
"""So many references, the shortest, are encoded at start."""
LEAST_COSINE = 0.95
"""To its reference. A sound processor gives .98 for a single word and .99 for a sentence."""


def open_bundled(folder: Path, *, threads: int) -> OnnxEncoder:
    """Load and verify the bundled model in a folder.

    Raises:
        ModelUnavailable: when a file is missing or another than was made, or this processor computes it wrong.
    """
    made = _provenance(folder)
    identity = Identity(
        name=made.name,
        hash=_verified(folder, made),
        engine=ENGINE,
        dimensions=made.dimensions,
        max_tokens=made.max_tokens,
        languages=made.languages,
    )
    graph, tokenizer = folder / "model.onnx", folder / "tokenizer.json"
    recipe = Recipe(made.name, graph, tokenizer, Pooling.MEAN, made.max_tokens, (graph, tokenizer))
    parts = Parts(Graph(graph), Tokenizer.from_file(str(tokenizer)))  # plain, as it was made
    encoder = OnnxEncoder(recipe, identity, parts, threads=threads)
    if fault := _fault(encoder, folder):
        raise ModelUnavailable(fault, next="bookwheel settings set meaning.enabled false")
    return encoder


def _fault(encoder: Encoder, folder: Path) -> Message:
    """A sentence when this processor computes the model wrong, else empty."""
    texts = msgspec.json.decode((folder / "references.json").read_bytes(), type=list[str])[:PROBED]
    wanted = cast("NDArray[np.float32]", np.load(folder / "references.npy"))[:PROBED]
    least = float((encoder.encode(texts) * wanted).sum(axis=1).min())
    if least >= LEAST_COSINE:
        return NO_MESSAGE
    return Message(
        "This processor runs the embedding model incorrectly (a test text scored {cosine} "
        "instead of 1), so semantic search is off. Choose another model with the setting "
        "meaning.model.",
        cosine=f"{least:.2f}",
    )


class _Provenance(msgspec.Struct, frozen=True):
    name: str
    dimensions: int
    max_tokens: int
    languages: tuple[str, ...]
    sha256: dict[str, str]


def _provenance(folder: Path) -> _Provenance:
    try:
        return msgspec.json.decode((folder / "provenance.json").read_bytes(), type=_Provenance)
    except (OSError, msgspec.DecodeError) as error:
        raise _damaged("provenance.json") from error


def _verified(folder: Path, made: _Provenance) -> str:
    """The hash of model and tokenizer, when every file is the one that was made."""
    for name, wanted in made.sha256.items():
        try:
            found = file_hash(folder / name)
        except OSError:
            found = ""
        if found != wanted:
            raise _damaged(name)
    both = made.sha256["model.onnx"] + made.sha256["tokenizer.json"]
    return hashlib.sha256(both.encode("ascii")).hexdigest()


def _damaged(name: str) -> ModelUnavailable:
    return ModelUnavailable(
        "The bundled embedding model is damaged ({reason}), so semantic search is off. Reinstall Bookwheel.",
        reason=name,
    )
