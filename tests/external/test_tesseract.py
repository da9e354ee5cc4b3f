"""Words in pictures and scans, through the Tesseract that is installed."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QGuiApplication, QImage, QPageSize, QPainter, QPdfWriter

from bookwheel.domain.places import place_at
from bookwheel.parsing.documents import parse

WORDS = "The wheel is made of walnut and turns twelve shelves."


@pytest.fixture
def picture(qapp: QGuiApplication) -> QImage:
    """A white page with a sentence on it."""
    image = QImage(1240, 600, QImage.Format.Format_Grayscale8)
    image.fill(QColor("white"))
    painter = QPainter(image)
    painter.setFont(QFont("Noto Sans", 28))
    painter.drawText(QRect(80, 200, 1080, 300), Qt.TextFlag.TextWordWrap, WORDS)
    painter.end()
    return image


def _saved(image: QImage, kind: str) -> bytes:
    array = QByteArray()
    buffer = QBuffer(array)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    assert image.save(buffer, kind)
    return bytes(array.data())


def _scan(image: QImage, path: Path) -> bytes:
    writer = QPdfWriter(str(path))
    writer.setPageSize(QPageSize(QPageSize.PageSizeId.A4))
    painter = QPainter(writer)
    painter.drawImage(QRectF(0, 0, writer.width(), writer.width() * image.height() / image.width()), image)
    painter.end()
    return path.read_bytes()


@pytest.mark.usefixtures("tesseract")
@pytest.mark.parametrize("kind", ["png", "jpg", "tif", "bmp"])
def test_words_in_a_picture_are_read_with_their_boxes(picture: QImage, kind: str) -> None:
    document = parse(_saved(picture, kind), f"page.{kind}", recognise="en")
    assert WORDS in " ".join(document.text.split())
    line = next(number for number, text in enumerate(document.text.split("\n"), 1) if "walnut" in text)
    place = place_at(document.places, (line, line))
    assert place is not None and place.box is not None
    left, top, right, bottom = place.box
    assert 40 < left < right < 1240 * 0.75 and 140 < top < bottom < 400


@pytest.mark.usefixtures("tesseract")
def test_words_of_a_scan_are_cited_by_page_and_box(picture: QImage, tmp_path: Path) -> None:
    content = _scan(picture, tmp_path / "scan.pdf")
    assert not parse(content, "scan.pdf").words
    document = parse(content, "scan.pdf", recognise="*")
    assert WORDS in " ".join(document.text.split())
    place = place_at(document.places, (1, 1))
    assert place is not None and place.words == "page 1" and place.box is not None
    assert place.box[2] < 596 and place.box[3] < 842


@pytest.mark.usefixtures("tesseract")
def test_an_empty_picture_has_no_words(qapp: QGuiApplication) -> None:
    image = QImage(400, 300, QImage.Format.Format_Grayscale8)
    image.fill(QColor("white"))
    document = parse(_saved(image, "png"), "page.png", recognise="en")
    assert not document.warnings
    assert "recognised" not in dict(document.fields)
