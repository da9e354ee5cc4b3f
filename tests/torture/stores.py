"""What the stores of a library hold, free of keys and times that differ from run to run; read while nobody writes."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pyoxigraph as ox

from bookwheel.indexes.catalogue import CatalogueReader, places_of
from bookwheel.indexes.embedding.encoder import Encoder
from bookwheel.indexes.keyword import KeywordReader
from bookwheel.indexes.ontology.iris import LIBRARY
from bookwheel.indexes.ontology.stores import numbered, stamp_of
from bookwheel.indexes.vectors import VectorsReader
from bookwheel.library.embedding.chunker import chunks
from bookwheel.paths import LibraryPaths

Rows = dict[str, list[tuple[object, ...]]]

_CATALOGUE = {
    "documents": "SELECT collection, path, title, words FROM documents",
    "sections": "SELECT collection, path, anchor, start_byte, end_byte, text_hash, prose, s.title FROM documents d"
    " JOIN sections s ON s.document_key = d.key",
    "texts": "SELECT collection, path, text FROM documents d JOIN texts t ON t.document_key = d.key",
    "links": "SELECT collection, path, l.target, status, target_path FROM documents d"
    " JOIN links l ON l.document_key = d.key",
    "facets": "SELECT collection, path, field, value FROM documents d JOIN facets f ON f.document_key = d.key",
    "names": "SELECT collection, path, folded, kind FROM documents d JOIN names n ON n.document_key = d.key",
    "files": "SELECT f.collection, f.path, f.hash FROM files f JOIN documents d ON d.key = f.document_key",
    "problems": "SELECT collection, path, reason FROM problems",
    "counts": "SELECT (SELECT count(*) FROM sections), (SELECT count(*) FROM texts), (SELECT count(*) FROM links),"
    " (SELECT count(*) FROM facets), (SELECT count(*) FROM names), (SELECT count(*) FROM files)",
}
_CHUNKS = (
    "SELECT d.collection, d.path, s.anchor, c.number, c.of, hex(c.hash), hex(v.vector) FROM vectors.chunks c"
    " LEFT JOIN sections s ON s.key = c.section_key LEFT JOIN documents d ON d.key = s.document_key"
    " LEFT JOIN vectors.vectors v ON v.model = c.model AND v.hash = c.hash"
)


def catalogued(catalogue: sqlite3.Connection) -> Rows:
    """Rows of the catalogue by table, in order."""
    return {name: sorted(catalogue.execute(statement).fetchall(), key=repr) for name, statement in _CATALOGUE.items()}


def held(paths: LibraryPaths) -> Rows:
    """Rows of every store, by store and table, in order."""
    found: Rows = {}
    with closing(sqlite3.connect(paths.catalogue)) as catalogue:
        catalogue.execute("ATTACH ? AS vectors", (str(paths.vectors),))
        found.update(catalogued(catalogue))
        found["chunks"] = sorted(catalogue.execute(_CHUNKS).fetchall(), key=repr)
        found["vectors"] = sorted(catalogue.execute("SELECT hex(hash), hex(vector) FROM vectors.vectors").fetchall())
    found["triples"] = sorted((str(quad),) for quad in _quads(paths.ontology))
    return found


def faults(paths: LibraryPaths, encoder: Encoder) -> Iterator[str]:
    """In what the stores do not agree with each other, each on its own terms."""
    with closing(sqlite3.connect(paths.catalogue)) as catalogue:
        checked = str(catalogue.execute("PRAGMA integrity_check").fetchone()[0])
        if checked != "ok":
            yield f"catalogue: {checked}"
        keys = {key for (key,) in catalogue.execute("SELECT key FROM sections")}
    reader = CatalogueReader(paths.catalogue)
    keyword, vectors = KeywordReader.open(paths.keyword), VectorsReader(paths.vectors)
    try:
        living = keyword.keys[keyword.is_living].tolist()
        if sorted(living) != sorted(keys):
            yield f"keyword: {len(living)} sections, of them {len(keys & set(living))} of the catalogue's {len(keys)}"
        if keyword.revision != reader.revision():
            yield f"keyword: revision {keyword.revision}, catalogue {reader.revision()}"
        if fault := vectors.fault():
            yield f"vectors: {fault}"
        yield from _stale(reader, vectors, encoder)
        newest = [place for _, place in numbered(paths.ontology)][-1:]
        stamp = stamp_of(ox.Store.read_only(str(newest[0]))) if newest else -1
        if stamp != reader.revision():
            yield f"ontology: revision {stamp}, catalogue {reader.revision()}"
    finally:
        for each in (reader, keyword, vectors):
            each.close()


def _stale(reader: CatalogueReader, vectors: VectorsReader, encoder: Encoder) -> Iterator[str]:
    """Sections whose chunks are not those of their text."""
    [model] = vectors.models()
    rows = vectors.rows(model)
    found: dict[int, list[bytes]] = {int(key): [] for key in rows.empty.tolist()}
    for key, hash in zip(rows.section_keys.tolist(), rows.hashes, strict=True):
        found.setdefault(int(key), []).append(hash)
    for document, *_ in places_of(reader, None):
        title = reader.document_rows([document])[document].title
        for section in reader.sections_of(document, with_text=True):
            cut = [chunk.hash for chunk in chunks(section, title, encoder)]
            have = found.pop(section.key, None)
            if have != cut:
                yield f"vectors: {section.doc}#{section.anchor} has {have}, not {cut}"
    if found:
        yield f"vectors: {len(found)} sections that the catalogue does not have"


def _quads(folder: Path) -> Iterator[ox.Quad]:
    """Every statement but the stamp."""
    stores = numbered(folder)
    if stores:
        for quad in ox.Store.read_only(str(stores[-1][1])):
            if quad.graph_name != ox.NamedNode(LIBRARY):
                yield quad
