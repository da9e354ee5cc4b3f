"""Rerankers: cross-encoders as ONNX files, which read a query and a passage together and give one number."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from tokenizers import Tokenizer

from bookwheel.domain.errors import ModelUnavailable
from bookwheel.indexes.embedding import text_splitter
from bookwheel.indexes.embedding.model_check import check_vocabulary, open_tokenizer, unchanged_files
from bookwheel.indexes.embedding.model_folder import find_graph, read_recipe
from bookwheel.indexes.embedding.onnx_session import LOGITS, Session

MOST_TOKENS = 512
"""Of a query and a passage together, however much more a model holds: a longer passage takes too long."""
QUERY_SHARE = 4
"""One in so many of the tokens may be the query's."""
PROBES = (("Where does the heron stand?", "The heron stands in the water."), ("Bread?", "An owl hunts at night."))
"""Scored at start: a model that gives no numbers, or the same for all, is refused."""


class OnnxReranker:
    """Scores one pair a call, on the calling thread: passages differ in length, and padding would cost time."""

    def __init__(self, name: str, graph: PairGraph, tokenizer: Tokenizer, most_tokens: int) -> None:
        """Score by a graph; `open_reranker` opens and checks it."""
        self.name = name
        self._graph, self._tokenizer, self._most = graph, tokenizer, min(most_tokens, MOST_TOKENS)
        self._pairs = text_splitter.plain(tokenizer)
        self._pairs.enable_truncation(self._most, strategy="only_second")  # pyright: ignore[reportUnknownMemberType]

    def scores(self, query: str, passages: Sequence[str], most_s: float) -> list[float]:
        """One score for each passage, in their order, as far as the seconds go."""
        ends = time.perf_counter() + most_s
        asked = (text_splitter.cut(self._tokenizer, query, max(1, self._most // QUERY_SHARE)) or [""])[0]
        found: list[float] = []
        for passage in passages:
            if time.perf_counter() >= ends:
                break
            pair = self._pairs.encode(asked, passage)
            found.append(self._graph.run(pair.ids, pair.type_ids))
        return found


class PairGraph:
    """A session that gives one number for two texts; any thread may run it."""

    def __init__(self, path: Path) -> None:
        """Open a graph, and make sure that it is one.

        Raises:
            ModelUnavailable: when it is torn, or is no reranker.
        """
        self._path, self._session = path, Session(path)
        outputs = self._session.outputs
        self._session.check_inputs()
        by_name = {output.name: output for output in outputs}
        chosen = by_name.get(LOGITS) or (outputs[0] if len(outputs) == 1 else None)
        if chosen is None or len(chosen.shape) not in (1, 2) or chosen.shape[1:] not in ([], [1]):
            told = ", ".join(f"{one.name} ({' × '.join(map(str, one.shape))})" for one in outputs)
            raise _no_reranker(path, told)
        self._output = chosen.name

    def run(self, ids: Sequence[int], types: Sequence[int] | None = None) -> float:
        """The number for some tokens; `types` say which are the passage's.

        Raises:
            ModelUnavailable: when the graph fails, or gives more than one number.
        """
        found = self._session.run(self._output, ids, types)
        if found.size != 1:
            raise _no_reranker(self._path, " × ".join(map(str, found.shape)))
        return float(found.reshape(()))


def open_reranker(place: Path) -> OnnxReranker:
    """The reranker of a folder or an ONNX file.

    Raises:
        ModelUnavailable: when it cannot be used, with what is wrong.
    """
    graph = find_graph(place)
    if graph is None:
        raise ModelUnavailable("The folder {folder} has no ONNX file, which a reranker needs.", folder=place)
    recipe = read_recipe(graph, place if place.is_dir() else place.parent)
    with unchanged_files(graph, recipe):
        pairs, tokenizer = PairGraph(graph), open_tokenizer(recipe)
    check_vocabulary(recipe, tokenizer, pairs.run)
    made = OnnxReranker(recipe.name, pairs, tokenizer, recipe.max_tokens)
    told = [made.scores(query, [passage], 60.0)[0] for query, passage in PROBES]
    if not np.isfinite(told).all() or told[0] == told[1]:
        raise ModelUnavailable("The reranker {model} gives no usable scores.", model=recipe.name)
    return made


def _no_reranker(path: Path, told: str) -> ModelUnavailable:
    return ModelUnavailable(
        "{file} is not a reranker: one gives a single number for a query and a passage, this gives {shape}.",
        file=path,
        shape=told,
    )
