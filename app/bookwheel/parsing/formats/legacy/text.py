"""Reads texts of older word processors through LibreOffice, cited as OpenDocument text is."""

from __future__ import annotations

from bookwheel.parsing.formats.converted import Converted
from bookwheel.parsing.formats.legacy.conversion import converted, macro_warnings
from bookwheel.parsing.formats.open_document import odt


def read(content: bytes, path: str) -> Converted:
    """The document.

    Raises:
        SkippedFile: when LibreOffice is not installed, cannot read the file or takes too much.
    """
    made = odt.read(converted(content, path, "odt"), path)
    made.warnings[:0] = macro_warnings(content)
    return made


def picture(content: bytes, name: str) -> bytes:
    """A picture of the document.

    Raises:
        SkippedFile: when there is no such picture, or it is too large.
    """
    return odt.picture(converted(content, "document.doc", "odt"), name)
