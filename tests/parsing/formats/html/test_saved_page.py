"""Pages saved in one file are read as the page, with its pictures, and cited by the file's lines."""

from __future__ import annotations

import base64
import quopri

import pytest

from bookwheel.domain.errors import SkippedFile
from bookwheel.domain.places import place_at
from bookwheel.parsing.documents import parse, picture_in
from tests.parsing.formats.changes import never_fails

HTML = """<!DOCTYPE html><html><head><title>Wheels</title></head><body><main>
<h1>Wheels</h1>
<p>The wheel of Ramelli turns twelve books, each on a desk of its own that stays level while it goes around äöü.</p>
<h2 id="parts">Parts</h2>
<p>A hub. <a href="other.html">More</a> <img src="wheel.png" alt="A wheel"> <img src="cid:one@here" alt="Two"></p>
</main></body></html>
"""


def _saved(body: bytes, encoding: str) -> bytes:
    head = (
        b"From: <Saved by Browser>\r\nSnapshot-Content-Location: https://example.org/a/page.html\r\n"
        b"Subject: =?utf-8?Q?Wheels?=\r\nMIME-Version: 1.0\r\n"
        b'Content-Type: multipart/related; type="text/html"; boundary="----B"\r\n\r\n------B\r\n'
        b"Content-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: " + encoding.encode() + b"\r\n"
        b"Content-Location: https://example.org/a/page.html\r\n\r\n"
    )
    picture = b"\r\n------B\r\nContent-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n"
    first = picture + b"Content-Location: https://example.org/a/wheel.png\r\n\r\n" + base64.b64encode(b"PNG one")
    second = picture + b"Content-ID: <one@here>\r\n\r\n" + base64.b64encode(b"PNG two")
    return head + body + first + second + b"\r\n------B--\r\n"


QUOTED = _saved(quopri.encodestring(HTML.encode()).replace(b"\n", b"\r\n"), "quoted-printable")


def test_a_saved_page_is_read_with_its_pictures_and_lines() -> None:
    document = parse(QUOTED, "wheels.mhtml")
    assert (document.format, document.title) == ("webarchive", "Wheels")
    assert dict(document.fields)["url"] == ("https://example.org/a/page.html",)
    assert "![A wheel](inner:https://example.org/a/wheel.png)" in document.text
    assert "![Two](inner:cid:one@here)" in document.text and "äöü" in document.text
    written = QUOTED.split(b"\n")
    for heading, words in (("# Wheels", b"<h1>"), ("## Parts", b"<h2")):
        line = document.text.split("\n").index(heading) + 1
        place = place_at(document.places, (line, line))
        assert place is not None and words in written[place.first - 1], (place, written[place.first - 1])


@pytest.mark.parametrize(("encoding", "body"), [("base64", base64.encodebytes(HTML.encode())), ("8bit", HTML.encode())])
def test_other_encodings_hold_the_same_page(encoding: str, body: bytes) -> None:
    assert parse(_saved(body, encoding), "a.mht").text == parse(QUOTED, "a.mht").text


def test_a_picture_is_taken_out_by_its_address() -> None:
    assert picture_in(QUOTED, "webarchive", "https://example.org/a/wheel.png") == b"PNG one"
    assert picture_in(QUOTED, "webarchive", "cid:one@here") == b"PNG two"
    with pytest.raises(SkippedFile):
        picture_in(QUOTED, "webarchive", "https://example.org/secret")


def test_files_without_a_page_say_so_and_changed_ones_never_fail() -> None:
    with pytest.raises(SkippedFile, match="not a saved web page"):
        parse(b"Subject: words\n\nwords", "a.mhtml")
    never_fails(QUOTED, "a.mhtml")
