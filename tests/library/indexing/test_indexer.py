"""Indexing keeps the stores in step with the folders."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
import unicodedata
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bookwheel.domain.browse import BrowseRequest, TreeRequest, View
from bookwheel.domain.errors import NotFound
from bookwheel.domain.indexing import Command, Report, ReportKind, Verb
from bookwheel.domain.page import PageRequest
from bookwheel.domain.reading import OutlineRequest
from bookwheel.domain.search import Filter, Scope, SearchRequest
from bookwheel.domain.service.requests import Empty, NameRequest
from bookwheel.indexes.keyword import KeywordReader, KeywordWriter
from bookwheel.indexes.keyword import writer as keyword_writer
from bookwheel.library.indexing import batch_publisher, file_intake, indexer, publish
from bookwheel.library.indexing.graph_projection import Projection
from bookwheel.library.indexing.publish import Stores
from bookwheel.library.indexing.scan import scan_work
from bookwheel.library.sources.file_rules import Rules
from bookwheel.parsing.parse_task import Limits
from tests.connections import open_files
from tests.library.conftest import Shelf, changed


def _paths(shelf: Shelf, slug: str = "notes") -> list[str]:
    return sorted(entry.path for entry in shelf.library.tree(TreeRequest(slug)).entries)


def _found(shelf: Shelf, query: str) -> list[str]:
    return sorted({hit.doc for hit in shelf.library.search(SearchRequest(query)).hits})


def test_files_are_found_by_their_words(shelf, write):
    root = shelf.add()
    write(root, "a.md", "# Apples\n\nzebra stripes\n")
    write(root, "deep/b.txt", "a quokka smiles\n")
    reports = shelf.index()
    assert reports[0].kind is ReportKind.STARTED
    assert [report.kind for report in reports[-2:]] == [ReportKind.IDLED, ReportKind.PROJECTED]
    assert _found(shelf, "zebra") == ["notes/a.md"]
    assert _found(shelf, "quokka") == ["notes/deep/b.txt"]


def test_indexing_twice_changes_nothing(shelf, write):
    root = shelf.add()
    write(root, "a.md", "# A\n")
    write(root, "broken.md", "text\x00\x01\x02" * 50)
    shelf.index()
    revision = shelf.revision
    shelf.index()
    assert shelf.revision == revision
    assert not shelf.published()


def test_a_touched_file_with_the_same_content_changes_its_date_alone(shelf, write):
    root = shelf.add()
    path = write(root, "a.md", "# A\n")
    write(root, "b.md", "# B\n")
    shelf.index()
    os.utime(path, (1, 1))
    shelf.index()
    assert {doc for report in shelf.published() for doc in report.docs} == {"notes/a.md"}
    assert shelf.library.page(PageRequest("notes/a.md")).modified_at == "1970-01-01T00:00:01Z"
    status = path.stat()
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns + 1000))
    shelf.index()
    assert not shelf.published()  # dates are kept to the second


def test_a_changed_file_is_found_by_its_new_words_alone(shelf, write):
    root = shelf.add()
    write(root, "a.md", "# A\n\nzebra\n")
    shelf.index()
    write(root, "a.md", "# A\n\nquokka now\n")
    shelf.index(changed("notes", ["a.md"]))
    assert _found(shelf, "quokka") == ["notes/a.md"]
    assert _found(shelf, "zebra") == []
    assert len(_paths(shelf)) == 1


def test_a_deleted_file_leaves_every_store(shelf, write):
    root = shelf.add()
    write(root, "a.md", "# A\n\nzebra\n")
    write(root, "b.md", "# B\n\nquokka\n")
    shelf.index()
    (root / "a.md").unlink()
    shelf.index()
    assert _found(shelf, "zebra") == []
    assert _paths(shelf) == ["b.md"]
    with pytest.raises(NotFound):
        shelf.library.outline(OutlineRequest("notes/a.md"))


def test_a_deleted_folder_is_noticed_by_its_path(shelf, write):
    root = shelf.add()
    for name in ("x/a.md", "x/y/b.md", "xy.md"):
        write(root, name, f"# {name}\n")
    shelf.index()
    shutil.rmtree(root / "x")
    shelf.index(changed("notes", ["x"]))
    assert _paths(shelf) == ["xy.md"]


def test_a_new_folder_is_noticed_by_its_path(shelf, write):
    root = shelf.add()
    shelf.index()
    write(root, "new/a.md", "# A\n")
    write(root, "new/deeper/b.md", "# B\n")
    shelf.index(changed("notes", ["new"]))
    assert _paths(shelf) == ["new/a.md", "new/deeper/b.md"]


def test_a_moved_file_keeps_its_old_id(shelf, write):
    root = shelf.add()
    write(root, "a.md", "# A\n\nzebra\n")
    shelf.index()
    (root / "sub").mkdir()
    (root / "a.md").rename(root / "sub/b.md")
    shelf.index()
    assert shelf.library.outline(OutlineRequest("notes/a.md")).doc == "notes/sub/b.md"
    (root / "sub/b.md").rename(root / "c.md")
    shelf.index(changed("notes", ["sub/b.md", "c.md"]))
    assert shelf.library.outline(OutlineRequest("notes/a.md")).doc == "notes/c.md"
    assert _found(shelf, "zebra") == ["notes/c.md"]


def test_a_move_seen_in_two_parts_keeps_the_old_id(shelf, write):
    root = shelf.add()
    write(root, "a.md", "# A\n\nzebra\n")
    shelf.index()
    (root / "a.md").rename(root / "b.md")
    shelf.index(changed("notes", ["a.md"]), changed("notes", ["b.md"]))
    assert shelf.library.outline(OutlineRequest("notes/a.md")).doc == "notes/b.md"


def test_an_empty_file_is_not_where_another_went(shelf, write):
    root = shelf.add()
    write(root, "a.md", "")
    shelf.index()
    (root / "a.md").unlink()
    write(root, "b.md", "")
    shelf.index(changed("notes", ["a.md"]), changed("notes", ["b.md"]))
    with pytest.raises(NotFound):
        shelf.library.outline(OutlineRequest("notes/a.md"))


def test_a_new_file_takes_back_the_id_of_a_moved_one(shelf, write):
    root = shelf.add()
    write(root, "a.md", "# A\n\nzebra\n")
    shelf.index()
    (root / "a.md").rename(root / "b.md")
    shelf.index()
    write(root, "a.md", "# Another\n")
    shelf.index()
    assert shelf.library.outline(OutlineRequest("notes/a.md")).title == "Another"


def test_a_branch_switch_of_many_files_is_taken_in(shelf, write):
    root = shelf.add()
    for number in range(300):
        write(root, f"d{number % 7}/f{number}.md", f"# Old {number}\n\nbefore\n")
    shelf.index()
    for number in range(300):
        path = root / f"d{number % 7}/f{number}.md"
        path.unlink() if number % 3 == 0 else path.write_text(f"# New {number}\n\nafter\n", "utf-8")
    shelf.index(changed("notes", [f"d{n % 7}/f{n}.md" for n in range(300)]), batch_files=100)
    assert len(_paths(shelf)) == 200
    assert shelf.library.search(SearchRequest("before")).total == 0
    assert shelf.library.search(SearchRequest("after")).total == 200


def test_the_first_batch_of_a_run_is_small(shelf, write):
    root = shelf.add()
    for number in range(120):
        write(root, f"f{number}.md", f"# {number}\n")
    shelf.index()
    assert len(shelf.published()[0].docs) <= 40


def test_a_missing_folder_keeps_its_documents(shelf, write):
    root = shelf.add()
    write(root, "a.md", "# A\n")
    shelf.index()
    root.rename(root.with_name("away"))
    shelf.index()
    (card,) = shelf.library.collections(Empty()).collections
    assert (card.state, card.documents) == ("missing", 1)
    root.with_name("away").rename(root)
    shelf.index()
    assert shelf.library.collections(Empty()).collections[0].state == "ready"
    assert not shelf.published()


def test_a_changed_path_of_a_missing_folder_drops_nothing(shelf, write):
    root = shelf.add()
    write(root, "a.md", "# A\n")
    shelf.index()
    root.rename(root.with_name("away"))
    shelf.index(changed("notes", ["a.md"]))
    assert _paths(shelf) == ["a.md"]


def _refuse(monkeypatch: pytest.MonkeyPatch, path: Path) -> None:
    """Let the system refuse a file, also to root and on Windows, whom a file's mode does not stop."""
    opened = os.open

    def refusing(asked, *arguments, **options):
        if Path(os.fsdecode(asked)) == path:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        return opened(asked, *arguments, **options)

    monkeypatch.setattr(os, "open", refusing)


def test_an_unreadable_file_is_a_problem_and_no_stop(shelf, write, monkeypatch):
    root = shelf.add()
    path = write(root, "a.md", "# A\n")
    write(root, "b.md", "# B\n")
    with monkeypatch.context() as refused:
        _refuse(refused, path)
        shelf.index()
    assert _paths(shelf) == ["b.md"]
    (problem,) = shelf.library.problems(NameRequest()).problems
    assert (problem.path, problem.kind) == ("a.md", "failed")
    assert "permission" in problem.reason.lower()
    shelf.index()
    assert _paths(shelf) == ["a.md", "b.md"]
    assert shelf.library.problems(NameRequest()).total == 0


def test_a_bad_line_of_a_gitignore_is_a_problem_until_it_is_mended(shelf, write):
    root = shelf.add()
    write(root, "a.md", "# A\n")
    write(root, "b.md", "# B\n")
    write(root, ".gitignore", "bin\\\nb.md\n")
    shelf.index()
    assert _paths(shelf) == ["a.md"]
    (problem,) = shelf.library.problems(NameRequest()).problems
    assert (problem.path, problem.kind) == (".gitignore", "warning")
    assert "line 1 (bin\\)" in problem.reason
    write(root, ".gitignore", "bin/\n")
    shelf.index(changed("notes", [".gitignore"]))
    assert _paths(shelf) == ["a.md", "b.md"]
    assert shelf.library.problems(NameRequest()).total == 0


def test_files_left_out_by_their_kind_are_counted_and_those_left_out_otherwise_are_not(shelf, write):
    root = shelf.add()
    for path in ("a.md", "paper.dat", "pictures/wheel.png", "data.raw"):
        write(root, path, "# A\n")
    for path in (".hidden.dat", ".git/config", "node_modules/a.js", "build/a.o", "id_rsa", "notes.log", "b.draft.md"):
        write(root, path, "left out otherwise\n")
    write(root, ".gitignore", "build/\n*.log\n*.draft.md\n")
    shelf.index()
    assert _skipped(shelf) == {
        ".raw": (1, ("notes/data.raw",)),
        ".dat": (1, ("notes/paper.dat",)),
        ".png": (1, ("notes/pictures/wheel.png",)),
    }
    for number in range(5):
        write(root, f"more/{number}.DAT", "data")
    (root / "data.raw").unlink()
    shelf.index()
    assert _skipped(shelf) == {
        ".dat": (6, ("notes/paper.dat", "notes/more/0.DAT", "notes/more/1.DAT")),
        ".png": (1, ("notes/pictures/wheel.png",)),
    }
    (card,) = shelf.library.collections(Empty()).collections
    assert [(kind.extension, kind.count) for kind in card.skipped_types] == [(".dat", 6), (".png", 1)]
    of_notes = shelf.library.problems(NameRequest("notes"))
    assert (of_notes.skipped_types[0].count, of_notes.documents) == (6, 1)
    assert shelf.library.problems(NameRequest(), Scope(filters=(Filter("path", ("more/",)),))).skipped_types == ()


def test_a_forgotten_collection_leaves_no_skipped_types(shelf, write):
    write(shelf.add(), "paper.dat", "data")
    write(shelf.add("kept"), "a.raw", "a\n")
    shelf.index()
    assert set(_skipped(shelf)) == {".dat", ".raw"}
    shelf.collections = shelf.collections[1:]
    shelf.index(Command(Verb.FORGET, "notes"))
    with closing(sqlite3.connect(shelf.paths.catalogue)) as connection:
        assert connection.execute("SELECT collection FROM skipped_types").fetchall() == [("kept",)]


def test_very_many_types_are_counted_without_end(shelf, write):
    root = shelf.add()
    for number in range(230):
        write(root, f"a.x{number}", "x")
    shelf.index()
    found = _skipped(shelf)
    assert len(found) == 201 and found[""][0] == 30


def test_ignored_and_secret_files_are_counted_and_hidden_ones_are_not(shelf, write):
    root = shelf.add()
    for name in ("a.md", "b.draft.md", "build.log", ".env", "id_rsa", "server.key", ".hidden.md", "node_modules/c.md"):
        write(root, name, "# A\n")
    write(root, ".gitignore", "*.draft.md\n*.log\n")
    shelf.index()
    (card,) = shelf.library.collections(Empty()).collections
    assert (card.documents, card.ignored, card.secret, card.skipped_types) == (1, 2, 3, ())
    answer = shelf.library.problems(NameRequest())
    assert (answer.ignored, answer.secret) == (2, 3)
    (root / "server.key").unlink()
    shelf.index()
    assert shelf.library.problems(NameRequest()).secret == 2


def test_formats_are_switched_on_and_off_and_read_as_text(shelf, write):
    root = shelf.add()
    write(root, "a.md", "# A\n\n*first*\n")
    write(root, "b.txt", "# not a heading\n")
    shelf.index()
    assert _paths(shelf) == ["a.md", "b.txt"]
    shelf.collections = [replace(shelf.collections[0], formats=("text=off", "markdown=text"))]
    shelf.index()
    assert _paths(shelf) == ["a.md"] and _skipped(shelf) == {".txt": (1, ("notes/b.txt",))}
    assert [entry.title for entry in shelf.library.outline(OutlineRequest("notes/a.md")).sections] == ["A"]
    with closing(sqlite3.connect(shelf.paths.catalogue)) as connection:
        assert connection.execute("SELECT path, format FROM documents").fetchall() == [("a.md", "text")]


def _skipped(shelf):
    return {kind.extension: (kind.count, kind.examples) for kind in shelf.library.problems(NameRequest()).skipped_types}


def test_a_folder_swapped_for_an_empty_one_is_empty(shelf, write):
    root = shelf.add()
    write(root, "a.md", "# A\n")
    shelf.index()
    root.rename(shelf.folder / "away")
    root.mkdir()
    shelf.index()
    assert _paths(shelf) == []


def test_an_empty_folder_from_which_a_drive_was_unmounted_keeps_its_documents(shelf, write, monkeypatch):
    root = shelf.add()
    path = write(root, "a.md", "# A\n")
    with monkeypatch.context() as mounted:
        mounted.setattr(Path, "is_mount", lambda path: path == root)
        shelf.index()
    path.rename(shelf.folder / "a.md")
    shelf.index()
    assert _paths(shelf) == ["a.md"]
    (problem,) = shelf.library.problems(NameRequest()).problems
    assert "No drive is mounted" in problem.reason
    write(root, "b.md", "# B\n")
    shelf.index()
    assert _paths(shelf) == ["b.md"]
    assert shelf.library.problems(NameRequest()).total == 0


@pytest.mark.skipif(os.name == "nt", reason="symlinks need a privilege on Windows")
def test_a_root_that_leads_elsewhere_is_read_there_though_sizes_and_times_agree(shelf, write):
    for name, word in (("r1", "zebra"), ("r2", "tapir")):
        os.utime(write(shelf.folder / name, "a.md", f"# A\n\n{word}\n"), (1, 1))
    shelf.add("current").rmdir()
    (shelf.folder / "current").symlink_to("r1")
    shelf.index()
    assert _found(shelf, "zebra") == ["current/a.md"]
    (shelf.folder / "current").unlink()
    (shelf.folder / "current").symlink_to("r2")
    shelf.index()
    assert _found(shelf, "tapir") == ["current/a.md"]
    assert _found(shelf, "zebra") == []


@pytest.mark.skipif(os.name == "nt", reason="symlinks need a privilege on Windows")
def test_a_scan_that_another_replaces_does_not_count_as_read(shelf, write):
    for name in ("r1", "r2"):
        os.utime(write(shelf.folder / name, "a.md", f"# A\n\n{name}\n"), (1, 1))
    shelf.add("current").rmdir()
    (shelf.folder / "current").symlink_to("r1")
    shelf.index()
    (shelf.folder / "current").unlink()
    (shelf.folder / "current").symlink_to("r2")
    stores = Stores(shelf.paths)
    (collection,) = shelf.collections
    try:
        for _ in range(2):
            work = scan_work(collection, Rules.of(collection), stores.catalogue, pytest.fail, Limits(), is_forced=False)
            assert work is not None and [candidate.path for candidate in work.waiting] == ["a.md"]
    finally:
        stores.close()


@pytest.mark.skipif(os.name == "nt", reason="symlinks need a privilege on Windows")
def test_a_root_that_comes_to_lead_to_the_system_is_not_read(shelf, write):
    write(shelf.folder / "r1", "a.md", "# A\n")
    shelf.add("current").rmdir()
    (shelf.folder / "current").symlink_to("r1")
    shelf.index()
    (shelf.folder / "current").unlink()
    (shelf.folder / "current").symlink_to("/usr")
    shelf.index()
    assert _paths(shelf, "current") == ["a.md"]
    (problem,) = shelf.library.problems(NameRequest()).problems
    assert "too broad" in problem.reason


def test_a_bug_over_one_file_is_a_problem_and_no_stop(shelf, write, monkeypatch):
    root = shelf.add()
    for name in ("a.md", "b.md", "c.md"):
        write(root, name, "# A\n")

    def fail(self, work, candidate, largest_mb):
        if candidate.path == "b.md":
            raise ZeroDivisionError
        return take(self, work, candidate, largest_mb)

    take = file_intake.Intake.take
    with monkeypatch.context() as broken:
        broken.setattr(file_intake.Intake, "take", fail)
        shelf.index()
    assert _paths(shelf) == ["a.md", "c.md"]
    (problem,) = shelf.library.problems(NameRequest()).problems
    assert (problem.path, problem.kind) == ("b.md", "failed")
    assert "ZeroDivisionError" in problem.reason
    shelf.index()
    assert _paths(shelf) == ["a.md", "b.md", "c.md"]
    assert shelf.library.problems(NameRequest()).total == 0


def test_a_binary_file_is_skipped_with_a_reason_until_it_is_mended(shelf, write):
    root = shelf.add()
    (root / "a.md").write_bytes(bytes(range(256)) * 40)
    shelf.index()
    (problem,) = shelf.library.problems(NameRequest("notes")).problems
    assert (problem.path, problem.kind) == ("a.md", "skipped")
    assert problem.reason
    write(root, "a.md", "# Mended\n")
    shelf.index()
    assert shelf.library.problems(NameRequest()).total == 0
    (root / "a.md").write_bytes(bytes(range(256)) * 40)
    shelf.index()
    assert _paths(shelf) == []
    (root / "a.md").unlink()
    shelf.index()
    assert shelf.library.problems(NameRequest()).total == 0


def test_a_large_file_is_left_out_until_the_limit_allows_it(shelf, write):
    root = shelf.add()
    write(root, "a.md", "# A\n\n" + "word " * 4000)
    shelf.index(largest_file_mb=0.01)
    (problem,) = shelf.library.problems(NameRequest()).problems
    assert "0.01 MB" in problem.reason
    shelf.index()
    assert _paths(shelf) == ["a.md"]
    assert shelf.library.problems(NameRequest()).total == 0


def test_files_that_are_no_text_may_be_larger(shelf, write):
    root = shelf.add()
    write(root, "a.pdf", "no PDF" + " " * 20_000)
    write(root, "b.pdf", "no PDF" + " " * 60_000)
    shelf.index(largest_file_mb=0.01)
    reasons = {problem.path: problem.reason for problem in shelf.library.problems(NameRequest()).problems}
    assert reasons["a.pdf"] == "The file is not a PDF." and "0.05 MB" in reasons["b.pdf"]


def test_a_removed_collection_leaves_no_trace_of_its_text(shelf, write):
    keep, gone = shelf.add("keep"), shelf.add("gone")
    write(keep, "a.md", "# A\n\nzebra\n")
    for number in range(30):
        text = f"---\nauthor: Xylographer\n---\n# Secret\n\nquokkapassword {number}\n" + "more text\n" * 50
        write(gone, f"f{number}.md", text)
    shelf.index()
    assert _found(shelf, "quokkapassword")
    shelf.collections = shelf.collections[:1]
    shelf.library.refresh(0)
    reports = shelf.index(Command(Verb.FORGET, collection="gone"))
    assert {r.collection for r in reports if r.kind is ReportKind.FORGOTTEN} == {"gone"}
    assert _found(shelf, "quokkapassword") == []
    for path in shelf.paths.root.rglob("*"):
        if path.is_file():
            content = path.read_bytes().lower()
            assert b"quokkapass" not in content, path
            assert b"xylograph" not in content, path
    assert _found(shelf, "zebra") == ["keep/a.md"]


def test_every_folder_is_counted_before_any_file_is_read(shelf, write):
    for slug in ("one", "two"):
        root = shelf.add(slug)
        for number in range(3):
            write(root, f"{number}.md", f"# {slug} {number}\n")
    reports = shelf.index()
    told = [report.waiting for report in reports if report.waiting is not None]
    kinds = [report.kind for report in reports]
    first = next(place for place, waiting in enumerate(told) if len(waiting) == 2)
    assert told[first] == {"one": 3, "two": 3}
    assert all(waiting in ({}, {"one": 3}) for waiting in told[:first])
    assert told[-1] == {"one": 0, "two": 0}
    assert kinds.index(ReportKind.PUBLISHED) > kinds.index(ReportKind.PROGRESSED)


def test_a_file_waits_until_it_is_published_or_dropped(shelf, write):
    root = shelf.add()
    path = write(root, "a.md", "# A\n")
    shelf.index()
    path.unlink()
    reports = shelf.index()
    before = [report.waiting for report in reports[: _place(reports, ReportKind.PUBLISHED)] if report.waiting]
    assert before[-1] == {"notes": 1}
    assert reports[_place(reports, ReportKind.IDLED)].waiting == {"notes": 0}


def _place(reports: list[Report], kind: ReportKind) -> int:
    return [report.kind for report in reports].index(kind)


def test_a_second_scan_takes_the_place_of_the_first(shelf, write):
    root = shelf.add()
    for number in range(5):
        write(root, f"{number}.md", f"# Page {number}\n")
    reports = shelf.index(Command(Verb.SCAN), Command(Verb.PAUSE), Command(Verb.SCAN), Command(Verb.RESUME))
    assert max(sum(report.waiting.values()) for report in reports if report.waiting) == 5
    assert len(_paths(shelf)) == 5


def test_pausing_holds_between_files(shelf, write):
    root = shelf.add()
    write(root, "a.md", "# A\n")
    reports = shelf.index(Command(Verb.PAUSE), Command(Verb.SCAN), Command(Verb.RESUME))
    phases = [report.progress.phase for report in reports if report.kind is ReportKind.PROGRESSED]
    assert "paused" in phases
    assert _paths(shelf) == ["a.md"]


def test_rebuilding_parses_everything_again(shelf, write):
    root = shelf.add()
    write(root, "a.md", "# A\n\nzebra\n")
    shelf.index()
    shelf.index(Command(Verb.REBUILD))
    assert len(shelf.published()) == 1
    assert _found(shelf, "zebra") == ["notes/a.md"]
    assert len(_paths(shelf)) == 1


# Whoosh leaves a table of contents open that it cannot unpickle.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("how", ["removed", "torn", "old"])
def test_a_lost_keyword_index_is_rebuilt_from_the_catalogue(shelf, write, how, tmp_path):
    root = shelf.add()
    write(root, "a.md", "# A\n\nzebra\n")
    shelf.index()
    old = tmp_path / "old"
    shutil.copytree(shelf.paths.keyword, old)
    write(root, "b.md", "# B\n\nquokka\n")
    shelf.index()
    if how == "torn":
        for path in shelf.paths.keyword.iterdir():
            path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    else:
        shutil.rmtree(shelf.paths.keyword)
        if how == "old":
            old.rename(shelf.paths.keyword)
    reports = shelf.index()
    assert "keyword index" in reports[0].message
    assert _found(shelf, "zebra") == ["notes/a.md"]
    assert _found(shelf, "quokka") == ["notes/b.md"]
    assert not shelf.published()


@pytest.mark.parametrize(
    ("how", "said"),
    [("garbage", "it is rebuilt"), ("version", "they are being indexed again"), ("torn", "it is rebuilt")],
)
def test_a_damaged_catalogue_is_rebuilt_from_the_files(shelf, write, how, said):
    root = shelf.add()
    for number in range(30):
        write(root, f"a{number}.md", "# A\n\nzebra\n" + f"line {number}\n" * 200)
    shelf.index()
    if how == "garbage":
        shelf.paths.catalogue.write_bytes(b"no catalogue" * 1000)
    elif how == "torn":
        content = bytearray(shelf.paths.catalogue.read_bytes())
        content[8192:60000] = b"\xff" * (60000 - 8192)
        shelf.paths.catalogue.write_bytes(content)
    else:
        with closing(sqlite3.connect(shelf.paths.catalogue)) as connection:
            connection.execute("PRAGMA user_version=99")
    reports = shelf.index()
    assert said in reports[0].message
    assert len(_paths(shelf)) == 30
    assert shelf.library.search(SearchRequest("zebra")).total == 30


def test_stores_that_cannot_be_opened_keep_no_file_open(shelf, write, monkeypatch):
    write(shelf.add(), "a.md", "# A\n\nzebra\n")
    shelf.index()
    shutil.rmtree(shelf.paths.keyword)

    def fail(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch, pytest.raises(OSError, match="No space"):
        patch.setattr(Stores, "_rebuild_keyword", fail)
        Stores(shelf.paths)
    assert not open_files(shelf.folder)


def test_a_revision_that_cannot_be_opened_leaves_no_file_open(shelf, write):
    write(shelf.add(), "a.md", "# A\n\nzebra\n")
    shelf.index()
    for segment in shelf.paths.keyword.glob("*.seg"):
        segment.unlink()
    assert not shelf.library.revision
    for _ in range(3):
        shelf.library.refresh(1)
    assert not open_files(shelf.folder)


def test_a_batch_left_unpublished_is_published_on_start(shelf, write, monkeypatch):
    root = shelf.add()
    write(root, "a.md", "# A\n\nzebra\n")
    shelf.index()
    write(root, "a.md", "# A\n\nquokka\n")

    class Killed(BaseException):
        pass

    def killed(*_: object, **__: object) -> None:
        raise Killed

    for step in ("apply", "publish"):
        owner = publish.KeywordWriter if step == "apply" else publish.CatalogueWriter
        with monkeypatch.context() as patched:
            patched.setattr(owner, step, killed)
            with pytest.raises(Killed):
                shelf.index()
        shelf.library.refresh(0)
        assert len(_paths(shelf)) == 1
        shelf.index()
        assert _found(shelf, "quokka") == ["notes/a.md"]
        assert _found(shelf, "zebra") == []
        assert len(_paths(shelf)) == 1
        write(root, "a.md", "# A\n\nquokka again\n")


def test_keys_are_never_used_again(shelf, write):
    root = shelf.add()
    write(root, "a.md", "# A\n")
    shelf.index()
    with closing(sqlite3.connect(shelf.paths.catalogue)) as catalogue:
        before = catalogue.execute("SELECT max(key) FROM sections").fetchone()[0]
        (root / "a.md").unlink()
        shelf.index()
        write(root, "b.md", "# B\n")
        shelf.index()
        after = catalogue.execute("SELECT min(key) FROM sections").fetchone()[0]
    assert after > before


def test_another_language_setting_parses_the_collection_anew(shelf, write):
    root = shelf.add()
    write(root, "a.md", "# A\n\nwords\n")
    shelf.index()
    shelf.collections = (type(shelf.collections[0])("notes", "Notes", str(root), language="de"),)
    shelf.index()
    values = shelf.library.browse(BrowseRequest(View.DOCUMENTS)).facets
    assert [facet.value for facet in values if facet.field == "language"] == ["de"]


def test_names_in_both_normal_forms_are_two_documents(shelf, write):
    root = shelf.add()
    nfc, nfd = "Caf\u00e9.md", "Cafe\u0301.md"
    write(root, nfc, "# One\n\nzebra\n")
    write(root, nfd, "# Two\n\nquokka\n")
    if len(list(root.iterdir())) < 2:
        pytest.skip("this file system folds normal forms")
    shelf.index()
    assert sorted(_paths(shelf)) == sorted([nfc, nfd])
    (root / nfc).unlink()
    shelf.index()
    assert _found(shelf, "quokka") == [f"notes/{unicodedata.normalize('NFC', nfd)}"]


@settings(max_examples=settings().max_examples // 4)  # each indexes a library
@given(
    files=st.dictionaries(
        st.from_regex(r"[a-c]{1,2}(/[a-c]{1,2})?\.(md|txt)", fullmatch=True), st.text(max_size=60), max_size=5
    )
)
def test_indexing_any_files_twice_changes_nothing(tmp_path_factory, files):
    shelf = Shelf(tmp_path_factory.mktemp("any"))
    try:
        root = shelf.add()
        for path, text in files.items():
            full = root / path
            if full.parent.is_dir() or not full.parent.exists():
                full.parent.mkdir(parents=True, exist_ok=True)
                full.write_bytes(text.encode("utf-8", "surrogatepass"))
        shelf.index()
        revision, tree = shelf.revision, _paths(shelf)
        shelf.index()
        assert (shelf.revision, _paths(shelf)) == (revision, tree)
        assert not shelf.published()
    finally:
        shelf.close()
        shutil.rmtree(shelf.folder)


def test_a_second_scan_counts_no_file_twice(shelf, write):
    root = shelf.add()
    for number in range(20):
        write(root, f"f{number}.md", f"# {number}\n")
    waiting = [Command(Verb.CONFIGURE, collections=shelf.collections), Command(Verb.SCAN)]
    turns: list[int] = []
    reports: list[Report] = []

    def inbox(timeout_s: float | None) -> Command | None:
        turns.append(1)
        if len(turns) == 12:
            return Command(Verb.SCAN)
        if timeout_s == 0:
            return None
        return waiting.pop(0) if waiting else Command(Verb.STOP)

    indexer.run(shelf.paths, inbox, reports.append)
    progressed = [report.progress for report in reports if report.progress is not None]
    assert max(progress.files_total for progress in progressed) == 20
    assert all(progress.files_done <= progress.files_total for progress in progressed)
    assert len(_paths(shelf)) == 20


def test_a_forgotten_collection_is_erased_though_the_indexer_died_in_between(shelf, write):
    write(shelf.add(), "a.md", "# Kept\n\nThis stays.\n")
    write(shelf.add("secret"), "b.md", "# Gone\n\nvermiculated\n")
    shelf.index()
    assert shelf.library.search(SearchRequest("vermiculated")).total == 1
    died = Stores(shelf.paths)
    died.drop_collection("secret")
    died.close()
    shelf.collections = shelf.collections[:1]
    shelf.index(Command(Verb.FORGET, "secret"))
    files = [path for path in shelf.paths.root.rglob("*") if path.is_file()]
    assert not [path.name for path in files if b"vermicul" in path.read_bytes().lower()]


def test_folder_in_a_later_collection_stays_in_its_own_alone(shelf, write):
    inner = shelf.folder / "outer" / "in [1]"
    inner.mkdir(parents=True)
    write(inner, "a.md", "# Inside\n")
    shelf.add("inner", root=str(inner))
    shelf.index()
    write(shelf.add("outer"), "b.md", "# Outside\n")
    shelf.index()
    assert _paths(shelf, "inner") == ["a.md"]
    assert _paths(shelf, "outer") == ["b.md"]
    shelf.collections = shelf.collections[1:]
    shelf.index()
    assert _paths(shelf, "outer") == ["b.md", "in [1]/a.md"]


def test_a_page_without_a_title_is_called_as_the_table_of_contents_calls_it_now(shelf, write):
    def titles() -> dict[str, str]:
        return {card.path: card.title for card in shelf.library.browse(BrowseRequest(View.DOCUMENTS)).documents}

    root = shelf.add()
    write(root, "book/a.md", "Some words without a heading.\n")
    write(root, "book/b.md", "# Its own\n")
    shelf.index()
    assert titles() == {"book/a.md": "A", "book/b.md": "Its own"}
    for name in ("First", "Second"):
        write(root, "book/SUMMARY.md", f"# Summary\n\n* [{name}](a.md)\n* [Other](b.md)\n")
        shelf.index(changed("notes", ["book/SUMMARY.md"]))
        assert titles()["book/a.md"] == name
        assert titles()["book/b.md"] == "Its own"
    (root / "book/SUMMARY.md").unlink()
    shelf.index(changed("notes", ["book/SUMMARY.md"]))
    assert titles() == {"book/a.md": "A", "book/b.md": "Its own"}


@pytest.mark.parametrize("is_first", [True, False])
def test_deleted_sections_leave_the_keyword_index_once_nothing_is_asked(shelf, write, monkeypatch, is_first):
    def counted() -> tuple[int, int]:
        reader = KeywordReader.open(shelf.paths.keyword)
        size, count = reader.size, reader.count
        reader.close()
        return size, count

    root = shelf.add()
    for number in range(40):
        write(root, f"p{number}.md", f"# Page {number}\n\nwheel\n")
    shelf.index()
    for number in range(20):
        write(root, f"p{number}.md", f"# Page {number}\n\nwheel and axle\n")
    with monkeypatch.context() as patch:
        patch.setattr(indexer._Indexer, "_merge", lambda self: self._obey(Command(Verb.STOP)))
        shelf.index()
    assert counted() == (60, 40)
    shelf.index(*([] if is_first else [changed("notes", ["p1.md"])]))
    assert counted() == (40, 40)


@pytest.mark.parametrize(("batch_files", "first"), [(4, "optimise"), (200, "project")])
def test_after_a_long_run_segments_are_merged_before_the_graph(shelf, write, monkeypatch, batch_files, first):
    monkeypatch.setattr(batch_publisher, "MERGE_IN_RUN_COMMITS", 4)
    done: list[str] = []
    for kind, name in ((Projection, "project"), (Stores, "optimise")):
        does = getattr(kind, name)
        noted = lambda *given, does=does, name=name: (done.append(name), does(*given))[1]  # noqa: E731
        monkeypatch.setattr(kind, name, noted)
    root = shelf.add()
    for number in range(61):
        write(root, f"p{number}.md", f"# Page {number}\n\nwheel word{number}\n")
    shelf.index(batch_files=batch_files, batch_s=600)
    assert done[0] == first and "project" in done


def test_a_long_run_leaves_no_segments_that_are_worth_merging(shelf, write, monkeypatch):
    monkeypatch.setattr(batch_publisher, "MERGE_IN_RUN_COMMITS", 8)
    monkeypatch.setattr(keyword_writer, "LARGEST_SEGMENT", 40)
    monkeypatch.setattr(keyword_writer, "BRIEF_SEGMENT", 20)
    root = shelf.add()
    for number in range(81):
        write(root, f"p{number}.md", f"# Page {number}\n\nwheel word{number}\n")
    shelf.index(batch_files=5, batch_s=600)
    with closing(KeywordWriter(shelf.paths.keyword)) as writer:
        assert not writer.optimise()
        assert len(writer.keys()) == 81


def test_a_merge_of_deleted_sections_gives_way_to_what_is_asked(shelf, write):
    root = shelf.add()
    for number in range(40):
        write(root, f"p{number}.md", f"# Page {number}\n\nwheel word{number}\n")
    shelf.index()
    for number in range(20):
        write(root, f"p{number}.md", f"# Page {number}\n\nwheel and axle\n")
    waiting = [Command(Verb.CONFIGURE, collections=shelf.collections), Command(Verb.SCAN)]
    asked: list[float | None] = []

    def inbox(timeout_s: float | None) -> Command | None:
        asked.append(timeout_s)
        if timeout_s == 0:
            return Command(Verb.STOP) if asked.count(indexer.MERGE_AFTER_S) else None
        return waiting.pop(0) if waiting else None if timeout_s is not None else Command(Verb.STOP)

    indexer.run(shelf.paths, inbox, lambda report: None)
    reader = KeywordReader.open(shelf.paths.keyword)
    assert asked.count(indexer.MERGE_AFTER_S) == 1 and asked[-1] == 0, "it waited, began, and was asked"
    assert reader.size == 60 and reader.count == 40, "the merge was given up and nothing was lost"
    reader.close()
