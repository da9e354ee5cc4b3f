"""What a file is by its first bytes, which decide where its name says something else."""

from __future__ import annotations

import re

from bookwheel.domain.errors import SkippedFile
from bookwheel.domain.formats import FORMATS, Format
from bookwheel.parsing.formats.zip_parts import Parts

_ZIPS = (b"PK\x03\x04", b"PK\x05\x06")
_HTML = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]{0,200}>\s*)?(?:<!--.{0,2000}?-->\s*)?<(?:!doctype html|html)\b",
    re.IGNORECASE | re.DOTALL,
)
_PARTS = (("word/document", "docx"), ("ppt/presentation", "pptx"), ("xl/workbook", "sheet"))
_TYPES = {
    "application/epub+zip": "epub",
    "application/vnd.oasis.opendocument.text": "odt",
    "application/vnd.oasis.opendocument.spreadsheet": "sheet",
    "application/vnd.oasis.opendocument.presentation": "odp",
}
_BINARY = frozenset(("pdf", "docx", "pptx", "sheet", "odt", "odp", "epub", "rtf", "doc", "ppt"))


def format_inside(content: bytes, named: Format | None) -> Format | None:
    """The format that a file's bytes show, where these tell; else the one that its name says.

    Only what is certain counts: a PDF, RTF and the office formats by their own marks; HTML under a name that promises
    one of these. A text is what its name says.
    """
    found = _shown(content, named)
    kind = next((kind for kind in FORMATS if kind.name == found), None)
    return kind or named


def _shown(content: bytes, named: Format | None) -> str:
    by_name = named.name if named else ""
    if content.startswith(b"%PDF-"):
        return "pdf"
    if content.startswith(b"{\\rtf"):
        return "rtf"
    if content.startswith(_ZIPS):
        return _in_zip(content)
    if by_name in _BINARY and _HTML.match(content[:4000]):
        return "html"
    return ""


def _in_zip(content: bytes) -> str:
    """The format of a zip file by the parts that it holds; empty for any other archive."""
    try:
        parts = Parts(content)
        declared = parts.read("mimetype", 200).decode("ascii", "replace").strip() if "mimetype" in parts else ""
    except SkippedFile:
        return ""
    if declared:
        return next((kind for type_, kind in _TYPES.items() if declared.startswith(type_)), "")
    return next((kind for start, kind in _PARTS if any(name.startswith(start) for name in parts.names[:2000])), "")
