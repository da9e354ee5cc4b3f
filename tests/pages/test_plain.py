from __future__ import annotations

from bookwheel.pages.render import Heading
from tests.pages.rendering import Elements, page


def shown(text: str) -> str:
    return page(text, format="text").html


def test_paragraphs_flow():
    text = "A long line of words that goes on until it is broken by its writer,\nand then goes on.\n\nNext."
    assert shown(text).count("<p>") == 2
    assert "<br>" not in shown(text)


def test_verse_and_lists_keep_their_lines():
    assert shown("Roses are red,\nviolets are blue").count("<br>") == 1
    assert (
        shown("To buy, with a rather long introduction that fills its line wholly:\n- milk\n- bread").count("<br>") == 2
    )


def test_columns_stay_in_columns():
    assert '<pre class="plain">name     size' in shown("name     size\nalpha    10\nbeta     200")


def test_rules_and_addresses():
    assert "<hr>" in shown("a\n\n-----\n\nb")
    assert Elements(shown("See https://example.org/a.")).of("a")[0]["href"] == "https://example.org/a"


def test_markup_is_words():
    assert shown("<b>*x*</b> & [[y]]").strip() == "<p>&lt;b&gt;*x*&lt;/b&gt; &amp; [[y]]</p>"


def test_a_section_named_after_its_first_words_has_no_heading():
    headings = [Heading("top", "", 0, 1), Heading("then-it", "Then it went on...", 2, 3)]
    set_page = page("First.\n\n* * *\n\nThen it went on and on.", format="text", headings=headings).html
    assert "<h2" not in set_page
    assert Elements(set_page).ids() == ["top", "then-it"]
