from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bookwheel.domain.document import Document
from bookwheel.domain.errors import SkippedFile
from bookwheel.domain.things import Thing
from bookwheel.parsing.documents import parse

PATH = "entities/ticket/0001.entities.jsonl"


def _parse(*entities: dict[str, object], datasource: str = "jira") -> Document:
    lines = [json.dumps({"entity": one, "datasource": datasource, "ingestor": "sync@1"}) for one in entities]
    return parse("\n".join(lines).encode(), PATH)


def _thing(document: Document, id: str) -> Thing:
    return next(thing for thing in document.things if thing.id == id)


def test_each_entity_is_a_section_that_leads_with_type_labels_and_keys():
    document = _parse(
        {"type": "ticket", "key": "T-1", "labels": ["Login fails", "Broken login"], "other_keys": ["OLD-1"]},
        {"type": "ticket", "key": "T-2"},
    )
    assert [section.title for section in document.sections] == ["Login fails", "T-2"]
    assert document.sections[0].prose.startswith("ticket Broken login")
    assert "`T-1`, `OLD-1`" in document.text and document.title == "ticket 0001"
    thing = _thing(document, "entity:ticket/t-1")
    assert thing.label == "Login fails" and {*thing.aliases} == {"Broken login", "T-1", "OLD-1"}
    assert {name.name for name in document.names} == {"ticket/T-1", "ticket/OLD-1", "ticket/T-2"}


def test_places_are_the_lines_of_the_file():
    document = _parse({"type": "t", "key": "a"}, {"type": "t", "key": "b"})
    assert [place.number for place in document.places] == [1, 2]


def test_properties_are_flattened_and_long_ones_are_text_alone():
    long = "word " * 100
    document = _parse({"type": "t", "key": "a", "properties": {"x": {"y": 1}, "tags": ["p", "q"], "body": long}})
    properties = _thing(document, "entity:t/a").properties
    assert ("x.y", "1") in properties and ("tags", "p") in properties
    assert "body" not in dict(properties) and long.strip() in document.sections[0].prose
    assert dict(properties)["datasource"] == "jira"


def test_nested_objects_with_a_key_are_entities_below():
    customers = [{"id": "C-1", "name": "Acme"}, {"id": "C-2"}]
    document = _parse({"type": "ticket", "key": "T-1", "properties": {"customers": customers}})
    child = _thing(document, "entity:customer/t-1/c-1")
    assert child.label == "Acme" and ("parent", "ticket T-1") in child.properties and ("index", "0") in child.properties
    stated = [(one.source, one.relation, one.target) for one in document.statements]
    assert ("entity:customer/t-1/c-2", "childOf", "entity:ticket/t-1") in stated
    assert [section.level for section in document.sections] == [2, 3, 3]


def test_relations_and_parent_lead_to_keys():
    document = _parse({
        "type": "ticket", "key": "T-1", "parent": {"type": "epic", "key": "E 1"},
        "relations": [{"type": "ticket", "key": "T-2", "relation": "dependsOn"}, {"type": "ticket", "key": "T-3"},
                      {"type": "ticket", "key": "T-4", "relation": "blocks"}],
    })  # fmt: skip
    links = {(link.fragment, link.target, link.relation) for link in document.links}
    own = "entity:ticket/t-1"
    assert {(own, "record:ticket/T-2", "dependsOn"), (own, "record:ticket/T-3", ""), (own, "record:ticket/T-4", ""),
            (own, "record:epic/E%201", "childOf"), ("", "record:datasource/jira", ""),
            ("", "record:ingestor/sync@1", "")} == links  # fmt: skip
    assert "blocks: ticket T-4" in {link.text for link in document.links}


def test_numbers_are_keys_only_together_with_their_datasource():
    assert _parse({"type": "issue", "key": "17"}).things[0].id == "entity:issue/17 (jira)"
    assert _parse({"type": "issue", "key": "17"}, datasource="x").things[0].id == "entity:issue/17 (x)"


def test_people_are_those_of_other_documents():
    assert _parse({"type": "Person", "key": "u17", "labels": ["Ada Lovelace"]}).things[0].id == "person:ada lovelace"


def test_torn_lines_are_told_and_left_out():
    document = parse(b'{"entity": {"type": "t", "key": "a"}}\n{"entity": {"ty\n[]\n', PATH)
    assert len(document.sections) == 1 and "2 lines" in str(document.warnings[0])


def test_a_file_without_an_entity_is_skipped():
    with pytest.raises(SkippedFile):
        parse(b"{}\n", PATH)


_scalars = st.none() | st.booleans() | st.integers() | st.text(max_size=30)
_properties = st.dictionaries(
    st.text(max_size=8),
    st.recursive(
        _scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3)
    ),
    max_size=5,
)
_words = st.text(min_size=1, max_size=20)


@given(_words, _words, st.lists(_words, max_size=3), _properties)
def test_any_entity_is_a_section(type: str, key: str, labels: list[str], properties: dict[str, object]):
    document = _parse({"type": type, "key": key, "labels": labels, "properties": properties}, {"type": "t", "key": "z"})
    assert [section.title for section in document.sections][-1] == "z"
