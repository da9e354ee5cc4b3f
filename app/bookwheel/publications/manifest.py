"""Manifests of publications: written and signed, read and verified, and compared with what is known."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar

import msgspec

from bookwheel import packing
from bookwheel.domain.document_rows import ROWS
from bookwheel.domain.errors import BookwheelError, PublicationRefused
from bookwheel.domain.publications import FORMAT, Manifest, PublicationCard, SegmentEntry, SegmentKind
from bookwheel.publications import keys
from bookwheel.publications.limits import (
    MOST_BUCKETS,
    MOST_DOCUMENTS,
    MOST_ROWS,
    MOST_SEGMENT_BYTES,
    MOST_UNPACKED_BYTES,
)

MOST_MANIFEST_BYTES = 32_000_000
MOST_MODELS = 10
MOST_COUNT = 2**40
_MOST_HEAD_BYTES = 1000
_LONGEST_NAME = 200
_MISLEADING = frozenset(("Cc", "Cs", "Zl", "Zp"))
_DIRECTIONS = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Signs by which a name could be shown otherwise than it is."""
T = TypeVar("T")
_HASH = re.compile(r"[0-9a-f]{64}")
_ID = re.compile(r"[0-9a-f]{32}")


@dataclass(frozen=True, slots=True)
class Signed:
    """A manifest whose signature by `key` (base64) was verified, and the bytes that it came as."""

    manifest: Manifest
    key: str
    content: bytes

    @property
    def digest(self) -> str:
        """The SHA-256 of its bytes, in hexadecimal."""
        return hashlib.sha256(self.content).hexdigest()


@dataclass(frozen=True, slots=True)
class _Head:
    """The first line of a manifest's file."""

    format: int
    key: str
    signature: str


def encode(manifest: Manifest, private: bytes) -> bytes:
    """Return a manifest as its file: a line with key and signature, and a line with the manifest."""
    payload = packing.encode(manifest)
    return _lines(_Head(manifest.format, keys.public_key(private), keys.sign(private, payload)), payload)


def decode(content: bytes) -> Signed:
    """Return a manifest whose signature is that of the key that it names.

    Raises:
        PublicationRefused: for what is too large, torn, forged, of a newer format, or contradicts itself.
    """
    if len(content) > MOST_MANIFEST_BYTES:
        raise PublicationRefused("The publication's manifest is too large.")
    first, _, rest = content.partition(b"\n")
    payload = rest.removesuffix(b"\n")
    head = _read(first, _Head) if len(first) <= _MOST_HEAD_BYTES else None
    if head is None:
        raise PublicationRefused("This is not the manifest of a published collection. Check the address.")
    if head.format > FORMAT:
        raise _too_new()
    if content != _lines(head, payload) or not keys.is_signed(head.key, payload, head.signature):
        raise PublicationRefused("The publication's signature is not valid: it was changed or is incomplete.")
    manifest = _read(payload, Manifest)
    if manifest is not None and manifest.schema > ROWS:
        raise _too_new()
    fault = "form" if manifest is None or manifest.format != head.format else _fault_of(manifest)
    if manifest is None or fault:
        raise PublicationRefused(
            "The publication's manifest contradicts itself ({reason}). Tell its publisher.", reason=fault
        )
    return Signed(manifest, head.key, content)


def check(new: Signed, known: Signed | None, key: str) -> None:
    """Refuse a manifest that may not follow the known one, or is not signed by whom `key` names.

    `key` is a public key, or at first also its fingerprint; where it is empty, the first manifest's key is trusted.
    Where the known manifest's key came from it, that key is trusted alone: what it was handed over from counts no more.
    A key that the person has changed since counts instead, also after the publisher withdrew the one before.

    Raises:
        PublicationRefused: with the reason.
    """
    first_key = _trusted_key(new, known, key)
    if keys.follow(new.manifest.id, first_key, new.manifest.rotations) != new.key:
        raise PublicationRefused(
            "The publication is signed by another key ({key}) than the one you trust. Ask the publisher before you go "
            "on.",
            key=keys.fingerprint(new.key),
        )
    if known is None:
        return
    before, after = known.manifest, new.manifest
    if after.id != before.id:
        raise PublicationRefused(
            "Another collection is published at this address now. Remove this one and subscribe again."
        )
    if after.sequence < before.sequence:
        raise PublicationRefused("The publication is older than what was fetched before. The server may be stale.")
    if after.sequence == before.sequence and new.content != known.content:
        raise PublicationRefused("The publication was changed without a new number. Ask the publisher.")
    if before.is_revoked and not after.is_revoked and first_key == known.key:
        raise PublicationRefused(
            "The publisher withdrew this publication. Remove it, and subscribe again if you trust it."
        )


def card_of(signed: Signed) -> PublicationCard:
    """Return who published it and when."""
    manifest = signed.manifest
    return PublicationCard(
        manifest.publisher, manifest.published_at, manifest.sequence, keys.fingerprint(signed.key), manifest.is_revoked
    )


def _trusted_key(new: Signed, known: Signed | None, key: str) -> str:
    """The key from which the rotations must lead to that of the new manifest."""
    if known is not None and (not key or _has_come_from(known, key)):
        return known.key
    return _key_named(new, key) if key else new.key


def _has_come_from(known: Signed, key: str) -> bool:
    """Whether a manifest's key is `key`, or was handed over from it."""
    try:
        return keys.follow(known.manifest.id, _key_named(known, key), known.manifest.rotations) == known.key
    except PublicationRefused:
        return False


def _key_named(signed: Signed, key: str) -> str:
    """The key of a manifest, of now or before, that `key` names; `key` itself for none."""
    named = (signed.key, *(rotation.old_key for rotation in signed.manifest.rotations))
    return next((one for one in named if keys.matches(one, key)), key)


def _lines(head: _Head, payload: bytes) -> bytes:
    return packing.encode(head) + b"\n" + payload + b"\n"


def _too_new() -> PublicationRefused:
    return PublicationRefused("A newer version of Bookwheel published this collection. Update Bookwheel.")


def _read(content: bytes, kind: type[T]) -> T | None:
    try:
        return packing.decode(content, kind)
    except (BookwheelError, msgspec.MsgspecError, ValueError, RecursionError):
        return None


def _fault_of(manifest: Manifest) -> str:
    """What contradicts itself in a manifest; empty for nothing."""
    checks = (
        ("id", _ID.fullmatch(manifest.id) is not None and 0 < manifest.sequence < MOST_COUNT),
        ("name", bool(manifest.name.strip()) and all(map(_is_name, (manifest.name, manifest.publisher)))),
        ("language", all(map(_is_name, (manifest.language, manifest.program)))),
        ("models", len(manifest.models) <= MOST_MODELS and all(map(_is_name, manifest.models))),
        ("keys", len(manifest.rotations) <= keys.MOST_ROTATIONS),
        ("time", _is_moment(manifest.published_at)),
        ("counts", _are_counts_sound(manifest)),
        ("segments", _are_segments_sound(manifest)),
    )
    return next((name for name, is_sound in checks if not is_sound), "")


def _is_name(text: str) -> bool:
    return len(text) <= _LONGEST_NAME and not any(
        unicodedata.category(letter) in _MISLEADING or letter in _DIRECTIONS for letter in text
    )


def _is_moment(text: str) -> bool:
    try:
        return datetime.fromisoformat(text).tzinfo is not None
    except ValueError:
        return False


def _are_counts_sound(manifest: Manifest) -> bool:
    counts = (manifest.documents, manifest.sections, manifest.words)
    return min(counts) >= 0 and max(counts) <= MOST_COUNT and manifest.schema > 0 and manifest.format > 0


def _are_segments_sound(manifest: Manifest) -> bool:
    """Whether each share has one segment of a kind and model, and each name stands for one content."""
    entries, buckets = manifest.segments, manifest.buckets
    if not 0 < buckets <= MOST_BUCKETS or len(entries) > buckets * (2 + MOST_MODELS):
        return False
    if not all(_is_sound(entry, buckets) for entry in entries):
        return False
    if len({(entry.kind, entry.model, entry.bucket) for entry in entries}) != len(entries):
        return False
    contents = {(entry.hash, entry.kind, entry.size_bytes, entry.unpacked_bytes) for entry in entries}
    documents = [entry.hash for entry in entries if entry.kind is SegmentKind.DOCUMENTS]
    return len(contents) == len({entry.hash for entry in entries}) and len(documents) == len(set(documents))


def _is_sound(entry: SegmentEntry, buckets: int) -> bool:
    return (
        _HASH.fullmatch(entry.hash) is not None
        and 0 < entry.size_bytes <= MOST_SEGMENT_BYTES
        and 0 < entry.unpacked_bytes <= MOST_UNPACKED_BYTES
        and 0 <= entry.bucket < buckets
        and 0 <= entry.documents <= MOST_DOCUMENTS
        and 0 <= entry.sections <= MOST_ROWS
        and _is_name(entry.model)
        and bool(entry.model) == (entry.kind is SegmentKind.VECTORS)
    )
