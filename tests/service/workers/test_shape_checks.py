"""Checks of shapes in a child: what they find, what is kept of it, and what they survive."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

import bookwheel
from bookwheel import paths
from bookwheel.domain.collection import Collection
from bookwheel.domain.shapes import SHAPES_FILE
from bookwheel.indexes.ontology import Described, OntologyWriter
from bookwheel.paths import LibraryPaths
from bookwheel.service.workers.shape_checks import ShapeChecks, shape_problems

SHAPES = """
@prefix bw: <urn:bookwheel:ontology#> . @prefix field: <urn:bookwheel:field:> .
@prefix sh: <http://www.w3.org/ns/shacl#> .
[] a sh:NodeShape ; sh:targetClass bw:Document ; sh:property [ sh:path field:status ; sh:minCount 1 ] .
"""
ENDLESS = (
    SHAPES + '[] a sh:NodeShape ; sh:targetClass bw:Document ; sh:property [ sh:path bw:title ; sh:pattern "(a+)+$" ] .'
)


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> LibraryPaths:
    monkeypatch.setenv("PYTHONPATH", str(Path(bookwheel.__file__).parents[1]))
    places = paths.library(tmp_path / "library")
    places.root.mkdir()
    writer = OntologyWriter(places.ontology)
    good = Described("notes/good.md", "notes", "good.md", "a" * 60 + "!", fields=(("status", "final"),))
    writer.replace([good, Described("notes/bad.md", "notes", "bad.md", "Bad")])
    writer.stamp(7)
    writer.close()
    (tmp_path / "notes").mkdir()
    return places


@pytest.fixture
def notes(library: LibraryPaths) -> Collection:
    return Collection("notes", "Notes", str(library.root.parent / "notes"))


def _checks(library: LibraryPaths, most_s: float = 30.0) -> ShapeChecks:
    words = [sys.executable, "-m", "bookwheel", "child", "shapes", "--library", str(library.root)]
    return ShapeChecks(words, library.log, lambda: 7, most_s)


def test_a_library_is_checked_against_its_own_shapes(library: LibraryPaths):
    report = _checks(library).whole()
    assert (report.documents, report.all_documents, report.total, str(report.fault)) == (2, 2, 0, "")


def test_a_collection_without_shapes_starts_no_child(library: LibraryPaths, notes: Collection):
    checks = ShapeChecks(["no-such-program"], library.log, lambda: 7)
    assert checks.own([notes]) == {}


def test_what_own_shapes_find_is_a_problem_of_the_document(library: LibraryPaths, notes: Collection):
    file = Path(notes.root, SHAPES_FILE)
    file.write_text(SHAPES, encoding="utf-8")
    checks = _checks(library)
    found = checks.own([notes])
    problems = list(shape_problems(found))
    assert [(one.doc, one.path, one.kind) for one in problems] == [("notes/bad.md", "bad.md", "warning")]
    assert str(problems[0].reason) == f"{SHAPES_FILE}: status is missing."
    assert checks.own([notes])["notes"] is found["notes"]
    file.write_text("torn [", encoding="utf-8")
    problems = list(shape_problems(checks.own([notes])))
    assert [(one.doc, one.kind) for one in problems] == [(f"notes/{SHAPES_FILE}", "failed")]
    assert "not valid Turtle" in str(problems[0].reason)


def test_a_pattern_without_end_is_stopped(library: LibraryPaths, notes: Collection):
    Path(notes.root, SHAPES_FILE).write_text(ENDLESS, encoding="utf-8")
    report = _checks(library, 4).own([notes])["notes"]
    assert str(report.fault) == "The check took longer than 4 s and was stopped."


@pytest.mark.skipif(sys.platform == "win32", reason="makes links and pipes")
def test_shapes_that_are_no_plain_file_are_not_read(library: LibraryPaths, notes: Collection, tmp_path: Path):
    file, outside = Path(notes.root, SHAPES_FILE), tmp_path / "outside.ttl"
    outside.write_text(SHAPES, encoding="utf-8")
    file.symlink_to(outside)
    checks = _checks(library)
    assert "cannot be read" in str(checks.own([notes])["notes"].fault)
    file.unlink()
    os.mkfifo(file)
    assert "cannot be read" in str(checks.own([notes])["notes"].fault)
    file.unlink()
    file.mkdir()
    assert "cannot be read" in str(checks.own([notes])["notes"].fault)
