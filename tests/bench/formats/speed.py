"""Megabytes of source a second of the parser child's processor, and the most memory that it took."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pypdfium2

from tests.bench.corpora import Corpora
from tests.bench.figures import Figure
from tests.bench.formats.children import Files, child
from tests.formats import packages, pages, records
from tests.formats.chapters import Chapter

TREES: tuple[tuple[str, tuple[str, ...], tuple[str, ...], float], ...] = (
    ("HTML", (".html", ".htm"), ("docs/mdn-archived-html", "formats"), 3),
    ("RST", (".rst",), ("docs/datasette-docs-rst",), 1),
    ("notebooks", (".ipynb",), ("formats",), 5),
    ("Markdown", (".md",), ("docs/rust-book",), 0),
    ("Org", (".org",), ("edge", "docs/logseq-docs"), 0),
)
"""Name, endings, where they are, and how many megabytes a second are wanted; 0 for none."""
_ENOUGH_MB = 3.0
"""Files are read again until so much was read."""
_BOOK = "docs/rust-book"


def measure(corpora: Corpora) -> Iterator[Figure]:
    """Each format on its real files; Word, slides and mail also on large ones made of a real book."""
    for name, endings, trees, wanted in TREES:
        files = [file for tree in trees for file in files_of(corpora.tree(tree), endings)]
        yield from _megabytes(name, files, wanted)
    yield from _megabytes("Word, made of a book", [("book.docx", packages.docx(book(corpora)))], 2)
    yield from _megabytes("Word, real files", list(files_of(corpora.tree("formats"), (".docx",))), 0)
    yield from _megabytes("OpenDocument, made of a book", [("book.odt", packages.odt(book(corpora)))], 0)
    yield from _megabytes("slides, made of a book", [("book.pptx", packages.pptx(book(corpora)))], 0)
    yield from _megabytes("RTF, made of a book", [("book.rtf", pages.rtf(book(corpora)))], 0)
    yield from _megabytes("mail, made of a book", [("book.mbox", records.mailbox(book(corpora)))], 0)
    yield from _pdf(corpora)


def files_of(tree: Path, endings: tuple[str, ...]) -> Iterator[tuple[str, bytes]]:
    """The tree's files with one of these endings, with their paths."""
    for path in sorted(tree.rglob("*")):
        if path.is_file() and path.name.lower().endswith(endings):
            yield path.relative_to(tree).as_posix(), path.read_bytes()


def book(corpora: Corpora) -> list[Chapter]:
    """The Rust book as chapters: what stands under each heading, without its markup."""
    made: list[Chapter] = []
    for _, content in files_of(corpora.tree(_BOOK), (".md",)):
        title, paragraphs = "", list[str]()
        for block in content.decode("utf-8", "replace").split("\n\n"):
            words = " ".join("".join(sign if sign.isalnum() else " " for sign in block).split())
            if block.startswith("#"):
                if title and paragraphs:
                    made.append(Chapter(title, tuple(paragraphs)))
                title, paragraphs = words, []
            elif words:
                paragraphs.append(words)
    return made


def _megabytes(name: str, files: Files, wanted: float) -> Iterator[Figure]:
    size_mb = sum(_source_bytes(content) for _, content in files) / 1e6
    if not files:
        return
    rounds = max(1, round(_ENOUGH_MB / size_mb))
    with child() as reader:
        reader.warm(*files[0])
        for _ in range(rounds):
            for path, content in files:
                reader.read(path, content)
        rate = rounds * size_mb / max(reader.cpu_s, 0.001)
        yield Figure(f"{name}: source a CPU second through the child", rate, "MB/s", f"{wanted}" if wanted else "")
        yield Figure(f"{name}: most memory of the child", reader.peak_mb, "MB")


def _source_bytes(content: bytes) -> int:
    """Bytes of a file; of a zip file those of the XML in it."""
    if not content.startswith(b"PK\x03\x04"):
        return len(content)
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        return sum(one.file_size for one in packed.infolist() if one.filename.endswith((".xml", ".xhtml", ".html")))


def _pdf(corpora: Corpora) -> Iterator[Figure]:
    files = [*files_of(corpora.tree("formats"), (".pdf",)), ("book.pdf", pages.pdf(book(corpora)))]
    counted = [(name, content, count) for name, content in files if (count := _page_count(content))]
    with child() as reader:
        reader.warm(*files[0])
        for name, content, _ in counted:
            reader.read(name, content)
        rate = sum(count for _, _, count in counted) / max(reader.cpu_s, 0.001)
        yield Figure("PDF: pages a CPU second through the child", rate, "", "400")
        yield Figure("PDF: most memory of the child", reader.peak_mb, "MB")


def _page_count(content: bytes) -> int:
    try:
        return len(pypdfium2.PdfDocument(content))
    except pypdfium2.PdfiumError:
        return 0
