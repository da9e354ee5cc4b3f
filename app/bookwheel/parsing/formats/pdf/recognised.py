"""Pages of a PDF that are pictures or name no letters, as Tesseract reads them, and what is to be said of them."""

from __future__ import annotations

from bookwheel.domain.errors import SkippedFile
from bookwheel.domain.messages import Message
from bookwheel.parsing.formats import recognised_text
from bookwheel.parsing.formats.markdown_writer import Writer
from bookwheel.parsing.formats.pdf.pdfium import Page
from bookwheel.parsing.outside.tesseract import RecognisedLine, Recogniser

_DPI = 300
_LONGEST_SIDE = 6000
"""Pixels of a page's longer side; a larger page is rendered at fewer dots per inch."""


class Recognised:
    """Recognises the scans of one file; without a language, it only counts them."""

    def __init__(self, language: str = "") -> None:
        """Start nothing before there is a scan."""
        self._language = language
        self._recogniser: Recogniser | None = None
        self._lines: dict[int, tuple[list[RecognisedLine], float]] = {}
        self._reasons: dict[str, Message] = {}
        self._looked = self._left = 0

    def look(self, page: Page, index: int) -> None:
        """Recognise a page that is a picture; what fails is said by `warnings`."""
        if not self._language or self._reasons:
            return
        try:
            self._recogniser = self._recogniser or Recogniser(self._language)
            if self._recogniser.is_spent:
                self._left += 1
                return
            scale = min(_DPI / 72, _LONGEST_SIDE / max(page.width, page.height, 1))
            lines = self._recogniser.lines(page.grey_picture(scale), ".pgm")
            self._looked += 1
            if lines:
                self._lines[index] = (lines, 1 / scale)
        except SkippedFile as skipped:
            self._reasons[skipped.message] = skipped.message

    @property
    def has_words(self) -> bool:
        """Whether words of a page were recognised."""
        return bool(self._lines)

    def write(self, writer: Writer, index: int, label: str) -> None:
        """Add the words of a page that was recognised."""
        if found := self._lines.get(index):
            recognised_text.write(writer, found[0], index + 1, found[1], label)

    def warnings(self, scans: int, unreadable: int, count: int) -> list[Message]:
        """What is to be said of a file of so many pages, of which so many are pictures or have unreadable fonts."""
        if not scans and not unreadable:
            return []
        made = [*self._reasons.values(), *(self._recogniser.warnings if self._recogniser else ())]
        if self._looked and not self._lines:
            made.append(Message("Tesseract found no words in the pictures."))
        if self._left:
            stopped = Message(
                "Text recognition stopped after {count} pages; {left} more pages are pictures (scans).",
                count=self._looked,
                left=self._left,
            )
            made.append(stopped)
        if self._language:
            return made
        return [
            *made,
            *([_unread(scans, count)] if scans else ()),
            *([_nameless(unreadable, count)] if unreadable else ()),
        ]


def _unread(scans: int, count: int) -> Message:
    if scans == count:
        return Message(
            "This PDF has no text layer; its pages are pictures (scans). Switch on text recognition for it:"
            " pdf=ocr in the collection's formats."
        )
    return Message(
        "{scans} of {count} pages have no text layer: they are pictures (scans). Switch on text recognition for them:"
        " pdf=ocr in the collection's formats.",
        scans=scans,
        count=count,
    )


def _nameless(unreadable: int, count: int) -> Message:
    return Message(
        "The text of {unreadable} of {count} pages cannot be read: their fonts do not say which letters they show."
        " Switch on text recognition for them: pdf=ocr in the collection's formats.",
        unreadable=unreadable,
        count=count,
    )
