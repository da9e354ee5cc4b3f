"""FictionBooks keep chapters, verses, quotes, notes and pictures, and are cited by paragraph."""

from __future__ import annotations

import base64

import pytest

from bookwheel.domain.errors import SkippedFile
from bookwheel.domain.places import place_at
from bookwheel.parsing.documents import parse, picture_in
from tests.parsing.formats.changes import never_fails, zipped

WHOLE = f"""<?xml version="1.0" encoding="utf-8"?>
<FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0" xmlns:l="http://www.w3.org/1999/xlink">
<description><title-info><genre>science</genre><author><first-name>Agostino</first-name><last-name>Ramelli</last-name>
</author><book-title>Wheels</book-title><lang>it</lang></title-info></description>
<body><title><p>Wheels</p></title><epigraph><p>Turn.</p></epigraph>
<section id="one"><title><p>Parts</p></title><p><strong>Bold</strong> words<a l:href="#n1" type="note">1</a>
and <emphasis>it</emphasis>.</p><subtitle>Below</subtitle>
<poem><stanza><v>First line</v><v>second line</v></stanza></poem>
<image l:href="#wheel.png"/>
<section><title><p>Deeper</p></title><p>See <a l:href="#one">parts</a>.</p></section></section>
</body><body name="notes"><section id="n1"><title><p>1</p></title><p>Said below</p></section></body>
<binary id="wheel.png" content-type="image/png">{base64.b64encode(b"PNG picture").decode()}</binary></FictionBook>
""".encode()


def test_a_book_keeps_its_structure() -> None:
    document = parse(WHOLE, "wheels.fb2")
    assert (document.format, document.title, document.language) == ("fiction", "Wheels", "it")
    assert dict(document.fields)["author"] == ("Agostino Ramelli",)
    assert (
        document.text
        == """# Wheels

> Turn.

## Parts {#one}

**Bold** words[^1] and *it*.

**Below**

> First line\\
> second line

![](inner:wheel.png)

[^1]: Said below

### Deeper

See [parts](#one).
"""
    )
    line = document.text.split("\n").index("### Deeper") + 1
    place = place_at(document.places, (line, line))
    assert place is not None and place.words == "paragraph 7"
    assert parse(zipped({"wheels.fb2": WHOLE}), "wheels.fb2.zip").text == document.text


def test_a_picture_is_taken_out_by_its_id() -> None:
    assert picture_in(WHOLE, "fiction", "wheel.png") == b"PNG picture"
    with pytest.raises(SkippedFile):
        picture_in(WHOLE, "fiction", "other.png")


def test_what_is_no_book_says_so_and_changed_ones_never_fail() -> None:
    for content in (b"<a/>", b"words", zipped({"a.txt": "a"})):
        with pytest.raises(SkippedFile):
            parse(content, "a.fb2", format="fiction")
    never_fails(WHOLE, "a.fb2")
