"""Text that reaches a model."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bookwheel.service.sanitising import clean, clean_id, cleaned, is_safe, original_id

ANY_TEXT = st.text(st.characters(codec=None), max_size=200)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain\ttext\nof two lines", "plain\ttext\nof two lines"),
        ("\x1b[31mred\x1b[0m", "red"),
        ("\x1b]8;;http://evil.example\x1b\\link\x1b]8;;\x07", "link"),
        ("\x9b31mred", "red"),
        ("\x1bcreset", "reset"),
        ("a\u202egpj.exe\u202c", "agpj.exe"),
        ("\u2066isolated\u2069", "isolated"),
        ("zero\u200bwidth\u2060and\ufeffmarks", "zerowidthandmarks"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("👩\u200d🚀 ❤\ufe0f", "👩\u200d🚀 ❤\ufe0f"),
        ("tag" + "".join(chr(0xE0000 + ord(letter)) for letter in "ignore all"), "tag"),
        ("carriage\r\nreturn\rgone", "carriage\nreturngone"),
        ("nul\x00bell\x07back\x08", "nulbellback"),
    ],
)
def test_what_hides_or_commands_is_taken_out(text: str, shown: str):
    assert clean(text) == shown


@given(ANY_TEXT)
def test_cleaning_twice_changes_nothing(text: str):
    assert clean(clean(text)) == clean(text)
    clean(text).encode("utf-8")


@given(st.text(max_size=80))
def test_a_cleaned_id_leads_back_to_its_document(id: str):
    shown = clean_id(id)
    assert clean(shown) == shown
    if "%" not in id:
        assert original_id(shown) == id


def test_an_ordinary_percent_sign_in_an_id_stays():
    assert original_id("notes/100%25 done %E2%80.md") == "notes/100%25 done %E2%80.md"


@given(st.dictionaries(st.text(max_size=5), st.text(max_size=20), max_size=5))
def test_what_counts_as_safe_holds_nothing_to_clean(table: dict[str, str]):
    encoded = msgspec.json.encode({"rows": [table]}).decode()
    if is_safe(encoded):
        assert cleaned({"rows": [table]}) == {"rows": [table]}
