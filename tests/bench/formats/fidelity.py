"""Headings found against those that the files state, seen without the readers; words of PDFs against pdfium's own."""

from __future__ import annotations

import html
import io
import json
import re
import zipfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from unittest import mock

import pypdfium2

from bookwheel.domain.document import Document
from bookwheel.domain.errors import SkippedFile
from bookwheel.parsing.documents import parse
from bookwheel.parsing.formats.pdf.pdfium import File
from tests.bench.corpora import Corpora
from tests.bench.figures import Figure
from tests.bench.formats import printed
from tests.bench.formats.speed import files_of
from tests.formats.chapters import words_in

_UNDERLINED = re.compile(
    r"(?m)(?:^([=\-`:'\"~^_*+#<>.])\1*\n)?^(?!\.\. |\s|[=\-~^]{3,})(\S[^\n]*)\n([=\-`:'\"~^_*+#<>.])\3{2,}\s*$"
)
_HEADING = re.compile(r"<h([1-6])\b[^>]*>(.*?)</h\1>", re.DOTALL | re.IGNORECASE)
_MAIN = re.compile(r"<(main|article)\b.*</\1>", re.DOTALL | re.IGNORECASE)
_HIDDEN = re.compile(r"<(script|style|template|noscript)\b.*?</\1>|<!--.*?-->", re.DOTALL | re.IGNORECASE)
_TAG = re.compile(r"<[^<>]*>")
_FENCE = re.compile(r"(?ms)^(```|~~~).*?^\1")
_ATX = re.compile(r"(?m)^#{1,6}\s+(.+?)\s*#*$")
_PARAGRAPH = re.compile(r"<w:p[ >].*?</w:p>", re.DOTALL)

Headings = Callable[[bytes], list[str]]


def measure(corpora: Corpora, scratch: Path) -> Iterator[Figure]:
    """F1 of headings by format, and what is missing of the words of PDFs."""
    yield _f1("RST", files_of(corpora.tree("docs/datasette-docs-rst"), (".rst",)), _of_rst)
    yield _f1("HTML", _pages(corpora), _of_html)
    yield _f1("Word", files_of(corpora.tree("formats"), (".docx",)), _of_docx)
    yield _f1("notebooks", files_of(corpora.tree("formats"), (".ipynb",)), _of_notebook)
    yield _words_of_pdfs(corpora)
    yield from _headings_of_pdfs(corpora, scratch)


def _f1(name: str, files: Iterable[tuple[str, bytes]], headings: Headings) -> Figure:
    right = found = stated = 0
    for path, content in files:
        own, wanted = Counter(_titles(parse(content, path))), Counter(map(_folded, headings(content)))
        right += (own & wanted).total()
        found, stated = found + own.total(), stated + wanted.total()
    return Figure(f"{name}: F1 of {stated} headings", 2 * right / max(1, found + stated), "", "0.97")


def _titles(document: Document) -> list[str]:
    return [_folded(section.title) for section in document.sections if section.level]


def _folded(title: str) -> str:
    return " ".join(words_in(title))


def _of_rst(content: bytes) -> list[str]:
    return [re.sub(r":[\w:]+:(?=`)|<[^<>]*>(?=`)", "", found[2]) for found in _UNDERLINED.finditer(content.decode())]


def _pages(corpora: Corpora) -> Iterator[tuple[str, bytes]]:
    yield from files_of(corpora.tree("docs/mdn-archived-html"), (".html",))
    yield from files_of(corpora.tree("formats"), (".html",))


def _of_html(content: bytes) -> list[str]:
    source = _HIDDEN.sub("", content.decode("utf-8", "replace"))
    main = _MAIN.search(source)
    found = _HEADING.findall(main[0] if main else source)
    return [title for _, inner in found if _folded(title := html.unescape(_TAG.sub("", inner)))]


def _of_docx(content: bytes) -> list[str]:
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        styles = packed.read("word/styles.xml").decode() if "word/styles.xml" in packed.namelist() else ""
        body = packed.read("word/document.xml").decode()
    named = re.findall(r'<w:style [^>]*w:styleId="([^"]+)"[^>]*>\s*<w:name w:val="([^"]+)"', styles)
    heads = {identifier for identifier, name in named if re.match(r"(?i)heading \d|title$", name)}
    made: list[str] = []
    for paragraph in _PARAGRAPH.findall(body):
        style = re.search(r'<w:pStyle w:val="([^"]+)"', paragraph)
        text = html.unescape("".join(re.findall(r"<w:t(?: [^>]*)?>([^<]*)", paragraph)))
        if style and style[1] in heads and text.strip():
            made.append(text)
    return made


def _of_notebook(content: bytes) -> list[str]:
    cells = json.loads(content)["cells"]
    texts = ("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")
    return [title for text in texts for title in _ATX.findall(_FENCE.sub("", text))]


def _words_of_pdfs(corpora: Corpora) -> Figure:
    """The share of pdfium's words, in no order, that the documents lack; files that are refused count for nothing."""
    lacking = whole = 0
    for path, content in files_of(corpora.tree("formats"), (".pdf",)):
        try:
            text = parse(content, path).text
        except SkippedFile:
            continue
        # Signs are compared, for words may be joined where a line was broken.
        own, wanted = Counter("".join(words_in(text))), Counter("".join(words_in(_pdfium_text(content))))
        lacking += (wanted - own).total()
        whole += wanted.total()
    return Figure("PDF: share of pdfium's own text that is missing", 100 * lacking / max(1, whole), "%", "1 %")


def _pdfium_text(content: bytes) -> str:
    file = pypdfium2.PdfDocument(content)
    try:
        return "\n".join(page.get_textpage().get_text_bounded() for page in file)
    finally:
        file.close()


def _headings_of_pdfs(corpora: Corpora, scratch: Path) -> Iterator[Figure]:
    """Headings by look alone: printed documents, whose source states them, and real outlines that are hidden."""
    scores = {"printed": [0, 0, 0], "outline hidden": [0, 0, 0]}
    with mock.patch.object(File, "outline", lambda _: iter(())):
        for path, content, wanted in printed.documents(corpora, scratch):
            _count(scores["printed"], _titles(parse(content, path)), wanted)
        for path, content in files_of(corpora.tree("formats"), (".pdf",)):
            if len(wanted := _outline_on_pages(content)) > 1:
                _count(scores["outline hidden"], map(_unnumbered, _titles(parse(content, path))), wanted)
    for name, (right, found, stated) in scores.items():
        yield Figure(f"PDF, {name}: F1 of {stated} headings", 2 * right / max(1, found + stated), "", "0.85")


def _unnumbered(title: str) -> str:
    """A title as outlines have it."""
    return re.sub(r"^(?:\d+ )+", "", title)


def _count(score: list[int], found: Iterable[str], wanted: Iterable[str]) -> None:
    own, stated = Counter(found), Counter(map(_folded, wanted))
    score[0] += (own & stated).total()
    score[1] += own.total()
    score[2] += stated.total()


def _outline_on_pages(content: bytes) -> list[str]:
    """The outline's titles, as far as a page says them."""
    try:
        file = pypdfium2.PdfDocument(content)
    except pypdfium2.PdfiumError:
        return []
    try:
        titles = [mark.get_title() for mark in file.get_toc()]
    finally:
        file.close()
    said = _folded(_pdfium_text(content)) if titles else ""
    return [title for title in titles if _folded(title) in said]
