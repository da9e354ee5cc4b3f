"""Headers in the text of PEPs, ADRs and RFCs."""

from __future__ import annotations

import pytest

from bookwheel.domain.document import Document
from bookwheel.parsing.documents import parse

PEP = (
    "PEP: 440\nTitle: Versions\nAuthor: Ada <a@example.org>,\n        Bo\nStatus: Final\nRequires: 345, 508\n"
    "Replaces: 386,\n          390\nSuperseded-By: 9999\n\nAbstract\n========\n\nText.\n"
)


def relations(document: Document) -> list[tuple[str, str]]:
    return sorted((link.relation, link.target) for link in document.links if link.relation)


@pytest.mark.parametrize("path", ["pep-0440.rst", "pep-0440.txt"])
def test_a_pep_states_its_number_and_relations(path: str):
    document = parse(PEP.encode(), path)
    assert relations(document) == [
        ("dependsOn", "numbered:pep-345"),
        ("dependsOn", "numbered:pep-508"),
        ("supersededBy", "numbered:pep-9999"),
        ("supersedes", "numbered:pep-386"),
        ("supersedes", "numbered:pep-390"),
    ]
    assert [name.name for name in document.names] == ["pep-440"]
    assert dict(document.fields)["status"] == ("Final",)


def test_a_decision_and_an_rfc_state_what_they_replace():
    decision = parse(b"# Use it\n\n* Status: superseded by [ADR-0005](0005-x.md)\n", "adr/0004-use-it.md")
    assert relations(decision) == [("supersededBy", "numbered:adr-5")]
    rfc = b"- Feature Name: x\n- RFC PR: [rust-lang/rfcs#9](https://e.org/9)\n\nNote: this supersedes [RFC 7]\n"
    document = parse(rfc, "text/0009-x.md")
    assert relations(document) == [("supersedes", "numbered:rfc-7")]
    assert [name.name for name in document.names] == ["rfc-9"]


def test_a_template_and_another_document_state_nothing():
    template = b"# T\n\n* Status: [accepted | superseded by [ADR-0005](0005-example.md)]\n"
    assert relations(parse(template, "adr/0001-x.md")) == []
    assert relations(parse(b"# T\n\nThis supersedes RFC 7.\n", "a.md")) == []
