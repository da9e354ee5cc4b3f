"""The terms of many sections at once are those of each by itself."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from bookwheel.indexes.keyword import identifiers
from bookwheel.indexes.keyword.analysis import Analyser, normalised, words
from bookwheel.indexes.keyword.batch_terms import BatchTerms, Counted, FieldPostings
from bookwheel.indexes.keyword.schema import FIELDS

SIGNS = [
    "kube-proxy",
    "C++",
    "c#",
    "a/b.c",
    "MAX_LOG",
    "Pods",
    "pod.",
    "--flag",
    "café",
    "日本語",
    " ",
    "\n",
    "-",
    "#",
    "ß",
    "x@y:z",
]
TEXTS = st.lists(st.one_of(st.sampled_from(SIGNS), st.text(max_size=4)), max_size=12).map("".join)


def _one_by_one(text: str, analyser: Analyser) -> Counter[bytes]:
    """Each word of a text by itself, and then each identifier."""
    found: Counter[bytes] = Counter()
    for word in words(normalised(text)):
        for term, weight in analyser.forms(word):
            found[term] += weight  # type: ignore[assignment] - halves
    for name in identifiers.joined(text):
        for term in identifiers.terms_of(name):
            found[term.encode()] += 1
    return found


def _entries(field: FieldPostings) -> list[tuple[bytes, list[int], list[float]]]:
    """Each term with its section numbers and weights."""
    parts = [field.part(at, at + 1) for at in range(len(field.terms))]
    return [(part.terms[0], part.documents.tolist(), part.weights.tolist()) for part in parts]


@given(TEXTS)
def test_a_text_cut_into_pieces_has_the_terms_of_its_words_and_identifiers(text: str):
    assert Analyser("en").counts(text)[0] == _one_by_one(text, Analyser("en"))


@given(st.lists(st.dictionaries(st.sampled_from(range(len(FIELDS))), TEXTS, max_size=3), max_size=4))
def test_sections_counted_together_have_the_terms_and_lengths_that_each_has(sections: list[dict[int, str]]):
    analysers = (Analyser("en"), Analyser("ja"))
    terms = BatchTerms()
    for number, texts in enumerate(sections):
        for field, text in texts.items():
            terms.add(number, field, text, analysers[number % 2])
    counted = Counted(terms.counted(len(sections)))
    found: dict[tuple[int, int], dict[bytes, float]] = {}
    for field in range(len(FIELDS)):
        entries = _entries(counted.postings(field))
        assert [term for term, _, _ in entries] == sorted(term for term, _, _ in entries)
        for term, numbers, weights in entries:
            assert list(numbers) == sorted(set(numbers))
            assert counted.fields_of()[term] >> field & 1
            for number, weight in zip(numbers, weights, strict=True):
                found.setdefault((number, field), {})[term] = weight
    for number, texts in enumerate(sections):
        for field, text in texts.items():
            expected, length = analysers[number % 2].counts(text)
            assert (found.pop((number, field), {}), counted.words[field, number]) == (expected, length)
    assert not found
