"""Queries: operators, bounds, and that nothing typed is ever an error."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bookwheel.domain.search import Filter
from bookwheel.library.search.query_parser import Clause, Phrase, Query, Word, opening, parse


def words_of(query: Query) -> list[str]:
    return [part.text for clause in query.clauses for part in clause.parts if isinstance(part, Word)]


def test_plain_words_are_optional_and_name_a_title():
    query = parse("  Pod   lifecycle ")
    assert query.name == "Pod lifecycle"
    assert query.clauses == (Clause((Word("Pod"),)), Clause((Word("lifecycle"),)))


def test_phrase_is_required():
    assert parse('a "two words" b').clauses[1] == Clause((Phrase(("two", "words")),), is_required=True)
    assert parse("“two words”").clauses[0].is_required
    assert parse('say "hello').clauses[1] == Clause((Word("hello"),))


def test_minus_and_not_exclude():
    assert parse("cats -dogs").clauses[1] == Clause((Word("dogs"),), is_negated=True)
    assert parse("cats NOT dogs").clauses[1] == Clause((Word("dogs"),), is_negated=True)
    assert parse('cats -"big dogs"').clauses[1] == Clause((Phrase(("big", "dogs")),), is_negated=True)
    assert parse("cats -kube-proxy").clauses[1] == Clause((Phrase(("kube", "proxy")),), is_negated=True)


def test_flag_and_hyphen_are_no_exclusions():
    assert words_of(parse("--dry-run kube-proxy - x")) == ["dry", "run", "kube", "proxy", "x"]
    assert not any(clause.is_negated for clause in parse("--dry-run").clauses)


def test_or_joins_alternatives():
    query = parse("cats OR dogs food")
    assert query.clauses == (Clause((Word("cats"), Word("dogs")), is_required=True), Clause((Word("food"),)))
    assert words_of(parse("OR cats OR")) == ["OR", "cats"]


def test_and_and_plus_require():
    assert [clause.is_required for clause in parse("cats AND dogs food").clauses] == [True, True, False]
    assert parse("+cats").clauses[0].is_required


def test_prefix_and_fuzzy_words():
    assert parse("auth*").clauses[0].parts == (Word("auth", is_prefix=True),)
    assert parse("~teh").clauses[0].parts == (Word("teh", is_fuzzy=True),)
    assert parse("teh~2").clauses[0].parts == (Word("teh", is_fuzzy=True),)


def test_last_word_is_open_while_typing():
    assert parse("pod lif", is_prefix=True).clauses[-1].parts == (Word("lif", is_prefix=True),)
    assert parse("pod -lif", is_prefix=True).clauses[-1].parts == (Word("lif"),)
    assert parse('"pod lif"', is_prefix=True).clauses[-1].parts == (Phrase(("pod", "lif")),)


def test_filters_are_taken_out_of_the_words():
    query = parse('pods tag:net,web -type:guide path:docs/a category:"big things" after:2024-01 before:2025')
    assert query.filters == (
        Filter("tag", ("net", "web")),
        Filter("type", ("guide",), is_negated=True),
        Filter("path", ("docs/a",)),
        Filter("category", ("big things",)),
        Filter("after", ("2024-01",)),
        Filter("before", ("2025",)),
    )
    assert words_of(query) == ["pods"]
    assert query.name == ""


def test_filter_without_sense_is_left_out_with_a_notice():
    query = parse("pods after:yesterday level:9")
    assert query.filters == ()
    assert len(query.notices) == 2


def test_unknown_field_is_words():
    assert words_of(parse("std::vector http://x.org tag:")) == ["std", "vector", "http", "x", "org", "tag"]


def test_huge_query_is_bounded_with_a_notice():
    query = parse("word " * 20_000)
    assert len(words_of(query)) <= 64
    assert query.notices


@given(st.text(max_size=400), st.booleans())
def test_no_query_is_an_error(text: str, is_prefix: bool):
    parse(text, is_prefix=is_prefix)


@given(st.text(alphabet='ab"-+~* :|()ORNT日語tagtype,.\u200c\u0301', max_size=60))
def test_no_heap_of_operators_is_an_error(text: str):
    query = parse(text, is_prefix=True)
    assert all(clause.parts for clause in query.clauses)


def test_quotation_marks_in_a_pasted_passage_require_nothing():
    passage = "It is said of the wheel that " + "a reader may turn it " * 8 + 'and find the "very same page" again'
    assert not any(clause.is_required for clause in parse(passage).clauses)
    assert any(clause.is_required for clause in parse('the "very same page" again').clauses)


@pytest.mark.parametrize(
    ("question", "count"),
    [
        ("How do I filter tasks", 3),
        ("what is a pod", 3),
        ("filter how I do", 0),
        ("who am", 1),
        ("what is it", 0),
        ("", 0),
    ],
)
def test_opening_of_a_question_is_counted(question: str, count: int):
    assert opening(question.split()) == count


def test_a_query_in_capitals_has_no_operators():
    query = parse("LIFE AND DEATH OR NOT")
    assert words_of(query) == ["LIFE", "AND", "DEATH", "OR", "NOT"]
    assert not any(clause.is_required or clause.is_negated for clause in query.clauses)
    assert parse("life AND death").clauses[0].is_required
    for text in ("日本 OR 東京", "2024 OR 2025"):
        assert parse(text).clauses == (Clause(tuple(Word(word) for word in text.split(" OR ")), is_required=True),)


def test_a_minus_before_an_option_excludes_nothing():
    for option in ("-CLRSUPPORT", "-DNAME=1", "-v", "-O2", "-Xmx1g", "-log_dir"):
        assert not any(clause.is_negated for clause in parse(f"compile {option}").clauses), option
        assert not any(clause.is_negated for clause in parse(option).clauses), option
    for word in ("-draft", "-Kubernetes", "-kube-proxy", "-AWS", "-2023"):
        assert parse(f"notes {word}").clauses[-1].is_negated, word


def test_identifiers_are_known_where_they_are_not_excluded():
    assert [one.text for one in parse("set max_log_size -kube-proxy --dry-run").identifiers] == [
        "max_log_size",
        "dry-run",
    ]


def test_words_of_one_part_are_required_there():
    assert parse("title:pods x").clauses[0] == Clause((Word("pods", field="title"),), is_required=True)
    assert parse('code:"run it"').clauses[0] == Clause((Phrase(("run", "it"), "code"),), is_required=True)
    assert parse("-heading:old").clauses[0] == Clause((Word("old", field="headings"),), is_negated=True)
    assert parse("heading:lif", is_prefix=True).clauses[0].parts == (Word("lif", is_prefix=True, field="headings"),)


def test_fields_of_the_library_are_operators_only_where_it_has_them():
    fields = ("priority", "status")
    assert parse("status:done,open priority:>3", fields=fields).filters == (
        Filter("status", ("done", "open")),
        Filter("priority", (">3",)),
    )
    assert parse('-Status:"a, b"', fields=fields).filters == (Filter("status", ("a, b",), is_negated=True),)
    assert parse("NOT status:done pods", fields=fields).filters == (Filter("status", ("done",), is_negated=True),)
    assert parse("status:done").filters == ()
    assert words_of(parse("status:done")) == ["status", "done"]


@pytest.mark.parametrize("typed", ["statsu:done", 'statsu:"in progress"', "stauts:x", "titel:x", "tpye:x"])
def test_slip_in_a_field_is_named_and_searched_as_words(typed: str):
    query = parse(typed, fields=("status",))
    assert not query.filters and query.clauses
    assert "It was searched as words." in query.notices[0]
    assert ("status" if typed[0] == "s" else "t") in query.notices[0]


@pytest.mark.parametrize(
    "typed",
    ["std::vector", "type::Foo", "10:30", r"C:\x", "kube-system:default", "https://a.b/c", "status:", "foo:bar", "a:b"],
)
def test_other_words_with_a_colon_stay_words(typed: str):
    query = parse(typed, fields=("status",))
    assert not query.filters and not query.notices and query.clauses and query.name == typed


def test_has_takes_what_sections_can_have():
    assert parse("has:task,code").filters == (Filter("has", ("task", "code")),)
    assert "needs one of code, table, image" in parse("has:cats").notices[0]


@pytest.mark.parametrize("text", ["node(s)", "Node(s)", "node(s) of"])
def test_an_ending_in_brackets_is_no_word_of_its_own(text: str):
    parts = [part for clause in parse(text).clauses for part in clause.parts]
    assert parts[0] == Word(text.split("(")[0])
    assert Word("s") not in parts


def test_a_call_keeps_its_argument():
    words = [part.text for clause in parse("f(s) open(e)").clauses for part in clause.parts if isinstance(part, Word)]
    assert words == ["f", "s", "open", "e"]
