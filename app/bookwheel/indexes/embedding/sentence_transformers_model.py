"""Any other model, run by sentence-transformers: a folder on this computer, or a name on the hub."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Protocol, cast

import numpy as np
import sentence_transformers  # pyright: ignore[reportMissingImports] - of the extra
import torch  # pyright: ignore[reportMissingImports] - of the extra
from huggingface_hub import try_to_load_from_cache
from numpy.typing import NDArray
from tokenizers import Tokenizer

from bookwheel.domain.errors import ModelUnavailable
from bookwheel.indexes.embedding import text_splitter
from bookwheel.indexes.embedding.encoder import Identity
from bookwheel.indexes.embedding.model_card import hash_of, languages_of, prompts_of
from bookwheel.indexes.embedding.model_folder import USUAL_TOKENS

ENGINE = "sentence-transformers"
BATCH_TEXTS = 8


class SentenceTransformersEncoder:
    """Encodes by sentence-transformers on `threads` threads of torch; calls take turns."""

    def __init__(self, model: str, *, dimensions: int = 0, threads: int) -> None:
        """Load a model from a folder, or by its name from the hub's cache; `dimensions` cuts its vectors, 0 for none.

        Raises:
            ModelUnavailable: when it cannot be loaded.
        """
        torch.set_num_threads(max(1, threads))  # pyright: ignore[reportUnknownMemberType]
        is_folder = Path(model).is_dir()
        self._model = _opened(model, dimensions, is_folder=is_folder)
        self._turn = threading.Lock()
        fast = getattr(self._model.tokenizer, "backend_tokenizer", None)
        if not isinstance(fast, Tokenizer):
            raise ModelUnavailable(
                "The embedding model {model} has no tokenizer.json, which Bookwheel needs.", model=model
            )
        self._plain = text_splitter.plain(fast)
        name = Path(model).name if is_folder else model
        folder = Path(model) if is_folder else _cached(model)
        query, passage = prompts_of(name, self._model.prompts)
        self._identity = Identity(
            name=name,
            hash=hash_of(folder) if is_folder or folder is None else folder.name,
            engine=f"{ENGINE}-{dimensions}" if dimensions else ENGINE,
            dimensions=self._vectors(["a"], "", is_query=False).shape[1],
            max_tokens=int(self._model.max_seq_length or USUAL_TOKENS),
            query_prefix=query,
            passage_prefix=passage,
            languages=languages_of(folder),
        )

    @property
    def identity(self) -> Identity:
        """The model and its rules."""
        return self._identity

    def encode(self, texts: Sequence[str], *, is_query: bool = False) -> NDArray[np.float32]:
        """One unit vector for each text, in their order."""
        if not texts:
            return np.empty((0, self._identity.dimensions), dtype=np.float32)
        prefix = self._identity.query_prefix if is_query else self._identity.passage_prefix
        return self._vectors(texts, prefix, is_query=is_query)

    def count(self, text: str) -> int:
        """How many tokens a text has, without the special ones around it."""
        return text_splitter.count(self._plain, text)

    def pieces(self, text: str, most_tokens: int) -> list[str]:
        """The text cut at the borders of paragraphs, sentences or words, each piece at most so many tokens."""
        return text_splitter.cut(self._plain, text, most_tokens)

    def _vectors(self, texts: Sequence[str], prefix: str, *, is_query: bool) -> NDArray[np.float32]:
        # Two methods, because some models have two towers.
        encode = self._model.encode_query if is_query else self._model.encode_document
        with self._turn:
            vectors = encode(
                list(texts), prompt=prefix, batch_size=BATCH_TEXTS, show_progress_bar=False, normalize_embeddings=True
            )
        return vectors.astype(np.float32, copy=False)


class _Encode(Protocol):
    def __call__(
        self, inputs: list[str], *, prompt: str, batch_size: int, show_progress_bar: bool, normalize_embeddings: bool
    ) -> NDArray[np.float32]: ...


class _Model(Protocol):
    tokenizer: object
    prompts: Mapping[str, str]
    max_seq_length: int | None
    encode_query: _Encode
    encode_document: _Encode


class _Open(Protocol):
    def __call__(
        self,
        model: str,
        *,
        local_files_only: bool,
        trust_remote_code: bool,
        truncate_dim: int | None,
        model_kwargs: dict[str, bool],
    ) -> _Model: ...


def _opened(model: str, dimensions: int, *, is_folder: bool) -> _Model:
    transformer = cast("_Open", sentence_transformers.SentenceTransformer)  # pyright: ignore[reportUnknownMemberType]
    try:
        return transformer(
            model,
            local_files_only=True,
            trust_remote_code=False,
            truncate_dim=dimensions or None,
            model_kwargs={"use_safetensors": True},  # a pickle may run programs
        )
    except Exception as error:  # a foreign model's files may fail in any way
        if is_folder:
            raise ModelUnavailable(
                "The folder {folder} contains no embedding model that can be loaded: {reason}",
                folder=model,
                reason=error,
            ) from error
        raise ModelUnavailable(
            "The embedding model {model} is not on this computer, or cannot be loaded: {reason}",
            model=model,
            reason=error,
            next=f"bookwheel model get {model}",
        ) from error


def _cached(model: str) -> Path | None:
    """The folder of a hub model in the local cache, named by its commit."""
    repository = model if "/" in model else f"sentence-transformers/{model}"
    for name in ("modules.json", "config.json"):
        path = try_to_load_from_cache(repository, name)
        if isinstance(path, str):
            return Path(path).parent
    return None
