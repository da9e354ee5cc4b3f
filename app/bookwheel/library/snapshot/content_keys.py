"""Names sections of published documents by what they hold, the same for every reader of the publication."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from bookwheel.domain.document_rows import DocumentRows

Keys = NDArray[np.int64]
Digests = NDArray[np.uint64]

_DIGITS = 16
_STEP = np.uint64(0x9E3779B97F4A7C15)
_MOST = np.uint64(2**63 - 1)


def digest_of(rows: DocumentRows) -> str:
    """Return 32 hexadecimal digits that name a published document with all that it holds, as the catalogue has them."""
    return hashlib.blake2b(msgspec.msgpack.encode(rows), digest_size=16).hexdigest()


def short_digests(digests: Sequence[str]) -> Digests:
    """Return the first 64 bits of each document's digest."""
    return np.array([int(digest[:_DIGITS], 16) for digest in digests], np.uint64)


def content_keys(digests: Digests, numbers: Keys) -> Keys:
    """Return a key, 1 to 2^63 - 1, for sections: of each the digest of its document, and its number there from 0.

    63 bits: of ten million sections two have the same key once in 180,000 publications. A publisher who makes two
    alike on purpose hides a section of their own.

    Source: the finaliser of SplitMix64, Steele, Lea & Flood, OOPSLA 2014.
    """
    mixed = digests + numbers.astype(np.uint64) * _STEP
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    mixed = (mixed ^ (mixed >> np.uint64(31))) & _MOST
    return np.maximum(mixed, np.uint64(1)).astype(np.int64)
