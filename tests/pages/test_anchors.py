from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bookwheel.domain.document import Dialect
from bookwheel.pages.render import Heading
from bookwheel.parsing.documents import parse
from tests.pages.rendering import ALL, Elements, page

BLOCKS = st.sampled_from(
    (
        "# One", "## Two", "## Two", "### Drei Äpfel", "## 标题", "## `code` & *more*", "## Linked [x](y.md)",
        "## Own {#own}",
        "Setext\n======", "Other\n-----", "###### Six", "#", "words", "- item\n\n  ## In a list",
        "> ## In a quote",
        "> [!note]\n> ## In a callout", "::: tip\n## In a container\n:::", "```\n## In code\n```",
        "    ## Indented", "<div>\n## In HTML\n</div>", "<h2>Raw</h2>", "| a |\n|---|\n| b |",
        "{{< note >}}\n## In Hugo\n{{< /note >}}",
        "{{< comment >}}\n## Hidden\n{{< /comment >}}", "%%\n## Hidden too\n%%", "<!--\n## Commented\n-->",
        "![[note]]", "Term\n: ## Definition", "[^n]: ## Foot\n\nx[^n]", '!!! note "T"\n    ## In admonition',
        "---", "top",
        '<p id="two">x</p>', "$$\n# maths\n$$",
    )
)  # fmt: skip


def headings_of(text: str, dialect: Dialect) -> tuple[str, int, list[Heading]]:
    document = parse(text.encode(), "a.md", dialect=dialect)
    headings = [Heading(part.anchor, part.title, part.level, part.start_line) for part in document.sections]
    return document.text, document.sections[0].start_line, headings


@pytest.mark.parametrize("dialect", ALL)
@given(blocks=st.lists(BLOCKS, max_size=9), header=st.sampled_from(("", "---\ntitle: T\n---\n")))
def test_every_section_has_its_place_exactly_once(dialect: Dialect, blocks: list[str], header: str):
    text, first_line, headings = headings_of(header + "\n\n".join(blocks) + "\n", dialect)
    shown = page(text, dialect, headings=headings, first_line=first_line, embed=lambda name: "# One\n\nx")
    ids = Elements(shown.html).ids()
    assert len(ids) == len(set(ids))
    assert {heading.anchor for heading in headings} <= set(ids)


@pytest.mark.parametrize("dialect", ALL)
def test_headings_carry_the_anchors_of_the_outline(dialect: Dialect):
    text, first_line, headings = headings_of("---\na: b\n---\n# One\n\n## Two\n\n## Two\n\nThree\n-----\n", dialect)
    shown = Elements(page(text, dialect, headings=headings, first_line=first_line).html)
    assert [found["id"] for _, found in shown.found if "id" in found] == ["one", "two", "two-1", "three"]
    assert [level for level, _ in shown.found] == ["h1", "h2", "h2", "h2"]


def test_a_place_is_not_lost_in_a_footnote():
    text, first_line, headings = headings_of("[^n]: one\n\n[^n]: two\n\nx[^n]\n", Dialect.OBSIDIAN)
    assert "top" in Elements(page(text, headings=headings, first_line=first_line).html).ids()


def test_front_matter_is_not_shown():
    assert page("---\nsecret: x\n---\nBody", first_line=4).html.strip() == "<p>Body</p>"


def test_plain_text_headings_carry_their_anchors():
    text = "Preface words\n\nCHAPTER ONE\n===========\n\nIt began.\n\nCHAPTER TWO\nIt ended.\n"
    headings = [Heading("top", "", 0, 1), Heading("one", "CHAPTER ONE", 1, 3), Heading("two", "CHAPTER TWO", 1, 8)]
    shown = page(text, format="text", headings=headings).html
    assert Elements(shown).ids() == ["top", "one", "two"]
    assert '<h1 id="one">CHAPTER ONE</h1>\n<p>It began.</p>' in shown
    assert '<h1 id="two">CHAPTER TWO</h1>\n<p>It ended.</p>' in shown


def test_local_links_reach_headings_and_own_ids():
    headings = [Heading("one", "One", 1, 1)]
    shown = page('# One\n\n[a](#one) [b](#mine) <b id="mine">x</b>', headings=headings).html
    assert [link["href"] for link in Elements(shown).of("a")] == ["#one", "#doc:mine"]
