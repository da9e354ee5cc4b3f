"""Pictures become documents: themselves, what their files say of them, and the words in them where asked for."""

from __future__ import annotations

import struct
import sys

import pytest

from bookwheel.domain.errors import SkippedFile
from bookwheel.domain.places import PlaceKind, place_at
from bookwheel.parsing.documents import parse
from bookwheel.parsing.formats.pictures.headers import looked_at
from bookwheel.parsing.outside import tesseract
from bookwheel.parsing.outside.confinement import Bounds
from tests.parsing.formats.changes import never_fails
from tests.parsing.formats.pictures.samples import SVG, exif, jpeg, png
from tests.parsing.outside.stand_ins import TESSERACT, stand_in, words_table


def test_a_photograph_says_what_its_file_says_of_it() -> None:
    document = parse(jpeg(), "walks/photo.jpg")
    fields = dict(document.fields)
    assert (document.format, document.title, document.date) == ("image", "The wheel", "2021-05-04")
    assert document.description == "Twelve shelves in a frame of walnut."
    assert document.tags == ("wheel", "Möbel", "axle")
    assert fields["author"] == ("Ada Smith",)
    assert fields["camera"] == ("Canon EOS 5D",)
    assert fields["size"] == ("640 × 480",)
    assert fields["gps"] == ("43.84333, -10.50000",)
    assert fields["location"] == ("Lucca",)
    for part in (
        "![The wheel](inner:photo.jpg)", "Twelve shelves", "An older caption.", "A comment",
        "- **Taken**: 2021-05-04 10:11", "- **Camera**: Canon EOS 5D",
        "- **Place**: Lucca", "- **Exposure**: 1/250 s, f/2.8, ISO 400, 50 mm",
        "- **Keywords**: wheel, Möbel, axle",
    ):  # fmt: skip
        assert part in document.text, f"{part}\n---\n{document.text}"
    assert {place.kind for place in document.places} == {PlaceKind.PAGE}


def test_a_picture_without_words_is_called_by_its_file() -> None:
    document = parse(jpeg(has_captions=False), "IMG_0042.jpg")
    assert document.title == "IMG_0042"
    assert document.sections


def test_texts_of_png() -> None:
    document = parse(png(), "plan.png")
    assert (document.title, document.description) == ("A plan", "Of the axle")
    assert dict(document.fields)["author"] == ("Zoë",)


def test_the_words_of_a_drawing_are_read_and_its_scripts_are_not() -> None:
    document = parse(SVG, "axle.svg")
    assert document.title == "The axle"
    assert "Hub and spokes\n\nRim" in document.text
    assert "steal" not in document.text and "alert" not in document.text


def test_sizes_are_read_from_headers() -> None:
    webp = b"RIFF\0\0\0\0WEBPVP8X" + bytes(8) + (99).to_bytes(3, "little") + (49).to_bytes(3, "little")
    assert looked_at(webp) == ("webp", 100, 50)
    assert looked_at(b"GIF89a" + struct.pack("<HH", 7, 9)) == ("gif", 7, 9)
    assert looked_at(b"BM" + bytes(16) + struct.pack("<ii", 7, -9)) == ("bmp", 7, 9)
    assert looked_at(exif()).kind == "tiff"
    assert looked_at(b"\0\0\0\x18ftypheic").kind == "heic"
    assert looked_at(b"\x89PNG\r\n\x1a\n").kind == looked_at(b"").kind == ""


def test_a_file_that_is_no_picture_is_skipped() -> None:
    with pytest.raises(SkippedFile, match="not a readable picture"):
        parse(b"words", "a.png")


@pytest.mark.parametrize(("content", "name"), [(jpeg(), "a.jpg"), (png(), "a.png"), (SVG, "a.svg"), (exif(), "a.tif")])
def test_changed_pictures_are_read_or_skipped(content: bytes, name: str) -> None:
    never_fails(content, name)


def test_directories_that_lead_to_themselves_end() -> None:
    loop = b"II*\0" + struct.pack("<I", 8) + struct.pack("<H", 2) + struct.pack("<HHII", 0x8769, 4, 1, 8) * 2 + bytes(4)
    assert parse(loop, "a.tif").sections
    many = b"II*\0" + struct.pack("<I", 8) + struct.pack("<H", 65535) + struct.pack("<HHII", 0x10E, 2, 65000, 0) * 65535
    assert parse(many, "a.tif").sections


@pytest.fixture
def recogniser(monkeypatch, tmp_path):
    """Put a script in the place of Tesseract."""

    def install(*lines: str, script: str = TESSERACT) -> None:
        program = stand_in(tmp_path / "ocr", "tesseract", script)
        (tmp_path / "ocr" / "words.tsv").write_text(words_table(*lines), encoding="utf-8")
        monkeypatch.setenv("BOOKWHEEL_TESSERACT", str(program))
        monkeypatch.setattr(tesseract, "PAGE_BOUNDS", Bounds(cpu_s=5, wall_s=2, written_mb=4))

    if sys.platform == "win32":
        pytest.skip("the program that stands in is a shell script")
    return install


def test_words_in_a_picture_have_their_boxes(recogniser) -> None:
    recogniser("The wood is wal-", "nut, the rest is brass.", "New paragraph.")
    document = parse(jpeg(has_captions=False), "a.jpg", recognise="en")
    assert "The wood is walnut,\nthe rest is brass.\n\nNew paragraph." in document.text
    line = document.text.split("\n").index("the rest is brass.") + 1
    place = place_at(document.places, (line, line))
    assert place is not None and place.box == (75.0, 150.0, 442.5, 180.0)
    assert dict(document.fields)["recognised"] == ("Tesseract",)
    assert not document.warnings
    assert "wood" not in parse(jpeg(has_captions=False), "a.jpg").text


def test_a_language_that_is_not_installed_is_said(recogniser) -> None:
    recogniser("Words")
    warnings = parse(jpeg(has_captions=False), "a.jpg", recognise="fr").warnings
    assert str(warnings[0]) == "Tesseract has no language fra; the words were read as eng+deu."


@pytest.mark.parametrize(
    ("script", "reason"),
    [
        ("sleep 86421", "took more than"),
        ("kill -SEGV $$", "not a readable picture"),
        ('yes > "$2.tsv"; sleep 60', "wrote too much|took more|"),
        ('ln -s /etc/passwd "$2.tsv"', "not a readable picture"),
        ('head -c 100000 /dev/urandom > "$2.tsv"', ""),
    ],
)
def test_a_picture_over_which_it_fails_is_read_without_its_words(recogniser, script, reason) -> None:
    recogniser(
        script='#!/bin/sh\nif [ "$1" = --list-langs ]; then printf "List\\neng\\n"; exit 0; fi\n' + script + "\n"
    )
    document = parse(jpeg(), "a.jpg", recognise="en")
    assert "Twelve shelves" in document.text
    said = " ".join(map(str, document.warnings))
    assert any(part in said for part in reason.split("|")), said


def test_without_tesseract_the_warning_says_what_to_install() -> None:
    document = parse(jpeg(), "a.jpg", recognise="en")
    assert [str(warning) for warning in document.warnings] == [
        "Install Tesseract to recognise the words in its pictures."
    ]
