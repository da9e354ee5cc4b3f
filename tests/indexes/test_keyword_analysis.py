"""How texts become index terms, and how query words find them again."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bookwheel.indexes.keyword.analysis import Analyser, QueryAnalyser, bigrams, folded, normalised, words
from bookwheel.indexes.keyword.identifiers import parts
from bookwheel.indexes.keyword.term_expansion import distance


def finds(query: str, text: str, language: str = "en", *others: str) -> float:
    """The best weight at which a query's every part finds a text; 0 when a part does not."""
    counts, _ = Analyser(language).counts(text)
    best = [
        max((weight * counts.get(form, 0.0) for form, weight in forms), default=0.0)
        for word in words(normalised(query))
        for _, forms in QueryAnalyser((language, *others)).forms(word)
    ]
    return min(best, default=0.0)


@pytest.mark.parametrize(
    ("language", "query", "text"),
    [
        ("en", "connection", "connected connecting"),
        ("de", "Häuser", "Das Haus am Hang"),
        ("fr", "continuellement", "continuel"),
        ("es", "bibliotecas", "una biblioteca"),
        ("ru", "книги", "читать книгу"),
        ("ar", "الكتاب", "كتاب جديد"),
        ("fa", "کتابها", "كتابها"),
    ],
)
def test_each_language_finds_other_forms_of_its_words(language: str, query: str, text: str):
    assert finds(query, text, language) > 0


def test_query_is_stemmed_in_every_language_present():
    assert finds("Häuser", "das Haus", "de", "en", "fr") > 0
    assert finds("connections", "connected", "en", "de", "ru") > 0


def test_plain_word_finds_accented_one_at_lower_weight():
    assert 0 < finds("cafe", "café") < finds("café", "café")
    assert finds("cafe", "café", "fr") > 0
    assert finds("strasse", "Straße", "") > 0
    assert finds("zażółć", "zazolc", "pl") > 0


@pytest.mark.parametrize("query", ["imagePullSecrets", "imagepullsecrets", "image", "pull", "secret"])
def test_identifier_is_found_whole_and_by_its_parts(query: str):
    assert finds(query, "set imagePullSecrets here") > 0
    assert Analyser(is_stemmed=False).counts("imagePullSecrets HTTPServer snake_case a.dotted.name")[0].keys() >= {
        b"imagepullsecrets", b"image", b"httpserver", b"http", b"server", b"snake_case", b"snake", b"dotted",
    }  # fmt: skip


def test_code_keeps_its_words_unstemmed():
    assert Analyser(is_stemmed=False).counts("running pods")[0] == {b"running": 1.0, b"pods": 1.0}


def test_names_with_signs_are_words_of_their_own():
    assert finds("C++", "written in C++ today") == 1.0
    assert finds("C#", "written in C++ today") == 0.0


@pytest.mark.parametrize("query", ["日本", "本語", "日", "語", "検索", "テスト"])
def test_cjk_is_found_by_any_neighbouring_characters(query: str):
    text = "日本語の検索をテスト"
    if len(query) > 1:
        assert finds(query, text, "ja") > 0
    else:
        assert any(term.decode().startswith(query) for term in Analyser("ja").counts(text)[0])


def test_mixed_text_gives_words_and_bigrams():
    assert Analyser("zh").counts("用Python3写代码")[0].keys() >= {b"python3", "写代".encode(), "代码".encode()}
    assert [text for text, _ in QueryAnalyser(("zh",)).forms("用Python写代码")] == ["用", "Python", "写代", "代码"]


def test_soft_hyphens_and_zero_width_characters_do_not_split_words():
    assert words(normalised("hy\u00adphen zero\u200bwidth")) == ["hyphen", "zerowidth"]
    assert finds("ﬁnal ＡＢＣ", "final abc") > 0


def test_persian_joiner_keeps_the_word_and_its_parts():
    for query in ("می‌خواهم", "میخواهم", "خواهم"):
        assert finds(query, "می‌خواهم بروم", "fa") > 0


def test_arabic_vowel_signs_do_not_matter():
    assert finds("كتاب", "كِتَابٌ", "ar") > 0


def test_length_counts_words_once():
    assert Analyser("en").counts("café imagePullSecrets two")[1] == 3
    assert Analyser("zh").counts("日本語")[1] == 2


def test_small_pieces():
    assert bigrams("日本語") == ["日本", "本語"]
    assert bigrams("日") == ["日"]
    assert parts("HTTPServer_config2") == ["http", "server", "config"]
    assert parts("plain") == []
    assert folded("Ærøskøbing Łódź ÉTÉ") == "aeroskobing lodz ete"


def test_distance_counts_swaps_as_one():
    assert distance("kuberntes", "kubernetes", 2) == 1
    assert distance("teh", "the", 1) == 1
    assert distance("abcd", "wxyz", 2) == 3
    assert distance("same", "same", 1) == 0


@given(st.text(max_size=300), st.sampled_from(["", "en", "de", "ru", "ar", "fa", "zh", "xx"]))
def test_any_text_is_counted_and_every_word_finds_itself(text: str, language: str):
    counts, length = Analyser(language).counts(text)
    assert length >= 0
    assert all(term and weight > 0 for term, weight in counts.items())
    analyser = QueryAnalyser((language,))
    for word in words(normalised(text)):
        for text_of_form, forms in analyser.forms(word):
            if len(text_of_form) > 1 and len(word) <= 64:
                assert any(form in counts for form, _ in forms), word


def test_words_of_documents_are_found_by_their_terms_as_one_by_one():
    analyser = QueryAnalyser(("en", "de"))
    words = {"pods", "ärger", "snake_case", "running", "泵阀", "the", "pod"}
    for forms in ({b"pod"}, {b"snake", b"run"}, {"泵阀".encode(), b"arger"}, {b"nothing"}, set[bytes]()):
        expected = {word for word in words if analyser.document_forms(word) & forms}
        assert analyser.find_words(words, forms) == expected
        assert analyser.find_words({"pods"}, forms) == expected & {"pods"}
