"""The models that the embedder reads collections with."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass

from bookwheel.domain.errors import ModelUnavailable
from bookwheel.domain.messages import Message
from bookwheel.indexes.embedding import Encoder
from bookwheel.indexes.vectors import VectorsWriter

log = logging.getLogger(__name__)

Load = Callable[[str, int], Encoder]


@dataclass(frozen=True, slots=True)
class PreparedModel:
    """A model that is loaded, with its number in the vectors' file."""

    name: str
    encoder: Encoder
    number: int


class EmbedderModels:
    """Models by the collections that want them, loaded when they are first needed.

    `numbers` are those that the vectors' file gave, `faults` why a model could not be had, both by the model's name.
    """

    def __init__(self, load: Load) -> None:
        """Load nothing yet; `load` gives the encoder of a model's name on so many threads."""
        self._load, self._threads = load, 2
        self.of_collection: dict[str, str] = {}
        self.encoders: dict[str, Encoder] = {}
        self.numbers: dict[str, int] = {}
        self.faults: dict[str, Message] = {}

    def configure(self, of_collection: dict[str, str], threads: int) -> None:
        """Let collections be read by these models, and try again those that failed."""
        if threads != self._threads:
            self.encoders.clear()
        for name in self.encoders.keys() - of_collection.values():
            self.encoders.pop(name)
        self.of_collection, self._threads = of_collection, threads
        self.faults.clear()

    def prepare(self, name: str, vectors: VectorsWriter) -> None:
        """Load and number a model; what fails is noted, and the others go on."""
        if name in self.numbers and name in self.encoders:
            return
        if name not in self.encoders:
            try:
                self.encoders[name] = self._load(name, self._threads)
            except ModelUnavailable as error:
                log.warning("%s", error.message)
                self.numbers.pop(name, None)
                self.faults[name] = (
                    Message("{reason} ({advice})", reason=error.message, advice=error.next)
                    if error.next
                    else error.message
                )
                return
        self._number(name, vectors)

    def number_again(self, vectors: VectorsWriter) -> None:
        """Number what is loaded in a file that was opened just now."""
        self.numbers.clear()
        for name in self.encoders:
            self._number(name, vectors)

    def prepared(self, name: str) -> PreparedModel:
        """A model that `prepare` got ready."""
        return PreparedModel(name, self.encoders[name], self.numbers[name])

    def numbers_of_collections(self) -> dict[str, int]:
        """The number of each collection's model, as far as it has one."""
        return {slug: self.numbers[name] for slug, name in self.of_collection.items() if name in self.numbers}

    def names(self) -> list[str]:
        """What the models in use are called, as far as they are loaded."""
        wanted = dict.fromkeys(self.of_collection.values())
        return [self.encoders[name].identity.name for name in wanted if name in self.encoders]

    def _number(self, name: str, vectors: VectorsWriter) -> None:
        identity = self.encoders[name].identity
        self.numbers[name] = vectors.model(identity.key, name, identity.dimensions)
