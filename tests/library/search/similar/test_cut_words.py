"""Words that are cut all at once are those that an expression finds text by text."""

from __future__ import annotations

import re

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from bookwheel.indexes.keyword.analysis import UNSPACED, normalised
from bookwheel.library.search.similar.cut_words import cut_words

LETTERS = st.text(st.sampled_from("abAB01_ .,-\n\0éÉß泵阀한ก\u00ad\u200c\ud800İﬁ\U00020000"), max_size=30)


def words_of(text: str) -> list[str]:
    return re.findall(rf"[{UNSPACED}]|[^\W{UNSPACED}]+", normalised(text).lower())


@given(st.lists(LETTERS, max_size=5))
def test_words_stand_as_they_are_written_and_the_same_ones_have_the_same_hash(texts: list[str]):
    words = cut_words(texts)
    expected = [(place, word) for place, text in enumerate(texts) for word in words_of(text)]
    different, numbers = words.spell(np.arange(len(words.hashes)))
    assert [(place, different[number]) for place, number in zip(words.text_of, numbers, strict=True)] == expected
    assert len({*words.hashes.tolist()}) == len({word for _, word in expected}) == len(different)
    for place, (first, end) in enumerate(zip(words.first.tolist(), words.end.tolist(), strict=True)):
        assert first <= place < end and {*words.text_of[first:end].tolist()} == {words.text_of[place]}


def test_a_word_is_the_same_beside_letters_of_any_script_and_however_long():
    word = "Word" * 40
    plain, beside = cut_words([f"{word} end"]), cut_words([f"é {word.lower()}"])
    assert plain.hashes[0] == beside.hashes[1] != beside.hashes[0]
