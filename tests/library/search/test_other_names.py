"""Acronyms and other names of what a query names."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from bookwheel.domain.search import EVERYTHING, Mode, SearchAnswer, SearchRequest
from bookwheel.library.search.search import search
from bookwheel.library.snapshot.snapshot import Snapshot
from bookwheel.settings import KeywordSettings, Settings
from tests.library.conftest import Shelf

PAGES = {
    "explained.md": "# Streams\n\nA page may listen to Server-Sent Events (SSE) for news.\n",
    "long.md": "# Server news\n\nThe events that were sent by the server arrive in order.\n",
    "short.md": "# Proxies\n\nA proxy that buffers breaks SSE after a minute.\n",
    "other.md": "# Chairs\n\nNothing about it.\n",
}


@pytest.fixture
def snapshot(shelf: Shelf) -> Snapshot:
    shelf.fill("notes", PAGES)
    shelf.index()
    return shelf.seen_with_graph()


def ask(snapshot: Snapshot, query: str, weight: float = 0.5, **fields: object) -> SearchAnswer:
    request = SearchRequest(query, Mode.KEYWORD, **fields)  # type: ignore[arg-type]
    return search(request, EVERYTHING, snapshot, Settings(keyword=KeywordSettings(other_names=weight)))


def docs(answer: SearchAnswer) -> list[str]:
    return [hit.doc.partition("/")[2] for hit in answer.hits]


def test_an_acronym_finds_its_words_and_they_find_it(snapshot: Snapshot):
    assert set(docs(ask(snapshot, "SSE"))) == {"explained.md", "short.md", "long.md"}
    assert set(docs(ask(snapshot, "server-sent events"))) == {"explained.md", "short.md", "long.md"}


def test_what_was_typed_counts_for_more(snapshot: Snapshot):
    assert docs(ask(snapshot, "SSE"))[-1] == "long.md"
    assert docs(ask(snapshot, "server-sent events"))[-1] == "short.md"


def test_the_weight_switches_it_off(snapshot: Snapshot):
    assert set(docs(ask(snapshot, "SSE", 0.0))) == {"explained.md", "short.md"}


def test_a_phrase_means_itself(snapshot: Snapshot):
    assert set(docs(ask(snapshot, '"SSE"'))) == {"explained.md", "short.md"}


def test_an_explanation_names_the_other_name(snapshot: Snapshot):
    (hit,) = [hit for hit in ask(snapshot, "SSE", explain=True).hits if hit.doc == "notes/long.md"]
    assert hit.explanation is not None
    terms = [term.term for leg in hit.explanation.legs for term in leg.terms]
    assert [term.lower() for term in terms] == ["server sent events"]


def test_a_glossary_expands_both_ways_even_in_circles(shelf: Shelf, write: Callable[[Path, str, str], Path]):
    root = shelf.add("words")
    terms = {
        "LB": ["load balancer"],
        "load balancer": ["LB", "traffic director"],
        "traffic director": ["load balancer"],
    }
    write(root, "glossary.json", json.dumps(terms))
    write(root, "one.md", "# One\n\nThe LB is in front.\n")
    write(root, "two.md", "# Two\n\nA load balancer is in front.\n")
    write(root, "three.md", "# Three\n\nThe traffic director is in front.\n")
    shelf.index()
    snapshot = shelf.seen_with_graph()
    assert {"one.md", "two.md"} <= set(docs(ask(snapshot, "LB")))
    assert {"one.md", "two.md", "three.md"} <= set(docs(ask(snapshot, "load balancer")))
    assert set(docs(ask(snapshot, "LB", weight=0.0))) == {"glossary.json", "one.md"}
    explained = ask(snapshot, "LB", explain=True)
    (hit,) = (hit for hit in explained.hits if hit.doc.endswith("two.md"))
    assert hit.explanation is not None
    assert "load balancer" in [term.term for leg in hit.explanation.legs for term in leg.terms]
