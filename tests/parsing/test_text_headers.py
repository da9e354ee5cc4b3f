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


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("---\nstatus: superseded by [ADR-0005](0005-x.md)\n---\n# Use it\n", ("supersededBy", "numbered:adr-5")),
        ("# Use it\n\n## Status\n\nSuperseded by [the queue](0009-queue.md)\n", ("supersededBy", "0009-queue.md")),
        (
            "# Use it\n\nDate: 2020-01-01\n\n## Status\n\nAccepted\n\nSupersedes ADR 3\n",
            ("supersedes", "numbered:adr-3"),
        ),
        ("# Use it\n\nStatus: replaced by [that](that.md)\n", ("supersededBy", "that.md")),
    ],
)
def test_a_decision_states_its_status_in_any_of_the_usual_ways(text: str, expected: tuple[str, str]):
    assert relations(parse(text.encode(), "adr/0004-use-it.md")) == [expected]


def test_an_inline_field_states_a_relation_where_it_stands():
    document = parse(b"# New\n\nWords.\n\n## More\n\nsupersedes:: [[Old page|old]]\n", "new.md")
    (link,) = [link for link in document.links if link.relation]
    assert (link.relation, link.target, link.text, link.line) == ("supersedes", "Old page", "old", 7)
    assert document.sections[link.section].title == "More"


def test_a_pep_is_called_by_its_title_and_its_authors_are_people():
    text = PEP.replace("Bo\n", "Cy <c@e.org>, d@example.org\n")
    document = parse(text.encode(), "pep-0440.rst")
    assert document.title == "Versions"
    assert dict(document.fields)["author"] == ("Ada", "Cy")


def test_front_matter_wins_over_a_row_of_the_text():
    document = parse(b"---\nstatus: accepted\n---\n# A\n\nStatus: draft\n\nText.\n", "adr/0001-a.md")
    assert dict(document.fields)["status"] == ("accepted",)


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        ("supersedes: ADR-3", ("supersedes", "numbered:adr-3")),
        ("superseded-by: adr 0012", ("supersededBy", "numbered:adr-12")),
        ("supersedes: 3", ("supersedes", "numbered:adr-3")),
        ("supersedes: '[[ADR-3]]'", ("supersedes", "numbered:adr-3")),
        ("depends-on: redis", ("dependsOn", "redis")),
    ],
)
def test_front_matter_names_a_document_by_its_number(header: str, expected: tuple[str, str]):
    document = parse(f"---\n{header}\n---\n# Use it\n\nText.\n".encode(), "adr/0004-use-it.md")
    assert relations(document) == [expected]


@pytest.mark.parametrize(
    "text",
    [
        "# Use it\n\nStatus: Accepted\nAmends: ADR 12\n\nText.\n",
        "# Use it\n\n## Status\n\nAccepted, amends #12\n",
        "# Use it\n\n## Status\n\nAmended by [ADR-0012](0012-x.md)\n",
        "# Use it\n\nThis ADR amends ADR 12.\n",
    ],
)
def test_an_amendment_refers_to_what_it_amends(text: str):
    assert relations(parse(text.encode(), "adr/0004-use-it.md")) == [("references", "numbered:adr-12")]


@pytest.mark.parametrize(
    ("feature", "aliases"),
    [("`pattern_binding`", ("RFC 2005", "pattern_binding")), ("N/A", ("RFC 2005",)), ("(fill me in)", ("RFC 2005",))],
)
def test_a_document_is_also_called_by_its_number_and_feature(feature: str, aliases: tuple[str, ...]):
    text = f"- Feature Name: {feature}\n- RFC PR: [rust-lang/rfcs#2005](https://x/pull/2005)\n\n# Summary\n\nText.\n"
    assert parse(text.encode(), "text/2005-pattern.md").aliases == aliases


def test_a_folder_gives_its_page_a_number():
    document = parse(b"# Resize in place\n", "keps/sig-node/1287-resize/README.md")
    assert [name.name for name in document.names] == ["kep-1287"]
    assert not parse(b"# Resize\n", "notes/2024-resize/README.md").names


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("This RFC subsumes part of [RFC 401 coercions](https://e.org).", ("supersedes", "numbered:rfc-401")),
        ("**2016.04.22.** Amended by [rust-lang/rfcs#1319](https://e.org)", ("references", "numbered:rfc-1319")),
        ("See RFC #1808, which this is intended to supersede.", ("supersedes", "numbered:rfc-1808")),
        ("As such, [RFC #1105] is amended to remove it.", ("references", "numbered:rfc-1105")),
        ("[RFC 5][x] is superseded by this RFC.", ("supersedes", "numbered:rfc-5")),
        ("It works. Depends on [RFC #1358][y] landing.", ("dependsOn", "numbered:rfc-1358")),
        ("Replace [RFC #1859, `try_trait`](https://e.org), with it.", ("supersedes", "numbered:rfc-1859")),
        ("In rust-lang/rfcs#1980, this RFC was amended to do so.", ("references", "numbered:rfc-1980")),
        (
            "- This RFC was amended in https://github.com/rust-lang/rfcs/pull/1663/",
            ("references", "numbered:rfc-1663"),
        ),
        ("This RFC is an amendment to [RFC 3085] to declare it.", ("references", "numbered:rfc-3085")),
    ],
)
def test_sentences_relate_a_document_to_another_by_its_number(text: str, expected: tuple[str, str]):
    header = "- Feature Name: x\n- RFC PR: [rust-lang/rfcs#9](https://e.org/9)\n\n"
    assert relations(parse(f"{header}{text}\n".encode(), "text/0009-x.md")) == [expected]


@pytest.mark.parametrize(
    "text",
    [
        "That proposal replaces RFC 1444 and goes further.",
        "[RFC 599] (later amended by [RFC 1156]) said so.",
        "We could replace RFC 7.",
        "[RFC 7] is superseded by RFC 8.",
        "```\nThis RFC supersedes RFC 7.\n```",
    ],
)
def test_sentences_about_others_relate_nothing(text: str):
    header = "- Feature Name: x\n- RFC PR: [rust-lang/rfcs#9](https://e.org/9)\n\n"
    assert relations(parse(f"{header}{text}\n".encode(), "text/0009-x.md")) == []


@pytest.mark.parametrize(
    "head",
    [
        "- Start Date: 2014-09-18\n- RFC PR #: [rust-lang/rfcs#9](https://e.org)\n",
        "## RFC: Make it so\n\n- Start Date: 2014-09-18\n- RFC PR: [rust-lang/rfcs#9](https://e.org)\n",
        "<!---\n-- Copyright\n-->\n- Start Date: 2014-09-18\n- RFC PR: [rust-lang/rfcs#9](https://e.org)\n",
        "- Feature Name: `a`[^b]\n[^b]: Words.\n- Start Date: 2014-09-18\n- RFC PR: rust-lang/rfcs#9\n",
    ],
)
def test_a_header_is_found_in_every_shape(head: str):
    document = parse(f"{head}\n## Summary\n\nWords.\n".encode(), "text/0009-x.md")
    assert dict(document.fields)["start date"] == ("2014-09-18",)
    assert "rfc-9" in [name.name for name in document.names]
