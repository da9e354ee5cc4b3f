"""OpenDocument texts and slides keep their structure, and are cited by paragraph and slide."""

from __future__ import annotations

import pytest

from bookwheel.domain.errors import SkippedFile
from bookwheel.domain.places import place_at
from bookwheel.parsing.documents import parse, picture_in
from tests.parsing.formats.changes import never_fails, read_or_skipped, zipped

_NAMES = (
    " ".join(
        f'xmlns:{name}="urn:{name}"'
        for name in ("office", "text", "table", "draw", "style", "fo", "xlink", "svg", "dc")
    )
    + ' xmlns:presentation="urn:presentation"'
)
STYLES = (
    '<style:style style:name="B"><style:text-properties fo:font-weight="bold"/></style:style>'
    '<style:style style:name="Gone"><style:text-properties text:display="none"/></style:style>'
    '<style:style style:name="Up"><style:text-properties style:text-position="super 58%"/></style:style>'
    '<text:list-style style:name="L"><text:list-level-style-number text:level="1" style:num-format="1"/>'
    '<text:list-level-style-bullet text:level="2"/></text:list-style>'
)
TEXT = (
    "<text:tracked-changes><text:p>deleted</text:p></text:tracked-changes>"
    '<text:p text:style-name="Title">Wheels</text:p>'
    '<text:h text:outline-level="1"><text:bookmark text:name="here"/>Parts</text:h>'
    '<text:p><text:span text:style-name="B">Bold</text:span> words<text:span text:style-name="Gone">never</text:span>'
    '<text:note text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body>'
    "<text:p>Said below</text:p></text:note-body></text:note> and "
    '<text:a xlink:href="../other.odt">a link</text:a>, x<text:span text:style-name="Up">2</text:span></text:p>'
    '<text:list text:style-name="L"><text:list-item><text:p>hub</text:p><text:list>'
    "<text:list-item><text:p>axle</text:p>"
    "</text:list-item></text:list></text:list-item><text:list-item><text:p>rim</text:p></text:list-item></text:list>"
    "<table:table><table:table-row><table:table-cell><text:p>Part</text:p></table:table-cell><table:table-cell>"
    "<text:p>cm</text:p></table:table-cell></table:table-row><table:table-row><table:table-cell><text:p>hub</text:p>"
    "</table:table-cell><table:table-cell><text:p>10</text:p></table:table-cell><table:table-cell "
    'table:number-columns-repeated="16000"/></table:table-row></table:table>'
    '<text:p text:style-name="Preformatted_20_Text">turn(<text:s text:c="2"/>wheel)</text:p>'
    "<text:p>Seen<office:annotation><dc:creator>Ramelli</dc:creator><text:p>Check</text:p></office:annotation></text:p>"
    '<text:p><draw:frame><draw:image xlink:href="Pictures/wheel.png"/>'
    "<svg:desc>A bookwheel</svg:desc></draw:frame></text:p>"
    "<text:table-of-content><text:index-body><text:p>Parts 1</text:p></text:index-body></text:table-of-content>"
)
SLIDES = (
    '<draw:page draw:name="page1"><draw:frame presentation:class="title"><draw:text-box><text:p>Wheels</text:p>'
    '</draw:text-box></draw:frame><draw:frame presentation:class="page-number"><draw:text-box><text:p>1</text:p>'
    "</draw:text-box></draw:frame></draw:page>"
    "<draw:page><draw:g><draw:custom-shape><text:p>By itself</text:p></draw:custom-shape></draw:g>"
    '<draw:frame presentation:class="outline"><draw:text-box><text:list><text:list-item>'
    "<text:p>hub</text:p></text:list-item>"
    "</text:list><text:list><text:list-item><text:list><text:list-item><text:p>axle</text:p></text:list-item></text:list>"
    "</text:list-item></text:list></draw:text-box></draw:frame><presentation:notes>"
    '<draw:frame presentation:class="notes"><draw:text-box><text:p>Say it slowly</text:p></draw:text-box></draw:frame>'
    "</presentation:notes></draw:page>"
)


def _content(kind: str, body: str) -> str:
    return (
        f"<office:document-content {_NAMES}><office:automatic-styles>{STYLES}</office:automatic-styles>"
        f"<office:body><office:{kind}>{body}</office:{kind}></office:body></office:document-content>"
    )


def _odf(kind: str, body: str, **more: str) -> bytes:
    return zipped({
        "mimetype": f"application/vnd.oasis.opendocument.{kind}",
        "content.xml": _content(kind, body),
        "meta.xml": "<meta><initial-creator>Agostino Ramelli</initial-creator></meta>",
        "Pictures/wheel.png": b"\x89PNG picture",
        **{name.replace("__", "/"): part for name, part in more.items()},
    })  # fmt: skip


def test_a_text_keeps_its_structure() -> None:
    document = parse(_odf("text", TEXT), "wheels.odt")
    assert (document.format, document.title) == ("odt", "Wheels")
    assert dict(document.fields)["author"] == ("Agostino Ramelli",)
    assert (
        document.text
        == """# Wheels

## Parts {#here}

**Bold** words[^f1] and [a link](other.odt), x<sup>2</sup>

1. hub
   - axle
2. rim

| Part | cm |
| --- | --- |
| hub | 10 |

```
turn(  wheel)
```

Seen

> **Ramelli:** Check

![A bookwheel](inner:Pictures/wheel.png)

[^f1]: Said below
"""
    )
    entries = place_at(document.places, (7, 9))
    assert entries is not None and entries.words == "paragraphs 4–6"


def test_slides_keep_their_structure() -> None:
    document = parse(_odf("presentation", SLIDES), "wheels.odp")
    assert (document.format, document.title) == ("odp", "Wheels")
    assert document.text == (
        "# Wheels\n\n## Slide 2\n\nBy itself\n\n- hub\n  - axle\n\n> **Notes**\n>\n> Say it slowly\n"
    )
    places = [place_at(document.places, (each.start_line, each.end_line)) for each in document.sections]
    assert [place.words for place in places if place] == ["slide 1", "slide 2"]


def test_files_that_are_one_xml_are_read_alike() -> None:
    flat = _content("text", TEXT).encode()
    zipped_text = parse(_odf("text", TEXT), "a.odt").text
    assert parse(flat, "a.fodt").text.split("\n")[:6] == zipped_text.split("\n")[:6]


def test_a_picture_is_taken_out_by_its_name() -> None:
    assert picture_in(_odf("text", TEXT), "odt", "Pictures/wheel.png") == b"\x89PNG picture"


def test_locked_torn_and_wrong_files_say_so() -> None:
    locked = _odf("text", TEXT, **{"META-INF__manifest.xml": "<m><file-entry><encryption-data/></file-entry></m>"})
    with pytest.raises(SkippedFile, match="password"):
        parse(locked, "a.odt")
    for content in (b"PK\x03\x04torn", zipped({"content.xml": "<a/>"}), b"<a/>", b"words"):
        with pytest.raises(SkippedFile):
            parse(content, "a.odt", format="odt")
    macros = parse(_odf("text", TEXT, Basic__one="sub"), "a.odt")
    assert "macros" in macros.warnings[0]


def test_changed_files_never_fail() -> None:
    for kind, body, name in (("text", TEXT, "a.odt"), ("presentation", SLIDES, "a.odp")):
        never_fails(_odf(kind, body), name, 40)
        never_fails(_content(kind, body).encode(), f"a.f{name[2:]}", 60)
        for at in range(0, len(body), 23):
            read_or_skipped(_odf(kind, body[:at] + body[at + 7 :]), name)


def test_deep_and_wide_files_end_soon() -> None:
    deep = "<text:section>" * 500 + "<text:p>in</text:p>" + "</text:section>" * 500
    read_or_skipped(_odf("text", deep), "a.odt")
    cells = '<table:table-cell table:number-columns-repeated="999"><text:p>x</text:p></table:table-cell>'
    wide = f"<table:table><table:table-row>{cells * 50}</table:table-row></table:table>"
    assert len(parse(_odf("text", wide), "a.odt").text) < 5_000
