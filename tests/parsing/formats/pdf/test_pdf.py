"""PDFs become paragraphs under their headings, each with its page and its box on it."""

from __future__ import annotations

import random
import sys
import time

import pytest

from bookwheel.domain.errors import SkippedFile
from bookwheel.domain.places import place_at
from bookwheel.parsing.documents import parse
from bookwheel.parsing.formats.pdf.document import read
from bookwheel.parsing.outside import tesseract
from tests.parsing.formats.pdf.made_pdf import Text, made_pdf
from tests.parsing.outside.stand_ins import TESSERACT, stand_in, words_table


def _page(number: int, *lines: Text) -> list[Text]:
    return [
        (72, 810, 9, "F1", "The craft of reading"), *lines, (290, 30, 9, "F1", str(number)),
    ]  # fmt: skip


PAGES = [
    _page(1, (72, 740, 24, "F2", "On Wheels"), (72, 700, 11, "F1", "A wheel carries many books, and a reader turns"),
          (72, 686, 11, "F1", "it with-"), (72, 672, 11, "F1", "out leaving the chair."),
          (72, 640, 16, "F2", "Parts"), (72, 610, 11, "F1", "The hub is made of oak.")),
    _page(2, (72, 740, 11, "F1", "The rim holds eight shelves and more."), (72, 700, 16, "F2", "Costs"),
          (72, 670, 11, "F1", "\\225 ten ducats"), (72, 650, 11, "F1", "\\225 two oxen"),
          (72, 600, 10, "F3", "turn\\(wheel\\)"), (96, 588, 10, "F3", "stop\\(\\)")),
    _page(3, (72, 740, 11, "F1", "Nothing else is known of it.")),
]  # fmt: skip


def test_headings_paragraphs_lists_and_code_come_out_and_running_heads_do_not() -> None:
    assert (
        read(made_pdf(PAGES), "wheels.pdf").text
        == """# On Wheels

A wheel carries many books, and a reader turns it without leaving the chair.

## Parts

The hub is made of oak.

The rim holds eight shelves and more.

## Costs

- ten ducats

- two oxen

```
turn(wheel)
    stop()
```

Nothing else is known of it.
"""
    )


def test_every_block_has_its_page_and_its_box() -> None:
    document = parse(made_pdf(PAGES), "wheels.pdf")
    lines = [(section.start_line, section.end_line) for section in document.sections]
    places = [place for own in lines if (place := place_at(document.places, own))]
    assert [place.words for place in places] == ["page 1", "pages 1–2", "pages 2–3"]
    box = places[0].box
    assert box is not None and 70 < box[0] < 74 and 80 < box[1] < 110 and 165 < box[3] < 180


def test_the_outline_names_the_headings_and_labels_the_pages() -> None:
    more = (
        "100 0 obj\n<</Type/Outlines/First 101 0 R/Last 102 0 R>>\nendobj\n"
        "101 0 obj\n<</Title(On Wheels)/Parent 100 0 R/Dest[10 0 R/Fit]/Next 102 0 R"
        "/First 103 0 R/Last 103 0 R>>\nendobj\n"
        "102 0 obj\n<</Title(An end that no line names)/Parent 100 0 R/Dest[14 0 R/Fit]/Prev 101 0 R>>\nendobj\n"
        "103 0 obj\n<</Title(Parts)/Parent 101 0 R/Dest[10 0 R/Fit]>>\nendobj\n"
    )
    catalog = "/Outlines 100 0 R/PageLabels<</Nums[0<</S/r>>]>>"
    document = parse(
        made_pdf(PAGES, more, catalog, info="/Title(Of reading)/Author(Ramelli)/CreationDate(D:15880102)"), "a.pdf"
    )
    assert [(section.level, section.title) for section in document.sections] == [
        (1, "On Wheels"), (2, "Parts"), (1, "An end that no line names"),
    ]  # fmt: skip
    assert (document.title, document.date, dict(document.fields)["author"]) == (
        "Of reading",
        "1588-01-02",
        ("Ramelli",),
    )
    place = place_at(document.places, (1, 2))
    assert place is not None and place.words == "page i"


def test_links_and_remarks_stay_with_their_words() -> None:
    page = (
        "/Annots[<</Type/Annot/Subtype/Link/Rect[70 605 220 625]/A<</S/URI/URI(https://example.org/oak)>>>>"
        "<</Type/Annot/Subtype/Highlight/Rect[70 605 220 625]/QuadPoints[70 625 220 625 70 605 220 605]"
        "/Contents(Which oak?)/T(Agostino)>>]"
    )
    text = read(made_pdf(PAGES[:1], page=page), "a.pdf").text
    assert "[The hub is made of oak.](https://example.org/oak)" in text
    assert "> “The hub is made of oak.”\n>\n> **Agostino:** Which oak?" in text


def test_two_columns_are_read_one_after_the_other_whatever_the_order_of_the_file() -> None:
    left = [(72.0, 700.0 - 14 * row, 11.0, "F1", f"left {row} words of the first column") for row in range(12)]
    right = [(320.0, 700.0 - 14 * row, 11.0, "F1", f"right {row} words of the other one") for row in range(12)]
    rows = [line for pair in zip(left, right, strict=True) for line in pair]
    for lines in (left + right, right + left):
        text = read(made_pdf([lines]), "a.pdf").text
        assert text.index("left 11") < text.index("right 0")
    assert read(made_pdf([rows]), "a.pdf").text.count("words of") == 24


def _scan() -> bytes:
    """A page without text that holds a picture."""
    head = "<</Type/XObject/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray/Length 1>>"
    scan = made_pdf([[]], f"100 0 obj\n{head}stream\nx\nendstream\nendobj\n")
    scan = scan.replace(b"/Font<<", b"/XObject<</I 100 0 R>>/Font<<").replace(b"<</Length 0>>", b"<</Length 6>>")
    return scan.replace(b"stream\n\nendstream", b"stream\n/I Do \nendstream")


@pytest.mark.skipif(sys.platform == "win32", reason="the program that stands in is a shell script")
def test_words_of_scans_are_recognised_where_that_is_asked_for(monkeypatch, tmp_path) -> None:
    program = stand_in(tmp_path / "ocr", "tesseract", TESSERACT)
    (tmp_path / "ocr" / "words.tsv").write_text(words_table("Walnut and", "brass."), encoding="utf-8")
    monkeypatch.setenv("BOOKWHEEL_TESSERACT", str(program))
    document = parse(_scan(), "a.pdf", recognise="de")
    assert document.text == "Walnut and\nbrass.\n"
    place = place_at(document.places, (2, 2))
    assert place is not None and (place.words, place.box) == ("page 1", (24.0, 48.0, 45.6, 57.6))
    assert dict(document.fields)["recognised"] == ("Tesseract",)
    assert not document.warnings
    monkeypatch.setattr(tesseract, "MOST_PAGES", 0)
    warnings = [str(warning) for warning in parse(_scan(), "a.pdf", recognise="de").warnings]
    assert warnings == ["Text recognition stopped after 0 pages; 1 more pages are pictures (scans)."]
    monkeypatch.setenv("BOOKWHEEL_TESSERACT", "")
    warnings = [str(warning) for warning in parse(_scan(), "a.pdf", recognise="de").warnings]
    assert warnings[0] == "Install Tesseract to recognise the words in its pictures."


def test_scans_and_protected_files_say_so() -> None:
    assert [str(warning) for warning in read(_scan(), "a.pdf").warnings] == [
        "This PDF has no text layer; its pages are pictures (scans). Switch on text recognition for it:"
        " pdf=ocr in the collection's formats."
    ]
    for content in (
        b"",
        b"no PDF at all",
        b"%PDF-1.7\n" + b"x" * 300,
        b"%PDF-1.7\n1 0 obj\n<</Type/Catalog/Pages 1 0 R>>",
    ):
        with pytest.raises(SkippedFile):
            read(content, "a.pdf")


def _nameless(words: str) -> bytes:
    """Two pages; the second one's font has numbers for its shapes and says nothing of their letters."""
    shapes = (
        "100 0 obj\n<</Type/Font/Subtype/Type0/BaseFont/Shapes/Encoding/Identity-H/DescendantFonts[101 0 R]>>\nendobj\n"
        "101 0 obj\n<</Type/Font/Subtype/CIDFontType2/BaseFont/Shapes/CIDToGIDMap/Identity/FontDescriptor 102 0 R"
        "/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>>>\nendobj\n"
        "102 0 obj\n<</Type/FontDescriptor/FontName/Shapes/Flags 4/ItalicAngle 0>>\nendobj\n"
    )
    numbers = "".join(f"\\000\\{ord(letter) - 29:03o}" for letter in words)
    pages: list[list[Text]] = [[(72, 700, 11, "F1", "These words are read")], [(72, 700, 11, "F4", numbers)]]
    return made_pdf(pages, shapes).replace(b"/F3 5 0 R", b"/F3 5 0 R/F4 100 0 R")


def test_pages_whose_fonts_name_no_letters_say_so_and_show_no_nonsense() -> None:
    made = read(_nameless("The walnut wheel turns under twelve folios"), "a.pdf")
    assert made.text == "These words are read\n"
    assert [str(warning) for warning in made.warnings] == [
        "The text of 1 of 2 pages cannot be read: their fonts do not say which letters they show."
        " Switch on text recognition for them: pdf=ocr in the collection's formats."
    ]


@pytest.mark.skipif(sys.platform == "win32", reason="the program that stands in is a shell script")
def test_pages_whose_fonts_name_no_letters_are_recognised_as_scans_are(monkeypatch, tmp_path) -> None:
    program = stand_in(tmp_path / "ocr", "tesseract", TESSERACT)
    (tmp_path / "ocr" / "words.tsv").write_text(words_table("Walnut and", "brass."), encoding="utf-8")
    monkeypatch.setenv("BOOKWHEEL_TESSERACT", str(program))
    document = parse(_nameless("The walnut wheel turns under twelve folios"), "a.pdf", recognise="de")
    assert document.text == "These words are read\n\nWalnut and\nbrass.\n"
    assert not document.warnings


def test_changed_and_torn_files_never_fail() -> None:
    chance, whole = random.Random(16), made_pdf(PAGES)
    for _ in range(150):
        content = bytearray(whole)
        for _ in range(chance.randrange(1, 20)):
            content[chance.randrange(len(content))] = chance.randrange(256)
        try:
            assert parse(bytes(content[: chance.randrange(200, len(content))]), "a.pdf").sections
        except SkippedFile as skipped:
            assert skipped.message


def test_many_pages_and_crowded_ones_are_read_in_time() -> None:
    began = time.process_time()
    crowded = [(float(x), float(y), 1.0, "F1", "word") for x in range(0, 590, 6) for y in range(0, 840, 6)]
    assert read(made_pdf([crowded]), "a.pdf").text
    assert len(read(made_pdf(PAGES * 100), "a.pdf").text) > 10_000
    assert time.process_time() - began < 20


def test_a_title_ends_where_smaller_letters_stand_far_beside_it() -> None:
    beside: list[Text] = [(60, 780, 20, "F2", "Booking order"), (400, 780, 9, "F1", "Print date 12/15/2024")]
    below: list[Text] = [(60, 700 - 14 * row, 10, "F1", f"Line {row} of words that go on.") for row in range(20)]
    assert parse(made_pdf([[*beside, *below]]), "a.pdf").title == "Booking order"
