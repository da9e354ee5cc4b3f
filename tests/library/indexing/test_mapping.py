"""A collection's mapping file decides what its data files hold, and is no document itself."""

from __future__ import annotations

import json
import os

import pytest

from bookwheel.domain.browse import BrowseRequest, View
from bookwheel.domain.mapping_rules import MAPPING_FILE, MappingTask
from bookwheel.domain.service.requests import NameRequest
from bookwheel.indexes.ontology import OntologyReader
from bookwheel.library.reading.mapping_preview import preview
from bookwheel.parsing.things.structured.stating import MOST_ENTITIES
from tests.indexes.stated_rows import everything
from tests.library.conftest import Shelf, changed

STAFF = json.dumps([{"nr": 1, "who": "Ada", "boss": 2}, {"nr": 2, "who": "Bob"}])
RULES = """\
[[rule]]
files = "*.json"
type = "employee"
key = "nr"
label = "who"
[rule.relations]
boss = { to = "employee", relation = "childOf" }
"""


def entities(shelf: Shelf) -> set[str]:
    reader = OntologyReader.open(shelf.paths.ontology)
    assert reader is not None
    return {end for row in everything(reader).links for end in (row[0], row[2]) if end.startswith("entity:")}


def relations(shelf: Shelf) -> set[tuple[str, str, str]]:
    reader = OntologyReader.open(shelf.paths.ontology)
    assert reader is not None
    return {row[:3] for row in everything(reader).links if row[1] == "childOf"}


def test_rules_hold_as_long_as_they_are_there(shelf, write):
    root = shelf.add(formats=("json=on",), include=("*",))
    write(root, "staff.json", STAFF)
    write(root, "note.md", "# Note\n\nWords.\n")
    shelf.index()
    assert entities(shelf) == set()
    write(root, MAPPING_FILE, RULES)
    shelf.index(changed("notes", [MAPPING_FILE]))
    assert entities(shelf) == {"entity:employee/1", "entity:employee/2"}
    assert relations(shelf) == {("entity:employee/1", "childOf", "entity:employee/2")}
    documents = shelf.library.browse(BrowseRequest(View.DOCUMENTS)).documents
    assert {card.doc for card in documents} == {"notes/staff.json", "notes/note.md"}
    write(root, "staff.json", STAFF.replace("Bob", "Bea"))  # read by the rules as well, without a scan
    shelf.index(changed("notes", ["staff.json"]))
    assert entities(shelf) == {"entity:employee/1", "entity:employee/2"}
    write(root, MAPPING_FILE, RULES.replace("employee", "member"))
    shelf.index()
    assert entities(shelf) == {"entity:member/1", "entity:member/2"}
    (root / MAPPING_FILE).unlink()
    shelf.index(changed("notes", [MAPPING_FILE]))
    assert entities(shelf) == set()


def test_a_torn_file_is_a_problem_and_costs_only_itself(shelf, write):
    root = shelf.add(formats=("json=on",))
    write(root, "staffs.json", json.dumps([{"id": "a"}, {"id": "b"}]))
    write(root, MAPPING_FILE, '[[rule]]\nfiles = "*.json\n')
    shelf.index()
    (problem,) = shelf.library.problems(NameRequest("notes")).problems
    assert (problem.path, problem.kind) == (MAPPING_FILE, "warning")
    assert str(problem.reason).startswith("Line 2: ")
    assert entities(shelf) == {"entity:staff/a", "entity:staff/b"}
    write(root, MAPPING_FILE, "x" * 70_000)
    shelf.index()
    (problem,) = shelf.library.problems(NameRequest("notes")).problems
    assert "not used" in str(problem.reason)
    (root / MAPPING_FILE).write_bytes(b"\xff\xfe\x00")
    shelf.index()
    assert "UTF-8" in str(shelf.library.problems(NameRequest("notes")).problems[0].reason)
    (root / MAPPING_FILE).unlink()
    shelf.index()
    assert shelf.library.problems(NameRequest("notes")).problems == ()


@pytest.mark.skipif(os.name == "nt", reason="links need rights on Windows")
def test_a_link_is_not_followed(shelf, write, tmp_path):
    root = shelf.add(formats=("json=on",))
    write(root, "staff.json", STAFF)
    write(tmp_path, "elsewhere.toml", RULES)
    (root / MAPPING_FILE).symlink_to(tmp_path / "elsewhere.toml")
    shelf.index()
    assert entities(shelf) == set()
    assert "symbolic link" in str(shelf.library.problems(NameRequest("notes")).problems[0].reason)


def test_a_preview_counts_and_shows_three_of_each_type(write, tmp_path):
    write(tmp_path, "a/pets.json", json.dumps([{"kind": "Cat", "name": f"Cat {n}", "home": "x"} for n in range(5)]))
    write(tmp_path, "a/torn.json", "{")
    write(tmp_path, "b.md", "# B\n")
    write(tmp_path, "more.json", json.dumps({"kind": "Dog"}))
    draft = '[[rule]]\nfiles = "a/"\ntype_field = "kind"\n[rule.relations]\nhome = "house"\n'
    answer = preview(MappingTask(str(tmp_path), draft=draft))
    (rule,) = answer.rules
    assert (rule.files, rule.relations, rule.unkeyed, rule.unread) == (2, 5, 0, ("a/torn.json",))
    (cats,) = rule.types
    assert (cats.type, cats.count) == ("Cat", 5)
    named = [(one.label, one.path, one.line) for one in cats.examples]
    assert named == [(f"Cat {n}", "a/pets.json", 1) for n in range(3)]
    assert answer.faults == ()
    other = preview(MappingTask(str(tmp_path), draft=draft.replace("a/", "more.json"), is_collection=True))
    assert other.rules[0].unkeyed == 1 and other.rules[0].formats_off == ("json",)
    nothing = preview(MappingTask(str(tmp_path)))
    assert not nothing.has_file and nothing.rules == ()
    assert preview(MappingTask(str(tmp_path / "gone"), draft=draft)).fault


def test_a_preview_counts_records_beyond_the_bound(write, tmp_path):
    write(tmp_path, "a.json", json.dumps([{"id": f"x{n}"} for n in range(MOST_ENTITIES + 7)]))
    answer = preview(MappingTask(str(tmp_path), draft='[[rule]]\nfiles = "*.json"\ntype = "x"\nkey = "id"\n'))
    assert (answer.rules[0].types[0].count, answer.rules[0].left_out) == (MOST_ENTITIES, 7)


def test_a_preview_tells_mistakes_of_patterns(tmp_path):
    answer = preview(MappingTask(str(tmp_path), draft='[[rule]]\nfiles = "a\\\\"\ntype = "x"\n'))
    assert [(fault.line, "backslash" in str(fault.reason)) for fault in answer.faults] == [(1, True)]
