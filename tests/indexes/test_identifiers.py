"""Identifiers as index terms, and in queries."""

from __future__ import annotations

import time

import pytest

from bookwheel.indexes.keyword.analysis import Analyser, QueryAnalyser
from bookwheel.indexes.keyword.identifiers import Identifier, joined, terms_of, typed


def test_a_joined_name_gives_itself_and_its_pieces_as_terms():
    assert joined("Set --log-dir, see apps.io/log-dir.") == ["log-dir", "apps.io/log-dir"]
    assert list(terms_of("apps.io/log-dir")) == ["apps.io/log-dir", "apps.io", "log-dir"]
    assert list(terms_of("x-" * 40 + "y")) == []


def test_whole_identifiers_and_their_words_are_indexed():
    terms, length = Analyser("en").counts("Set MAX_LOG_SIZE and kube-proxy")
    assert {b"max_log_size", b"max", b"log", b"size", b"kube-proxy", b"kube", b"proxi"} <= set(terms)
    assert length == 5


def test_the_words_of_snake_case_are_asked_one_by_one():
    assert [text for text, _ in QueryAnalyser(["en"]).forms("max_log_size")] == ["max", "log", "size"]
    assert [text for text, _ in QueryAnalyser(["en"]).forms("__init__")] == ["__init__"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("max_log_size", Identifier("max_log_size", "max_log_size", ("max", "log", "size"), True)),
        ("--dry-run", Identifier("dry-run", "dry-run", ("dry", "run"), True)),
        ("well-known", Identifier("well-known", "well-known", ("well", "known"), False)),
        ("and/or", Identifier("and/or", "and/or", ("and", "or"), False)),
        ("spec.nodeName", Identifier("spec.nodeName", "spec.nodename", ("spec", "node", "name"), True)),
        ("HTTPHeader", Identifier("HTTPHeader", "", ("http", "header"), True)),
    ],
)
def test_identifiers_of_a_query_are_told_from_words(text: str, found: Identifier):
    assert typed(f"the {text} of it") == [found]


@pytest.mark.parametrize("text", ["plain words", "e.g. this", "U.S. law", "Kubernetes", "日本-語", ""])
def test_what_is_no_identifier_is_none(text: str):
    assert typed(text) == []


@pytest.mark.parametrize(
    "text", ["a-" * 200_000, "a." * 200_000 + "!", "a" * 400_000, "A" * 200_000 + "-", "_-" * 200_000]
)
def test_long_runs_take_time_that_grows_with_their_length(text: str):
    begun = time.process_time()
    joined(text)
    typed(text)
    assert time.process_time() - begun < 30  # quadratic, it would take hours
