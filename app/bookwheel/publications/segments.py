"""Segments: rows of documents, vectors or files as bytes that are the same for the same content, and back."""

from __future__ import annotations

import hashlib
import math
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import msgspec
import numpy as np

from bookwheel.domain.document_rows import DocumentRows
from bookwheel.domain.errors import BadRequest, PublicationRefused
from bookwheel.domain.publications import SegmentEntry
from bookwheel.publications import row_count
from bookwheel.publications.document_check import check_document
from bookwheel.publications.limits import MOST_BUCKETS, MOST_SEGMENT_BYTES, MOST_UNPACKED_BYTES
from bookwheel.publications.path_check import check_asset_path

DOCUMENTS_PER_BUCKET = 8
"""Documents that a bucket has about, as long as there are no more buckets than may be."""

FINE_BUCKETS, DOCUMENTS_PER_FINE_BUCKET = 256, 2
"""Up to so many buckets have fewer documents each: of a small collection, one that changed takes few others along."""

_LEVEL = 6
_HASH_BYTES = 16
"""Of a chunk's hash."""

MOST_DIMENSIONS = 8192
_VECTORS_AT_ONCE = 4096


@dataclass(frozen=True, slots=True)
class Packed:
    """A segment: its bytes, their SHA-256 in hexadecimal, and how many they are unpacked."""

    content: bytes
    hash: str
    unpacked_bytes: int


@dataclass(frozen=True, slots=True)
class _Vectors:
    """Chunk hashes of 16 bytes one after the other, in order, and their float16 vectors, little-endian."""

    dimensions: int
    hashes: bytes
    vectors: bytes


_DOCUMENTS = msgspec.msgpack.Decoder(list[DocumentRows])
_ASSETS = msgspec.msgpack.Decoder(dict[str, bytes])
_VECTORS = msgspec.msgpack.Decoder(_Vectors)


def pack_documents(rows: Sequence[DocumentRows]) -> Packed:
    """Return documents, in the order of their paths, as a segment.

    Raises:
        BadRequest: when they are too large together for any subscriber.
    """
    return _deflated(msgspec.msgpack.encode(sorted(rows, key=lambda document: document.path)))


def unpack_documents(content: bytes, entry: SegmentEntry) -> tuple[DocumentRows, ...]:
    """Return the documents of a segment, each checked.

    Raises:
        PublicationRefused: for other bytes than the entry names, or rows that no document has.
    """
    plain = _inflated(content, entry)
    try:
        row_count.refuse_many(plain)
        documents = _DOCUMENTS.decode(plain)
    except (msgspec.MsgspecError, RecursionError, ValueError):
        raise _torn() from None
    if len(documents) != entry.documents or sum(len(one.sections) for one in documents) != entry.sections:
        raise _torn()
    if any(before.path >= after.path for before, after in pairwise(documents)):
        raise _torn()
    for document in documents:
        check_document(document)
    return tuple(documents)


def pack_vectors(dimensions: int, vectors: Mapping[bytes, bytes]) -> Packed:
    """Return float16 vectors (little-endian) by the hashes of their chunks, 16 bytes each, as a segment.

    Raises:
        BadRequest: when they are too large together for any subscriber.
        ValueError: for hashes or vectors of another size.
    """
    order = sorted(vectors)
    if any(len(hash) != _HASH_BYTES or len(vectors[hash]) != 2 * dimensions for hash in order):
        raise ValueError(f"vectors have {dimensions} dimensions, and their hashes {_HASH_BYTES} bytes")
    packed = _Vectors(dimensions, b"".join(order), b"".join(vectors[hash] for hash in order))
    content = msgspec.msgpack.encode(packed)
    return _packed(content, len(content))


def unpack_vectors(content: bytes, entry: SegmentEntry) -> dict[bytes, bytes]:
    """Return the float16 vectors of a segment by the hashes of their chunks; each is of length about 1.

    Raises:
        PublicationRefused: for other bytes than the entry names, or what are no such vectors.
    """
    _verify(content, entry)
    if entry.unpacked_bytes != len(content):
        raise _torn()
    try:
        packed = _VECTORS.decode(content)
    except (msgspec.MsgspecError, RecursionError, ValueError):
        raise _torn() from None
    count, rest = divmod(len(packed.hashes), _HASH_BYTES)
    size = packed.dimensions * 2
    if rest or not 0 < packed.dimensions <= MOST_DIMENSIONS or len(packed.vectors) != count * size:
        raise _torn()
    hashes = [packed.hashes[start : start + _HASH_BYTES] for start in range(0, len(packed.hashes), _HASH_BYTES)]
    if any(before >= after for before, after in pairwise(hashes)) or not _are_directions(packed):
        raise _torn()
    return {hash: packed.vectors[at * size : (at + 1) * size] for at, hash in enumerate(hashes)}


def pack_assets(assets: Mapping[str, bytes]) -> Packed:
    """Return files by their paths as a segment.

    Raises:
        BadRequest: when they are too large together for any subscriber.
    """
    return _deflated(msgspec.msgpack.encode({path: assets[path] for path in sorted(assets)}))


def unpack_assets(content: bytes, entry: SegmentEntry) -> dict[str, bytes]:
    """Return the files of a segment by their paths, which stay inside of their collection.

    Raises:
        PublicationRefused: for other bytes than the entry names, or paths that lead elsewhere.
    """
    plain = _inflated(content, entry)
    try:
        row_count.refuse_many_files(plain)
        assets = _ASSETS.decode(plain)
    except (msgspec.MsgspecError, RecursionError, ValueError):
        raise _torn() from None
    for path in assets:
        check_asset_path(path)
    if any(folder in assets for path in assets for folder in _folders_of(path)):
        raise _torn()
    return assets


def bucket_of(path: str, buckets: int) -> int:
    """Return the bucket of a document, from 0, which depends on its path alone."""
    digest = hashlib.blake2b(path.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest, "big") % buckets


def bucket_count(documents: int, known: int = 0) -> int:
    """Return into how many buckets documents are divided, a power of two; `known` while it is within a factor of 4."""
    share = max(documents / DOCUMENTS_PER_BUCKET, min(FINE_BUCKETS, documents / DOCUMENTS_PER_FINE_BUCKET))
    wanted = min(MOST_BUCKETS, 1 << max(0, round(math.log2(max(1, share)))))
    return known if known and wanted <= known * 4 and known <= wanted * 4 else wanted


def _are_directions(packed: _Vectors) -> bool:
    """Whether vectors are of length about 1, without what is no number."""
    values = np.frombuffer(packed.vectors, "<f2").reshape(-1, packed.dimensions)
    for start in range(0, len(values), _VECTORS_AT_ONCE):
        some = values[start : start + _VECTORS_AT_ONCE].astype(np.float32)
        lengths = np.sqrt(np.einsum("ij,ij->i", some, some))  # what is no number makes a length that is none
        if not ((lengths >= 0.9) & (lengths <= 1.1)).all():
            return False
    return True


def _folders_of(path: str) -> Iterator[str]:
    while folder := path.rpartition("/")[0]:
        yield folder
        path = folder


def _deflated(plain: bytes) -> Packed:
    return _packed(zlib.compress(plain, _LEVEL), len(plain))


def _packed(content: bytes, unpacked_bytes: int) -> Packed:
    if len(content) > MOST_SEGMENT_BYTES or unpacked_bytes > MOST_UNPACKED_BYTES:
        raise BadRequest(
            "A part of the collection is too large to publish ({size} MB). Leave large files out with a filter.",
            size=f"{unpacked_bytes / 1_000_000:,.0f}",
        )
    return Packed(content, hashlib.sha256(content).hexdigest(), unpacked_bytes)


def _inflated(content: bytes, entry: SegmentEntry) -> bytes:
    _verify(content, entry)
    inflater = zlib.decompressobj()
    try:
        plain = inflater.decompress(content, entry.unpacked_bytes + 1)
    except zlib.error:
        raise _torn() from None
    if len(plain) != entry.unpacked_bytes or not inflater.eof or inflater.unused_data:
        raise _torn()
    return plain


def _verify(content: bytes, entry: SegmentEntry) -> None:
    if len(content) > MOST_SEGMENT_BYTES or entry.unpacked_bytes > MOST_UNPACKED_BYTES:
        raise PublicationRefused("A segment of the publication is too large.")
    if len(content) != entry.size_bytes or hashlib.sha256(content).hexdigest() != entry.hash:
        raise _torn()


def _torn() -> PublicationRefused:
    return PublicationRefused("A segment of the publication is not what its manifest names: it is torn or was changed.")
