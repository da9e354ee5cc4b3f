"""Workbooks of Excel and OpenDocument: each sheet a section with its rows as tables, cited by cells."""

from __future__ import annotations

import io

from python_calamine import CalamineError, CalamineWorkbook, SheetTypeEnum, SheetVisibleEnum

from bookwheel.domain.errors import SkippedFile
from bookwheel.domain.messages import Message
from bookwheel.parsing.formats.converted import Converted
from bookwheel.parsing.formats.markdown_writer import Writer
from bookwheel.parsing.formats.office.properties import core_fields, open_document_fields
from bookwheel.parsing.formats.office.sheet_rows import write_sheet
from bookwheel.parsing.formats.zip_parts import Parts

MOST_SHEETS = 200
_MANIFEST = "META-INF/manifest.xml"
_ZIP = b"PK\x03\x04"


_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
"""The part of an OLE file in which Office keeps an encrypted workbook."""


def read(content: bytes, path: str) -> Converted:
    """A workbook as Markdown; formulas are not run, the values that were saved with them are shown.

    Raises:
        SkippedFile: for one that is damaged, protected by a password, or no workbook.
    """
    fields: dict[str, object] = {}
    warnings: list[Message] = []
    if content.startswith(_ZIP):
        parts = Parts(content)
        if _MANIFEST in parts and b"encryption-data" in parts.read(_MANIFEST, 1_000_000):
            raise SkippedFile("The file is protected by a password.")
        fields = core_fields(parts) or open_document_fields(parts)
        if any(name.lower().endswith("vbaproject.bin") for name in parts.names):
            warnings.append(Message("The document contains macros; they are not run."))
    writer = Writer()
    try:
        book = CalamineWorkbook.from_filelike(io.BytesIO(content))
        for sheet in book.sheets_metadata[:MOST_SHEETS]:
            if sheet.typ is not SheetTypeEnum.WorkSheet:
                continue
            found = book.get_sheet_by_name(sheet.name)
            start = found.start or (0, 0)
            rows = found.to_python(skip_empty_area=True)
            if sheet.visible is not SheetVisibleEnum.Visible:
                warnings.append(Message("The sheet {sheet} is hidden in the file.", sheet=sheet.name))
            warnings += write_sheet(writer, sheet.name, rows, first_row=start[0] + 1, first_column=start[1])
        if len(book.sheets_metadata) > MOST_SHEETS:
            warnings.append(Message("Only the first {most} sheets were read.", most=MOST_SHEETS))
    except CalamineError as error:
        reason = str(error).lower()
        if "password" in reason or "encrypt" in reason or _ENCRYPTED in content:
            raise SkippedFile("The file is protected by a password.") from None
        raise SkippedFile("The file is damaged, or not a workbook.") from None
    except BaseException as error:
        if type(error).__name__ != "PanicException":  # of Rust, which cannot be imported
            raise
        raise SkippedFile("The file is damaged, or not a workbook.") from None
    return Converted(writer.text, fields, writer.places, warnings)
