from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from tests.pages.rendering import Elements, html, page


def find(words: str):
    return lambda text: [match.span() for match in re.finditer(words, text, re.IGNORECASE)]


def test_matches_are_marked_and_counted():
    shown = page("# Turning\n\nA *turn* & `turn` [turn](turn.md)", mark=find("turn"))
    assert shown.hits == 4
    assert shown.html.count('<mark class="hit">') == 4
    assert "<code><mark" in shown.html
    assert 'href="bookwheel://doc/docs/turn.md"' in shown.html


def test_a_match_across_inline_tags_counts_once():
    shown = page("same *slope* here", mark=find("same slope here"))
    assert shown.hits == 1
    assert shown.html.count('class="hit"') == 1
    assert shown.html.count('class="more"') == 2


def test_words_side_by_side_are_one_match_and_blocks_keep_them_apart():
    shown = page("A *control* flow, control\nflow; control, flow.\n\n- control\n- flow\n", mark=find("control|flow"))
    assert '<mark class="hit">control\nflow</mark>' in shown.html
    assert shown.hits == shown.html.count('class="hit"') == 7
    assert 'class="more"' not in shown.html


def test_no_match_goes_across_blocks():
    assert page("same\n\nslope", mark=find("same.?slope")).hits == 0


def test_coloured_code_is_marked_through():
    shown = page("```python\nimport os.path\n```", mark=find("os.path"))
    assert shown.hits == 1
    assert "import os.path" in Elements(shown.html).words


def test_entities_are_marked_as_the_characters_they_are():
    assert '<mark class="hit">a &lt; b</mark>' in page("a < b", mark=find("a < b")).html


@given(st.lists(st.tuples(st.integers(-3, 40), st.integers(-3, 60)), max_size=8))
def test_any_spans_leave_the_words_as_they_were(spans: list[tuple[int, int]]):
    source = "One *two* `three`\n\n- four & [five](six.md)\n\n> 七八九"
    shown = page(source, mark=lambda _: [(max(0, first), last) for first, last in spans])
    assert Elements(shown.html).words == Elements(html(source)).words
