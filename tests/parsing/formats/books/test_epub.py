"""Books are read chapter by chapter, with their own titles, links and pictures."""

from __future__ import annotations

import io
import random
import zipfile

import pytest

from bookwheel.domain.errors import SkippedFile
from bookwheel.domain.places import place_at
from bookwheel.parsing.documents import parse, picture_in

PACKAGE = """<package xmlns="http://www.idpf.org/2007/opf"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:title>On Wheels</dc:title><dc:creator>Ramelli</dc:creator><dc:date>1588-01-02</dc:date></metadata>
<manifest><item id="two" href="text/two.xhtml"/><item id="one" href="text/one.xhtml"/>
<item id="nav" href="nav.xhtml" properties="nav"/><item id="p" href="wheel.png"/></manifest>
<spine><itemref idref="one"/><itemref idref="two"/></spine></package>"""
NAV = """<html xmlns="http://www.w3.org/1999/xhtml"><body><nav><ol><li><a href="text/one.xhtml">The hub</a>
<ol><li><a href="text/two.xhtml">The rim</a></li></ol></li></ol></nav></body></html>"""
ONE = """<html><body><p>Oak, see <a href="two.xhtml#ash">the rim</a> and <a href="https://example.org">more</a>.</p>
<p><img src="../wheel.png" alt="A wheel"/></p></body></html>"""
TWO = '<html><body><h1>The rim</h1><p id="ash">Ash wood.</p></body></html>'


def _epub(**changed: str) -> bytes:
    file = io.BytesIO()
    container = '<container><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>'
    parts = {
        "mimetype": "application/epub+zip", "META-INF/container.xml": container, "OEBPS/book.opf": PACKAGE,
        "OEBPS/nav.xhtml": NAV, "OEBPS/text/one.xhtml": ONE, "OEBPS/text/two.xhtml": TWO, "OEBPS/wheel.png": "picture",
    }  # fmt: skip
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, part in (parts | changed).items():
            packed.writestr(name, part)
    return file.getvalue()


def test_chapters_stand_in_the_order_of_the_spine_under_their_titles() -> None:
    document = parse(_epub(), "wheels.epub")
    assert (document.title, document.date, document.format) == ("On Wheels", "1588-01-02", "epub")
    assert [(section.level, section.title) for section in document.sections if section.level] == [
        (1, "The hub"), (2, "The rim"),
    ]  # fmt: skip
    assert "Oak, see [the rim](#ch2-ash) and [more](https://example.org)." in document.text
    assert '<a id="ch2-ash"></a>Ash wood.' in document.text
    assert "![A wheel](inner:OEBPS/wheel.png)" in document.text
    last = document.sections[-1]
    place = place_at(document.places, (last.start_line, last.end_line))
    assert place is not None and place.words == "OEBPS/text/two.xhtml"
    assert picture_in(_epub(), "epub", "OEBPS/wheel.png") == b"picture"


def test_books_that_cannot_be_read_say_why() -> None:
    for content in (b"", b"PK\x03\x04", _epub(**{"OEBPS/book.opf": "<package/>"}), _epub()[:500]):
        with pytest.raises(SkippedFile):
            parse(content, "a.epub")
    locked = _epub(**{"META-INF/encryption.xml": "<x/>", "META-INF/rights.xml": "<x/>"})
    with pytest.raises(SkippedFile, match="protected"):
        parse(locked, "a.epub")


def test_changed_books_never_fail() -> None:
    chance = random.Random(16)
    for _ in range(120):
        at = chance.randrange(len(PACKAGE))
        changed = _epub(**{"OEBPS/book.opf": PACKAGE[:at] + PACKAGE[at + chance.randrange(30) :]})
        content = bytearray(changed)
        content[chance.randrange(len(content))] = chance.randrange(256)
        for book in (changed, bytes(content)):
            try:
                assert parse(book, "a.epub").sections
            except SkippedFile as skipped:
                assert skipped.message
