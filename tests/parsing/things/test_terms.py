from __future__ import annotations

import pytest

from bookwheel.domain.document import Document
from bookwheel.parsing.documents import parse
from bookwheel.parsing.things.terms import acronyms_in, term_id


def terms_of(text: str, path: str = "a.md") -> dict[str, tuple[str, ...]]:
    return {thing.label: thing.aliases for thing in parse(text.encode(), path).things}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("They use server-sent events (SSE) here.", [("server-sent events", "SSE")]),
        ("SSE (server-sent events) are kept.", [("server-sent events", "SSE")]),
        ("Role-Based Access Control (RBAC)", [("Role-Based Access Control", "RBAC")]),
        ("many remote procedure calls (RPCs)", [("remote procedure calls", "RPC")]),
        ("the Department of Defense (DoD)", [("Department of Defense", "DoD")]),
        ("See the notes (PDF).", []),
        ("the first of them (A)", []),
        ("We like JSON. Server ends (SSE).", []),
        ("(SSE) alone", []),
        ("a very small (VERY) thing", []),
    ],
)
def test_acronyms_are_found_with_what_they_stand_for(text: str, found: list[tuple[str, str]]) -> None:
    assert list(acronyms_in(text)) == found


@pytest.mark.parametrize(
    ("one", "other"),
    [("Autoscaler", "autoscalers"), ("Policy", "policies"), ("Node  group", "node-groups"), ("Café", "cafe")],
)
def test_one_and_many_are_one_term(one: str, other: str) -> None:
    assert term_id(one) == term_id(other)


@pytest.mark.parametrize("word", ["status", "process", "analysis", "kubernetes is", "s", "C#"])
def test_what_is_no_plural_stays(word: str) -> None:
    assert term_id(word) == f"term:{word.casefold()}"


def test_a_glossary_defines_its_headings_bold_words_and_lists() -> None:
    text = "# Glossary\n\n## Spoke\n\nPart of a wheel.\n\n## More\n\n- **Rim**: the outside.\n\nHub\n: The middle.\n"
    assert {"Spoke", "Rim", "Hub"} <= set(terms_of(text, "docs/glossary.md"))
    assert not terms_of(text.replace("# Glossary", "# Wheels"), "docs/wheels.md")


def test_a_folder_of_entries_is_a_glossary() -> None:
    text = "---\ntitle: Pod\naka:\n- pods\n- group of containers\n---\nA pod.\n"
    assert terms_of(text, "reference/glossary/pod.md") == {"Pod": ("pods", "group of containers")}


def test_a_term_has_the_line_and_the_words_that_define_it() -> None:
    document: Document = parse(b"# Events\n\nOne.\n\n## How\n\nWe use server-sent\nevents (SSE) here.\n", "a.md")
    (statement,) = document.statements
    assert (statement.relation, statement.target, statement.line) == ("defines", "term:server sent event", 8)
    assert document.sections[statement.section].title == "How"
    assert statement.words == "server-sent events (SSE)"


def test_the_heading_of_an_entry_gives_its_term_and_acronym_apart() -> None:
    entry = parse(b"# CLA (Contributor License Agreement)\n\nTerms.\n", "glossary/cla.md")
    assert [(thing.label, thing.aliases) for thing in entry.things] == [("Contributor License Agreement", ("CLA",))]
    other = parse(b"# Upstream (disambiguation)\n\nMay mean two things.\n", "glossary/upstream.md")
    assert [thing.label for thing in other.things] == ["Upstream"]


def test_tables_of_two_columns_in_a_glossary_are_entries() -> None:
    text = (
        "# Glossar\n\n| Begriff | Bedeutung |\n|---|---|\n| **SSE** | Server-Sent Events, see below |\n"
        "| Pod | The smallest thing. |\n\n| a | b | c |\n|---|---|---|\n| one | two | three |\n"
    )
    found = terms_of(text, "seiten.md")
    assert found == {"SSE": ("Server-Sent Events",), "Pod": ()}
    assert terms_of(text.replace("# Glossar", "# Preise"), "seiten.md") == {}
