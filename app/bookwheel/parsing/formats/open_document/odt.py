"""OpenDocument text: headings, lists, tables, notes, remarks and pictures, by paragraph."""

from __future__ import annotations

from bookwheel.parsing.formats.converted import Converted
from bookwheel.parsing.formats.markdown_writer import Writer
from bookwheel.parsing.formats.open_document.content import OpenDocument
from bookwheel.parsing.formats.open_document.text_blocks import TextBlocks
from bookwheel.parsing.formats.zip_parts import picture_in


def read(content: bytes, path: str) -> Converted:
    """A text as Markdown, cited by its paragraphs.

    Raises:
        SkippedFile: for one that is damaged, protected by a password, or no OpenDocument text.
    """
    document = OpenDocument(content, "text")
    writer = Writer()
    body = TextBlocks(document, writer)
    body.write(document.body)
    body.write_notes()
    return Converted(writer.text, document.fields, writer.places, document.warnings)


def picture(content: bytes, name: str) -> bytes:
    """A picture of the document by its part's name."""
    return picture_in(content, name)
