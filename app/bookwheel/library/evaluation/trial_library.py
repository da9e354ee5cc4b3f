"""A library of one collection, indexed for a trial by the engines that index any, and its vectors by any model."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import TypeVar

import numpy as np

from bookwheel.domain.collection import Collection
from bookwheel.domain.document import Document
from bookwheel.domain.indexing import Command, Report, Verb
from bookwheel.indexes.catalogue import Batch, CatalogueReader, FileRow, NewDocument, rows_of
from bookwheel.indexes.embedding import Encoder
from bookwheel.indexes.keyword import KeywordReader
from bookwheel.indexes.ontology import OntologyReader
from bookwheel.indexes.vectors import Rows
from bookwheel.library.embedding.chunker import chunks
from bookwheel.library.embedding.model_view import ModelView
from bookwheel.library.embedding.vector_table import VectorTable
from bookwheel.library.indexing import indexer
from bookwheel.library.indexing.publish import Stores
from bookwheel.library.snapshot.facets import Facets
from bookwheel.library.snapshot.graph_loader import load_graph
from bookwheel.library.snapshot.snapshot import Meaning, Snapshot
from bookwheel.paths import LibraryPaths

T = TypeVar("T")

SLUG = "c"
BATCH_DOCUMENTS = 200
BATCH_SECTIONS = 64

OnProgress = Callable[[int, int], None]
"""Told how much is done, and of how much; 0 while that is not known."""


def ignore_progress(done: int, total: int) -> None:
    """Tell nobody."""


def index_documents(documents: Iterable[Document], folder: Path, on_progress: OnProgress = ignore_progress) -> Snapshot:
    """A library in a folder with these documents."""
    folder.mkdir(parents=True, exist_ok=True)
    stores = Stores(LibraryPaths(folder))
    done = 0
    try:
        for batch in _batches(documents, BATCH_DOCUMENTS):
            files = [_new(document) for document in batch]
            stores.commit(Batch(added=files))
            done += len(batch)
            on_progress(done, 0)
        if not done:
            stores.commit(Batch())
        stores.optimise(lambda: True)
    finally:
        stores.close()
    return _open(folder, (Collection(SLUG, SLUG, str(folder)),))


def _new(document: Document) -> NewDocument:
    file = FileRow(document.path, document.path, 0, 0, "")
    return NewDocument(SLUG, rows_of(document, file), file)


def index_tree(
    root: Path, folder: Path, ignore: tuple[str, ...] = (), on_progress: OnProgress = ignore_progress
) -> Snapshot:
    """A library in a folder with the files of a tree, their links and their graph; `ignore` as a collection's."""
    return index_collections((Collection(SLUG, SLUG, str(root), ignore=ignore),), folder, on_progress)


def index_collections(
    collections: Sequence[Collection],
    folder: Path,
    on_progress: OnProgress = ignore_progress,
    *,
    finds_names: bool = True,
) -> Snapshot:
    """A library in a folder with what some collections hold on disk now; `finds_names` as in the settings."""
    folder.mkdir(parents=True, exist_ok=True)
    commands = [Command(Verb.CONFIGURE, collections=tuple(collections), finds_names=finds_names), Command(Verb.SCAN)]

    def give(timeout_s: float | None) -> Command | None:
        if timeout_s == 0 or (not commands and timeout_s is not None):
            return None
        return commands.pop(0) if commands else Command(Verb.STOP)

    def tell(report: Report) -> None:
        if report.progress is not None:
            on_progress(report.progress.files_done, report.progress.files_total)

    indexer.run(LibraryPaths(folder), give, tell)
    return _open(folder, collections)


@dataclass(frozen=True, slots=True)
class Embedded:
    """A snapshot with the vectors of one model, how many they are and the seconds that they took."""

    snapshot: Snapshot
    vectors: int
    took_s: float


def embed(snapshot: Snapshot, encoder: Encoder, on_progress: OnProgress = ignore_progress) -> Embedded:
    """The snapshot with the vectors of its sections in the languages that a model reads, and no others."""
    began = time.perf_counter()
    documents = snapshot.catalogue.document_rows(snapshot.catalogue.document_keys())
    table = VectorTable.empty(encoder.identity.dimensions)
    total, done = int(np.count_nonzero(snapshot.facets.document_of)), 0
    sections = (
        (section, document)
        for key, document in documents.items()
        for section in snapshot.catalogue.sections_of(key, with_text=True)
    )
    for batch in _batches(sections, BATCH_SECTIONS):
        keys, cut, empty = list[int](), list[bytes](), list[int]()
        texts: dict[bytes, str] = {}
        for section, document in batch:
            pieces = chunks(section, document.title, encoder) if encoder.identity.reads(document.language) else []
            keys.extend([section.key] * len(pieces))
            cut.extend(piece.hash for piece in pieces)
            texts.update((piece.hash, piece.text) for piece in pieces)
            empty.extend(() if pieces else (section.key,))
        made = dict(zip(texts, encoder.encode(list(texts.values())), strict=True)) if texts else {}
        vectors = np.stack([made[key] for key in cut]) if cut else np.zeros((0, encoder.identity.dimensions))
        rows = Rows(
            np.array(keys, np.int64), tuple(cut), vectors.astype(np.float16), np.array(empty, np.int64),
            table.newest + len(batch), is_last=False,
        )  # fmt: skip
        table = table.grown(rows)
        done += len(batch)
        on_progress(done, total)
    view = ModelView(encoder, frozenset(snapshot.collections), table)
    took_s = time.perf_counter() - began
    return Embedded(replace(snapshot, meaning=Meaning((view,), 1.0), readable={}), table.size, took_s)


def close(snapshot: Snapshot) -> None:
    """Let go of a library's files."""
    snapshot.catalogue.close()
    snapshot.keyword.close()


def _open(folder: Path, known: Sequence[Collection]) -> Snapshot:
    paths = LibraryPaths(folder)
    collections = {collection.slug: collection for collection in known}
    catalogue = CatalogueReader(paths.catalogue)
    facets = Facets.load(catalogue, collections)
    ontology = OntologyReader.open(paths.ontology)
    graph = load_graph(ontology) if ontology is not None else None
    if ontology is not None:
        ontology.close()
    keyword = KeywordReader.open(paths.keyword)
    return Snapshot(catalogue.revision(), catalogue, facets, keyword, collections, graph=graph)


def _batches(values: Iterable[T], size: int) -> Iterator[list[T]]:
    left = iter(values)
    while batch := list(islice(left, size)):
        yield batch
