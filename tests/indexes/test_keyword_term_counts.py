"""Counted terms that travel with published documents, also those that a hostile publisher made up."""

from __future__ import annotations

from pathlib import Path

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bookwheel.indexes.keyword import CountedSections, KeywordReader, KeywordRow, KeywordWriter, RowCounter, term_counts
from bookwheel.indexes.keyword.schema import FIELDS
from bookwheel.indexes.keyword.term_counts import STAMP, TermCounts, merge, pack, section_counts, unpack, unpack_all

TEXTS = st.lists(st.text(max_size=60), min_size=1, max_size=5)


def count(texts: list[str]) -> TermCounts:
    rows = [KeywordRow(number, "Title", text, text, "code_of x", "", "en") for number, text in enumerate(texts)]
    return RowCounter().count(rows)


def is_same(one: TermCounts, other: TermCounts) -> bool:
    arrays = zip((one.words, one.keys, one.weights), (other.words, other.keys, other.weights), strict=True)
    return list(one.terms) == list(other.terms) and all(np.array_equal(first, second) for first, second in arrays)


def packed(**changes: object) -> bytes:
    """Counted terms of one section, in which something is other than a publisher would write it."""
    counts = count(["apples and pears"])
    fields = ("stamp", "sizes", "letters", "count", "steps", "weights", "words")
    whole = dict(zip(fields, msgspec.msgpack.decode(pack(counts)), strict=True))
    return msgspec.msgpack.encode(list((whole | changes).values()))


@given(TEXTS)
def test_packed_terms_come_back_the_same(texts: list[str]):
    counts = count(texts)
    if content := pack(counts):
        back = unpack(content, len(texts))
        assert back is not None and is_same(back, counts)
        assert pack(counts) == content


@given(TEXTS, TEXTS)
def test_terms_of_documents_put_together_are_those_of_all_their_sections(one: list[str], other: list[str]):
    assert is_same(merge([count(one), count(other)]), count([*one, *other]))


@given(TEXTS)
def test_each_section_has_the_terms_that_it_has_alone(texts: list[str]):
    counts = count(texts)
    for number, text in enumerate(texts):
        assert section_counts(counts, number) == section_counts(count([text]), 0)


@given(st.lists(TEXTS, max_size=4))
def test_terms_of_documents_read_together_are_those_of_each_put_together(documents: list[list[str]]):
    counts = [count(texts) for texts in documents]
    contents = [pack(one) for one in counts]
    if all(contents):
        together = unpack_all(contents, list(map(len, documents)))
        assert together is not None and is_same(together, merge(counts))


def test_documents_without_terms_can_be_read_together_with_others():
    nothing = TermCounts([], np.zeros((len(FIELDS), 1), np.int64), np.zeros(0, np.int64), np.zeros(0))
    parts = [nothing, count(["apples", "pears"]), nothing, count(["apples"]), nothing]
    together = unpack_all(list(map(pack, parts)), [part.sections for part in parts])
    assert together is not None and is_same(together, merge(parts))


def test_no_parts_put_together_are_no_sections():
    assert merge([]).sections == 0


def test_terms_of_another_version_of_the_analysis_are_none():
    assert unpack(packed(stamp=f"{STAMP} more"), 1) is None


def test_a_term_longer_than_may_be_is_not_packed():
    words = np.ones((len(FIELDS), 1), np.int64)
    assert pack(TermCounts([b"x" * 300], words, np.zeros(1, np.int64), np.ones(1))) == b""


def test_terms_of_a_document_that_are_too_many_are_not_packed(monkeypatch: pytest.MonkeyPatch):
    content = pack(count(["apples"]))
    monkeypatch.setattr(term_counts, "MOST_BYTES", len(content) - 1)
    assert pack(count(["apples"])) == b""
    with pytest.raises(ValueError, match="too many terms"):
        unpack(content, 1)


HOSTILE = {
    "no terms at all": b"\xc1",
    "sizes of other terms": packed(sizes=b"\x01\x01"),
    "empty terms": packed(sizes=b"\x00", letters=b""),
    "no letters of UTF-8": packed(sizes=b"\x01", letters=b"\xff"),
    "a term that begins inside of a letter": packed(sizes=b"\x01\x01", letters="é".encode()),
    "a space": packed(sizes=b"\x03", letters=b"a b"),
    "a control sign": packed(sizes=b"\x02", letters=b"a\x7f"),
    "terms out of order": packed(sizes=b"\x01\x01", letters=b"ba"),
    "a term twice": packed(sizes=b"\x01\x01", letters=b"aa"),
    "more postings than there are": packed(count=2**62),
    "fewer postings than none": packed(count=-1),
    "postings that do not rise": packed(count=2, steps=b"\x01\x00", weights=b"\x02\x02"),
    "postings of no term": packed(count=2, steps=b"\xff\xff", weights=b"\x02\x02"),
    "steps beyond all numbers": packed(count=1, steps=b"\xff" * 8, weights=b"\x02"),
    "steps that are too large together": packed(count=2, steps=(2**61).to_bytes(8, "little") * 2, weights=b"\x02\x02"),
    "weights of nothing": packed(count=1, steps=b"\x01", weights=b"\x00"),
    "weights without a length": packed(words=bytes(4 * len(FIELDS))),
    "more weight than words": packed(count=1, steps=b"\x01", weights=b"\xff"),
    "lengths of other sections": packed(words=bytes(8 * len(FIELDS))),
    "a length beyond all texts": packed(words=b"\xff" * 4 * len(FIELDS)),
}


@pytest.mark.parametrize("content", HOSTILE.values(), ids=HOSTILE)
def test_terms_that_no_text_has_are_refused(content: bytes):
    with pytest.raises(ValueError, match=r"."):
        unpack(content, 1)
    sound = pack(count(["a plum"]))
    for contents in ([content, sound], [sound, content], [sound, content, sound]):
        with pytest.raises(ValueError, match=r"."):
            unpack_all(contents, [1] * len(contents))


@given(st.binary(max_size=200), st.integers(1, 5))
def test_any_bytes_are_terms_or_refused(content: bytes, sections: int):
    try:
        counts = unpack(content, sections)
    except ValueError:
        return
    assert counts is None or counts.sections == sections


@given(st.data())
def test_changed_bytes_are_terms_that_can_be_merged_or_refused(data: st.DataObject):
    content = bytearray(pack(count(["apples and pears", "größe 手册"])))
    for _ in range(data.draw(st.integers(1, 4))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    try:
        counts = unpack(bytes(content), 2)
    except ValueError:
        return
    if counts is not None:
        assert merge([counts, count(["plums"])]).sections == 3


def test_sections_in_another_order_keep_their_terms():
    texts = ["apples", "pears and plums", "plums"]
    order = [2, 0, 1]
    turned = term_counts.reorder(count(texts), np.array(order))
    assert is_same(turned, count([texts[number] for number in order]))


def test_counted_sections_and_others_are_written_in_the_order_of_their_keys(tmp_path: Path):
    rows = [KeywordRow(key, "Title", "", f"apples {'plums ' * key}", "", "", "en") for key in range(6)]
    plain, mixed = KeywordWriter(tmp_path / "plain"), KeywordWriter(tmp_path / "mixed")
    plain.apply(1, rows)
    mixed.apply(
        1, [rows[1], rows[5]], counted=[CountedSections([0, 2, 3, 4], RowCounter().count([rows[0], *rows[2:5]]))]
    )
    one, other = (KeywordReader.open(tmp_path / name).segments[0] for name in ("plain", "mixed"))
    assert one.keys.tolist() == other.keys.tolist() == list(range(6))
    assert np.array_equal(one.length_bytes, other.length_bytes)
    for mine, theirs in zip(one.entries(), other.entries(), strict=True):
        assert [list(part) if not isinstance(part, str | bytes) else part for part in mine] == [
            list(part) if not isinstance(part, str | bytes) else part for part in theirs
        ]
