"""Bases on pages: filters, formulas, views, and what is said where they fail."""

from __future__ import annotations

import pytest

from bookwheel.domain.page import AssetRequest, PageRequest
from bookwheel.domain.search import EVERYTHING, Filter, Scope, SearchRequest
from bookwheel.library.fields.page_queries import PageQueries
from tests.library.fields.test_dataview import DUNE, EMMA, HERBERT, SECRET, unhurried, words

__all__ = ["unhurried"]


@pytest.fixture
def filled(shelf, write):
    root = shelf.add()
    (root / ".obsidian").mkdir()
    for path, text in (("books/Dune.md", DUNE), ("books/Emma.md", EMMA), ("Herbert.md", HERBERT)):
        write(root, path, text)
    return shelf


def ask(shelf, write, base: str, scope: Scope = EVERYTHING) -> str:
    """The page of a base as words: cells parted by `|`, rows by new lines."""
    write(shelf.folder / "notes", "q.md", f"```base\n{base}\n```\n")
    shelf.index()
    return words(shelf.library.page(PageRequest("notes/q.md"), scope).html)


VIEWS = """filters:
  and:
    - file.hasTag("book")
    - not:
        - file.inFolder("attic")
formulas:
  stars: rating / 2
  label: 'if(rating > 8, "good".upper(), file.basename + "?")'
properties:
  rating:
    displayName: Rating out of ten
  formula.label:
    displayName: Label
views:
  - type: table
    name: All
    order: [file.name, rating, formula.stars, formula.label]
    sort:
      - property: rating
        direction: DESC
    summaries:
      rating: Average
  - type: cards
    name: Best
    limit: 1
    filters: rating > 8
    order: [file.name, author, due]
"""


def test_every_view_is_a_table_of_its_own(filled, write) -> None:
    assert ask(filled, write, VIEWS) == (
        "All\nname | Rating out of ten | stars | Label\n"
        "Dune | 9 | 4.5 | GOOD\nEmma | 7 | 3.5 | Emma?\n| Average: 8 | |\n"
        "Best\nDuneauthorHerbertdue2026-01-03"
    )
    html = filled.library.page(PageRequest("notes/q.md")).html
    assert 'href="bookwheel://doc/notes/books/Dune.md"' in html


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ('file.name == "Dune.md"', "Dune"),
        ('file.basename.startsWith("H")', "Herbert"),
        ("rating >= 7 && rating < 9", "Emma"),
        ("rating == 9 || file.ext != \"md\"", "Dune"),
        ("!note[\"Reading Status\"].isEmpty()", "Dune"),
        ("due > date(\"2026-01-01\") && due < date(\"2026-01-01\") + \"1 week\"", "Dune"),
        ("file.hasLink(\"Dune\")", "Emma\nHerbert"),
        ("file.tags.containsAny(\"#scifi\", \"#none\")", "Dune"),
        ("file.links.map(value.toString()).contains(\"Emma\")", "Dune"),
        ("file.tags.filter(value.contains(\"/\")).length == 1", "Dune"),
        ("author == link(\"Herbert\")", "Dune"),
        ("file.path.split(\"/\")[0] == \"books\" && rating.toFixed(1) == \"7.0\"", "Emma"),
        ("/^D.n.$/.matches(file.basename)", "Dune"),
        ("file.basename.replace(/[aeiou]/g, \"\") == \"Dn\"", "Dune"),
        ("file == this", "q"),
        ('file.name == this.file.name && this.file.folder == ""', "q"),
        ('author == file("Herbert") && [author].contains(link("Herbert"))', "Dune"),
        ('/^d/i.matches(file.basename) && file.basename.replace(/[ue]/, "") == "Dne"', "Dune"),
        ('((date("2026-01-05") - due) / 86400000).round() == 2', "Dune"),
        ('(date("2026-01-05") - due).days == 2 && date("2026-01-05") - due < "1w"', "Dune"),
        ('duration("2d") / duration("1d") == 2 && file.name == "Dune.md"', "Dune"),
        ('rating.isType("number") && list(rating).length == 1 && rating % 2 == 1 && rating != 7', "Dune"),
        ('file.ctime < now() + "1d" && file.ext == "md" && file.folder == "books" && !author', "Emma"),
        ("due.format(\"YYYY-MM\") == \"2026-01\" && (due - \"1M\").year == 2025", "Dune"),
        ("file.hasProperty(\"author\") && if(true, 1, 0) == 1", "Dune"),
    ],
)  # fmt: skip
def test_filters_hold_what_bases_hold(filled, write, condition: str, expected: str) -> None:
    shown = ask(filled, write, f"filters: '{condition}'")
    assert shown.removeprefix("name\n") == expected


def test_groups_stand_in_tables_of_their_own(filled, write) -> None:
    base = "filters: rating > 0\nviews:\n  - {type: table, name: V, groupBy: {property: rating, direction: DESC}}"
    assert ask(filled, write, base) == "V · rating: 9\nname\nDune\nV · rating: 7\nname\nEmma"


@pytest.mark.parametrize(
    ("base", "reason"),
    [
        ("a: [", "This base is not valid YAML (line 2: did not find expected node content)"),
        ("- a", "“base” of a base is not understood."),
        ("filters: {nor: [a]}", "“nor” of a base is not understood."),
        ("filters: " + "[" * 90_000, "This query is nested too deeply."),
        ("a: &a [1]\nfilters: &f {and: [*f]}", "This query is nested too deeply."),
        ("filters: true\n" * 10_000, "This base is too long."),
        ("filters: 'foo(1)'", "There is no function “foo” in queries here."),
        ("filters: 'a =='", "This query ends too early."),
        ("views: [{filters: 'foo(1)'}]", "There is no function “foo” in queries here."),
        ("views: [{type: table, sort: 5}]", "“sort” of a base is not understood."),
    ],
)
def test_what_is_not_answered_is_said_below_the_base(filled, write, base: str, reason: str) -> None:
    shown = ask(filled, write, base).split("\n")
    assert reason in shown[-1] and shown[0] in base


@pytest.mark.parametrize(
    ("base", "reason"),
    [
        (
            "formulas: {a: formula.b, b: formula.a}\nviews: [{order: [formula.a]}]",
            "Column a: The formula “a” needs itself.",
        ),
        (
            "formulas: {a: 'foo(1)'}\nviews: [{order: [formula.a]}]",
            "Column a: There is no function “foo” in queries",
        ),
        ("formulas: {a: 'b +'}\nviews: [{order: [formula.a]}]", "Column a: This query ends too early."),
        ("views: [{order: [formula.c]}]", "Column c: There is no formula “c”."),
        ("views: [{order: [a], summaries: {a: Mode}}]", "Column a: There is no function “Mode” in queries here."),
        ("views: [{sort: [{property: formula.c}]}]", "The rows are not sorted. There is no formula “c”."),
        ("views: [{groupBy: {property: formula.c}}]", "The rows are not grouped. There is no formula “c”."),
        ("views: [{type: map}]", "Views of the type “map” are not shown here; this is its table."),
    ],
)
def test_a_view_is_shown_without_what_is_not_understood(filled, write, base: str, reason: str) -> None:
    shown = ask(filled, write, f"filters: file.hasTag('book')\n{base}").split("\n")
    assert shown[-1].startswith(reason) and len(shown) >= 4


def test_one_view_that_fails_leaves_the_others(filled, write) -> None:
    base = "filters: rating > 0\nviews:\n  - {name: A, filters: 'x('}\n  - {name: B}"
    shown = ask(filled, write, base).split("\n")
    assert shown[0] == "A" and shown[-4:] == ["B", "name", "Dune", "Emma"]


def test_lists_and_cards_are_set_as_such(filled, write) -> None:
    view = "order: [file.name, rating, due]"
    base = f"filters: rating > 0\nviews:\n  - {{type: list, separator: ' / ', {view}}}"
    assert ask(filled, write, base) == "Dune / 9 / 2026-01-03\nEmma / 7"
    numbered = base.replace("separator: ' / '", "markers: number, indentProperties: true")
    assert ask(filled, write, numbered) == "Dune 9, 2026-01-03\nEmma 7"
    assert "<ol>" in filled.library.page(PageRequest("notes/q.md")).html
    write(filled.folder / "notes", "a.png", "")
    assert ask(filled, write, f"filters: rating > 7\nviews:\n  - {{type: cards, image: cover, {view}}}").startswith(
        "Dune"
    )
    html = filled.library.page(PageRequest("notes/q.md")).html
    assert '<div class="base-cards">' in html and "<dt>due</dt><dd>2026-01-03</dd>" in html


def test_a_base_is_a_document_with_a_section_for_each_view(filled, write) -> None:
    write(filled.folder / "notes", "lists/Best of.base", VIEWS)
    write(filled.folder / "notes", "e.md", "![[Best of.base]]\n\n![[Best of.base#Best]]\n")
    filled.index()
    page = filled.library.page(PageRequest("notes/lists/Best of.base"))
    assert page.title == "Best of" and page.format == "base"
    assert words(page.html).startswith("All\nname | Rating out of ten | stars | Label\nDune | 9 | 4.5 | GOOD")
    assert 'id="best"' in page.html and 'href="bookwheel://doc/notes/books/Dune.md"' in page.html
    shown = words(filled.library.page(PageRequest("notes/e.md")).html)
    assert (
        "Best of.base › Best\nDune" in shown
        and shown.count("Rating out of ten") == 1
        and shown.count("authorHerbert") == 1
    )
    hits = filled.library.search(SearchRequest("rating out of ten")).hits
    assert {hit.doc for hit in hits} == {"notes/lists/Best of.base"}


def test_this_is_the_note_that_embeds_a_base(filled, write) -> None:
    root = filled.folder / "notes"
    write(root, "by.base", "filters: author == this || file.hasLink(this.file)\nviews: [{order: [file.name, author]}]")
    write(root, "People/Ann.md", "---\nwanted: 7\n---\n![[by.base]]\n")
    write(root, "Text.md", "---\nauthor: '[[Ann]]'\n---\n")
    filled.index()
    assert "Text | Ann" in words(filled.library.page(PageRequest("notes/People/Ann.md")).html)
    assert "Ann | –" in words(filled.library.page(PageRequest("notes/by.base")).html)


def test_cards_show_the_pictures_that_their_notes_name(filled, write) -> None:
    root = filled.folder / "notes"
    write(root, ".obsidian/app.json", '{"attachmentFolderPath": "kept/files"}')
    write(root, "kept/files/moon.png", "png")
    write(root, "Moon.md", "---\ncover: '[[moon.png]]'\ncolour: '#ff0000'\n---\n![[moon.png]]\n")
    write(
        root,
        "lists/moons.base",
        "filters: cover\nviews:\n  - {type: cards, image: cover}\n  - {type: cards, image: colour}",
    )
    filled.index()
    html = filled.library.page(PageRequest("notes/lists/moons.base")).html
    assert (
        html.count("<img") == 1
        and 'src="bookwheel://asset/notes/lists/moons.base?href=%2Fkept%2Ffiles%2Fmoon.png"' in html
    )
    assert (
        'src="bookwheel://asset/notes/Moon.md?href=moon.png"' in filled.library.page(PageRequest("notes/Moon.md")).html
    )
    assert filled.library.asset(AssetRequest("notes/Moon.md", "moon.png")).content == b"png"


def test_what_a_scope_hides_is_in_no_base(filled, write) -> None:
    write(filled.folder / "notes", "books/Secret.md", SECRET)
    narrow = Scope(filters=(Filter("tag", ("hush",), is_negated=True),))
    base = 'filters: file.hasTag("book")\nviews: [{type: table, order: [file.name, file.backlinks]}]'
    assert ask(filled, write, base, narrow) == "name | backlinks\nDune | Emma, Herbert\nEmma | Dune"
    assert "Secret" in ask(filled, write, base)


def test_a_base_needs_no_collection_to_be_refused() -> None:
    (result,) = PageQueries(lambda: pytest.fail("nothing is read"), "q.md").answer("base", "filters: '((('")
    assert result.kind == "failed"
