"""The hashes that vectors are stored and published under."""

from __future__ import annotations

import hashlib
from collections.abc import Container
from itertools import count, takewhile

HASH_BYTES = 16


def hash_text(text: str) -> bytes:
    """The hash of a chunk by its text, the same wherever it stands."""
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=HASH_BYTES).digest()


def stored_hash(hash: bytes, salt: str) -> bytes:
    """The hash under which a chunk of a publication is stored, by its own hash and `PublishedVectors.salt`.

    It is never that of the same text in another collection: else a publisher could choose the vector of a text that
    the person wrote.
    """
    return hashlib.blake2b(hash + salt.encode(), digest_size=HASH_BYTES, person=b"publication").digest()


def published_hashes(whole: str, chunks: int) -> list[bytes]:
    """The hashes under which the vectors of a section's chunks are published; `whole` is its text before it was cut.

    They need no tokenizer, which takes 45 s for 100,000 sections: a subscriber finds the vectors without cutting.
    """
    return [hash_text(whole)] if chunks == 1 else [_part_hash(hash_text(whole), number) for number in range(chunks)]


def find_published(whole: str, published: Container[bytes]) -> list[bytes]:
    """Those of the `published_hashes` of a section that are there, for any number of chunks; none when it has none."""
    hash = hash_text(whole)
    if hash in published:
        return [hash]
    return list(takewhile(published.__contains__, (_part_hash(hash, number) for number in count())))


def _part_hash(hash: bytes, number: int) -> bytes:
    return hashlib.blake2b(hash + number.to_bytes(4), digest_size=HASH_BYTES, person=b"part").digest()
