"""Places in links: written, read back, and found in a document or said to be elsewhere."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bookwheel.domain.links.place_links import find_place, place_named, place_query
from bookwheel.domain.places import FilePlace, Place, PlaceKind


def found(places: list[Place], query: str) -> tuple[tuple[int, int], str, bool]:
    wanted = place_named(query)
    assert wanted is not None
    spot = find_place(places, wanted)
    assert spot is not None
    return spot.lines, str(spot.place.words), spot.is_exact


@pytest.mark.parametrize(
    ("place", "query"),
    [
        (FilePlace(PlaceKind.PAGE, 12, 14), "page=12"),
        (FilePlace(PlaceKind.PAGE, 12, 12, "xii"), "page=xii"),
        (FilePlace(PlaceKind.SLIDE, 3, 3), "slide=3"),
        (FilePlace(PlaceKind.SHEET, 2, 40, "Budget!A:F"), "cells=Budget!A2:F40"),
        (FilePlace(PlaceKind.SHEET, 2, 2, "R&D 2!A"), "cells=R%26D%202!A2"),
        (FilePlace(PlaceKind.TIME, 725_400, 730_000), "time=0:12:05"),
        (FilePlace(PlaceKind.LINE, 40, 44), "line=40"),
        (FilePlace(PlaceKind.CELL, 7, 7), "cell=7"),
        (FilePlace(PlaceKind.MESSAGE, 3, 3), "message=3"),
        (FilePlace(PlaceKind.PARAGRAPH, 4, 9), "paragraph=4"),
        (FilePlace(PlaceKind.FILE, 0, 0, "inner/a #1?.md"), "file=inner/a%20%231%3F.md"),
        (FilePlace(PlaceKind.CHAPTER, 2, 2, "text/two.xhtml"), "chapter=text/two.xhtml"),
    ],
)
def test_a_place_is_written_as_a_person_reads_it_and_read_back(place: FilePlace, query: str) -> None:
    assert place_query(place) == query
    read = place_named(query)
    assert read is not None and read.kind is place.kind and place_query(read) == query


@given(st.text(max_size=60))
@example("0!")
@example("B7!")
def test_a_query_of_any_shape_is_a_place_that_can_be_written_or_none(query: str) -> None:
    for text in (query, *(f"{name}={query}" for name in ("page", "cells", "time", "line", "file"))):
        place = place_named(text)
        if place is not None:
            again = place_named(place_query(place))
            assert place_query(place) == place_query(again) if again is not None else True
            assert str(place.words) is not None


def test_a_link_without_a_place_names_none() -> None:
    for query in ("", "quote=page%3D3", "page=", "pages=3", "=3", "page"):
        assert place_named(query) is None, query
    assert place_named("quote=a&page=3") == FilePlace(PlaceKind.PAGE, 3, 3, "3")


def test_a_page_is_found_by_its_label_and_else_by_its_number() -> None:
    places = [Place(1, PlaceKind.PAGE, 1, 1, "i"), Place(5, PlaceKind.PAGE, 2, 2, "ii")]
    places += [
        Place(9, PlaceKind.PAGE, 3, 3, "1"),
        Place(12, PlaceKind.PAGE, 3, 3, "1"),
        Place(15, PlaceKind.PAGE, 5, 5, "3"),
    ]
    assert found(places, "page=1") == ((9, 14), "page 1", True)
    assert found(places, "page=II") == ((5, 8), "page ii", True)
    assert found(places, "page=5") == ((15, 0), "page 3", True)
    assert found(places, "page=400") == ((15, 0), "page 3", False)
    assert found(places, "page=nothing") == ((1, 4), "page i", False)


def test_cells_are_found_by_sheet_and_row() -> None:
    places = [
        Place(1, PlaceKind.SHEET, 1, 1, "Budget!A:C"),
        Place(3, PlaceKind.SHEET, 1, 1, "Budget!A:C"),
        Place(5, PlaceKind.SHEET, 2, 40, "Budget!A:C", rises=True),
        Place(46, PlaceKind.SHEET, 1, 1, "Costs!A:B"),
        Place(50, PlaceKind.SHEET, 2, 9, "Costs!A:B", rises=True),
    ]
    assert found(places, "cells=costs!A4:B5") == ((52, 0), "Costs!A4:B4", True)
    assert found(places, "cells=Budget!A2:C40") == ((5, 45), "Budget!A2:C2", True)
    assert found(places, "cells=Costs") == ((46, 49), "Costs!A1:B1", True)
    assert found(places, "cells=Costs!A99") == ((50, 0), "Costs!A9:B9", False)
    assert found(places, "cells=Budgets!A7")[1:] == ("Budget!A1:C1", False)


def test_a_time_is_found_by_its_second_and_pauses_belong_to_what_was_said_before() -> None:
    times = ((1, 0, 2000), (4, 2100, 4900), (7, 9400, 12_000))
    places = [Place(line, PlaceKind.TIME, start, end) for line, start, end in times]
    assert found(places, "time=0:00:02")[0] == (4, 6), "the second in which it begins"
    assert found(places, "time=9")[0] == (7, 0)
    assert found(places, "time=0:06") == ((4, 6), "0:00:02–0:00:04", True)
    assert found(places, "time=1:00:00") == ((7, 0), "0:00:09–0:00:12", False)


def test_lines_messages_and_inner_files_are_found_or_the_nearest() -> None:
    lines = [Place(1, PlaceKind.LINE, 3, 5), Place(3, PlaceKind.LINE, 9, 12, rises=True)]
    assert found(lines, "line=7") == ((1, 2), "lines 3–5 of the file", True), "a blank line belongs to what is above"
    assert found(lines, "line=11") == ((5, 0), "line 11 of the file", True)
    assert found(lines, "line=1")[2] is False and found(lines, "line=99") == ((3, 0), "line 12 of the file", False)
    messages = [Place(1, PlaceKind.MESSAGE, 1, 1), Place(9, PlaceKind.MESSAGE, 2, 2)]
    assert found(messages, "message=2") == ((9, 0), "message 2", True)
    files = [Place(1, PlaceKind.FILE, label="a/one.md"), Place(9, PlaceKind.FILE, label="a/two.md")]
    assert found(files, "file=A/Two.md") == ((9, 0), "a/two.md", True)
    assert found(files, "file=b/two.md") == ((9, 0), "a/two.md", False)
    wanted = place_named("slide=2")
    assert wanted is not None and find_place(files, wanted) is None
