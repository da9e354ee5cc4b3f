"""A publication made by hand, for tests of what reads one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from bookwheel.domain.document_rows import ROWS, DocumentRows
from bookwheel.domain.publications import FORMAT, MANIFEST, SEGMENTS, Manifest, SegmentEntry, SegmentKind
from bookwheel.indexes.catalogue import FileRow, keyword_texts_of, rows_of
from bookwheel.indexes.keyword import KeywordRow, RowCounter
from bookwheel.indexes.keyword.term_counts import pack
from bookwheel.parsing.documents import parse
from bookwheel.publications import keys, manifest, segments
from bookwheel.publications.segments import Packed

ID = "0123456789abcdef0123456789abcdef"
KEY = bytes(range(32))
TIME_NS = 1_700_000_000 * 10**9


def document(path: str, text: str) -> DocumentRows:
    """A Markdown document as rows."""
    content = text.encode()
    return rows_of(parse(content, path), FileRow(path, "", len(content), TIME_NS, f"{len(content):032x}"))


def with_terms(rows: DocumentRows, packed: bytes | None = None) -> DocumentRows:
    """A document with its terms counted as a publisher has them, or with other bytes for them."""
    if packed is None:
        packed = pack(RowCounter().count([KeywordRow(*texts) for texts in keyword_texts_of(rows)]))
    return replace(rows, terms=packed)


def entry_of(
    kind: SegmentKind, packed: Packed, bucket: int = 0, model: str = "", documents: int = 0, sections: int = 0
):
    """The entry of a segment."""
    return SegmentEntry(
        kind, packed.hash, len(packed.content), packed.unpacked_bytes, bucket, documents, sections, model
    )


def divide(rows: Sequence[DocumentRows], buckets: int) -> dict[SegmentEntry, bytes]:
    """The segments of documents by their entries."""
    found: dict[SegmentEntry, bytes] = {}
    for bucket in range(buckets):
        own = [one for one in rows if segments.bucket_of(one.path, buckets) == bucket]
        if own:
            packed = segments.pack_documents(own)
            count = sum(len(one.sections) for one in own)
            found[entry_of(SegmentKind.DOCUMENTS, packed, bucket, "", len(own), count)] = packed.content
    return found


def publish(
    target: Path,
    texts: Mapping[str, str],
    sequence: int = 1,
    *,
    key: bytes = KEY,
    buckets: int = 4,
    others: Mapping[SegmentEntry, bytes] | None = None,
    change: Callable[[DocumentRows], DocumentRows] = lambda rows: rows,
    **changes: object,
) -> Manifest:
    """Write documents, Markdown by their paths, as a publication to a folder; `change` makes others of the rows."""
    rows = [change(document(path, text)) for path, text in texts.items()]
    parts = {**divide(rows, buckets), **(others or {})}
    (target / SEGMENTS).mkdir(parents=True, exist_ok=True)
    for entry, content in parts.items():
        (target / SEGMENTS / entry.hash).write_bytes(content)
    made = Manifest(
        FORMAT, ID, "Guide", "Docs team", sequence, "2026-01-02T03:04:05+00:00", "0.1.0", ROWS,
        documents=len(rows), sections=sum(len(one.sections) for one in rows), buckets=buckets, segments=tuple(parts),
    )  # fmt: skip
    made = replace(made, **changes)  # type: ignore[arg-type]
    (target / MANIFEST).write_bytes(manifest.encode(made, key))
    return made


def public(key: bytes = KEY) -> str:
    """The public key of a publisher."""
    return keys.public_key(key)
