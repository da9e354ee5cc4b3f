from __future__ import annotations

import pytest

from bookwheel.domain.places import FilePlace, PlaceKind
from bookwheel.domain.search import Hit

LINES, PAGE = FilePlace(PlaceKind.LINE, 111, 112), FilePlace(PlaceKind.PAGE, 3, 3)


@pytest.mark.parametrize(
    ("url", "place", "told"),
    [
        ("", LINES, LINES),
        ("https://docs.example.org/guide#rules", LINES, None),
        ("https://docs.example.org/guide.pdf", PAGE, PAGE),
        ("https://docs.example.org/guide", None, None),
    ],
)
def test_the_lines_of_a_page_of_the_web_are_not_told(url: str, place: FilePlace | None, told: FilePlace | None) -> None:
    hit = Hit("d", "d#a", "A", "D", ("D",), (1, 2), "", (), 1.0, "", "d", place=place, url=url)

    assert hit.told_place == told
