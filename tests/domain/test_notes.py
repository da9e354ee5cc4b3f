"""Names of new notes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bookwheel.domain.errors import BadRequest
from bookwheel.domain.notes import file_name_of, folders_of

ILLEGAL = [
    *("", "  ", ".md", "a/b", "a\\b", "..", "../up", "what?", "a:b", "<x>", 'say "x"', "a|b", "a*", "nul", "NUL.md"),
    *("con.txt", "com1", "Lpt².notes", "aux .x", ".hidden", "dot.", "dot..md", "line\nbreak", "nul\0", "ta\tb"),
    *("turned\u202ename", "hid\u200bden", "\ud800", "x" * 300, "ä" * 130),
]


@pytest.mark.parametrize("name", ILLEGAL)
def test_a_name_that_some_system_refuses_is_refused(name: str) -> None:
    with pytest.raises(BadRequest):
        file_name_of(name)


def test_a_name_gets_its_ending_once() -> None:
    assert file_name_of(" A plan ") == ("A plan.md", "A plan")
    assert file_name_of("A plan.MD") == ("A plan.md", "A plan")
    assert file_name_of("run.sh") == ("run.sh.md", "run.sh"), "no program is ever made"
    assert file_name_of("Cafe\u0301") == ("Café.md", "Café")
    assert file_name_of("می\u200cخواهم") == ("می\u200cخواهم.md", "می\u200cخواهم")


@given(st.text())
def test_whatever_passes_is_one_plain_file(text: str) -> None:
    try:
        name, title = file_name_of(text)
    except BadRequest:
        return
    assert not {"/", "\\", "\0", "\n", "\u202e"} & {*name} and name[:1] not in (".", "", " ")
    assert title and len(name.encode()) <= 240


@pytest.mark.parametrize("folder", ["..", "a/../b", "./a", "a\\b", "C:/x", ".git", "a/.obsidian", "nul\0"])
def test_a_folder_that_leads_outside_or_is_hidden_is_refused(folder: str) -> None:
    with pytest.raises(BadRequest):
        folders_of(folder)


def test_a_folder_is_parted() -> None:
    assert folders_of("/a//b c/") == ("a", "b c") and folders_of("") == ()
