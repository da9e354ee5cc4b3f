"""Any other model, run by sentence-transformers: a folder on this computer, or a name on the hub."""

from __future__ import annotations

import hashlib
import re
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

ENGINE = "sentence-transformers"
BATCH_TEXTS = 8
USUAL_TOKENS = 512
"""What a model holds that does not say it."""
DEFINING = {".safetensors", ".bin", ".json", ".txt", ".model"}
"""What a model is made of; a changed note or licence beside it changes no vector."""
BGE_QUERY = "Represent this sentence for searching relevant passages: "
PREFIXES = (
    (re.compile(r"(?:^|[/_-])e5-(?:small|base|large)(?!.*instruct)", re.IGNORECASE), "query: ", "passage: "),
    (re.compile(r"(?:^|/)bge-(?:small|base|large)-en", re.IGNORECASE), BGE_QUERY, ""),
)
"""The rules of models that are trained with prefixes and do not say so in their files."""


class SentenceTransformersEncoder:
    """Encodes by sentence-transformers on `threads` threads of torch; calls take turns."""

    def __init__(self, model: str, *, threads: int) -> None:
        """Load a model from a folder or by its name on the hub: from the hub's cache when it is there.

        Raises:
            ModelUnavailable: when it cannot be loaded.
        """
        torch.set_num_threads(max(1, threads))  # pyright: ignore[reportUnknownMemberType]
        is_folder = Path(model).is_dir()
        self._model = _opened(model, is_folder=is_folder)
        self._turn = threading.Lock()
        fast = getattr(self._model.tokenizer, "backend_tokenizer", None)
        if not isinstance(fast, Tokenizer):
            raise ModelUnavailable(
                "The embedding model {model} has no tokenizer.json, which Bookwheel needs.", model=model
            )
        self._plain = text_splitter.plain(fast)
        name = Path(model).name if is_folder else model
        folder = Path(model) if is_folder else _cached(model)
        query, passage = _prefixes(name, self._model.prompts)
        self._identity = Identity(
            name=name,
            hash=_hash(folder) if is_folder or folder is None else folder.name,
            engine=ENGINE,
            dimensions=self._vectors(["a"], "", is_query=False).shape[1],
            max_tokens=int(self._model.max_seq_length or USUAL_TOKENS),
            query_prefix=query,
            passage_prefix=passage,
            languages=_languages(folder),
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
    def __call__(self, model: str, *, local_files_only: bool) -> _Model: ...


def _opened(model: str, *, is_folder: bool) -> _Model:
    transformer = cast("_Open", sentence_transformers.SentenceTransformer)  # pyright: ignore[reportUnknownMemberType]
    try:
        return transformer(model, local_files_only=True)
    except Exception as error:  # a foreign model's files may fail in any way
        if is_folder:
            raise ModelUnavailable(
                "The folder {folder} contains no embedding model that can be loaded: {reason}",
                folder=model,
                reason=error,
            ) from error
    try:
        return transformer(model, local_files_only=False)
    except Exception as error:  # likewise, over the network too
        raise ModelUnavailable(
            "The embedding model {model} could not be downloaded or loaded: {reason}", model=model, reason=error
        ) from error


def _cached(model: str) -> Path | None:
    """The folder of a hub model in the local cache, named by its commit."""
    repository = model if "/" in model else f"sentence-transformers/{model}"
    for name in ("modules.json", "config.json"):
        path = try_to_load_from_cache(repository, name)
        if isinstance(path, str):
            return Path(path).parent
    return None


def _hash(folder: Path | None) -> str:
    """One over the files that define a model."""
    found = hashlib.sha256()
    for path in sorted(folder.rglob("*") if folder else ()):
        if path.suffix in DEFINING and path.is_file():
            with path.open("rb") as file:
                found.update(hashlib.file_digest(file, "sha256").digest())
            found.update(path.name.encode("utf-8", "surrogateescape"))
    return found.hexdigest()


def _prefixes(name: str, prompts: Mapping[str, str]) -> tuple[str, str]:
    """What stands before a query and before a passage: as the model's files say, else as is known of it."""
    query = prompts.get("query") or ""
    passage = prompts.get("document") or prompts.get("passage") or ""
    if query or passage:
        return query, passage
    return next(((query, passage) for pattern, query, passage in PREFIXES if pattern.search(name)), ("", ""))


def _languages(folder: Path | None) -> tuple[str, ...]:
    """The languages that a model's card names, as ISO codes; none when it names none or says that there are many."""
    try:
        card = (folder / "README.md").read_text("utf-8", "replace") if folder else ""
    except OSError:
        return ()
    header = re.match(r"---\n(.*?)\n---", card, re.DOTALL)
    named = re.search(r"^language:(.*(?:\n[ ]*-.*)*)", header[1], re.MULTILINE) if header else None
    words = re.findall(r"\w[\w-]*", named[1]) if named else []
    return tuple(words) if all(re.fullmatch(r"[a-z]{2,3}", word) for word in words) else ()
