"""The best passages of a long text."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from bookwheel.library.context.passage_selection import MOST, _blocks, passages


def marks(*words: str):
    """Whole words by their place in the list."""

    def found(text: str) -> list[tuple[int, int, int]]:
        spans = [
            (match.start(), match.end(), number)
            for number, word in enumerate(words)
            for match in re.finditer(rf"\b{re.escape(word)}\b", text)
        ]
        return sorted(spans)

    return found


FILLING = "The wheel turns and the reader sits before it with a book in hand, as on any other day. " * 400
TEXT = f"{FILLING}\n\nThe axle of the wheel was cast in bronze by Ramelli.\n\n{FILLING}"


def test_the_rarer_words_together_win_over_a_common_one():
    best = passages(TEXT, marks("wheel", "axle", "bronze"))
    assert "cast in bronze" in TEXT[best[0].start : best[0].end]
    assert best[0].worth == 1.0 and all(one.worth <= 1.0 for one in best)
    assert len(best[0:1]) == 1 and best[0].end - best[0].start < 1200


def test_nothing_is_worth_reading_where_no_word_stands():
    assert passages(TEXT, marks("telescope")) == []
    assert passages("", marks("wheel")) == []


def test_no_more_than_can_be_read():
    rare = "".join(f"{FILLING[:1800]} The axle broke. " for _ in range(3 * MOST))
    assert len(passages(rare, marks("axle"))) == MOST


def test_words_that_stand_everywhere_choose_nothing():
    assert passages(FILLING * 5, marks("wheel")) == []


@given(st.text(st.sampled_from("ab .\n。?”"), max_size=4000))
def test_blocks_follow_each_other_without_a_gap(text: str):
    blocks = _blocks(text)
    assert "".join(text[start:end] for start, end in blocks) == text
    assert all(start < end for start, end in blocks)
