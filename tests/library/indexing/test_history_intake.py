"""Histories in the catalogue and the graph: read when the files are, and gone when they should be."""

from __future__ import annotations

import shutil
import time
from pathlib import Path

import pytest

from bookwheel.domain.graph import ContextRequest, ExploreRequest, ExportRequest, NodeKind
from bookwheel.domain.indexing import Command, ReportKind, Verb
from bookwheel.domain.search import Filter, Mode, Scope, SearchRequest
from bookwheel.library.indexing import history_intake, indexer
from tests.library.conftest import Shelf
from tests.library.history.test_history_reader import commit, git

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="makes repositories with git")


def index(shelf: Shelf, *commands: Command, is_on: bool = True) -> None:
    """Index until the histories are read and stated."""
    configure = Command(Verb.CONFIGURE, collections=shelf.collections, reads_history=is_on)
    waiting = [configure, *(commands or (Command(Verb.SCAN),))]

    def inbox(timeout_s: float | None) -> Command | None:
        if timeout_s == 0 or (not waiting and timeout_s is not None):
            time.sleep(min(timeout_s or 0, 0.05))
            return None
        return waiting.pop(0) if waiting else Command(Verb.STOP)

    shelf.reports = []
    indexer.run(shelf.paths, inbox, shelf.reports.append, shelf.parser)
    assert not [report for report in shelf.reports if report.kind is ReportKind.PROJECTION_FAILED]
    shelf.library.refresh(shelf.revision)
    shelf.library.graphs.refresh()
    shelf.library.graphs.wait()


@pytest.fixture
def notes(shelf: Shelf) -> Path:
    root = shelf.add("notes")
    git(root, "init", "-q", "-b", "main")
    commit(root, "Begin", day=1, guide="# Guide\n\nWheels turn.\n", index="# Index\n\nAll of it.\n")
    commit(
        root, "Go on", "Ben <ben@example.org>", 2, guide="# Guide\n\nWheels turn well.\n", index="# Index\n\nMore.\n"
    )
    commit(
        root, "End", day=3, guide="# Guide\n\nWheels turn very well.\n", index="# Index\n\nMost.\n", hidden="# Hidden\n"
    )
    return root


def edges(shelf: Shelf, node: str, scope: Scope | None = None) -> set[tuple[str, str, str]]:
    request = ExploreRequest(node, hops=2, limit=1000)
    answer = shelf.library.explore(request, scope or Scope())
    return {(edge.source, edge.relation, edge.target) for edge in answer.edges}


def test_exploring_a_document_shows_who_changed_it(shelf: Shelf, notes: Path) -> None:
    index(shelf)
    head = f"commit:{git(notes, 'rev-parse', 'HEAD')}"
    assert {
        ("notes/guide.md", "modifiedBy", "person:ada"),
        ("notes/guide.md", "modifiedBy", "person:ben"),
        ("notes/guide.md", "changedWith", "notes/index.md"),
        ("notes/guide.md", "changedIn", head),
        (head, "authoredBy", "person:ada"),
    } <= edges(shelf, "notes/guide.md")
    assert edges(shelf, head[: len("commit:") + 7]) == edges(shelf, head) != set()
    facts = [fact.sentence for fact in shelf.library.context(ContextRequest("How do wheels turn?")).facts]
    assert "“Guide” was last changed by Ada on 3 May 2026, 3 changes by 2 people." in facts


def test_a_narrow_scope_learns_nothing_of_hidden_documents(shelf: Shelf, notes: Path) -> None:
    commit(notes, "Tell of hidden.md", "Eve <eve@example.org>", 4, hidden="# Hidden\n\nMore.\n")
    index(shelf)
    scope = Scope(filters=(Filter("path", ("guide*",)),))
    answer = shelf.library.explore(ExploreRequest("notes/guide.md", hops=3, limit=1000), scope)
    told = repr(answer)
    assert "eve" not in told.casefold() and "hidden" not in told and "Begin" not in told
    assert any(node.kind is NodeKind.COMMIT for node in answer.nodes)


def test_people_of_front_matter_and_of_git_are_one_by_their_names(shelf: Shelf, notes: Path) -> None:
    (notes / "signed.md").write_text("---\nauthor: ADA\n---\n# Signed\n", "utf-8")
    index(shelf)
    assert {
        ("notes/signed.md", "author", "person:ada"),
        ("notes/guide.md", "modifiedBy", "person:ada"),
    } <= edges(shelf, "person:Ada")


def test_an_export_for_one_collection_says_nothing_of_what_commits_did_elsewhere(shelf: Shelf, notes: Path) -> None:
    index(shelf)
    request = ExportRequest("notes", "n-quads")
    assert "Go on" in shelf.library.export(request).content
    narrow = shelf.library.export(request, Scope(("notes",))).content
    assert "Go on" not in narrow and "changedIn" in narrow


def test_no_search_depends_on_who_changed_a_file(shelf: Shelf, notes: Path) -> None:
    def hits() -> list[tuple[str, float]]:
        asked = (SearchRequest(query, mode=Mode.GRAPH) for query in ("Guide", "Ada", "Go on", "guide and index"))
        return [(hit.section, hit.score) for request in asked for hit in shelf.library.search(request).hits]

    (notes / "guide.md").write_text("# Guide\n\nSee the [index](index.md).\n", "utf-8")
    index(shelf)
    with_history = hits()
    index(shelf, is_on=False)
    assert with_history == hits() != []


def test_documents_are_joined_by_links_before_people(shelf: Shelf, notes: Path) -> None:
    index(shelf)
    way = shelf.library.explore(ExploreRequest("notes/guide.md", to="notes/hidden.md")).path
    assert way[1] in ("person:ada", "notes/index.md")
    facts = shelf.library.context(ContextRequest("Guide and Hidden")).facts
    assert not [fact for fact in facts if ";" in fact.sentence and "was changed by" in fact.sentence]


def test_a_later_commit_states_its_documents_again_and_no_other(shelf: Shelf, notes: Path) -> None:
    index(shelf)
    commit(notes, "Later", "Cleo <cleo@example.org>", 9, guide="# Guide\n\nWheels turn best.\n")
    index(shelf, Command(Verb.CHANGED, "notes", (".git",)))
    assert ("notes/guide.md", "modifiedBy", "person:cleo") in edges(shelf, "notes/guide.md")
    assert ("notes/index.md", "modifiedBy", "person:cleo") not in edges(shelf, "notes/index.md")


def test_a_history_leaves_with_its_collection_its_repository_and_the_setting(shelf: Shelf, notes: Path) -> None:
    def kinds() -> set[NodeKind]:
        answer = shelf.library.explore(ExploreRequest(level="schema"))
        return {node.kind for node in answer.nodes} & {NodeKind.COMMIT, NodeKind.BRANCH, NodeKind.PERSON}

    index(shelf)
    assert len(kinds()) == 3
    index(shelf, is_on=False)
    assert not kinds()
    index(shelf)
    shutil.move(notes / ".git", notes.parent / "away")
    index(shelf)
    assert not kinds()
    shutil.move(notes.parent / "away", notes / ".git")
    index(shelf)
    assert len(kinds()) == 3
    shelf.collections = ()
    index(shelf)
    content = b"".join(path.read_bytes() for path in shelf.paths.root.rglob("*") if path.is_file())
    assert b"Go on" not in content and b"example.org" not in content


def test_a_history_that_did_not_change_is_not_read_again(
    shelf: Shelf, notes: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    index(shelf)
    started: list[object] = []
    monkeypatch.setattr(history_intake, "HistoryChild", lambda task: started.append(task))
    index(shelf)
    assert started == []
