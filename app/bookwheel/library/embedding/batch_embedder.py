"""One batch of sections embedded and committed; a batch that fails is tried again, then section by section."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bookwheel.indexes.catalogue import SectionRow
from bookwheel.indexes.embedding import Encoder
from bookwheel.indexes.vectors import ChunkRow
from bookwheel.library.embedding.chunker import Chunk
from bookwheel.library.embedding.embedder_models import PreparedModel
from bookwheel.library.embedding.embedder_stores import Embedded

log = logging.getLogger(__name__)

RETRY_S = (0.5, 2.0, 8.0)
"""Seconds before a failed batch is tried again; then its sections are tried one by one."""

Made = Mapping[bytes, NDArray[np.float32]]
"""Vectors by the hashes that they are stored under."""

OnCommit = Callable[[str, Sequence[int], int], None]
"""Told of each commit: the model's name, the sections' keys and how many vectors the model made."""


@dataclass(frozen=True, slots=True)
class CutSection:
    """A section with its chunks."""

    section: SectionRow
    chunks: Sequence[Chunk]


@dataclass(frozen=True, slots=True)
class _Supplied:
    """Sections that need no encoder, with their vectors."""

    model: PreparedModel
    vectors: dict[bytes, NDArray[np.float32]]
    cut: list[CutSection]


class BatchEmbedder:
    """Embeds batches; `failed` says by section key what went wrong with sections that no model could read."""

    def __init__(self, stores: Embedded, on_commit: OnCommit) -> None:
        """Commit to the stores, which may be opened later."""
        self._stores, self._on_commit = stores, on_commit
        self._supplied: dict[str, _Supplied] = {}
        self.failed: dict[int, str] = {}

    def embed(self, model: PreparedModel, cut: Sequence[CutSection]) -> bool:
        """Embed and commit sections; False when that had to be done one by one."""
        texts = {chunk.hash: chunk.text for piece in cut for chunk in piece.chunks}
        known = self._stores.vectors.known(model.number, texts)
        new = {key: text for key, text in texts.items() if key not in known}
        try:
            made = _encoded(model.encoder, new)
        except Exception as error:  # a model may fail in any way; the other sections go on
            log.exception("a batch of %d chunks could not be embedded", len(new))
            self._embed_singly(model, cut, error)
            return False
        self.commit(model, made, cut)
        return True

    def commit(self, model: PreparedModel, made: Made, cut: Sequence[CutSection]) -> None:
        """Put new vectors and the sections' chunks into the store."""
        self._put(model, made, cut)
        self._on_commit(model.name, [piece.section.key for piece in cut], len(made))

    @property
    def supplied(self) -> int:
        """How many supplied sections wait for their commit."""
        return sum(len(waiting.cut) for waiting in self._supplied.values())

    def supply(self, model: PreparedModel, vectors: Made, section: CutSection) -> None:
        """Set a section aside that has its vectors already; `commit_supplied` commits it with many others."""
        waiting = self._supplied.setdefault(model.name, _Supplied(model, {}, []))
        waiting.vectors.update(vectors)
        waiting.cut.append(section)

    def commit_supplied(self) -> None:
        """Commit all that was set aside."""
        while self._supplied:
            name, waiting = self._supplied.popitem()
            self._put(waiting.model, waiting.vectors, waiting.cut)
            self._on_commit(name, [piece.section.key for piece in waiting.cut], 0)

    def drop_supplied(self) -> None:
        """Drop what was set aside and not committed."""
        self._supplied.clear()

    def _put(self, model: PreparedModel, made: Made, cut: Sequence[CutSection]) -> None:
        rows = [
            ChunkRow(piece.section.key, number, len(piece.chunks), chunk.hash)
            for piece in cut
            for number, chunk in enumerate(piece.chunks)
        ]
        rows.extend(ChunkRow(piece.section.key, 0, 0, b"") for piece in cut if not piece.chunks)
        self._stores.vectors.put(model.number, made, rows)

    def _embed_singly(self, model: PreparedModel, cut: Sequence[CutSection], error: Exception) -> None:
        """Embed a failed batch section by section, and name those that fail again."""
        for piece in cut:
            texts = [chunk.text for chunk in piece.chunks]
            try:
                made = model.encoder.encode(texts) if texts else np.zeros((0, 0), np.float32)
            except Exception as again:  # likewise
                self.failed[piece.section.key] = f"{piece.section.doc}#{piece.section.anchor}: {again or error}"
                continue
            new = {chunk.hash: vector for chunk, vector in zip(piece.chunks, made, strict=True)}
            known = self._stores.vectors.known(model.number, new)
            self.commit(model, {key: vector for key, vector in new.items() if key not in known}, [piece])


def _encoded(encoder: Encoder, texts: dict[bytes, str]) -> dict[bytes, NDArray[np.float32]]:
    """A vector for each text; after some failures the last one is raised."""
    for wait_s in (*RETRY_S, 0.0):
        try:
            return dict(zip(texts, encoder.encode(list(texts.values())), strict=True)) if texts else {}
        except Exception:  # a model may fail in any way
            if not wait_s:
                raise
            log.warning("%d chunks could not be embedded; again in %g s", len(texts), wait_s)
            time.sleep(wait_s)
    return {}
