from __future__ import annotations

import pytest

from bookwheel.domain.document import Dialect
from bookwheel.parsing.markdown.dialect_marks import admonitions_as_quotes, cleanings, split_explicit_id


@pytest.mark.parametrize(
    ("title", "parts"),
    [
        ("Hub {#hub}", ("Hub ", "hub")),
        ("Hub {: #hub .wide}", ("Hub ", "hub")),
        ("Set {a}", ("Set {a}", "")),
        ("{" * 400 + "}", ("{" * 400 + "}", "")),
    ],
)
def test_an_explicit_id_is_parted_from_its_title(title: str, parts: tuple[str, str]):
    assert split_explicit_id(title) == parts


def test_admonitions_become_quotes_of_the_same_length():
    body = "!!! note\n    Within.\n\nAfter.\n    code\n"
    quoted = admonitions_as_quotes(body)
    assert quoted == "!!! note\n>   Within.\n\nAfter.\n    code\n" and len(quoted) == len(body)


@pytest.mark.parametrize(
    ("prose", "dialect", "cleaned"),
    [
        ("[!warning]- Beware", Dialect.GFM, "Beware"),
        ("seen %%shown%%", Dialect.GFM, "seen %%shown%%"),
        ("a {/* remark */} b {/* open", Dialect.GFM, "a  b {/* open"),
        (":::tip Title", Dialect.GFM, "Title"),
    ],
)
def test_marks_of_a_dialect_are_taken_out_of_prose(prose: str, dialect: Dialect, cleaned: str):
    text = prose
    for cleaning in cleanings(prose, dialect):
        text = cleaning(text)
    assert text == cleaned
