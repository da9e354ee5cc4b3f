"""The German manual is the English one page for page, and calls everything as the German window does."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.bench.manual import in_german
from tests.project.manual import GERMAN, GERMAN_PAGES, MANUAL, PAGES, german_labels, label_of, labels, rows, shape

KEYS = {
    "Strg": "Ctrl",
    "Umschalt": "Shift",
    "Bild aufwärts": "PgUp",
    "Bild abwärts": "PgDown",
    "Eingabe": "Return",
    "+Rechts": "+Right",
}
"""What the German window calls keys; the others have one name."""


def test_the_german_manual_has_the_pages_of_the_english_one() -> None:
    assert {path.name for path in GERMAN.iterdir()} == {path.name for path in MANUAL.iterdir()}
    assert {path.name for path in (GERMAN / "pictures").iterdir()} == {
        path.name for path in (MANUAL / "pictures").iterdir()
    }
    assert shape(GERMAN / "SUMMARY.md") == shape(MANUAL / "SUMMARY.md")
    assert _targets(GERMAN) == _targets(MANUAL)


def _targets(manual: Path) -> list[str]:
    return re.findall(r"\((.+\.md)\)", (manual / "SUMMARY.md").read_text("utf-8"))


@pytest.mark.parametrize("name", PAGES)
def test_a_german_page_has_the_headings_tables_code_links_and_numbers_of_the_english_one(name: str) -> None:
    assert shape(GERMAN_PAGES[name]) == shape(PAGES[name])


@pytest.mark.parametrize("name", PAGES)
def test_a_german_page_quotes_every_label_as_the_german_window_shows_it(name: str) -> None:
    german, english = labels(GERMAN_PAGES[name].read_text("utf-8")), labels(PAGES[name].read_text("utf-8"))
    texts = german_labels()
    known = {text for translations in texts.values() for text in translations}
    assert not [label for label in german if label not in known]
    assert not [label for label in english if label in texts and not texts[label] & set(german)]


@pytest.mark.parametrize("name", PAGES)
def test_a_german_page_has_no_english_quotes(name: str) -> None:
    text = GERMAN_PAGES[name].read_text("utf-8")
    assert "”" not in text and text.count("„") == text.count("“")


@pytest.mark.parametrize("name", PAGES)
def test_a_german_page_names_the_keys_of_the_english_one(name: str) -> None:
    german = re.sub("|".join(map(re.escape, KEYS)), lambda found: KEYS[found.group()], _prose(GERMAN_PAGES[name]))
    assert _keys(german) == _keys(_prose(PAGES[name]))


def _keys(text: str) -> set[str]:
    return set(re.findall(r"\b(?:(?:Ctrl|Alt|Shift)\+)+(?:[A-Z][A-Za-z0-9]*|[0-9]|[,+/\\-])|\bF\d+", text))


def _prose(path: Path) -> str:
    return re.sub(r"```.*?```|`[^`]+`", "", path.read_text("utf-8"), flags=re.DOTALL)


@pytest.mark.parametrize(("page", "column", "count"), [("settings", 2, 50), ("keys", 1, 50)])
def test_settings_and_commands_are_described_in_the_words_of_the_german_window(
    page: str, column: int, count: int
) -> None:
    texts, found = german_labels(), 0
    for english, german in zip(_rows(PAGES[page]), _rows(GERMAN_PAGES[page]), strict=True):
        if english[column:] and label_of(english[column]) in texts:
            found += 1
            assert label_of(german[column]) in texts[label_of(english[column])], english
    assert found > count


def test_the_german_settings_have_the_defaults_and_ranges_of_the_english_ones() -> None:
    for english, german in zip(_rows(PAGES["settings"]), _rows(GERMAN_PAGES["settings"]), strict=True):
        if len(english) == 4:
            swapped = english[3].translate(str.maketrans(".,", ",.")) if " to " in english[3] else english[3]
            is_number = re.fullmatch(r"[\d.]+", english[1])
            assert german[1] == (english[1].replace(".", ",") if is_number else english[1])
            assert german[3] == swapped.replace(" to ", " bis ")


def test_the_german_benchmarks_have_the_figures_of_the_english_ones_and_german_names() -> None:
    english, german = _rows(PAGES["benchmarks"]), _rows(GERMAN_PAGES["benchmarks"])
    names = {row[0]: other[0] for row, other in zip(english, german, strict=True)}
    assert not [name for name, other in names.items() if name == other]
    assert ["| " + " | ".join(row) + " |" for row in german] == [
        in_german("| " + " | ".join(row) + " |", names) for row in english
    ]


def _rows(path: Path) -> list[list[str]]:
    return rows(path.read_text("utf-8"))
