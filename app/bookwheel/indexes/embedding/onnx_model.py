"""Any model as an ONNX file with its tokenizer, run by ONNX Runtime; torch is never imported for it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from bookwheel.domain.errors import ModelUnavailable
from bookwheel.indexes.embedding import text_splitter
from bookwheel.indexes.embedding.dense_layer import Dense
from bookwheel.indexes.embedding.encoder import Identity
from bookwheel.indexes.embedding.model_card import hash_files
from bookwheel.indexes.embedding.model_check import check_vocabulary, open_tokenizer, unchanged_files
from bookwheel.indexes.embedding.model_folder import Pooling, Recipe, find_graph, read_recipe
from bookwheel.indexes.embedding.onnx_session import Graph

ENGINE = "onnx"
LEAST_DIMENSIONS = 8
PROBES = ("The heron stands in the water.", "Ein Rad dreht sich 42 mal; 車輪。")
"""Encoded at start: a model that gives no numbers, or the same for all, is refused."""


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
    with unchanged_files(graph, recipe) as files:
        made = hash_files(files)
        parts = Parts(Graph(graph), open_tokenizer(recipe), tuple(map(Dense.read, recipe.denses)))
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
