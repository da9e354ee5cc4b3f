"""The few calls of pdfium that are made here, without its wrapper's objects: a page takes a millisecond."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator
from functools import cached_property
from importlib import import_module
from typing import Any, cast

from bookwheel.domain.errors import ProtectedFile, SkippedFile

# pypdfium2's raw API has no types.
C = cast(Any, import_module("pypdfium2.raw"))

Box = tuple[float, float, float, float]
"""Left, top, right and bottom in points from the upper left corner of a page as it is shown."""

_PASSWORD, _SECURITY = 4, 5
_PRECISION = 100
_FAR = 1000.0
MOST_OUTLINE, DEEPEST_OUTLINE = 20_000, 12


class File:
    """An open document; to be closed."""

    def __init__(self, content: bytes, password: str = "") -> None:
        """Open it.

        Raises:
            SkippedFile: for one that is damaged; ProtectedFile for one that this password does not open.
        """
        _initialise()
        self._content = content  # pdfium reads from it while the document is open
        self.handle = C.FPDF_LoadMemDocument64(content, len(content), password.encode() if password else None)
        if not self.handle:
            reason = C.FPDF_GetLastError()
            if reason == _PASSWORD:
                raise ProtectedFile("The PDF is protected by a password. Enter the password to have it read.")
            if reason == _SECURITY:
                raise SkippedFile("The PDF is protected by a certificate or by rights management.")
            raise SkippedFile("The PDF is damaged and cannot be opened.")
        self.page_count: int = C.FPDF_GetPageCount(self.handle)

    def close(self) -> None:
        """Free all that belongs to it."""
        C.FPDF_CloseDocument(self.handle)

    def label(self, index: int) -> str:
        """A page's label, such as `iv`; empty where the document gives none."""
        return utf16(lambda buffer, size: C.FPDF_GetPageLabel(self.handle, index, buffer, size))

    def said(self, name: str) -> str:
        """A value of the document's information, such as Title."""
        return utf16(lambda buffer, size: C.FPDF_GetMetaText(self.handle, name.encode(), buffer, size))

    def outline(self) -> Iterator[tuple[int, str, int]]:
        """The outline: level from 1, title, index of its page (-1 for none), in the document's order."""
        seen: set[int] = set()
        waiting = [(C.FPDFBookmark_GetFirstChild(self.handle, None), 1)]
        while waiting and len(seen) < MOST_OUTLINE:
            mark, level = waiting.pop()
            if not mark or (address := ctypes.cast(mark, ctypes.c_void_p).value or 0) in seen:
                continue
            seen.add(address)
            title = utf16(lambda buffer, size, mark=mark: C.FPDFBookmark_GetTitle(mark, buffer, size))
            target = C.FPDFBookmark_GetDest(self.handle, mark)
            if not target and (action := C.FPDFBookmark_GetAction(mark)):
                target = C.FPDFAction_GetDest(self.handle, action)
            yield level, title, C.FPDFDest_GetDestPageIndex(self.handle, target) if target else -1
            waiting.append((C.FPDFBookmark_GetNextSibling(self.handle, mark), level))
            if level < DEEPEST_OUTLINE:
                waiting.append((C.FPDFBookmark_GetFirstChild(self.handle, mark), level + 1))


class Page:
    """An open page with its text; to be closed."""

    def __init__(self, file: File, index: int) -> None:
        """Load it; `is_open` says whether that went well."""
        self.file = file
        self.handle = C.FPDF_LoadPage(file.handle, index)
        self.text = C.FPDFText_LoadPage(self.handle) if self.handle else None
        self.is_open = bool(self.text)
        self.width: float = C.FPDF_GetPageWidthF(self.handle) if self.handle else 0.0
        self.height: float = C.FPDF_GetPageHeightF(self.handle) if self.handle else 0.0

    def close(self) -> None:
        """Free it."""
        if self.text:
            C.FPDFText_ClosePage(self.text)
        if self.handle:
            C.FPDF_ClosePage(self.handle)

    def words(self) -> str:
        """All characters in the order of pdfium, one for each of its indices."""
        count = C.FPDFText_CountChars(self.text)
        if count <= 0:
            return ""
        buffer = (ctypes.c_ushort * (count + 1))()
        got = C.FPDFText_GetText(self.text, 0, count, buffer)
        return bytes(buffer)[: max(0, got - 1) * 2].decode("utf-16-le", "replace")

    def shown(self, left: float, bottom: float, right: float, top: float) -> Box:
        """A rectangle of the page's own coordinates as it is shown, whatever the page's rotation and crop box."""
        a, b, c, d, x, y = self._as_shown
        x1, y1, x2, y2 = (
            a * left + c * top + x,
            b * left + d * top + y,
            a * right + c * bottom + x,
            b * right + d * bottom + y,
        )
        return (
            round(min(x1, x2), 1),
            round(min(y1, y2), 1),
            round(max(x1, x2), 1),
            round(max(y1, y2), 1),
        )

    @cached_property
    def _as_shown(self) -> tuple[float, float, float, float, float, float]:
        """The affine map from the page's own coordinates to those in which it is shown, as pdfium has it."""
        x, y = self._shown(0, 0)
        right, up = self._shown(_FAR, 0), self._shown(0, _FAR)
        return ((right[0] - x) / _FAR, (right[1] - y) / _FAR, (up[0] - x) / _FAR, (up[1] - y) / _FAR, x, y)

    def _shown(self, x: float, y: float) -> tuple[float, float]:
        across, down = ctypes.c_int(), ctypes.c_int()
        wide, high = int(self.width * _PRECISION), int(self.height * _PRECISION)
        C.FPDF_PageToDevice(self.handle, 0, 0, wide, high, 0, x, y, across, down)
        return across.value / _PRECISION, down.value / _PRECISION

    def words_in(self, left: float, bottom: float, right: float, top: float) -> str:
        """The words within a rectangle of the page's own coordinates."""
        count = C.FPDFText_GetBoundedText(self.text, left, top, right, bottom, None, 0)
        if count <= 0:
            return ""
        buffer = (ctypes.c_ushort * (count + 1))()
        got = C.FPDFText_GetBoundedText(self.text, left, top, right, bottom, buffer, count)
        return bytes(buffer)[: got * 2].decode("utf-16-le", "replace").rstrip("\0")

    def grey_picture(self, scale: float) -> bytes:
        """The page in shades of grey as PGM, `scale` pixels for a point.

        Raises:
            SkippedFile: when there is no memory for it.
        """
        width, height = max(1, round(self.width * scale)), max(1, round(self.height * scale))
        bitmap = C.FPDFBitmap_CreateEx(width, height, C.FPDFBitmap_Gray, None, 0)
        if not bitmap:
            raise SkippedFile("A page of the PDF is too large to show.")
        try:
            C.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xFFFFFFFF)
            C.FPDF_RenderPageBitmap(bitmap, self.handle, 0, 0, width, height, 0, C.FPDF_ANNOT | C.FPDF_GRAYSCALE)
            stride = C.FPDFBitmap_GetStride(bitmap)
            whole = ctypes.string_at(C.FPDFBitmap_GetBuffer(bitmap), stride * height)
        finally:
            C.FPDFBitmap_Destroy(bitmap)
        rows = (
            whole if stride == width else b"".join(whole[row * stride : row * stride + width] for row in range(height))
        )
        return b"P5 %d %d 255\n" % (width, height) + rows

    def has_pictures(self) -> bool:
        """Whether there is a picture on it."""
        count = min(50, C.FPDFPage_CountObjects(self.handle))
        return any(
            C.FPDFPageObj_GetType(C.FPDFPage_GetObject(self.handle, at)) == C.FPDF_PAGEOBJ_IMAGE for at in range(count)
        )


def utf16(call: Callable[[Any, int], int]) -> str:
    """A string that a call of pdfium writes; empty for none."""
    size = call(None, 0)
    if size <= 2 or size > 200_000:
        return ""
    buffer = ctypes.create_string_buffer(size)
    call(buffer, size)
    return buffer.raw[: size - 2].decode("utf-16-le", "replace").replace("\0", "").strip()


_is_initialised = False


def _initialise() -> None:
    global _is_initialised
    if not _is_initialised:
        C.FPDF_InitLibrary()
        _is_initialised = True
