"""Citations and other links by name on a page."""

from __future__ import annotations

import re

import pytest

from bookwheel.domain.document import Dialect, LinkKind
from bookwheel.pages.render import Target
from tests.pages.rendering import page

ENTRY = Target("bookwheel://doc/docs/refs.bib#knuth84", "resolved", "Literate Programming")
ON_THE_WEB = Target(ENTRY.href, "resolved", ENTRY.title, "https://doi.org/10.1000/x")
SECTION = Target("bookwheel://doc/docs/b.rst#set-up", "resolved", "Setting <up>")
KNOWN = {
    "cite:knuth84": ENTRY, "mention:knuth84": ENTRY, "doi:10.1000/x": ON_THE_WEB, "label:set-up": SECTION,
    "https://doi.org/10.1000/x": ON_THE_WEB, "cite:gone": Target("", "broken"), "mid:a@b;c@d": SECTION,
}  # fmt: skip
LINK = '<a title="Literate Programming" href="bookwheel://doc/docs/refs.bib#knuth84">'


def _resolve(href: str, kind: LinkKind) -> Target:
    return KNOWN.get(href, Target("", "unknown"))


def _html(text: str, dialect: Dialect = Dialect.GFM) -> str:
    return page(text, dialect, resolve=_resolve).html


@pytest.mark.parametrize("dialect", [Dialect.COMMONMARK, Dialect.GFM, Dialect.OBSIDIAN, Dialect.MKDOCS])
def test_a_key_is_a_link_with_the_title_of_its_entry(dialect: Dialect):
    html = _html("See [see @knuth84, p. 3; @nobody], *@knuth84* and @someone.\n", dialect)
    assert f"[see {LINK}@knuth84</a>, p. 3; @nobody], <em>{LINK}@knuth84</a></em> and @someone." in html


def test_a_key_that_no_bibliography_has_is_broken():
    assert re.search(r"<a [^>]*class=\"broken\"[^>]*>@gone</a>", _html("[@gone]"))


def test_code_and_links_hold_no_citations():
    html = _html("`[@knuth84]` [a @knuth84](https://doi.org/10.1000/y)\n\n```\n@knuth84\n```\n\n    @knuth84\n")
    assert LINK not in html


@pytest.mark.parametrize("name", ["alt", "title"])
def test_attributes_hold_no_citations(name: str):
    html = _html(f'<img src="https://x.org/a.png" {name}="a > @knuth84 doi:10.1000/x">\n')
    assert "<img" not in html and " src=" not in html and "href" not in html


def test_a_doi_leads_to_the_entry_and_to_the_web():
    html = _html("A [paper](https://doi.org/10.1000/x), doi:10.1000/x.\n")
    assert f"{LINK}paper</a>" in html and f"{LINK}doi:10.1000/x</a>" in html
    assert html.count('<a class="external" href="https://doi.org/10.1000/x"') == 2


def test_a_reference_without_words_shows_the_title_of_its_section():
    text = "[set-up](label:set-up), [this](label:set-up), [a@b](mid:a@b;c@d), [x](term:x) and [`f`](object:f)\n"
    html = _html(text, Dialect.CONVERTED)
    assert ">Setting &lt;up&gt;</a>, <a" in html and ">this</a>" in html
    assert html.count("Setting &lt;up&gt;</a>") == 2
    assert "x and <code>f</code>" in html and "term:" not in html and "object:" not in html


def test_other_formats_have_no_keys_but_dois():
    html = _html("[@knuth84] doi:10.1000/x\n", Dialect.CONVERTED)
    assert "[@knuth84] <a" in html
