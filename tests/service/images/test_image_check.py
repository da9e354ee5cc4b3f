from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bookwheel.domain.errors import FetchRefused
from bookwheel.service.images.image_check import kind_of
from tests.service.images.pictures import avif, gif, jpeg, png, png_head, webp


def test_every_kind_that_is_shown_is_told_by_its_content() -> None:
    found = [kind_of(content) for content in (png(), gif(4, 3), jpeg(4, 3), webp(4, 3), avif((4, 3), (2, 2)))]
    assert found == ["png", "gif", "jpeg", "webp", "avif"]


@pytest.mark.parametrize(
    "content",
    [
        b"", b"<svg xmlns='http://www.w3.org/2000/svg'/>", b"<?xml version='1.0'?><svg/>", b"<!doctype html><html>",
        b"%PDF-1.7", b"BM" + bytes(60), b"II*\0" + bytes(60), b"MZ" + bytes(60), b"PK\3\4",
        b"\0\0\0\x18ftypheic" + bytes(60),
    ],
)  # fmt: skip
def test_anything_else_is_refused_whatever_a_server_calls_it(content: bytes) -> None:
    with pytest.raises(FetchRefused):
        kind_of(content)


@pytest.mark.parametrize(
    "content",
    [
        png_head(100_000, 100_000), gif(65_535, 65_535), jpeg(65_000, 65_000), webp(16_000_000, 4),
        avif((4, 4), (90_000, 90_000)),
        png_head(31_000, 1), png_head(0, 10), png_head(10, 10)[:20], avif(),
    ],
)  # fmt: skip
def test_pictures_that_would_unpack_to_too_many_pixels_or_none_are_refused(content: bytes) -> None:
    with pytest.raises(FetchRefused):
        kind_of(content)


@given(st.binary(max_size=200), st.sampled_from([png(), gif(4, 3), jpeg(4, 3), webp(4, 3), avif((4, 3))]))
def test_torn_and_changed_pictures_are_known_or_refused(noise: bytes, whole: bytes) -> None:
    for content in (noise, whole[: len(noise)], whole[:16] + noise):
        try:
            kind_of(content)
        except FetchRefused:
            continue
