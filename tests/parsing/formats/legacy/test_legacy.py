"""Documents of older programs are read through LibreOffice, which a script stands in for here."""

from __future__ import annotations

import sys

import pytest

from bookwheel.domain.errors import SkippedFile
from bookwheel.domain.places import PlaceKind
from bookwheel.parsing.documents import parse, picture_in
from bookwheel.parsing.formats.legacy import conversion
from bookwheel.parsing.outside.confinement import Bounds
from tests.parsing.outside.stand_ins import SOFFICE, odt, stand_in

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the programs that stand in are shell scripts")

_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(504)
_ODT = odt(
    "<text:h text:outline-level='1'>The wheel</text:h><text:p>It turns.</text:p>"
    "<text:p><draw:frame><draw:image xlink:href='Pictures/a.png'/></draw:frame></text:p>",
    {"Pictures/a.png": b"\x89PNG"},
)


@pytest.fixture
def soffice(monkeypatch, tmp_path):
    """Put a script in the place of LibreOffice."""

    def install(script: str = SOFFICE) -> None:
        program = stand_in(tmp_path / "office", "soffice", script)
        (tmp_path / "office" / "made.odt").write_bytes(_ODT)
        monkeypatch.setenv("BOOKWHEEL_LIBREOFFICE", str(program))
        monkeypatch.setattr(conversion, "BOUNDS", Bounds(cpu_s=5, wall_s=2, written_mb=4))
        conversion.converted.cache_clear()

    return install


def test_a_converted_document_is_read_and_cited_as_its_successor(soffice):
    soffice()
    document = parse(_OLE, "a.doc")
    assert document.format == "doc"
    assert [section.title for section in document.sections] == ["The wheel"]
    assert {place.kind for place in document.places} == {PlaceKind.PARAGRAPH}
    assert picture_in(_OLE, "doc", "Pictures/a.png") == b"\x89PNG"


def test_macros_are_named(soffice):
    soffice()
    warnings = parse(_OLE + "_VBA_PROJECT".encode("utf-16-le"), "a.doc").warnings
    assert [str(warning) for warning in warnings] == ["The document contains macros; they are not run."]


def test_content_decides_under_an_old_name(soffice):
    soffice("#!/bin/sh\nexit 1\n")
    assert parse(b"{\\rtf1 Rich text}", "a.doc").format == "rtf"
    assert parse(b"<html><body><p>A page</p></body></html>", "a.doc").format == "html"
    assert parse(_ODT, "a.doc").format == "odt"


def test_without_libreoffice_the_reason_says_what_to_install(monkeypatch):
    monkeypatch.setenv("BOOKWHEEL_LIBREOFFICE", "")
    conversion.converted.cache_clear()
    with pytest.raises(SkippedFile, match="Install LibreOffice"):
        parse(_OLE, "a.doc")


@pytest.mark.parametrize(
    ("script", "reason"),
    [
        ("exit 0", "could not read the file"),
        ("kill -SEGV $$", "could not read the file"),
        ("sleep 97531", "took more than 5 s"),
        ("yes > big; sleep 60", "wrote too much|could not read|took more"),
        ('mkdir -p made; ln -s /etc/passwd made/document.odt; mkdir -p made', "could not read the file"),
    ],
)  # fmt: skip
def test_a_conversion_that_fails_costs_its_file_alone(soffice, script, reason):
    soffice(f"#!/bin/sh\n{script}\n")
    with pytest.raises(SkippedFile, match=reason):
        parse(_OLE, "a.doc")
    soffice()
    assert parse(_OLE, "a.doc").sections


def test_a_damaged_conversion_is_skipped(soffice, tmp_path):
    soffice()
    (tmp_path / "office" / "made.odt").write_bytes(b"PK\x03\x04 no zip")
    with pytest.raises(SkippedFile):
        parse(_OLE, "a.doc")
