"""The ontology says what the files say, whatever happened in between."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from bookwheel.domain.indexing import Command, Report, ReportKind, Verb
from bookwheel.indexes.ontology import OntologyReader, writer
from bookwheel.library.indexing import graph_projection, indexer
from bookwheel.library.indexing.publish import Stores
from tests.indexes import stated_rows
from tests.library.conftest import Shelf, changed


def reader_of(shelf: Shelf) -> OntologyReader:
    reader = OntologyReader.open(shelf.paths.ontology)
    assert reader is not None
    return reader


def links(shelf: Shelf) -> list[tuple[str, str, str, int, str]]:
    return sorted(row[:5] for row in stated_rows.everything(reader_of(shelf)).links)


def everything(shelf: Shelf) -> set[tuple[str, ...]]:
    return set(rows(shelf, "SELECT ?s ?p ?o { ?s ?p ?o FILTER(?p NOT IN (b:revision, b:statings)) }"))


def rows(shelf: Shelf, sparql: str) -> list[tuple[str, ...]]:
    return [tuple(row) for row in reader_of(shelf)._rows(sparql)]


def docs(shelf: Shelf) -> list[str]:
    return sorted(reader_of(shelf).docs())


def notices(reports: list[Report]) -> str:
    return " ".join(report.message for report in reports if report.kind is ReportKind.PROJECTED)


def test_links_lead_from_sections_with_their_line_and_words(shelf, write):
    root = shelf.add()
    write(root, "a.md", "# A\n\nSee [the b](b.md#deep) and [[nowhere]].\n\n## More\n\n[b](b.md)\n")
    write(root, "b.md", "# B\n\n## Deep\n\ntext\n")
    reports = shelf.index()
    assert [report.kind for report in reports[-2:]] == [ReportKind.IDLED, ReportKind.PROJECTED]
    assert reader_of(shelf).revision == shelf.revision
    assert links(shelf) == [
        ("notes/a.md#a", "brokenLinkTo", "broken:notes/nowhere", 3, "nowhere"),
        ("notes/a.md#a", "linksTo", "notes/b.md#deep", 3, "the b"),
        ("notes/a.md#more", "linksTo", "notes/b.md", 7, "b"),
    ]
    assert dict(stated_rows.everything(reader_of(shelf)).parents) == {
        "notes/a.md#a": "notes/a.md",
        "notes/a.md#more": "notes/a.md#a",
        "notes/b.md#b": "notes/b.md",
        "notes/b.md#deep": "notes/b.md#b",
    }


def test_front_matter_states_relations_and_no_inverse(shelf, write):
    root = shelf.add()
    write(
        root,
        "new.md",
        "---\ntitle: New\nsupersedes: old.md\nrequires: [Basics, git]\nrelated:\n  - '[[side]]'\n"
        "depends-on: '[Old](old.md)'\nauthors: [Ada, Bo]\nstatus: accepted\ntags: [x/y]\ncategory: c\n---\n# New\n",
    )
    write(root, "old.md", "---\nsuperseded-by: ./new.md\n---\n# Old\n")
    write(root, "side.md", "# Side\n")
    write(root, "basics.md", "---\naliases: [Basics]\n---\n# The first steps\n")
    shelf.index()
    assert links(shelf) == [
        ("notes/new.md", "dependsOn", "entity:git", 4, "git"),
        ("notes/new.md", "dependsOn", "notes/basics.md", 4, "Basics"),
        ("notes/new.md", "dependsOn", "notes/old.md", 7, "Old"),
        ("notes/new.md", "relatedTo", "notes/side.md", 6, "side"),
        ("notes/new.md", "supersedes", "notes/old.md", 3, "old.md"),
        ("notes/old.md", "supersededBy", "notes/new.md", 2, "./new.md"),
    ]
    direct = "SELECT ?o { <urn:bookwheel:doc:notes/new.md> b:supersedes ?o }"
    assert rows(shelf, direct) == [("urn:bookwheel:doc:notes/old.md",)]
    fields = "SELECT ?v { ?d <urn:bookwheel:field:status> ?v }"
    assert rows(shelf, fields) == [("accepted",)]
    stated = {row[:3] for row in stated_rows.everything(reader_of(shelf)).stated}
    assert {
        ("notes/new.md", "author", "person:ada"), ("notes/new.md", "author", "person:bo"),
        ("notes/new.md", "hasTag", "tag:x/y"), ("notes/new.md", "inCategory", "category:c"),
        ("tag:x/y", "broader", "tag:x"),
    } <= stated  # fmt: skip


def test_changed_moved_and_removed_files_leave_what_a_fresh_library_says(shelf, write, tmp_path):
    root = shelf.add()
    for number in range(30):
        write(root, f"p{number}.md", f"---\ntags: [t{number % 7}]\n---\n# P{number}\n\n[[p{number + 1}]]\n")
    shelf.index()
    write(root, "p3.md", "# P3\n\n[a](p9.md)\n")
    (root / "p4.md").unlink()
    (root / "p5.md").rename(root / "moved.md")
    shelf.index()
    fresh = Shelf(tmp_path / "fresh")
    fresh.collections = shelf.collections
    fresh.index()
    assert everything(shelf) == everything(fresh)


def test_a_link_that_finds_its_document_later_is_stated_then(shelf, write):
    root = shelf.add()
    write(root, "a.md", "# A\n\n[[late]]\n")
    shelf.index()
    assert [relation for _, relation, *_ in links(shelf)] == ["brokenLinkTo"]
    write(root, "late.md", "# Late\n")
    shelf.index(changed("notes", ["late.md"]))
    assert [(relation, target) for _, relation, target, *_ in links(shelf)] == [("linksTo", "notes/late.md")]
    (root / "late.md").unlink()
    shelf.index(changed("notes", ["late.md"]))
    assert [relation for _, relation, *_ in links(shelf)] == ["brokenLinkTo"]


def test_a_removed_collection_leaves_no_word_in_the_ontology(shelf, write):
    write(shelf.add("kept"), "a.md", "# Kept\n")
    write(
        shelf.add("gone"), "vermiculated.md", "---\ntags: [obnubilated]\n---\n# Vermiculated\n\n[x](obnubilated.md)\n"
    )
    shelf.index()
    shelf.collections = shelf.collections[:1]
    shelf.index(Command(Verb.FORGET, "gone"))
    assert docs(shelf) == ["kept/a.md"]
    for path in [entry for entry in shelf.paths.root.rglob("*") if entry.is_file()]:
        content = path.read_bytes().lower()
        assert b"vermicul" not in content, path
        assert b"obnubil" not in content, path


def test_a_collection_dropped_by_an_indexer_that_died_leaves_no_word_either(shelf, write):
    write(shelf.add("kept"), "a.md", "# Kept\n")
    write(shelf.add("gone"), "vermiculated.md", "# Vermiculated\n")
    shelf.index()
    stores = Stores(shelf.paths)
    stores.drop_collection("gone")
    stores.catalogue.note_graphs()
    stores.close()
    shelf.collections = shelf.collections[:1]
    reports: list[Report] = []
    waiting = [Command(Verb.CONFIGURE, collections=shelf.collections), Command(Verb.FORGET, "gone")]

    def inbox(timeout_s: float | None) -> Command | None:
        if waiting:
            return waiting.pop(0)
        return Command(Verb.STOP)  # before the ontology has its turn

    indexer.run(shelf.paths, inbox, reports.append)
    assert [report.kind for report in reports].count(ReportKind.PROJECTED) == 0
    for path in [entry for entry in shelf.paths.root.rglob("*") if entry.is_file()]:
        assert b"vermicul" not in path.read_bytes().lower(), path


@pytest.mark.parametrize("harm", ["missing", "torn", "version", "behind", "ahead", "catalogue"])
def test_an_ontology_that_does_not_fit_is_built_anew(shelf, write, harm, monkeypatch):
    root = shelf.add()
    for number in range(8):
        write(root, f"p{number}.md", f"# P{number}\n\n[[p{number + 1}]]\n")
    shelf.index()
    before = everything(shelf)
    folder = shelf.paths.ontology
    if harm == "missing":
        shutil.rmtree(folder)
    elif harm == "torn":
        for path in folder.rglob("CURRENT"):
            path.write_bytes(b"MANIFEST-999999\n")
    elif harm == "version":
        monkeypatch.setattr("bookwheel.indexes.ontology.stores.FORM", 99)
    elif harm == "catalogue":
        shelf.paths.catalogue.unlink()
        (root / "p7.md").unlink()
        write(root, "p6.md", "# P6\n\n[[p7]]\n")
    else:
        with closing(sqlite3.connect(shelf.paths.catalogue)) as catalogue, catalogue:
            step = 1 if harm == "behind" else -1
            shift = f"value + {step}"
            catalogue.execute(f"UPDATE counters SET value={shift} WHERE name IN ('revision', 'written_revision')")
            catalogue.execute("DELETE FROM graph_changes")
    reports = shelf.index()
    if harm == "catalogue":
        assert docs(shelf) == [f"notes/p{number}.md" for number in range(7)]
        return
    changing = ("statementsVersion",)
    kept = {row for row in before if not row[1].endswith(changing)}
    assert {row for row in everything(shelf) if not row[1].endswith(changing)} == kept
    assert "being rebuilt" in notices(reports)


def _overwrite(path: Path) -> None:
    content = bytearray(path.read_bytes())
    middle = len(content) // 2
    content[middle : middle + 64] = bytes(range(100, 164))[: len(content) - middle]
    path.write_bytes(content)


@pytest.mark.parametrize("pattern", ["*.sst", "*.log", "CURRENT", "MANIFEST*", "OPTIONS*"])
@pytest.mark.parametrize("harm", [Path.unlink, lambda path: path.write_bytes(b"RIFF"), _overwrite])
def test_any_harmed_file_of_the_store_costs_no_statement(
    shelf: Shelf, write, pattern: str, harm: Callable[[Path], object]
) -> None:
    root = shelf.add()
    for number in range(30):
        write(root, f"p{number}.md", f"---\ntags: [t{number % 3}]\n---\n# P{number}\n\n[[p{number + 1}]]\n")
    shelf.index()
    for path in list(shelf.paths.ontology.rglob(pattern)):
        harm(path)
    write(root, "p3.md", "# Changed\n\n[[p9]]\n")
    (root / "p4.md").unlink()
    shelf.index()
    after = everything(shelf)
    shutil.rmtree(shelf.paths.ontology)
    shelf.index()
    assert after == everything(shelf)


def test_a_first_reading_raises_no_notice_of_the_ontology(shelf, write):
    write(shelf.add(), "a.md", "# A\n")
    assert notices(shelf.index()) == ""
    assert notices(shelf.index()) == ""


def test_what_is_asked_meanwhile_comes_first(shelf, write, monkeypatch):
    root = shelf.add()
    for number in range(60):
        write(root, f"p{number}.md", f"# P{number}\n\nzebra\n")
    monkeypatch.setattr(graph_projection, "PORTION", 10)
    waiting = [Command(Verb.CONFIGURE, collections=shelf.collections), Command(Verb.SCAN)]
    reports: list[Report] = []
    is_late = False

    def inbox(timeout_s: float | None) -> Command | None:
        nonlocal is_late
        idled = any(report.kind is ReportKind.IDLED for report in reports)
        if timeout_s == 0 and not (idled and not is_late):
            return None
        if idled and not is_late:
            is_late = True
            write(root, "late.md", "# Late\n\nquokka\n")
            return changed("notes", ["late.md"])
        if waiting:
            return waiting.pop(0)
        return None if timeout_s is not None else Command(Verb.STOP)

    indexer.run(shelf.paths, inbox, reports.append)
    kinds = [report.kind for report in reports if report.kind in (ReportKind.PUBLISHED, ReportKind.PROJECTED)]
    assert kinds[-1] is ReportKind.PROJECTED
    assert kinds.count(ReportKind.PROJECTED) == 1
    assert len(docs(shelf)) == 61


def test_a_document_that_cannot_be_stated_costs_no_other(shelf, write, monkeypatch):
    root = shelf.add()
    for number in range(5):
        write(root, f"p{number}.md", f"# P{number}\n")
    whole = writer.statements
    monkeypatch.setattr(
        writer, "statements", lambda document, concepts: "<x" if "p3" in document.doc else whole(document, concepts)
    )
    shelf.index()
    assert docs(shelf) == [f"notes/p{number}.md" for number in (0, 1, 2, 4)]
