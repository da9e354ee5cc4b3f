"""Bases on pages: filters, formulas, views, and what is said where they fail."""

from __future__ import annotations

import pytest

from bookwheel.domain.page import PageRequest
from bookwheel.domain.search import EVERYTHING, Filter, Scope
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
        "Best\nname | author | due\nDune | Herbert | 2026-01-03"
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
        ("a: [", "This base is not valid YAML"),
        ("- a", "“base” of a base is not understood."),
        ("filters: {nor: [a]}", "“nor” of a base is not understood."),
        ("views: [{type: kanban}]", "Views of the type “kanban” are not shown here."),
        ("filters: 'foo(1)'", "There is no function “foo” in queries here."),
        ("filters: 'a =='", "This query ends too early."),
        ("formulas: {a: formula.b, b: formula.a}\nviews: [{type: table, order: [formula.a]}]", "needs itself."),
        ("views: [{type: table, order: [a], summaries: {a: Mode}}]", "There is no function “Mode”"),
    ],
)
def test_what_is_not_answered_is_said_below_the_base(filled, write, base: str, reason: str) -> None:
    shown = ask(filled, write, base).split("\n")
    assert reason in shown[-1] and shown[0] in base


def test_what_a_scope_hides_is_in_no_base(filled, write) -> None:
    write(filled.folder / "notes", "books/Secret.md", SECRET)
    narrow = Scope(filters=(Filter("tag", ("hush",), is_negated=True),))
    base = 'filters: file.hasTag("book")\nviews: [{type: table, order: [file.name, file.backlinks]}]'
    assert ask(filled, write, base, narrow) == "name | backlinks\nDune | Emma, Herbert\nEmma | Dune"
    assert "Secret" in ask(filled, write, base)


def test_a_base_needs_no_collection_to_be_refused() -> None:
    (result,) = PageQueries(lambda: pytest.fail("nothing is read"), "q.md").answer("base", "filters: '((('")
    assert result.kind == "failed"
