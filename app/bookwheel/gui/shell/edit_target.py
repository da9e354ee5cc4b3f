"""What is to be opened in the editor."""

from __future__ import annotations

from dataclasses import dataclass

from bookwheel.domain.places import FilePlace


@dataclass(frozen=True, slots=True)
class EditTarget:
    """A line of a document's file: by its number, else by a `place` of lines, else by words in a section.

    `line` counts from 1, 0 for unknown. `words` are the beginning of what stands there, as a page or snippet shows it.
    """

    doc: str
    section: str = ""
    line: int = 0
    words: str = ""
    place: FilePlace | None = None
