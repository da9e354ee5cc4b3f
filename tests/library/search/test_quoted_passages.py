"""A quoted passage finds its source, however it was copied, and is marked as a whole."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from bookwheel.domain.page import PageRequest
from bookwheel.domain.search import EVERYTHING, Filter, Scope, SearchAnswer, SearchRequest
from bookwheel.library.search.query_parser import parse
from bookwheel.library.search.quoted_passages import EXACT, NEARLY, passage_of
from tests.library.conftest import Shelf

Write = Callable[[Path, str, str], Path]

SOURCE = "notes/letters.md#of-the-margin"
LETTERS = """# Letters

## Of the margin

If you do so, it's the **margin** that keeps a [reader's thought](https://example.org/thoughts/of/readers),
and the "old hand" won't rub it out again.

## Of options

Set type:guide or use the -v flag to see more OR less of what it does.

Beim Lesen – so sagt man – bleibt „das Beste“ am Rand der Seite stehen.

これは余白に書かれた読者の考えについての長い文章であり、消えることはない。
"""
RIVAL = "reader thought margin hand rub keeps old again options flag guide see type use set less more does "


@pytest.fixture
def quoted(shelf: Shelf, write: Write) -> Shelf:
    root = shelf.add("notes")
    write(root, "letters.md", LETTERS)
    for number in range(12):
        write(root, f"rival-{number}.md", f"# Reader's margin, old hand {number}\n\n{RIVAL * 3}\n")
    hidden = shelf.add("hidden")
    write(hidden, "copy.md", LETTERS)
    shelf.index()
    return shelf


def ask(shelf: Shelf, query: str, scope: Scope = EVERYTHING, **fields: object) -> SearchAnswer:
    return shelf.library.search(SearchRequest(query, **fields), scope)  # type: ignore[arg-type]


PLAIN = "it's the margin that keeps a reader's thought, and the \"old hand\" won't rub it out again"
FORMS = (
    PLAIN,
    PLAIN.replace("'", "’").replace(' "', " “").replace('"', "”"),
    f"“{PLAIN}.”",
    "„it's the margin that keeps a reader's thought“",
    "it's the **margin** that keeps a [reader's thought](https://example.org/thoughts/of/readers),\nand the _old hand_",
    "IT'S THE MARGIN   that keeps\n a reader's thought",
)


@pytest.mark.parametrize("form", FORMS)
def test_a_pasted_sentence_finds_its_source_first(quoted: Shelf, form: str):
    answer = ask(quoted, form, Scope(("notes",)), explain=True)
    assert answer.hits[0].section == SOURCE
    explanation = answer.hits[0].explanation
    if not form.startswith("„"):
        assert explanation is not None and EXACT in dict(explanation.boosts)
    start, end = answer.hits[0].spans[0]
    assert len(answer.hits[0].spans) == 1 and end - start > 40, "the sentence is marked, not its words"


def test_what_would_be_operators_are_words_of_a_quote(quoted: Shelf):
    for words in (
        "Set type:guide or use the -v flag to see more OR less",
        "Beim Lesen – so sagt man – bleibt „das Beste“",
    ):
        answer = ask(quoted, words)
        assert answer.hits[0].section.endswith("#of-options"), words
    same = 'Set type:guide or use the -v flag to see "nothing of the kind"'
    assert not any(hit.section.endswith("#of-options") for hit in ask(quoted, same).hits), "no quote: operators hold"
    assert passage_of(parse('-"use the v flag to see more"')) == ()


def test_a_quote_that_looks_like_a_filter_stays_within_the_filters_asked_for(quoted: Shelf):
    text = "Set type:guide or use the -v flag to see more OR less"
    assert {hit.doc for hit in ask(quoted, text).hits} >= {"notes/letters.md", "hidden/copy.md"}
    narrowed = ask(quoted, text, filters=(Filter("collection", ("hidden",)),))
    assert {hit.doc for hit in narrowed.hits} == {"hidden/copy.md"}


def test_a_sentence_without_spaces_is_a_passage_too(quoted: Shelf):
    answer = ask(quoted, "余白に書かれた読者の考えについての長い文章")
    assert answer.hits[0].section.endswith("#of-options")


def test_the_source_stays_within_the_scope_and_pages_go_on(quoted: Shelf):
    seen = ask(quoted, PLAIN, Scope(("hidden",)))
    assert {hit.doc for hit in seen.hits} == {"hidden/copy.md"} and seen.hits[0].section.endswith("#of-the-margin")
    first = ask(quoted, PLAIN, limit=2)
    assert {hit.section.partition("#")[2] for hit in first.hits} == {"of-the-margin"}
    rest = ask(quoted, PLAIN, limit=50, cursor=first.cursor)
    assert len(rest.hits) == first.total - 2 and not {hit.section for hit in rest.hits} & {
        hit.section for hit in first.hits
    }


def test_a_phrase_that_stands_nowhere_word_for_word_shows_what_comes_nearest(quoted: Shelf):
    answer = ask(quoted, "“the margin keeps what the reader thought with an old hand”")
    assert answer.hits and NEARLY in answer.notices
    assert ask(quoted, '"margin nowhere"').hits == (), "a short phrase is meant word for word"


def test_the_page_marks_the_passage_alone(quoted: Shelf):
    page = quoted.library.page(PageRequest("notes/letters.md", PLAIN), EVERYTHING)
    assert page.hits == 1 and page.html.count('class="hit"') == 1
    marked = page.html.partition('<mark class="hit">')[2]
    assert marked.startswith("it") and page.html.count('class="more"') >= 2, "it goes on through bold and link"


def test_a_page_of_exactly_this_title_stays_before_those_that_quote_it(shelf: Shelf, write: Write):
    root = shelf.add("notes")
    title = "Keeping many books open at once"
    write(root, "own.md", f"# {title}\n\nA page.\n")
    for number in range(5):
        write(root, f"other-{number}.md", f"# Page {number}\n\nAs it says: {title.lower()}. {RIVAL}\n")
        write(
            root, f"words-{number}.md", f"# Many open books {number}\n\n{'Books keeping open, once, at many. ' * 5}\n"
        )
    shelf.index()
    docs = [hit.doc for hit in ask(shelf, title).hits]
    assert docs[0] == "notes/own.md"
    assert all(doc.startswith("notes/other-") for doc in docs[1:6])
