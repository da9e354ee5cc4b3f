"""Hits of the first letters that are typed are kept for a revision, and for nothing else."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from bookwheel.domain.search import EVERYTHING, Scope, SearchAnswer, SearchRequest
from bookwheel.library.search import search as searching
from bookwheel.library.search.query.first_letters import MOST_KEPT
from bookwheel.settings import KeywordSettings
from tests.library.conftest import Shelf, changed

Write = Callable[[Path, str, str], Path]


@pytest.fixture
def full(shelf: Shelf, write: Write) -> Shelf:
    root = shelf.add("notes")
    write(root, "pods.md", "# Pods\n\nA pod runs containers.\n")
    write(root, "ports.md", "# Ports\n\nA port is open. Pods have ports.\n")
    write(shelf.add("secret"), "plans.md", "# Plans\n\nThe plan about pods is hidden.\n")
    shelf.index()
    return shelf


@pytest.fixture
def found(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The queries for which hits were looked for, and not recalled."""
    queries: list[str] = []
    find = searching._find

    def note(question, request, *rest):  # type: ignore[no-untyped-def]
        queries.append(request.query)
        return find(question, request, *rest)

    monkeypatch.setattr(searching, "_find", note)
    return queries


def ask(shelf: Shelf, query: str, scope: Scope = EVERYTHING, **fields: object) -> SearchAnswer:
    answer = shelf.library.search(SearchRequest(query, **{"is_prefix": True, **fields}), scope)  # type: ignore[arg-type]
    return replace(answer, took_ms=0.0, cursor="")


def test_the_same_letters_are_answered_alike_without_being_looked_for_again(full: Shelf, found: list[str]):
    first = ask(full, "po")
    assert {hit.doc for hit in first.hits} == {"notes/pods.md", "notes/ports.md", "secret/plans.md"}
    assert ask(full, "po") == first
    assert ask(full, "po", limit=1).hits == first.hits[:1]
    assert found == ["po"]
    ask(full, "pods")
    ask(full, "pods")
    ask(full, "po", is_prefix=False)
    ask(full, "po", explain=True)
    assert found == ["po", "pods", "pods", "po", "po"]


def test_a_change_a_scope_and_other_settings_have_hits_of_their_own(full: Shelf, write: Write, found: list[str]):
    ask(full, "po")
    narrow = ask(full, "po", Scope(("notes",)))
    assert {hit.doc for hit in narrow.hits} == {"notes/pods.md", "notes/ports.md"}
    write(full.folder / "notes", "poles.md", "# Poles\n\nA pole stands.\n")
    full.index(changed("notes", ["poles.md"]))
    assert "notes/poles.md" in {hit.doc for hit in ask(full, "po").hits}
    full.library.settings = replace(full.library.settings, keyword=KeywordSettings(title=0.1))
    ask(full, "po")
    assert len(found) == 4


def test_no_more_letters_are_kept_than_may_be(full: Shelf, found: list[str]):
    pairs = [f"{one}{other}" for one in "abcdefghijklmnopqrstuvwxyz" for other in "abcdefghijklmnop"]
    for pair in pairs:
        ask(full, pair)
    ask(full, pairs[-1])
    assert len(found) == len(pairs) > MOST_KEPT
    ask(full, pairs[0])
    assert len(found) == len(pairs) + 1
