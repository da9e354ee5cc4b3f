"""What of a collection is published: the documents that may be, their vectors, and the files that their pages embed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from bookwheel.domain.collection import Collection
from bookwheel.domain.document_rows import DocumentRows
from bookwheel.domain.scopes import DEFAULT, filters_of
from bookwheel.domain.search import Filter, Scope
from bookwheel.indexes.catalogue import CatalogueReader, levels_of
from bookwheel.indexes.vectors import VectorsReader
from bookwheel.library.snapshot.facets import Facets
from bookwheel.library.sources.inside_root import read_inside
from bookwheel.library.sources.nav_file_names import STATING
from bookwheel.publications.segments import bucket_of

MOST_ASSET_BYTES = 20_000_000
MOST_ASSETS_BYTES = 48_000_000
"""Of one segment together."""


@dataclass(frozen=True, slots=True)
class Choice:
    """The documents (keys and paths, in the order of their paths) that are published, and how many are held back."""

    keys: tuple[int, ...]
    paths: tuple[str, ...]
    left_out: int


@dataclass(frozen=True, slots=True)
class ModelVectors:
    """The vectors of one model, float16, by bucket and by the hash of their chunk."""

    model: str
    dimensions: int
    by_bucket: dict[int, dict[bytes, bytes]]


def choose(catalogue: CatalogueReader, collection: Collection, scope: str) -> Choice:
    """Return the documents of a collection that a filter leaves; private ones are never among them.

    Raises:
        BadRequest: for what is no filter.
    """
    slug = collection.slug
    filters: tuple[Filter, ...] = (*filters_of(DEFAULT), *filters_of(scope))
    facets = Facets.load(catalogue, {slug: collection})
    allowed = facets.document_mask(filters, Scope(collections=(slug,)))
    own = {key: path for key, (place_slug, path, _) in facets.places.items() if place_slug == slug}
    chosen = sorted((path, key) for key, path in own.items() if allowed is None or allowed[key])
    return Choice(tuple(key for _, key in chosen), tuple(path for path, _ in chosen), len(own) - len(chosen))


def divide(choice: Choice, buckets: int) -> dict[int, list[int]]:
    """Return the keys of the chosen documents by their bucket."""
    found: defaultdict[int, list[int]] = defaultdict(list)
    for key, path in zip(choice.keys, choice.paths, strict=True):
        found[bucket_of(path, buckets)].append(key)
    return dict(sorted(found.items()))


def read_vectors(catalogue: CatalogueReader, path: Path, divided: dict[int, list[int]]) -> Iterator[ModelVectors]:
    """Yield the vectors of the documents in buckets, by model, as far as there are any of this catalogue."""
    if not path.exists():
        return
    bucket_of_document = {key: bucket for bucket, keys in divided.items() for key in keys}
    levels = levels_of(catalogue, list(bucket_of_document))
    bucket_of_section = {section: bucket_of_document[document] for section, document, *_ in levels}
    with closing(VectorsReader(path)) as reader:
        if reader.stamp()[0] != catalogue.birth():
            return
        for model in reader.models():
            found: defaultdict[int, dict[bytes, bytes]] = defaultdict(dict)
            after, is_last = 0, False
            while not is_last:
                rows = reader.rows(model, after)
                after, is_last = rows.newest, rows.is_last
                for section, hash, vector in zip(rows.section_keys.tolist(), rows.hashes, rows.vectors, strict=True):
                    bucket = bucket_of_section.get(section)
                    if bucket is not None:
                        found[bucket][hash] = vector.astype("<f2").tobytes()
            if found:
                yield ModelVectors(model.identity, model.dimensions, dict(found))


def read_assets(collection: Collection, rows: Iterable[DocumentRows]) -> dict[str, bytes]:
    """Return the files of the collection's folder that pages embed or link to, by their paths.

    What lies outside of the folder, cannot be read or is too large is left out.
    """
    paths = {link[-1] for document in rows for link in document.links if link[-1]}
    return _contents(Path(collection.root).resolve(), sorted(paths))


def order_files(collection: Collection, paths: Iterable[str]) -> dict[str, bytes]:
    """Return the files that state the order of documents, from their folders and those above, by their paths."""
    folders = {""}
    for path in paths:
        folder = path.rpartition("/")[0]
        while folder and folder not in folders:
            folders.add(folder)
            folder = folder.rpartition("/")[0]
    wanted = (f"{folder}/{name}" if folder else name for folder in sorted(folders) for name in sorted(STATING))
    return _contents(Path(collection.root).resolve(), wanted)


def sound_vectors(vectors: dict[bytes, bytes]) -> dict[bytes, bytes]:
    """Return the vectors that a subscriber takes: finite ones of length about 1."""
    kept: dict[bytes, bytes] = {}
    for hash, content in vectors.items():
        values = np.frombuffer(content, "<f2").astype(np.float32)
        if np.isfinite(values).all() and 0.9 <= float(np.sqrt(values @ values)) <= 1.1:
            kept[hash] = content
    return kept


def _contents(root: Path, paths: Iterable[str]) -> dict[str, bytes]:
    found: dict[str, bytes] = {}
    left = MOST_ASSETS_BYTES
    for path in paths:
        try:
            content, _ = read_inside(root, path, min(left, MOST_ASSET_BYTES))
        except OSError:
            continue
        found[path] = content
        left -= len(content)
    return found
