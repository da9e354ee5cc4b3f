"""The shapes that statements must have, over real libraries, and those that a person writes for front matter."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pyoxigraph as ox
import pytest
import rdflib

from bookwheel.domain.annotations.manual_links import LinkEnd, ManualLink
from bookwheel.domain.errors import BadRequest
from bookwheel.domain.indexing import Command, Verb
from bookwheel.domain.shapes import SHAPES_FILE, ShapeReport, ShapeTask
from bookwheel.domain.topics import StatedTopic, StatedTopics, TopicOrigin
from bookwheel.indexes.ontology import Described, DescribedManual, DescribedSection, OntologyWriter
from bookwheel.indexes.ontology.export import open_newest
from bookwheel.indexes.ontology.iris import VOCABULARY
from bookwheel.indexes.ontology.shapes import check
from tests.library.conftest import Shelf
from tests.library.history.test_history_reader import git

PREFIXES = """
@prefix bw: <urn:bookwheel:ontology#> .
@prefix field: <urn:bookwheel:field:> .
@prefix sh: <http://www.w3.org/ns/shacl#> .
"""
STATUS = f"""{PREFIXES}
[] a sh:NodeShape ; sh:targetClass bw:Document ;
    sh:property [ sh:path field:status ; sh:minCount 1 ; sh:in ( "draft" "final" ) ] ,
        [ sh:path bw:author ; sh:minCount 1 ; sh:message "Say who wrote this." ] .
"""
FILES = {
    "page.md": (
        "---\ntype: guide\ncategory: furniture/old\ntags: [wood/ash]\nauthor: Ada\nowner: Bo\nreviewers: Cy\n"
        "name: Ada Lovelace\ncompany: Acme\nteam: Desks\naliases: [Hub]\ndate: 2024-05-01\nstatus: draft\n---\n"
        "# Page\n\nServer-sent events (SSE). See [b](b.md#b), [[nowhere]].\n\n## Below\n\n```python\nprint()\n```\n"
    ),
    "b.md": "---\nsupersedes: page.md\n---\n# B\n\nSSE by Ada Lovelace of Acme.\n",
    "glossary.md": "# Glossary\n\nWheel\n: What turns.\n\nFolio\n: A sheet.\n",
    "notes.txt": "Plain words.\n",
    "wheels.ttl": (
        '@prefix s: <http://www.w3.org/2004/02/skos/core#> .\n<#spoke> s:prefLabel "Spoke" ; s:broader <#rim> .\n'
        '<#rim> s:prefLabel "Rim" ; s:related <http://x.test/a%20b> .\n'
    ),
    "page.html": "<h1>Page</h1><p>Words <a href='b.md'>of b</a>.</p>",
    "table.csv": "name,company\nBen,Acme\nDi,Acme\n",
    "deploy.yaml": "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\n  labels: {app: web}\n",
    "package.json": '{"name": "desk", "version": "1.0.0", "dependencies": {"react": "1"}}',
    "wheel.py": '"""A wheel."""\nimport os\n\n\nclass Wheel(Exception):\n    def at(self):\n        os.getcwd()\n',
}
ODD = 'odd "name" <x> \u202e.md'
"""A file name that breaks whatever is not escaped."""


def _library(shelf: Shelf, write: Callable[[Path, str, str], Path]) -> Path:
    root = shelf.add("notes", formats=("code=on", "json=on", "yaml=on", "rdf=on"))
    for path, text in FILES.items():
        write(root, path, text)
    write(root, ODD, f'---\ntitle: "a \\"b\\" <c>\\n d"\ntags: ["x \\"y\\" <z>"]\n---\n# {ODD}\n\nSee [x](page.md).\n')
    write(root, SHAPES_FILE, STATUS)  # states nothing: it is no document
    return root


TOPICS = StatedTopics(
    "notes",
    (
        StatedTopic("desks", 'Desks "<>\u202e', "", TopicOrigin.GIVEN),
        StatedTopic("old", "Old", "desks", TopicOrigin.PERSON),
    ),
    (("b.md", "desks"), ("page.md", "old"), (ODD, "old")),
)
ALL_KINDS = {
    "Collection", "Document", "Section", "Link", "Mention", "ManualLink", "Type", "Category", "Tag", "Topic", "Person",
    "Entity", "Term", "Project", "CodeEntity", "ProgrammingLanguage", "ProgrammingFramework", "Repository",
    "Branch", "Commit",
}  # fmt: skip


def _classes(shelf: Shelf) -> set[str]:
    opened = open_newest(shelf.paths.ontology)
    assert opened is not None
    found = opened[0].query("SELECT DISTINCT ?c { ?s a ?c }", use_default_graph_as_union=True)
    assert isinstance(found, ox.QuerySolutions)
    return {str(row["c"].value).removeprefix(VOCABULARY) for row in found}


@pytest.mark.skipif(shutil.which("git") is None, reason="makes repositories with git")
def test_every_kind_of_statement_of_a_real_library_has_its_shape(shelf: Shelf, write: Callable[[Path, str, str], Path]):
    root = _library(shelf, write)
    git(root, "init", "-q", "-b", "main")
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", 'Say "it"')
    (root / "page.md").write_text(FILES["page.md"] + "More.\n", encoding="utf-8")
    git(root, "commit", "-q", "-a", "-m", "Say more")
    ends = (LinkEnd("notes/page.md", "Page"), LinkEnd("tag:wood", "wood"))
    link = ManualLink("l1", "", "", "", ends[0], "is of", ends[1], "", "2026-03-01T10:00:00Z")
    topics = Command(Verb.TOPICS, topics=(TOPICS,))
    shelf.index(Command(Verb.LINK, links=(link,)), topics, Command(Verb.SCAN), reads_history=True)
    report = check(shelf.paths.ontology, ShapeTask())
    assert (report.total, str(report.fault)) == (0, ""), report.findings
    assert not rdflib.NORMALIZE_LITERALS  # exports of this process write literals as they are
    assert report.documents == report.all_documents == len(FILES) + 1
    assert ALL_KINDS - _classes(shelf) == set()


def _front_matter(shelf: Shelf, shapes: str) -> ShapeReport:
    return check(shelf.paths.ontology, ShapeTask("notes", shapes))


def test_a_persons_shapes_check_the_front_matter_of_their_collection(
    shelf: Shelf, write: Callable[[Path, str, str], Path]
):
    notes, other = shelf.add("notes"), shelf.add("other")
    write(notes, "good.md", "---\nstatus: draft\nauthor: Ada\n---\n# Good\n")
    write(notes, "bad.md", "---\nstatus: perhaps\n---\n# Bad\n")
    write(notes, "none.md", "# None\n")
    write(other, "bad.md", "# Bad\n")
    shelf.index()
    report = _front_matter(shelf, STATUS)
    assert (report.documents, report.all_documents, report.total) == (3, 3, 4)
    assert [(one.node, str(one.reason)) for one in report.findings] == [
        ("notes/bad.md", "Say who wrote this."),
        ("notes/bad.md", "status is “perhaps”, which is not one of the allowed values."),
        ("notes/none.md", "Say who wrote this."),
        ("notes/none.md", "status is missing."),
    ]


@pytest.mark.parametrize(
    ("shapes", "part"),
    [
        ("[] a sh:NodeShape ; sh:targetClass", "not valid Turtle"),
        ("@prefix x: <", "not valid Turtle"),
        ('[] a sh:NodeShape ; sh:targetClass bw:Document ; sh:sparql [ sh:select "SELECT $this {}" ] .', "SHACL Core"),
        ('[] a sh:NodeShape ; sh:js [ sh:jsFunctionName "f" ] .', "SHACL Core"),
        ("[] a sh:SPARQLTarget .", "SHACL Core"),
        ("<x:a> <http://www.w3.org/2002/07/owl#imports> <http://127.0.0.1:9/x> .", "owl:imports"),
        ("[] a sh:NodeShape ; sh:targetClass bw:Document ; sh:pattern '(' .", "cannot be used"),
        ("<x:a> a sh:NodeShape ; sh:targetClass bw:Document ; sh:node <x:a> .", "cannot be used"),
        ("[] a sh:NodeShape ; sh:targetClass bw:Document ; sh:property [ sh:path 3 ] .", "cannot be used"),
        ("\n".join(f"<x:{number}> a <x:y> ." for number in range(6_000)), "more than"),
        ("#" + "x" * 300_000, "larger than"),
    ],
)
def test_hostile_and_torn_shapes_cost_only_themselves(
    shelf: Shelf, write: Callable[[Path, str, str], Path], shapes: str, part: str
):
    write(shelf.add("notes"), "a.md", "# A\n")
    shelf.index()
    with pytest.raises(BadRequest, match=part):
        _front_matter(shelf, PREFIXES + shapes)


def _shelved(folder: Path, *documents: Described) -> Path:
    writer = OntologyWriter(folder)
    writer.replace(documents)
    writer.link([DescribedManual("l0", "urn:bookwheel:doc:a", "urn:bookwheel:doc:b", "x", "", "me", "yesterday")])
    writer.stamp(1)
    writer.close()
    return folder


def test_statements_that_break_the_librarys_shapes_are_found(tmp_path: Path):
    section = DescribedSection("one", 1, "One", -1, 9, 3, -4)
    folder = _shelved(tmp_path / "o", Described("notes/a.md", "notes", "", "A", sections=(section,)))
    report = check(folder, ShapeTask())
    assert {(one.node, str(one.reason).partition(" ")[0]) for one in report.findings} == {
        ("manual:l0", "at"),
        ("notes/a.md", "path"),
        ("notes/a.md#one", "line"),
        ("notes/a.md#one", "words"),
    }


def test_of_a_large_library_a_sample_of_whole_documents_is_checked(tmp_path: Path):
    documents = [Described(f"notes/{number}.md", "notes", f"{number}.md", "A") for number in range(100)]
    report = check(_shelved(tmp_path / "o", *documents), ShapeTask(), most=200)
    assert 10 < report.documents < 90 and report.all_documents == 100
    assert [one.node for one in report.findings] in ([], ["manual:l0"])


def test_nothing_is_wrong_with_a_library_that_has_no_statements(tmp_path: Path):
    assert check(tmp_path / "none", ShapeTask()) == ShapeReport()
