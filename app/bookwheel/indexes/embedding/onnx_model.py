"""Any model as an ONNX file with its tokenizer, run by ONNX Runtime; torch is never imported for it."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import psutil
from numpy.typing import NDArray
from tokenizers import Tokenizer

from bookwheel.domain.errors import ModelUnavailable
from bookwheel.domain.messages import Message
from bookwheel.indexes.embedding import text_splitter
from bookwheel.indexes.embedding.dense_layer import Dense
from bookwheel.indexes.embedding.encoder import Identity
from bookwheel.indexes.embedding.model_card import file_hash, hash_files
from bookwheel.indexes.embedding.model_folder import Pooling, Recipe, find_graph, read_recipe
from bookwheel.indexes.embedding.onnx_graph import external_files
from bookwheel.indexes.embedding.onnx_session import Graph

ENGINE = "onnx"
LEAST_DIMENSIONS = 8
PROBES = ("The heron stands in the water.", "Ein Rad dreht sich 42 mal; 車輪。")
"""Encoded at start: a model that gives no numbers, or the same for all, is refused."""
MEMORY_SHARE = 0.8
"""Of this computer's memory that a model's files may take at most."""
VOCABULARY_SHARE = 0.9
"""Of the words that a model has vectors for, the least share that its tokenizer has; of known models it is .995."""


class OnnxEncoder:
    """Encodes one text a call, as many calls at once as there are `threads`, none of which outlives `encode`.

    The int8 kernels scale by the largest value of a call, so that in a batch a vector depends on its neighbours (cosine
    .986 to itself alone). One text a call is always the same vector, wastes nothing on padding, and was faster as well:
    on 2 threads 207 against 196 texts a second at 118 tokens, 100 against 88 at 238.
    """

    def __init__(self, recipe: Recipe, identity: Identity, parts: Parts, *, threads: int) -> None:
        """Encode by a recipe; `open_model` makes the parts and checks them."""
        self._recipe, self._identity, self._parts = recipe, identity, parts
        self._threads = max(1, min(threads, os.cpu_count() or 1))

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
        return text_splitter.count(self._parts.tokenizer, text)

    def pieces(self, text: str, most_tokens: int) -> list[str]:
        """The text cut at the borders of paragraphs, sentences or words, each piece at most so many tokens."""
        return text_splitter.cut(self._parts.tokenizer, text, most_tokens)

    def _vector(self, text: str) -> NDArray[np.float32]:
        """A text's vector, cut to the model's dimensions and brought to length 1."""
        vector = self._parts.vector(text, self._recipe.pooling, self._identity.max_tokens)[: self._identity.dimensions]
        length = np.linalg.norm(vector)
        return (vector / length if length > 0 else vector).astype(np.float32, copy=False)


@dataclass(frozen=True, slots=True)
class Parts:
    """What a model is made of, opened."""

    graph: Graph
    tokenizer: Tokenizer
    denses: tuple[Dense, ...] = ()

    def ids(self, text: str, most: int) -> list[int]:
        """A text's tokens with the special ones around it, no more than `most`; those at its end are always there."""
        encoded = self.tokenizer.encode(text)
        ids = encoded.ids
        if len(ids) <= most:
            return ids
        specials = encoded.special_tokens_mask
        after = next((count for count, is_special in enumerate(reversed(specials)) if not is_special), 0)
        return [*ids[: most - after], *ids[len(ids) - after :]]

    def vector(self, text: str, pooling: Pooling, most_tokens: int) -> NDArray[np.float32]:
        """A text's vector as the model gives it, of any length."""
        found = self.graph.run(self.ids(text, most_tokens))
        if self.graph.is_pooled:
            return found
        if pooling is Pooling.MEAN:
            total = found.sum(axis=0)
            found = total / np.float32(len(found)) if self.denses else total  # the length is brought to 1 in any case
        else:
            found = found[0 if pooling is Pooling.CLS else -1]
        for dense in self.denses:
            found = dense.apply(found)
        return found


def open_model(place: Path, *, dimensions: int = 0, threads: int) -> OnnxEncoder | None:
    """The encoder of a folder or an ONNX file; None where there is no ONNX file. `dimensions` cuts its vectors.

    Raises:
        ModelUnavailable: when it cannot be used, with what is wrong.
    """
    graph = find_graph(place)
    if graph is None:
        return None
    recipe = read_recipe(graph, place if place.is_dir() else place.parent)
    weights = external_files(graph)
    refuse_too_large((graph, *weights))
    stamps = stamps_of((*recipe.defining, *weights))
    verify(recipe, (*recipe.defining, *weights))
    made = hash_files((*recipe.defining, *weights))
    parts = Parts(Graph(graph), open_tokenizer(recipe), tuple(map(Dense.read, recipe.denses)))
    if stamps_of((*recipe.defining, *weights)) != stamps:
        raise ModelUnavailable("The embedding model {file} changed while it was opened; it is not used.", file=graph)
    check_vocabulary(recipe, parts.tokenizer, parts.graph.run)
    whole = _probe(recipe, parts)
    wanted = dimensions or recipe.dimensions or whole
    if not min(LEAST_DIMENSIONS, whole) <= wanted <= whole:
        raise ModelUnavailable(
            "The embedding model {model} has {most} dimensions and cannot be cut to {count}.",
            model=recipe.name, most=whole, count=wanted,
        )  # fmt: skip
    identity = Identity(
        name=recipe.name,
        hash=made,
        engine=ENGINE if wanted == whole else f"{ENGINE}-{wanted}",
        dimensions=wanted,
        max_tokens=recipe.max_tokens,
        query_prefix=recipe.query_prefix,
        passage_prefix=recipe.passage_prefix,
        languages=recipe.languages,
    )
    return OnnxEncoder(recipe, identity, parts, threads=threads)


def open_tokenizer(recipe: Recipe) -> Tokenizer:
    """A recipe's tokenizer, which neither cuts nor pads."""
    try:
        return text_splitter.plain(Tokenizer.from_file(str(recipe.tokenizer)))
    except Exception as error:  # the library raises plain exceptions alone
        raise ModelUnavailable(
            "{file} is torn or is not a tokenizer: {reason}", file=recipe.tokenizer, reason=error
        ) from None


def refuse_too_large(files: Sequence[Path]) -> None:
    """Refuse files that this computer's memory does not hold."""
    size, memory = sum(path.stat().st_size for path in files), psutil.virtual_memory().total
    if size > MEMORY_SHARE * memory:
        raise ModelUnavailable(
            "The embedding model {file} has {size} GB, more than this computer's memory holds ({memory} GB).",
            file=files[0], size=f"{size / 1e9:.1f}", memory=f"{memory / 1e9:.1f}",
        )  # fmt: skip


def verify(recipe: Recipe, files: Sequence[Path]) -> None:
    """Refuse files other than those that were fetched, where that was noted."""
    if recipe.hashes is None:
        return
    home = recipe.tokenizer.parent
    for path in files:
        name = path.relative_to(home).as_posix() if path.is_relative_to(home) else path.name
        if recipe.hashes.get(name) != file_hash(path):
            raise ModelUnavailable(
                "{file} is not the file that was fetched; remove the model and fetch it again.",
                file=path, next=f"bookwheel model get {recipe.name}",
            )  # fmt: skip


def check_vocabulary(recipe: Recipe, tokenizer: Tokenizer, run: Callable[[list[int]], object]) -> None:
    """Refuse a tokenizer of another model: words that the graph has no vectors for, far fewer, another padding."""
    words = tokenizer.get_vocab(with_added_tokens=True)
    highest, known = max(words.values(), default=-1), recipe.vocabulary
    fault = Message("it has words up to number {number}, the model {count}", number=f"{highest:,}", count=f"{known:,}")
    if not words or (known and not VOCABULARY_SHARE * known <= highest + 1 <= known):
        raise _disagreeing(recipe, fault)
    word, number = recipe.pad
    if word and number >= 0 and words.get(word, number) != number:
        reason = Message(
            "{word} is number {number} there and {count} in the model", word=word, number=words[word], count=number
        )
        raise _disagreeing(recipe, reason)
    try:
        run([highest, 0, highest])
    except ModelUnavailable as error:
        raise _disagreeing(recipe, error.message) from None


def _disagreeing(recipe: Recipe, reason: Message) -> ModelUnavailable:
    return ModelUnavailable(
        "The tokenizer of the embedding model {model} is not the model's own: {reason}.",
        model=recipe.name,
        reason=reason,
    )


def _probe(recipe: Recipe, parts: Parts) -> int:
    """How many dimensions a vector has, once two texts gave different numbers."""
    try:
        made = [parts.vector(text, recipe.pooling, recipe.max_tokens) for text in PROBES]
    except (ValueError, IndexError) as error:  # layers that do not fit each other
        raise ModelUnavailable(
            "The embedding model {model} cannot be used: {reason}", model=recipe.name, reason=error
        ) from None
    first, second = made
    if (
        first.shape != second.shape
        or not all(np.isfinite(one).all() and one.any() for one in made)
        or np.array_equal(first, second)
    ):
        raise ModelUnavailable("The embedding model {model} gives no usable vectors.", model=recipe.name)
    return len(first)


def stamps_of(files: Sequence[Path]) -> list[tuple[int, int, int]]:
    """What tells whether files were replaced or written to."""
    return [(told.st_ino, told.st_size, told.st_mtime_ns) for told in (path.stat() for path in files)]
