from __future__ import annotations

from collections.abc import Iterator
from pickle import dumps, loads

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bookwheel.indexes.keyword import posting_blocks
from bookwheel.indexes.keyword.posting_blocks import read_block

STEPS = st.integers(0, 2**31 - 1) | st.integers(0, 300) | st.integers(0, 255)
WEIGHTS = st.integers(1, 400).map(lambda halves: halves / 2)


FORMS = st.sampled_from(["each", "level", "one"])


@pytest.fixture(autouse=True, scope="module")
def _few() -> Iterator[None]:
    """Let blocks of few postings be read as those of many."""
    fewest, posting_blocks.FEWEST = posting_blocks.FEWEST, 8
    yield
    posting_blocks.FEWEST = fewest


@given(st.data(), st.integers(1, 60), FORMS, st.sampled_from([255, 65535, 2**31 - 1]))
def test_blocks_are_read_as_pickle_reads_them(data: st.DataObject, count: int, form: str, most: int) -> None:
    steps = tuple(data.draw(st.lists(st.integers(0, most), min_size=count, max_size=count)))
    each = tuple(data.draw(st.lists(WEIGHTS, min_size=count, max_size=count)))
    weights = {"each": each, "level": each[0], "one": None}[form]
    read = read_block(dumps((steps, weights, None), 2), count)
    assert read[0].tolist() == list(steps)
    expected = each if form == "each" else [each[0] if form == "level" else 1.0] * count
    assert read[1].dtype == np.float32 and read[1].tolist() == list(expected)


@given(st.lists(STEPS, min_size=8, max_size=40))
@example([255] * 8)
@example([256] * 8)
@example([0x4B] * 8)
def test_whole_numbers_as_weights_and_other_protocols_are_read(steps: list[int]) -> None:
    weights = tuple(number % 7 + 1 for number in steps)
    for protocol in (2, 4):
        read = read_block(dumps((tuple(steps), weights, None), protocol), len(steps))
        assert (read[0].tolist(), read[1].tolist()) == (steps, list(weights))


@pytest.mark.parametrize("steps", [(3,) * 1000, (300,) * 1000], ids=["bytes", "shorts"])
@pytest.mark.parametrize("weights", [(1.5,) * 1000, 2.5, None], ids=["each", "level", "one"])
def test_the_usual_forms_are_not_read_number_by_number(
    steps: tuple[int, ...], weights: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    pickled = dumps((steps, weights, None), 2)
    monkeypatch.setattr(posting_blocks, "loads", None)
    assert read_block(pickled, 1000)[0].tolist() == list(steps)


@given(st.binary(max_size=60), st.integers(0, 30))
@example(b"\x80\x02(" + b"K\x01" * 8 + b"tq\x00NN\x87q\x01.", 8)
def test_torn_blocks_are_no_postings(torn: bytes, count: int) -> None:
    try:
        expected = loads(torn)
    except Exception:  # whatever pickle raises
        expected = None
    read = posting_blocks._read_usual(torn, count) if torn.startswith(b"\x80\x02(") and count >= 8 else None
    assert read is None or expected is not None and read[0].tolist() == list(expected[0])
