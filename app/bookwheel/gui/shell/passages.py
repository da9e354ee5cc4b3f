"""Passages of a document as views tell and draw them: what is selected, and what a person annotated."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from PySide6.QtCore import QRect, Qt

from bookwheel.domain.annotations.annotation import Colour

HIGHLIGHT_LINES = {
    Colour.YELLOW: Qt.PenStyle.SolidLine,
    Colour.BLUE: Qt.PenStyle.DashLine,
    Colour.ORANGE: Qt.PenStyle.DashDotLine,
    Colour.PURPLE: Qt.PenStyle.DotLine,
}
"""The line below the words that each colour has, to tell them apart without seeing colours."""


@dataclass(frozen=True, slots=True)
class SelectedPassage:
    """Words that are selected: what stands before and after them, the section's anchor, and where they are seen.

    `box` is in pixels of the view.
    """

    quote: str
    prefix: str
    suffix: str
    anchor: str
    box: QRect


@dataclass(frozen=True, slots=True)
class PassageMark:
    """An annotation as a view draws it. `page` is that of a file with pages, from 0, or -1."""

    id: str
    kind: str
    anchor: str
    quote: str
    prefix: str
    suffix: str
    colour: str
    note: str
    page: int = -1


class PassageView(Protocol):
    """A view that tells what is selected and draws annotations. Thread: the window's.

    That something else is selected, and which annotation was clicked, it tells by signals of its own.
    """

    def ask_selection(self, then: Callable[[SelectedPassage | None], object]) -> None:
        """Give `then` what is selected now."""
        ...

    def end_selection(self) -> None:
        """Select nothing."""
        ...

    def show_annotations(self, marks: tuple[PassageMark, ...]) -> None:
        """Draw these annotations and no others, on this document until another is shown."""
        ...

    def bring_annotation(self, id: str) -> None:
        """Scroll to one of those that are drawn."""
        ...
