"""Published collections: the signed manifest, and what publishing and subscribing ask for and answer."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

FORMAT = 1
"""Grows when manifests or segments change their form; a subscriber refuses a newer one."""

MANIFEST = "collection.bookwheel"
"""The file name of a manifest, at the root of what is published."""

SEGMENTS = "segments"
"""The folder of segments, beside the manifest; each is named by the SHA-256 of its bytes."""


class SegmentKind(StrEnum):
    """What a segment holds."""

    DOCUMENTS = "documents"
    VECTORS = "vectors"
    ASSETS = "assets"


@dataclass(frozen=True, slots=True)
class SegmentEntry:
    """A segment as the manifest names it: `hash` is the SHA-256 of its `size_bytes` bytes, in hexadecimal.

    Unpacked it has `unpacked_bytes`. `bucket` numbers the share of the documents that it belongs to; `model` is the
    identity of the embedding model of vectors, empty for others.
    """

    kind: SegmentKind
    hash: str
    size_bytes: int
    unpacked_bytes: int
    bucket: int
    documents: int = 0
    sections: int = 0
    model: str = ""


@dataclass(frozen=True, slots=True)
class Rotation:
    """A key handed over to its successor: `signature` is that of the old key. All are in base64."""

    old_key: str
    new_key: str
    signature: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """One state of a published collection.

    `id` names the publication (32 hexadecimal digits) and stays the same; `sequence` grows by one with each state.
    `published_at` is ISO 8601 in UTC. `program` is the version that wrote it, `schema` that of the rows in segments of
    documents (`document_rows.ROWS`). `buckets` is how many shares the documents are divided into. `rotations` lead
    from the first key to the one that signs now. Where `is_revoked`, the publisher withdrew the key, and nothing signed
    by it may be used.
    """

    format: int
    id: str
    name: str
    publisher: str
    sequence: int
    published_at: str
    program: str
    schema: int
    language: str = ""
    documents: int = 0
    sections: int = 0
    words: int = 0
    buckets: int = 1
    models: tuple[str, ...] = ()
    segments: tuple[SegmentEntry, ...] = ()
    rotations: tuple[Rotation, ...] = ()
    is_revoked: bool = False


@dataclass(frozen=True, slots=True)
class PublicationCard:
    """Who published a collection and when, as subscribers see it; `key` is the fingerprint of the key.

    `published_at` is ISO 8601 in UTC. `is_revoked` says that the publisher withdrew the key.
    """

    publisher: str
    published_at: str
    sequence: int
    key: str
    is_revoked: bool = False


@dataclass(frozen=True, slots=True)
class Stored:
    """A file of a target: its bytes, and what tells this version of it from others."""

    content: bytes
    version: str


@dataclass(frozen=True, slots=True)
class Listed:
    """A file of a target as its folder lists it: its name in the folder, its age in seconds, and its size."""

    name: str
    age_s: float
    size_bytes: int


def age_s(card: PublicationCard, now: datetime) -> float:
    """The seconds since a collection was published; 0 where its publisher's clock is ahead, or says nothing."""
    try:
        return max(0.0, (now - datetime.fromisoformat(card.published_at)).total_seconds())
    except (ValueError, TypeError):
        return 0.0


@dataclass(frozen=True, slots=True)
class PublishRequest:
    """Publish a collection (slug or name) to a folder or to `s3://bucket/prefix`.

    `scope` is a filter (`path:guide/ -tag:draft`), which narrows what is published beyond the rule that private pages
    are not. `publisher` names who publishes, as subscribers see it. `key_file` is an absolute path to a private key;
    the library's own is used where it is empty. With `is_trial` nothing is written. A request that `is_revocation`
    names no collection: it withdraws what stands at the target. With `is_verified` every segment at the target is read,
    and written again where it holds other bytes; else only its size is compared.
    """

    collection: str
    target: str
    scope: str = ""
    publisher: str = ""
    key_file: str = ""
    has_assets: bool = False
    is_trial: bool = False
    is_revocation: bool = False
    is_verified: bool = False


@dataclass(frozen=True, slots=True)
class PublishSummary:
    """What was published, or would be: `segments` are all, of which `new_segments` had to be written.

    `paths` are the first documents that are published, and `left_out` how many the filter holds back. `key` is the
    fingerprint of the key. `swept` old segments were deleted. `upload_s` are the seconds of writing to the target.
    """

    name: str
    sequence: int
    documents: int
    sections: int
    segments: int
    new_segments: int
    total_bytes: int
    new_bytes: int
    left_out: int = 0
    swept: int = 0
    key: str = ""
    paths: tuple[str, ...] = ()
    upload_s: float = field(default=0.0, compare=False)


@dataclass(frozen=True, slots=True)
class PublisherKeyRequest:
    """The library's own publishing key; `is_new` puts another in its place, to which publications are handed over."""

    is_new: bool = False


@dataclass(frozen=True, slots=True)
class PublisherKeyAnswer:
    """The library's publishing key: `key` in base64, and its `fingerprint`; both are empty before the first use."""

    key: str = ""
    fingerprint: str = ""
