from __future__ import annotations

import pytest

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
    assert "is its source" in shown
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
