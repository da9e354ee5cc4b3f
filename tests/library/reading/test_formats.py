"""Documents of other formats are found, cited by their places, shown with their pictures, and told when they lie."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from bookwheel.domain.errors import NotFound
from bookwheel.domain.page import AssetRequest, PageRequest
from bookwheel.domain.places import PlaceKind
from bookwheel.domain.reading import OutlineRequest, ReadRequest
from bookwheel.domain.search import SearchRequest
from bookwheel.domain.service.requests import NameRequest
from bookwheel.wire import compact

PAGE = (
    "<html><body><h1>Wheels</h1>\n<p>Oak holds.</p>\n<h2 id=rim>The rim</h2>\n<p>Ashwood <a href='b.csv'>costs</a>.</p>"
)


def _book(path: Path) -> None:
    package = '<package><manifest><item id="a" href="a.xhtml"/></manifest><spine><itemref idref="a"/></spine></package>'
    with zipfile.ZipFile(path, "w") as packed:
        packed.writestr("book.opf", package)
        packed.writestr("a.xhtml", "<h1>A book</h1><p>Walnut.</p><img src='wheel.png' alt='A wheel'>")
        packed.writestr("wheel.png", b"\x89PNG")


def test_hits_passages_and_outlines_name_the_place_in_the_file(shelf, write):
    root = shelf.add()
    write(root, "a.html", PAGE)
    write(root, "b.csv", "part,wood\nhub,sycamore\nrim,ash\n")
    shelf.index()
    (hit,) = shelf.library.search(SearchRequest("ashwood")).hits
    assert hit.section == "notes/a.html#rim" and hit.place is not None
    assert (hit.place.kind, hit.place.first, hit.place.last) == (PlaceKind.LINE, 3, 4)
    answer = shelf.library.search(SearchRequest("sycamore"))
    assert compact(answer)["hits"][0]["place"] == "A2:B2"
    (passage,) = shelf.library.read(ReadRequest(("notes/a.html#rim",))).passages
    assert passage.text.startswith("## The rim {#rim}") and passage.place is not None and passage.place.first == 3
    entries = shelf.library.outline(OutlineRequest("notes/a.html")).sections
    assert [entry.place.first for entry in entries if entry.place] == [1, 3]
    page = shelf.library.page(PageRequest("notes/a.html")).html
    assert 'id="rim"' in page and 'href="bookwheel://doc/notes/b.csv' in page


def test_a_picture_from_inside_a_book_is_shown(shelf):
    root = shelf.add()
    _book(root / "a.epub")
    shelf.index()
    page = shelf.library.page(PageRequest("notes/a.epub")).html
    assert "bookwheel://asset/notes/a.epub?href=inner%3Awheel.png" in page
    answer = shelf.library.asset(AssetRequest("notes/a.epub", "inner:wheel.png"))
    assert (answer.media_type, answer.content) == ("image/png", b"\x89PNG")
    for name in ("inner:book.opf", "inner:gone.png", "inner:../a.md"):
        with pytest.raises(NotFound):
            shelf.library.asset(AssetRequest("notes/a.epub", name))


def test_a_file_that_is_called_otherwise_is_read_as_what_it_holds(shelf):
    root = shelf.add()
    _book(root / "a.docx")
    (root / "b.pdf").write_bytes(b"\0\1\2")
    shelf.index()
    problems = {
        problem.path: (problem.kind, problem.reason) for problem in shelf.library.problems(NameRequest()).problems
    }
    assert problems["a.docx"] == ("skipped", "The file holds no Word document.")
    assert problems["b.pdf"] == ("skipped", "The file is no PDF.")
