"""Collections that searches of the whole library leave out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from bookwheel.domain.diagnostics import AbsenceRequest
from bookwheel.domain.search import Filter, Mode, Scope, SearchAnswer, SearchRequest
from tests.library.conftest import Shelf

Write = Callable[[Path, str, str], Path]


@pytest.fixture
def two(shelf: Shelf, write: Write) -> Shelf:
    write(shelf.add("notes"), "pods.md", "# Pods\n\nA pod runs containers.\n")
    write(shelf.add("manual", in_search=False), "help/pods.md", "# Help\n\nHow a pod is opened, and closed again.\n")
    shelf.index()
    return shelf


def _docs(answer: SearchAnswer) -> set[str]:
    return {hit.doc for hit in answer.hits}


@pytest.mark.parametrize("query", ["pod", "-tag:none pod", "-collection:other pod", '"a pod"', "tag:none OR pod"])
def test_a_search_of_everything_leaves_it_out(two: Shelf, query: str) -> None:
    assert not {doc for doc in _docs(two.library.search(SearchRequest(query))) if doc.startswith("manual/")}


@pytest.mark.parametrize("mode", list(Mode))
def test_every_mode_leaves_it_out(two: Shelf, mode: Mode) -> None:
    assert "manual/help/pods.md" not in _docs(two.library.search(SearchRequest("pod opened closed", mode)))


@pytest.mark.parametrize("query", ["collection:manual pod", "path:help pod"])
def test_a_search_that_names_it_finds_it(two: Shelf, query: str) -> None:
    assert _docs(two.library.search(SearchRequest(query))) == {"manual/help/pods.md"}


def test_a_filter_or_a_scope_of_its_own_finds_it(two: Shelf) -> None:
    chosen = SearchRequest("pod", filters=(Filter("collection", ("manual",)),))
    assert _docs(two.library.search(chosen)) == {"manual/help/pods.md"}
    assert _docs(two.library.search(SearchRequest("pod"), Scope(("manual",)))) == {"manual/help/pods.md"}


def test_its_words_are_not_counted_with_the_others(two: Shelf) -> None:
    answer = two.library.search(SearchRequest("pod", facets=("collection",)))
    assert [(facet.value, facet.count) for facet in answer.facets] == [("notes", 1)]
    assert answer.total == 1


def test_it_is_searched_again_once_a_person_wants_it(two: Shelf) -> None:
    two.collections = tuple(replace(collection, in_search=True) for collection in two.collections)
    assert _docs(two.library.search(SearchRequest("pod"))) == {"notes/pods.md", "manual/help/pods.md"}


def test_the_reason_for_a_missing_document_names_the_way_to_it(two: Shelf) -> None:
    answer = two.library.absence(AbsenceRequest("manual/help/pods.md", "pod"))
    assert [str(reason) for reason in answer.reasons][0] == (
        "Its collection is left out of searches of the whole library; add collection:manual to the query."
    )
    found = two.library.absence(AbsenceRequest("manual/help/pods.md", "collection:manual pod"))
    assert str(found.reasons[0]) == "It is among the hits, at position 1."
