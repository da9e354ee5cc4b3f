from __future__ import annotations

from selectolax.lexbor import LexborHTMLParser

from bookwheel.crawling.discovery import navigation
from bookwheel.crawling.discovery.navigation import Entry

BASE = "https://e.org/"


def _read(html: str) -> list[Entry]:
    return navigation.read(LexborHTMLParser(html), BASE, lambda url: url.startswith(BASE))


def test_nested_lists_are_groups_with_their_pages() -> None:
    html = """<nav><ul><li><a href=/>Home</a></li>
      <li><label>Guide</label><nav><ul><li><a href=/g/a>A</a></li><li><a href=/g/b#x>B</a></li></ul></nav></li>
      <li><a href=/ref/>Reference</a><ul><li><a href=/ref/x>X</a></li><li><a href=https://f.org/>Out</a></li></ul></li>
    </ul></nav>"""
    assert _read(html) == [
        Entry("Home", f"{BASE}"),
        Entry("Guide", "", [Entry("A", f"{BASE}g/a"), Entry("B", f"{BASE}g/b")]),
        Entry("Reference", f"{BASE}ref/", [Entry("X", f"{BASE}ref/x")]),
    ]


def test_the_list_that_names_most_pages_is_the_navigation() -> None:
    few = "<nav><a href=/a>A</a> <a href=/b>B</a></nav>"
    many = "<aside class=sidebar><a href=/a>One</a><a href=/b>Two</a><a href=/c>3</a></aside>"
    assert [entry.title for entry in _read(few + many)] == ["One", "Two", "3"]


def test_a_page_without_navigation_has_none() -> None:
    assert _read("<p><a href=/a>A</a></p><nav><a href=/a>A</a><a href=#b>B</a></nav>") == []


def test_what_other_pages_show_more_is_merged_where_it_belongs() -> None:
    whole = [Entry("A", "a"), Entry("B", "b")]
    navigation.merge(whole, [Entry("A", "a", [Entry("A1", "a1")]), Entry("B", "b"), Entry("C", "c")])
    navigation.merge(whole, [Entry("A", "a"), Entry("B", "b", [Entry("B1", "b1"), Entry("A1", "a1")])])
    assert whole == [Entry("A", "a", [Entry("A1", "a1")]), Entry("B", "b", [Entry("B1", "b1")]), Entry("C", "c")]


def test_a_navigation_is_kept_as_it_is() -> None:
    entries = [Entry("A ü", "a", [Entry("B", "", [Entry("C", "c")])])]
    assert navigation.from_json(navigation.to_json(entries)) == entries
