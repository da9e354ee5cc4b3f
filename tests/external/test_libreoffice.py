"""Documents of older programs, through the LibreOffice that is installed."""

from __future__ import annotations

import random
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from bookwheel.domain.errors import SkippedFile
from bookwheel.domain.places import PlaceKind
from bookwheel.parsing.documents import parse
from bookwheel.parsing.formats.legacy import conversion
from bookwheel.parsing.outside import confinement
from tests.formats import pages
from tests.formats.chapters import CHAPTERS, words_in

OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
FILTERS = {".fodp": "OpenDocument Presentation Flat XML", ".rtf": "Rich Text Format"}
Older = Callable[[bytes, str, str], bytes]


@pytest.fixture
def older(soffice: str, tmp_path: Path) -> Older:
    """Writes a document in an older format, as a person's LibreOffice does."""

    def write(content: bytes, name: str, target: str) -> bytes:
        source = tmp_path / name
        source.write_bytes(content)
        profile = f"-env:UserInstallation={(tmp_path / 'profile').as_uri()}"
        convert = [f"--infilter={FILTERS[source.suffix]}", "--convert-to", target, "--outdir", str(tmp_path)]
        command = [soffice, profile, "--headless", *convert, str(source)]
        subprocess.run(command, check=True, timeout=200, capture_output=True)
        return source.with_suffix(f".{target.partition(':')[0]}").read_bytes()

    return write


def _missing(text: str) -> set[str]:
    said = {word for chapter in CHAPTERS for part in (chapter.title, *chapter.paragraphs) for word in words_in(part)}
    return said - set(words_in(text))


def test_a_document_of_word_97_keeps_its_words_and_is_cited_by_paragraph(older: Older) -> None:
    content = older(pages.rtf(CHAPTERS), "notes.rtf", "doc:MS Word 97")
    assert content.startswith(OLE)
    document = parse(content, "notes.doc")
    assert document.format == "doc"
    assert not _missing(document.text)
    assert {place.kind for place in document.places} == {PlaceKind.PARAGRAPH}


def _slides() -> bytes:
    frame = '<draw:frame presentation:class="{0}" svg:x="1cm" svg:y="{1}cm" svg:width="24cm" svg:height="6cm">'
    shown = [(c.title, "\n".join(f"<text:p>{text}</text:p>" for text in c.paragraphs)) for c in CHAPTERS]
    pages = "".join(
        f"<draw:page>{frame.format('title', 1)}<draw:text-box><text:p>{title}</text:p></draw:text-box></draw:frame>"
        f"{frame.format('outline', 8)}<draw:text-box>{body}</draw:text-box></draw:frame></draw:page>"
        for title, body in shown
    )
    layout = '<style:page-layout style:name="Wide"><style:page-layout-properties fo:page-width="28cm"/>'
    master = '<style:master-page style:name="All" style:page-layout-name="Wide"/>'
    styles = (
        f"<office:automatic-styles>{layout}</style:page-layout></office:automatic-styles>"
        f"<office:master-styles>{master}</office:master-styles>"
    )
    body = f"<office:body><office:presentation>{pages}</office:presentation></office:body>"
    return _flat("presentation", styles + body)


def _flat(kind: str, content: str) -> bytes:
    """A document of OpenDocument in one XML file, as LibreOffice accepts it."""
    names = " ".join(
        f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{full}:1.0"'
        for name, full in (
            ("office", "office"), ("text", "text"), ("draw", "drawing"), ("presentation", "presentation"),
            ("svg", "svg-compatible"), ("script", "script"),
            ("style", "style"), ("fo", "xsl-fo-compatible"),
        )
    )  # fmt: skip
    names += ' xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:ooo="http://openoffice.org/2004/office"'
    mimetype = f"application/vnd.oasis.opendocument.{kind}"
    head = f'<office:document {names} office:version="1.2" office:mimetype="{mimetype}">'
    return f"{head}{content}</office:document>".encode()


def test_slides_of_powerpoint_97_keep_their_words_and_are_cited_by_slide(older: Older) -> None:
    content = older(_slides(), "notes.fodp", "ppt:MS PowerPoint 97")
    assert content.startswith(OLE)
    document = parse(content, "notes.ppt")
    assert not _missing(document.text)
    assert {place.kind for place in document.places} == {PlaceKind.SLIDE}


@pytest.mark.usefixtures("soffice")
def test_abiword_is_read() -> None:
    text = '<?xml version="1.0"?><abiword><section><p style="Heading 1">Wheels</p><p>Of walnut.</p></section></abiword>'
    document = parse(text.encode(), "notes.abw")
    assert "walnut" in document.text


@pytest.mark.usefixtures("soffice")
def test_changed_files_are_read_or_skipped(older: Older) -> None:
    whole, chance = older(pages.rtf(CHAPTERS), "notes.rtf", "doc:MS Word 97"), random.Random(16)
    for content in (OLE + chance.randbytes(5000), *(_changed(whole, chance) for _ in range(4))):
        conversion.converted.cache_clear()
        try:
            assert parse(content, "notes.doc").sections
        except SkippedFile as skipped:
            assert skipped.message


def _changed(whole: bytes, chance: random.Random) -> bytes:
    content = bytearray(whole[: chance.randrange(len(whole) // 2, len(whole))])
    for _ in range(20):
        content[chance.randrange(512, len(content))] = chance.randrange(256)
    return bytes(content)


def test_macros_do_not_run(soffice: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert soffice
    monkeypatch.setattr(confinement, "_wrapper", lambda _folder, _program: ())  # it could write, were it let to run
    written = tmp_path / "written"
    basic = f'Sub Main\nOpen "{written}" For Output As #1\nPrint #1, "run"\nClose #1\nEnd Sub\n'
    module = f'<ooo:module ooo:name="M"><ooo:source-code>{basic}</ooo:source-code></ooo:module>'
    library = (
        f'<ooo:libraries><ooo:library-embedded ooo:name="Standard">{module}</ooo:library-embedded></ooo:libraries>'
    )
    address = "vnd.sun.star.script:Standard.M.Main?language=Basic&amp;location=document"
    listener = (
        f'<script:event-listener script:language="ooo:script" script:event-name="dom:load" xlink:href="{address}"/>'
    )
    script = f'<office:script script:language="ooo:Basic"><ooo:libraries>{library}</ooo:libraries></office:script>'
    scripts = f"<office:scripts>{script}<office:event-listeners>{listener}</office:event-listeners></office:scripts>"
    body = "<office:body><office:text><text:p>Walnut.</text:p></office:text></office:body>"
    made = conversion.converted(_flat("text", scripts + body), "notes.fodt", "odt")
    assert "Walnut" in parse(made, "notes.odt").text
    assert not written.exists()
