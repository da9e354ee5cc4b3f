"""Writes chapters as files that are zip files inside, or XML: office documents, slides, sheets, books, archives."""

from __future__ import annotations

import gzip
import io
import tarfile
import zipfile
from collections.abc import Mapping

from tests.formats import texts
from tests.formats.chapters import TITLE, Chapters

_MAIN = "http://schemas.openxmlformats.org"
_REL = f"{_MAIN}/officeDocument/2006/relationships"
_RELATIONS = f'xmlns="{_MAIN}/package/2006/relationships"'
_WORD = f'xmlns:w="{_MAIN}/wordprocessingml/2006/main"'
_SLIDES = (
    f'xmlns:a="{_MAIN}/drawingml/2006/main" xmlns:p="{_MAIN}/presentationml/2006/main" '
    f'xmlns:r="{_MAIN}/officeDocument/2006/relationships"'
)
_SHEET = f'xmlns="{_MAIN}/spreadsheetml/2006/main" xmlns:r="{_REL}"'
_OASIS = "urn:oasis:names:tc:opendocument:xmlns"
_OPEN = (
    " ".join(f'xmlns:{name}="{_OASIS}:{name}:1.0"' for name in ("office", "text", "table", "presentation"))
    + f' xmlns:draw="{_OASIS}:drawing:1.0" office:version="1.2"'
)
_OPEN_TYPE = "application/vnd.oasis.opendocument"


def zipped(parts: Mapping[str, str | bytes]) -> bytes:
    """A zip file of these parts, in their order."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, part in parts.items():
            packed.writestr(name, part)
    return file.getvalue()


def docx(chapters: Chapters) -> bytes:
    """A Word document: title, headings, paragraphs; a chapter's second paragraph has a footnote."""
    notes: list[str] = []
    body = [_word("Title", TITLE)]
    for chapter in chapters:
        body.append(_word("Heading1", chapter.title))
        for at, paragraph in enumerate(chapter.paragraphs):
            if at == 1:
                notes.append(paragraph)
                body.append(_word("", "note", f'<w:r><w:footnoteReference w:id="{len(notes)}"/></w:r>'))
            else:
                body.append(_word("", paragraph))
    styles = '<w:style w:styleId="Title"><w:name w:val="Title"/></w:style>' + (
        '<w:style w:styleId="Heading1"><w:name w:val="heading 1"/></w:style>'
    )
    noted = "".join(f'<w:footnote w:id="{at}">{_word("", note)}</w:footnote>' for at, note in enumerate(notes, 1))
    return zipped({
        "[Content_Types].xml": "<Types/>",
        "_rels/.rels": _relations(("officeDocument", "word/document.xml")),
        "word/_rels/document.xml.rels": _relations(("styles", "styles.xml"), ("footnotes", "footnotes.xml")),
        "word/styles.xml": f"<w:styles {_WORD}>{styles}</w:styles>",
        "word/footnotes.xml": f"<w:footnotes {_WORD}>{noted}</w:footnotes>",
        "word/document.xml": f"<w:document {_WORD}><w:body>{''.join(body)}</w:body></w:document>",
    })  # fmt: skip


def pptx(chapters: Chapters) -> bytes:
    """A slide for each chapter, the last paragraph of each as its notes."""
    parts: dict[str, str | bytes] = {
        "_rels/.rels": _relations(("officeDocument", "ppt/presentation.xml")),
        "ppt/_rels/presentation.xml.rels": _relations(
            *(("slide", f"slides/slide{at}.xml") for at in range(1, len(chapters) + 1))
        ),
        "ppt/presentation.xml": f"<p:presentation {_SLIDES}><p:sldIdLst>"
        + "".join(f'<p:sldId id="{256 + at}" r:id="rId{at}"/>' for at in range(1, len(chapters) + 1))
        + "</p:sldIdLst></p:presentation>",
    }
    for at, chapter in enumerate(chapters, 1):
        *shown, said = chapter.paragraphs
        parts[f"ppt/slides/slide{at}.xml"] = _slide("sld", _shape("title", chapter.title), _shape("body", *shown))
        parts[f"ppt/slides/_rels/slide{at}.xml.rels"] = _relations(("notesSlide", f"../notesSlides/notes{at}.xml"))
        parts[f"ppt/notesSlides/notes{at}.xml"] = _slide("notes", _shape("body", said))
    return zipped(parts)


def odt(chapters: Chapters) -> bytes:
    """An OpenDocument text; a chapter's second paragraph has a footnote."""
    return _open_document("text", _open_text(chapters))


def flat_odt(chapters: Chapters) -> bytes:
    """The same as one XML file."""
    return _open_content("text", _open_text(chapters)).encode()


def odp(chapters: Chapters) -> bytes:
    """A slide for each chapter, the last paragraph of each as its notes."""
    made: list[str] = []
    for chapter in chapters:
        *shown, said = chapter.paragraphs
        made.append(
            f"<draw:page>{_frame('title', chapter.title)}{_frame('outline', *shown)}"
            f"<presentation:notes>{_frame('notes', said)}</presentation:notes></draw:page>"
        )
    return _open_document("presentation", "".join(made))


def ods(chapters: Chapters) -> bytes:
    """A sheet for each chapter, a row for each paragraph."""
    made: list[str] = []
    for chapter in chapters:
        rows = "".join(
            "<table:table-row>"
            + "".join(
                f'<table:table-cell office:value-type="string"><text:p>{cell}</text:p></table:table-cell>'
                for cell in row
            )
            + "</table:table-row>"
            for row in _rows(chapter.paragraphs)
        )
        made.append(f'<table:table table:name="{chapter.title}">{rows}</table:table>')
    return _open_document("spreadsheet", "".join(made))


def xlsx(chapters: Chapters) -> bytes:
    """A sheet for each chapter, a row for each paragraph, from B3 on."""
    parts: dict[str, str | bytes] = {
        "[Content_Types].xml": "<Types/>",
        "_rels/.rels": _relations(("officeDocument", "xl/workbook.xml")),
        "xl/_rels/workbook.xml.rels": _relations(
            *(("worksheet", f"worksheets/sheet{at}.xml") for at in range(1, len(chapters) + 1))
        ),
        "xl/workbook.xml": f"<workbook {_SHEET}><sheets>"
        + "".join(f'<sheet name="{c.title[:31]}" sheetId="{at}" r:id="rId{at}"/>' for at, c in enumerate(chapters, 1))
        + "</sheets></workbook>",
    }
    for at, chapter in enumerate(chapters, 1):
        rows = "".join(
            f'<row r="{number}">'
            + "".join(
                f'<c r="{column}{number}" t="inlineStr"><is><t>{cell}</t></is></c>'
                for column, cell in zip("BC", row, strict=True)
            )
            + "</row>"
            for number, row in enumerate(_rows(chapter.paragraphs), 3)
        )
        parts[f"xl/worksheets/sheet{at}.xml"] = f"<worksheet {_SHEET}><sheetData>{rows}</sheetData></worksheet>"
    return zipped(parts)


def epub(chapters: Chapters) -> bytes:
    """A book with a file for each chapter."""
    names = [f"chapter{at}.xhtml" for at in range(1, len(chapters) + 1)]
    listed = "".join(f'<item id="c{at}" href="{name}"/>' for at, name in enumerate(names))
    spine = "".join(f'<itemref idref="c{at}"/>' for at in range(len(names)))
    linked = "".join(f'<li><a href="{name}">{c.title}</a></li>' for name, c in zip(names, chapters, strict=True))
    parts: dict[str, str | bytes] = {
        "mimetype": "application/epub+zip",
        "META-INF/container.xml": '<container><rootfiles><rootfile full-path="book.opf"/></rootfiles></container>',
        "book.opf": '<package xmlns="http://www.idpf.org/2007/opf">'
        f'<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>{TITLE}</dc:title></metadata>'
        f'<manifest>{listed}<item id="nav" href="nav.xhtml" properties="nav"/></manifest>'
        f"<spine>{spine}</spine></package>",
        "nav.xhtml": f'<html xmlns="http://www.w3.org/1999/xhtml"><body><nav><ol>{linked}</ol></nav></body></html>',
    }
    for name, chapter in zip(names, chapters, strict=True):
        body = "".join(f"<p>{paragraph}</p>" for paragraph in chapter.paragraphs)
        parts[name] = f"<html><body><h1>{chapter.title}</h1>{body}</body></html>"
    return zipped(parts)


def fiction_book(chapters: Chapters) -> bytes:
    """A FictionBook; a chapter's second paragraph is a note."""
    body: list[str] = []
    notes: list[str] = []
    for chapter in chapters:
        body.append(f"<section><title><p>{chapter.title}</p></title>")
        for at, paragraph in enumerate(chapter.paragraphs):
            if at == 1:
                notes.append(f'<section id="n{len(notes)}"><p>{paragraph}</p></section>')
                body.append(f'<p>note<a l:href="#n{len(notes) - 1}" type="note">1</a></p>')
            else:
                body.append(f"<p>{paragraph}</p>")
        body.append("</section>")
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n<FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0" '
        'xmlns:l="http://www.w3.org/1999/xlink"><description><title-info>'
        f"<book-title>{TITLE}</book-title></title-info></description><body>{''.join(body)}</body>"
        f'<body name="notes">{"".join(notes)}</body></FictionBook>\n'
    ).encode()


def zipped_book(chapters: Chapters) -> bytes:
    """A FictionBook in a zip file, as libraries hand it out."""
    return zipped({"notes.fb2": fiction_book(chapters)})


def zip_archive(chapters: Chapters) -> bytes:
    """An archive with a document for each chapter, in formats of several kinds."""
    return zipped(_members(chapters))


def tar_archive(chapters: Chapters) -> bytes:
    """The same, packed the other way."""
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w") as packed:
        for name, content in _members(chapters).items():
            head = tarfile.TarInfo(name)
            head.size = len(content)
            packed.addfile(head, io.BytesIO(content))
    return gzip.compress(file.getvalue(), mtime=0)


def _members(chapters: Chapters) -> dict[str, bytes]:
    kinds = ((texts.markdown, "md"), (texts.html, "html"), (texts.rst, "rst"), (docx, "docx"))
    made = [(*kinds[at % len(kinds)], chapter) for at, chapter in enumerate(chapters)]
    return {f"notes/{at}.{suffix}": write([chapter]) for at, (write, suffix, chapter) in enumerate(made)}


def _relations(*targets: tuple[str, str]) -> str:
    made = "".join(
        f'<Relationship Id="rId{at}" Type="{_REL}/{kind}" Target="{target}"/>'
        for at, (kind, target) in enumerate(targets, 1)
    )
    return f"<Relationships {_RELATIONS}>{made}</Relationships>"


def _word(style: str, text: str, more: str = "") -> str:
    named = f'<w:pPr><w:pStyle w:val="{style}"/></w:pPr>' if style else ""
    return f"<w:p>{named}<w:r><w:t>{text}</w:t></w:r>{more}</w:p>"


def _slide(kind: str, *shapes: str) -> str:
    return f"<p:{kind} {_SLIDES}><p:cSld><p:spTree>{''.join(shapes)}</p:spTree></p:cSld></p:{kind}>"


def _shape(kind: str, *paragraphs: str) -> str:
    body = "".join(f"<a:p><a:r><a:t>{paragraph}</a:t></a:r></a:p>" for paragraph in paragraphs)
    return f'<p:sp><p:nvSpPr><p:nvPr><p:ph type="{kind}"/></p:nvPr></p:nvSpPr><p:txBody>{body}</p:txBody></p:sp>'


def _frame(kind: str, *paragraphs: str) -> str:
    body = "".join(f"<text:p>{paragraph}</text:p>" for paragraph in paragraphs)
    return f'<draw:frame presentation:class="{kind}"><draw:text-box>{body}</draw:text-box></draw:frame>'


def _open_text(chapters: Chapters) -> str:
    body: list[str] = []
    for chapter in chapters:
        body.append(f'<text:h text:outline-level="1">{chapter.title}</text:h>')
        for at, paragraph in enumerate(chapter.paragraphs):
            inner = f"<text:p>{paragraph}</text:p>"
            note = f'<text:note text:note-class="footnote"><text:note-body>{inner}</text:note-body></text:note>'
            body.append(f"<text:p>note{note}</text:p>" if at == 1 else inner)
    return "".join(body)


def _open_content(kind: str, body: str) -> str:
    return (
        f'<?xml version="1.0" encoding="UTF-8"?>\n<office:document-content {_OPEN}>'
        f"<office:body><office:{kind}>{body}</office:{kind}></office:body></office:document-content>"
    )


def _open_document(kind: str, body: str) -> bytes:
    listed = f'<manifest:manifest xmlns:manifest="{_OASIS}:manifest:1.0"/>'
    return zipped({
        "mimetype": f"{_OPEN_TYPE}.{kind}", "META-INF/manifest.xml": listed, "content.xml": _open_content(kind, body),
    })  # fmt: skip


def _rows(paragraphs: tuple[str, ...]) -> list[tuple[str, str]]:
    return [("number", "paragraph"), *((f"row {at}", paragraph) for at, paragraph in enumerate(paragraphs))]
