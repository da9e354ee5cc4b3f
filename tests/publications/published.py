"""What stands in a folder to which something was published, for tests of what writes it."""

from __future__ import annotations

import zlib
from pathlib import Path

from bookwheel.domain.document_rows import DocumentRows
from bookwheel.domain.publications import MANIFEST, SEGMENTS, Manifest, SegmentEntry, SegmentKind
from bookwheel.publications import segments
from bookwheel.publications.manifest import Signed, decode


def signed_at(target: Path) -> Signed:
    """The manifest, verified."""
    return decode((target / MANIFEST).read_bytes())


def manifest_at(target: Path) -> Manifest:
    """What the manifest says."""
    return signed_at(target).manifest


def entries_at(target: Path, kind: SegmentKind) -> list[SegmentEntry]:
    """The entries of one kind."""
    return [entry for entry in manifest_at(target).segments if entry.kind is kind]


def content_of(target: Path, entry: SegmentEntry) -> bytes:
    """The bytes of a segment."""
    return (target / SEGMENTS / entry.hash).read_bytes()


def documents_at(target: Path) -> dict[str, DocumentRows]:
    """Every document by its path, checked as subscribers check it."""
    return {
        document.path: document
        for entry in entries_at(target, SegmentKind.DOCUMENTS)
        for document in segments.unpack_documents(content_of(target, entry), entry)
    }


def vectors_at(target: Path) -> dict[bytes, bytes]:
    """Every vector by the hash of its chunk, checked likewise."""
    found: dict[bytes, bytes] = {}
    for entry in entries_at(target, SegmentKind.VECTORS):
        found |= segments.unpack_vectors(content_of(target, entry), entry)
    return found


def files_at(target: Path) -> dict[str, bytes]:
    """Every file that comes along by its path, checked likewise."""
    found: dict[str, bytes] = {}
    for entry in entries_at(target, SegmentKind.ASSETS):
        found |= segments.unpack_assets(content_of(target, entry), entry)
    return found


def plain_bytes(target: Path) -> bytes:
    """All bytes of all files in a folder, one after the other, inflated where they are packed."""
    found: list[bytes] = []
    for file in sorted(target.rglob("*")):
        if file.is_file():
            content = file.read_bytes()
            found.append(content)
            try:
                found.append(zlib.decompress(content))
            except zlib.error:
                continue
    return b"\n".join(found)


def state_of(target: Path) -> dict[str, bytes]:
    """Every file in a folder but locks by its name."""
    return {
        file.relative_to(target).as_posix(): file.read_bytes()
        for file in sorted(target.rglob("*"))
        if file.is_file() and file.suffix != ".lock"
    }
