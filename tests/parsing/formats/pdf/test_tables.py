"""Rows of words whose gaps stand below each other become tables; prose, lists and columns of text do not."""

from __future__ import annotations

from collections.abc import Sequence

from bookwheel.domain.places import place_at
from bookwheel.parsing.documents import parse
from bookwheel.parsing.formats.pdf.document import read
from bookwheel.parsing.formats.pdf.page_lines import lines_of
from bookwheel.parsing.formats.pdf.pdfium import File, Page
from tests.parsing.formats.pdf.made_pdf import Text, made_pdf

Row = Sequence[tuple[float, str]]
"""Left edge and words of each cell."""

STOCK: list[Row] = [
    [(72, "Code"), (180, "Place"), (280, "Expected"), (380, "Found"), (460, "State")],
    [(72, "SKU-8847"), (180, "A-12"), (280, "450")],
    [(180, "B-07"), (380, "289"), (460, "short")],
    [(72, "SKU-9201"), (280, "780"), (380, "778"), (460, "fine")],
    [(72, "SKU-4563"), (180, "D-22"), (380, "156"), (460, "critical")],
]


def _rows(rows: Sequence[Row], top: float = 700, pitch: float = 16) -> list[Text]:
    return [
        (left, top - pitch * index, 10.0, "F1", words) for index, row in enumerate(rows) for left, words in row
    ]  # fmt: skip


def test_a_table_without_rules_keeps_its_empty_cells() -> None:
    above: list[Text] = [(72, 740, 10, "F1", "Each shelf was counted in November, and what was found stands below.")]
    assert (
        read(made_pdf([above + _rows(STOCK)]), "a.pdf").text
        == """Each shelf was counted in November, and what was found stands below.

| Code | Place | Expected | Found | State |
| --- | --- | --- | --- | --- |
| SKU-8847 | A-12 | 450 |  |  |
|  | B-07 |  | 289 | short |
| SKU-9201 |  | 780 | 778 | fine |
| SKU-4563 | D-22 |  | 156 | critical |
"""
    )


def test_cells_that_the_file_writes_column_by_column_make_the_same_table() -> None:
    by_column = sorted(_rows(STOCK), key=lambda line: (line[0], -line[1]))
    assert read(made_pdf([by_column]), "a.pdf").text == read(made_pdf([_rows(STOCK)]), "a.pdf").text


def test_numbers_that_end_below_each_other_are_one_column() -> None:
    rows: list[Row] = [
        [(72, "Labour"), (300, "Hours"), (400, "Cost")],
        [(72, "Body"), (318, "2"), (406, "300")],
        [(72, "Paint"), (310, "1.5"), (398, "1,225")],
    ]
    assert "| Paint | 1.5 | 1,225 |" in read(made_pdf([_rows(rows)]), "a.pdf").text


def test_a_title_between_two_tables_parts_them() -> None:
    rows: list[Row] = [*STOCK[:3], [(230, "Totals of the year")], [(72, "Sum"), (280, "1230"), (380, "1223")],
                       [(72, "Rest"), (280, "12"), (380, "9")]]  # fmt: skip
    text = read(made_pdf([_rows(rows)]), "a.pdf").text
    assert text.count("\n| --- |") == 2
    assert "\n\nTotals of the year\n\n| Sum | 1230 | 1223 |" in text


def test_a_table_is_cited_by_its_page_and_its_box() -> None:
    document = parse(made_pdf([[(72, 740, 10, "F1", "Nothing.")], _rows(STOCK)]), "a.pdf")
    line = document.text[: document.text.index("| SKU-9201")].count("\n") + 1
    place = place_at(document.places, (line, line))
    assert place is not None and (place.first, place.last) == (2, 2)
    assert place.box is not None and place.box[0] < 73 and place.box[2] > 460 and place.box[3] - place.box[1] > 60


def test_lists_columns_of_text_and_numbered_formulas_are_no_tables() -> None:
    numbered: list[Row] = [[(72, f"{number}."), (110, f"apples and {number} pears")] for number in range(1, 8)]
    formulas: list[Row] = [[(220, "a + b = c"), (500, "(1)")], [(72, "which is why we add them up")],
                           [(220, "c + d = e"), (500, "(2)")]]  # fmt: skip
    prose = "words of a column that goes on and on"
    columns: list[Row] = [[(72, f"left {at} {prose}"), (320, f"right {at} {prose}")] for at in range(12)]
    for rows in (numbered, formulas, columns):
        assert "| --- |" not in read(made_pdf([_rows(rows)]), "a.pdf").text


def test_a_page_number_is_dropped_wherever_the_margin_ends() -> None:
    pages = [
        [(72.0, 700.0, 10.0, "F1", "It goes on over the page"), (290.0, 120.0, 10.0, "F1", str(number))]
        for number in (7, 8, 9)
    ]
    assert "8" not in read(made_pdf(pages), "a.pdf").text
    years = [[(72.0, 700.0, 10.0, "F1", "It was in"), (290.0, 120.0, 10.0, "F1", year)] for year in ("1588", "1620")]
    assert "1620" in read(made_pdf(years), "a.pdf").text


def test_a_compound_keeps_its_hyphen_at_the_end_of_a_line() -> None:
    lines: list[Text] = [
        (72, 700, 10, "F1", "Some chat-optimized models are known; others are chat-"),
        (72, 686, 10, "F1", "optimized later, and the wheel car-"),
        (72, 672, 10, "F1", "ries books."),
    ]
    text = read(made_pdf([lines]), "a.pdf").text
    assert "others are chat-optimized later" in text and "carries books" in text


def test_letters_that_the_page_makes_smaller_are_as_large_as_they_are_shown() -> None:
    lines: list[Text] = [
        (96, 900, 16, "F1", "Words that a browser has printed go on over"),
        (96, 880, 16, "F1", "the end of a line"),
    ]
    whole = made_pdf([lines]).replace(b"stream\nBT", b"stream\n.7 0 0 .7 0 0 cm\nBT", 1)
    length = int(whole.split(b"/Length ")[1].split(b">>")[0])
    whole = whole.replace(b"/Length %d>>" % length, b"/Length %d>>" % (length + 20))
    file = File(whole)
    page = Page(file, 0)
    assert [line.size for line in lines_of(page, 0, page.words())] == [11.2, 11.2]
    file.close()
