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
from bookwheel.library.library import Library
from bookwheel.wire import compact
from tests.parsing.formats.pictures.samples import jpeg
from tests.parsing.outside.stand_ins import SOFFICE, odt, stand_in

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
    assert problems["a.docx"] == ("skipped", "The file is not a Word document.")
    assert problems["b.pdf"] == ("skipped", "The file is not a PDF.")


def test_a_document_of_an_older_program_is_read_once_libreoffice_is_installed(shelf, write, monkeypatch, tmp_path):
    root = shelf.add()
    write(root, "page.md", "# A page\n")
    (root / "a.doc").write_bytes(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(504))
    shelf.index()
    (kind,) = shelf.library.problems(NameRequest()).skipped_types
    assert (kind.extension, kind.count, kind.needs) == (".doc", 1, "LibreOffice")
    program = stand_in(tmp_path / "office", "soffice", SOFFICE)
    (tmp_path / "office" / "made.odt").write_bytes(odt("<text:p>Walnut.</text:p>"))
    monkeypatch.setenv("BOOKWHEEL_LIBREOFFICE", str(program))
    shelf.parser.close()  # the next one inherits the environment
    shelf.index()
    shelf.parser.close()
    (hit,) = shelf.library.search(SearchRequest("walnut")).hits
    assert hit.place is not None and hit.place.kind is PlaceKind.PARAGRAPH
    assert shelf.library.problems(NameRequest()).skipped_types == ()


def test_a_picture_is_a_document_where_that_is_switched_on_and_pages_still_show_it(shelf, write):
    root = shelf.add(formats=("image=on",))
    write(root, "a.md", "# Page\n\n![A wheel](photo.jpg) and [the picture](photo.jpg)\n")
    (root / "photo.jpg").write_bytes(jpeg())
    shelf.index()
    (hit,) = shelf.library.search(SearchRequest("shelves")).hits
    assert hit.section.startswith("notes/photo.jpg") and hit.place is not None and hit.place.words == "page 1"
    page = shelf.library.page(PageRequest("notes/a.md")).html
    assert "bookwheel://asset/notes/a.md?href=photo.jpg" in page and 'href="bookwheel://doc/notes/photo.jpg"' in page
    assert shelf.library.asset(AssetRequest("notes/a.md", "photo.jpg")).content == jpeg()
    own = shelf.library.page(PageRequest("notes/photo.jpg")).html
    assert "bookwheel://asset/notes/photo.jpg?href=inner%3Aphoto.jpg" in own
    answer = shelf.library.asset(AssetRequest("notes/photo.jpg", "inner:photo.jpg"))
    assert (answer.media_type, answer.content) == ("image/jpeg", jpeg())


TREES = ("Oak", "Elm", "Yew")


def test_an_address_with_a_place_leads_to_its_section_everywhere(shelf, write):
    root = shelf.add()
    write(root, "a.html", PAGE)
    write(
        root,
        "m.mbox",
        "".join(
            f"From a@b.c Mon Jan  1 00:00:00 2024\nFrom: Ann <a@b.c>\nSubject: About {tree}\n\n{tree} it is.\n\n"
            for tree in TREES
        ),
    )
    write(root, "b.csv", "part,wood\nhub,sycamore\nrim,ash\n")
    write(root, "c.md", "# One\n\nElm.\n\n# Two\n\nYew.\n")
    write(root, "odd?line=2.md", "# Odd\n\n## Second\n")
    shelf.index()
    library = shelf.library

    def read(target: str) -> tuple[str, str, list[str]]:
        answer = library.read(ReadRequest((target,)))
        return answer.passages[0].section, answer.passages[0].text, [str(notice) for notice in answer.notices]

    for target in (
        "notes/a.html?line=4",
        "bookwheel://doc/notes/a.html?line=4",
        "bookwheel://doc/notes/a%2Ehtml?line=4",
    ):
        assert read(target)[0] == "notes/a.html#rim"
    section, text, said = read("notes/m.mbox?message=2")
    assert "Elm it is." in text and "Oak" not in text and not said, "a message is read whole and alone"
    assert library.page(PageRequest("notes/m.mbox", place="message=2")).anchor == section.partition("#")[2]
    assert library.outline(OutlineRequest("notes/m.mbox?message=2")).sections[0].section == section
    section, text, said = read("notes/m.mbox?message=9")
    assert "Yew it is." in text
    assert said == ["notes/m.mbox has nothing at message 9; the nearest is message 3."]
    page = library.page(PageRequest("notes/m.mbox", place="message=9"))
    assert [str(notice) for notice in page.notices] == said
    assert read("notes/c.md?line=7") == ("notes/c.md#two", "# Two\n\nYew.", []), "lines of a text are its own"
    assert read("notes/c.md?line=99")[2] == [
        "notes/c.md has nothing at line 99 of the file; the nearest is line 7 of the file."
    ]
    section, text, said = read("notes/c.md?page=3")
    assert section == "" and said == ["notes/c.md has no page 3; it is shown from the start."]
    assert read("notes/m.mbox?message=2#nothing-of-this-name")[0] == section_of(library, "message=2")
    assert read("notes/a.html?line=1#rim")[0] == "notes/a.html#rim", "a section that is there counts before the place"
    assert read("notes/odd?line=2.md")[1].startswith("# Odd"), "a name may look like a place"
    assert read("bookwheel://doc/notes/a.html?quote=oak")[1].startswith("# Wheels")


def section_of(library: Library, place: str) -> str:
    return f"notes/m.mbox#{library.page(PageRequest('notes/m.mbox', place=place)).anchor}"
