"""Dataview's queries on pages: the grammar, what is said where it fails, bounds, and what a scope hides."""

from __future__ import annotations

import re
from html import unescape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bookwheel.domain.page import PageRequest
from bookwheel.domain.search import EVERYTHING, Filter, Scope
from bookwheel.library.fields.note_store import Shelf as Notes
from bookwheel.library.fields.page_queries import PageQueries
from bookwheel.library.fields.queries.budget import QueryFailed
from bookwheel.library.fields.queries.patterns import compile_pattern

DUNE = """---
rating: 9
author: "[[Herbert]]"
tags: [book, scifi/classic]
due: 2026-01-03
Reading Status: done
---
# Dune

Genre:: Space opera
It costs [price:: 3.5] for (length:: 3 hours), ask [who:: [[Emma]], [[Herbert]]].

```
fake:: field
```

- [ ] read 📅 2026-01-01
  - [x] buy ✅ 2025-01-01
- [ ] lend [[Emma]] [to:: Ann]
"""
EMMA = "---\nrating: 7\ntags: book\n---\nSee [[Dune]].\n\n- [x] read\n"
HERBERT = "Author of [[dune|it]] and [[Nowhere]].\n"
SECRET = "---\nrating: 10\ntags: [book, hush]\n---\n# Secret\n\nSee [[Dune]] and [[Emma]].\n\n- [ ] hide\n"


@pytest.fixture
def filled(shelf, write):
    root = shelf.add()
    (root / ".obsidian").mkdir()
    for path, text in (
        ("books/Dune.md", DUNE),
        ("books/Emma.md", EMMA),
        ("Herbert.md", HERBERT),
        ("data.csv", "a\n1\n"),
    ):
        write(root, path, text)
    return shelf


@pytest.fixture(autouse=True)
def unhurried(monkeypatch) -> None:
    """Give queries time, however slow the machine is."""
    for name in ("SECONDS", "PAGE_SECONDS"):
        monkeypatch.setattr(f"bookwheel.library.fields.page_queries.{name}", 600.0)


def ask(shelf, write, query: str, scope: Scope = EVERYTHING) -> str:
    """The page of a query as words: cells parted by `|`, rows by new lines."""
    write(shelf.folder / "notes", "q.md", f"```dataview\n{query}\n```\n")
    shelf.index()
    return words(shelf.library.page(PageRequest("notes/q.md"), scope).html)


def words(html: str) -> str:
    html = re.sub(r"</t[hd]><t[hd]>", " | ", html).replace("</li><li>", ", ").replace("<ul><li>", " ")
    lines = (" ".join(unescape(re.sub(r"<[^>]+>", "", line)).split()) for line in html.split("\n"))
    return "\n".join(line for line in lines if line)


def test_a_table_has_columns_by_name_and_a_link_to_each_note(filled, write) -> None:
    assert ask(filled, write, 'TABLE rating AS "R", author, genre, price FROM #book SORT rating DESC') == (
        "File (2) | R | author | genre | price\nDune | 9 | Herbert | Space opera | 3.5\nEmma | 7 | – | – | –"
    )
    html = filled.library.page(PageRequest("notes/q.md")).html
    assert 'href="bookwheel://doc/notes/books/Dune.md"' in html and 'href="bookwheel://doc/notes/Herbert.md"' in html


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("LIST FROM [[Dune]]", "Emma\nHerbert"),
        ("LIST FROM outgoing([[Herbert]])", "Dune"),
        ('LIST FROM "books" AND -#scifi', "Emma"),
        ('LIST FROM #scifi OR "Herbert"', "Dune\nHerbert"),
        ('LIST FROM !(#book or "q")', "Herbert"),
        ("LIST rating FROM #book WHERE rating > 7", "Dune: 9"),
        ("LIST WHERE contains(file.tags, \"#scifi\")", "Dune"),
        ('LIST WHERE icontains(genre, "SPACE") AND !contains(file.name, "q")', "Dune"),
        ("LIST WHERE due AND due <= date(2026-01-03) AND due > date(2026-01-10) - 8d", "Dune"),
        ('LIST WHERE reading-status = "done"', "Dune"),
        ("LIST who FROM #scifi", "Dune Emma, Herbert"),
        ("LIST length.hours FROM #scifi", "Dune: 3"),
        ("LIST author.file.name FROM #scifi", "Dune: Herbert"),
        ("LIST file.inlinks FROM #scifi", "Dune Emma, Herbert"),
        ('LIST file.outlinks WHERE file.name = "Herbert"', "Herbert Dune, Nowhere"),
        ("LIST file.folder + \"/\" + file.name FROM #book LIMIT 1", "Dune: books/Dune"),
        ("LIST rows.file.link FROM #book GROUP BY rating > 8 AS Good", "false: Emma\ntrue: Dune"),
        ("TABLE WITHOUT ID key, length(rows) FROM #book GROUP BY author", "key | length(rows)\n– | 1\nHerbert | 1"),
        ("TABLE WITHOUT ID tag FROM #scifi FLATTEN file.etags AS tag", "tag\n#book\n#scifi/classic"),
        ("LIST choice(rating > 8, upper(file.name), default(genre, \"?\")) FROM #book", "Dune: DUNE\nEmma: ?"),
        ("LIST sum(map(file.tasks, (t) => choice(t.completed, 1, 0))) FROM #scifi", "Dune: 1"),
        ("LIST dateformat(due, \"yyyy/MM\") FROM #scifi", "Dune: 2026/01"),
        ("LIST date(2026-03-01) - due FROM #scifi", "Dune: 57 days"),
        ("LIST regexreplace(file.name, \"[aeiou]\", \"_\") FROM #book", "Dune: D_n_\nEmma: Emm_"),
        ("LIST WHERE file = this.file", "q"),
        ("LIST FROM #none", "This query finds nothing."),
        ("list without id file.name from #book sort file.name desc limit 1", "Emma"),
    ],
)  # fmt: skip
def test_queries_give_what_dataview_gives(filled, write, query: str, expected: str) -> None:
    assert ask(filled, write, query) == expected


def test_tasks_stand_under_their_notes_with_their_days(filled, write) -> None:
    assert ask(filled, write, "TASK WHERE !completed") == "Dune\nread 📅 2026-01-01 ↗\nlend Emma [to:: Ann] ↗"
    assert ask(filled, write, 'TASK FROM "books" WHERE completed GROUP BY file.name') == (
        "Dune\nbuy ✅ 2025-01-01 ↗\nEmma\nread ↗"
    )
    assert ask(filled, write, 'TASK WHERE to = "Ann" OR due < date(2026-01-02) AND due') == (
        "Dune\nread 📅 2026-01-01 ↗\nlend Emma [to:: Ann] ↗"
    )
    html = filled.library.page(PageRequest("notes/q.md")).html
    assert html.count('class="box"') == 2 and 'href="bookwheel://doc/notes/books/Dune.md#dune"' in html


@pytest.mark.parametrize(
    ("query", "reason"),
    [
        ("CALENDAR file.day", "CALENDAR is not shown here."),
        ("SELECT a", "This query is not understood at “SELECT a”."),
        ("TABLE foo(1)", "There is no function “foo” in queries here."),
        ("TABLE (1", "This query ends too early."),
        ("LIST a, b", "This query is not understood at “, b”."),
        ("LIST lower()", "The arguments of “lower” are not understood."),
        ('LIST WHERE regexmatch("(a+)+$", file.name)', "The pattern “(a+)+$” is too complex."),
        ("LIST padleft(file.name, 100000000)", "This query makes a text that is too long."),
        (f"LIST {'(' * 60}1{')' * 60}", "This query is nested too deeply."),
        (f"LIST {'-' * 300}1", "This query is nested too deeply."),
        (f"LIST 1{' FLATTEN list(1,2,3,4,5,6,7,8,9) AS a' * 7}", "This query makes more than 50,000 rows."),
    ],
)
def test_what_is_not_answered_is_said_below_the_query(filled, write, query: str, reason: str) -> None:
    shown = ask(filled, write, query)
    assert shown.endswith(reason) and shown.startswith(" ".join(query.split())[:10])


def test_a_query_that_takes_too_long_is_stopped(filled, write, monkeypatch) -> None:
    monkeypatch.setattr("bookwheel.library.fields.page_queries.SECONDS", 0.0)
    assert ask(filled, write, "LIST 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1").endswith("takes more than 0 seconds.")
    monkeypatch.setattr("bookwheel.library.fields.page_queries.SECONDS", 2.0)
    monkeypatch.setattr("bookwheel.library.fields.page_queries.PAGE_SECONDS", 0.0)
    shown = ask(filled, write, "LIST 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1")
    assert shown.endswith("The queries of this page take more than 0 seconds.")


def test_inline_expressions_are_answered_or_shown_as_code(filled, write) -> None:
    page = "`= this.file.name`, `= [[Dune]].rating + 1`, `= (`, `$= dv.x()`, `x`\n\n```dataviewjs\ndv.list()\n```\n"
    write(filled.folder / "notes", "q.md", page)
    filled.index()
    html = filled.library.page(PageRequest("notes/q.md")).html
    html = re.sub(r'<span class="answer">(.*?)</span>', r"\1", html)
    assert "<p>q, 10, <code>= (</code>, <code>$= dv.x()</code>, <code>x</code></p>" in html
    assert "DataviewJS is a program and never run here." in html


def test_a_changed_note_changes_the_answer(filled, write) -> None:
    assert ask(filled, write, "LIST rating FROM #scifi") == "Dune: 9"
    write(filled.folder / "notes", "books/Dune.md", "---\nrating: 1\ntags: scifi\n---\n")
    assert ask(filled, write, "LIST rating FROM #scifi") == "Dune: 1"


def test_what_a_scope_hides_is_in_no_answer(filled, write) -> None:
    write(filled.folder / "notes", "books/Secret.md", SECRET)
    narrow = Scope(filters=(Filter("tag", ("hush",), is_negated=True),))
    for query, seen, hidden in (
        ("LIST FROM #book", "Dune\nEmma", "Dune\nEmma\nSecret"),
        ("LIST FROM [[Emma]]", "Dune", "Dune\nSecret"),
        ("LIST file.inlinks FROM #scifi", "Dune Emma, Herbert", "Dune Emma, Secret, Herbert"),
        ("LIST [[Secret]].rating WHERE file = this.file", "q: –", "q: 10"),
        ("TASK WHERE text = \"hide\"", "This query finds nothing.", "Secret\nhide ↗"),
    ):  # fmt: skip
        assert ask(filled, write, query, narrow) == seen
        assert ask(filled, write, query) == hidden


def test_a_page_that_is_rendered_in_a_child_is_answered_too(filled, write) -> None:
    write(filled.folder / "notes", "q.md", "```dataview\nLIST FROM #scifi\n```\n" + "Words and words.\n\n" * 3000)
    filled.index()
    assert words(filled.library.page(PageRequest("notes/q.md")).html).startswith("Dune\nWords")


def test_markup_in_fields_cannot_leave_its_cell(filled, write) -> None:
    write(filled.folder / "notes", "x.md", "---\ntags: evil\na: '<script>x</script></td></table><b onclick=x>'\n---\n")
    write(filled.folder / "notes", "q.md", "```dataview\nTABLE a FROM #evil\n```\n\nend\n")
    filled.index()
    html = filled.library.page(PageRequest("notes/q.md")).html
    assert "<script" not in html and "onclick" not in html
    assert html.index("</table>") < html.index("<p>end</p>") and html.count("</table>") == 1


@given(st.text(alphabet='TABLE LIST FROM WHERE()[]{}"#-+*/=<>!&|,.:abc123 date(today)\n', max_size=120))
def test_any_text_is_answered_or_refused(text: str) -> None:
    queries = PageQueries(lambda: Notes({}, {}), "q.md")
    for language in ("dataview", "inline"):
        (result,) = queries.answer(language, text)
        assert result.kind in ("table", "list", "tasks", "value", "failed")


@pytest.mark.parametrize(
    "pattern", ["(a*)*", "(a|b)+", "(?:a{1,9}){2,}", r"(a)\1", "a*" * 7, "(?P<x>a)", "x" * 501, "("]
)
def test_patterns_that_may_not_end_are_refused(pattern: str) -> None:
    with pytest.raises(QueryFailed):
        compile_pattern(pattern)


@pytest.mark.parametrize("pattern", ["a+b", r"^\d{4}-\d{2}$", "(a|b)c", "(?:ab)+", "[(+*]+", r"\(a+\)"])
def test_usual_patterns_are_taken(pattern: str) -> None:
    assert compile_pattern(pattern)[0].pattern == pattern


def test_the_rows_of_all_queries_of_a_page_are_bounded(filled, write, monkeypatch) -> None:
    monkeypatch.setattr("bookwheel.library.fields.page_queries.PAGE_ROWS", 3)
    page = "```dataview\nLIST FROM #book\n```\n\n```base\nfilters: file.hasTag('book')\n```\n"
    write(filled.folder / "notes", "q.md", page)
    filled.index()
    shown = words(filled.library.page(PageRequest("notes/q.md")).html)
    assert shown == "Dune\nEmma\nname\nDune\n1 of 2 rows are shown."
