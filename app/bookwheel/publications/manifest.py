"""Manifests of publications: written and signed, read and verified, and compared with what is known."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar

import msgspec

from bookwheel import packing
from bookwheel.domain.document_rows import ROWS
from bookwheel.domain.errors import BookwheelError, PublicationRefused
from bookwheel.domain.publications import FORMAT, Manifest, PublicationCard, SegmentEntry, SegmentKind
from bookwheel.publications import keys
from bookwheel.publications.limits import MOST_BUCKETS, MOST_SEGMENT_BYTES, MOST_UNPACKED_BYTES

MOST_MANIFEST_BYTES = 32_000_000
_MOST_HEAD_BYTES = 1000
_LONGEST_NAME = 200
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
    head = packing.encode(_Head(manifest.format, keys.public_key(private), keys.sign(private, payload)))
    return head + b"\n" + payload + b"\n"


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
    if head.format != FORMAT:
        raise PublicationRefused("A newer version of Bookwheel published this collection. Update Bookwheel.")
    if not keys.is_signed(head.key, payload, head.signature):
        raise PublicationRefused("The publication's signature is not valid: it was changed or is incomplete.")
    manifest = _read(payload, Manifest)
    fault = "form" if manifest is None else _fault_of(manifest)
    if manifest is None or fault:
        raise PublicationRefused("The publication's manifest contradicts itself ({reason}).", reason=fault)
    if manifest.schema > ROWS:
        raise PublicationRefused("A newer version of Bookwheel published this collection. Update Bookwheel.")
    return Signed(manifest, head.key, content)


def check(new: Signed, known: Signed | None, key: str) -> None:
    """Refuse a manifest that may not follow the known one, or is not signed by whom `key` names.

    `key` is a public key, or at first also its fingerprint; where it is empty, the first manifest's key is trusted.

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
        raise PublicationRefused("Another collection is published at this address now. Subscribe to it anew.")
    if after.sequence < before.sequence:
        raise PublicationRefused("The publication is older than what was fetched before. The server may be stale.")
    if after.sequence == before.sequence and new.content != known.content:
        raise PublicationRefused("The publication was changed without a new number. Ask the publisher.")
    if before.is_revoked and new.content != known.content:
        raise PublicationRefused(
            "The publisher withdrew this publication. Remove it, and subscribe anew if you trust it."
        )


def card_of(signed: Signed) -> PublicationCard:
    """Return who published it and when."""
    manifest = signed.manifest
    return PublicationCard(
        manifest.publisher, manifest.published_at, manifest.sequence, keys.fingerprint(signed.key), manifest.is_revoked
    )


def _trusted_key(new: Signed, known: Signed | None, key: str) -> str:
    """The key from which the rotations must lead to that of the new manifest."""
    if known is not None:
        return known.key
    if not key:
        return new.key
    named = [new.key, *(rotation.old_key for rotation in new.manifest.rotations)]
    return next((one for one in named if keys.matches(one, key)), key)


def _read(content: bytes, kind: type[T]) -> T | None:
    try:
        return packing.decode(content, kind)
    except (BookwheelError, msgspec.MsgspecError, ValueError, RecursionError):
        return None


def _fault_of(manifest: Manifest) -> str:
    """What contradicts itself in a manifest; empty for nothing."""
    if not _ID.fullmatch(manifest.id) or manifest.sequence < 1 or not 0 < manifest.buckets <= MOST_BUCKETS:
        return "id"
    if any(len(text) > _LONGEST_NAME or not text.isprintable() for text in (manifest.name, manifest.publisher)):
        return "name"
    if not manifest.name.strip() or len(manifest.rotations) > keys.MOST_ROTATIONS or len(manifest.models) > 10:
        return "name"
    try:
        if datetime.fromisoformat(manifest.published_at).tzinfo is None:
            return "time"
    except ValueError:
        return "time"
    counts = (manifest.documents, manifest.sections, manifest.words, manifest.schema)
    if min(counts) < 0 or max(counts) > 2**40:
        return "counts"
    if any(not _is_sound(entry, manifest.buckets) for entry in manifest.segments):
        return "segments"
    seen = Counter((entry.kind, entry.model, entry.bucket) for entry in manifest.segments)
    return "segments" if seen and max(seen.values()) > 1 else ""


def _is_sound(entry: SegmentEntry, buckets: int) -> bool:
    return (
        _HASH.fullmatch(entry.hash) is not None
        and 0 < entry.size_bytes <= MOST_SEGMENT_BYTES
        and 0 < entry.unpacked_bytes <= MOST_UNPACKED_BYTES
        and 0 <= entry.bucket < buckets
        and 0 <= entry.documents < 2**31
        and 0 <= entry.sections < 2**31
        and len(entry.model) <= _LONGEST_NAME
        and bool(entry.model) == (entry.kind is SegmentKind.VECTORS)
    )
