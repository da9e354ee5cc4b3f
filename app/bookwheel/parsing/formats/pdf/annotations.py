"""What somebody wrote on a page, and where its links lead."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from typing import Any

from bookwheel.parsing.formats.pdf.pdfium import C, Page, utf16

MOST = 2_000
"""Annotations of a page that are looked at."""

_MARKED = (9, 10, 11, 12)
"""Highlight, underline, squiggly underline, strike-out."""
_WRITTEN = (1, 3)
"""Note, free text."""


def links_of(page: Page) -> Iterator[tuple[str, str]]:
    """The words of each link to an address outside, and the address."""
    at = ctypes.c_int(0)
    link = C.FPDF_LINK()
    for _ in range(MOST):
        if not C.FPDFLink_Enumerate(page.handle, at, link):
            return
        action = C.FPDFLink_GetAction(link)
        if not action:
            continue
        size = C.FPDFAction_GetURIPath(page.file.handle, action, None, 0)
        if not 1 < size < 4000:
            continue
        buffer = ctypes.create_string_buffer(size)
        C.FPDFAction_GetURIPath(page.file.handle, action, buffer, size)
        address = buffer.value.decode("utf-8", "replace")
        rect = C.FS_RECTF()
        if address and C.FPDFLink_GetAnnotRect(link, rect):
            words = page.words_in(rect.left, rect.bottom, rect.right, rect.top)
            yield " ".join(words.split()), address


def remarks_of(page: Page) -> Iterator[tuple[str, str, str]]:
    """The words that each remark marks (empty for a note), what it says, and who wrote it."""
    for at in range(min(MOST, C.FPDFPage_GetAnnotCount(page.handle))):
        note = C.FPDFPage_GetAnnot(page.handle, at)
        if not note:
            continue
        try:
            kind = C.FPDFAnnot_GetSubtype(note)
            if kind not in _MARKED and kind not in _WRITTEN:
                continue
            said, author = (_value(note, name) for name in ("Contents", "T"))
            rect = C.FS_RECTF()
            has_rect = kind in _MARKED and C.FPDFAnnot_GetRect(note, rect)
            marked = page.words_in(rect.left, rect.bottom, rect.right, rect.top) if has_rect else ""
            if said or marked.strip():
                yield " ".join(marked.split()), said, author
        finally:
            C.FPDFPage_CloseAnnot(note)


def _value(note: object, name: str) -> str:
    def call(buffer: Any, size: int) -> int:
        letters = ctypes.cast(buffer, ctypes.POINTER(ctypes.c_ushort)) if buffer is not None else None
        return C.FPDFAnnot_GetStringValue(note, name.encode(), letters, size)

    return utf16(call)
