"""Which pieces begin in a part of a page, by the places of its document."""

from __future__ import annotations

from bookwheel.domain.places import Place, PlaceKind
from bookwheel.indexes.catalogue import SectionRow
from bookwheel.library.reading.page_pieces import pieces_of


def section(anchor: str, first: int, last: int) -> SectionRow:
    lines = (first, last, first * 10, last * 10 + 10)
    return SectionRow(1, 1, "a/b", anchor, 1, anchor.title(), (), *lines, 3, "", "", "")


SECTIONS = [section("one", 1, 4), section("two", 5, 8), section("three", 9, 12)]


def test_a_part_gets_its_own_chapters_and_the_headings_around_them() -> None:
    places = [Place(line, PlaceKind.CHAPTER, number, number) for number, line in enumerate((1, 5, 9), 1)]
    (piece,) = pieces_of(places, SECTIONS, SECTIONS[1:2])
    assert (piece.line, piece.kind, piece.number) == (5, "chapter", 2)
    assert piece.before and piece.after and (piece.before.anchor, piece.after.anchor) == ("one", "three")
    first, *_, last = pieces_of(places, SECTIONS, SECTIONS)
    assert first.before is None and last.after is None


def test_a_page_is_named_once_where_it_begins_and_the_first_not_at_all() -> None:
    lines = ((1, 1), (3, 1), (5, 2), (7, 2), (9, 3))
    places = [Place(line, PlaceKind.PAGE, page, page, "iii" if page == 3 else "") for line, page in lines]
    assert [(piece.line, piece.label) for piece in pieces_of(places, SECTIONS, SECTIONS)] == [(5, "2"), (9, "iii")]


def test_times_are_written_as_clocks_do_and_lines_are_no_pieces() -> None:
    places = [Place(1, PlaceKind.TIME, 65_000, 66_000), Place(5, PlaceKind.TIME, 3_725_000, 3_726_000)]
    assert [piece.label for piece in pieces_of(places, SECTIONS, SECTIONS)] == ["0:01:05", "1:02:05"]
    assert pieces_of([Place(1, PlaceKind.LINE, 4, 4)], SECTIONS, SECTIONS) == ()
