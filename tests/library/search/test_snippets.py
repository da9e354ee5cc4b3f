"""Snippets: where they look, how they are cut, and what they never hold."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bookwheel.indexes.keyword.analysis import query_analyser
from bookwheel.library.search.query_parser import parse
from bookwheel.library.search.snippets import AIM, LONGEST, Matcher, cleaned, densest, snippet

FILLER = "Nothing to see in this sentence at all. " * 40


def matcher(query: str, *languages: str, is_prefix: bool = False) -> Matcher:
    return Matcher(parse(query, is_prefix=is_prefix), query_analyser(languages or ("en",)))


def marked(query: str, text: str, *languages: str, is_prefix: bool = False) -> list[str]:
    return [text[start:end] for start, end in matcher(query, *languages, is_prefix=is_prefix).spans(text)]


def test_snippet_stands_where_the_words_stand_together():
    text = f"A pod here. {FILLER} The pod lifecycle begins. It ends. {FILLER} A lifecycle there."
    shown, spans = snippet((text,), matcher("pod lifecycle"))
    assert shown.startswith("… The pod lifecycle begins.")
    assert [shown[start:end] for start, end in spans] == ["pod", "lifecycle"]
    assert len(shown) <= LONGEST


def test_a_long_text_without_headings_is_quoted_where_most_of_the_words_stand():
    long = "".join(f"Sentence {number} says nothing at all. " for number in range(3000))
    text = f"A pod first. {long}Here the pod lifecycle ends quietly. {long}"
    shown, spans = snippet((text,), matcher("pod lifecycle"))
    assert shown.startswith("… ") and "the pod lifecycle ends quietly" in shown
    assert [shown[start:end] for start, end in spans] == ["pod", "lifecycle"]
    assert snippet((text,), matcher("pod"))[0].startswith("A pod first.")
    shown, spans = snippet((f"{long}ein Café über alles",), matcher("café", "de"))
    assert [shown[start:end] for start, end in spans] == ["Café"]


def test_matches_include_stemmed_forms_and_identifiers():
    assert marked("connection", "He connected both connections") == ["connected", "connections"]
    assert marked("pull", "the imagePullSecrets field") == ["imagePullSecrets"]
    assert marked("cafe", "un café noir", "fr") == ["café"]
    assert marked("auth", "authentication of authors", is_prefix=True) == ["authentication", "authors"]


def test_matches_in_cjk_are_joined_runs():
    assert marked("日本語", "これは日本語の文書です", "ja") == ["日本語"]
    assert marked("猫", "黒猫と白猫", "ja") == ["猫", "猫"]


def test_excluded_words_are_not_marked():
    assert marked("pod -node", "pod and node") == ["pod"]


def test_code_speaks_when_prose_is_silent():
    shown, spans = snippet(("Some prose.", "kubectl apply -f x"), matcher("kubectl"))
    assert shown == "kubectl apply -f x"
    assert spans == ((0, 7),)


def test_text_without_a_match_shows_its_beginning():
    shown, spans = snippet((FILLER,), matcher("absent"))
    assert shown.startswith("Nothing to see") and shown.endswith("…")
    assert spans == ()
    assert snippet(("", "  "), matcher("absent")) == ("", ())


def test_control_characters_never_reach_a_snippet():
    raw = "safe\x1b[31mred\x1b[0m \u202eevil\u202c\x00 tab\tnew\nline \x9b \u200btail\U000e0041"
    assert cleaned(raw) == "safered evil tab new line tail"


@given(st.text(max_size=2000), st.text(max_size=40))
def test_snippets_are_bounded_and_their_spans_fit(text: str, query: str):
    shown, spans = snippet((text,), matcher(query))
    assert len(shown) <= LONGEST
    assert all(0 <= start < end <= len(shown) for start, end in spans)
    assert all(before[1] <= after[0] for before, after in zip(spans, spans[1:], strict=False))
    assert "\x1b" not in shown and "\n" not in shown


@given(st.lists(st.tuples(st.integers(0, 600), st.integers(0, 3)), min_size=1, max_size=40))
def test_the_densest_window_has_most_different_words_then_most_words(found: list[tuple[int, int]]):
    marks = [(start, start + 1, number) for start, number in sorted(dict(found).items())]

    def score(first: int) -> int:
        inside = [mark for mark in marks[first:] if mark[0] <= marks[first][0] + AIM * 3 // 4]
        return len({number for _, _, number in inside}) * 10 + min(len(inside), 9)

    best = max(range(len(marks)), key=score)
    last = max(end for start, end, _ in marks if start <= marks[best][0] + AIM * 3 // 4)
    assert densest(marks) == (marks[best][0], last)
