"""Word documents: styles to headings, lists, tables, notes, comments and pictures, by paragraph."""

from __future__ import annotations

from bookwheel.domain.errors import SkippedFile
from bookwheel.domain.messages import Message
from bookwheel.parsing.formats.converted import Converted
from bookwheel.parsing.formats.markdown_writer import Writer
from bookwheel.parsing.formats.office.docx_blocks import BodyWriter
from bookwheel.parsing.formats.office.docx_parts import Package
from bookwheel.parsing.formats.office.properties import core_fields
from bookwheel.parsing.formats.zip_parts import Parts, picture_in

_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1"


def read(content: bytes, path: str) -> Converted:
    """A Word document as Markdown, cited by its paragraphs.

    Raises:
        SkippedFile: for one that is damaged, protected by a password, or no Word document.
    """
    if content.startswith(_OLE):
        raise SkippedFile("The document is protected by a password, or in Word's old format. Save it as .docx.")
    parts = Parts(content)
    package = Package(parts)
    writer = Writer()
    body = BodyWriter(package, writer)
    body.write()
    warnings: list[Message] = []
    if any(name.rpartition("/")[2].lower() == "vbaproject.bin" for name in parts.names):
        warnings.append(Message("The document contains macros; they are not run."))
    if body.left_out:
        warnings.append(Message("{count} embedded objects are not read.", count=body.left_out))
    return Converted(writer.text, core_fields(parts), writer.places, warnings)


def picture(content: bytes, name: str) -> bytes:
    """A picture of the document by its part's name."""
    return picture_in(content, name)
