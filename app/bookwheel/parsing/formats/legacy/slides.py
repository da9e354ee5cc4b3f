"""Reads slides of older programs through LibreOffice, cited as PowerPoint's own slides are."""

from __future__ import annotations

from bookwheel.parsing.formats.converted import Converted
from bookwheel.parsing.formats.legacy.conversion import converted, read_converted
from bookwheel.parsing.formats.slides import pptx


def read(content: bytes, path: str) -> Converted:
    """The slides.

    Raises:
        SkippedFile: when LibreOffice is not installed, cannot read the file or takes too much.
    """
    return read_converted(content, path, "pptx", pptx.read)


def picture(content: bytes, name: str) -> bytes:
    """A picture of the slides.

    Raises:
        SkippedFile: when there is no such picture, or it is too large.
    """
    return pptx.picture(converted(content, "document.ppt", "pptx"), name)
