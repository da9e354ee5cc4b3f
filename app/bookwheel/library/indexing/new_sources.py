"""What a new source is by the request for it: its address in one spelling, its usual name, and the key it trusts."""

from __future__ import annotations

from dataclasses import replace

from bookwheel.domain.collection_source import Bounds, Source, SourceKind
from bookwheel.domain.errors import BadRequest
from bookwheel.domain.publication_addresses import publication_address, publication_name
from bookwheel.domain.sources import AddSourceRequest
from bookwheel.domain.web_addresses import source_address, source_name
from bookwheel.publications.keys import is_key, matches

PUBLICATION_BYTES = 10_000_000_000
"""What a publication may have unless a person says otherwise: its vectors come along."""

_FINGERPRINT_DIGITS = 16


def source_of(request: AddSourceRequest, kind: SourceKind) -> Source:
    """Return the source that a request asks for.

    Raises:
        BadRequest: for what is no address, a datasource without a name, and what is no key.
    """
    bounds = request.bounds
    if kind is SourceKind.DATASOURCE:
        address = request.address.strip()
    elif kind is SourceKind.PUBLICATION:
        address = publication_address(request.address)
        usual = bounds.size_bytes == Bounds().size_bytes
        bounds = replace(bounds, size_bytes=PUBLICATION_BYTES) if usual else bounds
    else:
        address = source_address(request.address)
    if not address:
        raise BadRequest("A datasource needs a name.")
    key = "".join(request.key.split())
    if key and kind is not SourceKind.PUBLICATION:
        raise BadRequest("Only a publication has a key.")
    if key and not is_key(key):
        raise BadRequest("This is not a publisher's key or its fingerprint. Copy it as the publisher shows it.")
    return Source(kind, address, request.timetable, bounds, key=key)


def usual_name(source: Source) -> str:
    """Return what a source is called unless a person names it."""
    if source.kind is SourceKind.DATASOURCE:
        return source.address
    return publication_name(source.address) if source.kind is SourceKind.PUBLICATION else source_name(source.address)


def is_same_key(one: str, other: str) -> bool:
    """Whether two texts name one public key, each in base64 or by its fingerprint."""
    if _is_fingerprint(one) and _is_fingerprint(other):
        return _plain(one) == _plain(other)
    return matches(other, one) if _is_fingerprint(one) else matches(one, other)


def _is_fingerprint(key: str) -> bool:
    """Whether a key is named by its fingerprint."""
    return len(_plain(key)) == _FINGERPRINT_DIGITS


def _plain(fingerprint: str) -> str:
    return fingerprint.replace("-", "").lower()
