"""Prints real Markdown as PDF by Qt, in fonts and sizes as programs choose them; what is a heading is known."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from tests.bench.corpora import Corpora
from tests.bench.formats.speed import files_of

_TREES = ("docs/rust-book", "docs/rust-rfcs", "docs/foam-docs", "docs/k8s-docs-de")
_EACH = 8
_SMALLEST = 6_000
_LOOKS = (("Serif", 11), ("Sans Serif", 10), ("Serif", 12))
_FENCE = re.compile(r"(?ms)^ {0,3}(```+|~~~+).*?^ {0,3}\1")
_FRONT = re.compile(r"\A---\n.*?\n---\n", re.DOTALL)


def documents(corpora: Corpora, scratch: Path) -> Iterator[tuple[str, bytes, list[str]]]:
    """Name, bytes and headings of each printed document; none without Qt."""
    from PySide6.QtGui import QFont, QGuiApplication, QPageSize, QPdfWriter, QTextDocument  # noqa: PLC0415

    application = QGuiApplication.instance() or QGuiApplication([])
    for tree in _TREES:
        large = [
            (name, content) for name, content in files_of(corpora.tree(tree), (".md",)) if len(content) > _SMALLEST
        ]
        for number, (_, content) in enumerate(large[:: max(1, len(large) // _EACH)][:_EACH]):
            text = _FRONT.sub("", content.decode("utf-8", "replace"))
            family, size = _LOOKS[number % len(_LOOKS)]
            page = QTextDocument()
            page.setDefaultFont(QFont(family, size))
            page.setMarkdown(_FENCE.sub("", text))
            path = scratch / f"{tree.replace('/', '-')}-{number}.pdf"
            writer = QPdfWriter(str(path))
            writer.setPageSize(QPageSize(QPageSize.PageSizeId.A4))
            page.print_(writer)
            del writer
            yield path.name, path.read_bytes(), _headings(page)
    assert application


def _headings(page: object) -> list[str]:
    """What Qt itself took for headings."""
    from PySide6.QtGui import QTextDocument  # noqa: PLC0415

    assert isinstance(page, QTextDocument)
    found: list[str] = []
    block = page.begin()
    while block.isValid():
        if block.blockFormat().headingLevel() and block.text().strip():
            found.append(block.text())
        block = block.next()
    return found
