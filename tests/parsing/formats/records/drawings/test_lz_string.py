"""The packed drawings of Obsidian's plugin, against a packer of our own that follows the same rules."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bookwheel.domain.errors import SkippedFile
from bookwheel.parsing.formats.records.drawings.lz_string import unpack
from tests.parsing.formats.records.drawings.packing import pack


def test_what_the_library_packs_is_unpacked():
    assert unpack("BYUwNmD2AEDukCcwBMg=", 100) == "hello world"


@given(st.text(alphabet=st.sampled_from('ab{}":é字😀'), min_size=1, max_size=300))
def test_any_text_comes_back(text: str):
    assert unpack(pack(text), 1_000) == text


def test_white_space_in_it_means_nothing():
    packed = pack('{"type": "excalidraw"}' * 9)
    assert unpack("\n\n".join(packed[at : at + 20] for at in range(0, len(packed), 20)), 1_000).startswith('{"type"')


def test_a_text_that_grows_beyond_its_bound_is_refused():
    packed = pack("a" * 200_000)
    assert len(packed) < 5_000
    with pytest.raises(SkippedFile, match="too large"):
        unpack(packed, 100_000)


@given(st.text(max_size=80))
def test_whatever_is_no_packed_text_is_refused_or_read(text: str):
    try:
        unpack(text, 10_000)
    except SkippedFile as refused:
        assert "damaged" in str(refused) or "large" in str(refused)
