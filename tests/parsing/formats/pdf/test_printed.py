"""Documents printed by a program that states neither outline nor weights keep their headings by their look."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtGui import QFont, QPdfWriter, QTextDocument
from PySide6.QtWidgets import QApplication

from bookwheel.parsing.documents import parse
from tests.parsing.formats.pdf.made_pdf import Text, made_pdf

PAGE = """# On wheels

A wheel carries many books.

## Parts

The hub is made of oak, the rim of ash, and each of the twelve desks hangs on an axle of its own below it.

## Costs

It is dear.

### In gold

Ten ducats.
"""


@pytest.mark.parametrize(("family", "size"), [("Serif", 11), ("Sans Serif", 10)])
def test_short_lines_above_headings_do_not_take_them_in(
    qapp: QApplication, tmp_path: Path, family: str, size: int
) -> None:
    page = QTextDocument()
    page.setDefaultFont(QFont(family, size))
    page.setMarkdown(PAGE)
    writer = QPdfWriter(str(tmp_path / "wheels.pdf"))
    page.print_(writer)
    del writer
    document = parse((tmp_path / "wheels.pdf").read_bytes(), "wheels.pdf")
    titles = [section.title for section in document.sections if section.level]
    assert titles[:3] == ["On wheels", "Parts", "Costs"]
    assert "It is dear." in document.text and "It is dear. In gold" not in document.text


def test_many_headings_over_few_paragraphs_are_headings() -> None:
    words = "A wheel carries many books and a reader turns it without leaving the chair at all"
    pages: list[list[Text]] = [
        [
            (72, 740, 14, "F1", f"Chapter {number}"),
            *((72, 700 - 14 * line, 10, "F1", f"{words} {number} {line}") for line in range(12)),
        ]
        for number in range(9)
    ]
    document = parse(made_pdf(pages), "chapters.pdf")
    assert [section.title for section in document.sections if section.level] == [f"Chapter {at}" for at in range(9)]
