"""Names in running text: people, organisations and places, each with its place, and nothing that only looks so."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bookwheel.domain.things import Statement
from bookwheel.parsing.documents import parse
from bookwheel.parsing.things.proper_names import names_in

ENGLISH = "This is the page that says what there is to say of it, and of all the others.\n\n"


def named(text: str) -> list[str]:
    return [name for _, _, name in names_in(text)]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("As Ada said, Guido van Rossum's language is old.", ["Guido van Rossum"]),
        ("Donald E. Knuth and L. Peter Deutsch wrote it.", ["Donald E. Knuth", "L. Peter Deutsch"]),
        ("Thanks to Jacob Kaplan-Moss, Robert O'Callahan.", ["Jacob Kaplan-Moss", "Robert O'Callahan"]),
        ("See Dr. Zhivago Quux.", ["Zhivago Quux"]),
        ("The Apache Software Foundation pays.", ["Apache Software Foundation"]),
        ("It came from the University of North Carolina in Germany.", ["University of North Carolina", "Germany"]),
        ("HP Inc. and Free Software Foundation, Inc.", ["HP Inc", "Free Software Foundation"]),
        ("In Japan and New York City it rains.", ["Japan", "New York City"]),
        ("Pull Request, Persistent Volume, Getting Started, Will Smith Test", []),
        ("Martin Luther King Street; Andrew Toolkit; Paul API", []),
        ("America/New_York, Germany/Berlin, germany, @Peter Miller, Peter Miller@x, `x.Peter Miller`", []),
        ("Windows Presentation Foundation, the Institute of Technology, New Mexico, Bahasa Indonesia", []),
        ("PETER MILLER AND THE LINUX FOUNDATION", []),
    ],
)
def test_names_are_found_whole_and_what_only_looks_like_one_is_not(text: str, names: list[str]):
    assert named(text) == names


def test_a_name_is_stated_by_its_section_with_line_and_words():
    text = f"# Peter Miller\n\n{ENGLISH}## More\n\n{ENGLISH}Written in Oslo,\nthen again by Peter Miller.\n"
    document = parse(text.encode(), "a.md")
    mentions = [one for one in document.statements if one.relation == "mentions"]
    assert mentions == [
        Statement("#", "mentions", "person:peter miller", 1, 10, "then again by Peter Miller."),
        Statement("#", "mentions", "entity:place/oslo", 1, 9, "Written in Oslo,"),
    ]


def test_other_languages_code_and_a_library_that_wants_none_state_no_names():
    german = "Das ist die Seite, die sagt, was es zu sagen gibt, und nicht mehr. Sie ist von Peter Miller in Oslo.\n"
    for text, path, finds_names in ((german, "a.md", True), ("# Peter Miller did it.\n", "a.py", True)):
        assert "mentions" not in {
            one.relation for one in parse(text.encode(), path, finds_names=finds_names).statements
        }
    text = f"{ENGLISH}It is by Peter Miller.\n"
    assert parse(text.encode(), "a.md").things
    assert not parse(text.encode(), "a.md", finds_names=False).things


@given(st.text(alphabet="AaBb. -'’\nPeter", max_size=300))
def test_any_text_is_read(text: str):
    named(text)


def test_a_million_names_take_time_linear_in_the_text():
    assert len(named("Peter Miller, " * 100_000)) == 100_000
    assert named("A. " * 200_000) == named("Foo Bar " * 100_000) == named("A" * 500_000) == []


def test_companies_are_told_from_other_organisations_as_fields_tell_them():
    found = {name: type for _, type, name in names_in("Acme Corp and the Linux Foundation are in Oslo.")}
    assert found == {"Acme Corp": "company", "Linux Foundation": "organization", "Oslo": "place"}
