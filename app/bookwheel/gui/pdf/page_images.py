"""Pages drawn by PDFium in a thread of Qt's, the ones in sight first, kept while there is room."""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Sequence

from PySide6.QtCore import QObject, QSize, Signal
from PySide6.QtGui import QImage
from PySide6.QtPdf import QPdfDocument, QPdfPageRenderer

from bookwheel.gui.backend.background_calls import BackgroundCalls
from bookwheel.gui.pdf.dark_page import darken

_MOST_PIXELS = 16_000_000
"""Of one page; a page that would have more is drawn smaller, and shown larger."""
_MOST_BYTES = 192_000_000
_AT_ONCE = 2
"""Pages asked for at a time: what is asked for cannot be taken back, and one may scroll on."""

Colours = tuple[str, str] | None
"""Page and text of the dark theme; None for pages as they are."""


class PageImages(QObject):
    """The pages of one document as images."""

    drawn = Signal(int)
    """A page that can be shown anew."""

    def __init__(self, document: QPdfDocument, calls: BackgroundCalls, parent: QObject) -> None:
        super().__init__(parent)
        self._calls = calls
        self._renderer = QPdfPageRenderer(self)
        self._renderer.setRenderMode(QPdfPageRenderer.RenderMode.MultiThreaded)
        self._renderer.setDocument(document)
        self._renderer.pageRendered.connect(self._keep)
        self._kept: OrderedDict[int, tuple[QSize, Colours, QImage]] = OrderedDict()
        self._asked: dict[int, tuple[int, QSize]] = {}
        """What is being drawn, by the renderer's number."""
        self._darkening: set[int] = set()
        self._wanted: list[tuple[int, QSize]] = []
        self._colours: Colours = None
        self._birth = 0

    @property
    def is_busy(self) -> bool:
        """Whether a page is being drawn."""
        return bool(self._asked)

    def set_colours(self, colours: Colours) -> None:
        """Draw pages for the dark theme, or as they are."""
        self._colours = colours

    def clear(self) -> None:
        """Forget all pages: the document is another now."""
        self._birth += 1
        self._kept.clear()
        self._asked.clear()
        self._darkening.clear()
        self._wanted = []

    def find(self, page: int) -> QImage | None:
        """The image of a page, in whatever size there is; none in the colours of another theme."""
        found = self._kept.get(page)
        if found is None or found[1] != self._colours:
            return None
        self._kept.move_to_end(page)
        return found[2]

    def want(self, pages: Sequence[tuple[int, QSize]]) -> None:
        """Draw these pages in these sizes, the first ones first, and no others that were wanted before."""
        self._wanted = [(page, _bounded(size)) for page, size in pages]
        self._ask()

    def _ask(self) -> None:
        for page, size in self._wanted:
            if len(self._asked) + len(self._darkening) >= _AT_ONCE:
                return
            kept = self._kept.get(page)
            if kept is not None and kept[:2] == (size, self._colours):
                continue
            if page in self._darkening or (page, size) in self._asked.values():
                continue
            number = self._renderer.requestPage(page, size)
            if number:
                self._asked[number] = (page, size)

    def _keep(self, page: int, size: QSize, image: QImage, _options: object, number: int) -> None:
        if self._asked.pop(number, None) is None:
            return  # of the document before this one
        colours, birth = self._colours, self._birth
        if colours is None:
            self._put(page, size, None, image)
        else:
            self._darkening.add(page)

            def done(dark: QImage) -> None:
                if birth == self._birth:
                    self._darkening.discard(page)
                    self._put(page, size, colours, dark)

            self._calls.ask(lambda: darken(image, *colours), done)

    def _put(self, page: int, size: QSize, colours: Colours, image: QImage) -> None:
        self._kept[page] = (size, colours, image)
        self._kept.move_to_end(page)
        room = _MOST_BYTES
        for older, (_size, _colours, picture) in reversed(list(self._kept.items())):
            room -= picture.sizeInBytes()
            if room < 0 and older != page:
                del self._kept[older]
        self.drawn.emit(page)
        self._ask()


def _bounded(size: QSize) -> QSize:
    pixels = size.width() * size.height()
    if pixels <= _MOST_PIXELS:
        return size
    part = math.sqrt(_MOST_PIXELS / pixels)
    return QSize(max(1, int(size.width() * part)), max(1, int(size.height() * part)))
