"""Fields that hold another record's key lead to that record."""

from __future__ import annotations

import json

from bookwheel.indexes.ontology import OntologyReader
from tests.indexes.stated_rows import everything
from tests.library.conftest import Shelf, changed

CUSTOMERS = json.dumps(
    [
        {"id": "C-17", "name": "Acme Corp", "email": "a@acme.org", "about": "x" * 300},
        {"id": "C-18", "name": "Bolt Ltd", "email": "b@bolt.org"},
    ],
    indent=1,
)

ORDERS = "orders:\n- id: 1\n  customer_id: C-17\n- id: 2\n  customer: b@bolt.org\n- id: 3\n  customer_id: C-99\n"


def matches(shelf: Shelf) -> set[tuple[str, str, int, str]]:
    reader = OntologyReader.open(shelf.paths.ontology)
    assert reader is not None
    return {(row[0], row[2], row[3], row[4]) for row in everything(reader).links if row[1] == "keyMatch"}


def test_keys_lead_to_records_of_other_files_as_long_as_they_are_there(shelf, write):
    root = shelf.add(formats=("json=on", "yaml=on"))
    write(root, "orders.yaml", ORDERS)
    write(root, "call.md", "---\ncustomer_id: C-18\n---\n# Call\n\nWords.\n")
    shelf.index()
    assert matches(shelf) == set()
    write(root, "customers.json", CUSTOMERS)
    shelf.index(changed("notes", ["customers.json"]))
    both = {
        ("entity:order/1 (orders.yaml)", "entity:customer/c-17", 3, "customer_id: C-17"),
        ("entity:order/2 (orders.yaml)", "entity:customer/c-18", 5, "customer: b@bolt.org"),
        ("notes/call.md", "entity:customer/c-18", 2, "customer_id: C-18"),
    }
    assert matches(shelf) == both
    write(root, "customers.json", CUSTOMERS.replace("C-17", "C-1"))
    shelf.index(changed("notes", ["customers.json"]))
    assert {row[0] for row in matches(shelf)} == {"entity:order/2 (orders.yaml)", "notes/call.md"}
    (root / "customers.json").unlink()
    shelf.index(changed("notes", ["customers.json"]))
    assert matches(shelf) == set()


def test_ambiguous_keys_stay_values(shelf, write):
    root = shelf.add(formats=("json=on",))
    people = [{"id": f"P-{n}", "name": f"Person {n}", "email": "office@x.org"} for n in (1, 2)]
    write(root, "members.json", json.dumps(people))
    for year in (2023, 2024):
        write(root, f"{year}/orders.json", json.dumps([{"id": 1, "name": "A"}, {"id": 2, "name": "B"}]))
    lines = [{"id": "L-1", "order_id": 1, "member": "office@x.org"}, {"id": "L-2", "member_id": "P-2"}]
    write(root, "bookings.json", json.dumps(lines))
    shelf.index()
    assert {row[:2] for row in matches(shelf)} == {("entity:booking/l-2", "entity:member/p-2")}


def test_lists_that_are_no_records_state_nothing(shelf, write):
    root = shelf.add(formats=("json=on",))
    write(root, "settings.json", json.dumps({"rules": [{"id": "a"}, {"id": "b"}], "hosts": [{"id": 1}, {"id": 1}]}))
    write(root, "users.json", json.dumps([{"id": "a <b>\n\u202e"}, {"id": "c"}]))
    shelf.index()
    reader = OntologyReader.open(shelf.paths.ontology)
    assert reader is not None
    assert not [end for row in everything(reader).links for end in (row[0], row[2]) if end.startswith("entity:")]
