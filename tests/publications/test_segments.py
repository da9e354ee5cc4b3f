"""Segments are the same bytes for the same content, are read back whole, and hold nothing that bursts or misleads."""

from __future__ import annotations

import contextlib
import hashlib
import random
import zlib
from collections import Counter
from dataclasses import asdict, replace

import msgspec
import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from bookwheel.domain.errors import BadRequest, PublicationRefused
from bookwheel.domain.publications import SegmentEntry, SegmentKind
from bookwheel.publications import row_count, segments
from bookwheel.publications.limits import MOST_ASSETS, MOST_DOCUMENTS, MOST_ROWS
from bookwheel.publications.segments import Packed
from tests.publications.publishing import document, entry_of

TEXTS = {"b.md": "# B\n\nSee [a](a.md).\n\n## More\n", "a.md": "# Ä\n\nwords\n", "c/d.md": ""}
ROWS = tuple(document(path, TEXTS[path]) for path in sorted(TEXTS))
SECTIONS = sum(len(one.sections) for one in ROWS)
PACKED = segments.pack_documents(ROWS)
ENTRY = entry_of(SegmentKind.DOCUMENTS, PACKED, 0, "", len(ROWS), SECTIONS)


def entry_for(
    content: bytes, unpacked_bytes: int, kind: SegmentKind = SegmentKind.DOCUMENTS, **more: int
) -> SegmentEntry:
    """An entry that names any bytes rightly, as a hostile publisher can."""
    return entry_of(kind, Packed(content, hashlib.sha256(content).hexdigest(), unpacked_bytes), 0, "", **more)


def refusal_of_documents(plain: bytes, documents: int = 1, sections: int = 1) -> str:
    content = zlib.compress(plain)
    with pytest.raises(PublicationRefused) as refused:
        segments.unpack_documents(content, entry_for(content, len(plain), documents=documents, sections=sections))
    return str(refused.value)


def test_documents_are_read_as_they_were_packed_in_the_order_of_their_paths():
    assert segments.unpack_documents(PACKED.content, ENTRY) == ROWS
    assert PACKED.hash == hashlib.sha256(PACKED.content).hexdigest()


@given(st.permutations(ROWS))
def test_the_same_documents_in_any_order_are_the_same_bytes(rows):
    assert segments.pack_documents(rows) == PACKED


_TEXT = st.text(st.characters(exclude_categories=["Cc", "Cs"]) | st.just("\n"), max_size=200)


@given(st.dictionaries(st.from_regex(r"[a-z]{1,8}\.md", fullmatch=True), _TEXT, max_size=4))
def test_documents_of_any_text_are_read_as_they_were_packed(texts):
    rows = tuple(document(path, texts[path]) for path in sorted(texts))
    packed = segments.pack_documents(rows)
    count = sum(len(one.sections) for one in rows)
    entry = entry_of(SegmentKind.DOCUMENTS, packed, 0, "", len(rows), count)
    assert segments.unpack_documents(packed.content, entry) == rows
    assert segments.pack_documents(segments.unpack_documents(packed.content, entry)) == packed


@given(st.integers(0, len(PACKED.content) - 1), st.integers(1, 255))
def test_a_changed_byte_anywhere_is_refused(place, change):
    content = bytearray(PACKED.content)
    content[place] ^= change
    with pytest.raises(PublicationRefused):
        segments.unpack_documents(bytes(content), ENTRY)


@given(st.integers(0, len(PACKED.content) - 1), st.integers(1, 255))
@example(len(PACKED.content) - 5, 2)
def test_a_changed_byte_that_the_publisher_signed_is_refused_or_changes_nothing(place, change):
    """Some bits of a stream, such as those that fill its last byte, mean nothing."""
    content = bytearray(PACKED.content)
    content[place] ^= change
    entry = replace(ENTRY, hash=hashlib.sha256(content).hexdigest())
    with contextlib.suppress(PublicationRefused):
        assert segments.unpack_documents(bytes(content), entry) == ROWS


@given(st.binary(max_size=300), st.booleans())
def test_any_bytes_are_refused_or_are_no_documents(plain, is_packed):
    content = zlib.compress(plain) if is_packed else plain
    for kind, unpack in (
        (SegmentKind.DOCUMENTS, segments.unpack_documents),
        (SegmentKind.VECTORS, segments.unpack_vectors),
        (SegmentKind.ASSETS, segments.unpack_assets),
    ):
        for size in {len(plain), len(content)}:
            with contextlib.suppress(PublicationRefused):
                assert not unpack(content, entry_for(content, size, kind))


_JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**64 - 1)
    | st.floats()
    | st.text(max_size=5)
    | st.binary(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=10,
)


@given(st.dictionaries(st.sampled_from(sorted(asdict(ROWS[0]))), _JSON, min_size=1, max_size=3))
def test_documents_with_any_values_are_refused_or_read_but_nothing_else(changes):
    plain = msgspec.msgpack.encode([asdict(ROWS[0]) | changes])
    content = zlib.compress(plain)
    with contextlib.suppress(PublicationRefused):
        segments.unpack_documents(content, entry_for(content, len(plain), documents=1, sections=len(ROWS[0].sections)))


@pytest.mark.parametrize(
    "change", [{"documents": 2}, {"documents": 0}, {"sections": 1}, {"size_bytes": 7}, {"unpacked_bytes": 7}]
)
def test_an_entry_that_counts_otherwise_is_refused(change):
    for entry in (replace(ENTRY, **change), replace(ENTRY, unpacked_bytes=ENTRY.unpacked_bytes + 1)):
        with pytest.raises(PublicationRefused):
            segments.unpack_documents(PACKED.content, entry)


def test_documents_in_another_order_twice_or_of_a_hostile_path_are_refused():
    for rows in ((ROWS[1], ROWS[0]), (ROWS[0], ROWS[0])):
        assert refusal_of_documents(msgspec.msgpack.encode(rows), 2, sum(len(one.sections) for one in rows))
    outside = replace(ROWS[0], path="../x.md")
    assert "path" in refusal_of_documents(msgspec.msgpack.encode([outside]), 1, len(outside.sections))


def test_what_follows_a_segment_and_a_second_stream_are_refused():
    for content in (PACKED.content + b"x", PACKED.content + zlib.compress(b"more"), PACKED.content[:-1]):
        with pytest.raises(PublicationRefused):
            segments.unpack_documents(content, entry_for(content, ENTRY.unpacked_bytes, documents=3, sections=SECTIONS))


def test_a_bomb_is_refused_at_the_size_that_the_manifest_names():
    bomb = zlib.compress(b"\0" * 50_000_000, 9)
    assert len(bomb) < 60_000
    for unpack, kind in (
        (segments.unpack_documents, SegmentKind.DOCUMENTS),
        (segments.unpack_assets, SegmentKind.ASSETS),
    ):
        with pytest.raises(PublicationRefused):
            unpack(bomb, entry_for(bomb, 1000, kind))
        with pytest.raises(PublicationRefused, match="too large"):
            unpack(bomb, entry_for(bomb, 300_000_000, kind))


def header(first: int, count: int) -> bytes:
    return bytes([first]) + count.to_bytes(4, "big")


def test_short_rows_by_the_million_are_refused_before_they_take_memory():
    fields = asdict(ROWS[0])
    many = MOST_ROWS + 1
    for table, row in (("names", b"\x93\xa0\xa0\xa0"), ("facets", b"\x92\xa0\xa0"), ("links", b"\x98" + b"\xa0" * 8)):
        packed = {name: msgspec.msgpack.encode(value) for name, value in fields.items()}
        packed[table] = header(0xDD, many) + row * many
        plain = b"\x91\xde" + len(packed).to_bytes(2, "big")
        plain += b"".join(msgspec.msgpack.encode(name) + value for name, value in packed.items())
        assert refusal_of_documents(plain, 1, len(ROWS[0].sections))
        with pytest.raises(ValueError, match="too many rows"):
            row_count.refuse_many(plain)
    places = header(0xDD, many) + b"\x97\x01\xa4page\x01\x01\xa0\xc0\xc2" * many
    assert refusal_of_documents(msgspec.msgpack.encode([fields | {"places": places}]), 1, len(ROWS[0].sections))


def test_counts_that_nothing_follows_are_refused():
    for plain in (header(0xDD, 2**32 - 1), header(0xDD, MOST_DOCUMENTS + 1) + b"\x80" * 100, b"\xdc", b"\x91\xdf", b""):
        assert refusal_of_documents(plain)
    for plain in (header(0xDF, 2**32 - 1), header(0xDF, MOST_ASSETS + 1)):
        content = zlib.compress(plain)
        with pytest.raises(PublicationRefused):
            segments.unpack_assets(content, entry_for(content, len(plain), SegmentKind.ASSETS))


def test_nesting_without_end_is_refused():
    assert refusal_of_documents(b"\x91" * 200_000)
    assert refusal_of_documents(msgspec.msgpack.encode([asdict(ROWS[0])])[:-1] + b"\x91" * 100_000)


def directions(count: int, dimensions: int = 8) -> dict[bytes, bytes]:
    values = np.random.default_rng(7).normal(size=(count, dimensions))
    values /= np.linalg.norm(values, axis=1, keepdims=True)
    return {
        hashlib.blake2b(bytes([n]), digest_size=16).digest(): row.astype("<f2").tobytes()
        for n, row in enumerate(values)
    }


VECTORS = directions(40)


def entry_of_vectors(packed: Packed) -> SegmentEntry:
    return entry_of(SegmentKind.VECTORS, packed, 0, "model")


@pytest.mark.parametrize("count", [0, 1, 40])
def test_vectors_are_read_as_they_were_packed_in_any_order(count):
    vectors = directions(count)
    packed = segments.pack_vectors(8, vectors)
    assert segments.unpack_vectors(packed.content, entry_of_vectors(packed)) == vectors
    assert segments.pack_vectors(8, dict(reversed(vectors.items()))) == packed


def test_more_vectors_than_are_checked_at_once_are_read():
    one = next(iter(VECTORS.values()))
    vectors = {number.to_bytes(16, "big"): one for number in range(9000)}
    packed = segments.pack_vectors(8, vectors)
    assert segments.unpack_vectors(packed.content, entry_of_vectors(packed)) == vectors
    vectors[(8999).to_bytes(16, "big")] = b"\0" * 16
    packed = segments.pack_vectors(8, vectors)
    with pytest.raises(PublicationRefused):
        segments.unpack_vectors(packed.content, entry_of_vectors(packed))


def test_vectors_of_another_size_are_not_packed():
    for vectors in ({b"short": b"\0" * 16}, {b"0" * 16: b"\0" * 14}):
        with pytest.raises(ValueError, match="dimensions"):
            segments.pack_vectors(8, vectors)


@given(arrays(np.float16, (2, 4), elements=st.floats(width=16)))
def test_vectors_are_taken_just_where_they_are_finite_and_of_length_one(values):
    vectors = {bytes([n]) * 16: row.astype("<f2").tobytes() for n, row in enumerate(values)}
    packed = segments.pack_vectors(4, vectors)
    with np.errstate(all="ignore"):
        lengths = np.linalg.norm(values.astype(np.float64), axis=1)
    if np.isfinite(values).all() and ((lengths > 0.9001) & (lengths < 1.0999)).all():
        assert segments.unpack_vectors(packed.content, entry_of_vectors(packed)) == vectors
    elif not (((lengths > 0.8999) & (lengths < 1.1001)).all()):
        with pytest.raises(PublicationRefused):
            segments.unpack_vectors(packed.content, entry_of_vectors(packed))


@pytest.mark.parametrize(
    "form",
    [
        {"dimensions": 0, "hashes": b"", "vectors": b""},
        {"dimensions": -1, "hashes": b"", "vectors": b""},
        {"dimensions": 2**63, "hashes": b"", "vectors": b""},
        {"dimensions": 9000, "hashes": b"", "vectors": b""},
        {"dimensions": 2, "hashes": b"0" * 15, "vectors": b""},
        {"dimensions": 2, "hashes": b"0" * 16, "vectors": b"\0\0"},
        {"dimensions": 1, "hashes": b"0" * 32, "vectors": b"\0\x3c" * 2},
        {"dimensions": 1, "hashes": b"1" * 16 + b"0" * 16, "vectors": b"\0\x3c" * 2},
        {"dimensions": 1, "hashes": b"", "vectors": b"\0\x3c"},
        {"dimensions": "1", "hashes": b"", "vectors": b""},
        [],
    ],
)
def test_vectors_that_do_not_fit_their_hashes_are_refused(form):
    content = msgspec.msgpack.encode(form)
    with pytest.raises(PublicationRefused):
        segments.unpack_vectors(content, entry_for(content, len(content), SegmentKind.VECTORS))


ASSETS = {"a/ü.png": b"\x89PNG", "b.svg": b"", "a/b/c.jpg": b"x" * 10_000}


def pack_anything(assets: dict[str, bytes]) -> tuple[bytes, SegmentEntry]:
    packed = segments.pack_assets(assets)
    return packed.content, entry_of(SegmentKind.ASSETS, packed)


def test_files_are_read_as_they_were_packed_in_any_order():
    assert segments.unpack_assets(*pack_anything(ASSETS)) == ASSETS
    assert pack_anything(dict(reversed(ASSETS.items()))) == pack_anything(ASSETS)


@pytest.mark.parametrize(
    "paths", [("../x.png",), ("/x.png",), (".git/config",), ("a\\b.png",), ("a", "a/b.png"), ("a/b/c", "a/b/c/d/e.png")]
)
def test_files_that_lead_outside_or_into_one_another_are_refused(paths):
    with pytest.raises(PublicationRefused):
        segments.unpack_assets(*pack_anything(dict.fromkeys(paths, b"x")))


@pytest.mark.parametrize("limit", ["MOST_SEGMENT_BYTES", "MOST_UNPACKED_BYTES"])
def test_what_no_subscriber_takes_is_not_packed(monkeypatch: pytest.MonkeyPatch, limit: str):
    monkeypatch.setattr(segments, limit, 1000)
    noise = random.Random(1).randbytes(1001)
    for pack in (
        lambda: segments.pack_assets({"a.bin": noise}),
        lambda: segments.pack_documents([document("a.md", noise.hex())]),
        lambda: segments.pack_vectors(8, VECTORS),
    ):
        with pytest.raises(BadRequest, match="too large to publish"):
            pack()


@given(st.text(), st.sampled_from([1, 2, 8, 1024]))
def test_every_path_has_one_bucket(path, buckets):
    assert segments.bucket_of(path, buckets) == segments.bucket_of(path, buckets) < buckets


def test_the_bucket_of_a_path_is_the_same_on_every_computer_and_in_every_release():
    paths = ("index.md", "guide/größe.md", "手册.md")
    assert [segments.bucket_of(path, 1024) for path in paths] == EXPECTED


EXPECTED = [594, 19, 10]


def test_buckets_share_the_documents_about_equally():
    counts = Counter(segments.bucket_of(f"folder/{number}.md", 128) for number in range(1024))
    assert len(counts) == 128 or max(counts.values()) < 25


@given(st.integers(0, 10**7), st.sampled_from([0, *(2**power for power in range(11))]))
def test_the_number_of_buckets_is_a_power_of_two_near_half_or_an_eighth_of_the_documents(documents, known):
    count = segments.bucket_count(documents, known)
    assert count & (count - 1) == 0 and 1 <= count <= 1024
    assert segments.bucket_count(documents, count) == count, "it stays once it is known"
    wanted = segments.bucket_count(documents)
    share = max(documents / 8, min(256, documents / 2))
    assert wanted == 1024 or documents < 2 or share / 1.5 <= wanted <= share * 1.5
    assert count == known if known and wanted / 4 <= known <= wanted * 4 else count == wanted
