"""Word documents keep their headings, lists, tables, notes and pictures, and are cited by paragraph."""

from __future__ import annotations

import io
import random
import zipfile

import pytest

from bookwheel.domain.errors import SkippedFile
from bookwheel.domain.places import place_at
from bookwheel.parsing.documents import parse, picture_in
from bookwheel.parsing.formats.zip_parts import Parts

_W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
_R = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
_REL = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"


def _p(text: str, style: str = "", extra: str = "") -> str:
    named = f'<w:pStyle w:val="{style}"/>' if style else ""
    return f"<w:p><w:pPr>{named}{extra}</w:pPr><w:r><w:t>{text}</w:t></w:r></w:p>"


def _entry(text: str, depth: int = 0) -> str:
    return _p(text, extra=f'<w:numPr><w:ilvl w:val="{depth}"/><w:numId w:val="1"/></w:numPr>')


def _row(*cells: str) -> str:
    return f"<w:tr>{''.join(f'<w:tc>{_p(cell)}</w:tc>' for cell in cells)}</w:tr>"


def _relation(number: int, kind: str, target: str, mode: str = "") -> str:
    return f'<Relationship Id="rId{number}" Type="{_REL}/{kind}" Target="{target}"{mode}/>'


BODY = "".join((
    _p("Wheels", "Title"),
    _p("Parts", "berschrift1"),
    '<w:p><w:r><w:rPr><w:b/></w:rPr><w:t>Bold</w:t></w:r><w:r><w:t xml:space="preserve"> words</w:t></w:r>'
    '<w:r><w:footnoteReference w:id="2"/></w:r><w:del><w:r><w:delText>gone</w:delText></w:r></w:del>'
    '<w:ins><w:r><w:t xml:space="preserve"> and new ones, </w:t></w:r></w:ins>'
    '<w:hyperlink r:id="rId5"><w:r><w:t>a link</w:t></w:r></w:hyperlink></w:p>',
    _entry("hub"), _entry("axle", 1), _entry("rim"),
    f"<w:tbl>{_row('Part', 'cm')}{_row('hub', '10')}</w:tbl>",
    _p("turn(wheel)", "SourceCode"), _p("stop()", "SourceCode"),
    '<w:p><w:r><w:rPr><w:vanish/></w:rPr><w:t>never seen</w:t></w:r></w:p>',
    '<w:p><w:r><w:drawing><docPr descr="A bookwheel"/><blip r:embed="rId6"/></w:drawing></w:r></w:p>',
    _p("Last words"),
))  # fmt: skip


RELATIONS = "".join((
    _relation(1, "styles", "styles.xml"), _relation(2, "numbering", "numbering.xml"),
    _relation(3, "footnotes", "footnotes.xml"), _relation(6, "image", "media/wheel.png"),
    _relation(5, "hyperlink", "other.docx#here", ' TargetMode="External"'),
))  # fmt: skip
NUMBERING = (
    '<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:numFmt w:val="decimal"/></w:lvl>'
    '<w:lvl w:ilvl="1"><w:numFmt w:val="bullet"/></w:lvl></w:abstractNum>'
    '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>'
)


def _docx(body: str = BODY, more: dict[str, bytes] | None = None) -> bytes:
    file = io.BytesIO()
    styles = (
        '<w:style w:styleId="Title"><w:name w:val="Title"/></w:style>'
        '<w:style w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style>'
        '<w:style w:styleId="SourceCode"><w:name w:val="Source Code"/></w:style>'
    )
    parts: dict[str, str | bytes] = {
        "_rels/.rels": f"<Relationships>{_relation(1, 'officeDocument', 'word/document.xml')}</Relationships>",
        "word/_rels/document.xml.rels": f"<Relationships>{RELATIONS}</Relationships>",
        "word/styles.xml": f"<w:styles {_W}>{styles}</w:styles>",
        "word/numbering.xml": f"<w:numbering {_W}>{NUMBERING}</w:numbering>",
        "word/footnotes.xml": f'<w:footnotes {_W}><w:footnote w:id="2">{_p("Said below")}</w:footnote></w:footnotes>',
        "word/document.xml": f"<w:document {_W} {_R}><w:body>{body}</w:body></w:document>",
        "word/media/wheel.png": b"\x89PNG picture",
        "docProps/core.xml": "<core><creator>Agostino Ramelli</creator><created>1588-01-02T00:00:00Z</created></core>",
        **(more or {}),
    }  # fmt: skip
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, part in parts.items():
            packed.writestr(name, part)
    return file.getvalue()


def test_a_document_keeps_its_structure() -> None:
    document = parse(_docx(), "wheels.docx")
    assert (document.format, document.title, document.date) == ("docx", "Wheels", "1588-01-02")
    assert dict(document.fields)["author"] == ("Agostino Ramelli",)
    assert (
        document.text
        == """# Wheels

## Parts

**Bold** words[^f2] and new ones, [a link](other.docx#here)

1. hub
   - axle
2. rim

| Part | cm |
| --- | --- |
| hub | 10 |

```
turn(wheel)
stop()
```

![A bookwheel](inner:word/media/wheel.png)

Last words

[^f2]: Said below
"""
    )
    lines = [(section.start_line, section.end_line) for section in document.sections]
    places = [place.words for own in lines if (place := place_at(document.places, own))]
    assert places == ["paragraph 1", "paragraphs 2–15"]
    table = place_at(document.places, (11, 13))
    assert table is not None and table.words == "paragraphs 7–10"


def test_a_picture_is_taken_out_by_its_name() -> None:
    assert picture_in(_docx(), "docx", "word/media/wheel.png") == b"\x89PNG picture"
    with pytest.raises(SkippedFile):
        picture_in(_docx(), "docx", "../secret.png")


def test_a_name_that_says_otherwise_is_corrected_by_the_content() -> None:
    document = parse(_docx(), "wheels.md")
    assert document.format == "docx" and "does not match" in document.warnings[0]


def test_macros_are_named_and_never_run() -> None:
    document = parse(_docx(more={"word/vbaProject.bin": b"macro"}), "a.docm")
    assert "macros" in document.warnings[0]


def test_hostile_documents_are_skipped_with_a_reason() -> None:
    bomb = (
        b'<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><w:document '
        + _W.encode()
        + b"><w:body><w:p><w:r><w:t>&b;</w:t></w:r></w:p></w:body></w:document>"
    )
    assert "aaaa" not in parse(_docx(more={"word/document.xml": bomb}), "a.docx").text
    for content in (b"PK\x03\x04torn", _docx()[:400], b"\xd0\xcf\x11\xe0\xa1\xb1" + b"\0" * 600, b""):
        with pytest.raises(SkippedFile):
            document = parse(content, "a.docx")
            assert not document.text  # an empty file may be read as one without text
            raise SkippedFile("empty")
    large = io.BytesIO()
    with zipfile.ZipFile(large, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("word/document.xml", b" " * 150_000_000)
    with pytest.raises(SkippedFile, match="too large"):
        Parts(large.getvalue()).read("word/document.xml")


def test_changed_documents_never_fail() -> None:
    chance, whole = random.Random(16), _docx()
    for _ in range(120):
        content = bytearray(whole)
        for _ in range(chance.randrange(1, 12)):
            content[chance.randrange(len(content))] = chance.randrange(256)
        try:
            assert parse(bytes(content), "a.docx").sections
        except SkippedFile as skipped:
            assert skipped.message
    for _ in range(120):
        at = chance.randrange(len(BODY))
        try:
            assert parse(_docx(BODY[:at] + BODY[at + chance.randrange(40) :]), "a.docx").sections
        except SkippedFile as skipped:
            assert skipped.message
