"""Places of a document become the part of the file that is cited."""

from __future__ import annotations

from bookwheel.domain.places import Place, PlaceKind, place_at


def test_a_note_below_its_section_does_not_end_the_place_where_it_is_referred_to() -> None:
    places = [Place(line, PlaceKind.PARAGRAPH, number, number) for line, number in ((1, 5), (3, 6), (5, 7), (7, 6))]
    place = place_at(places, (1, 8))
    assert place is not None and (place.first, place.last) == (5, 7)


def test_what_stands_in_any_order_in_the_file_is_cited_from_its_first_to_its_last() -> None:
    places = [Place(1, PlaceKind.LINE, 9, 9), Place(4, PlaceKind.LINE, 3, 5), Place(6, PlaceKind.LINE, 7, 7)]
    place = place_at(places, (1, 6))
    assert place is not None and (place.first, place.last) == (3, 9)


def test_pages_keep_the_labels_and_the_box_of_the_first() -> None:
    box = (1.0, 2.0, 3.0, 4.0)
    places = [Place(1, PlaceKind.PAGE, 1, 1, "i", box), Place(3, PlaceKind.PAGE, 2, 2, "ii", (0, 0, 9, 9))]
    place = place_at(places, (1, 4))
    assert place is not None and (place.words, place.box) == ("pages i–ii", box)
    assert place_at([], (1, 2)) is None
