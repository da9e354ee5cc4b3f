"""Ids of files outside the library."""

from __future__ import annotations

import os

from hypothesis import given
from hypothesis import strategies as st

from bookwheel.domain.links.lone_files import is_lone, lone_id, lone_path, lone_place
from bookwheel.domain.things import is_thing

NAMES = st.text(st.characters(blacklist_characters="/\0", blacklist_categories=("Cs",)), min_size=1).filter(
    lambda name: name not in (".", "..")
)


@given(st.lists(NAMES, min_size=1, max_size=4))
def test_an_id_names_its_file_and_nothing_else(names: list[str]) -> None:
    path = os.path.join(os.sep, *names)
    id = lone_id(path)
    assert lone_path(id) == path and is_lone(id) and not is_thing(id)
    assert lone_place(id) == (os.path.dirname(path), names[-1])


def test_ids_of_documents_are_no_lone_files() -> None:
    assert not any(map(is_lone, ("notes/file:/x.md", "file/x.md", "", "term:file")))
