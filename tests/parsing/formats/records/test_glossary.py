"""Glossaries as JSON: terms with definitions and other names, whatever shape they come in."""

from __future__ import annotations

import json

import pytest

from bookwheel.domain.document import Document
from bookwheel.domain.errors import SkippedFile
from bookwheel.parsing.documents import parse
from bookwheel.parsing.formats.records import glossary

MIXED = {
    "SSE": "server-sent events",
    "Pod": "The smallest thing that can be deployed.",
    "k8s": "Kubernetes",
    "RBAC": "Role-Based Access Control: who may do what.",
    "Node": ["worker", "machine"],
    "Custom Resource": {"definition": "An object of one's own.", "aliases": ["custom object"], "abbreviation": "CR"},
}


def read(value: object) -> Document:
    return parse(json.dumps(value, ensure_ascii=False, indent=1).encode(), "docs/glossary.json")


def names_in(document: Document) -> dict[str, set[str]]:
    return {thing.label: set(thing.aliases) for thing in document.things}


def test_every_shape_of_an_entry_is_read():
    document = read(MIXED)
    assert document.format == "glossary" and not document.warnings
    assert names_in(document) == {
        "SSE": {"server-sent events"},
        "Pod": set(),
        "k8s": {"Kubernetes"},
        "RBAC": {"Role-Based Access Control"},
        "Node": {"worker", "machine"},
        "Custom Resource": {"custom object", "CR"},
    }
    (pod,) = (thing for thing in document.things if thing.label == "Pod")
    assert ("definition", "The smallest thing that can be deployed.") in pod.properties
    assert [section.title for section in document.sections if section.level] == list(MIXED)


@pytest.mark.parametrize(
    "value",
    [
        [{"term": "SSE", "definition": "server-sent events"}],
        {"terms": {"SSE": {"long": "server-sent events"}}},
        {"glossary": [{"name": "SSE", "aliases": "server-sent events"}]},
    ],
)
def test_lists_and_wrapped_glossaries_are_read(value: object):
    (thing,) = read(value).things
    assert thing.label == "SSE"
    assert "server-sent events" in (*thing.aliases, *(text for _, text in thing.properties))


def test_a_term_is_cited_by_its_line_in_the_file():
    document = read(MIXED)
    stated = {statement.target: statement for statement in document.statements if statement.relation == "defines"}
    assert document.text.split("\n")[stated["term:pod"].line - 1] == "## Pod"
    lines = json.dumps(MIXED, indent=1).split("\n")
    place = next(place for place in document.places if place.line == stated["term:pod"].line)
    assert '"Pod"' in lines[place.number - 1]


def test_entries_of_other_types_are_left_out_and_named():
    document = read({"SSE": "server-sent events", "Pod": 7, "Node": None, "Empty": {"see": "x"}, "": "nothing"})
    assert set(names_in(document)) == {"SSE"}
    (warning,) = document.warnings
    assert "4" in str(warning) and "Pod, Node, Empty" in str(warning)


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"7", b'"text"', b'{"a": 1}', b"[" * 100_000])
def test_what_is_no_glossary_is_refused_with_a_reason(content: bytes):
    with pytest.raises(SkippedFile) as caught:
        glossary.read(content, "glossary.json")
    assert str(caught.value)


def test_a_huge_glossary_is_cut_and_says_so():
    many = {f"term {number}": f"Means the number {number}." for number in range(glossary.MOST_TERMS + 5)}
    found = glossary.read(json.dumps(many).encode(), "glossary.json")
    assert len(found.things) == glossary.MOST_TERMS
    assert "5" in str(found.warnings[0])
    others = glossary.read(json.dumps({"a term": [f"name {number}" for number in range(500)]}).encode(), "g.json")
    assert len(others.things[0].aliases) == glossary.MOST_OTHERS
