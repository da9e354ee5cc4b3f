"""Plain text to an outline."""

from __future__ import annotations

import pytest

from bookwheel.domain.document import Document
from bookwheel.parsing.documents import parse


def book(text: str, path: str = "book.txt") -> Document:
    return parse(text.encode(), path)


def outline(text: str) -> list[tuple[int, str]]:
    return [(one.level, one.title) for one in book(text).sections if one.level]


def test_parts_and_chapters_nest():
    text = "Title page\n\n\nPART ONE\n\nCHAPTER I\n\nText.\n\nCHAPTER II. The Storm\n\nText.\n\n"
    text += "PART TWO\n\nCHAPTER I\n\nEnd.\n"
    assert outline(text) == [
        (1, "PART ONE"), (2, "CHAPTER I"), (2, "CHAPTER II. The Storm"), (1, "PART TWO"), (2, "CHAPTER I"),
    ]  # fmt: skip


def test_line_under_a_chapter_is_its_title():
    assert outline("CHAPTER I.\nDown the Rabbit-Hole\n\nAlice was.\n") == [(1, "CHAPTER I. Down the Rabbit-Hole")]


def test_table_of_contents_opens_no_sections():
    text = "Contents\n\nCHAPTER I. One\nCHAPTER II. Two\nCHAPTER III. Three\n\n"
    text += "CHAPTER I. One\n\nText.\n\nCHAPTER II. Two\n\nx\n"
    assert outline(text) == [(1, "CHAPTER I. One"), (1, "CHAPTER II. Two")]


@pytest.mark.parametrize(
    "line",
    [
        "Chapter 12", "CHAPTER TWENTY-ONE", "Chapter the Last", "XIV.", "IV", "Kapitel 3: Der Wald", "Erstes Buch",
        "Chapitre II", "CAPÍTULO IX", "Capitolo 4", "Глава 5", "ЧАСТЬ ПЕРВАЯ", "第十二章 风雪", "第3回", "제 2 장",
        "الفصل الأول", "PROLOGUE", "Epílogo", "Act II", "Hoofdstuk 7", "I. A SCANDAL IN BOHEMIA",
    ],
)  # fmt: skip
def test_chapter_lines_of_many_languages_are_headings(line: str):
    assert outline(f"Before it.\n\n{line}\n\nAfter it.\n") == [(1, line)]


@pytest.mark.parametrize(
    "line",
    ["Chapter one was the hardest to write, she said, and nobody who read it could tell why.", "Part of me knew.",
     "Civil", "Book it now", "mix"],
)  # fmt: skip
def test_sentences_are_no_chapters(line: str):
    assert outline(f"Before it.\n\n{line}\n\nAfter it.\n") == []


@pytest.mark.parametrize("sign", ["* * *", "***", "⁂", "#", "---", "• • •"])
def test_scene_breaks_open_sections_named_by_their_first_words(sign: str):
    assert outline(f"CHAPTER I\n\nIt rained.\n\n{sign}\n\nThe next morning the sun came out again.\n") == [
        (1, "CHAPTER I"),
        (2, "The next morning the sun came out…"),
    ]


def test_underlined_lines_are_headings():
    assert outline("Big\n===\n\ntext\n\nSmall\n-----\n\ntext\n") == [(1, "Big"), (2, "Small")]


def test_lines_in_capitals_are_headings_when_there_are_several():
    assert outline("GETTING STARTED\n\ntext\n\nMORE HELP\n\ntext\n") == [(1, "GETTING STARTED"), (1, "MORE HELP")]
    assert outline("text\n\nNASA\n\ntext\n") == []


def test_wrapped_lines_become_sentences_and_paragraphs_stay_apart():
    text = "This line is long enough to have been wrapped by\nan editor.\n\nSecond.\n"
    assert book(text).sections[0].prose == "This line is long enough to have been wrapped by an editor.\nSecond."


def test_text_without_chapters_is_one_section():
    assert [one.anchor for one in book("just\nsome\nlines\n").sections] == ["top"]
