"""Records of tables, XML and nested lists: types, keys, labels, parents, and what is none of them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bookwheel.domain.document import Document
from bookwheel.domain.things import LONGEST_LABEL
from bookwheel.parsing.documents import parse
from bookwheel.parsing.things.structured.stating import MOST_ENTITIES
from bookwheel.parsing.things.structured.table_values import read_table
from bookwheel.parsing.things.structured.values import Unreadable
from bookwheel.parsing.things.structured.xml_values import read_xml


def read(text: str, path: str) -> Document:
    return parse(text.encode(), path)


def labels(document: Document) -> dict[str, str]:
    return {one.id: one.label for one in document.things}


def related(document: Document, relation: str) -> set[tuple[str, str, int, str]]:
    return {(one.source, one.target, one.line, one.words) for one in document.statements if one.relation == relation}


def references(document: Document) -> set[tuple[str, str]]:
    return {(one.fragment, one.target) for one in document.links if one.target.startswith("record:")}


def test_rows_of_a_table_are_called_after_its_file():
    document = read("ID;Full Name;company;note\nC-17;Acme | Co;X*y;a\nC-18;Bolt;;b;c;d\n;;;\nC-19\n", "customers.csv")
    assert labels(document) == {
        "entity:customer/c-17": "Acme | Co",
        "entity:company/x y": "X*y",
        "entity:customer/c-18": "Bolt",
        "entity:customer/c-19": "C-19",
    }
    lines = document.text.split("\n")
    for _, target, line, words in related(document, "describes"):
        assert words.split(" ")[1] in lines[line - 1] and target.startswith("entity:customer/")
    assert ("entity:company/x y", "entity:customer/c-17", 3, "company: X*y") in related(document, "coOccursWith")
    assert document.places  # by which the line of a row is a cell of the file


def test_numbers_are_keys_of_their_file_alone_and_fields_called_after_a_type_lead_to_it():
    document = read("employee_id\tname\tteam_id\n1\tAda\tT-1\n2\tBob\tT-1\n", "2024/employee.tsv")
    assert set(labels(document)) == {"entity:employee/1 (2024/employee.tsv)", "entity:employee/2 (2024/employee.tsv)"}
    assert ("entity:employee/1 (2024/employee.tsv)", "record:team/T-1") in references(document)


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("id,name\na,A\nb,B\n", "data.csv"),
        ("id,name\na,A\nb,B\n", "Q3-2024.csv"),
        ("1,2\n3,4\n5,6\n", "customers.csv"),
        ("id,name\na,\na,\n", "customers.csv"),
        ("size,weight\n1,2\n2,3\n", "customers.csv"),
        ("", "customers.csv"),
        ('<a><b id="1"/></a>', "a.xml"),
        ('<a><item id="x"/><item id="y"/></a>', "a.xml"),
        ('<schema><person name="x"/><person name="y"/></schema>', "a.xsd"),
        ('<!DOCTYPE a [<!ENTITY e "x">]><a><dog id="x"/><dog id="y"/></a>', "a.xml"),
        ('<a><dog id="x"/><dog id="y"/>', "a.xml"),
    ],
)
def test_what_is_no_list_of_records_states_nothing(text, path):
    assert read(text, path).things == ()


def test_elements_are_records_by_their_names():
    text = """<?xml version="1.0"?>
<shop xmlns:x="u">
 <x:customer id="C-1"><name>Acme</name><order no="1"><product-id>P-1</product-id></order></x:customer>
 <x:customer id="C-2"><name>Bolt &lt;b&gt;</name></x:customer>
 <product name="P-1">Pen</product>
 <product name="P-2"/>
</shop>"""
    document = read(text, "shop.xml")
    assert labels(document) == {
        "entity:customer/c-1": "Acme",
        "entity:customer/c-2": "Bolt <b>",
        "entity:product/p-1": "P-1",
        "entity:product/p-2": "P-2",
    }
    assert ("entity:customer/c-1", "record:product/P-1") in references(document)
    assert ("", "entity:customer/c-2", 4, "customer C-2") in related(document, "describes")


def test_records_in_records_say_their_parent_and_index():
    text = """orders:
- id: O-1
  customer: {id: C-1, name: Acme, notes: {color: red}}
  positions:
  - {id: 1, product_id: P-1}
  - {id: 2, product_id: P-2}
  address: {street: A, name: Home}
- id: O-2
"""
    document = read(text, "orders.yaml")
    found = {one.id: dict(one.properties) for one in document.things}
    assert set(found) == {
        "entity:order/o-1",
        "entity:order/o-2",
        "entity:customer/c-1",
        "entity:position/o-1/1 (orders.yaml)",
        "entity:position/o-1/2 (orders.yaml)",
    }
    assert found["entity:order/o-1"] == {"id": "O-1", "address.street": "A", "address.name": "Home"}
    assert found["entity:customer/c-1"]["notes.color"] == "red"
    second = found["entity:position/o-1/2 (orders.yaml)"]
    assert (second["parent"], second["index"]) == ("order O-1", "1")
    assert related(document, "childOf") == {
        ("entity:customer/c-1", "entity:order/o-1", 3, "customer C-1"),
        ("entity:position/o-1/1 (orders.yaml)", "entity:order/o-1", 5, "position 1"),
        ("entity:position/o-1/2 (orders.yaml)", "entity:order/o-1", 6, "position 2"),
    }


def test_names_tell_records_without_keys_apart_each_in_its_place():
    text = (
        '{"songs": [{"title": "A"}, {"title": "B"}], "speakers": [{"name": "Ada"}, {"name": "Bob"}], "notes": [{}, {}]}'
    )
    assert labels(read(text, "show.json")) == {
        "entity:song/show.json#songs.0": "A",
        "entity:song/show.json#songs.1": "B",
        "person:ada": "Ada",
        "person:bob": "Bob",
    }
    twice = '{"songs": [{"title": "A"}, {"title": "a"}]}'
    assert labels(read(twice, "show.json")) == {}


def test_a_person_is_called_by_the_parts_of_a_name():
    document = read("id,firstname,last name,title\ne1,Ada,Byron,Head\ne2,Bob,,Clerk\n", "employees.csv")
    assert labels(document) == {"entity:employee/e1": "Ada Byron", "entity:employee/e2": "Clerk"}


def test_bounds_hold_and_are_told():
    rows = "".join(f"C-{n},Name {n},{'x' * 400}\n" for n in range(MOST_ENTITIES + 50))
    document = read(f"id,name,about\n{rows}", "customers.csv")
    assert len(document.things) == MOST_ENTITIES
    assert all(len(value) <= LONGEST_LABEL for one in document.things for _, value in one.properties)
    assert any("50 were left out" in str(warning) for warning in document.warnings)


@given(st.lists(st.lists(st.text(alphabet="ab|\\*_ <>`$[]1.", max_size=6), min_size=2, max_size=2), max_size=4))
def test_cells_come_back_as_they_were_written(rows):
    text = "\n".join(",".join('"' + cell.replace('"', '""') + '"' for cell in row) for row in [["id", "name"], *rows])
    values, _ = read_table(read(text, "a.csv").text)
    found = [[one.text_of("id"), one.text_of("name")] for one in values.items or ()]
    wanted = [[" ".join(cell.split()) for cell in row] for row in rows]
    assert found == [row for row in wanted if any(row)]


@given(st.text(alphabet='<a b="c">/&;x!\n', max_size=60))
def test_any_xml_is_read_or_refused(text):
    try:
        read_xml(text)
    except Unreadable:
        return
