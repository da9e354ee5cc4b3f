"""The bundled model: all-MiniLM-L6-v2 as int8, run by ONNX Runtime; torch is never imported for it."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Protocol, cast

import msgspec
import numpy as np
import onnxruntime  # pyright: ignore[reportMissingTypeStubs]
from numpy.typing import NDArray
from tokenizers import Tokenizer

from bookwheel.domain.errors import ModelUnavailable
from bookwheel.domain.messages import NO_MESSAGE, Message
from bookwheel.indexes.embedding import text_splitter
from bookwheel.indexes.embedding.encoder import Identity

ENGINE = "onnx-int8"
PROBED = 5
"""So many references, the shortest, are encoded at start."""
LEAST_COSINE = 0.95
"""To its reference. A sound processor gives .98 for a single word and .99 for a sentence."""


class OnnxEncoder:
    """Encodes one text a call, as many calls at once as there are `threads`, none of which outlives `encode`.

    The int8 kernels scale by the largest value of a call, so that in a batch a vector depends on its neighbours (cosine
    .986 to itself alone). One text a call is always the same vector, wastes nothing on padding, and was faster as well:
    on 2 threads 207 against 196 texts a second at 118 tokens, 100 against 88 at 238.
    """

    def __init__(self, folder: Path, *, threads: int) -> None:
        """Load and verify the model in a folder.

        Raises:
            ModelUnavailable: when a file is missing or another than was made, or this processor computes it wrong.
        """
        made = _provenance(folder)
        self._identity = Identity(
            name=made.name,
            hash=_verified(folder, made),
            engine=ENGINE,
            dimensions=made.dimensions,
            max_tokens=made.max_tokens,
            languages=made.languages,
        )
        self._tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))  # plain, as it was made
        self._session = _session(folder / "model.onnx")
        self._threads = max(1, min(threads, os.cpu_count() or 1))
        if fault := self._fault(folder):
            raise ModelUnavailable(fault, next="bookwheel settings set meaning.enabled false")

    @property
    def identity(self) -> Identity:
        """The model and its rules."""
        return self._identity

    def encode(self, texts: Sequence[str], *, is_query: bool = False) -> NDArray[np.float32]:
        """One unit vector for each text, in their order; the same text has the same vector in every call."""
        prefix = self._identity.query_prefix if is_query else self._identity.passage_prefix
        whole = [prefix + text for text in texts]
        if len(whole) < 2 or self._threads == 1:
            rows = [self._vector(text) for text in whole]
        else:
            with ThreadPoolExecutor(min(self._threads, len(whole))) as pool:
                rows = list(pool.map(self._vector, whole))
        return np.stack(rows) if rows else np.empty((0, self._identity.dimensions), dtype=np.float32)

    def count(self, text: str) -> int:
        """How many tokens a text has, without the special ones around it."""
        return text_splitter.count(self._tokenizer, text)

    def pieces(self, text: str, most_tokens: int) -> list[str]:
        """The text cut at the borders of paragraphs, sentences or words, each piece at most so many tokens."""
        return text_splitter.cut(self._tokenizer, text, most_tokens)

    def _ids(self, text: str) -> list[int]:
        """The tokens between the two special ones, no more than the model holds."""
        ids = self._tokenizer.encode(text).ids
        return ids if len(ids) <= self._identity.max_tokens else [*ids[: self._identity.max_tokens - 1], ids[-1]]

    def _vector(self, text: str) -> NDArray[np.float32]:
        """The mean over a text's tokens, brought to length 1."""
        ids = np.array([self._ids(text)], dtype=np.int64)
        feed = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
        words = self._session.run(None, feed)[0][0]
        total = words.sum(axis=0)
        return total / np.linalg.norm(total)

    def _fault(self, folder: Path) -> Message:
        """A sentence when this processor computes the model wrong, else empty."""
        texts = msgspec.json.decode((folder / "references.json").read_bytes(), type=list[str])[:PROBED]
        wanted = cast("NDArray[np.float32]", np.load(folder / "references.npy"))[:PROBED]
        least = float((self.encode(texts) * wanted).sum(axis=1).min())
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


class _Session(Protocol):
    def run(self, names: None, feed: dict[str, NDArray[np.int64]]) -> list[NDArray[np.float32]]: ...


class _Options(Protocol):
    intra_op_num_threads: int
    inter_op_num_threads: int
    log_severity_level: int
    enable_cpu_mem_arena: bool
    enable_mem_pattern: bool


class _Runtime(Protocol):
    """What is used of ONNX Runtime, which has no types."""

    def SessionOptions(self) -> _Options: ...  # noqa: N802 - its name

    def InferenceSession(self, path: Path, options: _Options, *, providers: list[str]) -> _Session: ...  # noqa: N802


def _provenance(folder: Path) -> _Provenance:
    try:
        return msgspec.json.decode((folder / "provenance.json").read_bytes(), type=_Provenance)
    except (OSError, msgspec.DecodeError) as error:
        raise _damaged("provenance.json") from error


def _verified(folder: Path, made: _Provenance) -> str:
    """The hash of model and tokenizer, when every file is the one that was made."""
    for name, wanted in made.sha256.items():
        try:
            with (folder / name).open("rb") as file:
                found = hashlib.file_digest(file, "sha256").hexdigest()
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


def _session(path: Path) -> _Session:
    runtime = cast("_Runtime", onnxruntime)
    options = runtime.SessionOptions()
    options.intra_op_num_threads = 1  # the calling thread alone; without a pool nothing spins
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    # Without the arena a call gives its memory back: 50 MB less at rest, and no slower.
    options.enable_cpu_mem_arena = False
    options.enable_mem_pattern = False
    return runtime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
