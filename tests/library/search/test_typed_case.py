"""Identifiers in the case in which they were typed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from bookwheel.domain.search import Mode, SearchRequest
from tests.library.conftest import Shelf

Write = Callable[[Path, str, str], Path]

PAGES = {
    "constant.md": "# Limits\n\nMAX_LOG MAX_LOG MAX_LOG MAX_LOG.\n",
    "mixed.md": "# Other limits\n\nA long text about many things, in which MAX_log stands once among other words.\n",
    "variable.md": "# Variables\n\nmax_log, max_log and max_log.\n",
    "camel.md": "# Camel\n\nimagePullPolicy imagePullPolicy imagePullPolicy.\n",
    "pascal.md": "# Pascal\n\nHere ImagePullPolicy is written in another way, once, among other words.\n",
}


@pytest.fixture
def full(shelf: Shelf, write: Write) -> Shelf:
    root = shelf.add("notes")
    for path, text in PAGES.items():
        write(root, path, text)
    shelf.index()
    return shelf


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("MAX_log", "mixed.md"),
        ("MAX_LOG", "constant.md"),
        ("set MAX_log", "mixed.md"),
        ("ImagePullPolicy", "pascal.md"),
        ("imagePullPolicy", "camel.md"),
    ],
)
def test_hit_in_the_case_that_was_typed_comes_first(full: Shelf, query: str, first: str):
    answer = full.library.search(SearchRequest(query, Mode.KEYWORD))
    assert answer.hits[0].doc == f"notes/{first}"
    scores = [hit.score for hit in answer.hits]
    assert scores == sorted(scores, reverse=True)


def test_case_does_not_count_where_no_capital_is_typed(full: Shelf):
    hits = full.library.search(SearchRequest("max_log", Mode.KEYWORD)).hits
    assert {hit.doc for hit in hits} == {"notes/constant.md", "notes/mixed.md", "notes/variable.md"}
    assert hits[-1].doc == "notes/mixed.md"
