"""Reads texts of older word processors through LibreOffice, cited as OpenDocument text is."""

from __future__ import annotations

from bookwheel.parsing.formats.converted import Converted
from bookwheel.parsing.formats.legacy.conversion import converted, read_converted
from bookwheel.parsing.formats.open_document import odt


def read(content: bytes, path: str) -> Converted:
    """The document.

    Raises:
        SkippedFile: when LibreOffice is not installed, cannot read the file or takes too much.
    """
    return read_converted(content, path, "odt", odt.read)


def picture(content: bytes, name: str) -> bytes:
    """A picture of the document.

    Raises:
        SkippedFile: when there is no such picture, or it is too large.
    """
    return odt.picture(converted(content, "document.doc", "odt"), name)
