"""Sections as chunks under the hashes that they are stored under, with the vectors that came with them."""

from __future__ import annotations

from dataclasses import dataclass

from bookwheel.indexes.catalogue import DocumentRow, SectionRow
from bookwheel.indexes.embedding import Encoder
from bookwheel.library.embedding.batch_embedder import CutSection
from bookwheel.library.embedding.chunk_hashes import find_published, stored_hash
from bookwheel.library.embedding.chunker import Chunk, chunks, whole_text
from bookwheel.library.embedding.published_vectors import Vectors


@dataclass(frozen=True, slots=True)
class FoundSection:
    """A section with the vectors of its chunks, by the hashes that they are stored under."""

    cut: CutSection
    vectors: Vectors


def cut_section(section: SectionRow, document: DocumentRow, encoder: Encoder, salt: str) -> CutSection:
    """A section cut into chunks to be embedded; `salt` is that of a subscription, empty for any other collection."""
    cut = chunks(section, document.title, encoder)
    if not salt:
        return CutSection(section, cut)
    return CutSection(section, [Chunk(chunk.text, stored_hash(chunk.hash, salt)) for chunk in cut])


def find_chunks(section: SectionRow, document: DocumentRow, published: Vectors, salt: str) -> FoundSection | None:
    """A section of a publication with its published vectors; None where it has to be embedded."""
    whole = whole_text(section, document.title)
    hashes = find_published(whole, published) if whole else []
    if whole and not hashes:
        return None
    stored = [stored_hash(hash, salt) for hash in hashes]
    cut = CutSection(section, [Chunk("", hash) for hash in stored])
    return FoundSection(cut, dict(zip(stored, (published[hash] for hash in hashes), strict=True)))
