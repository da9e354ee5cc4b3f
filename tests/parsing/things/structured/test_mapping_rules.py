"""Mapping rules: a file of them read with every mistake, and the records that they find."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bookwheel.domain.mapping_rules import MappedRelation, MappingRule
from bookwheel.parsing.documents import parse
from bookwheel.parsing.things.structured.mapping_file import MOST_NAMES, MOST_RULES, read_rules

WHOLE = """\
# who works here
[[rule]]
files = ["people/*.csv", "people/*.json"]
records = "staff.*"
type = "employee"
key = ["site", "id"]
other_keys = "email"
label = "full name"
leave_out = ["salary"]

[rule.relations]
manager = "employee"
"team.name" = { to = "team", by = "name", relation = "childOf" }
"""


def test_a_rule_is_read_whole():
    found = read_rules(WHOLE)
    assert found.faults == ()
    assert found.rules == (
        MappingRule(
            2,
            ("people/*.csv", "people/*.json"),
            records="staff.*",
            type="employee",
            key=("site", "id"),
            other_keys=("email",),
            label="full name",
            relations=(MappedRelation("manager", "employee"), MappedRelation("team.name", "team", "childOf", True)),
            leave_out=("salary",),
        ),
    )


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ('[[rule]]\nfiles = "*.json"\ntyp = "x"\n', 3, 'Did you mean "type"?'),
        ('[[rule]]\nfiles = "*.json"\n', 1, "Set either type, or type_field"),
        ('[[rule]]\ntype = "x"\n', 1, "names no files"),
        ('[[rule]]\nfiles = "*.json"\ntype = "x"\nkey = { a = 1 }\n', 4, "or a list of them"),
        ('[[rule]]\nfiles = "*.json"\ntype = "?!"\n', 3, "at least one letter or digit"),
        ('[[rule]]\nfiles = "*.json"\ntype = "x"\nrelations = "y"\n', 4, "table of fields"),
        (
            '[[rule]]\nfiles = "*.json"\ntype = "x"\n[rule.relations]\nboss = { by = "key" }\n',
            5,
            "what boss refers to",
        ),
        ('[[rule]]\nfiles = "*.json"\ntype = "x"\n[rule.relations]\nboss = {to="y",relation="z"}\n', 5, "relation"),
        ('[[rule]]\nfiles = "*.json"\ntype = "x"\n[rule.relations]\nboss = {to="y",by="z"}\n', 5, 'by is "key"'),
        (f'[[rule]]\nfiles = "{"a" * 201}"\ntype = "x"\n', 2, "more than 200"),
        ('[rule]\nfiles = "*.json"\ntype = "x"\n', 1, "in two brackets"),
        ('[[rules]]\nfiles = "*.json"\n', 1, 'Did you mean "rule"?'),
        ('[[rule]]\nfiles = "*.json\n', 2, "Illegal character"),
        ("[[rule]]\nfiles = [\n", 3, ""),
    ],
)
def test_what_is_wrong_is_told_with_its_line(text, line, said):
    found = read_rules(text)
    assert found.rules == ()
    assert found.faults[0].line == line
    assert said in str(found.faults[0].reason)


def test_a_wrong_rule_costs_only_itself():
    found = read_rules('[[rule]]\nfiles = "*.json"\ntype = "x"\n[[rule]]\nfiles = 1\nfoo = 2\n[other]\nx = 1\n')
    assert [rule.type for rule in found.rules] == ["x"]
    assert sorted(fault.line for fault in found.faults) == [6, 7]


def test_bounds_hold():
    many = '[[rule]]\nfiles = "*.json"\ntype = "x"\n' * (MOST_RULES + 5)
    found = read_rules(many)
    assert len(found.rules) == MOST_RULES and len(found.faults) == 1
    names = ", ".join(f'"a{n}"' for n in range(MOST_NAMES + 1))
    assert not read_rules(f'[[rule]]\nfiles = [{names}]\ntype = "x"\n').rules
    deep = "[" * 5000
    assert read_rules(f"a = {deep}").faults


@given(st.text(alphabet='[]{}=".\n#rulefilstyp*\u202e', max_size=200))
def test_any_text_is_read(text):
    read_rules(text)


def things(text: str, path: str, *rules: MappingRule) -> dict[str, tuple[str, tuple[str, ...], dict[str, str]]]:
    document = parse(text.encode(), path, rules=rules)
    return {one.id: (one.label, one.aliases, dict(one.properties)) for one in document.things}


ORDERS = """\
shops:
  north:
    orders:
    - {no: 1, name: First, paid: true, secret: x}
    - {no: 2, name: Second, paid: false}
  south:
    orders:
    - {no: 1, name: Third}
    - {name: Unnumbered}
customers:
- {id: a, name: A}
- {id: b, name: B}
"""


def test_records_stand_on_a_path_and_nothing_else_is_guessed():
    rule = MappingRule(1, ("*",), "shops.*.orders", "order", key=("no",), leave_out=("secret",))
    found = things(ORDERS, "shop.yaml", rule)
    assert set(found) == {"entity:order/1", "entity:order/2"}
    assert found["entity:order/2"] == ("Second", ("2",), {"no": "2", "name": "Second", "paid": "false"})
    assert "secret" not in found["entity:order/1"][2]


def test_types_stand_in_a_field_and_places_tell_apart_what_has_no_key():
    text = (
        '[{"kind": "Cat", "name": "Tom"}, {"kind": "Dog", "name": "Rex"}, {"kind": "", "name": "X"}, {"kind": "Cat"}]'
    )
    found = things(text, "pets.json", MappingRule(1, ("*",), type_field="kind"))
    assert {id: one[0] for id, one in found.items()} == {
        "entity:cat/pets.json#0": "Tom",
        "entity:dog/pets.json#1": "Rex",
    }


def test_people_and_relations_by_name():
    rule = MappingRule(
        1,
        ("*",),
        type="person",
        key=("id",),
        relations=(MappedRelation("employer", "company", by_name=True), MappedRelation("boss", "person")),
    )
    text = '[{"id": "P-1", "name": "Ada", "employer": "Acme <b>", "boss": "P-2"}, {"id": "P-2", "name": "Bob"}]'
    document = parse(text.encode(), "people.json", rules=(rule,))
    assert {one.id for one in document.things} == {"person:ada", "person:bob", "entity:company/acme b"}
    stated = {(one.source, one.relation, one.target, one.words) for one in document.statements}
    assert ("person:ada", "keyMatch", "entity:company/acme b", "employer: Acme <b>") in stated
    (link,) = document.links
    assert (link.target, link.fragment, link.text) == ("record:person/P-2", "person:ada", "boss: P-2")


@pytest.mark.parametrize("text", ["[1, 2]", "{}", "null", "{", '{"a": {"*": 1}}'])
def test_data_without_such_records_states_nothing(text):
    rule = MappingRule(1, ("*",), "a.*.b.*", "x", key=("id",))
    assert things(text, "a.json", rule) == {}
