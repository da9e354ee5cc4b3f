"""A manifest is what its publisher signed, contradicts itself nowhere, and follows the one that is known."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bookwheel.domain.document_rows import ROWS
from bookwheel.domain.errors import PublicationRefused
from bookwheel.domain.publications import FORMAT, Manifest, SegmentEntry, SegmentKind
from bookwheel.publications import keys
from bookwheel.publications.manifest import MOST_MANIFEST_BYTES, Signed, card_of, check, decode, encode
from tests.publications.publishing import ID, KEY, public

OTHER, THIRD = bytes(range(1, 33)), bytes(range(2, 34))
ENTRY = SegmentEntry(SegmentKind.DOCUMENTS, "ab" * 32, 100, 300, 2, 5, 20)
VECTORS = SegmentEntry(SegmentKind.VECTORS, "cd" * 32, 100, 100, 2, model="all-MiniLM-L6-v2 384")
SOUND = Manifest(
    FORMAT, ID, "Guide", "Docs team", 3, "2026-01-02T03:04:05+00:00", "0.1.0", ROWS, "en", 5, 20, 900, 4,
    ("all-MiniLM-L6-v2 384",), (ENTRY, VECTORS),
)  # fmt: skip
BYTES = encode(SOUND, KEY)


def signed(manifest: Manifest = SOUND, key: bytes = KEY) -> Signed:
    return decode(encode(manifest, key))


def refusal(content: bytes) -> str:
    with pytest.raises(PublicationRefused) as refused:
        decode(content)
    return str(refused.value)


def test_a_manifest_is_read_as_it_was_written():
    assert decode(BYTES) == Signed(SOUND, public(), BYTES)
    assert encode(SOUND, KEY) == BYTES and BYTES.count(b"\n") == 2
    assert len(signed().digest) == 64


def test_its_card_says_who_published_it_and_when():
    card = card_of(signed())
    assert (card.publisher, card.sequence, card.is_revoked) == ("Docs team", 3, False)
    assert card.key == keys.fingerprint(public()) and card.published_at == SOUND.published_at


@given(st.binary(max_size=400))
@example(b"")
@example(b"\n\n")
@example(b"{}\n{}\n")
@example(b"[" * 5000)
@example(b'{"format":1,"key":"","signature":""}\n{}\n')
def test_any_bytes_are_refused(content):
    assert refusal(content)


@given(st.integers(0, len(BYTES) - 1), st.integers(1, 255))
def test_a_changed_byte_anywhere_is_refused(place, change):
    assert refusal(BYTES[:place] + bytes([BYTES[place] ^ change]) + BYTES[place + 1 :])


@given(st.integers(0, len(BYTES) - 1))
def test_a_torn_manifest_is_refused(size):
    assert refusal(BYTES[:size])


def test_every_last_letter_of_key_and_signature_counts():
    """In base64 some letters at an end stand for the same bytes, so that a file could change unseen."""
    head, rest = BYTES.split(b"\n", 1)
    letters = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    ends = [at - 1 for at in range(len(head)) if head[at : at + 1] == b"=" and head[at - 1 : at] != b"="]
    assert len(ends) == 2
    for end in ends:
        for letter in letters.replace(head[end : end + 1], b""):
            assert refusal(head[:end] + bytes([letter]) + head[end + 1 :] + b"\n" + rest)


@pytest.mark.parametrize(
    "content",
    [
        BYTES + b"\n",
        BYTES + b"more",
        BYTES.rstrip(b"\n"),
        BYTES.replace(b"\n", b"\r\n", 1),
        b" " + BYTES,
        b"\xef\xbb\xbf" + BYTES,
        BYTES.replace(b'{"format"', b'{"more":1,"format"', 1),
    ],
)
def test_the_same_manifest_in_other_bytes_is_refused(content):
    assert refusal(content)


def test_a_huge_manifest_is_refused_before_it_is_read():
    assert "too large" in refusal(BYTES + b" " * MOST_MANIFEST_BYTES)


def test_a_page_of_a_web_server_is_no_manifest():
    assert "address" in refusal(b"<!doctype html><title>404</title>\n" * 100)


def test_a_newer_form_asks_for_an_update():
    newer = (replace(SOUND, format=FORMAT + 1), replace(SOUND, schema=ROWS + 1))
    for manifest in newer:
        assert "Update Bookwheel" in refusal(encode(manifest, KEY))
    head, payload = encode(SOUND, KEY).split(b"\n", 1)
    assert "Update Bookwheel" in refusal(head.replace(b'"format":1', b'"format":2', 1) + b"\n" + payload)


def test_an_older_form_and_one_that_head_and_manifest_call_differently_are_refused():
    assert refusal(encode(replace(SOUND, format=0), KEY))
    payload = encode(replace(SOUND, format=7), KEY).split(b"\n")[1]
    head = {"format": FORMAT, "key": public(), "signature": keys.sign(KEY, payload)}
    assert "contradicts" in refusal(msgspec.json.encode(head) + b"\n" + payload + b"\n")


def segments(*changes: dict[str, object]) -> Manifest:
    return replace(SOUND, segments=tuple(replace(ENTRY, **change) for change in changes))  # type: ignore[arg-type]


UNSOUND = {
    "short id": replace(SOUND, id="abc"),
    "id in capitals": replace(SOUND, id="ABCDEF" + ID[6:]),
    "id with a line end": replace(SOUND, id=ID + "\n"),
    "no sequence": replace(SOUND, sequence=0),
    "negative sequence": replace(SOUND, sequence=-1),
    "huge sequence": replace(SOUND, sequence=2**63),
    "no name": replace(SOUND, name=" "),
    "long name": replace(SOUND, name="x" * 201),
    "name of two lines": replace(SOUND, name="a\nb"),
    "name written backwards": replace(SOUND, publisher="\u202etxt.exe"),
    "long language": replace(SOUND, language="x" * 201),
    "program with an escape": replace(SOUND, program="\x1b[2J"),
    "many models": replace(SOUND, models=("m",) * 11),
    "no time": replace(SOUND, published_at="yesterday"),
    "time of no zone": replace(SOUND, published_at="2026-01-02T03:04:05"),
    "negative documents": replace(SOUND, documents=-1),
    "huge words": replace(SOUND, words=2**60),
    "no schema": replace(SOUND, schema=0),
    "no buckets": replace(SOUND, buckets=0, segments=()),
    "many buckets": replace(SOUND, buckets=1025),
    "many handovers": replace(SOUND, rotations=(keys.rotate(ID, KEY, OTHER),) * 101),
    "bucket beyond": segments({"bucket": 4}),
    "negative bucket": segments({"bucket": -1}),
    "a path as hash": segments({"hash": "../" + "a" * 61}),
    "hash in capitals": segments({"hash": "AB" * 32}),
    "empty segment": segments({"size_bytes": 0}),
    "huge segment": segments({"size_bytes": 64_000_001}),
    "bomb": segments({"unpacked_bytes": 256_000_001}),
    "negative unpacked": segments({"unpacked_bytes": -5}),
    "many documents": segments({"documents": 10**9}),
    "many sections": segments({"sections": 10**9}),
    "negative sections": segments({"sections": -1}),
    "model of documents": segments({"model": "m"}),
    "vectors of no model": segments({"kind": SegmentKind.VECTORS}),
    "duplicate bucket": segments({}, {"hash": "cd" * 32}),
    "duplicate documents": segments({}, {"bucket": 1}),
    "one hash of two sizes": segments({}, {"kind": SegmentKind.ASSETS, "size_bytes": 7}),
    "one hash of two kinds": segments({}, {"kind": SegmentKind.ASSETS}),
    "more segments than there can be": replace(
        SOUND,
        buckets=1,
        segments=tuple(replace(VECTORS, bucket=0, hash=f"{n:064x}", model=f"m{n}") for n in range(13)),
    ),
}


@pytest.mark.parametrize("manifest", UNSOUND.values(), ids=UNSOUND)
def test_a_signed_manifest_that_contradicts_itself_is_refused(manifest):
    assert "contradicts itself" in refusal(encode(manifest, KEY))


@pytest.mark.parametrize("name", ["Ärzte", "手册", "👨‍👩‍👧 family", "می‌خواهم", "a" * 200])
def test_a_name_in_any_script_is_taken(name):
    assert signed(replace(SOUND, name=name)).manifest.name == name


def test_equal_vectors_of_two_shares_are_one_segment():
    both = replace(SOUND, segments=(VECTORS, replace(VECTORS, bucket=1)))
    assert signed(both).manifest == both


def reason(new: Signed, known: Signed | None, key: str = "") -> str:
    with pytest.raises(PublicationRefused) as refused:
        check(new, known, key)
    return str(refused.value)


def test_the_first_manifest_is_taken_by_key_by_fingerprint_or_on_trust():
    for key in ("", public(), keys.fingerprint(public()), keys.fingerprint(public()).upper().replace("-", " ")):
        check(signed(), None, key)
    for key in (public(OTHER), keys.fingerprint(public(OTHER)), "nonsense", "\u0661" * 16):
        assert "another key" in reason(signed(), None, key)


def test_a_later_state_and_the_same_bytes_again_are_taken():
    check(signed(), signed(), "")
    check(signed(replace(SOUND, sequence=4)), signed(), public())
    check(signed(replace(SOUND, sequence=400)), signed(), "")


def test_the_past_another_publication_and_a_second_content_are_refused():
    known = signed()
    assert "older" in reason(signed(replace(SOUND, sequence=2)), known)
    assert "without a new number" in reason(signed(replace(SOUND, words=1)), known)
    assert "Another collection" in reason(signed(replace(SOUND, id="f" * 32, sequence=9)), known)


def test_another_key_is_refused_even_where_the_known_one_was_taken_on_trust():
    assert "another key" in reason(signed(replace(SOUND, sequence=4), OTHER), signed())


def handed_over(sequence: int, *chain: bytes) -> Signed:
    """A state that the last key signs, after each was handed over to the next."""
    rotations = tuple(keys.rotate(ID, old, new) for old, new in zip(chain, chain[1:], strict=False))
    return signed(replace(SOUND, sequence=sequence, rotations=rotations), chain[-1])


def test_keys_that_were_handed_over_are_followed_from_wherever_the_subscriber_stands():
    last = handed_over(9, KEY, OTHER, THIRD)
    for key in (public(), public(OTHER), public(THIRD), keys.fingerprint(public()), keys.fingerprint(public(THIRD))):
        check(last, None, key)
    check(last, signed(), public())
    check(last, handed_over(5, KEY, OTHER), public())
    check(last, handed_over(5, KEY, OTHER), "")


def test_a_key_that_was_handed_over_signs_nothing_more():
    known = handed_over(5, KEY, OTHER)
    stolen = replace(SOUND, sequence=6)
    for key in ("", public(), public(OTHER), keys.fingerprint(public())):
        assert "another key" in reason(signed(stolen), known, key)
        assert reason(handed_over(6, KEY, THIRD), known, key)
    with_rotations = replace(stolen, rotations=(keys.rotate(ID, KEY, OTHER),))
    assert "another key" in reason(signed(with_rotations), None, "")


def test_forged_handovers_are_refused():
    forged = replace(keys.rotate(ID, THIRD, OTHER), old_key=public())
    new = signed(replace(SOUND, sequence=4, rotations=(forged,)), OTHER)
    for known in (None, signed()):
        assert "change of keys" in reason(new, known, public())
    of_another = keys.rotate("f" * 32, KEY, OTHER)
    assert reason(signed(replace(SOUND, sequence=4, rotations=(of_another,)), OTHER), signed(), public())


def test_a_publication_that_was_withdrawn_stays_so_for_whoever_has_its_key():
    withdrawn = signed(replace(SOUND, sequence=4, is_revoked=True))
    check(withdrawn, signed(), public())
    check(withdrawn, withdrawn, public())
    for new in (signed(replace(SOUND, sequence=5)), handed_over(5, KEY, OTHER)):
        assert "withdrew" in reason(new, withdrawn, public())
        assert "withdrew" in reason(new, withdrawn)


def test_a_key_that_the_person_changed_counts_instead_of_the_known_one():
    new = signed(replace(SOUND, sequence=5), OTHER)
    assert reason(new, signed(), public())
    for known in (signed(), signed(replace(SOUND, sequence=4, is_revoked=True))):
        check(new, known, public(OTHER))
        check(new, known, keys.fingerprint(public(OTHER)))
    assert "older" in reason(signed(replace(SOUND, sequence=1), OTHER), signed(), public(OTHER))
