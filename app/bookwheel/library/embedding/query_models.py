"""The models that read queries: encoders and a reranker, loaded once, with what is wrong with those that cannot be."""

from __future__ import annotations

import logging
from collections.abc import Callable, Set

from bookwheel.domain.errors import ModelUnavailable
from bookwheel.domain.messages import Message
from bookwheel.indexes import embedding
from bookwheel.indexes.embedding import Encoder, Reranker

QUERY_THREADS = 2
"""A query's vector takes 3 ms on two."""

Load = Callable[[str, int], Encoder]

log = logging.getLogger(__name__)


def load(model: str, threads: int) -> Encoder:
    """Return the encoder of a model on so many threads; ModelUnavailable when it cannot be had."""
    return embedding.load(model, threads=threads)


class QueryModels:
    """Of one thread at a time."""

    def __init__(self, load: Load) -> None:
        """Load nothing yet."""
        self._load = load
        self._encoders: dict[str, Encoder] = {}
        self._faults: dict[str, Message] = {}
        self._reranker: tuple[str, Reranker | None] = ("", None)

    @property
    def fault(self) -> Message:
        """What is wrong with the models that cannot be loaded; empty when nothing is."""
        return Message.joined(self._faults.values(), " ")

    def encoder(self, name: str) -> Encoder | None:
        """The encoder of a model; None where it cannot be loaded, which is tried once."""
        encoder = self._encoders.get(name)
        if encoder is None and name not in self._faults:
            try:
                encoder = self._encoders[name] = self._load(name, QUERY_THREADS)
            except ModelUnavailable as error:
                self._faults[name] = error.message
        return encoder

    def encoders_of(self, names: Set[str]) -> dict[str, Encoder]:
        """The encoders of some models, in the order of their names, those that can be loaded."""
        found = ((name, self.encoder(name)) for name in sorted(names))
        return {name: encoder for name, encoder in found if encoder is not None}

    def reranker_of(self, name: str) -> Reranker | None:
        """The reranker of the settings; the one that is loaded where it is the same."""
        known, loaded = self._reranker
        if known != name:
            loaded = None
            try:
                loaded = embedding.load_reranker(name) if name else None
            except ModelUnavailable as error:
                log.warning("%s", error.message)
                self._faults[f"reranker {name}"] = error.message
            self._reranker = (name, loaded)
        return loaded

    def forget_unused(self, names: Set[str], identities: Set[str]) -> None:
        """Try again what failed, and let go of encoders of no such name or identity: the settings have changed."""
        self._faults.clear()
        if self._reranker[1] is None:
            self._reranker = ("", None)  # one that failed is tried again
        for name, encoder in list(self._encoders.items()):
            if name not in names and encoder.identity.key not in identities:
                del self._encoders[name]

    def clear(self) -> None:
        """Let go of every model."""
        self._encoders.clear()
        self._reranker = ("", None)
