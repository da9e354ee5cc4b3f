"""Presentations keep titles, lists, tables, charts, notes and remarks, and are cited by slide."""

from __future__ import annotations

import pytest

from bookwheel.domain.errors import SkippedFile
from bookwheel.domain.places import place_at
from bookwheel.parsing.documents import parse, picture_in
from tests.parsing.formats.changes import never_fails, read_or_skipped, zipped

_A = 'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"'
_P = 'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"'
_R = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
_REL = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"


def _relations(*targets: tuple[str, str, str]) -> str:
    made = "".join(
        f'<Relationship Id="{name}" Type="{_REL}/{kind}" Target="{target}"'
        f"{' TargetMode=' + chr(34) + 'External' + chr(34) if target.startswith('http') else ''}/>"
        for name, kind, target in targets
    )
    return f"<Relationships>{made}</Relationships>"


def _p(text: str, looks: str = "", run: str = "") -> str:
    return f"<a:p><a:pPr {looks}/><a:r><a:rPr {run}/><a:t>{text}</a:t></a:r></a:p>"


def _shape(kind: str, *paragraphs: str) -> str:
    named = f'<p:nvPr><p:ph type="{kind}"/></p:nvPr>' if kind else "<p:nvPr/>"
    return f"<p:sp><p:nvSpPr>{named}</p:nvSpPr><p:txBody>{''.join(paragraphs)}</p:txBody></p:sp>"


def _slide(*shapes: str) -> str:
    return f"<p:sld {_A} {_P} {_R}><p:cSld><p:spTree>{''.join(shapes)}</p:spTree></p:cSld></p:sld>"


TABLE = (
    "<p:graphicFrame><a:tbl><a:tr><a:tc><a:txBody>"
    + "</a:txBody></a:tc><a:tc><a:txBody>".join((_p("Part"), _p("cm")))
    + "</a:txBody></a:tc></a:tr><a:tr><a:tc><a:txBody>"
    + "</a:txBody></a:tc><a:tc><a:txBody>".join((_p("hub"), _p("10")))
    + "</a:txBody></a:tc></a:tr></a:tbl></p:graphicFrame>"
)
CHART = (
    f"<c:chart {_A} xmlns:c='c'><c:title><a:t>Turns</a:t></c:title><c:ser><c:tx><c:v>Fast</c:v></c:tx>"
    '<c:cat><c:pt idx="0"><c:v>1588</c:v></c:pt></c:cat>'
    '<c:val><c:pt idx="0"><c:v>7</c:v></c:pt></c:val></c:ser></c:chart>'
)
PICTURE = '<p:pic><p:nvPicPr><p:cNvPr descr="A bookwheel"/></p:nvPicPr><a:blip r:embed="rId3"/></p:pic>'
PARTS: dict[str, str | bytes] = {
    "_rels/.rels": _relations(("rId1", "officeDocument", "ppt/presentation.xml")),
    "ppt/_rels/presentation.xml.rels": _relations(
        ("rId1", "slide", "slides/slide1.xml"), ("rId2", "slide", "slides/slide2.xml"),
        ("rId3", "slide", "slides/gone.xml"), ("rId4", "commentAuthors", "authors.xml"),
    ),
    "ppt/presentation.xml": f'<p:presentation {_P} {_R}><p:sldIdLst><p:sldId id="256" r:id="rId1"/>'
    '<p:sldId id="257" r:id="rId2"/><p:sldId id="258" r:id="rId3"/></p:sldIdLst></p:presentation>',
    "ppt/authors.xml": '<p:cmAuthorLst xmlns:p="p"><p:cmAuthor id="0" name="Ramelli"/></p:cmAuthorLst>',
    "ppt/slides/slide1.xml": _slide(_shape("ctrTitle", _p("Wheels")), _shape("subTitle", _p("Of reading")),
                                    _shape("sldNum", _p("1"))),
    "ppt/slides/slide2.xml": _slide(
        _shape("title", _p("Parts")), _shape("body", _p("hub", run='b="1"'), _p("axle", 'lvl="1"'), _p("rim")),
        f"<p:grpSp>{_shape('', _p('By itself'))}</p:grpSp>", TABLE, PICTURE,
        '<p:graphicFrame><c:chart xmlns:c="c" r:id="rId4"/></p:graphicFrame>',
        "<p:graphicFrame><p:oleObj/></p:graphicFrame>",
    ),
    "ppt/slides/_rels/slide2.xml.rels": _relations(
        ("rId3", "image", "../media/wheel.png"), ("rId4", "chart", "../charts/chart1.xml"),
        ("rId5", "notesSlide", "../notes/notes1.xml"), ("rId6", "comments", "../comments/comment1.xml"),
    ),
    "ppt/charts/chart1.xml": CHART,
    "ppt/notes/notes1.xml": _slide(_shape("sldNum", _p("2")), _shape("body", _p("Say it slowly"))),
    "ppt/comments/comment1.xml": '<p:cmLst xmlns:p="p"><p:cm authorId="0"><p:text>Too fast</p:text></p:cm></p:cmLst>',
    "ppt/media/wheel.png": b"\x89PNG picture",
    "docProps/core.xml": "<core><title>PowerPoint Presentation</title><creator>Agostino Ramelli</creator></core>",
}  # fmt: skip


def test_a_presentation_keeps_its_structure() -> None:
    document = parse(zipped(PARTS), "wheels.pptx")
    assert (document.format, document.title) == ("pptx", "Wheels")
    assert dict(document.fields)["author"] == ("Agostino Ramelli",)
    assert (
        document.text
        == """# Wheels

Of reading

## Parts

- **hub**
  - axle
- rim

By itself

| Part | cm |
| --- | --- |
| hub | 10 |

![A bookwheel](inner:ppt/media/wheel.png)

**Turns**

|  | Fast |
| --- | --- |
| 1588 | 7 |

> **Notes**
>
> Say it slowly

> **Ramelli:** Too fast
"""
    )
    said = [str(warning) for warning in document.warnings]
    assert "1 embedded objects are not read." in said and any("damaged" in each for each in said)
    places = [place_at(document.places, (each.start_line, each.end_line)) for each in document.sections]
    assert [place.words for place in places if place] == ["slide 1", "slide 2"]


def test_a_picture_is_taken_out_by_its_name() -> None:
    assert picture_in(zipped(PARTS), "pptx", "ppt/media/wheel.png") == b"\x89PNG picture"


def test_sections_of_a_presentation_are_headings_above_its_slides() -> None:
    sections = '<p:sec xmlns:p14="x">' + "".join(
        f'<p14:section name="{name}"><p14:sldIdLst><p14:sldId id="{slide}"/></p14:sldIdLst></p14:section>'
        for name, slide in (("Opening", 256), ("Details", 257))
    )
    whole = str(PARTS["ppt/presentation.xml"]).replace("</p:presentation>", f"{sections}</p:sec></p:presentation>")
    document = parse(zipped(PARTS | {"ppt/presentation.xml": whole}), "a.pptx")
    headings = [(each.level, each.title) for each in document.sections]
    assert headings[-2:] == [(2, "Details"), (3, "Parts")]


def test_what_is_no_presentation_says_so() -> None:
    for content in (b"PK\x03\x04torn", b"\xd0\xcf\x11\xe0\xa1\xb1" + b"\0" * 600, zipped({"a.txt": "a"})):
        with pytest.raises(SkippedFile):
            parse(content, "a.pptx", format="pptx")


def test_changed_presentations_never_fail() -> None:
    never_fails(zipped(PARTS), "a.pptx", 60)
    slide = str(PARTS["ppt/slides/slide2.xml"])
    for at in range(0, len(slide), 37):
        read_or_skipped(zipped(PARTS | {"ppt/slides/slide2.xml": slide[:at] + slide[at + 9 :]}), "a.pptx")
