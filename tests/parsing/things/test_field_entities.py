from __future__ import annotations

from itertools import combinations

import pytest

from bookwheel.domain.document import Document
from bookwheel.parsing.documents import parse


def read(text: str) -> Document:
    return parse(text.encode(), "a.md")


def test_the_record_of_an_employee_names_five_things_and_joins_every_two() -> None:
    document = read(
        "---\nname: Ada Lovelace\ntitle: Engineer\ncompany: Acme\nteam: Platform\nmanager: Grace Hopper\n---\nHello.\n"
    )
    ids = {
        "person:ada lovelace",
        "entity:role/engineer",
        "entity:company/acme",
        "entity:team/platform",
        "person:grace hopper",
    }
    assert {thing.id for thing in document.things} == ids
    joined = [(one.source, one.target) for one in document.statements if one.relation == "coOccursWith"]
    assert sorted(joined) == sorted(combinations(sorted(ids), 2))
    described = [one for one in document.statements if one.relation == "describes"]
    assert [(one.target, one.line, one.words) for one in described] == [
        ("person:ada lovelace", 2, "name: Ada Lovelace")
    ]


@pytest.mark.parametrize(
    "header",
    [
        "name: my-skill\ndescription: Does things",
        "title: Services\nweight: 10\nreviewers: [bo]",
        "team: https://example.org/team",
        "company: ''",
        "service: true",
        "project: 12",
        f"team: {'x' * 120}",
    ],
)
def test_what_names_nothing_makes_no_entity(header: str) -> None:
    document = read(f"---\n{header}\n---\nText.\n")
    assert not [thing for thing in document.things if not thing.id.startswith("person:")]
    assert not document.statements


def test_spellings_of_one_name_are_one_thing() -> None:
    one, other = read("---\ncompany: Zoë's Café\n---\n"), read("---\ncompany: zoes cafe\n---\n")
    assert [thing.id for thing in one.things] == [thing.id for thing in other.things] == ["entity:company/zoes cafe"]


def test_nested_records_keep_apart_who_belongs_to_whom() -> None:
    document = read("---\nstaff:\n- {name: Ada, team: One}\n- {name: Bo, team: Two}\n---\n")
    joined = {(one.source, one.target) for one in document.statements if one.relation == "coOccursWith"}
    assert joined == {("entity:team/one", "person:ada"), ("entity:team/two", "person:bo")}


def test_inline_fields_name_things_where_they_stand() -> None:
    document = read("# Log\n\nFirst.\n\n## Today\n\nteam:: [[Platform]]\n")
    (thing,) = document.things
    (statement,) = document.statements
    assert (thing.id, thing.label) == ("entity:team/platform", "Platform")
    assert (statement.line, document.sections[statement.section].title) == (7, "Today")
