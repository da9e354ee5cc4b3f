from __future__ import annotations

import time

import pytest
from pygments.style import StyleMeta

from bookwheel.domain.document import Dialect
from bookwheel.pages import markdown, mkdocs, render
from tests.pages.rendering import ALL, Elements, html, page

HOSTILE = (
    ">" * 3_000 + " deep",
    "- " * 3_000 + "deep",
    "[" * 20_000,
    "*a _b " * 5_000,
    "`" * 60_000 + "a",
    "[a](<b" * 5_000,
    "![[" * 5_000,
    "[[" * 5_000,
    "==a " * 5_000,
    "$a " * 5_000,
    "<div>" * 20_000,
    "<b>" * 3_000,
    "{{< " * 5_000,
    "{{< note >}}\n" * 2_000,
    "%%" * 5_001,
    "| a " * 2_000 + "|\n" + "|---" * 2_000 + "|\n",
    "word " * 60_000,
    "\n".join("  " * depth + "- x" for depth in range(400)),
    "::: tip\n" * 1_000,
    "[^a]: x\n" * 2_000,
    "a\n: b\n" * 2_000,
    "<!--" * 5_000,
    "a:: x" + " " * 60_000 + "y",
    "id:: x\n\n```\n" + " " * 60_000 + "\n```\n",
    "[a:: " * 5_000,
    "((`" * 5_000,
    "{{query " * 5_000,
    "!!! note\n    " * 2_000,
    "&" * 20_000,
    "\\" * 20_001,
)


@pytest.mark.parametrize("number", range(len(HOSTILE)))
@pytest.mark.parametrize("dialect", ALL)
def test_hostile_text_is_set_or_shown(number: int, dialect: Dialect):
    assert isinstance(html(HOSTILE[number], dialect), str)


def test_what_is_too_deep_is_shown_as_its_source_with_a_notice():
    shown = page(">" * 3_000 + " <b>deep", headings=[render.Heading("top", "", 0, 1)]).html
    assert "source is shown" in shown
    assert "&lt;b&gt;deep" in shown
    assert Elements(shown).ids() == ["top"]


def test_what_is_too_large_is_shown_as_its_source(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(render, "LARGEST", 20)
    assert "# Not set" in html("# Not set, as it is long")


def test_tangled_brackets_keep_their_words():
    words = "[" * (markdown.DEEPEST_BRACKETS + 1) + " kept"
    assert Elements(html(words)).words.strip() == words


def test_long_blocks_of_mkdocs_are_set_all_the_same():
    text = "word " * (mkdocs.LONGEST_BLOCK // 4)
    assert not mkdocs.can_set(text)
    assert "word word" in html(text, Dialect.MKDOCS)


LONG = {
    "fields in one line": "(a:: b) " * 12_000,
    "one footnote referred to again and again": "word[^1]\n\n" * 10_000 + "[^1]: note\n",
    "tags without an end": ("<a " * 40 + "\n\n") * 800,
}
"""A hundred kilobytes that once took minutes each, in proportion to the square of their length."""


@pytest.mark.timeout(90)
@pytest.mark.parametrize("name", LONG)
@pytest.mark.parametrize("dialect", [Dialect.GFM, Dialect.MKDOCS])
def test_time_grows_with_the_length_of_the_text_alone(name: str, dialect: Dialect):
    assert isinstance(html(LONG[name], dialect), str)


def test_addresses_are_links_wherever_a_colon_follows_their_protocol():
    shown = html("a:: http://one.example, (https://two.example) b:: mailto:a@three.example", Dialect.GFM)
    assert [shown.count(f"{name}.example</a>") for name in ("one", "two", "three")] == [1, 1, 1]


def test_every_reference_to_one_footnote_has_an_id_of_its_own():
    ids = Elements(page("word[^1]\n\n" * 40 + "[^1]: note\n", Dialect.MKDOCS).html).ids()
    assert len(ids) == len(set(ids)) >= 41


def test_time_for_footnotes_grows_with_their_number():
    few, many = _footnotes(1_500), _footnotes(12_000)
    html(few, Dialect.MKDOCS)  # loads what it needs
    brief = min(_seconds(few) for _ in range(3))
    assert any(_seconds(many) < 14 * brief for _ in range(3))  # 8 times the text took 26 times as long


def test_no_style_sheet_is_made_for_the_fences_of_a_page(monkeypatch: pytest.MonkeyPatch):
    read: list[object] = []
    tell = StyleMeta.style_for_token
    monkeypatch.setattr(StyleMeta, "style_for_token", lambda style, token: read.append(token) or tell(style, token))
    shown = html("```py\nx = 1\n```\n\n" * 10 + "`#!py y = 2`\n", Dialect.MKDOCS)
    assert shown.count('<span class="n">x</span>') == 10
    assert read == []  # eighty for every fence took half of the page's time


def test_footnotes_are_numbered_by_their_definitions():
    shown = html("b[^b] a[^a] b[^b] c[^c]\n\n[^a]: A\n[^b]: B[^a]\n", Dialect.MKDOCS)
    assert [link["href"] for link in Elements(shown).of("a")][:3] == ["#doc:fn:b", "#doc:fn:a", "#doc:fn:b"]
    assert ">2</a>" in shown.partition("a<sup")[0]
    assert "[^c]" in shown


def _footnotes(count: int) -> str:
    return "".join(f"word[^{number}]\n\n" for number in range(count)) + "".join(
        f"[^{number}]: note\n\n" for number in range(count)
    )


def _seconds(text: str) -> float:
    began = time.process_time()
    html(text, Dialect.MKDOCS)
    return time.process_time() - began
