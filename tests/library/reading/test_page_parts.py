"""Large documents come in parts, and nothing of them is lost."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest

from bookwheel.domain.errors import NotFound
from bookwheel.domain.page import FindRequest, PageRequest
from bookwheel.domain.reading import OutlineRequest
from bookwheel.domain.search import EVERYTHING
from bookwheel.indexes.catalogue import SectionRow
from bookwheel.library.reading import page as showing
from bookwheel.library.reading import page_parts
from tests.library.conftest import Shelf

HEADINGS = 400


@pytest.fixture
def large(shelf: Shelf) -> Shelf:
    lines = ["# Large", "", "[wheel]: https://example.org/wheel", "", "[^desk]: A desk, seen late.", ""]
    for number in range(HEADINGS):
        links = "See [the wheel][wheel], [the last](#part-399) and a note[^desk]." if number in (3, 200) else ""
        lines += [f"## Part {number}", "", f"word{number} {'leaf ' * 120}", "", links, ""]
    (shelf.add("shelf") / "large.md").write_text("\n".join(lines), "utf-8")
    shelf.index()
    return shelf


def test_every_section_stands_in_one_part_and_in_its_order(large: Shelf) -> None:
    first = large.library.page(PageRequest("shelf/large.md"))
    assert first.parts > 3
    later = [large.library.page(PageRequest("shelf/large.md", part=number)).html for number in range(1, first.parts)]
    head, *places = first.html.split('<div class="part"')
    assert len(places) == len(later)
    found = [int(number) for html in (head, *later) for number in re.findall(r">Part (\d+)</h2>", html)]
    assert found == list(range(HEADINGS))
    for place, html in zip(places, later, strict=True):
        anchors = re.findall(r'<span id="([^"]+)"', place)
        assert anchors == re.findall(r'<h2 id="([^"]+)"', html)
    anchors = re.findall(r'<(?:h[12]|span) id="([^"]+)"', first.html)
    sections = large.library.outline(OutlineRequest("shelf/large.md")).sections
    assert anchors == [section.section.partition("#")[2] for section in sections]


def test_links_and_footnotes_find_what_is_defined_in_another_part(large: Shelf) -> None:
    parts = large.library.page(PageRequest("shelf/large.md")).parts
    html = next(
        page.html
        for page in (large.library.page(PageRequest("shelf/large.md", part=number)) for number in range(1, parts))
        if ">Part 200<" in page.html
    )
    assert 'href="https://example.org/wheel"' in html and "A desk, seen late." in html
    assert 'href="bookwheel://doc/shelf/large.md#part-399"' in html


def test_hits_are_marked_in_the_part_where_they_stand(large: Shelf) -> None:
    first = large.library.page(PageRequest("shelf/large.md", "word390"))
    last = large.library.page(PageRequest("shelf/large.md", "word390", first.parts - 1))
    assert (first.hits, last.hits) == (0, 1) and '<mark class="hit">word390</mark>' in last.html


def test_a_part_that_is_not_there_is_not_found(large: Shelf) -> None:
    with pytest.raises(NotFound):
        large.library.page(PageRequest("shelf/large.md", part=99))


def test_words_are_counted_in_every_part_as_a_reader_sees_them(large: Shelf) -> None:
    snapshot = large.library.seen(EVERYTHING)
    assert snapshot is not None
    found = showing.find_in(FindRequest("shelf/large.md", "PÁRT 39"), EVERYTHING, snapshot).counts
    assert len(found) == large.library.page(PageRequest("shelf/large.md")).parts
    assert sum(found) == 11 and found[0] == 1 and found[-1] == 10
    text = "Some *stressed* words,\n> and [a link](to/words.md)\n> in `code` <!-- words -->"
    phrases = ("stressed words", "a link in code", "words", "")
    assert [page_parts.counts_of(text, [[]], phrase)[0] for phrase in phrases] == [1, 1, 1, 0]


def test_a_document_that_is_not_large_is_one_part(large: Shelf) -> None:
    (large.folder / "shelf" / "small.md").write_text("# Small\n\nfew words\n", "utf-8")
    large.index()
    page = large.library.page(PageRequest("shelf/small.md"))
    assert page.parts == 1 and 'class="part"' not in page.html


def test_parts_tile_the_sections() -> None:
    def row(number: int, size: int) -> SectionRow:
        return SectionRow(number, 1, "d", f"a{number}", 2, "t", (), number + 1, number + 1, number * size,
                          (number + 1) * size, 1, "", "", "")  # fmt: skip

    for size in (100, 7_000, 90_000):
        sections = [row(number, size) for number in range(60)]
        parts: list[Sequence[SectionRow]] = page_parts.parts_of(sections)
        assert [section for part in parts for section in part] == sections and all(parts)
    assert page_parts.parts_of([]) == [[]]
