"""The sorted words of a segment: each is found with its fields, and by its beginning."""

from __future__ import annotations

from bisect import bisect_left

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bookwheel.indexes.keyword.term_expansion import distance
from bookwheel.indexes.keyword.vocabulary import Vocabulary, pack

TERMS = st.text(alphabet="ab\0é水", max_size=12).map(lambda text: text.encode())


@given(st.dictionaries(TERMS, st.integers(1, 127), max_size=60), st.lists(TERMS, max_size=10))
def test_terms_are_found_as_in_a_dictionary_and_a_sorted_list(fields_of: dict[bytes, int], others: list[bytes]):
    vocabulary, terms = Vocabulary(pack(fields_of)), sorted(fields_of)
    assert list(vocabulary) == terms
    for term in (*terms, *others):
        assert vocabulary.fields(term) == fields_of.get(term, 0)
        assert vocabulary.place(term) == bisect_left(terms, term)
        assert list(vocabulary.beginning(term)) == [one for one in terms if one.startswith(term)]


def test_more_terms_than_are_read_at_once_come_in_order():
    terms = [f"term{number:05}".encode() for number in range(5000)]
    vocabulary = Vocabulary(pack(dict.fromkeys(terms, 1)))
    assert list(vocabulary) == terms
    assert list(vocabulary.beginning(b"term01")) == terms[1000:2000]


@given(st.sets(TERMS, max_size=60), TERMS.map(bytes.decode).filter(lambda word: len(word) > 2), st.integers(1, 2))
def test_every_term_with_few_errors_is_among_those_that_are_like_a_word(terms: set[bytes], word: str, most: int):
    like = Vocabulary(pack(dict.fromkeys(terms, 1))).like(word, most)
    assert like == sorted(set(like) & terms)
    for term in terms - set(like):
        text = term.decode()
        is_alike = text[:1] == word[:1] or text[1:2] == word[1:2] or text[:1] == word[1:2]
        assert not is_alike or distance(word, text, most) > most


def test_terms_of_other_letters_are_not_like_a_word():
    vocabulary = Vocabulary(pack(dict.fromkeys((b"kubernetes", b"kubernetis", b"kernel", b"kubectlxyz", b"query"), 1)))
    assert vocabulary.like("kubernets", 2) == [b"kubernetes", b"kubernetis"]


@pytest.mark.parametrize("content", [b"", b"short", b"\xff" * 40, pack({b"alpha": 1})[:-1]])
def test_what_is_no_vocabulary_says_so(content: bytes):
    with pytest.raises(ValueError, match="not a vocabulary"):
        Vocabulary(content)
