from __future__ import annotations

import gzip
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bookwheel.domain.errors import FetchRefused
from bookwheel.fetching.decompression import Unpacker


@given(st.binary(max_size=5000), st.integers(1, 700), st.sampled_from(["gzip", "deflate", "identity"]))
def test_parts_of_any_size_give_the_whole(content: bytes, size: int, encoding: str) -> None:
    packed = {"gzip": gzip.compress, "deflate": zlib.compress, "identity": bytes}[encoding](content)
    unpacker = Unpacker(encoding, 10_000)
    made = b"".join(unpacker.unpack(packed[at : at + size]) for at in range(0, len(packed), size))
    assert made == content
    assert unpacker.is_whole


def test_several_compressed_parts_are_one_content() -> None:
    assert Unpacker("gzip", 100).unpack(gzip.compress(b"one ") + gzip.compress(b"two")) == b"one two"


def test_no_more_than_the_bound_is_unpacked() -> None:
    unpacker = Unpacker("gzip", 1000)
    with pytest.raises(FetchRefused, match="larger"):
        unpacker.unpack(gzip.compress(b"\0" * 100_000_000))
