"""The index of terms and the blocks of postings are those that Whoosh's own readers expect."""

from __future__ import annotations

from contextlib import closing
from hashlib import md5
from pathlib import Path

import numpy as np
import pytest
from whoosh.filedb.filestore import FileStorage
from whoosh.filedb.filetables import OrderedHashReader, OrderedHashWriter

from bookwheel.indexes.keyword import KeywordReader, KeywordRow, KeywordWriter
from bookwheel.indexes.keyword.term_index import TermIndex


def _keys_at_the_end_of_their_table() -> list[bytes]:
    """Keys of one table whose own slots are its last ones, so that they go on from its beginning."""
    found: list[bytes] = []
    for number in range(400_000):
        key = b"%06d" % number
        hashed = int.from_bytes(md5(key, usedforsecurity=False).digest()[-4:], "big")
        if hashed & 255 == 7 and (hashed >> 8) % 16 >= 14:
            found.append(key)
            if len(found) == 8:
                return found
    raise AssertionError


KEYS = {
    "none": [],
    "one": [b"a"],
    "many": sorted(b"term %d" % number for number in range(20_000)),
    "beyond the end": _keys_at_the_end_of_their_table(),
}


@pytest.mark.parametrize("keys", KEYS.values(), ids=KEYS)
def test_whoosh_finds_every_key_and_no_other(tmp_path: Path, keys: list[bytes]):
    storage = FileStorage(str(tmp_path))
    index = TermIndex(OrderedHashWriter(storage.create_file("terms")))
    for start in range(0, len(keys), 5000):
        some = keys[start : start + 5000]
        index.add(some, [key[::-1] for key in some])
    index.close()
    with closing(OrderedHashReader.open(storage, "terms")) as reader:
        assert [(bytes(key), bytes(value)) for key, value in reader.items()] == [(key, key[::-1]) for key in keys]
        assert all(bytes(reader[key]) == key[::-1] for key in keys)
        assert reader.get(b"term") is None and reader.get(b"b") is None
        assert all(bytes(reader.closest_key(key)) == key for key in keys[::97])


@pytest.mark.parametrize("sections", [1, 2, 1023, 1024, 1025, 2500])
def test_a_term_of_many_sections_reads_as_through_whooshs_matchers(tmp_path: Path, sections: int):
    writer = KeywordWriter(tmp_path / "keyword")
    rows = [
        KeywordRow(key, "Wheel", "", "axle " * (1 + key % 3) + ("spoke" if key % 700 == 1 else ""), "", "", "en")
        for key in range(1, sections + 1)
    ]
    writer.apply(1, rows)
    writer.close()
    read = [KeywordReader.open(tmp_path / "keyword", is_plain=is_plain) for is_plain in (False, True)]
    for term in (b"wheel", b"axl", b"spoke"):
        blocks, plain = (reader.segments[0].postings(term) for reader in read)
        assert blocks is not None and plain is not None
        for one, other in zip(blocks, plain, strict=True):
            assert np.array_equal(one, other)
    assert read[0].segments[0].postings(b"axl")[2].tolist() == [1.0 + key % 3 for key in range(1, sections + 1)]
    for reader in read:
        reader.close()
